//! Heads as patterns, conditions as steps.
//!
//! Reading: a head matches constructor terms. An argument of another kind is replaced:
//!
//! - `contains(put(L, K, V), oldest(L))` matches any second argument and compares it with
//!   `oldest(L)`.
//! - `item(push(S, E), N + 1)` matches any number `X`, with `X - 1` for `N`.
//! - `isOpen(drained(C))`, where nothing else binds `C`, matches a call of `drained` that no
//!   rule evaluates: the call stands for itself.
//!
//! The conjuncts of the condition follow in order, as soon as their variables are bound. An
//! equation binds the variables of its one side to the value of the other. A variable of a
//! parameter's sort that nothing binds stands for each element; with another such variable
//! there is no rule.

use std::collections::BTreeSet;

use super::logic::{conjuncts, variables, variables_of};
use super::orient::is_permutation;
use super::reading::Reading;
use crate::execute::{
    ArithmeticOperator, Conclusion, Expr, Formula, Pattern, Program, Rule, SortKind, Step,
};

/// The rule of a reading, over variables of these sorts.
pub(super) fn flatten(
    reading: &Reading,
    sorts: &[usize],
    axiom: usize,
    program: &Program,
) -> Option<Rule> {
    let mut flattening = Flattening {
        program,
        sorts: sorts.to_vec(),
        bound: BTreeSet::new(),
        replaced: Vec::new(),
        steps: Vec::new(),
    };
    let mut head: Vec<Pattern> =
        reading.arguments.iter().map(|argument| flattening.pattern(argument)).collect();
    flattening.bind_replaced(&mut head)?;
    flattening.conditions(conjuncts(reading.guard.clone()), &reading.conclusion)?;
    let Flattening { sorts, steps, .. } = flattening;
    Some(Rule {
        axiom,
        op: reading.op,
        variables: sorts.len(),
        head,
        steps,
        conclusion: reading.conclusion.clone(),
        is_ordered: program.ops[reading.op].is_constructor && is_permuting(reading),
        is_last_resort: reading.is_last_resort,
    })
}

fn is_permuting(reading: &Reading) -> bool {
    let head = Expr::Apply(reading.op, reading.arguments.clone());
    matches!(&reading.conclusion, Conclusion::Term(result) if is_permutation(&head, result))
}

struct Flattening<'p> {
    program: &'p Program,
    /// By variable.
    sorts: Vec<usize>,
    bound: BTreeSet<usize>,
    /// Variables of the head, and the terms in whose places they stand.
    replaced: Vec<(usize, Expr)>,
    steps: Vec<Step>,
}

