//! Axioms as tester functions: parameterised unit tests.
//!
//! A tester takes the variables of its axiom, evaluates each atom, panics if the axiom does not
//! hold, and returns which atoms did.

use super::context::{Comparison as Compared, Context};
use super::term::{Binding, Body};
use crate::goal::{Minterms, same_atom, snake_case};
use crate::rust::{Expr, Function, Ident, Names, Parameter, Pattern, Stmt, Type, value_name};
use crate::theory::{Axiom, Comparison, Formula, SortId, Term, Variable};

/// A tester function, and what its callers must know.
pub struct Tester {
    pub function: Function,
    /// The parameter sorts whose elements it takes as slices, after the variables.
    pub elements: Vec<SortId>,
    /// Whether it can hold in one way only. Then a test need not check which.
    pub one_way: bool,
}

/// Lowers an axiom. `place` is where it stands, as messages show it.
pub fn axiom_tester(cx: Context<'_>, axiom: &Axiom, name: &Ident, place: &str) -> Tester {
    let mut body = body_of(cx, &axiom.variables);
    let minterms = Minterms::of(&axiom.formula);
    let atoms = Atoms::of(&mut body, &minterms);
    let text = format!("[{}] {} ({place})", axiom.title(), axiom.text);
    let arguments = vec![Expr::text(text), atoms.array(), atoms.judgement(&axiom.formula)];
    let call = Expr::call("axiom", arguments);
    let one_way = minterms.assignments(true).take(2).count() < 2;
    let doc = vec![format!("`[{}]` {place}", axiom.title())];
    tester(body, name, atoms.len(), doc, vec![Stmt::Tail(call)], one_way)
}

/// A body whose variables are the parameters of a tester.
pub fn body_of<'a>(cx: Context<'a>, variables: &'a [Variable]) -> Body<'a> {
    let mut names = cx.names.table.child();
    let bindings = variable_bindings(cx, variables, &mut names);
    Body::new(cx, variables, bindings, names)
}

/// The names of a statement's variables in its tester, in their order.
pub fn variable_bindings(
    cx: Context<'_>,
    variables: &[Variable],
    names: &mut Names,
) -> Vec<Binding> {
    let binding = |variable: &Variable| {
        let name = names.fresh(&value_name(&variable.name));
        match cx.is_subject(variable.sort) {
            true => Binding::Factory(name),
            false => Binding::Copied(name),
        }
    };
    variables.iter().map(binding).collect()
}

/// The function around a body.
pub fn tester(
    body: Body<'_>,
    name: &Ident,
    atoms: usize,
    doc: Vec<String>,
    stmts: Vec<Stmt>,
    one_way: bool,
) -> Tester {
    let cx = body.cx;
    let mut parameters = Vec::new();
    for (variable, binding) in body.variables.iter().zip(&body.bindings) {
        let sort = cx.sort_type(variable.sort);
        let rust_type = if cx.is_subject(variable.sort) { sort.factory() } else { sort };
        parameters.push(Parameter::new(binding.name(), rust_type));
    }
    for (sort, slice) in &body.elements {
        parameters.push(Parameter::new(slice, cx.sort_type(*sort).slice()));
    }
    let result = Type::Generic("Atoms".into(), vec![Type::Const(atoms)]);
    let mut function = Function::new(name, parameters, Some(result)).with_body(stmts);
    function.doc = doc;
    function.visibility = "pub(crate)";
    Tester { function, elements: body.elements.into_keys().collect(), one_way }
}

/// The runtime's function for an axiom with a premise.
const GIVEN: &str = "given";

/// The atoms of a formula, evaluated.
pub struct Atoms {
    evaluated: Vec<Expr>,
    /// Each atom with the name of its truth value in the formula.
    named: Vec<(Formula, Ident)>,
}

impl Atoms {
    pub fn of(body: &mut Body<'_>, minterms: &Minterms<'_>) -> Self {
        // Truth values are seen in the formula alone, which calls nothing else.
        let mut names = Names::new();
        names.reserve(GIVEN);
        let mut atoms = Self { evaluated: Vec::new(), named: Vec::new() };
        for atom in minterms.atoms() {
            atoms.evaluated.push(evaluated(body, atom));
            let name = names.fresh(&value_name(&word(body.cx, atom)));
            atoms.named.push(((*atom).clone(), name));
        }
        atoms
    }

    pub fn len(&self) -> usize {
        self.evaluated.len()
    }

