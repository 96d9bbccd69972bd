//! Generated syntax trees, and trees without the places of their nodes.

use proptest::prelude::*;
use specgen::source::{Sources, Span};
use specgen::syntax::ast::*;

/// The place that stands for all others.
pub fn place() -> Span {
    Span { file: Sources::default().add("generated", ""), start: 0, end: 0 }
}

fn any_name() -> impl Strategy<Value = Name> {
    prop::sample::select(vec!["a", "B", "insert", "_x1", "int", "ending", "order"])
        .prop_map(|text| Name { text: text.to_owned(), span: place() })
}

fn any_sort() -> impl Strategy<Value = SortRef> {
    let leaf = any_name().prop_map(|name| sort(name, Vec::new()));
    leaf.prop_recursive(3, 8, 3, |inner| {
        (any_name(), prop::collection::vec(inner, 0..3))
            .prop_map(|(name, arguments)| sort(name, arguments))
    })
}

fn sort(name: Name, arguments: Vec<SortRef>) -> SortRef {
    SortRef { name, arguments, span: place() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: place() }
}

fn any_operator() -> impl Strategy<Value = BinaryOperator> {
    use BinaryOperator::*;
    prop::sample::select(vec![
        Multiply,
        Add,
        Subtract,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        And,
        Or,
        Iff,
        If,
    ])
}

pub fn any_expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any_name().prop_map(|name| expr(ExprKind::Name(name.text))),
        (0..=i64::MAX).prop_map(|value| expr(ExprKind::Int(value))),
    ];
    leaf.prop_recursive(6, 40, 3, |inner| {
        prop_oneof![
            any_call(inner.clone()),
            inner.clone().prop_map(|it| expr(ExprKind::Negate(Box::new(it)))),
            inner.clone().prop_map(|it| expr(ExprKind::Not(Box::new(it)))),
            (any_operator(), inner.clone(), inner.clone()).prop_map(|(operator, left, right)| {
                expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)))
            }),
            (inner.clone(), any_choice(inner)).prop_map(|(left, choice)| {
                expr(ExprKind::When(Box::new(When { left, choice })))
            }),
        ]
    })
}

fn any_call(inner: impl Strategy<Value = Expr>) -> impl Strategy<Value = Expr> {
    (any_name(), prop::collection::vec(inner, 0..4))
        .prop_map(|(name, arguments)| expr(ExprKind::Call(name, arguments)))
}

