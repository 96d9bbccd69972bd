//! Tests that go through all small values: one for each axiom and domain condition.

use super::axiom::Tester;
use super::sequence::{Lowering, place, run};
use super::test::RustTest;
use crate::goal::{GoalFamily, Property};
use crate::model::ParameterTables;
use crate::rust::{Expr, Stmt};

/// How far exhaustive tests go.
#[derive(Clone, Copy, Debug)]
pub struct Exhaustive<'a> {
    /// The most steps of a value; 0 where the runtime's limit of calls decides.
    pub steps: usize,
    pub algebras: &'a [ParameterTables],
}

/// The function that makes all small algebras of the parameters.
pub(super) const SMALL: &str = "small_algebras";

impl Lowering<'_> {
    pub(super) fn exhaustive_tests(
        &self,
        testers: &[(&Property, &Tester)],
        steps: usize,
    ) -> Vec<RustTest> {
        let mut names = self.names.child();
        let usable = testers.iter().filter(|(property, _)| self.is_usable(property));
        let test = |(_, tester): &(&Property, &Tester)| {
            let axiom = &tester.function.name;
            let name = names.fresh(&format!("all_of_{axiom}"));
            let small = Expr::call(SMALL, Vec::new());
            let subject = Expr::call("subject", Vec::new()).method("with_algebras", vec![small]);
            let arguments = vec![subject.reference(), Expr::text(axiom.as_str()), place(steps)];
            let doc = match steps {
                0 => format!("`{axiom}` on all small values"),
                steps => format!("`{axiom}` on all values of up to {steps} steps"),
            };
            let call = run("exhaust").called(arguments);
            RustTest::new(GoalFamily::Sequences, name, &doc, vec![Stmt::Expr(call)])
        };
        usable.map(test).collect()
    }
}
