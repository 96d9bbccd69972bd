//! What a sequence reached in the code under test.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::hooks::{self, Site};
use super::symbols::{self, Function};

/// Crates that are never under test: std and what it is made of.
const STANDARD: [&str; 18] = [
    "__rustc",
    "_rustc",
    "addr2line",
    "adler2",
    "alloc",
    "compiler_builtins",
    "core",
    "getopts",
    "gimli",
    "hashbrown",
    "memchr",
    "miniz_oxide",
    "object",
    "panic_unwind",
    "proc_macro",
    "rustc_demangle",
    "std",
    "test",
];

/// The most equal values of one comparison that make a sequence worth keeping.
const EQUALS: usize = 32;

/// Up to this, every distance of operands is worth keeping.
const CLOSE: u64 = 16;

/// Something that a sequence did: an edge taken so many times, an outcome of a comparison, or a
/// comparison whose operands came so close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    Edge(usize, u8),
    Outcome(usize, u64),
    Distance(usize, u32),
    /// Both operands had this value.
    Equal(usize, u64),
}

/// The edges under test, and what was reached of them.
pub struct Coverage {
    functions: Option<Vec<Function>>,
    /// The edges under test, with their functions.
    edges: Vec<(usize, usize)>,
    seen: HashSet<Feature>,
    /// By comparison: how many equal values were new.
    equals: HashMap<usize, usize>,
    reached: BTreeSet<usize>,
}

impl Coverage {
    pub fn start() -> Self {
        let mut coverage = Coverage {
            functions: symbols::functions(hooks::anchor()),
            edges: Vec::new(),
            seen: HashSet::new(),
            equals: HashMap::new(),
            reached: BTreeSet::new(),
        };
        coverage.watch(is_outside);
        coverage
    }

    /// Watches what is in the module of the generated tests too, where nothing else is reached: a
    /// prelude may declare the type under test.
    pub fn widen(&mut self) {
        if self.reached.is_empty() {
            self.watch(is_no_runtime);
        }
    }

    fn watch(&mut self, is_under_test: fn(&[&str]) -> bool) {
        let places = hooks::places();
        let functions = match &self.functions {
            Some(functions) => functions,
            None => {
                self.edges = (0..places.len()).map(|edge| (edge, 0)).collect();
                let (first, last) = (places.iter().min(), places.iter().max());
                if let (Some(first), Some(last)) = (first, last) {
                    hooks::watch(*first, vec![1; (last - first) / hooks::GRANULE + 1]);
                }
                return;
            }
        };
        let watched: Vec<bool> = functions
            .iter()
            .map(|function| {
                let modules = symbols::modules(&function.name);
                !modules.is_empty() && !STANDARD.contains(&modules[0]) && is_under_test(&modules)
            })
            .collect();
        self.edges.clear();
        for (edge, place) in places.iter().enumerate() {
            let next = functions.partition_point(|function| function.start <= *place);
            match next.checked_sub(1) {
                Some(of) if watched[of] && *place < functions[of].end => {
                    self.edges.push((edge, of));
                }
                _ => {}
            }
        }
        let own = || {
            functions
                .iter()
                .zip(&watched)
                .filter(|(_, watched)| **watched)
        };
        let start = own().map(|(function, _)| function.start).min().unwrap_or(0);
        let end = own().map(|(function, _)| function.end).max().unwrap_or(0);
        let mut bytes = vec![0; (end - start) / hooks::GRANULE + 1];
        for (function, _) in own() {
            let (first, last) = (function.start - start, function.end - start);
            bytes[first / hooks::GRANULE..=last / hooks::GRANULE].fill(1);
        }
        hooks::watch(start, bytes);
    }

    /// What happened since the last reset.
    pub fn features(&self) -> BTreeSet<Feature> {
        let counters = hooks::counters();
        let taken = self.edges.iter().filter(|(edge, _)| counters[*edge] > 0);
        let mut features: BTreeSet<Feature> = taken
            .map(|(edge, _)| Feature::Edge(*edge, bucket(counters[*edge])))
            .collect();
        for site in hooks::sites() {
            features.insert(Feature::Outcome(site.address, site.outcomes));
            features.insert(Feature::Distance(site.address, closeness(&site)));
            let equal = site.equal.known().iter();
            features.extend(equal.map(|value| Feature::Equal(site.address, *value)));
        }
        features
    }

    /// The features that no sequence had before. Afterwards they are known.
    pub fn learn(&mut self, features: &BTreeSet<Feature>) -> Vec<Feature> {
        let mut new: Vec<Feature> = features
            .iter()
            .filter(|it| self.seen.insert(**it))
            .copied()
            .collect();
        let equals = &mut self.equals;
        new.retain(|feature| match feature {
            Feature::Equal(site, _) => {
                let count = equals.entry(*site).or_insert(0);
                *count += 1;
                *count <= EQUALS
            }
            _ => true,
        });
        for feature in &new {
            if let Feature::Edge(edge, _) = feature {
                self.reached.insert(*edge);
            }
        }
        new
    }

    pub fn reached(&self) -> usize {
        self.reached.len()
    }

    /// The number of functions that were entered, and of all edges in them.
    pub fn entered(&self) -> (usize, usize) {
        let reached = self
            .edges
            .iter()
            .filter(|(edge, _)| self.reached.contains(edge));
        let functions: BTreeSet<usize> = reached.map(|(_, function)| *function).collect();
        let edges = self
            .edges
            .iter()
            .filter(|(_, function)| functions.contains(function));
        (functions.len(), edges.count())
    }

    /// Whether edges can be told apart by function.
    pub fn has_functions(&self) -> bool {
        self.functions.is_some()
    }
}

/// Counts from 1 to 3 differ, larger ones by their magnitude.
fn bucket(count: u8) -> u8 {
    match count {
        0..=3 => count,
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        _ => 8,
    }
}

/// Small distances differ, larger ones by their magnitude.
fn closeness(site: &Site) -> u32 {
    match site.distance {
        distance if distance < CLOSE => distance as u32,
        distance => CLOSE as u32 + 64 - distance.leading_zeros(),
    }
}

/// The modules of the generated tests: the runtime is in one of them, and this file two deeper.
fn suite() -> Vec<&'static str> {
    let path = module_path!().rsplitn(4, "::").nth(3);
    path.unwrap_or_default().split("::").collect()
}

/// Whether a function is outside of the generated tests.
fn is_outside(modules: &[&str]) -> bool {
    !modules.starts_with(&suite())
}

/// Whether a function is neither in the runtime nor in other generated modules.
fn is_no_runtime(modules: &[&str]) -> bool {
    let suite = suite();
    let inner = modules.get(suite.len());
    let is_generated = inner.map_or(false, |name| {
        ["support", "specgen_support", "mocks", "sequences"].contains(name)
    });
    !modules.starts_with(&suite) || !is_generated
}
