//! What an entry says about traits of its type: `has Clone, Default by empty`.
//!
//! A claimed trait has its laws tested. Some laws compare the trait with an operation,
//! which the clause names.

use std::collections::BTreeMap;

use super::entry::Entries;
use super::{Equality, SortType, TraitOperations};
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::hint;
use crate::syntax::ast::Name;
use crate::syntax::mapping_ast::{Entry, TraitClaim};
use crate::theory::{OpId, SortId, SortKind, Theory};

/// Traits that have laws, or that laws of other traits need.
const PLAIN: &[&str] = &[
    "Clone",
    "Copy",
    "Debug",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sync",
];

/// Traits whose laws compare them with an operation.
const CARRIED: &[&str] = &["Default", "Extend", "FromIterator", "IntoIterator"];

/// Checks the traits of all types under test, and finds the operations that they name.
pub fn read(theory: &Theory, entries: &mut Entries<'_>, errors: &mut Vec<Diagnostic>) {
    for (sort, entry) in &entries.by_sort {
        let closures = closures(&entries.sorts);
        let Some(SortType::Subject(subject)) = entries.sorts.get_mut(sort) else { continue };
        let checked = Claims { theory, sort: *sort, closures, entry };
        match checked.operations() {
            Ok(operations) => subject.trait_operations = operations,
            Err(found) => errors.extend(found),
        }
        errors.extend(checked.twice());
        errors.extend(checked.hash_without_equality(&subject.equality));
    }
}

fn closures(sorts: &BTreeMap<SortId, SortType>) -> Vec<SortId> {
    let is_closure =
        |sort_type: &SortType| matches!(sort_type, SortType::Mock(mock) if mock.closure.is_some());
    sorts.iter().filter(|(_, sort_type)| is_closure(sort_type)).map(|(sort, _)| *sort).collect()
}

struct Claims<'a> {
    theory: &'a Theory,
    sort: SortId,
    /// Sorts whose elements cannot be items.
    closures: Vec<SortId>,
    entry: &'a Entry,
}

