//! Terms and formulas as expressions: calls of adapters.
//!
//! A term that may be undefined becomes an `Option`. A value of a type under test is built anew
//! for each occurrence of its variable, so that one call can't disturb another.

use std::collections::BTreeMap;

use super::context::{Comparison as Compared, Context, Taking};
use crate::arena::Id;
use crate::rust::{Expr, Ident, Names, Pattern, value_name};
use crate::theory::{
    ArithmeticOperator, Calculated, Comparison, Formula, OpId, SortId, Term, VarId, Variable,
};

/// How deep observers of observers are compared.
pub const OBSERVATION_DEPTH: i64 = 3;

/// What a variable is in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A local of a type that is `Copy`: an element or a number.
    Copied(Ident),
    /// A function that makes the value anew.
    Factory(Ident),
    /// A local with the value.
    Held(Ident),
    /// A local with a reference to the value.
    Borrowed(Ident),
}

impl Binding {
    pub fn name(&self) -> &Ident {
        match self {
            Binding::Copied(name)
            | Binding::Factory(name)
            | Binding::Held(name)
            | Binding::Borrowed(name) => name,
        }
    }
}

/// The body of a function under construction.
pub struct Body<'a> {
    pub cx: Context<'a>,
    pub variables: &'a [Variable],
    pub bindings: Vec<Binding>,
    /// For the locals of closures.
    pub names: Names,
    /// The slices of elements that the body needs as parameters.
    pub elements: BTreeMap<SortId, Ident>,
    /// The parameter that bounds the depth of observations, in functions that compare by them.
    pub depth: Option<Ident>,
}

/// What is made of arguments that are defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// A truth value; false where an argument is undefined.
    Truth,
    /// A value.
    Value,
    /// An `Option`.
    Option,
}

impl<'a> Body<'a> {
    pub fn new(
        cx: Context<'a>,
        variables: &'a [Variable],
        bindings: Vec<Binding>,
        mut names: Names,
    ) -> Self {
        bindings.iter().for_each(|binding| names.reserve(binding.name().as_str()));
        Self { cx, variables, bindings, names, elements: BTreeMap::new(), depth: None }
    }

    pub fn sort_of(&self, term: &Term) -> SortId {
        self.cx.theory.sort_of(term, self.variables)
    }

    /// The value of a term: of the sort's type, or an `Option` of it where the term may be
    /// undefined or `optional` says so.
    pub fn side(&mut self, term: &Term, optional: bool) -> Expr {
        if self.cx.is_partial(term) {
            return self.optional(term);
        }
        let value = self.value(term);
        if optional { value.some() } else { value }
    }

    /// The value of a term that is defined everywhere.
    pub fn value(&mut self, term: &Term) -> Expr {
        match term {
            Term::Variable(var) => self.variable(*var),
            Term::Int(number) => Expr::Int(*number),
            Term::Arithmetic(operator, left, right) => {
                match (self.value(left), self.value(right)) {
                    // Constants are folded: as literals they would have to fit an `i32`.
                    (Expr::Int(left), Expr::Int(right)) => folded(*operator, left, right),
                    (left, right) => calculated(*operator, left, right),
                }
            }
            Term::Apply(op, arguments) => {
                let mut values = Vec::new();
                for (place, term) in arguments.iter().enumerate() {
                    values.push(self.argument(*op, place, term));
                }
                Expr::call(self.cx.names.adapter(*op), values)
            }
        }
    }

    fn variable(&self, var: VarId) -> Expr {
        match &self.bindings[var.index()] {
            Binding::Factory(name) => Expr::call(name, Vec::new()),
            binding => Expr::name(binding.name()),
        }
    }

    /// A defined term as the adapter of an operation takes it.
    fn argument(&mut self, op: OpId, place: usize, term: &Term) -> Expr {
        let bound = match term {
            Term::Variable(var) => Some(self.bindings[var.index()].clone()),
            _ => None,
        };
        match (self.cx.taking(op, place), bound) {
            (Taking::Value, _) => self.value(term),
            (Taking::Reference, Some(Binding::Borrowed(name))) => Expr::name(name),
            (Taking::Reference, _) => self.value(term).reference(),
            (Taking::Factory, Some(Binding::Factory(name))) => Expr::name(name).reference(),
            (Taking::Factory, _) => self.value(term).factory(),
        }
    }

    /// A term that may be undefined, as an `Option`.
    pub fn optional(&mut self, term: &Term) -> Expr {
        match term {
            Term::Variable(_) | Term::Int(_) => self.value(term).some(),
            Term::Arithmetic(operator, left, right) => {
                let operands = [(**left).clone(), (**right).clone()];
                let made = if operator.is_partial(right) { Made::Option } else { Made::Value };
                self.combined(&operands, made, None, |values| {
                    let [left, right] = pair(values);
                    match made {
                        Made::Option => divided(*operator, left, right),
                        _ => calculated(*operator, left, right),
                    }
                })
            }
            Term::Apply(op, arguments) => {
                let made = match self.cx.theory.ops[*op].domain {
                    Some(_) => Made::Option,
                    None => Made::Value,
                };
                self.applied(*op, arguments, made)
            }
        }
    }

