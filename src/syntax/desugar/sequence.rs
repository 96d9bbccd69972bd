//! `Sequence[X]`: lists of elements, for `Vec<T>`, slices, strings and iterators.
//!
//! Every sort of elements has a specification of its own. Where a file has one, its sort is
//! called `Sequence[X]`; where it has several, they are called `SequenceOfX[X]`.

use super::make::Maker;
use super::parameters::parameters_for;
use crate::source::Span;
use crate::syntax::ast::{
    Arrow, BinaryOperator, Choice, ExprKind, OperationClass, Otherwise, Section, SectionKind,
    SortRef, SpecDecl, SpecFile, SpecOrigin, VariableGroup, When,
};
use crate::syntax::print_spec::print_sort;

const SEQUENCE: &str = "Sequence";

/// Declares the sequences that a file mentions, unless it declares `Sequence` itself.
pub(super) fn expand(file: &mut SpecFile) {
    if file.specs.iter().any(declares_sequence) {
        return;
    }
    let mut found: Vec<Mention> = Vec::new();
    for (index, spec) in file.specs.iter_mut().enumerate() {
        each_sort(spec, &mut |sort| collect(sort, index, &mut found));
    }
    let several = found.len() > 1;
    let mut made = Vec::new();
    for mention in &found {
        let user = &file.specs[mention.user];
        let mut element = mention.element.clone();
        rename(&mut element, several);
        made.push((mention.user, specification(&element, mention, several, user)));
    }
    for spec in &mut file.specs {
        each_sort(spec, &mut |sort| rename(sort, several));
    }
    // Each before its first user, so that positions of earlier ones stay.
    for (user, spec) in made.into_iter().rev() {
        file.specs.insert(user, spec);
    }
}

/// The first mention of a sequence of these elements.
struct Mention {
    element: SortRef,
    span: Span,
    user: usize,
}

fn declares_sequence(spec: &SpecDecl) -> bool {
    let declares = |section: &Section| match &section.kind {
        SectionKind::Sorts(sorts, data) => {
            let names = sorts.iter().map(|sort| &sort.name).chain(data.iter().map(|it| &it.name));
            names.into_iter().any(|name| name.text == SEQUENCE)
        }
        _ => false,
    };
    spec.name.text == SEQUENCE
        || spec.parameters.iter().any(|name| name.text == SEQUENCE)
        || spec.sections.iter().any(declares)
}

/// Inner sequences come first.
fn collect(sort: &SortRef, user: usize, found: &mut Vec<Mention>) {
    sort.arguments.iter().for_each(|argument| collect(argument, user, found));
    let [element] = sort.arguments.as_slice() else { return };
    let text = print_sort(element);
    if sort.name.text == SEQUENCE && found.iter().all(|it| print_sort(&it.element) != text) {
        found.push(Mention { element: element.clone(), span: sort.span, user });
    }
}

fn rename(sort: &mut SortRef, several: bool) {
    if several && sort.name.text == SEQUENCE && sort.arguments.len() == 1 {
        sort.name.text = name_of(&sort.arguments[0], several);
    }
    sort.arguments.iter_mut().for_each(|argument| rename(argument, several));
}

/// `SequenceOfKey`
fn name_of(element: &SortRef, several: bool) -> String {
    fn words(sort: &SortRef) -> String {
        let mut text = sort.name.text.clone();
        if text == SEQUENCE {
            for argument in &sort.arguments {
                text = format!("{text}Of{}", words(argument));
            }
        }
        text[..1].to_ascii_uppercase() + &text[1..]
    }
    if several { format!("{SEQUENCE}Of{}", words(element)) } else { SEQUENCE.to_owned() }
}

fn specification(element: &SortRef, mention: &Mention, several: bool, user: &SpecDecl) -> SpecDecl {
    let name = name_of(&mention.element, several);
    let list = List {
        make: Maker { span: mention.span },
        sort: Maker { span: mention.span }.sort(&name, vec![element.clone()]),
        element: element.clone(),
        is_alone: !several,
    };
    SpecDecl {
        name: list.make.name(name),
        parameters: parameters_for(&[element], user),
        sections: list.sections(),
        origin: SpecOrigin::Sequence,
        span: mention.span,
    }
}

struct List {
    make: Maker,
    sort: SortRef,
    element: SortRef,
    /// Whether the file has no other sequences.
    is_alone: bool,
}

