//! Names for generated items: valid in Rust, and each used once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::tokens::rename;
use super::{Callee, Refinement, SortType};
use crate::goal::snake_case;
use crate::theory::{OpId, SortId, Theory};

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// What the std prelude and the generated files themselves take.
const TYPES: &[&str] = &[
    "Box",
    "Case",
    "Clone",
    "Copy",
    "Default",
    "Drop",
    "Eq",
    "Err",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Hash",
    "Into",
    "Iterator",
    "None",
    "Ok",
    "Opaque",
    "Option",
    "Ord",
    "Ordering",
    "PartialEq",
    "PartialOrd",
    "Pump",
    "Result",
    "Sample",
    "Self",
    "Send",
    "Sequence",
    "Shown",
    "Some",
    "Stage",
    "Step",
    "String",
    "Sync",
    "ToString",
    "Vec",
];

const VALUES: &[&str] = &[
    "main", "mocks", "std", "drop", "assert", "core", "alloc", "test", "returns", "samples",
    "hash_of", "row",
];

/// A name in snake case that is no keyword.
pub fn value_name(name: &str) -> String {
    let name = snake_case(name);
    let name = if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("n{name}")
    } else {
        name
    };
    if KEYWORDS.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// `partially_ordered_set` becomes `PartiallyOrderedSet`.
pub fn type_name(name: &str) -> String {
    let words = snake_case(name);
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    let name: String = words.split('_').map(capital).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("N{name}") } else { name }
}

/// Hands out names that were not handed out before.
#[derive(Clone, Debug, Default)]
pub struct Namer {
    /// In order. Each test starts from a copy of what all share, so copies are cheap.
    taken: Vec<Arc<str>>,
}

impl Namer {
    /// For items of a generated file: what it declares by itself is taken.
    pub fn of_items() -> Self {
        let mut namer = Self::default();
        VALUES.iter().for_each(|name| namer.reserve(*name));
        namer
    }

    pub fn reserve(&mut self, name: impl AsRef<str>) {
        self.take(name.as_ref());
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.taken.binary_search_by(|taken| (**taken).cmp(name))
    }

    fn has(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Whether the name was free until now.
    fn take(&mut self, name: &str) -> bool {
        let place = self.place(name);
        if let Err(free) = place {
            self.taken.insert(free, name.into());
        }
        place.is_err()
    }

    /// The name itself, or with the first number from 2 on that is free.
    pub fn fresh(&mut self, name: &str) -> String {
        if self.take(name) {
            return name.to_owned();
        }
        self.numbered(name, 2)
    }

    /// The name with the first number from 1 on that is free.
    pub fn next(&mut self, name: &str) -> String {
        self.numbered(name, 1)
    }

    fn numbered(&mut self, name: &str, first: usize) -> String {
        let mut number = first;
        loop {
            let numbered = format!("{name}{number}");
            if self.take(&numbered) {
                return numbered;
            }
            number += 1;
        }
    }
}

/// The names of everything that a generated file declares, but its tests.
#[derive(Clone, Debug)]
pub struct Names {
    /// The alias of a type under test, the mock of a parameter.
    pub sorts: BTreeMap<SortId, String>,
    /// The function `fn c<const N: usize>(…)` that mocks a closure.
    pub closures: BTreeMap<SortId, String>,
    /// The struct of the parameter's tables.
    pub tables: String,
    /// Functions for operations that the mapping writes out.
    pub bodies: BTreeMap<OpId, String>,
    /// Functions that compare by observers.
    pub same: BTreeMap<SortId, String>,
    /// Functions that compare by observers and by the type's own equality.
    pub alike: BTreeMap<SortId, String>,
    /// By generic parameter of the header.
    generics: BTreeMap<String, String>,
    /// All names of functions and modules: locals have others.
    pub values: Namer,
}

impl Names {
    /// `reserved` are the names of the axiom testers.
    pub fn of(theory: &Theory, refinement: &Refinement, reserved: &[String]) -> Self {
        let mut types = Namer::default();
        let mut values = Namer::of_items();
        TYPES.iter().for_each(|name| types.reserve(*name));
        reserved.iter().for_each(|name| values.reserve(name));
        let imported = refinement.uses.iter().filter_map(|import| import.name.as_ref());
        let declared = refinement.preludes.iter().flat_map(|items| &items.names);
        for name in imported.chain(declared) {
            types.reserve(name);
            values.reserve(name);
        }
        let mut names = Self {
            sorts: BTreeMap::new(),
            closures: BTreeMap::new(),
            tables: String::new(),
            bodies: BTreeMap::new(),
            same: BTreeMap::new(),
            alike: BTreeMap::new(),
            generics: BTreeMap::new(),
            values: Namer::default(),
        };
        for (sort, sort_type) in &refinement.sorts {
            names.name_sort((theory, refinement), *sort, sort_type, &mut types, &mut values);
        }
        let tables = tables_name(theory);
        let taken = types.has(&tables);
        names.tables = types.fresh(&if taken { format!("{tables}Tables") } else { tables });
        for (op, function) in &refinement.functions {
            if let Callee::Body(_) = function.callee {
                let name = value_name(&theory.ops[*op].name);
                names.bodies.insert(*op, values.fresh(&name));
            }
        }
        names.values = values;
        names
    }

    fn name_sort(
        &mut self,
        (theory, refinement): (&Theory, &Refinement),
        sort: SortId,
        sort_type: &SortType,
        types: &mut Namer,
        values: &mut Namer,
    ) {
        let plain = type_name(&theory.sorts[sort].name);
        let taken = types.has(&plain);
        match sort_type {
            SortType::Subject(_) => {
                let name = if taken { format!("{plain}UnderTest") } else { plain.clone() };
                self.sorts.insert(sort, types.fresh(&name));
                let word = snake_case(&plain);
                if !refinement.has_own_equality(theory, sort) {
                    self.same.insert(sort, values.fresh(&format!("same_{word}")));
                } else {
                    self.alike.insert(sort, values.fresh(&format!("alike_{word}")));
                }
            }
            SortType::Mock(mock) => {
                let name = if taken { format!("Mock{plain}") } else { plain.clone() };
                let name = types.fresh(&name);
                self.generics.insert(mock.generic.clone(), name.clone());
                self.sorts.insert(sort, name);
                if mock.closure.is_some() {
                    self.closures.insert(sort, values.fresh(&value_name(&plain)));
                    let same = format!("same_{}", snake_case(&plain));
                    self.same.insert(sort, values.fresh(&same));
                }
            }
        }
    }

    /// A Rust text of the mapping with mocks in the place of generics.
    pub fn instantiate(&self, text: &str) -> String {
        rename(text, |word| self.generics.get(word).cloned())
    }

    pub fn sort(&self, sort: SortId) -> &str {
        self.sorts.get(&sort).map_or("i64", String::as_str)
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
