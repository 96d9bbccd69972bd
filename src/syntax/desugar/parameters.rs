//! The parameters of a specification that a short form stands for.

use std::collections::BTreeSet;

use crate::syntax::ast::{Name, SortRef, SpecDecl};

/// The parameters of the user's specification that sorts may belong to: those of the same
/// name. A sort of another name may belong to any of them.
pub(super) fn parameters_for(sorts: &[&SortRef], user: &SpecDecl) -> Vec<Name> {
    let mut used = BTreeSet::new();
    sorts.iter().for_each(|sort| mention(sort, &mut used));
    let is_parameter = |sort: &&str| user.parameters.iter().any(|name| name.text == **sort);
    let named: BTreeSet<&str> = used.iter().copied().filter(|sort| is_parameter(sort)).collect();
    if used.iter().all(|sort| *sort == "int" || named.contains(sort)) {
        let kept = |name: &&Name| named.contains(name.text.as_str());
        return user.parameters.iter().filter(kept).cloned().collect();
    }
    user.parameters.clone()
}

fn mention<'s>(sort: &'s SortRef, names: &mut BTreeSet<&'s str>) {
    names.insert(&sort.name.text);
    sort.arguments.iter().for_each(|argument| mention(argument, names));
}
