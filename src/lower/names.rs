//! The names of all items of a generated file, from one table.
//!
//! Functions, types, modules, imports, the runtime's items and the names of tests share the
//! table, and locals are named beside all of them: a local never shadows a function that the
//! same body calls.

use std::collections::BTreeMap;

use crate::goal::{Goal, Property, snake_case};
use crate::refine::{Callee, Outside, Refinement, SortType, Yields};
use crate::rust::{Ident, Names, type_name, value_name};
use crate::theory::{OpId, SortId, Statement, Theory};

/// The items of the runtime.
pub const RUNTIME: &[&str] = &[
    "Atom",
    "Atoms",
    "Case",
    "Judgement",
    "OnDemand",
    "Opaque",
    "Sample",
    "Shown",
    "Table",
    "answer",
    "are_equal",
    "argument_is_unchanged",
    "atom",
    "axiom",
    "check",
    "domain",
    "equal_both_ways",
    "equal_options",
    "equal_when_built",
    "equation",
    "equation_of",
    "given",
    "has_failed",
    "index",
    "is_strict",
    "laws",
    "limited",
    "limited_to",
    "narrowed",
    "note",
    "notice",
    "observed",
    "returns",
    "sample",
    "sample_if_built",
    "sampled",
    "sampled_if_built",
    "take_cut_off",
    "unchanged",
    "unchanged_by",
];

/// What else generated files can see without declaring it: what templates declare, and names
/// of std that generated code writes.
const RESERVED: &[&str] = &[
    // What templates declare.
    "CURRENT",
    "NO_TABLES",
    "current",
    "hash_value",
    "main",
    "mocks",
    "support",
    "tables",
    "entered",
    // Locals with fixed names.
    "number",
    "stage",
    "step",
    // Std and the prelude.
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Drop",
    "Eq",
    "Err",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "Ordering",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "Vec",
    "alloc",
    "assert",
    "bool",
    "char",
    "core",
    "drop",
    "f32",
    "f64",
    "format",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "panic",
    "std",
    "str",
    "test",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
    "vec",
];

/// The names of everything that a generated file declares.
#[derive(Clone, Debug)]
pub struct ItemNames {
    sorts: BTreeMap<SortId, Ident>,
    generics: BTreeMap<String, Ident>,
    adapters: BTreeMap<OpId, Ident>,
    attempts: BTreeMap<OpId, Ident>,
    written: BTreeMap<OpId, Ident>,
    /// The function `fn c<const N: usize>(…)` that mocks a closure.
    closures: BTreeMap<SortId, Ident>,
    /// Functions that compare two values by observers.
    comparisons: BTreeMap<SortId, Ident>,
    /// The same by those that the axioms determine.
    determined: BTreeMap<SortId, Ident>,
    testers: Vec<(Property, Ident)>,
    /// The struct of the parameters' tables.
    pub tables: Ident,
    /// The table that locals and modules get their names from.
    pub table: Names,
}

impl ItemNames {
    /// `goals` are all goals, covered or not: they give testers and tests their names.
    pub fn of(theory: &Theory, refinement: &Refinement, goals: &[Goal]) -> Self {
        let mut table = Names::new();
        RUNTIME.iter().chain(RESERVED).for_each(|name| table.reserve(name));
        goals.iter().for_each(|goal| table.reserve(value_name(&goal.case)));
        let imported = refinement.uses.iter().filter_map(|one| one.import.name.as_deref());
        let declared = refinement.preludes.iter().flat_map(|prelude| &prelude.names);
        imported.chain(declared.map(Ident::as_str)).for_each(|name| table.reserve(name));
        let mut names = Self {
            sorts: BTreeMap::new(),
            generics: BTreeMap::new(),
            adapters: BTreeMap::new(),
            attempts: BTreeMap::new(),
            written: BTreeMap::new(),
            closures: BTreeMap::new(),
            comparisons: BTreeMap::new(),
            determined: BTreeMap::new(),
            testers: Vec::new(),
            tables: Ident::new(""),
            table,
        };
        names.name_testers(goals);
        for (sort, sort_type) in &refinement.sorts {
            names.name_sort(theory, *sort, sort_type);
        }
        let tables = tables_name(theory).replace('_', "");
        names.tables = names.first_free(&[tables.clone(), format!("{tables}Tables")]);
        for op in refinement.functions.keys() {
            names.name_operation(theory, refinement, *op);
        }
        names
    }

    /// The first free name, or else the last one with a number.
    fn first_free(&mut self, wanted: &[String]) -> Ident {
        let free = wanted.iter().find(|name| !self.table.has(name));
        let chosen = free.or(wanted.last()).cloned().unwrap_or_default();
        self.table.fresh(&chosen)
    }

    fn name_testers(&mut self, goals: &[Goal]) {
        for goal in goals {
            if self.testers.iter().any(|(property, _)| *property == goal.property) {
                continue;
            }
            let title = match goal.property {
                Property::Stated(Statement::Domain(_)) if !goal.title.starts_with("domain_of_") => {
                    format!("domain_of_{}", goal.title)
                }
                _ => goal.title.clone(),
            };
            let name = self.table.fresh(&value_name(&title));
            self.testers.push((goal.property.clone(), name));
        }
    }

