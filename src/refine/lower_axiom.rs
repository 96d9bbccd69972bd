//! Axioms as tester functions: parameterised unit tests.

use std::collections::BTreeMap;

use super::code::{Expr, Stmt};
use super::lower_formula::Shown;
use super::lower_term::{Scope, Target};
use super::names::value_name;
use crate::goal::{Minterms, same_atom, snake_case};
use crate::theory::{Axiom, Comparison, Formula, SortId, Term, Variable};

/// A tester function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTester {
    pub name: String,
    /// Names and types.
    pub parameters: Vec<(String, String)>,
    /// The parameter sorts whose elements are handed over as slices, after the
    /// variables.
    pub elements: Vec<SortId>,
    /// How many truth values it returns: one for each atom, or none where the
    /// axiom can be true in one way only.
    pub returns: usize,
    pub body: Vec<Stmt>,
}

/// Lowers an axiom. `place` is where it stands, as messages show it.
pub fn lower_axiom(target: Target<'_>, axiom: &Axiom, name: &str, place: &str) -> RustTester {
    let bindings = variable_names(target, &axiom.variables);
    let mut scope = Scope::new(target, &axiom.variables, bindings.clone());
    let minterms = Minterms::of(&axiom.formula);
    let mut tester = Tester::new(&mut scope);
    for atom in minterms.atoms() {
        tester.atom(atom);
    }
    let message = tester.message(&[&format!("[{}] {} ({place})", axiom.title(), axiom.text)]);
    let assertion = tester.assertion(&axiom.formula, &message);
    let known: Vec<Expr> = tester.known.iter().map(|(_, name)| Expr::text(name)).collect();
    scope.block.extend(assertion);
    let one_way = minterms.assignments(true).take(2).count() < 2;
    let returns = if one_way { 0 } else { known.len() };
    if returns > 0 {
        scope.block.push(Stmt::Tail(Expr::Array(known)));
    }
    RustTester::new(name, returns, scope)
}

impl RustTester {
    /// A function of the variables of a scope, with what is in its block.
    pub(super) fn new(name: &str, returns: usize, scope: Scope<'_>) -> Self {
        let target = scope.target;
        let mut parameters: Vec<(String, String)> = Vec::new();
        for (variable, binding) in scope.variables.iter().zip(&scope.bindings) {
            parameters.push((binding.clone(), parameter_type(target, variable)));
        }
        let used: BTreeMap<SortId, String> = scope.used_elements;
        for (sort, name) in &used {
            parameters.push((name.clone(), format!("&[{}]", target.names.sort(*sort))));
        }
        let elements = used.into_keys().collect();
        Self { name: name.to_owned(), parameters, elements, returns, body: scope.block }
    }
}

/// Rust names for variables, in their order.
pub fn variable_names(target: Target<'_>, variables: &[Variable]) -> Vec<String> {
    let mut namer = target.names.values.clone();
    // Tests have locals of these names.
    ["case", "reached"].into_iter().for_each(|name| namer.reserve(name));
    variables.iter().map(|variable| namer.fresh(&value_name(&variable.name))).collect()
}

fn parameter_type(target: Target<'_>, variable: &Variable) -> String {
    let name = target.names.sort(variable.sort);
    if target.is_subject(variable.sort) { format!("impl Fn() -> {name}") } else { name.to_owned() }
}

/// A tester under construction.
pub(super) struct Tester<'t, 'a> {
    pub scope: &'t mut Scope<'a>,
    /// Atoms with the variables that hold their truth.
    pub known: Vec<(Formula, String)>,
    /// What a failure shows: a text, and the value that belongs to it.
    pub report: Vec<(String, Shown)>,
}

impl<'t, 'a> Tester<'t, 'a> {
    pub fn new(scope: &'t mut Scope<'a>) -> Self {
        Self { scope, known: Vec::new(), report: Vec::new() }
    }

