//! Formulas as conditions of Alloy.
//!
//! A formula of a fragment is true, false, or unknown, because it depends on what
//! is not built; connectives are Kleene's. An axiom must be *possible* everywhere,
//! that is, not false; a goal must be *certain*. Where nothing is unknown, as in
//! all closed models, the two are one.

use super::condition::Condition;
use super::names::Names;
use super::numbers::Numbers;
use super::value::{Value, all_known, known};
use crate::model::Mode;
use crate::theory::{
    Comparison, Formula, OpId, Operation, SortId, SortKind, Term, Theory, Variable,
};

/// Each `iff` inside of another doubles what is written.
const IFF_LIMIT: usize = 8;

/// What all parts of a model are made from.
pub struct Translation<'t> {
    pub theory: &'t Theory,
    pub names: &'t Names,
    pub numbers: &'t Numbers,
    pub mode: Mode,
}

/// The same with values for variables.
pub struct Scope<'t> {
    pub context: &'t Translation<'t>,
    pub variables: Vec<Value>,
    /// The operations whose domain conditions this is part of.
    pub inside: Vec<OpId>,
}

/// When a formula is true and when it is false.
#[derive(Clone, Debug)]
pub enum Truth {
    /// It holds or not where it is known at all.
    Whole { known: Condition, holds: Condition },
    /// Known for different reasons when true and when false.
    Split { certain: Condition, possible: Condition },
}

impl Truth {
    pub fn certain(&self) -> Condition {
        match self {
            Truth::Whole { known, holds } => Condition::and([known.clone(), holds.clone()]),
            Truth::Split { certain, .. } => certain.clone(),
        }
    }

    pub fn possible(&self) -> Condition {
        match self {
            Truth::Whole { known, holds } => known.clone().implies(holds.clone()),
            Truth::Split { possible, .. } => possible.clone(),
        }
    }

    /// Certain to be false.
    pub fn refuted(&self) -> Condition {
        match self {
            Truth::Whole { known, holds } => Condition::and([known.clone(), holds.clone().not()]),
            Truth::Split { possible, .. } => possible.clone().not(),
        }
    }

    /// A connective that needs nothing but its operands: known where they are, or
    /// taken apart.
    fn joined(left: &Truth, right: &Truth, join: impl Fn([Condition; 2]) -> Condition) -> Truth {
        if let (
            Truth::Whole { known: Condition::True, holds: left },
            Truth::Whole { known: Condition::True, holds: right },
        ) = (left, right)
        {
            return Truth::Whole {
                known: Condition::True,
                holds: join([left.clone(), right.clone()]),
            };
        }
        Truth::Split {
            certain: join([left.certain(), right.certain()]),
            possible: join([left.possible(), right.possible()]),
        }
    }

    fn not(self) -> Truth {
        match self {
            Truth::Whole { known, holds } => Truth::Whole { known, holds: holds.not() },
            Truth::Split { certain, possible } => {
                Truth::Split { certain: possible.not(), possible: certain.not() }
            }
        }
    }

    fn iff(left: &Truth, right: &Truth) -> Truth {
        if let (
            Truth::Whole { known: left_known, holds: left },
            Truth::Whole { known: right_known, holds: right },
        ) = (left, right)
        {
            let known = Condition::and([left_known.clone(), right_known.clone()]);
            return Truth::Whole { known, holds: left.clone().iff(right.clone()) };
        }
        let both = Condition::and([left.certain(), right.certain()]);
        let neither = Condition::and([left.refuted(), right.refuted()]);
        let forth = left.certain().implies(right.possible());
        let back = right.certain().implies(left.possible());
        Truth::Split {
            certain: Condition::or([both, neither]),
            possible: Condition::and([forth, back]),
        }
    }
}

impl<'t> Translation<'t> {
    /// The signature whose field an operation is: that of its first argument. A
    /// creator or a constant has none and is a field of `start`; so is what takes
    /// a number first, and a constructor that takes another sort first.
    pub fn home(&self, op: OpId) -> Option<SortId> {
        let op = &self.theory.ops[op];
        let first = *op.arguments.first()?;
        let is_number = self.theory.sorts[first].kind == SortKind::Int;
        let is_creator = op.is_constructor() && op.result != Some(first);
        (!is_number && !is_creator).then_some(first)
    }

    /// In a fragment, whatever yields a constructed sort may not be built.
    pub fn may_leave(&self, operation: &Operation) -> bool {
        let kind = operation.result.map(|sort| self.theory.sorts[sort].kind);
        self.mode == Mode::Fragment && kind == Some(SortKind::Constructed)
    }

