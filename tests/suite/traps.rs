//! What is easily got wrong about the meaning of a specification, as the search
//! sees it. The axioms that ask are true in any case, so each of their minterms
//! is a question of its own; `tests/suite/evaluator.rs` holds the evaluator to
//! the same rules.

use specgen::goal::{Goal, GoalOptions, Literal, Property, goals};
use specgen::model::{Cell, Mode};
use specgen::search::{Options, Outcome, ScopeLimits, Verdict, search};
use specgen::theory::{Formula, Statement, Theory};

use crate::example;

/// The minterms of an axiom with their outcomes.
fn asked(theory: &Theory, title: &str, scope: &str) -> Vec<(Goal, Outcome)> {
    let mut goals = goals(theory, GoalOptions::default()).expect("few goals");
    let (axiom, _) = theory
        .body_axioms()
        .find(|(_, axiom)| axiom.title() == title)
        .unwrap_or_else(|| panic!("no axiom {title}"));
    goals.retain(|goal| goal.property == Property::Stated(Statement::Axiom(axiom)));
    let outcomes = searched(theory, &goals, scope);
    goals.into_iter().zip(outcomes).collect()
}

fn searched(theory: &Theory, goals: &[Goal], scope: &str) -> Vec<Outcome> {
    let scope = ScopeLimits::parse(scope, theory).expect("the scope is well-formed");
    let options = Options { scope, ..Options::default() };
    search(theory, goals, &options, &mut |_| {}).expect("all models pass the evaluator")
}

/// The truth values of the atoms, in order (`t` and `f`), and how the minterm ended.
fn ends(theory: &Theory, title: &str, scope: &str) -> Vec<(String, &'static str)> {
    let truth = |literal: &Literal| if literal.holds { 't' } else { 'f' };
    let end = |(goal, outcome): &(Goal, Outcome)| {
        (goal.literals.iter().map(truth).collect(), word(outcome))
    };
    asked(theory, title, scope).iter().map(end).collect()
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Covered(_) => "covered",
        Verdict::Impossible(_) => "impossible",
        Verdict::NotFound => "not found",
        Verdict::GaveUp(_) => "gave up",
    }
}

fn owned(expected: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    expected.iter().map(|(truth, end)| ((*truth).to_owned(), *end)).collect()
}

/// Boxes of which nothing is known but where their operations are defined.
fn boxes() -> Theory {
    example::theory(
        "specification Box[Element]
           sorts Box[Element]
           constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
           observers
             full: Box[Element];
             known: Box[Element];
             likes: Box[Element] Element;
             get: Box[Element] -->? Element;
             last: Box[Element] -->? Element;
             amount: Box[Element] -->? int;
           domains
             B: Box[Element];
             get(B) if full(B);
             last(B) if known(B);
             amount(B) if full(B);
           axioms
             B: Box[Element];
             [equality]  get(B) = last(B) or get(B) != last(B) or full(B) or known(B);
             [predicate] likes(B, get(B)) or not likes(B, get(B)) or full(B);
             [strict]    put(B, get(B)) = B or put(B, get(B)) != B or full(B);
             [compare]   amount(B) < 1 or amount(B) >= 1 or not amount(B) < 1 or full(B);
         end specification",
    )
}

/// An operation is defined if *and only if* its condition holds, and two terms
/// are equal where both are undefined.
#[test]
fn equality_is_strong_and_domain_conditions_are_exact() {
    let expected = [
        ("ttt", "covered"),
        ("ttf", "impossible"),
        ("tft", "impossible"),
        ("tff", "covered"),
        ("ftt", "covered"),
        ("ftf", "covered"),
        ("fft", "covered"),
        ("fff", "impossible"),
    ];
    assert_eq!(ends(&boxes(), "equality", ""), owned(&expected));
}

#[test]
fn predicates_on_undefined_terms_are_false() {
    let expected = [("tt", "covered"), ("tf", "impossible"), ("ft", "covered"), ("ff", "covered")];
    assert_eq!(ends(&boxes(), "predicate", ""), owned(&expected));
}

#[test]
fn operations_on_undefined_terms_are_undefined() {
    let expected = [("tt", "covered"), ("tf", "impossible"), ("ft", "covered"), ("ff", "covered")];
    assert_eq!(ends(&boxes(), "strict", ""), owned(&expected));
}

/// Where a number is undefined it is neither less than another nor not less.
#[test]
fn comparisons_with_undefined_numbers_are_false() {
    let expected = [
        ("ttt", "impossible"),
        ("ttf", "impossible"),
        ("tft", "covered"),
        ("tff", "impossible"),
        ("ftt", "covered"),
        ("ftf", "impossible"),
        ("fft", "impossible"),
        ("fff", "covered"),
    ];
    assert_eq!(ends(&boxes(), "compare", ""), owned(&expected));
}

