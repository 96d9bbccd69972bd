//! What the traits promise that a mapping names, and that equality is an equivalence.

use super::apply::{self, Application};
use super::subject::{Laws, law_call};
use crate::goal::{GoalFamily, snake_case};
use crate::lower::context::Comparison;
use crate::lower::mock::is_lawful;
use crate::lower::observe::is_observable;
use crate::lower::test::equality_function;
use crate::model::GroundTerm;
use crate::rust::{Expr, Pattern, Stmt};
use crate::theory::OpId;

impl Laws<'_> {
    pub fn equality(&mut self) {
        if self.cx.equality(self.sort()) == Comparison::Observers {
            return;
        }
        let equal = equality_function(self.cx, self.sort(), &self.ground.names);
        let different = self.different();
        let reflexive = ("equality_is_reflexive", vec![self.samples(), equal.clone()]);
        let symmetric = ("equality_is_symmetric", vec![self.samples(), equal.clone(), different]);
        let transitive = ("equality_is_transitive", vec![self.samples(), equal]);
        let laws = [
            (reflexive, "Equality: a value equals another one that was built the same way."),
            (
                symmetric,
                "Equality: the order of the operands does not matter, and `!=` is the opposite.",
            ),
            (transitive, "Equality: if a equals b and b equals c, a equals c."),
        ];
        for ((name, arguments), doc) in laws {
            let call = vec![Stmt::Expr(law_call(name, arguments))];
            self.test(GoalFamily::Equality, name, doc, call);
        }
    }

    /// `|a, b| a != b`
    fn different(&self) -> Expr {
        let mut names = self.ground.names.child();
        let sides = ["a", "b"].map(|name| names.fresh(name));
        let [left, right] = sides.each_ref().map(Expr::name);
        let different = match self.cx.equality(self.sort()) {
            Comparison::Function(path) => {
                Expr::Written(self.cx.instantiate(path)).called(vec![left, right]).negated()
            }
            _ => Expr::binary(left, "!=", right),
        };
        different.closure(sides.iter().map(Pattern::from).collect())
    }

    /// What the traits that the mapping names promise.
    pub fn traits(&mut self) {
        let observable = is_observable(self.cx, self.sort());
        if observable && self.subject.has("Clone") {
            let arguments = vec![self.samples(), self.alike()];
            self.law("clone_is_equal", "`Clone`: a clone equals its origin.", arguments.clone());
            let doc = "`Clone`: `clone_from` makes any value equal to its origin.";
            self.law("clone_from_is_clone", doc, arguments);
            self.clones_are_independent();
        }
        if observable {
            self.receivers_are_unchanged();
            self.default();
            self.iterators();
        }
        if self.subject.has("Debug") {
            let doc = "`Debug`: every value can be shown.";
            self.law("debug_does_not_panic", doc, vec![self.samples()]);
        }
        if self.subject.has("Hash") {
            let doc = "`Hash`: equal values have equal hashes.";
            self.law("hash_agrees_with_eq", doc, vec![self.samples()]);
        }
        if is_lawful(self.cx, &self.sample.parameters) {
            self.orders();
        }
    }

    fn orders(&mut self) {
        let total = self.subject.has("Ord");
        if total {
            let doc = "`Ord`: agrees with `==` and with `PartialOrd`.";
            self.law("ord_agrees_with_eq", doc, vec![self.samples()]);
        }
        if total || self.subject.has("PartialOrd") {
            let doc = "`PartialOrd`: agrees with `==` and with its operators.";
            self.law("partial_ord_agrees_with_eq", doc, vec![self.samples()]);
            let doc = "`PartialOrd`: if a is at most b and b is at most c, a is at most c.";
            self.law("partial_ord_is_transitive", doc, vec![self.samples()]);
        }
    }

    fn default(&mut self) {
        let Some(creator) = self.subject.trait_operations.default else { return };
        let Some(alike) = self.alike_where_determined() else { return };
        let name = self.cx.theory.ops[creator].name.clone();
        let made = self.ground.value(&GroundTerm::Apply(creator, Vec::new()), false);
        let arguments = vec![Expr::text(&name), made.factory(), alike];
        let body = vec![Stmt::Expr(law_call("default_is", arguments))];
        let doc = format!("`Default`: the default is `{name}()`.");
        self.test(GoalFamily::Laws, &format!("default_is_{}", snake_case(&name)), &doc, body);
    }

    /// One test for each operation that makes a value out of another.
    fn clones_are_independent(&mut self) {
        for op in self.operations() {
            if self.cx.theory.ops[op].result != Some(self.sort()) {
                continue;
            }
            let Some(application) = Application::of(self, op) else { continue };
            let name = self.cx.theory.ops[op].name.clone();
            let arguments =
                vec![Expr::text(&name), self.samples(), application.consuming(self), self.alike()];
            let call = law_call("clone_is_independent", arguments);
            let body = application.for_all(self, vec![Stmt::Expr(call)]);
            let test = format!("clone_is_independent_of_{}", snake_case(&name));
            let doc = format!("`Clone`: `{name}` on a clone leaves the origin, and the reverse.");
            self.test(GoalFamily::Laws, &test, &doc, body);
        }
    }

    /// One test for each operation that makes a value out of a borrowed one, and one for all
    /// others that only look.
    fn receivers_are_unchanged(&mut self) {
        let mut looks = Vec::new();
        for op in self.operations() {
            let Some(application) = Application::borrowing(self, op) else { continue };
            let operation = &self.cx.theory.ops[op];
            if operation.result != Some(self.sort()) {
                let look = application.look(self);
                looks.extend(application.for_all(self, vec![look]));
                continue;
            }
            let name = operation.name.clone();
            let arguments =
                vec![Expr::text(&name), self.samples(), application.looking(self), self.alike()];
            let call = law_call("receiver_is_unchanged", arguments);
            let body = application.for_all(self, vec![Stmt::Expr(call)]);
            let doc = format!("`{name}` takes a reference and leaves the value as it is.");
            let test = format!("{}_keeps_its_receiver", snake_case(&name));
            self.test(GoalFamily::Laws, &test, &doc, body);
        }
        if !looks.is_empty() {
            let look = Expr::Block(looks).closure(vec![apply::value_name(self).into()]);
            let arguments = vec![Expr::text("an observer"), self.samples(), look, self.alike()];
            let call = law_call("receiver_is_unchanged", arguments);
            let doc = "Observers leave the value as it is.";
            let body = vec![Stmt::Expr(call)];
            self.test(GoalFamily::Laws, "observers_change_nothing", doc, body);
        }
    }

    /// The operations that take a value of the sort.
    fn operations(&self) -> Vec<OpId> {
        let ops = self.cx.theory.ops.iter();
        let taking = ops.filter(|(_, op)| op.arguments.contains(&self.sort()));
        let taking = taking.map(|(id, _)| id);
        taking.filter(|op| self.cx.refinement.functions.contains_key(op)).collect()
    }
}