fn any_choice(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Choice> {
    let alternatives = prop::collection::vec((inner.clone(), inner.clone()), 1..4);
    (alternatives, inner).prop_map(|(alternatives, last)| {
        let mut alternatives = alternatives.into_iter().rev();
        let (value, condition) = alternatives.next().expect("there is at least one");
        let innermost =
            Choice { value, condition, otherwise: Otherwise::Value(last), span: place() };
        alternatives.fold(innermost, |inside, (value, condition)| {
            let otherwise = Otherwise::Choice(Box::new(inside));
            Choice { value, condition, otherwise, span: place() }
        })
    })
}

fn any_operation() -> impl Strategy<Value = OperationDecl> {
    let result = prop::option::of((any_result(), prop::option::of(any_returns())));
    (any_name(), prop::collection::vec(any_sort(), 0..4), result).prop_map(
        |(name, arguments, result)| {
            let (result, returns) =
                result.map_or((None, None), |(it, returns)| (Some(it), returns));
            OperationDecl { name, arguments, result, returns, answer: None, span: place() }
        },
    )
}

fn any_result() -> impl Strategy<Value = ResultDecl> {
    let arrow = prop::sample::select(vec![Arrow::Total, Arrow::Partial]);
    (arrow, any_sort()).prop_map(|(arrow, sort)| ResultDecl { arrow, arrow_span: place(), sort })
}

fn any_returns() -> impl Strategy<Value = ReturnsDecl> {
    (any_name(), prop::option::of(any_result()))
        .prop_map(|(name, result)| ReturnsDecl { name, result })
}

fn any_data() -> impl Strategy<Value = DataDecl> {
    let field = (prop::option::of(any_name()), any_sort())
        .prop_map(|(name, sort)| FieldDecl { name, sort });
    let variant = (any_name(), prop::collection::vec(field, 0..3))
        .prop_map(|(name, fields)| VariantDecl { name, fields });
    (any_name(), prop::collection::vec(variant, 1..4))
        .prop_map(|(name, variants)| DataDecl { name, variants })
}

fn any_groups() -> impl Strategy<Value = Vec<VariableGroup>> {
    let group = (prop::collection::vec(any_name(), 1..4), any_sort())
        .prop_map(|(names, sort)| VariableGroup { names, sort, span: place() });
    prop::collection::vec(group, 0..3)
}

fn any_clause() -> impl Strategy<Value = DomainClause> {
    let plain = (any_call(any_expr()), any_expr()).prop_map(|(call, condition)| DomainClause {
        call,
        condition,
        errors: Vec::new(),
        span: place(),
    });
    let error =
        (any_expr(), any_expr()).prop_map(|(condition, error)| ErrorDecl { condition, error });
    let refusing = (any_call(any_expr()), prop::collection::vec(error, 1..3));
    let refusing = refusing.prop_map(|(call, errors)| {
        let conditions = errors.iter().map(|error| error.condition.clone());
        let and = |left, right| {
            expr(ExprKind::Binary(BinaryOperator::And, Box::new(left), Box::new(right)))
        };
        let condition = conditions.reduce(and).expect("there is an error");
        DomainClause { call, condition, errors, span: place() }
    });
    prop_oneof![plain, refusing]
}

fn any_axioms() -> impl Strategy<Value = Vec<AxiomDecl>> {
    let axiom = (prop::option::of(any_name()), any_expr()).prop_map(|(label, formula)| AxiomDecl {
        label,
        formula,
        effects: Vec::new(),
        span: place(),
    });
    prop::collection::vec(axiom, 0..4)
}

fn any_after() -> impl Strategy<Value = AxiomDecl> {
    let effect =
        prop_oneof![any_expr().prop_map(Effect::States), any_name().prop_map(Effect::Keeps),];
    (any_call(any_expr()), prop::collection::vec(effect, 1..3))
        .prop_map(|(formula, effects)| AxiomDecl { label: None, formula, effects, span: place() })
}

fn any_section() -> impl Strategy<Value = Section> {
    let class = prop::sample::select(vec![
        OperationClass::Constructor,
        OperationClass::Observer,
        OperationClass::Other,
        OperationClass::Auxiliary,
    ]);
    let operations = prop::collection::vec(any_operation(), 0..4);
    let clauses = prop::collection::vec(any_clause(), 0..3);
    prop_oneof![
        (prop::collection::vec(any_sort(), 0..3), prop::collection::vec(any_data(), 0..3))
            .prop_map(|(sorts, data)| SectionKind::Sorts(sorts, data)),
        (class, operations).prop_map(|(class, list)| SectionKind::Operations(class, list)),
        (any_groups(), clauses).prop_map(|(groups, list)| SectionKind::Domains(groups, list)),
        (any_groups(), any_axioms(), prop::collection::vec(any_after(), 0..3)).prop_map(
            |(groups, mut list, effects)| {
                list.extend(effects);
                SectionKind::Axioms(groups, list)
            }
        ),
        (any_groups(), any_axioms()).prop_map(|(groups, list)| SectionKind::Implies(groups, list)),
    ]
    .prop_map(|kind| Section { kind, keyword: place() })
}

pub fn any_file() -> impl Strategy<Value = SpecFile> {
    let parameters = prop::collection::vec(any_name(), 0..3);
    let sections = prop::collection::vec(any_section(), 0..5);
    let spec = (any_name(), parameters, sections).prop_map(|(name, parameters, sections)| {
        SpecDecl { name, parameters, sections, origin: SpecOrigin::Written, span: place() }
    });
    prop::collection::vec(spec, 1..3).prop_map(|specs| SpecFile { specs })
}

/// The same tree with all places made equal.
pub fn without_places(mut file: SpecFile) -> SpecFile {
    for spec in &mut file.specs {
        spec.span = place();
        forget_name(&mut spec.name);
        spec.parameters.iter_mut().for_each(forget_name);
        spec.sections.iter_mut().for_each(forget_section);
    }
    file
}

fn forget_section(section: &mut Section) {
    section.keyword = place();
    match &mut section.kind {
        SectionKind::Sorts(sorts, data) => {
            sorts.iter_mut().for_each(forget_sort);
            data.iter_mut().for_each(forget_data);
        }
        SectionKind::Operations(_, operations) => operations.iter_mut().for_each(forget_operation),
        SectionKind::Domains(groups, clauses) => {
            groups.iter_mut().for_each(forget_group);
            clauses.iter_mut().for_each(forget_clause);
        }
        SectionKind::Axioms(groups, axioms) | SectionKind::Implies(groups, axioms) => {
            groups.iter_mut().for_each(forget_group);
            axioms.iter_mut().for_each(forget_axiom);
        }
    }
}

fn forget_name(name: &mut Name) {
    name.span = place();
}

fn forget_sort(sort: &mut SortRef) {
    sort.span = place();
    forget_name(&mut sort.name);
    sort.arguments.iter_mut().for_each(forget_sort);
}

fn forget_operation(operation: &mut OperationDecl) {
    operation.span = place();
    forget_name(&mut operation.name);
    operation.arguments.iter_mut().for_each(forget_sort);
    operation.result.iter_mut().for_each(forget_result);
    if let Some(returns) = &mut operation.returns {
        forget_name(&mut returns.name);
        returns.result.iter_mut().for_each(forget_result);
    }
}

fn forget_result(result: &mut ResultDecl) {
    result.arrow_span = place();
    forget_sort(&mut result.sort);
}

fn forget_data(data: &mut DataDecl) {
    forget_name(&mut data.name);
    for variant in &mut data.variants {
        forget_name(&mut variant.name);
        for field in &mut variant.fields {
            field.name.iter_mut().for_each(forget_name);
            forget_sort(&mut field.sort);
        }
    }
}

fn forget_group(group: &mut VariableGroup) {
    group.span = place();
    group.names.iter_mut().for_each(forget_name);
    forget_sort(&mut group.sort);
}

fn forget_clause(clause: &mut DomainClause) {
    clause.span = place();
    forget_expr(&mut clause.call);
    forget_expr(&mut clause.condition);
    for error in &mut clause.errors {
        forget_expr(&mut error.condition);
        forget_expr(&mut error.error);
    }
}

fn forget_axiom(axiom: &mut AxiomDecl) {
    axiom.span = place();
    axiom.label.iter_mut().for_each(forget_name);
    forget_expr(&mut axiom.formula);
    for effect in &mut axiom.effects {
        match effect {
            Effect::States(formula) => forget_expr(formula),
            Effect::Keeps(name) => forget_name(name),
        }
    }
}

fn forget_expr(expr: &mut Expr) {
    expr.span = place();
    match &mut expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) => {}
        ExprKind::Call(name, arguments) => {
            forget_name(name);
            arguments.iter_mut().for_each(forget_expr);
        }
        ExprKind::Negate(inner) | ExprKind::Not(inner) => forget_expr(inner),
        ExprKind::Binary(_, left, right) => {
            forget_expr(left);
            forget_expr(right);
        }
        ExprKind::When(when) => {
            forget_expr(&mut when.left);
            forget_choice(&mut when.choice);
        }
    }
}

fn forget_choice(choice: &mut Choice) {
    choice.span = place();
    forget_expr(&mut choice.value);
    forget_expr(&mut choice.condition);
    match &mut choice.otherwise {
        Otherwise::Value(value) => forget_expr(value),
        Otherwise::Choice(nested) => forget_choice(nested),
    }
}
