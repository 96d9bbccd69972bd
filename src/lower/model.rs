//! What a test needs of its model: the tables as statics, the elements, and values as
//! expressions.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Context;
use super::mock::{element_array, has_tables, table_literal, tables_are_current};
use super::term::{Binding, Body};
use crate::arena::Id;
use crate::goal::snake_case;
use crate::model::{Element, GroundTerm, ParameterTables};
use crate::rust::{Expr, Ident, Names, Pattern, Stmt, Type};
use crate::theory::{SortId, Term, VarId, Variable};

/// The distinct parameter tables of a file, each a static with a name.
pub struct Models {
    known: Vec<(ParameterTables, Ident)>,
}

impl Models {
    /// Names each of the tables once, in the order of first use.
    pub fn of<'t>(
        cx: Context<'_>,
        tables: impl Iterator<Item = &'t ParameterTables>,
        names: &mut Names,
    ) -> Self {
        let word = snake_case(cx.names.tables.as_str()).to_uppercase();
        let mut known: Vec<(ParameterTables, Ident)> = Vec::new();
        for one in tables.filter(|_| has_tables(cx)) {
            if !known.iter().any(|(other, _)| other == one) {
                known.push((one.clone(), names.next(&format!("{word}_"))));
            }
        }
        Self { known }
    }

    /// `static TOTAL_ORDER_1: TotalOrder = …;`
    pub fn statics(&self, cx: Context<'_>) -> Vec<Stmt> {
        let statics = self.known.iter().map(|(tables, name)| {
            let fields = table_literal(cx, tables, name);
            let value = Expr::Struct(cx.names.tables.clone(), fields);
            Stmt::Static(name.clone(), Type::Named(cx.names.tables.clone()), value)
        });
        statics.collect()
    }

    /// The static of some tables, where there are tables at all.
    pub fn name(&self, tables: &ParameterTables) -> Option<&Ident> {
        self.known.iter().find(|(known, _)| known == tables).map(|(_, name)| name)
    }
}

/// The parameters of one test, or of several that share them.
pub struct Ground<'t> {
    pub cx: Context<'t>,
    pub tables: &'t ParameterTables,
    /// The static with the tables.
    pub model: Option<&'t Ident>,
    /// For the locals of the test.
    pub names: Names,
    elements: BTreeMap<(SortId, Element), Ident>,
}

impl<'t> Ground<'t> {
    pub fn new(
        cx: Context<'t>,
        models: &'t Models,
        tables: &'t ParameterTables,
        mut names: Names,
    ) -> Self {
        let mut elements = BTreeMap::new();
        for (sort, size) in &tables.carriers {
            let word = snake_case(&cx.theory.sorts[*sort].name);
            for element in 0..*size {
                elements.insert((*sort, element), names.fresh(&format!("{word}{element}")));
            }
        }
        Self { cx, tables, model: models.name(tables), names, elements }
    }

    /// `Case::with_model("goal", "E = Orderable0; F = Orderable1", &TOTAL_ORDER_1)`
    pub fn case(&self, goal: &str, terms: &[String]) -> Expr {
        self.described(Expr::text(goal), terms)
    }

    /// The same for a goal that an expression names.
    pub fn described(&self, goal: Expr, terms: &[String]) -> Expr {
        let arguments = vec![goal, Expr::text(terms.join("; "))];
        match self.entered_model() {
            Some(model) => {
                Expr::path(["Case", "with_model"]).called([arguments, vec![model]].concat())
            }
            None => Expr::path(["Case", "new"]).called(arguments),
        }
    }

    /// A reference to the tables; where operations without arguments must find them, they are
    /// made the current ones on the way.
    pub fn entered_model(&self) -> Option<Expr> {
        let model = Expr::name(self.model?);
        Some(match tables_are_current(self.cx) {
            true => model.method("entered", Vec::new()),
            false => model.reference(),
        })
    }