impl List {
    fn sections(&self) -> Vec<Section> {
        let make = self.make;
        let (list, element) = (|| self.sort.clone(), || self.element.clone());
        let int = || make.sort("int", Vec::new());
        vec![
            make.section(SectionKind::Sorts(vec![list()], Vec::new())),
            make.operations(
                OperationClass::Constructor,
                vec![
                    make.operation("nil", Vec::new(), Arrow::Total, list()),
                    make.operation("add", vec![list(), element()], Arrow::Total, list()),
                ],
            ),
            make.operations(
                OperationClass::Observer,
                vec![
                    make.operation("length", vec![list()], Arrow::Total, int()),
                    make.operation("get", vec![list(), int()], Arrow::Partial, element()),
                ],
            ),
            self.domains(),
            self.axioms(),
        ]
    }

    fn groups(&self) -> Vec<VariableGroup> {
        let make = self.make;
        vec![
            make.group("L", self.sort.clone()),
            make.group("E", self.element.clone()),
            make.group("N", make.sort("int", Vec::new())),
        ]
    }

    /// `get(L, N) if 0 <= N and N < length(L);`
    fn domains(&self) -> Section {
        let make = self.make;
        let (list, place) = (make.variable("L"), make.variable("N"));
        let positive = make.binary(BinaryOperator::LessEqual, make.int(0), place.clone());
        let length = make.call("length", vec![list.clone()]);
        let inside = make.binary(BinaryOperator::Less, place.clone(), length);
        let condition = make.binary(BinaryOperator::And, positive, inside);
        let clause = make.clause(make.call("get", vec![list, place]), condition);
        let mut groups = self.groups();
        groups.retain(|group| group.names[0].text != "E");
        make.section(SectionKind::Domains(groups, vec![clause]))
    }

    /// ```text
    /// length(nil()) = 0;
    /// length(add(L, E)) = length(L) + 1;
    /// get(add(L, E), N) = E when N = length(L) else get(L, N) if 0 <= N and N <= length(L);
    /// ```
    fn axioms(&self) -> Section {
        let make = self.make;
        let equal = |left, right| make.binary(BinaryOperator::Equal, left, right);
        let length = |list| make.call("length", vec![list]);
        let (list, item, place) = (make.variable("L"), make.variable("E"), make.variable("N"));
        let longer = make.call("add", vec![list.clone(), item.clone()]);
        let nil = make.call("nil", Vec::new());
        // Where sequences are elements of sequences, `nil` alone has no sort.
        let nil_length = match self.is_alone {
            true => equal(length(nil), make.int(0)),
            false => {
                let empty = equal(length(list.clone()), make.int(0));
                make.binary(BinaryOperator::If, empty, equal(list.clone(), nil))
            }
        };
        let one_more = make.binary(BinaryOperator::Add, length(list.clone()), make.int(1));
        let add_length = equal(length(longer.clone()), one_more);
        let choice = Choice {
            value: item,
            condition: equal(place.clone(), length(list.clone())),
            otherwise: Otherwise::Value(make.call("get", vec![list.clone(), place.clone()])),
            span: make.span,
        };
        let left = make.call("get", vec![longer, place.clone()]);
        let got = make.expr(ExprKind::When(Box::new(When { left, choice })));
        let positive = make.binary(BinaryOperator::LessEqual, make.int(0), place.clone());
        let inside = make.binary(BinaryOperator::LessEqual, place, length(list));
        let premise = make.binary(BinaryOperator::And, positive, inside);
        let add_get = make.binary(BinaryOperator::If, got, premise);
        let axioms = vec![
            make.axiom("nil_length", nil_length),
            make.axiom("add_length", add_length),
            make.axiom("add_get", add_get),
        ];
        make.section(SectionKind::Axioms(self.groups(), axioms))
    }
}

/// Calls a function for each sort that a specification refers to.
fn each_sort(spec: &mut SpecDecl, visit: &mut dyn FnMut(&mut SortRef)) {
    for section in &mut spec.sections {
        match &mut section.kind {
            SectionKind::Sorts(..) => {}
            SectionKind::Operations(_, ops) => {
                for op in ops {
                    op.arguments.iter_mut().for_each(&mut *visit);
                    op.result.iter_mut().for_each(|result| visit(&mut result.sort));
                    op.returns.iter_mut().for_each(|it| visit(&mut it.result.sort));
                }
            }
            SectionKind::Domains(groups, _)
            | SectionKind::Axioms(groups, _)
            | SectionKind::Implies(groups, _) => {
                groups.iter_mut().for_each(|group| visit(&mut group.sort));
            }
        }
    }
}