    /// `[atom("isEmpty(S)", is_empty(&s())), …]`
    pub fn array(&self) -> Expr {
        Expr::Array(self.evaluated.clone())
    }

    /// `|[equal, is_empty]| equal || is_empty`
    pub fn closure(&self, formula: &Formula) -> Expr {
        self.of_truths(self.truth(formula))
    }

    /// `|[equal, is_empty]| given(!is_empty, equal)`, if the formula has a premise.
    fn judgement(&self, formula: &Formula) -> Expr {
        self.of_truths(match formula {
            Formula::If { conclusion, premise } => {
                Expr::call(GIVEN, vec![self.truth(premise), self.truth(conclusion)])
            }
            other => self.truth(other),
        })
    }

    fn of_truths(&self, body: Expr) -> Expr {
        let names = self.named.iter().map(|(_, name)| Pattern::from(name)).collect();
        body.closure(vec![Pattern::Array(names)])
    }

    fn truth(&self, formula: &Formula) -> Expr {
        let binary = |left: &Formula, symbol, right: &Formula| {
            Expr::binary(self.truth(left), symbol, self.truth(right))
        };
        match formula {
            Formula::Not(inner) => self.falsity(inner),
            Formula::And(left, right) => binary(left, "&&", right),
            Formula::Or(left, right) => binary(left, "||", right),
            Formula::Iff(left, right) => self.truth(left).same_truth(self.truth(right)),
            Formula::If { conclusion, premise } => {
                Expr::binary(self.truth(conclusion), "||", self.falsity(premise))
            }
            atom => {
                let named = self.named.iter().find(|(known, _)| same_atom(known, atom));
                Expr::name(named.map(|(_, name)| name).expect("every atom was evaluated"))
            }
        }
    }

    /// The negation of a formula, with `!` before atoms only, as people write it.
    fn falsity(&self, formula: &Formula) -> Expr {
        match formula {
            Formula::Not(inner) => self.truth(inner),
            Formula::And(left, right) => {
                Expr::binary(self.falsity(left), "||", self.falsity(right))
            }
            Formula::Or(left, right) => Expr::binary(self.falsity(left), "&&", self.falsity(right)),
            Formula::If { conclusion, premise } => {
                Expr::binary(self.falsity(conclusion), "&&", self.truth(premise))
            }
            other => self.truth(other).negated(),
        }
    }
}

/// `atom("isEmpty(S)", is_empty(&s()))`, or an equation with both of its sides.
fn evaluated(body: &mut Body<'_>, atom: &Formula) -> Expr {
    let text = Expr::text(atom.text(body.cx.theory, body.variables));
    let Formula::Equal(left, right) = atom else {
        return Expr::call("atom", vec![text, body.truth(atom)]);
    };
    let sort = body.sort_of(left);
    let optional = body.cx.is_partial(left) || body.cx.is_partial(right);
    let cx = body.cx;
    let equality = cx.equality(sort);
    if equality == Compared::Observers {
        return Expr::call("atom", vec![text, body.truth(atom)]);
    }
    let mut arguments = vec![text, body.side(left, optional), body.side(right, optional)];
    if let Compared::Function(path) = equality {
        let function = Expr::Written(body.cx.instantiate(path));
        arguments.push(match optional {
            false => function,
            true => {
                let sides = ["left", "right"].map(|side| body.names.child().fresh(side));
                let mut passed: Vec<Expr> = sides.iter().map(Expr::name).collect();
                passed.push(function);
                let parameters = sides.iter().map(Pattern::from).collect();
                Expr::call("equal_options", passed).closure(parameters)
            }
        });
    }
    Expr::Macro("equation".into(), arguments)
}

/// The name of an atom's truth value.
fn word(cx: Context<'_>, atom: &Formula) -> String {
    match atom {
        Formula::Predicate(op, _) => snake_case(&cx.theory.ops[*op].name),
        Formula::Compare(Comparison::Less, ..) => "less".to_owned(),
        Formula::Compare(Comparison::LessEqual, ..) => "at_most".to_owned(),
        Formula::Compare(Comparison::Greater, ..) => "greater".to_owned(),
        Formula::Compare(Comparison::GreaterEqual, ..) => "at_least".to_owned(),
        _ => "equal".to_owned(),
    }
}

/// `largest(S)`, of an operation's own variables.
pub fn call_text(cx: Context<'_>, call: &Term, variables: &[Variable]) -> String {
    call.text(cx.theory, variables)
}