/// `not geq(E, largest(S))` is true of the empty set, which has no largest. Who
/// takes it for "there is a largest, and it is greater" covers 17 minterms.
#[test]
fn sorted_set_covers_two_minterms_less_with_the_other_negation() {
    let theory = example::shipped("sorted_set.spec");
    let options = GoalOptions { domains: false, ..GoalOptions::default() };
    let mut goals = goals(&theory, options).expect("few goals");
    let counts = |goals: &[Goal]| {
        let outcomes = searched(&theory, goals, "");
        ["covered", "impossible"].map(|end| outcomes.iter().filter(|one| word(one) == end).count())
    };
    assert_eq!(counts(&goals), [19, 7]);

    let is_empty = example::op(&theory, "isEmpty");
    let geq = example::op(&theory, "geq");
    for goal in &mut goals {
        let denies = |literal: &Literal| match &literal.atom {
            Formula::Predicate(op, _) => *op == geq && !literal.holds,
            _ => false,
        };
        if let Some(literal) = goal.literals.iter().find(|literal| denies(literal)) {
            let largest = literal.atom.sides()[1].subterms()[1].clone();
            let atom = Formula::Predicate(is_empty, vec![largest]);
            goal.literals.push(Literal { atom, holds: false });
        }
    }
    assert_eq!(counts(&goals), [17, 9]);
}

/// The axioms leave it open which element is taken, so both choices are there.
#[test]
fn semantics_are_loose() {
    let theory = example::shipped("one_of_set.spec");
    let chosen = |(goal, outcome): &(Goal, Outcome)| {
        let holds: Vec<bool> = goal.literals.iter().map(|literal| literal.holds).collect();
        // The atoms: E is in, E = F, F is in; before, E was in, F was in.
        holds[1..] != [false, !holds[0], false, false] || word(outcome) == "covered"
    };
    let rows = asked(&theory, "one_is_chosen", "");
    let choices = rows.iter().filter(|(goal, _)| {
        let holds: Vec<bool> = goal.literals.iter().map(|literal| literal.holds).collect();
        holds[1..] == [false, !holds[0], false, false]
    });
    assert_eq!(choices.count(), 2);
    assert!(rows.iter().all(chosen));
}

#[test]
fn parameter_sorts_are_never_empty() {
    let theory = example::theory(
        "specification Nothing
           sorts Thing
           observers odd: Thing;
           axioms T: Thing; [yes] odd(T); [no] not odd(T);
         end specification
         specification Box[Nothing]
           sorts Box
           constructors make: --> Box;
           observers full: Box;
           axioms [made] full(make());
         end specification",
    );
    assert_eq!(ends(&theory, "made", ""), owned(&[("t", "impossible")]));
}

/// A special mixture could only be mixed from special ones, so there is none: an
/// element that is mixed from itself is built by nothing.
#[test]
fn constructions_are_well_founded() {
    let theory = example::theory(
        "specification Mixture
           sorts Mixture
           constructors start: --> Mixture; mix: Mixture Mixture --> Mixture;
           observers special: Mixture;
           axioms
             A, B: Mixture;
             [start] not special(start());
             [mix]   special(mix(A, B)) iff special(A) and special(B);
         end specification",
    );
    let expected =
        [("ttt", "not found"), ("ftf", "not found"), ("fft", "not found"), ("fff", "covered")];
    assert_eq!(ends(&theory, "mix", "Mixture<=5"), owned(&expected));
}

/// In a fragment that ends at `N`, nothing speaks against `q(N)`; but no type has
/// it, since the next step could be neither `p` nor not.
#[test]
fn fragments_that_end_before_the_contradiction_are_refused() {
    let theory = example::theory(
        "specification Steps
           sorts Steps
           constructors zero: --> Steps; next: Steps --> Steps;
           observers isZero: Steps; previous: Steps -->? Steps; p: Steps; q: Steps;
           domains N: Steps; previous(N) if not isZero(N);
           axioms
             N: Steps;
             [zero]     isZero(zero());
             [next]     not isZero(next(N));
             [previous] previous(next(N)) = N;
             [yes]      p(next(N)) if q(N);
             [no]       not p(next(N)) if q(N);
             [ask]      q(N) or not q(N);
         end specification",
    );
    let rows = asked(&theory, "ask", "");
    assert_eq!(rows.iter().map(|(_, one)| word(one)).collect::<Vec<_>>(), ["not found", "covered"]);
    assert_eq!(rows[1].1.mode, Mode::Fragment);
}

