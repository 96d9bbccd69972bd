//! Exported models are well-formed: names resolve, arities fit, commands have a
//! scope for every signature. And they are what they were.

use std::collections::BTreeMap;

use specgen::export::{Export, alloy};
use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::Mode;
use specgen::search::{Options, ScopeLimits, mode};
use specgen::theory::Theory;

use crate::alloy_syntax::{Declaration, Module, Node, Signature, parse};
use crate::example;

pub struct Exported {
    pub theory: Theory,
    pub goals: Vec<Goal>,
    pub mode: Mode,
    pub text: String,
}

/// All that ship, in order.
pub fn shipped_names() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let entries = std::fs::read_dir(folder).expect("specs/ can be listed");
    let names = entries.map(|entry| entry.expect("specs/ can be listed").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".spec")).collect();
    names.sort();
    names
}

pub fn export(theory: Theory, aliasing: bool, wanted: Option<Mode>, scope: &str) -> Exported {
    let options = GoalOptions { aliasing, ..GoalOptions::default() };
    let goals = goals(&theory, options).expect("few goals");
    let scope = ScopeLimits::parse(scope, &theory).expect("the scope is well-formed");
    let searched = Options { scope: scope.clone(), ..Options::default() };
    let mode = wanted.unwrap_or_else(|| mode(&theory, &goals, &searched, &mut |_| {}));
    let carriers = scope.at_once(&theory, mode);
    let export =
        Export { theory: &theory, goals: &goals, carriers: &carriers, mode, header: Vec::new() };
    let text = alloy(&export).expect("it can be exported");
    Exported { theory, goals, mode, text }
}

/// How many columns each name has, and which predicates there are.
struct Checker {
    arities: BTreeMap<String, usize>,
    predicates: BTreeMap<String, usize>,
}

impl Checker {
    fn new(module: &Module) -> Self {
        let builtin = [("none", 1), ("Int", 1), ("BOOLEAN/True", 1), ("BOOLEAN/Bool", 1)];
        let mut arities: BTreeMap<String, usize> =
            builtin.iter().map(|(name, arity)| ((*name).to_owned(), *arity)).collect();
        let mut add = |name: &str, arity| {
            assert!(arities.insert(name.to_owned(), arity).is_none(), "`{name}` is there twice");
        };
        for Signature { name, fields, .. } in &module.signatures {
            add(name, 1);
            fields.iter().for_each(|field| add(&field.name, field.columns.len() + 2));
        }
        let predicates = module.predicates.iter().map(|(name, parameters, _)| {
            (name.clone(), parameters.iter().map(|group| group.names.len()).sum())
        });
        Self { arities, predicates: predicates.collect() }
    }

    fn declared(&self, declarations: &[Declaration]) -> Checker {
        let mut inner =
            Checker { arities: self.arities.clone(), predicates: self.predicates.clone() };
        for Declaration { names, bound } in declarations {
            assert_eq!(inner.arity(bound), 1, "a variable stands for one element");
            for name in names {
                assert!(
                    inner.arities.insert(name.clone(), 1).is_none(),
                    "`{name}` hides something"
                );
            }
        }
        inner
    }

    /// The number of columns of an expression.
    fn arity(&self, node: &Node) -> usize {
        match node {
            Node::Number(_) => 1,
            Node::Name(name) => {
                *self.arities.get(name).unwrap_or_else(|| panic!("there is no `{name}`"))
            }
            Node::Join(left, right) => self.joined(self.arity(left), self.arity(right)),
            Node::Box(callee, arguments) => match &**callee {
                Node::Name(name) if name.starts_with("INTEGER/") => {
                    let names = ["INTEGER/plus", "INTEGER/minus", "INTEGER/mul"];
                    assert!(names.contains(&name.as_str()) && arguments.len() == 2, "{name}");
                    assert!(arguments.iter().all(|argument| self.arity(argument) == 1));
                    1
                }
                callee => {
                    let arguments = arguments.iter().map(|argument| self.arity(argument));
                    arguments.fold(self.arity(callee), |callee, one| self.joined(one, callee))
                }
            },
            Node::Union(left, right) => {
                let arity = self.arity(left);
                assert_eq!(arity, self.arity(right));
                arity
            }
            Node::Closure(_, inner) => {
                assert_eq!(self.arity(inner), 2);
                2
            }
            Node::Comprehension(declarations, body) => {
                let inner = self.declared(declarations);
                body.iter().for_each(|body| inner.formula(body));
                declarations.iter().map(|group| group.names.len()).sum()
            }
            Node::Implies(premise, first, Some(second)) => {
                self.formula(premise);
                let arity = self.arity(first);
                assert_eq!(arity, self.arity(second));
                arity
            }
            formula => panic!("{formula:?} is no expression"),
        }
    }

    fn joined(&self, left: usize, right: usize) -> usize {
        assert!(left + right > 2, "a join of two sets");
        left + right - 2
    }