    fn name_sort(&mut self, theory: &Theory, sort: SortId, sort_type: &SortType) {
        // `Self` is `Self_` by then.
        let plain = type_name(&theory.sorts[sort].name).replace('_', "");
        let word = snake_case(&plain);
        let compared = match sort_type {
            SortType::Subject(_) => {
                let name = self.first_free(&[plain.clone(), format!("{plain}UnderTest")]);
                self.sorts.insert(sort, name);
                true
            }
            SortType::Mock(mock) => {
                let name = self.first_free(&[plain.clone(), format!("Mock{plain}")]);
                self.generics.insert(mock.name.to_string(), name.clone());
                self.sorts.insert(sort, name);
                if mock.closure.is_some() {
                    self.closures.insert(sort, self.table.fresh(&value_name(&plain)));
                }
                mock.closure.is_some()
            }
        };
        if compared {
            let name = self.table.fresh(&format!("indistinguishable_{word}s"));
            self.comparisons.insert(sort, name);
            let name = self.table.fresh(&format!("determined_alike_{word}s"));
            self.determined.insert(sort, name);
        }
    }

    fn name_operation(&mut self, theory: &Theory, refinement: &Refinement, op: OpId) {
        let word = value_name(&theory.ops[op].name);
        let adapter = self.first_free(&[word.clone(), format!("call_{word}")]);
        self.adapters.insert(op, adapter);
        let function = &refinement.functions[&op];
        if let Callee::Body(_) = function.callee {
            self.written.insert(op, self.table.fresh(&format!("mapped_{word}")));
        }
        if has_attempt(function) {
            self.attempts.insert(op, self.table.fresh(&format!("attempt_{word}")));
        }
    }

    /// The alias of a type under test, the mock of a parameter, `i64` for `int`.
    pub fn sort(&self, sort: SortId) -> Ident {
        self.sorts.get(&sort).cloned().unwrap_or_else(|| Ident::new("i64"))
    }

    /// The mock that stands for a generic parameter of the mapping.
    pub fn generic(&self, name: &str) -> Option<&Ident> {
        self.generics.get(name)
    }

    pub fn adapter(&self, op: OpId) -> &Ident {
        &self.adapters[&op]
    }

    /// The function that tries a call and returns whether it succeeded.
    pub fn attempt(&self, op: OpId) -> Option<&Ident> {
        self.attempts.get(&op)
    }

    /// The function whose body the mapping writes out.
    pub fn written(&self, op: OpId) -> &Ident {
        &self.written[&op]
    }

    pub fn closure(&self, sort: SortId) -> &Ident {
        &self.closures[&sort]
    }

    pub fn comparison(&self, sort: SortId) -> &Ident {
        &self.comparisons[&sort]
    }

    pub fn determined_comparison(&self, sort: SortId) -> &Ident {
        &self.determined[&sort]
    }

    pub fn testers(&self) -> &[(Property, Ident)] {
        &self.testers
    }
}

/// Whether tests need to know if a call succeeds apart from what it yields: because it changes
/// its argument, or because it panics.
fn has_attempt(function: &crate::refine::Function) -> bool {
    match function.outside {
        Outside::Panics => true,
        Outside::Returns => matches!(function.yields, Yields::Argument { .. }),
        Outside::Nowhere | Outside::Unspecified => false,
    }
}

/// The one parameter specification that has operations, or all of them together.
fn tables_name(theory: &Theory) -> String {
    let mut specs: Vec<_> =
        theory.ops.values().filter(|op| theory.is_parameter(op.spec)).map(|op| op.spec).collect();
    specs.dedup();
    match specs.as_slice() {
        [spec] => type_name(&theory.specs[*spec].name),
        _ => "Parameters".to_owned(),
    }
}

/// `s` for `SortedSet`.
pub fn initial(name: &str) -> String {
    let letter = name.chars().find(|letter| letter.is_ascii_alphabetic());
    letter.map_or_else(|| "x".to_owned(), |letter| letter.to_ascii_lowercase().to_string())
}

#[cfg(test)]
mod tests {
    use super::RUNTIME;

    #[test]
    fn every_name_of_the_runtime_is_reserved() {
        let files = [
            include_str!("../../templates/support/axiom.rs"),
            include_str!("../../templates/support/case.rs"),
            include_str!("../../templates/support/notice.rs"),
            include_str!("../../templates/support/observe.rs"),
            include_str!("../../templates/support/sample.rs"),
            include_str!("../../templates/support/table.rs"),
        ];
        let starts = ["pub fn ", "pub struct ", "pub trait ", "pub type ", "pub(crate) use "];
        let items = files.iter().flat_map(|text| text.lines()).filter_map(|line| {
            let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
        });
        let items: Vec<&str> = items.collect();
        assert!(items.len() > 20, "{items:?}");
        for name in items {
            assert!(RUNTIME.contains(&name), "`{name}` of the runtime is not listed");
        }
    }
}
