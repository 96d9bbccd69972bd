//! Tests that go through all small values: one for each axiom and domain condition, and for the
//! observers and the equality of each type.

use super::axiom::Tester;
use super::context::Comparison;
use super::sequence::{Lowering, SMALL, place, run};
use super::test::RustTest;
use crate::arena::Id;
use crate::goal::{GoalFamily, Property, snake_case};
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

    /// One test for each axiom, and for the observers and the equality of each sort: an axiom says
    /// when values are equal, but hardly ever when they differ.
    pub(super) fn exhaustive_tests(
        &self,
        sorts: &[SortId],
        testers: &[(&Property, &Tester)],
        steps: usize,
    ) -> Vec<RustTest> {
        let mut names = self.names.child();
        let usable = testers.iter().filter(|(property, _)| self.is_usable(property));
        let subject = || {
            let small = Expr::call(SMALL, Vec::new());
            Expr::call("subject", Vec::new()).method("with_algebras", vec![small]).reference()
        };
        let extent = match steps {
            0 => "all small values".to_owned(),
            steps => format!("all values of up to {steps} steps"),
        };
        let mut test = |name: String, claim: String, function: &str, what: Expr| {
            let name = names.fresh(&name);
            let call = run(function).called(vec![subject(), what, place(steps)]);
            let doc = format!("{claim} on {extent}");
            RustTest::new(GoalFamily::Sequences, name, &doc, vec![Stmt::Expr(call)])
        };
        let mut tests = Vec::new();
        for (_, tester) in usable {
            let axiom = tester.function.name.as_str();
            let name = format!("all_of_{axiom}");
            tests.push(test(name, format!("`{axiom}`"), "exhaust", Expr::text(axiom)));
        }
        for sort in sorts {
            let sort_name = &self.cx.theory.sorts[*sort].name;
            let of = snake_case(sort_name);
            let mut claim = |name: String, doc: String, variant| {
                let claim = Expr::path(["run", "Claim", variant]);
                let claim = claim.called(vec![place(sort.index())]);
                tests.push(test(name, doc, "exhaust_claim", claim));
            };
            let doc = format!("Every observer of `{sort_name}`");
            claim(format!("all_observations_of_{of}"), doc, "Observations");
            if self.cx.equality(*sort) != Comparison::Observers {
                let doc = format!("`==` of `{sort_name}`");
                claim(format!("all_equalities_of_{of}"), doc, "Equality");
            }
        }
        tests
    }
}
