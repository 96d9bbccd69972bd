//! What a test needs of its model: the tables, the elements, and factories of values.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Expr, Stmt};
use super::lower_mock::element_expr;
use super::lower_table::{has_tables, table_literal};
use super::lower_term::{Scope, Target, block};
use crate::arena::Id;
use crate::goal::snake_case;
use crate::model::{Element, GroundTerm, ParameterTables};
use crate::theory::{SortId, Term, VarId, Variable};

/// The parameters of one test, or of several that share them.
pub struct Ground<'t> {
    pub target: Target<'t>,
    pub mocks: &'t ParameterTables,
    /// Names of locals that no element may have.
    pub taken: Vec<String>,
}

/// A closure that builds a value, and whether it returns an `Option`.
pub struct Factory {
    pub value: Expr,
    pub partial: bool,
}

impl Ground<'_> {
    /// `static TOTAL_ORDER: TotalOrder = …;`, where there are tables.
    pub fn tables(&self) -> Option<Stmt> {
        let name = self.tables_name()?;
        let rust_type = self.target.names.tables.clone();
        let fields = table_literal(self.target, self.mocks, &name);
        let value = Expr::Struct(rust_type.clone(), fields);
        Some(Stmt::Static { name, rust_type, value })
    }

    /// `TOTAL_ORDER`, where there are tables.
    pub fn tables_name(&self) -> Option<String> {
        has_tables(self.target).then(|| snake_case(&self.target.names.tables).to_uppercase())
    }

    /// `Case::new("goal", &["E = Orderable0"], &TOTAL_ORDER)`
    pub fn case(&self, goal: &str, lines: &[String]) -> Expr {
        let terms = lines.iter().map(|line| Expr::text(format!("{line:?}"))).collect();
        let mut arguments =
            vec![Expr::text(format!("{goal:?}")), Expr::prefix("&", Expr::Array(terms))];
        arguments.extend(self.tables_name().map(|name| Expr::text(format!("&{name}"))));
        Expr::call("Case::new", arguments)
    }

    /// All elements of a sort.
    pub fn all(&self, sort: SortId) -> BTreeSet<(SortId, Element)> {
        BTreeSet::from_iter((0..self.mocks.carriers[&sort]).map(|element| (sort, element)))
    }

    /// `let [orderable0, _] = TOTAL_ORDER.orderables();`
    pub fn declare(&self, elements: &BTreeSet<(SortId, Element)>) -> Vec<Stmt> {
        let mut by_sort: BTreeMap<SortId, Vec<Element>> = BTreeMap::new();
        for (sort, element) in elements {
            by_sort.entry(*sort).or_default().push(*element);
        }
        by_sort.into_iter().flat_map(|(sort, used)| self.declare_sort(sort, &used)).collect()
    }

    fn declare_sort(&self, sort: SortId, used: &[Element]) -> Vec<Stmt> {
        let names = self.target.names;
        if self.target.is_closure(sort) {
            let closure = |element: &Element| Stmt::Let {
                pattern: format!("{}: {}", self.element(sort, *element), names.sort(sort)),
                value: Expr::text(format!("{}::<{element}>", names.closures[&sort])),
            };
            return used.iter().map(closure).collect();
        }
        let pattern: Vec<String> = (0..self.mocks.carriers[&sort])
            .map(|element| match used.contains(&element) {
                true => self.element(sort, element),
                false => "_".to_owned(),
            })
            .collect();
        let pattern = format!("[{}]", pattern.join(", "));
        vec![Stmt::Let { pattern, value: element_expr(self.target, sort) }]
    }

    /// `orderable1`, unless a local has that name.
    pub fn element(&self, sort: SortId, element: Element) -> String {
        let word = snake_case(&self.target.theory.sorts[sort].name);
        let mut namer = self.target.names.values.clone();
        self.taken.iter().for_each(|name| namer.reserve(name));
        namer.fresh(&format!("{word}{element}"))
    }

    /// `|| { … }`; `name` is what the value is called in there.
    pub fn factory(&self, name: &str, term: &GroundTerm) -> Factory {
        let partial = self.is_partial(term);
        Factory { value: self.closure(name, term, partial), partial }
    }

    /// The same as an expression that returns an `Option` where it is asked to.
    pub fn closure(&self, name: &str, term: &GroundTerm, optional: bool) -> Expr {
        let (term, variables) = self.with_variables(term);
        let bindings: Vec<String> =
            variables.iter().map(|variable| variable.name.clone()).collect();
        let mut scope = Scope::new(self.target, &variables, bindings);
        scope.preferred = Some(name.to_owned());
        let value = match scope.steps(&term) {
            Expr::Suffix(whole, "?") => *whole,
            value if optional => value.some(),
            value => value,
        };
        match block(scope.block, value) {
            Expr::Call(function, arguments) if arguments.is_empty() => *function,
            other => Expr::Closure("||".to_owned(), Box::new(other)),
        }
    }

    /// Whether building the value may fail.
    pub fn is_partial(&self, term: &GroundTerm) -> bool {
        self.target.is_partial(&self.with_variables(term).0)
    }

    /// The term with a variable for each element, named as the element is.
    fn with_variables(&self, term: &GroundTerm) -> (Term, Vec<Variable>) {
        let mut variables = Vec::new();
        let term = self.term(term, &mut variables);
        (term, variables)
    }

    fn term(&self, term: &GroundTerm, variables: &mut Vec<Variable>) -> Term {
        match term {
            GroundTerm::Int(number) => Term::Int(*number),
            GroundTerm::Apply(op, arguments) => {
                Term::Apply(*op, arguments.iter().map(|term| self.term(term, variables)).collect())
            }
            GroundTerm::Element(sort, element) => {
                let name = self.element(*sort, *element);
                let known = variables.iter().position(|variable| variable.name == name);
                let place = known.unwrap_or_else(|| {
                    variables.push(Variable { name, sort: *sort });
                    variables.len() - 1
                });
                Term::Variable(VarId::from_index(place))
            }
        }
    }
}