    fn formula(&self, node: &Node) {
        match node {
            Node::Compare(_, left, right) => assert_eq!(self.arity(left), self.arity(right)),
            Node::Multiplicity(_, inner) => assert!(self.arity(inner) > 0),
            Node::Not(inner) => self.formula(inner),
            Node::And(left, right) | Node::Or(left, right) | Node::Iff(left, right) => {
                [left, right].into_iter().for_each(|side| self.formula(side));
            }
            Node::Implies(premise, conclusion, otherwise) => {
                [premise, conclusion].into_iter().for_each(|side| self.formula(side));
                otherwise.iter().for_each(|side| self.formula(side));
            }
            Node::Quantified(_, declarations, body) => self.declared(declarations).formula(body),
            Node::Box(callee, arguments) => {
                let Node::Name(name) = &**callee else { panic!("{callee:?} is no predicate") };
                assert_eq!(self.predicates.get(name), Some(&arguments.len()), "{name}");
                assert!(arguments.iter().all(|argument| self.arity(argument) == 1));
            }
            expression => panic!("{expression:?} is no formula"),
        }
    }
}

/// Everything that can be wrong with a model without running it.
pub fn check(text: &str, goals: &[Goal]) -> Module {
    let module = parse(text);
    let checker = Checker::new(&module);
    for signature in &module.signatures {
        let columns = signature.fields.iter().flat_map(|field| &field.columns);
        let results = signature.fields.iter().map(|field| &field.result);
        for name in columns.chain(results).chain(&signature.parent) {
            assert_eq!(checker.arities.get(name), Some(&1), "there is no signature `{name}`");
        }
    }
    module.facts.iter().for_each(|(_, body)| checker.formula(body));
    for (_, parameters, body) in &module.predicates {
        checker.declared(parameters).formula(body);
    }
    let mut titles: Vec<&String> = module.facts.iter().map(|(name, _)| name).collect();
    titles.extend(module.commands.iter().map(|command| &command.name));
    titles.extend(checker.arities.keys());
    let count = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count, "two things have one name");
    check_commands(&module, &checker, goals);
    module
}

/// A command for each goal, with a scope for each signature that needs one.
fn check_commands(module: &Module, checker: &Checker, goals: &[Goal]) {
    let ids: Vec<String> = goals.iter().map(|goal| goal.id()).collect();
    let commands: Vec<_> = module.commands.iter().map(|command| command.goal.clone()).collect();
    assert_eq!(ids, commands);
    let is_scoped = |signature: &&Signature| {
        !["one", "abstract"].contains(&signature.kind.as_str())
            && signature.parent.as_deref() != Some("Int")
    };
    let mut scoped: Vec<&str> =
        module.signatures.iter().filter(is_scoped).map(|it| it.name.as_str()).collect();
    if module.opens.iter().any(|open| open.starts_with("util/integer")) {
        scoped.push("Int");
    }
    scoped.sort_unstable();
    for command in &module.commands {
        checker.formula(&command.body);
        let mut scopes: Vec<&str> = command.scopes.iter().map(|(_, _, it)| it.as_str()).collect();
        scopes.sort_unstable();
        assert_eq!(scopes, scoped, "{}", command.name);
    }
}

#[test]
fn shipped_specifications_are_exported_well_formed_and_as_before() {
    for name in shipped_names() {
        let exported = export(example::shipped(&name), false, None, "");
        check(&exported.text, &exported.goals);
        insta::assert_snapshot!(format!("alloy_{}", name.trim_end_matches(".spec")), exported.text);
    }
}

#[test]
fn both_modes_and_aliasing_goals_are_well_formed() {
    for name in shipped_names() {
        for mode in [Mode::Closed, Mode::Fragment] {
            let aliasing = !name.starts_with("one_of_set");
            let exported = export(example::shipped(&name), aliasing, Some(mode), "");
            check(&exported.text, &exported.goals);
        }
    }
}

/// Names that Alloy or the translation has taken, overloaded operations, variables
/// named like sorts, numbers first, and constructed arguments in any place.
const AWKWARD: &str = "
specification some_
  sorts some_
  observers
    add: some_ some_ --> some_;
    sig: some_;
  axioms
    S: some_;
    [unit] add(S, S) = S;
end specification

specification Any[some_]
  sorts Any[some_]
  constructors
    start: --> Any[some_];
    from: int some_ --> Any[some_];
    node: some_ Any[some_] Any[some_] --> Any[some_];
    twice: Any[some_] --> Any[some_];
  observers
    sig: Any[some_];
    sig: Any[some_] int;
    size: Any[some_] --> int;
    half: Any[some_] -->? Any[some_];
  others
    double: int --> int;
  domains
    this: Any[some_];
    half(this) if sig(this) and size(this) + size(this) > 2;
  axioms
    sig, N: int; E: some_; this, next: Any[some_];
    [no_sig]  not sig(start());
    [fact]    sig(next, N) iff size(next) > N * N;
    [halved]  half(twice(this)) = this if sig(this);
    [halves]  size(half(next)) + 1 <= size(next) if sig(next);
    [doubled] double(N) = N + N;
    [node_]   size(node(E, this, next)) = size(this) + size(next);
    [set]     sig(half(next), N + 1) if sig(half(next), N) and E = add(E, E);
    [sized]   size(from(sig, E)) = 0;
end specification
";

#[test]
fn awkward_names_and_profiles_are_exported() {
    for mode in [Mode::Closed, Mode::Fragment] {
        let exported = export(example::theory(AWKWARD), true, Some(mode), "int=-1..1");
        check(&exported.text, &exported.goals);
        let name = if mode == Mode::Closed { "alloy_awkward_closed" } else { "alloy_awkward" };
        insta::assert_snapshot!(name, exported.text);
    }
}