impl Claims<'_> {
    fn operations(&self) -> Result<TraitOperations, Vec<Diagnostic>> {
        let mut operations = TraitOperations::default();
        let mut collected = None;
        let mut errors = Vec::new();
        for claim in &self.entry.traits {
            let name = claim.short_name();
            match (&claim.by, PLAIN.contains(&name), CARRIED.contains(&name)) {
                (_, false, false) => errors.push(unknown(claim)),
                (Some(by), true, _) => errors.push(needless(claim, by)),
                (None, _, true) => errors.push(missing(claim)),
                (None, true, _) => {}
                (Some(by), _, true) => match self.operation(name, by) {
                    Ok(op) => match name {
                        "Default" => operations.default = Some(op),
                        "Extend" => operations.extend = Some(op),
                        "IntoIterator" => operations.into_iterator = Some(op),
                        _ => collected = Some((claim, op)),
                    },
                    Err(error) => errors.push(error),
                },
            }
        }
        if let Some((claim, op)) = collected {
            match self.start(claim, operations.default) {
                Ok(start) => operations.from_iterator = Some([start, op]),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(operations) } else { Err(errors) }
    }

    fn operation(&self, name: &str, by: &Name) -> Result<OpId, Diagnostic> {
        let spec = self.theory.sorts[self.sort].spec;
        let own = self.theory.ops.iter().filter(|(_, op)| op.spec == spec);
        let named: Vec<OpId> = own.filter(|(_, op)| op.name == by.text).map(|(id, _)| id).collect();
        let Some(first) = named.first() else { return Err(self.no_operation(by)) };
        let fits = |op: &OpId| match name {
            "Default" => self.is_creator(*op),
            "IntoIterator" => self.is_observer(*op),
            _ => self.takes_items(*op),
        };
        named.iter().copied().find(fits).ok_or_else(|| self.unfit(name, by, *first))
    }

    /// `empty: --> Set`
    fn is_creator(&self, op: OpId) -> bool {
        let op = &self.theory.ops[op];
        op.is_constructor() && op.arguments.is_empty() && op.domain.is_none()
    }

    /// `insert: Set Element --> Set`, `insert: Bits int --> Bits`
    fn takes_items(&self, op: OpId) -> bool {
        let operation = &self.theory.ops[op];
        let is_item = |sort| self.is_item(sort) || self.is_int(sort);
        operation.result == Some(self.sort)
            && operation.domain.is_none()
            && self.takes_one_and(op, is_item)
    }

    /// `isIn: Set Element`, `count: Bag Element --> int`, `get: Map Key -->? Value`,
    /// `get: List int -->? Element`
    fn is_observer(&self, op: OpId) -> bool {
        let operation = &self.theory.ops[op];
        let has_items = || self.takes_one_and(op, |sort| self.is_item(sort));
        match (operation.result, operation.domain.is_some()) {
            (None, _) => has_items(),
            (Some(result), false) => self.is_int(result) && has_items(),
            (Some(result), true) => {
                let mut sorts = operation.arguments.iter().filter(|sort| **sort != self.sort);
                let one = operation.arguments.len() == 2;
                let key = sorts.next().is_some_and(|key| self.is_int(*key) || self.is_item(*key));
                one && key && self.is_item(result)
            }
        }
    }

    /// Whether an operation takes one value of the sort, and otherwise only items of an
    /// iterator.
    fn takes_one_and(&self, op: OpId, is_item: impl Fn(SortId) -> bool) -> bool {
        let arguments = &self.theory.ops[op].arguments;
        let own = arguments.iter().filter(|sort| **sort == self.sort).count();
        own == 1
            && arguments.len() > 1
            && arguments.iter().all(|sort| *sort == self.sort || is_item(*sort))
    }

    fn is_int(&self, sort: SortId) -> bool {
        self.theory.sorts[sort].kind == SortKind::Int
    }

    fn is_item(&self, sort: SortId) -> bool {
        self.theory.sorts[sort].kind == SortKind::Parameter && !self.closures.contains(&sort)
    }

    /// Collecting starts with the value of `Default`, or with the only creator.
    fn start(&self, claim: &TraitClaim, default: Option<OpId>) -> Result<OpId, Diagnostic> {
        let constructors = self.theory.constructors(self.sort).map(|(id, _)| id);
        let creators: Vec<OpId> = constructors.filter(|op| self.is_creator(*op)).collect();
        match (default, creators.as_slice()) {
            (Some(default), _) => Ok(default),
            (None, [only]) => Ok(*only),
            (None, _) => Err(Diagnostic::error(
                Code::TraitOperation,
                "it is unclear which value collecting starts with",
            )
            .label(claim.path.span, "an iterator may have no items")
            .help("name the creator of that value: `Default by …`")),
        }
    }

    fn claim(&self, name: &str) -> Option<&TraitClaim> {
        self.entry.traits.iter().find(|claim| claim.short_name() == name)
    }

    fn no_operation(&self, by: &Name) -> Diagnostic {
        let spec = self.theory.sorts[self.sort].spec;
        let report = Diagnostic::error(
            Code::TraitOperation,
            format!("`{}` has no operation named `{}`", self.theory.specs[spec].name, by.text),
        )
        .label(by.span, "not declared there");
        let own = self.theory.ops.values().filter(|op| op.spec == spec);
        match hint(&by.text, own.map(|op| op.name.as_str())) {
            Some(hint) => report.help(hint),
            None => report,
        }
    }

    fn unfit(&self, name: &str, by: &Name, op: OpId) -> Diagnostic {
        let sort = &self.theory.sorts[self.sort].name;
        let expected = match name {
            "Default" => format!("a constructor without arguments: `--> {sort}`"),
            "IntoIterator" => format!(
                "an observer of items: `{sort} Item`, `{sort} Item --> int`, \
                 `{sort} Key -->? Value` or `{sort} int -->? Item`"
            ),
            _ => format!("a total operation that takes an item: `{sort} Item --> {sort}`"),
        };
        Diagnostic::error(
            Code::TraitOperation,
            format!("`{}` cannot define what `{name}` does", by.text),
        )
        .label(by.span, "has the wrong form")
        .label(self.theory.ops[op].span, "declared here")
        .help(format!("name {expected}"))
    }

    fn twice(&self) -> Vec<Diagnostic> {
        let claims = &self.entry.traits;
        let repeated = claims.iter().enumerate().filter_map(|(place, claim)| {
            let same = |other: &&TraitClaim| other.short_name() == claim.short_name();
            Some((claim, claims[..place].iter().find(same)?))
        });
        repeated
            .map(|(claim, first)| {
                let name = claim.short_name();
                Diagnostic::error(Code::TraitConflict, format!("`{name}` is named twice"))
                    .label(claim.path.span, "again here")
                    .label(first.path.span, "first here")
            })
            .collect()
    }

    /// Hashes have to agree with `==`, so the type must have it.
    fn hash_without_equality(&self, equality: &Equality) -> Option<Diagnostic> {
        let hash = self.claim("Hash")?;
        let compared = ["PartialEq", "Eq", "PartialOrd", "Ord"];
        let by_operator = matches!(equality, Equality::Operator | Equality::Unsaid);
        if by_operator || compared.iter().any(|name| self.claim(name).is_some()) {
            return None;
        }
        let report = Diagnostic::error(Code::TraitConflict, "`Hash` must agree with `==`")
            .label(hash.path.span, "the mapping does not say that the type has `==`");
        let report = match &self.entry.equality {
            Some(clause) => report.label(clause.span, "it is compared differently"),
            None => report,
        };
        Some(report.help("add `Eq`, or leave `Hash` out"))
    }
}

fn unknown(claim: &TraitClaim) -> Diagnostic {
    let name = claim.short_name();
    let known = || PLAIN.iter().chain(CARRIED).copied();
    let report =
        Diagnostic::error(Code::UnknownTrait, format!("no laws are known for the trait `{name}`"))
            .label(claim.path.span, "cannot be tested");
    match hint(name, known()) {
        Some(hint) => report.help(hint),
        None => report.help(format!("known traits: {}", known().collect::<Vec<_>>().join(", "))),
    }
}

fn needless(claim: &TraitClaim, by: &Name) -> Diagnostic {
    let name = claim.short_name();
    Diagnostic::error(Code::TraitOperation, format!("`{name}` takes no operation"))
        .label(by.span, "its laws mention no operation")
        .help(format!("write `{name}` alone"))
}

fn missing(claim: &TraitClaim) -> Diagnostic {
    let name = claim.short_name();
    let example = match name {
        "Default" => "Default by empty",
        "IntoIterator" => "IntoIterator by isIn",
        "Extend" => "Extend by insert",
        _ => "FromIterator by insert",
    };
    Diagnostic::error(Code::TraitOperation, format!("`{name}` needs an operation"))
        .label(claim.path.span, "no operation is named here")
        .help(format!("name the operation that it agrees with, as in `{example}`"))
}
