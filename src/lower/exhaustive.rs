//! Tests that go through all small values: one for each axiom and domain condition.

use super::axiom::Tester;
use super::sequence::{Lowering, SMALL, place, run};
use super::test::RustTest;
use crate::goal::{GoalFamily, Property};
use crate::rust::{Expr, Fragment, Stmt};
use crate::theory::SortId;

impl Lowering<'_> {
    /// `run::sound(…, TreeSet::rep_ok as fn(&SortedSet) -> bool, "TreeSet::rep_ok")`, where the
    /// mapping names a check of the representation.
    pub(super) fn checked(&self, made: Expr, sort: SortId) -> Expr {
        let Some(check) = self.cx.rep_ok(sort) else { return made };
        let path = self.cx.instantiate(check).to_string();
        let own = self.cx.names.sort(sort);
        // The value is erased, so the function has to say which type it checks.
        let function = Fragment::new(format!("{path} as fn(&{own}) -> bool"));
        let name = Expr::text(check.to_string());
        run("sound").called(vec![made, Expr::Written(function), name])
    }

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
