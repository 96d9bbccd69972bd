//! From the parser's pairs to the syntax tree: files, sections, declarations.

use pest::iterators::{Pair, Pairs};

use super::ast::*;
use super::grammar::Rule;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// Turns pairs of one file into syntax trees. The grammar has accepted the
/// text; what it cannot judge, such as the size of a literal, goes to `errors`.
pub(super) struct Reader {
    file: FileId,
    /// Where in the file the text starts that the pairs speak of.
    base: usize,
    /// The one place of all parts, for a text that the user did not write.
    instead: Option<Span>,
    pub errors: Vec<Diagnostic>,
}

impl Reader {
    pub fn new(file: FileId, base: usize) -> Self {
        Self { file, base, instead: None, errors: Vec::new() }
    }

    /// Reads a text that stands for what the user wrote at a place.
    pub fn standing_for(span: Span) -> Self {
        Self { instead: Some(span), ..Self::new(span.file, 0) }
    }

    /// Only tokens and rules that end in one have a meaningful end: others may
    /// have swallowed the blanks that follow them.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let range = self.base + span.start()..self.base + span.end();
        self.instead.unwrap_or_else(|| Span::new(self.file, range))
    }

    pub fn file(&mut self, pair: Pair<'_, Rule>) -> SpecFile {
        let specs = pair.into_inner().filter(|inner| inner.as_rule() == Rule::specification);
        SpecFile { specs: specs.map(|spec| self.specification(spec)).collect() }
    }

    /// Reads a part of a file for its errors alone.
    pub fn statement(&mut self, pair: Pair<'_, Rule>) {
        match pair.as_rule() {
            Rule::domain_clause => _ = self.domain_clause(pair),
            Rule::axiom | Rule::after => _ = self.axiom(pair),
            // The other statements hold names only.
            _ => {}
        }
    }

    fn specification(&mut self, pair: Pair<'_, Rule>) -> SpecDecl {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let mut head = take(&mut inner, Rule::head).into_inner();
        take(&mut head, Rule::k_specification);
        let name = self.name(take(&mut head, Rule::name));
        let parameters = take_if(&mut head, Rule::parameters)
            .map(|list| take_while(&mut list.into_inner(), Rule::name))
            .unwrap_or_default()
            .into_iter()
            .map(|name| self.name(name))
            .collect();
        let sections = take_while(&mut inner, Rule::section)
            .into_iter()
            .map(|section| self.section(first(section)))
            .collect();
        SpecDecl { name, parameters, sections, origin: SpecOrigin::Written, span }
    }

    fn section(&mut self, pair: Pair<'_, Rule>) -> Section {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        let word = inner.next().expect("a section starts with its keyword");
        let keyword = self.span(&word);
        let kind = match rule {
            Rule::sorts => self.sorts(inner),
            Rule::operations => SectionKind::Operations(
                class(word.as_rule()),
                inner.flat_map(|operation| self.operations(operation)).collect(),
            ),
            Rule::domains => {
                let groups = self.variable_groups(&mut inner);
                SectionKind::Domains(groups, inner.flat_map(|it| self.domain_clause(it)).collect())
            }
            Rule::axioms => {
                let groups = self.variable_groups(&mut inner);
                SectionKind::Axioms(groups, inner.map(|axiom| self.axiom(axiom)).collect())
            }
            Rule::implies => {
                let groups = self.variable_groups(&mut inner);
                SectionKind::Implies(groups, inner.map(|axiom| self.axiom(axiom)).collect())
            }
            other => unreachable!("{other:?} is not a section"),
        };
        Section { kind, keyword }
    }

    pub fn name(&self, pair: Pair<'_, Rule>) -> Name {
        Name { text: pair.as_str().to_owned(), span: self.span(&pair) }
    }

    fn sort(&self, pair: Pair<'_, Rule>) -> SortRef {
        let mut inner = pair.into_inner();
        let name = self.name(take(&mut inner, Rule::name));
        let mut span = name.span;
        let mut arguments = Vec::new();
        if let Some(list) = take_if(&mut inner, Rule::sort_arguments) {
            span = span.to(self.span(&list));
            let sorts = take_while(&mut list.into_inner(), Rule::sort);
            arguments = sorts.into_iter().map(|sort| self.sort(sort)).collect();
        }
        SortRef { name, arguments, span }
    }

    fn sorts(&self, pairs: Pairs<'_, Rule>) -> SectionKind {
        let (mut sorts, mut data) = (Vec::new(), Vec::new());
        for pair in pairs {
            match pair.as_rule() {
                Rule::data => data.push(self.data(pair)),
                _ => sorts.push(self.sort(pair)),
            }
        }
        SectionKind::Sorts(sorts, data)
    }

    /// `Refused is ClockWentBack | TooMany`
    fn data(&self, pair: Pair<'_, Rule>) -> DataDecl {
        let mut inner = pair.into_inner();
        let name = self.name(take(&mut inner, Rule::name));
        let variants = inner.filter(|pair| pair.as_rule() == Rule::variant);
        DataDecl { name, variants: variants.map(|variant| self.variant(variant)).collect() }
    }

    fn variant(&self, pair: Pair<'_, Rule>) -> VariantDecl {
        let mut inner = pair.into_inner();
        let name = self.name(take(&mut inner, Rule::name));
        let fields = take_if(&mut inner, Rule::fields)
            .map(|fields| take_while(&mut fields.into_inner(), Rule::field))
            .unwrap_or_default();
        let field = |field: Pair<'_, Rule>| {
            let mut inner = field.into_inner();
            let name = take_if(&mut inner, Rule::name).map(|name| self.name(name));
            take_if(&mut inner, Rule::colon);
            FieldDecl { name, sort: self.sort(take(&mut inner, Rule::sort)) }
        };
        VariantDecl { name, fields: fields.into_iter().map(field).collect() }
    }

    /// `capacity, len: Lru --> int;` declares one operation for each name.
    fn operations(&self, pair: Pair<'_, Rule>) -> Vec<OperationDecl> {
        let mut inner = pair.into_inner();
        let names = take_while(&mut inner, Rule::name);
        let colon = self.span(&take(&mut inner, Rule::colon));
        let arguments: Vec<SortRef> = take_while(&mut inner, Rule::sort)
            .into_iter()
            .map(|argument| self.sort(argument))
            .collect();
        let result = self.result(&mut inner);
        let returns = take_if(&mut inner, Rule::returns).map(|returns| {
            let mut inner = returns.into_inner();
            take(&mut inner, Rule::k_returns);
            let name = self.name(take(&mut inner, Rule::name));
            ReturnsDecl { name, result: self.result(&mut inner) }
        });
        let last = result.as_ref().map(|result| &result.sort).or(arguments.last());
        let end = last.map_or(colon, |sort| sort.span);
        let operation = |name: Pair<'_, Rule>| {
            let name = self.name(name);
            let span = name.span.to(end);
            let (arguments, result) = (arguments.clone(), result.clone());
            OperationDecl { name, arguments, result, returns: returns.clone(), answer: None, span }
        };
        names.into_iter().map(operation).collect()
    }

    fn result(&self, pairs: &mut Pairs<'_, Rule>) -> Option<ResultDecl> {
        take_if(pairs, Rule::arrow).map(|arrow| ResultDecl {
            arrow: if arrow.as_str() == "-->?" { Arrow::Partial } else { Arrow::Total },
            arrow_span: self.span(&arrow),
            sort: self.sort(take(pairs, Rule::sort)),
        })
    }

    fn variable_groups(&self, pairs: &mut Pairs<'_, Rule>) -> Vec<VariableGroup> {
        let groups = take_while(pairs, Rule::variables);
        groups.into_iter().map(|group| self.variable_group(group)).collect()
    }

    fn variable_group(&self, pair: Pair<'_, Rule>) -> VariableGroup {
        let start = self.span(&pair);
        let mut inner = pair.into_inner();
        let names =
            take_while(&mut inner, Rule::name).into_iter().map(|name| self.name(name)).collect();
        take(&mut inner, Rule::colon);
        let sort = self.sort(take(&mut inner, Rule::sort));
        let span = Span { end: sort.span.end, ..start };
        VariableGroup { names, sort, span }
    }

    /// `get(M, K), removed(M, K) if contains(M, K);` is one clause for each operation.
    fn domain_clause(&mut self, pair: Pair<'_, Rule>) -> Vec<DomainClause> {
        let mut inner = pair.into_inner();
        let calls = take_while(&mut inner, Rule::application);
        let calls: Vec<Expr> = calls.into_iter().map(|call| self.application(call)).collect();
        take(&mut inner, Rule::k_if);
        let first = self.equivalence(take(&mut inner, Rule::equivalence));
        let errors = self.errors(&first, &mut inner);
        let conjoined = |left: Expr, right: &ErrorDecl| {
            Expr::binary(BinaryOperator::And, left, right.condition.clone())
        };
        let condition = errors.iter().skip(1).fold(first, conjoined);
        let clause = |call: Expr| {
            let span = call.span.to(condition.span);
            DomainClause { call, condition: condition.clone(), errors: errors.clone(), span }
        };
        calls.into_iter().map(clause).collect()
    }

    /// `else ClockWentBack, used(S, T) < limit(S) else TooMany`, after the first condition
    fn errors(&mut self, first: &Expr, pairs: &mut Pairs<'_, Rule>) -> Vec<ErrorDecl> {
        let Some(list) = take_if(pairs, Rule::errors) else { return Vec::new() };
        let (mut errors, mut condition) = (Vec::new(), first.clone());
        for pair in list.into_inner() {
            match pair.as_rule() {
                Rule::equivalence => condition = self.equivalence(pair),
                Rule::sum => {
                    let error = self.sum(pair);
                    errors.push(ErrorDecl { condition: condition.clone(), error });
                }
                _ => {}
            }
        }
        errors
    }

    /// `after acquire(S, T): now = T, keeps rest;`
    fn after(&mut self, pair: Pair<'_, Rule>) -> AxiomDecl {
        let start = self.span(&pair);
        let mut inner = pair.into_inner();
        take(&mut inner, Rule::k_after);
        let formula = match take_if(&mut inner, Rule::application) {
            Some(call) => self.application(call),
            None => self.constant(take(&mut inner, Rule::variable)),
        };
        take(&mut inner, Rule::colon);
        let effects = take_while(&mut inner, Rule::effect);
        let effects: Vec<Effect> = effects.into_iter().map(|it| self.effect(first(it))).collect();
        let span = Span { end: formula.span.end, ..start };
        AxiomDecl { label: None, formula, effects, span }
    }

    fn effect(&mut self, pair: Pair<'_, Rule>) -> Effect {
        match pair.as_rule() {
            Rule::keeps => {
                let mut inner = pair.into_inner();
                take(&mut inner, Rule::k_keeps);
                Effect::Keeps(self.name(take(&mut inner, Rule::name)))
            }
            _ => Effect::States(self.formula(pair)),
        }
    }

    fn axiom(&mut self, pair: Pair<'_, Rule>) -> AxiomDecl {
        if pair.as_rule() == Rule::after {
            return self.after(pair);
        }
        let start = self.span(&pair);
        let mut inner = pair.into_inner();
        let label = take_if(&mut inner, Rule::label).map(|label| self.name(first(label)));
        let formula = self.formula(take(&mut inner, Rule::formula));
        let span = Span { end: formula.span.end, ..start };
        AxiomDecl { label, formula, effects: Vec::new(), span }
    }
}

fn class(opening: Rule) -> OperationClass {
    match opening {
        Rule::k_constructors => OperationClass::Constructor,
        Rule::k_observers => OperationClass::Observer,
        Rule::k_others => OperationClass::Other,
        Rule::k_auxiliary => OperationClass::Auxiliary,
        other => unreachable!("{other:?} does not open operations"),
    }
}

/// The next pair, which the grammar promises to be of this rule.
pub(super) fn take<'t>(pairs: &mut Pairs<'t, Rule>, rule: Rule) -> Pair<'t, Rule> {
    take_if(pairs, rule).expect("the grammar requires this rule here")
}

pub(super) fn take_if<'t>(pairs: &mut Pairs<'t, Rule>, rule: Rule) -> Option<Pair<'t, Rule>> {
    pairs.peek().filter(|pair| pair.as_rule() == rule)?;
    pairs.next()
}

pub(super) fn take_while<'t>(pairs: &mut Pairs<'t, Rule>, rule: Rule) -> Vec<Pair<'t, Rule>> {
    std::iter::from_fn(|| take_if(pairs, rule)).collect()
}

/// The first pair inside this one, or the only one but for punctuation.
pub(super) fn first(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    pair.into_inner().next().expect("the grammar puts a pair inside this rule")
}