    fn applied(&mut self, op: OpId, arguments: &[Term], made: Made) -> Expr {
        let adapter = self.cx.names.adapter(op).clone();
        self.combined(arguments, made, Some(op), |values| Expr::call(adapter, values))
    }

    /// Combines arguments where all of them are defined. `op` is the operation whose adapter
    /// takes them, if there is one.
    fn combined(
        &mut self,
        arguments: &[Term],
        made: Made,
        op: Option<OpId>,
        make: impl FnOnce(Vec<Expr>) -> Expr,
    ) -> Expr {
        let mut values = Vec::new();
        // The undefined ones among them, as `Option`s, and what they are called once defined.
        let mut partial: Vec<(Expr, Pattern)> = Vec::new();
        for (place, term) in arguments.iter().enumerate() {
            let taking = op.map_or(Taking::Value, |op| self.cx.taking(op, place));
            if !self.cx.is_partial(term) {
                values.push(match op {
                    Some(op) => self.argument(op, place, term),
                    None => self.value(term),
                });
                continue;
            }
            let value = self.optional(term);
            if taking == Taking::Factory {
                // The value is defined where this is called, so it can be made again.
                values.push(value.clone().method("unwrap", Vec::new()).factory());
                partial.push((value, Pattern::Wild));
                continue;
            }
            let name = self.names.fresh(&self.word(term));
            let held = Expr::name(&name);
            values.push(if taking == Taking::Reference { held.reference() } else { held });
            partial.push((value, Pattern::Name(name)));
        }
        let mut partial = partial.into_iter();
        let Some((mut defined, mut pattern)) = partial.next() else { return make(values) };
        for (next, name) in partial {
            defined = defined.method("zip", vec![next]);
            pattern = Pattern::Tuple(vec![pattern, name]);
        }
        let made_of_values = make(values);
        let closure = match &pattern {
            Pattern::Name(name) => made_of_values.closure_of(name),
            _ => made_of_values.closure(vec![pattern]),
        };
        let method = match made {
            Made::Truth => "is_some_and",
            Made::Value => "map",
            Made::Option => "and_then",
        };
        defined.method(method, vec![closure])
    }

    /// A word for the value of a term.
    fn word(&self, term: &Term) -> String {
        match term {
            Term::Variable(var) => self.bindings[var.index()].name().to_string(),
            Term::Apply(op, _) => {
                let result = self.cx.theory.ops[*op].result;
                match result.filter(|sort| self.cx.is_subject(*sort)) {
                    Some(sort) => super::names::initial(&self.cx.theory.sorts[sort].name),
                    None => value_name(&self.cx.theory.ops[*op].name),
                }
            }
            Term::Int(_) | Term::Arithmetic(..) => "number".to_owned(),
        }
    }

    /// A formula as an expression of type `bool`.
    pub fn truth(&mut self, formula: &Formula) -> Expr {
        match formula {
            Formula::Predicate(op, arguments) => self.applied(*op, arguments, Made::Truth),
            Formula::Equal(left, right) => self.equal(left, right),
            Formula::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Formula::Not(inner) => match &**inner {
                Formula::Compare(comparison, left, right)
                    if !self.cx.is_partial(left) && !self.cx.is_partial(right) =>
                {
                    self.compare(comparison.opposite(), left, right)
                }
                inner => self.truth(inner).negated(),
            },
            Formula::And(left, right) => self.connective(left, "&&", right),
            Formula::Or(left, right) => self.connective(left, "||", right),
            Formula::Iff(left, right) => self.truth(left).same_truth(self.truth(right)),
            Formula::If { conclusion, premise } => {
                let conclusion = self.truth(conclusion);
                Expr::binary(conclusion, "||", self.truth(premise).negated())
            }
        }
    }

    fn connective(&mut self, left: &Formula, symbol: &'static str, right: &Formula) -> Expr {
        let left = self.truth(left);
        let right = self.truth(right);
        match (symbol, &left, &right) {
            ("&&", Expr::Bool(true), _) | ("||", Expr::Bool(false), _) => right,
            ("&&", _, Expr::Bool(true)) | ("||", _, Expr::Bool(false)) => left,
            ("&&", Expr::Bool(false), _) | ("||", Expr::Bool(true), _) => left,
            _ => Expr::binary(left, symbol, right),
        }
    }

    pub fn compare(&mut self, comparison: Comparison, left: &Term, right: &Term) -> Expr {
        if let (Term::Int(left), Term::Int(right)) = (left, right) {
            return Expr::Bool(comparison.holds(*left, *right));
        }
        let symbol = match comparison {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        };
        let operands = [left.clone(), right.clone()];
        self.combined(&operands, Made::Truth, None, |values| binary(values, symbol))
    }

