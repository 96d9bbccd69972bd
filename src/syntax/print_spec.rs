//! The printer of specifications: what it prints parses to the same tree,
//! but for the spans.

use super::ast::*;

/// How long a statement may be before it is broken, without its indentation.
const MAX_WIDTH: usize = 80;

/// The text of a whole file.
pub fn print_spec(file: &SpecFile) -> String {
    let mut lines = Vec::new();
    for (index, spec) in file.specs.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        print_specification(spec, &mut lines);
    }
    lines.push(String::new());
    lines.join("\n")
}

fn print_specification(spec: &SpecDecl, lines: &mut Vec<String>) {
    let parameters = bracketed(spec.parameters.iter().map(|name| name.text.clone()));
    lines.push(format!("specification {}{parameters}", spec.name.text));
    for section in &spec.sections {
        lines.push(format!("  {}", keyword(&section.kind)));
        lines.extend(body(&section.kind).into_iter().map(|line| format!("    {line}")));
    }
    lines.push("end specification".to_owned());
}

fn keyword(kind: &SectionKind) -> &'static str {
    match kind {
        SectionKind::Sorts(..) => "sorts",
        SectionKind::Operations(OperationClass::Constructor, _) => "constructors",
        SectionKind::Operations(OperationClass::Observer, _) => "observers",
        SectionKind::Operations(OperationClass::Other, _) => "others",
        SectionKind::Operations(OperationClass::Auxiliary, _) => "auxiliary",
        SectionKind::Domains(..) => "domains",
        SectionKind::Axioms(..) => "axioms",
        SectionKind::Implies(..) => "implies",
    }
}

fn body(kind: &SectionKind) -> Vec<String> {
    match kind {
        SectionKind::Sorts(sorts, data) => {
            sorts.iter().map(print_sort).chain(data.iter().map(print_data)).collect()
        }
        SectionKind::Operations(_, operations) => operations.iter().map(print_operation).collect(),
        SectionKind::Domains(groups, clauses) => {
            let clauses = clauses.iter().flat_map(print_domain_clause);
            groups.iter().map(print_variables).chain(clauses).collect()
        }
        SectionKind::Axioms(groups, axioms) | SectionKind::Implies(groups, axioms) => {
            let axioms = axioms.iter().flat_map(print_axiom);
            groups.iter().map(print_variables).chain(axioms).collect()
        }
    }
}

/// `Refused is ClockWentBack | TooMany`
fn print_data(data: &DataDecl) -> String {
    let variants: Vec<String> = data.variants.iter().map(print_variant).collect();
    format!("{} is {}", data.name.text, variants.join(" | "))
}

fn print_variant(variant: &VariantDecl) -> String {
    let field = |field: &FieldDecl| match &field.name {
        Some(name) => format!("{}: {}", name.text, print_sort(&field.sort)),
        None => print_sort(&field.sort),
    };
    let fields: Vec<String> = variant.fields.iter().map(field).collect();
    match fields.as_slice() {
        [] => variant.name.text.clone(),
        fields => format!("{}({})", variant.name.text, fields.join(", ")),
    }
}

/// `SortedSet[Orderable]`
pub fn print_sort(sort: &SortRef) -> String {
    format!("{}{}", sort.name.text, bracketed(sort.arguments.iter().map(print_sort)))
}

/// `insert: Set[Element] Element --> Set[Element];`
pub fn print_operation(operation: &OperationDecl) -> String {
    let mut words = vec![format!("{}:", operation.name.text)];
    words.extend(operation.arguments.iter().map(print_sort));
    words.extend(operation.result.as_ref().map(print_result));
    if let Some(ReturnsDecl { name, result }) = &operation.returns {
        words.push(format!("returns {}", name.text));
        words.extend(result.as_ref().map(print_result));
    }
    format!("{};", words.join(" "))
}

/// `-->? Value`
fn print_result(result: &ResultDecl) -> String {
    let arrow = match result.arrow {
        Arrow::Total => "-->",
        Arrow::Partial => "-->?",
    };
    format!("{arrow} {}", print_sort(&result.sort))
}

fn print_variables(group: &VariableGroup) -> String {
    let names: Vec<&str> = group.names.iter().map(|name| name.text.as_str()).collect();
    format!("{}: {};", names.join(", "), print_sort(&group.sort))
}

fn print_domain_clause(clause: &DomainClause) -> Vec<String> {
    let error = |it: &ErrorDecl| {
        let condition = print_at(&it.condition, Layer::Equivalence);
        format!("{condition} else {}", print_at(&it.error, Layer::Sum))
    };
    let condition = match clause.errors.as_slice() {
        [] => print_at(&clause.condition, Layer::Equivalence),
        errors => errors.iter().map(error).collect::<Vec<_>>().join(", "),
    };
    one_or_two_lines(print_expr(&clause.call), format!("if {condition};"))
}

