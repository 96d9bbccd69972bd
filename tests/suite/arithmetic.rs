//! `/`, `%`, `min` and `max`: rounding, definedness, and who has which meaning.

use specgen::arena::Id;
use specgen::goal::{GoalOptions, goals};
use specgen::search::{Options, ScopeLimits, Verdict, search};
use specgen::source::FileId;
use specgen::syntax::{parse_spec, print_spec};
use specgen::theory::{ArithmeticOperator, Calculated, NoFolders, Workspace};

use crate::example::theory;

fn number(axiom: &str) -> String {
    format!(
        "specification Number
           sorts Number
           constructors number: int --> Number;
           observers value: Number --> int;
           axioms
             N, M: int;
             [value] value(number(N)) = N;
             {axiom}
         end specification"
    )
}

/// As in Rust: quotients are truncated, remainders have the sign of the dividend.
#[test]
fn rounding_is_that_of_rust() {
    let quotient = |a, b| ArithmeticOperator::Divide.apply(a, b);
    let rest = |a, b| ArithmeticOperator::Remainder.apply(a, b);
    for (a, b) in [(7, 2), (-7, 2), (7, -2), (-7, -2)] {
        assert_eq!(quotient(a, b), Calculated::Number(a / b));
        assert_eq!(rest(a, b), Calculated::Number(a % b));
    }
    assert_eq!((quotient(-7, 2), rest(-7, 2)), (Calculated::Number(-3), Calculated::Number(-1)));
    assert_eq!((quotient(1, 0), rest(1, 0)), (Calculated::Undefined, Calculated::Undefined));
    assert_eq!(quotient(i64::MIN, -1), Calculated::Overflow);
}

#[test]
fn operators_are_printed_as_they_bind() {
    let axiom = "[mixed] value(number(N)) = (N + M) / 2 * (M % (N / 3)) - min(N, max(M, 0));";
    let text = number(axiom);
    let tree = parse_spec(&text, FileId::from_index(0)).expect("it parses");
    let printed = print_spec(&tree);
    assert!(printed.contains(axiom), "{printed}");
    let theory = theory(&text);
    let stated = theory.axioms.values().last().expect("it has axioms");
    assert_eq!(format!("[mixed] {};", stated.formula.text(&theory, &stated.variables)), axiom);
}

/// Whether a claim has a counterexample with small numbers.
fn is_refuted(claim: &str) -> bool {
    let (conclusion, premise) = claim.split_once(" if ").unwrap_or((claim, "N = N"));
    // A claim must be about the specification.
    let claim = format!("({conclusion}) or value(number(N)) != N if {premise};");
    let text = number("").replace("end spec", &format!("implies N, M: int; {claim} end spec"));
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", &text).expect("it is well-formed");
    let theory = loaded.theory.restricted_to(loaded.default_subject().expect("a body"));
    let wanted = |code| code == specgen::diagnostic::Code::RefutedTheorem;
    let options = Options::default();
    let found = specgen::audit::audit(&theory, &workspace.sources, &wanted, &options, &mut |_| {});
    !found.expect("all models pass the evaluator").is_empty()
}

#[test]
fn a_search_knows_quotients_and_remainders() {
    assert!(!is_refuted("N / M * M + N % M = N if M != 0"));
    assert!(is_refuted("N / M * M + N % M = N"), "a quotient by 0 is undefined");
    assert!(!is_refuted("N / M = N / M"), "both sides are undefined");
    assert!(!is_refuted("not N / 0 = N"));
    assert!(is_refuted("N % 2 >= 0"), "a remainder has the sign of the dividend");
    assert!(!is_refuted("min(N, M) <= N and max(N, M) >= N"));
    assert!(is_refuted("min(N, M) < max(N, M)"));
    assert!(!is_refuted("min(N, M) + max(N, M) = N + M"));
}

/// A refutation must not take a quotient for defined.
#[test]
fn a_goal_with_an_undefined_quotient_is_not_refuted() {
    let theory = theory(&number("[part] value(number(N / M)) = N / M;"));
    let goals = goals(&theory, GoalOptions::default()).expect("few goals");
    let scope = ScopeLimits::parse("int=-1..2", &theory).expect("a scope of the theory");
    let options = Options { scope, ..Options::default() };
    let outcomes = search(&theory, &goals, &options, &mut |_| {}).expect("all models are sound");
    assert!(outcomes.iter().all(|one| matches!(one.verdict, Verdict::Covered(_))));
}

/// A specification's own operation of two arguments goes first.
#[test]
fn an_operation_may_be_called_min() {
    let text = "specification Pair
       sorts Pair
       constructors pair: int int --> Pair;
       observers min: Pair --> int; max: Pair int;
       axioms
         A, B: int;
         [min] min(pair(A, B)) = min(A, B);
         [max] max(pair(A, B), A) iff A > B;
     end specification";
    let theory = theory(text);
    let texts: Vec<_> =
        theory.axioms.values().map(|it| it.formula.text(&theory, &it.variables)).collect();
    assert_eq!(texts, ["min(pair(A, B)) = min(A, B)", "max(pair(A, B), A) iff A > B"]);
}
