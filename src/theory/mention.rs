//! Which sorts the text of a specification declares and mentions.

use crate::syntax::ast::{Name, SectionKind, SortRef, SpecDecl};

/// The sorts that a specification declares.
pub(super) fn sort_decls(decl: &SpecDecl) -> impl Iterator<Item = &SortRef> {
    decl.sections.iter().flat_map(|section| match &section.kind {
        SectionKind::Sorts(sorts, _) => sorts.as_slice(),
        _ => &[],
    })
}

/// Their names.
pub(super) fn declared_sorts(decl: &SpecDecl) -> impl Iterator<Item = &str> {
    sort_decls(decl).map(|sort| sort.name.text.as_str())
}

/// The names of all sorts in profiles, variable declarations and brackets.
pub(super) fn mentioned_sorts(decl: &SpecDecl) -> Vec<&Name> {
    let mut names = Vec::new();
    for section in &decl.sections {
        match &section.kind {
            SectionKind::Sorts(sorts, _) => {
                sorts.iter().flat_map(|sort| &sort.arguments).for_each(|s| mention(s, &mut names));
            }
            SectionKind::Operations(_, ops) => {
                for op in ops {
                    op.arguments.iter().for_each(|sort| mention(sort, &mut names));
                    op.result.iter().for_each(|result| mention(&result.sort, &mut names));
                }
            }
            SectionKind::Domains(groups, _)
            | SectionKind::Axioms(groups, _)
            | SectionKind::Implies(groups, _) => {
                groups.iter().for_each(|group| mention(&group.sort, &mut names));
            }
        }
    }
    names
}

fn mention<'d>(sort: &'d SortRef, names: &mut Vec<&'d Name>) {
    names.push(&sort.name);
    sort.arguments.iter().for_each(|argument| mention(argument, names));
}