    /// Strong equality: both sides defined and equal, or both undefined.
    pub fn equal(&mut self, left: &Term, right: &Term) -> Expr {
        let sort = self.sort_of(left);
        let optional = self.cx.is_partial(left) || self.cx.is_partial(right);
        match self.cx.equality(sort) {
            Compared::Observers => self.indistinguishable(sort, left, right, optional),
            Compared::Operator => {
                let left = self.side(left, optional);
                Expr::binary(left, "==", self.side(right, optional))
            }
            Compared::Function(path) => {
                let function = Expr::Written(self.cx.instantiate(path));
                let sides = vec![
                    self.side(left, optional).reference(),
                    self.side(right, optional).reference(),
                ];
                match optional {
                    false => function.called(sides),
                    true => Expr::call("equal_options", [sides, vec![function]].concat()),
                }
            }
        }
    }

    /// Whether no observer distinguishes two terms.
    fn indistinguishable(
        &mut self,
        sort: SortId,
        left: &Term,
        right: &Term,
        optional: bool,
    ) -> Expr {
        if self.cx.is_closure(sort) {
            let mut arguments = vec![self.value(left), self.value(right)];
            arguments.extend(self.element_slices(sort));
            return Expr::call(self.cx.comparison(sort), arguments);
        }
        let sides = [self.factory_of(left, optional), self.factory_of(right, optional)];
        if !optional {
            let [left, right] = sides;
            return self.compared(sort, left, right);
        }
        let parameters = [self.names.fresh("left"), self.names.fresh("right")];
        let [left, right] = parameters.each_ref().map(Expr::name);
        let compared = self.compared(sort, left, right);
        let closure = compared.closure(parameters.iter().map(Pattern::from).collect());
        Expr::call("equal_when_built", [sides.to_vec(), vec![closure]].concat())
    }

    /// `indistinguishable_graphs(left, right, 3, nodes)`, of two references to factories.
    pub fn compared(&mut self, sort: SortId, left: Expr, right: Expr) -> Expr {
        let mut arguments = vec![left, right];
        arguments.extend(self.depth_argument(sort));
        arguments.extend(self.element_slices(sort));
        Expr::call(self.cx.comparison(sort), arguments)
    }

    fn depth_argument(&self, sort: SortId) -> Option<Expr> {
        if !super::observe::is_recursive(self.cx, sort) {
            return None;
        }
        Some(match &self.depth {
            Some(depth) => Expr::binary(Expr::name(depth), "-", Expr::Int(1)),
            None => Expr::Int(OBSERVATION_DEPTH),
        })
    }

    /// `&|| term`, or the variable's own factory.
    fn factory_of(&mut self, term: &Term, optional: bool) -> Expr {
        if let (Term::Variable(var), false) = (term, optional)
            && let Binding::Factory(name) = &self.bindings[var.index()]
        {
            return Expr::name(name).reference();
        }
        self.side(term, optional).factory().reference()
    }

    /// The slices of elements that observations of a sort run over.
    fn element_slices(&mut self, sort: SortId) -> Vec<Expr> {
        let sorts = super::observe::observed_elements(self.cx, sort);
        let mut slices = Vec::new();
        for sort in sorts {
            let known = self.elements.get(&sort).cloned();
            let name = known.unwrap_or_else(|| {
                let name = self.names.fresh(&super::observe::plural(self.cx, sort));
                self.elements.insert(sort, name.clone());
                name
            });
            slices.push(Expr::name(name));
        }
        slices
    }
}

/// The result of two numbers that have one.
fn calculated(operator: ArithmeticOperator, left: Expr, right: Expr) -> Expr {
    let symbol = match operator {
        ArithmeticOperator::Add => "+",
        ArithmeticOperator::Subtract => "-",
        ArithmeticOperator::Multiply => "*",
        ArithmeticOperator::Divide => "/",
        ArithmeticOperator::Remainder => "%",
        ArithmeticOperator::Minimum => return Expr::path(["i64", "min"]).called(vec![left, right]),
        ArithmeticOperator::Maximum => return Expr::path(["i64", "max"]).called(vec![left, right]),
    };
    Expr::binary(left, symbol, right)
}

/// An `Option`, `None` where the divisor is 0.
fn divided(operator: ArithmeticOperator, left: Expr, right: Expr) -> Expr {
    let function = match operator {
        ArithmeticOperator::Remainder => "checked_rem",
        _ => "checked_div",
    };
    Expr::path(["i64", function]).called(vec![left, right])
}

fn folded(operator: ArithmeticOperator, left: i64, right: i64) -> Expr {
    match operator.apply(left, right) {
        Calculated::Number(number) => Expr::Int(number),
        _ => calculated(operator, Expr::Int(left), Expr::Int(right)),
    }
}

fn pair(values: Vec<Expr>) -> [Expr; 2] {
    <[Expr; 2]>::try_from(values).expect("operators have two operands")
}

fn binary(values: Vec<Expr>, symbol: &'static str) -> Expr {
    let [left, right] = pair(values);
    Expr::binary(left, symbol, right)
}
