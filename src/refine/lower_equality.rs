//! Equality is an equivalence: tried on values, whatever traits the mapping names.

use super::code::{Expr, Stmt};
use super::lower_compare::assert_eq;
use super::lower_law::Laws;
use super::lower_same::{compared, has_operator};
use crate::goal::GoalFamily;

impl Laws<'_> {
    /// For a type that is compared by its own equality.
    pub fn equality(&mut self) {
        if !self.ground.target.names.alike.contains_key(&self.sample.sort) {
            return;
        }
        let before = self.tests.len();
        self.reflexive();
        self.symmetric();
        self.transitive_equality();
        self.tests[before..].iter_mut().for_each(|test| test.family = GoalFamily::Equality);
    }

    fn equal(&self, left: &str, right: &str) -> Expr {
        let sides = [left, right].map(Expr::text);
        compared(self.ground.target, self.sample.sort, sides)
    }

    fn reflexive(&mut self) {
        let (value, same) = (self.local("value"), self.local("same"));
        let made = || Expr::call(&self.make, Vec::new());
        let message = format!("{{{}}} is not equal to a value that is built like it", self.term);
        let message = Expr::text(format!("{message:?}"));
        let body = vec![
            Stmt::Let { pattern: value.clone(), value: made() },
            Stmt::Let { pattern: same.clone(), value: made() },
            Stmt::Expr(Expr::Macro("assert", vec![self.equal(&value, &same), message])),
        ];
        let law = "Equality: values that are built alike are equal.";
        self.for_each("equality_is_reflexive", law, Default::default(), body);
    }

    fn symmetric(&mut self) {
        let mut body = vec![assert_eq(
            self.equal("left", "right"),
            self.equal("right", "left"),
            &self.message("equality depends on which of {} and {} is first"),
        )];
        if has_operator(self.ground.target, self.sample.sort) {
            let different = Expr::binary(Expr::text("left"), "!=", Expr::text("right"));
            let mut arguments = vec![self.equal("left", "right"), different];
            arguments.extend(self.message("`==` and `!=` agree on {} and {}"));
            body.push(Stmt::Expr(Expr::Macro("assert_ne", arguments)));
        }
        let law = "Equality: the same in both directions, and the opposite of `!=`.";
        self.for_each_pair("equality_is_symmetric", law, body);
    }

    fn transitive_equality(&mut self) {
        let message = format!(
            "{{{}}} is equal to {{}}, that to {{}}, and it is not equal to the last",
            self.term
        );
        let conclusion = self.equal("left", "third");
        let premise = Expr::binary(self.equal("left", "right"), "&&", self.equal("right", "third"));
        let law = "Equality: what is equal to a value is equal to all that are.";
        self.for_each_triple("equality_is_transitive", law, (premise, conclusion), &message);
    }
}
