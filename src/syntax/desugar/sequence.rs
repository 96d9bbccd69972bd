//! `Sequence[X]`: lists of elements, for `Vec<T>`, slices, strings and iterators.
//!
//! Every sort of elements has a specification of its own. Where a file has one, its sort is
//! called `Sequence[X]`; where it has several, they are called `SequenceOfX[X]`.

use std::collections::BTreeSet;

use super::make::Maker;
use super::parameters::parameters_for;
use super::substitute::called;
use super::variables::collect_names;
use crate::source::Span;
use crate::syntax::ast::{
    AxiomDecl, DomainClause, Effect, OperationClass, Section, SectionKind, SortRef, SpecDecl,
    SpecFile, SpecOrigin,
};
use crate::syntax::parse_spec::parse_own;
use crate::syntax::print_spec::print_sort;

const SEQUENCE: &str = "Sequence";

/// The operations on sequences that a file may call.
pub const OPERATIONS: &[&str] = &[
    "length",
    "get",
    "has",
    "without",
    "concat",
    "reverse",
    "prefix",
    "suffix",
    "insertAt",
    "replaceAt",
    "removeAt",
];

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
        let mut element = mention.element.clone();
        rename(&mut element, several);
        made.push((mention.user, specification(&element, mention, several, file)));
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

/// The text that every sequence is made of.
const TEXT: &str = include_str!("../../../templates/sequence.spec");

fn specification(element: &SortRef, mention: &Mention, several: bool, file: &SpecFile) -> SpecDecl {
    let make = Maker { span: mention.span };
    let name = name_of(&mention.element, several);
    let mut spec = written(several, mention.span);
    let wanted = wanted(&spec, file);
    spec.sections.iter_mut().for_each(|section| keep(&mut section.kind, &wanted));
    spec.name = make.name(&name);
    spec.parameters = parameters_for(&[element], &file.specs[mention.user]);
    spec.origin = SpecOrigin::Sequence;
    let list = make.sort(&name, vec![element.clone()]);
    spec.sections[0].kind = SectionKind::Sorts(vec![list.clone()], Vec::new());
    each_sort(&mut spec, &mut |sort| match sort.name.text.as_str() {
        SEQUENCE => *sort = list.clone(),
        "X" => *sort = element.clone(),
        _ => {}
    });
    spec
}

/// Where sequences are elements of sequences, `nil` alone has no sort, and its axioms have
/// a premise instead.
fn written(several: bool, span: Span) -> SpecDecl {
    let (empty, only) = if several { ("L", " if L = nil()") } else { ("nil()", "") };
    let text = TEXT.replace("EMPTY", empty).replace(" ONLY", only);
    parse_own(&text, span).specs.remove(0)
}

/// The auxiliary operations that a file calls, with those that these call.
fn wanted(spec: &SpecDecl, file: &SpecFile) -> BTreeSet<String> {
    let mut wanted = BTreeSet::new();
    file.specs.iter().flat_map(|spec| &spec.sections).for_each(|section| {
        wanted.extend(section_calls(&section.kind));
    });
    for section in &spec.sections {
        let SectionKind::Axioms(_, axioms) = &section.kind else { continue };
        for axiom in axioms {
            let names = called(&axiom.formula);
            if names.first().is_some_and(|first| wanted.contains(first)) {
                wanted.extend(names);
            }
        }
    }
    wanted
}

fn section_calls(kind: &SectionKind) -> Vec<String> {
    match kind {
        SectionKind::Sorts(..) | SectionKind::Operations(..) => Vec::new(),
        SectionKind::Domains(_, clauses) => {
            let errors = |clause: &DomainClause| {
                clause.errors.iter().flat_map(|it| called(&it.error)).collect::<Vec<_>>()
            };
            let both = |clause: &DomainClause| [called(&clause.condition), errors(clause)].concat();
            clauses.iter().flat_map(both).collect()
        }
        SectionKind::Axioms(_, axioms) | SectionKind::Implies(_, axioms) => {
            axioms.iter().flat_map(axiom_calls).collect()
        }
    }
}

fn axiom_calls(axiom: &AxiomDecl) -> Vec<String> {
    let mut names = called(&axiom.formula);
    for effect in &axiom.effects {
        if let Effect::States(formula) = effect {
            names.extend(called(formula));
        }
    }
    names
}

/// Leaves out auxiliary operations that nothing calls, and their axioms and variables.
fn keep(kind: &mut SectionKind, wanted: &BTreeSet<String>) {
    const ALWAYS: &[&str] = &["length", "get"];
    match kind {
        SectionKind::Operations(OperationClass::Auxiliary, ops) => {
            ops.retain(|op| wanted.contains(&op.name.text));
        }
        SectionKind::Axioms(groups, axioms) => {
            let is_kept = |name: &String| wanted.contains(name) || ALWAYS.contains(&name.as_str());
            axioms.retain(|axiom| called(&axiom.formula).first().is_some_and(is_kept));
            let mut used = BTreeSet::new();
            axioms.iter().for_each(|axiom| collect_names(&axiom.formula, &mut used));
            for group in groups.iter_mut() {
                group.names.retain(|name| used.contains(&name.text));
            }
            groups.retain(|group| !group.names.is_empty());
        }
        _ => {}
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
                    let answers = op.returns.iter_mut().filter_map(|it| it.result.as_mut());
                    answers.for_each(|result| visit(&mut result.sort));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn operations_are_those_of_the_template() {
        let file = Sources::default().add("sequence.spec", TEXT.to_owned());
        let spec = written(false, Span { file, start: 0, end: 0 });
        let of_section = |section: &Section| match &section.kind {
            SectionKind::Operations(OperationClass::Constructor, _) => Vec::new(),
            SectionKind::Operations(_, ops) => ops.iter().map(|op| op.name.text.clone()).collect(),
            _ => Vec::new(),
        };
        let declared: Vec<String> = spec.sections.iter().flat_map(of_section).collect();
        assert_eq!(declared, OPERATIONS);
    }
}
