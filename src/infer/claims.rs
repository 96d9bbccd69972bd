//! `has` and `equality by` of an entry, from what the type derives and implements.

use super::methods::{Subject, traits};
use super::place;
use super::state::Inference;
use crate::syntax::mapping_ast::{Entry, EqualityDecl, EqualityKind, TraitClaim};
use crate::theory::SortId;

/// Traits whose laws are tested without a claim in the mapping.
const CLAIMED: &[&str] = &["Clone", "Debug", "PartialEq", "Eq", "Hash", "PartialOrd", "Ord"];

/// Traits that agree with `==`, which the user may have replaced.
const COMPARING: &[&str] = &["PartialEq", "Eq", "Hash", "PartialOrd", "Ord"];

pub struct EntryClaims {
    pub traits: Vec<TraitClaim>,
    pub equality: Option<EqualityDecl>,
}

/// The claims of an entry: those that the user wrote, or those that the source shows.
pub fn of(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    subject: &Subject,
    is_interior: bool,
) -> EntryClaims {
    let span = entry.rust_type.span;
    let found = traits(&mut inference.world, subject);
    let has = |name: &str| found.iter().any(|known| known == name);
    let compared = entry.equality.as_ref().is_some_and(|one| one.kind != EqualityKind::Operator);
    // Clones of a value that changes behind a shared reference may share its state.
    let compared = compared || subject.inner.is_some();
    let is_out =
        |name: &str| name == "Clone" && is_interior || compared && COMPARING.contains(&name);
    let claim = |name: &str, by: Option<String>| TraitClaim {
        path: place::rust(name, span),
        by: by.map(|by| place::name(by, span)),
    };
    let mut claimed = entry.traits.clone();
    if claimed.is_empty() {
        let plain = CLAIMED.iter().filter(|name| has(name) && !is_out(name));
        claimed.extend(plain.map(|name| claim(name, None)));
        let creators = inference.theory.constructors(sort).map(|(_, op)| op);
        let creators: Vec<_> =
            creators.filter(|op| op.arguments.is_empty() && op.domain.is_none()).collect();
        if let ([creator], true) = (creators.as_slice(), has("Default") && subject.inner.is_none())
        {
            claimed.push(claim("Default", Some(creator.name.clone())));
        }
    }
    let claims = claimed.iter().map(TraitClaim::short_name);
    let known = claims.chain(found.iter().map(|it| &**it)).any(|name| COMPARING.contains(&name));
    let equality = match &entry.equality {
        None if !known && subject.place.is_some() => {
            Some(EqualityDecl { kind: EqualityKind::Observers, span })
        }
        written => written.clone(),
    };
    EntryClaims { traits: claimed, equality }
}