/// Numbers that leave the range are not in a model, so that nothing follows from
/// what would come after them.
#[test]
fn no_witness_depends_on_numbers_beyond_the_range() {
    let theory = example::theory(
        "specification Counter
           sorts Counter
           constructors zero: --> Counter; next: Counter --> Counter;
           observers count: Counter --> int;
           axioms
             C: Counter;
             [zero]     count(zero()) = 0;
             [next]     count(next(C)) = count(C) + 1;
             [circle]   next(C) = C or next(C) != C;
             [negative] count(C) < 0 or not count(C) < 0;
             [four]     count(C) = 4 or count(C) != 4;
         end specification",
    );
    for scope in ["", "int=-1..2", "Counter<=12,int=-2..3"] {
        let circle = ends(&theory, "circle", scope);
        assert_eq!(circle, owned(&[("t", "not found"), ("f", "covered")]), "{scope}");
        let negative = ends(&theory, "negative", scope);
        assert_eq!(negative, owned(&[("t", "not found"), ("f", "covered")]), "{scope}");
    }
    assert_eq!(ends(&theory, "four", "int=-1..4"), owned(&[("t", "covered"), ("f", "covered")]));
    assert_eq!(ends(&theory, "four", "int=-1..3"), owned(&[("t", "not found"), ("f", "covered")]));
    for (_, outcome) in asked(&theory, "four", "") {
        let Verdict::Covered(witness) = outcome.verdict else { panic!("both are covered") };
        let count = witness.model.table(example::op(&theory, "count"));
        assert!(!count.cells.contains(&Cell::Outside));
    }
}

/// A piece of a model need not have the value of an operation on parameters, no
/// more than that of any other.
#[test]
fn parameters_with_operations_are_not_refuted_by_what_they_answer() {
    let theory = example::theory(
        "specification Positions
           sorts Position
         end specification
         specification Row[Positions]
           sorts Item
           observers first: Item --> Position;
           others at: Position --> Item;
           axioms I: Item; [used] at(first(I)) = I;
         end specification
         specification Box[Row]
           sorts Box
           constructors make: Item --> Box;
           observers has: Box Item;
           axioms I, J: Item; [has] has(make(I), J) iff I = J;
         end specification",
    );
    assert_eq!(ends(&theory, "has", ""), owned(&[("tt", "covered"), ("ff", "covered")]));
}

/// A level is 4 high at most where numbers end at 4, yet all that is computed from
/// its height is exact.
#[test]
fn arithmetic_is_exact_beyond_the_range() {
    let theory = example::theory(
        "specification Level
           sorts Level
           constructors ground: --> Level; raise: Level --> Level;
           observers
             height: Level --> int;
             high: Level;
             even: Level;
             same: Level;
           axioms
             L: Level;
             [ground] height(ground()) = 0;
             [raise]  height(raise(L)) = height(L) + 1;
             [high]   high(L) iff height(L) + 2 > 3;
             [same]   same(L) iff 3 * height(L) - 2 * height(L) = height(L);
             [even]   even(L) iff height(L) * 5 = 20 or height(L) * 7 = 14 or height(L) = 0;
             [ask]    height(L) = 4 or height(L) != 4 or high(L) or same(L) or even(L);
         end specification",
    );
    let rows = ends(&theory, "ask", "");
    let covered: Vec<&str> = rows
        .iter()
        .filter(|(truth, end)| truth.starts_with('t') && *end == "covered")
        .map(|(truth, _)| truth.as_str())
        .collect();
    assert_eq!(covered, ["tttt"]);
}

/// `insert(insert(B, -1), 0)` is undefined, whatever else is built: the other side of
/// the equation must not ask for `insert(B, 0)`, and so for sets without end.
#[test]
fn equations_ask_for_nothing_where_the_left_side_is_undefined() {
    let theory = example::theory(
        "specification BitSet
           sorts BitSet
           constructors
             new: --> BitSet;
             insert: BitSet int -->? BitSet;
           observers
             contains: BitSet int;
           domains
             B: BitSet; N: int;
             insert(B, N) if N >= 0;
           axioms
             B: BitSet; M, N: int;
             [commutes] insert(insert(B, M), N) = insert(insert(B, N), M);
             [inserted] contains(insert(B, N), N) if N >= 0;
         end specification",
    );
    assert_eq!(ends(&theory, "commutes", ""), owned(&[("t", "covered")]));
    let inserted = owned(&[("tt", "covered"), ("tf", "impossible"), ("ff", "covered")]);
    assert_eq!(ends(&theory, "inserted", ""), inserted);
}