impl Flattening<'_> {
    fn pattern(&mut self, expr: &Expr) -> Pattern {
        match expr {
            Expr::Variable(variable) => {
                self.bound.insert(*variable);
                Pattern::Variable(*variable)
            }
            Expr::Int(number) => Pattern::Int(*number),
            Expr::Apply(op, arguments) if self.program.ops[*op].is_constructor => {
                Pattern::Apply(*op, arguments.iter().map(|it| self.pattern(it)).collect())
            }
            other => Pattern::Variable(self.replace(other)),
        }
    }

    /// A new variable in the place of a term.
    fn replace(&mut self, expr: &Expr) -> usize {
        let variable = self.sorts.len();
        // The sort of a variable matters only while it is unbound.
        self.sorts.push(usize::MAX);
        self.bound.insert(variable);
        self.replaced.push((variable, expr.clone()));
        variable
    }

    /// Ties the new variables to the terms that they replace; `None` where that is not possible.
    fn bind_replaced(&mut self, head: &mut [Pattern]) -> Option<()> {
        while !self.replaced.is_empty() {
            let ready = |(_, expr): &(usize, Expr)| variables(expr).is_subset(&self.bound);
            if let Some(at) = self.replaced.iter().position(ready) {
                let (variable, expr) = self.replaced.remove(at);
                self.steps.push(Step::Bind(Pattern::Variable(variable), expr));
                continue;
            }
            let (variable, expr) = self.replaced.remove(0);
            match (inverted(variable, &expr, &self.bound), expr) {
                (Some((unknown, value)), _) => {
                    self.bound.insert(unknown);
                    self.steps.push(Step::Bind(Pattern::Variable(unknown), value));
                }
                (None, Expr::Apply(op, arguments)) => {
                    let arguments = arguments.iter().map(|it| self.pattern(it)).collect();
                    let call = Pattern::Apply(op, arguments);
                    head.iter_mut().for_each(|pattern| put(pattern, variable, &call));
                }
                (None, _) => return None,
            }
        }
        Some(())
    }

    /// The conditions in an order in which their variables are bound; `None` if there is none.
    fn conditions(&mut self, mut open: Vec<Formula>, conclusion: &Conclusion) -> Option<()> {
        loop {
            if let Some(at) = open.iter().position(|one| self.is_bound(&variables_of(one))) {
                let condition = open.remove(at);
                self.steps.push(Step::Guard(condition));
            } else if let Some((at, step)) = self.binding(&open) {
                open.remove(at);
                self.steps.push(step);
            } else {
                let mut needed: BTreeSet<usize> = open.iter().flat_map(variables_of).collect();
                needed.extend(match conclusion {
                    Conclusion::Term(term) => variables(term),
                    Conclusion::Formula(value) => variables_of(value),
                    Conclusion::Truth(_) => BTreeSet::new(),
                });
                let Some(variable) = needed.into_iter().find(|it| !self.bound.contains(it)) else {
                    return Some(());
                };
                let sort = self.sorts[variable];
                if self.program.sorts[sort].kind != SortKind::Given {
                    return None;
                }
                self.bound.insert(variable);
                self.steps.push(Step::Each { variable, sort });
            }
        }
    }

    fn is_bound(&self, variables: &BTreeSet<usize>) -> bool {
        variables.is_subset(&self.bound)
    }

    /// An equation whose one side is known, and whose other binds variables.
    fn binding(&mut self, open: &[Formula]) -> Option<(usize, Step)> {
        for (at, condition) in open.iter().enumerate() {
            let Formula::Equal(left, right) = condition else { continue };
            for (known, unknown) in [(left, right), (right, left)] {
                if self.is_bound(&variables(known)) && self.is_pattern(unknown) {
                    let pattern = self.pattern(unknown);
                    return Some((at, Step::Bind(pattern, known.clone())));
                }
            }
        }
        None
    }

    /// Whether a term is built of constructors and variables alone.
    fn is_pattern(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Variable(_) | Expr::Int(_) => true,
            Expr::Apply(op, arguments) => {
                self.program.ops[*op].is_constructor
                    && arguments.iter().all(|argument| self.is_pattern(argument))
            }
            Expr::Arithmetic(..) => false,
        }
    }
}

/// Solves `variable = expr` for the one variable of a sum or difference that is unknown.
fn inverted(variable: usize, expr: &Expr, bound: &BTreeSet<usize>) -> Option<(usize, Expr)> {
    use ArithmeticOperator::{Add, Subtract};
    let Expr::Arithmetic(operator, left, right) = expr else { return None };
    let unknown = |side: &Expr| match side {
        Expr::Variable(variable) if !bound.contains(variable) => Some(*variable),
        _ => None,
    };
    let is_known = |side: &Expr| variables(side).is_subset(bound);
    let value = Box::new(Expr::Variable(variable));
    match (operator, unknown(left), unknown(right)) {
        (Add, Some(found), _) if is_known(right) => {
            Some((found, Expr::Arithmetic(Subtract, value, right.clone())))
        }
        (Add, _, Some(found)) if is_known(left) => {
            Some((found, Expr::Arithmetic(Subtract, value, left.clone())))
        }
        (Subtract, Some(found), _) if is_known(right) => {
            Some((found, Expr::Arithmetic(Add, value, right.clone())))
        }
        (Subtract, _, Some(found)) if is_known(left) => {
            Some((found, Expr::Arithmetic(Subtract, left.clone(), value)))
        }
        _ => None,
    }
}

/// Puts a pattern in the place of a variable.
fn put(pattern: &mut Pattern, variable: usize, replacement: &Pattern) {
    match pattern {
        Pattern::Variable(found) if *found == variable => *pattern = replacement.clone(),
        Pattern::Apply(_, arguments) => {
            arguments.iter_mut().for_each(|argument| put(argument, variable, replacement));
        }
        _ => {}
    }
}
