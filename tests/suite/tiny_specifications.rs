//! Thousands of tiny specifications: every verdict of the search, against all models of one
//! size. For some of them also what running the axioms decides, and every lint that claims
//! something of all models.
//!
//! `SPECGEN_SPECIFICATIONS=50000 SPECGEN_SEED=7 cargo test --test suite tiny_specifications`
//! tries more, and others.

use specgen::audit::audit;
use specgen::diagnostic::Code;
use specgen::goal::{GoalOptions, goals};
use specgen::model::{Cell, Mode, Model, check_model};
use specgen::search::{Options, Verdict};
use specgen::theory::{NoFolders, SortKind, Theory, Workspace};
use specgen::trial::contradiction;

use crate::random_specifications::{compare_execution, is_covered, scope, searched};
use crate::{brute_force, example};

/// Specifications in a test run.
const SPECIFICATIONS: u64 = 2_000;

/// One in so many is also decided by running its axioms, and checked by all lints. That takes
/// more time than a search of one size, so it is done for the first ones only.
const RUN: u64 = 100;

/// Larger searches are left out, so that no specification takes long.
const FEW_CLAUSES: u64 = 2_000;

/// Pseudo-random choices (splitmix64).
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A formula over these atoms.
    fn axiom(&mut self, atoms: &[&str]) -> String {
        let mut literal = || match self.below(3) {
            0 => format!("not ({})", self.one(atoms)),
            _ => format!("({})", self.one(atoms)),
        };
        let [first, second, third] = [literal(), literal(), literal()];
        match self.below(6) {
            0 | 1 => first,
            2 => format!("{first} if {second}"),
            3 => format!("{first} iff {second}"),
            4 => format!("{first} or {second}"),
            _ => format!("{first} if ({second} and {third})"),
        }
    }
}

/// A text, and the sizes of its sorts.
type Tiny = (String, &'static [(&'static str, u32)]);

/// A chain with constructors that may commute, one of them partial.
fn chain(choices: &mut Choices) -> Tiny {
    let domain = choices.one(&["p(S)", "not p(S)", "S != a()", "p(a())", "p(g(S))"]);
    let atoms = [
        "p(S)",
        "p(a())",
        "p(f(S))",
        "p(g(S))",
        "S = T",
        "f(g(S)) = g(f(S))",
        "g(g(S)) = S",
        "f(S) = a()",
        "f(f(S)) = f(S)",
        "g(S) = T",
    ];
    let [first, second] = [choices.axiom(&atoms), choices.axiom(&atoms)];
    let text = format!(
        "specification Chain
           sorts Chain
           constructors a: --> Chain; f: Chain -->? Chain; g: Chain --> Chain;
           observers p: Chain;
           domains S: Chain; f(S) if {domain};
           axioms S, T: Chain; [first] {first}; [second] {second};
         end specification"
    );
    (text, &[("Chain", 2)])
}

/// Pairs of a parameter's elements and a constructed sort, with a partial observer.
fn sack(choices: &mut Choices) -> Tiny {
    let domain = choices.one(&["S != e()", "q(S, X)", "not q(S, X)", "r(X)"]);
    let atoms = [
        "q(S, X)",
        "q(e(), X)",
        "q(put(S, X), Y)",
        "r(X) and q(S, X)",
        "X = Y or q(S, Y)",
        "put(S, X) = S",
        "put(put(S, X), Y) = put(put(S, Y), X)",
        "pick(S, X) = Y",
        "pick(put(S, X), X) = X",
        "S = e()",
    ];
    let [first, second] = [choices.axiom(&atoms), choices.axiom(&atoms)];
    let text = format!(
        "specification Item sorts Item observers r: Item; end specification
         specification Sack[Item]
           sorts Sack[Item]
           constructors e: --> Sack[Item]; put: Sack[Item] Item --> Sack[Item];
           observers q: Sack[Item] Item; pick: Sack[Item] Item -->? Item;
           domains S: Sack[Item]; X: Item; pick(S, X) if {domain};
           axioms S: Sack[Item]; X, Y: Item; [first] {first}; [second] {second};
         end specification"
    );
    let sizes: [&[(&str, u32)]; 2] = [&[("Sack", 2), ("Item", 1)], &[("Sack", 1), ("Item", 2)]];
    (text, choices.one(&sizes))
}

/// Counted values.
fn meter(choices: &mut Choices) -> Tiny {
    let domain = choices.one(&["n(S) < 1", "n(S) = 0", "p(S)", "n(S) + 1 <= n(a())"]);
    let atoms = [
        "n(S) = 0",
        "n(a()) = 0",
        "n(S) <= n(T)",
        "n(t(S)) = n(S) + 1",
        "n(t(S)) = N",
        "n(S) > N",
        "p(S)",
        "p(t(S))",
        "t(S) = S",
        "S = T",
    ];
    let [first, second] = [choices.axiom(&atoms), choices.axiom(&atoms)];
    let text = format!(
        "specification Meter
           sorts Meter
           constructors a: --> Meter; t: Meter -->? Meter;
           observers n: Meter --> int; p: Meter;
           domains S: Meter; t(S) if {domain};
           axioms S, T: Meter; N: int; [first] {first}; [second] {second};
         end specification"
    );
    (text, &[("Meter", 2), ("int", 2)])
}

