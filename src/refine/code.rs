//! The small part of Rust that generated code is made of, as a tree.
//!
//! The lowering builds these trees; [`crate::emit`] lays them out the way
//! rustfmt would.

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A name, path, literal, or anything else that is written as it is.
    Text(String),
    Call(Box<Expr>, Vec<Expr>),
    Method(Box<Expr>, String, Vec<Expr>),
    /// `&`, `&mut `, `*`, `!`, `-`
    Prefix(&'static str, Box<Expr>),
    /// `?`
    Suffix(Box<Expr>, &'static str),
    Binary(Box<Expr>, &'static str, Box<Expr>),
    Cast(Box<Expr>, String),
    Paren(Box<Expr>),
    Macro(&'static str, Vec<Expr>),
    Array(Vec<Expr>),
    Tuple(Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// Arms of a pattern and a value.
    Match(Box<Expr>, Vec<(String, Expr)>),
    Struct(String, Vec<(String, Expr)>),
    /// The parameters with their bars.
    Closure(String, Box<Expr>),
    /// `'label: { … }`
    Block(Option<String>, Vec<Stmt>),
}

/// A statement of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Let {
        pattern: String,
        value: Expr,
    },
    /// `let pattern = value else { exit; };`
    LetElse {
        pattern: String,
        value: Expr,
        exit: String,
    },
    /// With a semicolon.
    Expr(Expr),
    /// The value of the block.
    Tail(Expr),
    If {
        condition: Expr,
        then: Vec<Stmt>,
    },
    For {
        pattern: String,
        over: Expr,
        body: Vec<Stmt>,
    },
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `static NAME: Type = value;`
    Static {
        name: String,
        rust_type: String,
        value: Expr,
    },
    Comment(String),
    Blank,
}

impl Stmt {
    /// `body` for each of the values; a single one needs no loop.
    pub fn for_each(name: &str, over: Expr, mut body: Vec<Stmt>) -> Vec<Stmt> {
        let pattern = name.to_owned();
        match over {
            Expr::Array(mut values) if values.len() == 1 => {
                body.insert(0, Stmt::Let { pattern, value: values.remove(0) });
                body
            }
            over => vec![Stmt::For { pattern, over, body }],
        }
    }
}

impl Expr {
    pub fn text(text: impl Into<String>) -> Self {
        Expr::Text(text.into())
    }

    pub fn call(function: impl Into<String>, arguments: Vec<Expr>) -> Self {
        Expr::Call(Box::new(Expr::text(function)), arguments)
    }

    pub fn method(self, name: impl Into<String>, arguments: Vec<Expr>) -> Self {
        let receiver = if self.binds_loosely() { self.parenthesized() } else { self };
        Expr::Method(Box::new(receiver), name.into(), arguments)
    }

    pub fn prefix(symbol: &'static str, operand: Expr) -> Self {
        let loose = matches!(operand, Expr::Binary(..) | Expr::Cast(..));
        let operand = if loose { operand.parenthesized() } else { operand };
        Expr::Prefix(symbol, Box::new(operand))
    }

    /// A comparison or connective. Operands that bind less tightly are put in
    /// parentheses.
    pub fn binary(left: Expr, symbol: &'static str, right: Expr) -> Self {
        let own = strength(symbol);
        let operand = |operand: Expr, right: bool| match &operand {
            Expr::Binary(_, inner, _)
                if strength(inner) < own
                    || strength(inner) == own && (right || own == strength("==")) =>
            {
                operand.parenthesized()
            }
            // `a as usize < b` would be read as generics.
            Expr::Cast(..) if !right && symbol.starts_with('<') => operand.parenthesized(),
            _ => operand,
        };
        Expr::Binary(Box::new(operand(left, false)), symbol, Box::new(operand(right, true)))
    }

    pub fn cast(self, rust_type: &str) -> Self {
        let operand = match self {
            Expr::Binary(..) => self.parenthesized(),
            other => other,
        };
        Expr::Cast(Box::new(operand), rust_type.to_owned())
    }

    pub fn truth(truth: bool) -> Self {
        Expr::text(truth.to_string())
    }

    /// Of a literal.
    pub fn known_truth(&self) -> Option<bool> {
        match self {
            Expr::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub fn negated(self) -> Self {
        match self {
            Expr::Text(text) if text == "true" || text == "false" => Expr::truth(text == "false"),
            Expr::Prefix("!", inner) => *inner,
            Expr::Binary(left, "==", right) => Expr::Binary(left, "!=", right),
            Expr::Binary(left, "!=", right) => Expr::Binary(left, "==", right),
            other => Expr::prefix("!", other),
        }
    }

    /// Whether two truth values are the same: `a == b`, and `a != b` for `a == !b`.
    pub fn same_truth(self, other: Expr) -> Self {
        match (self, other) {
            (left, Expr::Prefix("!", right)) => Expr::binary(left, "!=", *right),
            (Expr::Prefix("!", left), right) => Expr::binary(*left, "!=", right),
            (left, right) => Expr::binary(left, "==", right),
        }
    }

    /// `|name| body`, or the function alone where the closure only calls it.
    pub fn closure(name: &str, body: Expr) -> Self {
        match body {
            Expr::Call(function, arguments) if arguments == [Expr::text(name)] => *function,
            body => Expr::Closure(format!("|{name}|"), Box::new(body)),
        }
    }

    pub fn some(self) -> Self {
        Expr::call("Some", vec![self])
    }

    fn binds_loosely(&self) -> bool {
        matches!(self, Expr::Binary(..) | Expr::Cast(..) | Expr::Prefix(..) | Expr::Closure(..))
    }

    fn parenthesized(self) -> Self {
        Expr::Paren(Box::new(self))
    }
}

fn strength(symbol: &str) -> u8 {
    match symbol {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "+" | "-" => 7,
        _ => 8,
    }
}