    /// A scope in which variables stand for themselves.
    pub fn scope(&'t self, variables: &[Variable]) -> Scope<'t> {
        let names = self.names.variables(variables);
        let variables = names.into_iter().map(Value::definite).collect();
        Scope { context: self, variables, inside: Vec::new() }
    }

    /// `E, F: Orderable, S: SortedSet`
    pub fn declarations(&self, variables: &[Variable]) -> String {
        let names = self.names.variables(variables);
        let mut groups: Vec<(SortId, Vec<String>)> = Vec::new();
        for (variable, name) in variables.iter().zip(names) {
            match groups.last_mut() {
                Some((sort, group)) if *sort == variable.sort => group.push(name),
                _ => groups.push((variable.sort, vec![name])),
            }
        }
        let groups: Vec<String> = groups
            .into_iter()
            .map(|(sort, names)| format!("{}: {}", names.join(", "), self.names.sorts[sort]))
            .collect();
        groups.join(", ")
    }
}

impl Scope<'_> {
    pub fn truth(&self, formula: &Formula) -> Truth {
        match formula {
            Formula::Predicate(op, arguments) => self.predicate(*op, arguments),
            Formula::Equal(left, right) => self.equal(left, right),
            Formula::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Formula::Not(inner) => self.truth(inner).not(),
            Formula::And(left, right) => {
                Truth::joined(&self.truth(left), &self.truth(right), Condition::and)
            }
            Formula::Or(left, right) => {
                Truth::joined(&self.truth(left), &self.truth(right), Condition::or)
            }
            Formula::Iff(left, right) => Truth::iff(&self.truth(left), &self.truth(right)),
            Formula::If { conclusion, premise } => {
                let premise = self.truth(premise).not();
                Truth::joined(&premise, &self.truth(conclusion), |[not_premise, conclusion]| {
                    not_premise.not().implies(conclusion)
                })
            }
        }
    }

    /// True on nothing that is undefined.
    fn predicate(&self, op: OpId, arguments: &[Term]) -> Truth {
        let arguments: Vec<Value> = arguments.iter().map(|term| self.value(term)).collect();
        let holds = Condition::equal(&self.application(op, &arguments), "BOOLEAN/True");
        match known(&arguments) {
            Condition::True => Truth::Whole { known: Condition::True, holds },
            known => Truth::Split { certain: holds.clone(), possible: known.implies(holds) },
        }
    }

    /// False where a side is undefined. Alloy would take nothing for zero.
    fn compare(&self, comparison: Comparison, left: &Term, right: &Term) -> Truth {
        let sides = [self.value(left), self.value(right)];
        let symbol = match comparison {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        };
        let less = Condition::atom(format!("{} {symbol} {}", sides[0].bare, sides[1].bare));
        let defined = sides.iter().map(Value::is_some);
        let holds = Condition::and(defined.chain([less]));
        Truth::Whole { known: all_known(&sides), holds }
    }

    fn equal(&self, left: &Term, right: &Term) -> Truth {
        let (left_value, right_value) = (self.value(left), self.value(right));
        let holds = Condition::equal(&left_value.text, &right_value.text);
        let known = Condition::and([left_value.known.clone(), right_value.known.clone()]);
        let may_leave = [left, right].into_iter().any(|term| self.yields_constructed(term));
        if known == Condition::True || !may_leave {
            return Truth::Whole { known, holds };
        }
        equal_in_fragment(&left_value, &right_value, holds)
    }

    /// Whether an equation is between values that need not be built.
    fn yields_constructed(&self, term: &Term) -> bool {
        match term {
            Term::Apply(op, _) => self.context.may_leave(&self.context.theory.ops[*op]),
            Term::Variable(_) | Term::Int(_) | Term::Arithmetic(..) => false,
        }
    }
}

/// An equation is guarded by what is built on its left: were both sides guarded, a
/// fragment could dodge it by leaving the right side out. And a left side that is
/// not built differs from every right side that is known, since a value that is
/// there would have been it.
fn equal_in_fragment(left: &Value, right: &Value, holds: Condition) -> Truth {
    let both = Condition::and([left.known.clone(), right.known.clone()]);
    let certain = match left.is_definite() || right.is_definite() {
        true => holds.clone(),
        false => Condition::and([both, holds.clone()]),
    };
    let possible = if right.is_definite() {
        left.arguments_known.clone().implies(holds)
    } else {
        let right_known = if left.is_partial { right.known.clone() } else { Condition::True };
        let equal = Condition::and([holds, right_known]);
        let built = Condition::and([left.arguments_known.clone(), right.known.clone()]);
        Condition::and([left.known.clone().implies(equal), built.implies(left.known.clone())])
    };
    Truth::Split { certain, possible }
}

/// Refuses what would get too long to be written.
pub fn check(theory: &Theory) -> Result<(), String> {
    let axioms = theory.axioms.values().map(|axiom| (axiom.title(), &axiom.formula));
    let domains = theory.ops.values().filter_map(|op| {
        let domain = op.domain.as_ref()?;
        Some((format!("the domain of {}", op.name), &domain.condition))
    });
    match axioms.chain(domains).find(|(_, formula)| nested_iffs(formula) > IFF_LIMIT) {
        None => Ok(()),
        Some((title, _)) => Err(format!(
            "`{title}` has more than {IFF_LIMIT} `iff` inside of one another, which is too long \
             in Alloy; split it"
        )),
    }
}

fn nested_iffs(formula: &Formula) -> usize {
    match formula {
        Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..) => 0,
        Formula::Not(inner) => nested_iffs(inner),
        Formula::Iff(left, right) => 1 + nested_iffs(left).max(nested_iffs(right)),
        Formula::And(left, right) | Formula::Or(left, right) => {
            nested_iffs(left).max(nested_iffs(right))
        }
        Formula::If { conclusion, premise } => nested_iffs(conclusion).max(nested_iffs(premise)),
    }
}
