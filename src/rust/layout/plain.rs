//! The layout of last resort: a statement that fits nowhere, on one line.

use super::literal;
use super::rules::Layout;
use super::shape::Shape;
use crate::rust::{Expr, Ident, Pattern, Stmt};

impl Layout<'_> {
    pub fn plain_stmt(self, stmt: &Stmt, indent: usize) -> String {
        let expr = |value: &Expr| self.plain_expr(value, indent);
        let block = |block: &[Stmt]| self.broken_block(block, Shape::indented(indent));
        match stmt {
            Stmt::Let(pattern, value) => format!("let {pattern} = {};", expr(value)),
            Stmt::LetElseReturn(pattern, value) => {
                format!("let {pattern} = {} else {{ return; }};", expr(value))
            }
            Stmt::Expr(value) => format!("{};", expr(value)),
            Stmt::Tail(value) => expr(value),
            Stmt::If(condition, body) => format!("if {} {}", expr(condition), block(body)),
            Stmt::For(pattern, over, body) => {
                format!("for {pattern} in {} {}", expr(over), block(body))
            }
            Stmt::Return(None) => "return;".to_owned(),
            Stmt::Return(Some(value)) => format!("return {};", expr(value)),
            Stmt::Static(name, rust_type, value) => {
                format!("static {name}: {rust_type} = {};", expr(value))
            }
            Stmt::Comment(text) => format!("// {text}"),
        }
    }

    pub fn plain_expr(self, value: &Expr, indent: usize) -> String {
        let one = |value: &Expr| self.plain_expr(value, indent);
        let list = |values: &[Expr]| values.iter().map(one).collect::<Vec<_>>().join(", ");
        match value {
            Expr::Path(path) => path.iter().map(Ident::as_str).collect::<Vec<_>>().join("::"),
            // A literal without a type is an `i32` where nothing else decides.
            Expr::Int(number) if i32::try_from(*number).is_err() => format!("{number}_i64"),
            Expr::Int(number) => number.to_string(),
            Expr::Bool(truth) => truth.to_string(),
            Expr::Written(text) => text.to_string(),
            Expr::Str(text) => literal::quoted(text),
            Expr::Call(function, arguments) => format!("{}({})", one(function), list(arguments)),
            Expr::Method(receiver, name, arguments) => {
                format!("{}.{name}({})", one(receiver), list(arguments))
            }
            Expr::Field(receiver, name) => format!("{}.{name}", one(receiver)),
            Expr::Prefix(symbol, operand) => format!("{symbol}{}", one(operand)),
            Expr::Try(operand) => format!("{}?", one(operand)),
            Expr::Binary(left, symbol, right) => format!("{} {symbol} {}", one(left), one(right)),
            Expr::Cast(operand, rust_type) => format!("{} as {rust_type}", one(operand)),
            Expr::Paren(inner) => format!("({})", one(inner)),
            Expr::Macro(name, arguments) if name.as_str() == "vec" => {
                format!("vec![{}]", list(arguments))
            }
            Expr::Macro(name, arguments) => format!("{name}!({})", list(arguments)),
            Expr::Array(elements) => format!("[{}]", list(elements)),
            Expr::Tuple(elements) if elements.len() == 1 => format!("({},)", list(elements)),
            Expr::Tuple(elements) => format!("({})", list(elements)),
            Expr::Index(list, place) => format!("{}[{}]", one(list), one(place)),
            Expr::Match(value, arms) => {
                let arms =
                    arms.iter().map(|(pattern, value)| format!("{pattern} => {}", one(value)));
                format!("match {} {{ {} }}", one(value), arms.collect::<Vec<_>>().join(", "))
            }
            Expr::Struct(name, fields) => {
                let fields = fields.iter().map(|(field, value)| format!("{field}: {}", one(value)));
                format!("{name} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
            Expr::Closure { moves, parameters, body } => {
                let parameters: Vec<String> = parameters.iter().map(Pattern::to_string).collect();
                let moves = if *moves { "move " } else { "" };
                format!("{moves}|{}| {}", parameters.join(", "), one(body))
            }
            Expr::Block(block) => self.broken_block(block, Shape::indented(indent)),
        }
    }
}