    /// The local of an element.
    pub fn element(&self, sort: SortId, element: Element) -> Expr {
        Expr::name(&self.elements[&(sort, element)])
    }

    /// All elements of a sort, as an array of their locals.
    pub fn all(&self, sort: SortId) -> Expr {
        let elements = 0..self.tables.carriers[&sort];
        Expr::Array(elements.map(|element| self.element(sort, element)).collect())
    }

    /// All elements of a sort.
    pub fn every(&self, sort: SortId) -> BTreeSet<(SortId, Element)> {
        (0..self.tables.carriers[&sort]).map(|element| (sort, element)).collect()
    }

    /// `let [orderable0, _, orderable2] = TOTAL_ORDER_1.orderables();`
    pub fn declare(&self, used: &BTreeSet<(SortId, Element)>) -> Vec<Stmt> {
        let mut by_sort: BTreeMap<SortId, BTreeSet<Element>> = BTreeMap::new();
        for (sort, element) in used {
            by_sort.entry(*sort).or_default().insert(*element);
        }
        by_sort.into_iter().flat_map(|(sort, used)| self.declare_sort(sort, &used)).collect()
    }

    fn declare_sort(&self, sort: SortId, used: &BTreeSet<Element>) -> Vec<Stmt> {
        let local = |element: Element| self.elements[&(sort, element)].clone();
        if self.cx.is_closure(sort) {
            let closure = |element: &Element| {
                let pattern = Pattern::Typed(
                    Box::new(Pattern::Name(local(*element))),
                    self.cx.sort_type(sort),
                );
                Stmt::Let(pattern, closure_element(self.cx, sort, *element))
            };
            return used.iter().map(closure).collect();
        }
        let last = used.iter().next_back().copied().unwrap_or(0);
        let patterns = (0..=last).map(|element| match used.contains(&element) {
            true => Pattern::Name(local(element)),
            false => Pattern::Wild,
        });
        let array = element_array(self.cx, sort, self.model);
        vec![Stmt::Let(Pattern::Array(patterns.collect()), array)]
    }

    /// Whether building a value may fail.
    pub fn is_partial(&self, term: &GroundTerm) -> bool {
        self.cx.is_partial(&self.with_variables(term).0)
    }

    /// A value, or an `Option` of it where building may fail or `optional` says so.
    pub fn value(&self, term: &GroundTerm, optional: bool) -> Expr {
        let (term, variables, bindings) = self.with_variables(term);
        Body::new(self.cx, &variables, bindings, self.names.child()).side(&term, optional)
    }

    /// The term with a variable for each element.
    fn with_variables(&self, term: &GroundTerm) -> (Term, Vec<Variable>, Vec<Binding>) {
        let (mut variables, mut bindings) = (Vec::new(), Vec::new());
        let term = self.term(term, &mut variables, &mut bindings);
        (term, variables, bindings)
    }

    fn term(
        &self,
        term: &GroundTerm,
        variables: &mut Vec<Variable>,
        bindings: &mut Vec<Binding>,
    ) -> Term {
        match term {
            GroundTerm::Int(number) => Term::Int(*number),
            GroundTerm::Apply(op, arguments) => {
                let arguments = arguments.iter().map(|term| self.term(term, variables, bindings));
                Term::Apply(*op, arguments.collect())
            }
            GroundTerm::Element(sort, element) => {
                let binding = Binding::Copied(self.elements[&(*sort, *element)].clone());
                let known = bindings.iter().position(|known| *known == binding);
                let place = known.unwrap_or_else(|| {
                    variables.push(Variable { name: String::new(), sort: *sort });
                    bindings.push(binding);
                    bindings.len() - 1
                });
                Term::Variable(VarId::from_index(place))
            }
        }
    }
}

/// `comparator::<0>`
pub fn closure_element(cx: Context<'_>, sort: SortId, element: Element) -> Expr {
    let text = format!("{}::<{element}>", cx.names.closure(sort));
    Expr::Written(crate::rust::Fragment::new(&text))
}
