//! One goal with its model, or with the reason why it has no model.

use super::colour::{self, Piece};
use super::fact::Fact;
use super::input::Chapter;
use super::test::{TestView, test_of};
use crate::goal::{Goal, GoalKind, Literal, Property, Side};
use crate::json::Serialize;
use crate::model::Witness;
use crate::report::{Report, contradiction_text, kind_word, reason_text, tried_text, verdict_word};
use crate::search::{Core, Outcome, Verdict};
use crate::show::{Grid, View, figure, grids};
use crate::theory::Statement;

#[derive(Serialize)]
pub struct GoalView {
    id: String,
    /// The id, as in `specgen goals` and `specgen show`.
    name: String,
    content: String,
    kind: &'static str,
    verdict: &'static str,
    word: String,
    /// The witness or the reason in brief.
    brief: String,
    literals: Vec<Vec<Piece>>,
    covered: Option<CoveredView>,
    core: Option<CoreView>,
    /// What was tried without success.
    limits: Option<String>,
    reason: Option<&'static str>,
    test: Option<TestView>,
    /// Why a covered goal has no test, in a chapter with tests.
    untested: Option<&'static str>,
}

#[derive(Serialize)]
struct CoveredView {
    values: Vec<ValueView>,
    /// An SVG element, which the template does not escape.
    figure: String,
    notes: Vec<String>,
    /// The tables of parameters, which tests mock.
    parameters: Vec<GridView>,
    rest: Vec<GridView>,
}

/// A variable and its value.
#[derive(Serialize)]
struct ValueView {
    variable: String,
    sort: String,
    term: Vec<Piece>,
}

#[derive(Serialize)]
struct GridView {
    heading: Option<String>,
    is_headed: bool,
    rows: Vec<Vec<Piece>>,
}

/// The axioms and domain conditions that rule a goal out.
#[derive(Serialize)]
struct CoreView {
    /// `rules` or `together rule`
    verb: &'static str,
    culprits: Vec<CulpritView>,
}

#[derive(Serialize)]
struct CulpritView {
    name: String,
    /// The text before the next one: `, `, ` and `, or nothing.
    joint: &'static str,
    /// Its anchor on the page.
    fact: String,
    text: Vec<Piece>,
}

pub fn goal_view(
    chapter: &Chapter,
    fact: &Fact,
    (goal, outcome): (&Goal, &Outcome),
    all: &[Fact],
) -> GoalView {
    let report = &chapter.report;
    let (id, content) = fact.place_of(goal);
    let verdict = verdict_word(&outcome.verdict);
    let literal = |literal: &Literal| {
        let text = literal.text(report.theory, &goal.variables);
        colour::formula(&text, report.theory, &goal.variables)
    };
    let test = chapter.tests.as_ref().and_then(|tests| test_of(tests, goal));
    let has_none = chapter.tests.is_some() && test.is_none();
    GoalView {
        id,
        name: goal.id(),
        content,
        kind: kind_word(goal.kind),
        verdict,
        word: verdict.replace('-', " "),
        brief: brief(report, goal, outcome),
        literals: goal.literals.iter().map(literal).collect(),
        covered: match &outcome.verdict {
            Verdict::Covered(witness) => Some(covered(report, goal, witness)),
            _ => None,
        },
        core: match &outcome.verdict {
            Verdict::Impossible(core) => Some(core_view(report, core, all)),
            _ => None,
        },
        limits: match &outcome.verdict {
            Verdict::NotFound | Verdict::GaveUp(_) => Some(tried_text(report, outcome)),
            _ => None,
        },
        reason: match &outcome.verdict {
            Verdict::GaveUp(reason) => Some(reason_text(*reason)),
            _ => None,
        },
        untested: match &outcome.verdict {
            Verdict::Covered(_) if has_none => Some(why_untested(goal.kind)),
            _ => None,
        },
        test,
    }
}

fn why_untested(kind: GoalKind) -> &'static str {
    match kind {
        GoalKind::Domain(Side::Outside) => {
            "the mapping does not say what happens outside of the domain"
        }
        _ => "the test of an earlier goal has the same values",
    }
}

fn brief(report: &Report, goal: &Goal, outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Covered(witness) => report.witness_text(goal, witness),
        Verdict::Impossible(core) => contradiction_text(report, core),
        Verdict::NotFound => tried_text(report, outcome),
        Verdict::GaveUp(reason) => reason_text(*reason).to_owned(),
    }
}

fn covered(report: &Report, goal: &Goal, witness: &Witness) -> CoveredView {
    let theory = report.theory;
    let view = View::new(theory, goal, witness);
    let figure = figure(&view);
    let values = goal.variables.iter().zip(&witness.terms);
    let (parameters, rest) = grids(&view).into_iter().partition(|grid| grid.of_parameter);
    let in_view = |grids: Vec<Grid>| grids.into_iter().map(grid_view).collect();
    CoveredView {
        values: values
            .map(|(variable, term)| ValueView {
                variable: variable.name.clone(),
                sort: theory.sort_text(variable.sort),
                term: colour::formula(&term.text(theory), theory, &[]),
            })
            .collect(),
        figure: figure.svg,
        notes: figure.notes,
        parameters: in_view(parameters),
        rest: in_view(rest),
    }
}

fn grid_view(grid: Grid) -> GridView {
    let row = |row: Vec<String>| row.into_iter().map(colour::answer).collect();
    GridView {
        heading: grid.heading,
        is_headed: grid.is_headed,
        rows: grid.rows.into_iter().map(row).collect(),
    }
}

fn core_view(report: &Report, core: &Core, all: &[Fact]) -> CoreView {
    let axioms = core.axioms.iter().map(|id| Statement::Axiom(*id));
    let statements: Vec<Statement> =
        axioms.chain(core.domains.iter().map(|id| Statement::Domain(*id))).collect();
    let names = report.culprits(core);
    let count = names.len();
    let culprit = |(index, (statement, name)): (usize, (Statement, String))| {
        let fact = all.iter().find(|fact| fact.property == Property::Stated(statement));
        let fact = fact.expect("every axiom and domain condition is on the page");
        CulpritView {
            name,
            joint: match count - index {
                1 => "",
                2 => " and ",
                _ => ", ",
            },
            fact: fact.id.clone(),
            text: fact.formula(report),
        }
    };
    CoreView {
        verb: if count == 1 { "rules" } else { "together rule" },
        culprits: statements.into_iter().zip(names).enumerate().map(culprit).collect(),
    }
}