fn print_axiom(axiom: &AxiomDecl) -> Vec<String> {
    if !axiom.effects.is_empty() {
        let effects: Vec<String> = axiom.effects.iter().map(print_effect).collect();
        return vec![format!("after {}: {};", print_expr(&axiom.formula), effects.join(", "))];
    }
    let label = axiom.label.as_ref().map(|label| format!("[{}] ", label.text)).unwrap_or_default();
    match &axiom.formula.kind {
        ExprKind::Binary(operator @ (BinaryOperator::If | BinaryOperator::Iff), left, right) => {
            let (left_place, right_place) = operand_places(*operator);
            let left = print_at(left, left_place);
            let right = print_at(right, right_place);
            one_or_two_lines(format!("{label}{left}"), format!("{} {right};", sign(*operator)))
        }
        _ => vec![format!("{label}{};", print_expr(&axiom.formula))],
    }
}

fn print_effect(effect: &Effect) -> String {
    match effect {
        Effect::States(formula) => print_expr(formula),
        Effect::Keeps(name) => format!("keeps {}", name.text),
    }
}

/// The second half goes to a line of its own where one line would be long.
fn one_or_two_lines(first: String, second: String) -> Vec<String> {
    if first.len() + second.len() < MAX_WIDTH {
        vec![format!("{first} {second}")]
    } else {
        vec![first, format!("  {second}")]
    }
}

fn bracketed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { String::new() } else { format!("[{}]", items.join(", ")) }
}

/// A term or formula on one line, with no more parentheses than it needs.
pub fn print_expr(expr: &Expr) -> String {
    print_at(expr, Layer::Formula)
}

/// The layers of the grammar that an operand may stand in, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Formula,
    Equivalence,
    Disjunction,
    Conjunction,
    Negation,
    Comparison,
    Sum,
    Product,
    Factor,
    Primary,
}

/// The text of an operand in a place that takes the given layer.
fn print_at(expr: &Expr, place: Layer) -> String {
    let text = print_bare(&expr.kind);
    if layer(&expr.kind) < place { format!("({text})") } else { text }
}

fn print_bare(kind: &ExprKind) -> String {
    match kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Call(name, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(print_expr).collect();
            format!("{}({})", name.text, arguments.join(", "))
        }
        ExprKind::Negate(inner) => format!("-{}", print_at(inner, Layer::Primary)),
        ExprKind::Not(inner) => format!("not {}", print_at(inner, Layer::Negation)),
        ExprKind::Binary(operator, left, right) => {
            let (left_place, right_place) = operand_places(*operator);
            let left = print_at(left, left_place);
            let right = print_at(right, right_place);
            format!("{left} {} {right}", sign(*operator))
        }
        ExprKind::When(when) => {
            let left = print_at(&when.left, Layer::Sum);
            format!("{left} = {}", print_choice(&when.choice))
        }
    }
}

fn print_choice(choice: &Choice) -> String {
    let value = print_at(&choice.value, Layer::Sum);
    let condition = print_at(&choice.condition, Layer::Equivalence);
    let otherwise = match &choice.otherwise {
        Otherwise::Value(value) => print_at(value, Layer::Sum),
        Otherwise::Choice(nested) => print_choice(nested),
    };
    format!("{value} when {condition} else {otherwise}")
}

fn layer(kind: &ExprKind) -> Layer {
    match kind {
        ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::Int(_) => Layer::Primary,
        ExprKind::Negate(_) => Layer::Factor,
        ExprKind::Not(_) => Layer::Negation,
        ExprKind::When(_) => Layer::Comparison,
        ExprKind::Binary(operator, ..) => operator_layer(*operator),
    }
}

fn operator_layer(operator: BinaryOperator) -> Layer {
    match operator {
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => {
            Layer::Product
        }
        BinaryOperator::Add | BinaryOperator::Subtract => Layer::Sum,
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual => Layer::Comparison,
        BinaryOperator::And => Layer::Conjunction,
        BinaryOperator::Or => Layer::Disjunction,
        BinaryOperator::Iff => Layer::Equivalence,
        BinaryOperator::If => Layer::Formula,
    }
}

/// What may stand on the left and on the right without parentheses: the same
/// layer on the left of an operator that associates to the left, else a tighter
/// one.
fn operand_places(operator: BinaryOperator) -> (Layer, Layer) {
    match operator_layer(operator) {
        Layer::Formula => (Layer::Equivalence, Layer::Equivalence),
        Layer::Equivalence => (Layer::Equivalence, Layer::Disjunction),
        Layer::Disjunction => (Layer::Disjunction, Layer::Conjunction),
        Layer::Conjunction => (Layer::Conjunction, Layer::Negation),
        Layer::Sum => (Layer::Sum, Layer::Product),
        Layer::Product => (Layer::Product, Layer::Factor),
        _ => (Layer::Sum, Layer::Sum),
    }
}

/// The operator as it is written.
pub fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Equal => "=",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Iff => "iff",
        BinaryOperator::If => "if",
    }
}