/// Values that are built from values of another constructed sort.
fn shelf(choices: &mut Choices) -> Tiny {
    let domain = choices.one(&["S != bare()", "p(S)", "q(S, E)", "E = jar()"]);
    let atoms = [
        "p(S)",
        "p(stow(S, E))",
        "q(S, E)",
        "q(stow(S, E), F)",
        "q(bare(), fill(E))",
        "stow(S, E) = S",
        "stow(stow(S, E), F) = stow(stow(S, F), E)",
        "fill(fill(E)) = E and p(S)",
        "S = bare() or E = F",
        "stow(S, fill(E)) = stow(S, E)",
    ];
    let [first, second] = [choices.axiom(&atoms), choices.axiom(&atoms)];
    let text = format!(
        "specification Jar
           sorts Jar
           constructors jar: --> Jar; fill: Jar --> Jar;
         end specification
         specification Shelf
           sorts Shelf
           constructors bare: --> Shelf; stow: Shelf Jar -->? Shelf;
           observers p: Shelf; q: Shelf Jar;
           domains S: Shelf; E: Jar; stow(S, E) if {domain};
           axioms S: Shelf; E, F: Jar; [first] {first}; [second] {second};
         end specification"
    );
    let sizes: [&[(&str, u32)]; 2] = [&[("Shelf", 2), ("Jar", 1)], &[("Shelf", 1), ("Jar", 2)]];
    (text, choices.one(&sizes))
}

fn compare((text, sizes): &Tiny, is_run: bool) {
    let theory = example::theory(text);
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let models = brute_force::models(&theory, sizes);
    let lasting: Vec<Model> =
        models.iter().filter(|model| outlasts_range(&theory, model)).cloned().collect();
    for (goal, outcome) in goals.iter().zip(searched(&theory, &goals, &scope(sizes))) {
        let expected = is_covered(&theory, &models, goal);
        let agrees = match (&outcome.verdict, outcome.mode) {
            (Verdict::Covered(_), Mode::Closed) => expected,
            // Fragments are for theories without a closed model.
            (Verdict::Covered(_), _) => models.is_empty(),
            (Verdict::NotFound, _) => !expected,
            (Verdict::Impossible(_), _) => !is_covered(&theory, &lasting, goal),
            (Verdict::GaveUp(_), _) => false,
        };
        let verdict = &outcome.verdict;
        assert!(agrees, "{} is {verdict:?} at {sizes:?}, in\n{text}", goal.id());
    }
    if is_run {
        let options = Options { clause_limit: FEW_CLAUSES, ..Options::default() };
        if let Err(wrong) = compare_execution(&theory, &goals, &options, &lasting) {
            panic!("{wrong}, in\n{text}");
        }
        compare_lints(text, &options, &lasting);
    }
}

/// What a lint claims of all models holds in each of these.
fn compare_lints(text: &str, options: &Options, models: &[Model]) {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", text).expect("it is well-formed");
    let subject = loaded.default_subject().expect("it is no parameter");
    let theory = loaded.theory.restricted_to(subject);
    let wanted = |code| code != Code::ImpliedAxiom;
    let found = audit(&theory, &workspace.sources, &wanted, options, &mut |_| {});
    let mut found = found.expect("the search is sound");
    found.extend(contradiction(&theory, &workspace.sources));
    for one in found {
        let claim = one.message.as_str();
        let is_wrong = if let Some(sort) = claim.strip_prefix("all elements of `") {
            let named =
                |(_, sort_of): &(_, &specgen::theory::Sort)| sort.starts_with(&sort_of.name);
            let (sort, _) = theory.sorts.iter().find(named).expect("a sort");
            models.iter().any(|model| model.size(sort) > 1)
        } else {
            // A search that ends is no claim, and says so.
            !claim.contains("within the limits") && !models.is_empty()
        };
        assert!(!is_wrong, "{claim}, in\n{text}");
    }
}

/// Whether a model is still one if its numbers are a part of more numbers. A refutation holds
/// for all integers: no model of a range contradicts it if the next number breaks an axiom.
fn outlasts_range(theory: &Theory, model: &Model) -> bool {
    let Some((int, _)) = theory.sorts.iter().find(|(_, sort)| sort.kind == SortKind::Int) else {
        return true;
    };
    let mut wider = model.clone();
    wider.carriers[int].low -= 1;
    wider.carriers[int].size += 2;
    for op in theory.ops.ids() {
        assert!(!theory.ops[op].arguments.contains(&int), "tables by numbers would grow");
        if theory.ops[op].result == Some(int) {
            for cell in &mut wider.tables[op].cells {
                if let Cell::Element(number) = cell {
                    *number += 1;
                }
            }
        }
    }
    check_model(theory, &wider).is_ok()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

#[test]
fn verdicts_of_tiny_specifications_agree_with_all_models() {
    let seed = number("SPECGEN_SEED").unwrap_or(1) << 32;
    let count = number("SPECGEN_SPECIFICATIONS").unwrap_or(SPECIFICATIONS);
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for case in (thread..count).step_by(threads as usize) {
                    let mut choices = Choices(seed + case);
                    let family = choices.one(&[chain, sack, meter, shelf]);
                    compare(&family(&mut choices), case < SPECIFICATIONS && case % RUN == 0);
                }
            });
        }
    });
}
