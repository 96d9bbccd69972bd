//! The laws of `Hash`, `PartialOrd` and `Ord`: they agree with `==` and with each other.

use std::collections::BTreeSet;

use super::code::{Expr, Stmt};
use super::lower_law::Laws;

impl Laws<'_> {
    pub fn hash(&mut self) {
        let hash = |side: &str| Expr::call("hash_of", vec![Expr::text(format!("&{side}"))]);
        let message = self.message("{} and {} are equal, and their hashes differ");
        let then = vec![assert_eq(hash("left"), hash("right"), &message)];
        let equal = Expr::binary(Expr::text("left"), "==", Expr::text("right"));
        let body = vec![Stmt::If { condition: equal, then }];
        let law = "`Hash`: equal values have equal hashes.";
        self.for_each_pair("hash_agrees_with_eq", law, body);
    }

    pub fn orders(&mut self) {
        let total = self.subject.has("Ord");
        if total {
            self.total_order();
        }
        if total || self.subject.has("PartialOrd") {
            self.partial_order();
            self.transitive();
        }
    }

    fn total_order(&mut self) {
        let compare = |left: &str, right: &str| called("Ord::cmp", left, right);
        let order = || Expr::text("order");
        let equal = Expr::binary(Expr::text("left"), "==", Expr::text("right"));
        let body = vec![
            Stmt::Let { pattern: "order".to_owned(), value: compare("left", "right") },
            assert_eq(
                order().method("is_eq", Vec::new()),
                equal,
                &self.message("`cmp` and `==` disagree on {} and {}"),
            ),
            assert_eq(
                compare("right", "left"),
                order().method("reverse", Vec::new()),
                &self.message("`cmp` depends on which of {} and {} is first"),
            ),
            assert_eq(
                called("PartialOrd::partial_cmp", "left", "right"),
                order().some(),
                &self.message("`cmp` and `partial_cmp` disagree on {} and {}"),
            ),
        ];
        let law = "`Ord`: agrees with `==` and with `PartialOrd`.";
        self.for_each_pair("ord_agrees_with_eq", law, body);
    }

    fn partial_order(&mut self) {
        let compare = |left: &str, right: &str| called("PartialOrd::partial_cmp", left, right);
        let is = |symbol| Expr::binary(Expr::text("left"), symbol, Expr::text("right"));
        let told = |method: &str| {
            let path = Expr::text(format!("std::cmp::Ordering::{method}"));
            Expr::text("order").method("is_some_and", vec![path])
        };
        let reversed =
            Expr::text("order").method("map", vec![Expr::text("std::cmp::Ordering::reverse")]);
        let mut body = vec![
            Stmt::Let { pattern: "order".to_owned(), value: compare("left", "right") },
            assert_eq(
                compare("right", "left"),
                reversed,
                &self.message("`partial_cmp` depends on which of {} and {} is first"),
            ),
        ];
        let operators =
            [("==", "is_eq"), ("<", "is_lt"), ("<=", "is_le"), (">", "is_gt"), (">=", "is_ge")];
        for (symbol, method) in operators {
            let message =
                self.message(&format!("`partial_cmp` and `{symbol}` disagree on {{}} and {{}}"));
            body.push(assert_eq(told(method), is(symbol), &message));
        }
        let law = "`PartialOrd`: agrees with `==` and with its operators.";
        self.for_each_pair("partial_ord_agrees_with_eq", law, body);
    }

    fn transitive(&mut self) {
        let below = |a: &str, b: &str| Expr::binary(Expr::text(a), "<=", Expr::text(b));
        let message = format!(
            "{{{}}} is at most {{}}, that at most {{}}, and it is not at most the last",
            self.term
        );
        let premise = Expr::binary(below("left", "right"), "&&", below("right", "third"));
        let law = "`PartialOrd`: what is at most a value is at most all above it.";
        let claim = (premise, below("left", "third"));
        self.for_each_triple("partial_ord_is_transitive", law, claim, &message);
    }

    /// A test that goes through all triples of values, `left`, `right` and `third`. The
    /// message is about all of them.
    pub fn for_each_triple(
        &mut self,
        name: &str,
        law: &str,
        (premise, conclusion): (Expr, Expr),
        message: &str,
    ) {
        let arguments = vec![
            conclusion,
            Expr::text(format!("{message:?}")),
            Expr::text("other.term"),
            Expr::text("last.term"),
        ];
        let third = Expr::Call(Box::new(Expr::text("(last.make)")), Vec::new());
        let inner = vec![
            Stmt::Let { pattern: "third".to_owned(), value: third },
            Stmt::If {
                condition: premise,
                then: vec![Stmt::Expr(Expr::Macro("assert", arguments))],
            },
        ];
        let over = Expr::call("samples", Vec::new());
        let body = vec![Stmt::For { pattern: "last".to_owned(), over, body: inner }];
        self.for_each_pair(name, law, body);
    }

    /// A test that goes through all pairs of values, `left` and `right`.
    pub fn for_each_pair(&mut self, name: &str, law: &str, body: Vec<Stmt>) {
        let other = Expr::Call(Box::new(Expr::text("(other.make)")), Vec::new());
        let pair = Expr::Tuple(vec![Expr::call(&self.make, Vec::new()), other]);
        let mut inner = vec![Stmt::Let { pattern: "(left, right)".to_owned(), value: pair }];
        inner.extend(body);
        let over = Expr::call("samples", Vec::new());
        let pairs = vec![Stmt::For { pattern: "other".to_owned(), over, body: inner }];
        self.for_each(name, law, BTreeSet::new(), pairs);
    }

    /// A message about two terms, in the place of its braces.
    pub fn message(&self, text: &str) -> Vec<Expr> {
        let text = text.replacen("{}", &format!("{{{}}}", self.term), 1);
        vec![Expr::text(format!("{text:?}")), Expr::text("other.term")]
    }
}

/// `Ord::cmp(&left, &right)`
fn called(function: &str, left: &str, right: &str) -> Expr {
    let borrowed = |side: &str| Expr::text(format!("&{side}"));
    Expr::call(function, vec![borrowed(left), borrowed(right)])
}

pub fn assert_eq(left: Expr, right: Expr, message: &[Expr]) -> Stmt {
    let mut arguments = vec![left, right];
    arguments.extend_from_slice(message);
    Stmt::Expr(Expr::Macro("assert_eq", arguments))
}
