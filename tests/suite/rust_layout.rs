//! rustfmt leaves the layout of generated code as it is: random functions are printed and
//! checked.

use std::process::Command;

use specgen::rust::{Expr, Function, Ident, Parameter, Pattern, Stmt, Type, function};

/// Random numbers from a fixed seed, and random code.
///
/// Left out is what the editions have no common layout for: a macro whose only argument is a
/// long chain of methods; an array inside of a macro that fits on the line, but is wider than
/// rustfmt wants arrays to be; long string literals inside of other expressions.
struct Random {
    state: u64,
    in_macro: bool,
}

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % limit
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn list<T>(&mut self, limit: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(limit)).map(|_| one(self)).collect()
    }

    fn ident(&mut self) -> Ident {
        let words = ["s", "e1", "set", "other", "is_empty", "with_capacity", "insert_and_check"];
        let mut name = self.pick(&words).to_owned();
        for _ in 0..self.below(6).saturating_sub(3) {
            name = format!("{name}_{}", self.pick(&words));
        }
        Ident::new(name)
    }

    fn rust_type(&mut self) -> Type {
        let named = Type::named(self.pick(&["bool", "Element", "SortedSet"]));
        match self.below(8) {
            0 => named.reference(),
            1 => named.mutable(),
            2 => named.slice(),
            3 => named.option(),
            4 => Type::Tuple(vec![named.clone(), named.reference()]),
            5 => Type::Array(Box::new(named), 3),
            6 => Type::Generic("Vec".into(), vec![named]),
            _ => named,
        }
    }

    fn pattern(&mut self) -> Pattern {
        let name = self.ident();
        match self.below(8) {
            0 => Pattern::Wild,
            1 => Pattern::Mutable(name),
            2 => Pattern::Reference(name),
            3 => Pattern::Tuple(vec![Pattern::Name(name), Pattern::Wild]),
            4 => Pattern::Array(vec![Pattern::Name(name), Pattern::Wild]),
            _ => Pattern::Name(name),
        }
    }

    fn parameter(&mut self) -> Pattern {
        if self.in_macro {
            return Pattern::Name(self.ident());
        }
        let pattern = match self.pattern() {
            Pattern::Array(parts) => Pattern::Tuple(parts),
            other => other,
        };
        match self.one_in(5) {
            true => Pattern::Typed(Box::new(pattern), Type::named("Element").reference()),
            false => pattern,
        }
    }

    fn arm_pattern(&mut self) -> Pattern {
        match self.below(4) {
            0 => Pattern::Bool(true),
            1 => Pattern::Some(Box::new(self.pattern())),
            _ => self.pattern(),
        }
    }

    fn text(&mut self, words: usize) -> String {
        let known = ["insert(s, e)", "is", "\"quoted\"", "größer", "{s:?}", "the", "same\nset"];
        let words: Vec<&str> = (0..self.below(words)).map(|_| self.pick(&known)).collect();
        words.join(" ")
    }

    fn path(&mut self) -> Expr {
        match self.below(4) {
            0 => Expr::Path(vec!["SortedSet".into(), self.ident()]),
            _ => Expr::name(self.ident()),
        }
    }

    fn arguments(&mut self, depth: usize) -> Vec<Expr> {
        self.list(5, |random| random.any(depth))
    }

    /// What a `.` may follow.
    fn receiver(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.path();
        }
        let depth = depth - 1;
        match self.below(12) {
            0 => self.path(),
            1..=3 => self.path().called(self.arguments(depth)),
            4..=6 => self.receiver(depth).method(self.ident(), self.arguments(depth)),
            7 => self.receiver(depth).field(self.ident()),
            8 => self.receiver(depth).tried(),
            9 => Expr::Index(Box::new(self.receiver(depth)), Box::new(self.path())),
            10 => Expr::Paren(Box::new(self.unwrapped(depth))),
            _ => self.macro_call(depth),
        }
    }

    fn macro_call(&mut self, depth: usize) -> Expr {
        let name = self.pick(&["assert", "assert_eq", "equation", "format", "vec"]);
        let outer = std::mem::replace(&mut self.in_macro, true);
        let mut arguments = self.arguments(depth);
        if name.starts_with("assert") && self.one_in(2) {
            arguments.push(Expr::text(self.text(25)));
        }
        if arguments.len() == 1 {
            arguments.push(self.path());
        }
        self.in_macro = outer;
        Expr::Macro(name.into(), arguments)
    }

    /// What an operator may stand beside.
    fn operand(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(10) {
            0 => self.leaf(),
            1 => {
                let symbol = self.pick(&["&", "&mut ", "*", "!", "-"]);
                Expr::prefix(symbol, self.receiver(depth - 1))
            }
            2 => self.receiver(depth - 1).cast("usize"),
            3 => Expr::Array(self.list(6, |random| random.any(depth - 1))),
            4 => {
                let count = if self.in_macro { 8 } else { 60 };
                Expr::Array(self.list(count, Self::number))
            }
            5 => Expr::Tuple(self.arguments(depth - 1)),
            _ => self.receiver(depth),
        }
    }

    fn number(&mut self) -> Expr {
        let limit = self.pick(&[10, 1000, 100000]);
        Expr::Int(self.below(limit) as i64 - 3)
    }

    fn leaf(&mut self) -> Expr {
        match self.below(6) {
            0 => self.number(),
            1 => Expr::Bool(self.one_in(2)),
            2 => Expr::text(self.pick(&["", "insert(s, e)", "größer", "\"s\""])),
            _ => self.path(),
        }
    }

    fn binary(&mut self, depth: usize) -> Expr {
        let symbol = self.pick(&["==", "&&", "||", "+", "<", "!=", "&&", "&&", "||"]);
        let mut expr = self.operand(depth);
        for _ in 0..=self.below(3) {
            let other = match self.one_in(3) && depth > 0 {
                true => self.binary(depth - 1),
                false => self.operand(depth),
            };
            expr = Expr::binary(expr, symbol, other);
        }
        expr
    }

    /// Without parentheses of its own.
    fn unwrapped(&mut self, depth: usize) -> Expr {
        match self.any(depth) {
            Expr::Paren(inner) => *inner,
            other => other,
        }
    }

    fn any(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(14) {
            0..=2 => self.binary(depth - 1),
            3 => Expr::Struct("Case".into(), self.list(4, |it| (it.ident(), it.any(depth - 1)))),
            4 | 5 => Expr::Closure {
                moves: self.one_in(3),
                parameters: self.list(3, Self::parameter),
                body: Box::new(self.body(depth - 1)),
            },
            6 if self.one_in(2) => {
                let mut arms = self.list(3, |it| (it.arm_pattern(), it.body(depth - 1)));
                arms.push((Pattern::Wild, self.any(depth - 1)));
                Expr::Match(Box::new(self.receiver(depth - 1)), arms)
            }
            _ => self.operand(depth),
        }
    }

    fn body(&mut self, depth: usize) -> Expr {
        match self.below(3) {
            0 => Expr::Block(self.block(depth)),
            _ => self.value(depth),
        }
    }

    /// The value of a block or closure.
    fn value(&mut self, depth: usize) -> Expr {
        match self.any(depth) {
            Expr::Str(_) | Expr::Block(_) => self.path(),
            value => value,
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let mut block = self.list(3, |random| random.stmt(depth));
        block.push(Stmt::Tail(self.value(depth)));
        block
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        let inner = depth.saturating_sub(1);
        match self.below(12) {
            0..=2 => Stmt::Let(self.parameter(), self.any(depth)),
            3 => Stmt::LetElseReturn(Pattern::Some(Box::new(self.pattern())), self.operand(depth)),
            4 => Stmt::If(self.condition(depth), self.list(4, |random| random.stmt(inner))),
            5 => Stmt::For(self.pattern(), self.operand(depth), self.block(inner)),
            6 => Stmt::Return(self.one_in(2).then(|| self.any(depth))),
            7 => Stmt::Static("TABLE".into(), self.rust_type(), self.operand(depth)),
            8 => Stmt::Comment("What the next line is for.".to_owned()),
            9 => Stmt::Expr(self.macro_call(depth)),
            10 => {
                let mut arguments = self.arguments(inner);
                arguments.push(Expr::text(self.text(25)));
                Stmt::Expr(self.path().called(arguments))
            }
            _ => Stmt::Expr(self.receiver(depth)),
        }
    }

    fn condition(&mut self, depth: usize) -> Expr {
        match self.one_in(2) {
            true => self.binary(depth),
            false => self.operand(depth),
        }
    }

    fn function(&mut self, number: usize) -> Function {
        let depth = self.below(5);
        let parameters = self.list(5, |it| Parameter {
            mutable: it.one_in(4),
            name: it.ident(),
            rust_type: it.rust_type(),
        });
        let result = self.one_in(2).then(|| self.rust_type());
        let mut body = self.list(4, |random| random.stmt(depth));
        if self.one_in(2) {
            body.push(Stmt::Tail(self.any(depth)));
        }
        let name = format!("function_{number}");
        Function {
            doc: self.list(3, |random| random.text(4).replace('\n', " ")),
            attributes: self.list(2, |_| "test".to_owned()),
            visibility: self.pick(&["", "pub"]),
            ..Function::new(name, parameters, result).with_body(body)
        }
    }
}

