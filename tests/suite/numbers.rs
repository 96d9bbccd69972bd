//! What the search can say about numbers of any size.

use specgen::goal::{GoalOptions, goals};
use specgen::search::{Options, ScopeLimits, Verdict, search};

use crate::example::theory;

const COUNTER: &str = "\
specification Counter
  sorts Counter
  constructors
    zero: --> Counter;
    next: Counter -->? Counter;
  observers
    count: Counter --> int;
    isLast: Counter;
  domains
    C: Counter;
    next(C) if not isLast(C);
  axioms
    C: Counter;
    [first] count(zero()) = 0;
    [counts] count(next(C)) = count(C) + 1 if not isLast(C);
    [stays] count(next(C)) = count(C) if isLast(C) and isLast(zero());
end specification
";

fn verdict(id: &str) -> Verdict {
    let theory = theory(COUNTER);
    let options = GoalOptions { domains: false, ..GoalOptions::default() };
    let goals = goals(&theory, options).expect("few atoms");
    let goal = goals.iter().find(|goal| goal.id() == id);
    let goal = goal.unwrap_or_else(|| panic!("no {id} in {:#?}", goals));
    let scope = ScopeLimits::parse("Counter<=3", &theory).expect("a scope of the theory");
    let options = Options { scope, ..Options::default() };
    let mut outcomes = search(&theory, std::slice::from_ref(goal), &options, &mut |_| {})
        .expect("the models are sound");
    outcomes.remove(0).verdict
}

#[test]
fn number_plus_one_is_another_number_at_every_size() {
    let verdict = verdict("stays/count_is_count_and_not_is_last_c_and_not_is_last_zero");
    assert!(matches!(verdict, Verdict::Impossible(_)), "{verdict:#?}");
}

#[test]
fn sum_is_defined_where_its_operands_are() {
    let verdict = verdict("counts/count_is_count_plus_1_and_is_last");
    assert!(matches!(verdict, Verdict::Impossible(_)), "{verdict:#?}");
}
