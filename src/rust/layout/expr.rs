//! Expressions.

use super::list::{Comma, List};
use super::literal;
use super::rules::{ARRAY_WIDTH, ExprKey, FN_CALL_WIDTH, Layout, STRUCT_LIT_WIDTH};
use super::shape::{Shape, last_line_width, newline, width};
use crate::rust::{Expr, Ident};

impl Layout<'_> {
    /// Lays out an expression, or says that it has no room. The order of the attempts is that
    /// of rustfmt, and so is each of its rules.
    pub fn expr(self, expr: &Expr, shape: Shape) -> Option<String> {
        if let Expr::Path(_) | Expr::Int(_) | Expr::Bool(_) = expr {
            let text = self.plain_expr(expr, shape.indent);
            return (width(&text) <= shape.width).then_some(text);
        }
        let key: ExprKey = (expr, shape, self.in_macro, self.one_line_chain, self.max_text);
        if let Some(known) = self.cache.exprs.borrow().get(&key) {
            return known.clone();
        }
        let text = self.compound(expr, shape);
        self.cache.exprs.borrow_mut().insert(key, text.clone());
        text
    }

    fn compound(self, expr: &Expr, shape: Shape) -> Option<String> {
        match expr {
            Expr::Path(_) | Expr::Int(_) | Expr::Bool(_) => {
                Some(self.plain_expr(expr, shape.indent))
            }
            Expr::Written(text) => shape.fits(text.to_string()),
            Expr::Str(text) => Some(match self.max_text {
                Some(limit) => literal::wrapped(text, limit, shape.used_width()),
                None => literal::quoted(text),
            }),
            Expr::Call(function, items) => {
                let head = self.expr(function, shape)?;
                self.parenthesized(&head, items, Comma::Vertical, shape)
            }
            Expr::Tuple(items) => {
                let comma = if items.len() == 1 { Comma::Always } else { Comma::Vertical };
                self.parenthesized("", items, comma, shape)
            }
            Expr::Array(items) => self.array("", items, Comma::Vertical, shape),
            Expr::Macro(name, items) => self.macro_call(name, items, shape),
            Expr::Field(..) | Expr::Method(..) | Expr::Try(_) => self.chain(expr, shape),
            Expr::Prefix(symbol, operand) => {
                let operand = self.expr(operand, shape.offset_left(symbol.len())?)?;
                Some(format!("{symbol}{operand}"))
            }
            Expr::Binary(..) => self.binary(expr, shape),
            Expr::Cast(operand, rust_type) => {
                let rust_type = rust_type.to_string();
                let right =
                    |shape: Shape| (width(&rust_type) <= shape.width).then(|| rust_type.clone());
                self.pair(operand, " as ", right, shape)
            }
            Expr::Paren(inner) => {
                let inner = self.expr(inner, shape.offset_left(1)?.sub_width(1)?)?;
                Some(format!("({inner})"))
            }
            Expr::Index(list, place) => self.index(list, place, shape),
            Expr::Match(value, arms) => self.matching(value, arms, shape),
            Expr::Struct(name, fields) => self.structure(name, fields, shape),
            Expr::Closure { moves, parameters, body } => {
                self.closure(*moves, parameters, body, shape)
            }
            Expr::Block(block) => self.block(block, shape),
        }
    }

    fn parenthesized(
        self,
        head: &str,
        items: &[Expr],
        comma: Comma,
        shape: Shape,
    ) -> Option<String> {
        let (brackets, max_width) = (('(', ')'), FN_CALL_WIDTH);
        List { head, brackets, items, max_width, comma, of_macro: false }.layout(self, shape)
    }

    fn array(self, head: &str, items: &[Expr], comma: Comma, shape: Shape) -> Option<String> {
        let (brackets, max_width) = (('[', ']'), ARRAY_WIDTH);
        let of_macro = !head.is_empty();
        List { head, brackets, items, max_width, comma, of_macro }.layout(self, shape)
    }

    fn macro_call(self, name: &Ident, items: &[Expr], shape: Shape) -> Option<String> {
        let head = format!("{name}!");
        if name.as_str() == "vec" {
            let comma = if self.in_macro { Comma::Never } else { Comma::Vertical };
            return self.array(&head, items, comma, shape);
        }
        let layout = Layout { in_macro: true, ..self };
        let (brackets, max_width, comma) = (('(', ')'), FN_CALL_WIDTH, Comma::Never);
        List { head: &head, brackets, items, max_width, comma, of_macro: true }
            .layout(layout, shape)
    }

    fn index(self, list: &Expr, place: &Expr, shape: Shape) -> Option<String> {
        let list = self.expr(list, shape)?;
        let offset = last_line_width(&list) + 1;
        let overhead = shape.rhs_overhead();
        let behind = match list.contains('\n') {
            true => Shape { width: super::shape::MAX_WIDTH, offset: 0, ..shape }
                .offset_left(offset)
                .and_then(|shape| shape.sub_width(1 + overhead)),
            false => shape.offset_left(offset).and_then(|shape| shape.sub_width(1)),
        };
        let behind = behind.and_then(|shape| self.expr(place, shape));
        if let Some(place) = behind.as_ref().filter(|place| !place.contains('\n')) {
            return Some(format!("{list}[{place}]"));
        }
        let nested = shape.nested();
        let below = self.expr(place, nested.offset_left(1)?.sub_width(1 + overhead)?);
        let line = newline(nested.indent);
        match (behind, below) {
            (_, Some(below)) if !below.contains('\n') => Some(format!("{list}{line}[{below}]")),
            (Some(behind), _) => Some(format!("{list}[{behind}]")),
            (None, below) => Some(format!("{list}{line}[{}]", below?)),
        }
    }

    fn structure(self, name: &Ident, fields: &[(Ident, Expr)], shape: Shape) -> Option<String> {
        shape.sub_width(2 + width(name.as_str()))?;
        if fields.is_empty() {
            return Some(format!("{name} {{}}"));
        }
        let nested = shape.nested();
        let texts: Vec<String> = fields
            .iter()
            .map(|(field, value)| self.field(field, value, nested.sub_width(1)?))
            .collect::<Option<_>>()?;
        let one_line = shape.width.checked_sub(width(name.as_str()) + 5);
        let limit = one_line.map_or(0, |room| room.min(STRUCT_LIT_WIDTH));
        let line = texts.join(", ");
        if one_line.is_some() && !line.contains('\n') && width(&line) <= limit {
            // rustfmt counts bytes here, and adds no comma to what it takes for one line.
            return Some(match line.len() <= limit {
                true => format!("{name} {{ {line} }}"),
                false => {
                    let (start, end) = (newline(nested.indent), newline(shape.indent));
                    format!("{name} {{{start}{line}{end}}}")
                }
            });
        }
        let start = newline(nested.indent);
        let lines: String = texts.iter().map(|text| format!("{start}{text},")).collect();
        Some(format!("{name} {{{lines}{}}}", newline(shape.indent)))
    }

    fn field(self, name: &Ident, value: &Expr, shape: Shape) -> Option<String> {
        let behind = shape.offset_left(name.as_str().len() + 2)?;
        if let Some(value) = self.expr(value, behind) {
            return Some(format!("{name}: {value}"));
        }
        let nested = shape.nested();
        Some(format!("{name}:{}{}", newline(nested.indent), self.expr(value, nested)?))
    }
}