fn differences(seed: u64, edition: &str) -> String {
    let mut random = Random { state: seed, in_macro: false };
    let functions: Vec<String> = (0..400)
        .map(|number| match number % 4 {
            0 => format!("mod m{number} {{\n{}\n}}\n", function(&random.function(number), 4)),
            _ => format!("{}\n", function(&random.function(number), 0)),
        })
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("functions.rs");
    std::fs::write(folder.path().join("rustfmt.toml"), "").expect("it is written");
    std::fs::write(&file, functions.join("\n")).expect("it is written");
    let mut formatter = Command::new("rustfmt");
    formatter.args(["--check", "--edition", edition, "--config-path"]).arg(folder.path());
    let output = formatter.arg(&file).output().expect("rustfmt runs");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn rustfmt_leaves_random_functions_as_they_are() {
    for edition in ["2021", "2024"] {
        let differences = differences(0x9e37_79b9_7f4a_7c15, edition);
        assert!(differences.is_empty(), "{edition}\n{differences}");
    }
}

#[test]
fn deep_expressions_take_no_exponential_time() {
    let mut expr = Expr::name("set");
    for depth in 0..14 {
        let element = Expr::name(format!("element_{depth}")).closure(Vec::new());
        expr = Expr::call("insert", vec![element, expr.closure(Vec::new())]);
    }
    let deep = Function::new("deep", Vec::new(), None).with_body(vec![Stmt::Expr(expr)]);
    assert!(function(&deep, 0).lines().count() > 14);
}