    /// Evaluates an atom into a local variable.
    pub fn atom(&mut self, atom: &Formula) {
        let text = atom.text(self.scope.target.theory, self.scope.variables);
        self.scope.block.push(Stmt::Comment(text.clone()));
        let (word, truth) = match atom {
            Formula::Equal(left, right) => {
                let compared = self.scope.equal(left, right);
                for (term, shown) in [left, right].into_iter().zip(compared.sides) {
                    if matches!(term, Term::Int(_)) {
                        continue;
                    }
                    let text = term.text(self.scope.target.theory, self.scope.variables);
                    if !self.report.iter().any(|(known, _)| *known == text) {
                        self.report.push((text, shown));
                    }
                }
                ("equal".to_owned(), compared.holds)
            }
            Formula::Predicate(op, arguments) => {
                let word = snake_case(&self.scope.target.theory.ops[*op].name);
                (value_name(&word), self.scope.predicate(*op, arguments))
            }
            Formula::Compare(comparison, left, right) => {
                let word = match comparison {
                    Comparison::Less => "less",
                    Comparison::LessEqual => "at_most",
                    Comparison::Greater => "greater",
                    Comparison::GreaterEqual => "at_least",
                };
                (word.to_owned(), self.scope.compare(*comparison, left, right))
            }
            _ => unreachable!("connectives are not atoms"),
        };
        let name = self.scope.namer.fresh(&word);
        self.scope.block.push(Stmt::Let { pattern: name.clone(), value: truth });
        if !matches!(atom, Formula::Equal(..)) {
            self.report.push((text, Shown::Truth(name.clone())));
        }
        self.known.push((atom.clone(), name));
    }

    /// A formula over the truth values of the atoms.
    pub fn truth(&self, formula: &Formula) -> Expr {
        let binary = |left: &Formula, symbol, right: &Formula| {
            Expr::binary(self.truth(left), symbol, self.truth(right))
        };
        match formula {
            Formula::Not(inner) => self.truth(inner).negated(),
            Formula::And(left, right) => binary(left, "&&", right),
            Formula::Or(left, right) => binary(left, "||", right),
            Formula::Iff(left, right) => self.truth(left).same_truth(self.truth(right)),
            Formula::If { conclusion, premise } => {
                Expr::binary(self.truth(conclusion), "||", self.truth(premise).negated())
            }
            atom => {
                let known = self.known.iter().find(|(known, _)| same_atom(known, atom));
                Expr::text(known.map(|(_, name)| name.as_str()).expect("every atom was evaluated"))
            }
        }
    }

    fn assertion(&self, formula: &Formula, message: &[Expr]) -> Vec<Stmt> {
        let assert = |name, mut arguments: Vec<Expr>| {
            arguments.extend_from_slice(message);
            vec![Stmt::Expr(Expr::Macro(name, arguments))]
        };
        match formula {
            Formula::If { conclusion, premise } => vec![Stmt::If {
                condition: self.truth(premise),
                then: self.assertion(conclusion, message),
            }],
            Formula::And(left, right) => {
                let mut stmts = self.assertion(left, message);
                stmts.extend(self.assertion(right, message));
                stmts
            }
            other => assert("assert", vec![self.truth(other)]),
        }
    }

    /// The format string of a failed assertion, with its arguments: the lines that are
    /// given, and what was evaluated.
    pub fn message(&self, first: &[&str]) -> Vec<Expr> {
        let mut lines: Vec<String> = first.iter().map(|line| escaped(line)).collect();
        let mut arguments = Vec::new();
        for (text, shown) in &self.report {
            let text = escaped(text);
            match shown {
                Shown::Truth(name) => lines.push(format!("{text} is {{{name}}}")),
                Shown::Debug(name) => lines.push(format!("{text} is {{{name}:?}}")),
                Shown::Perhaps(value) => {
                    lines.push(format!("{text} is {{}}"));
                    let value = Expr::call("Shown", vec![Expr::prefix("&", value.clone())]);
                    arguments.push(value.method("text", Vec::new()));
                }
            }
        }
        let mut message = vec![Expr::text(format!(
            "\"{}\"",
            lines.iter().map(|line| wrapped(line)).collect::<Vec<_>>().join("\\n\\\n")
        ))];
        message.append(&mut arguments);
        message
    }
}

/// Long lines of a message are written over several, which a backslash joins.
const MESSAGE_WIDTH: usize = 72;

fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in line.split_inclusive(' ') {
        if column > 0 && column + word.len() > MESSAGE_WIDTH {
            text.push_str("\\\n");
            column = 0;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

/// A text inside of a format string.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "{{").replace('}', "}}")
}
