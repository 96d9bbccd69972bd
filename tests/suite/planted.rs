//! Mistakes in mappings are shown in the mapping, never as errors in generated code.

use super::short_mappings::Package;

const LIBRARY: &str = "\
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
pub struct Store<K, V> { entries: BTreeMap<K, V>, most: usize }

impl<K: Ord, V> Store<K, V> {
    pub fn new() -> Self { Self { entries: BTreeMap::new(), most: 3 } }
    pub fn put(&mut self, key: K, value: V) -> Result<Option<V>, Full> {
        if self.entries.len() >= self.most && !self.entries.contains_key(&key) { return Err(Full); }
        Ok(self.entries.insert(key, value))
    }
    pub fn get(&self, key: &K) -> Option<&V> { self.entries.get(key) }
    pub fn has(&self, key: &K) -> bool { self.entries.contains_key(key) }
    pub fn size(&self) -> usize { self.entries.len() }
    pub fn most(&self) -> usize { self.most }
    pub fn clear(&mut self) { self.entries.clear() }
    pub fn first(&self) -> Option<(&K, &V)> { self.entries.iter().next() }
    fn hidden(&self) -> usize { 0 }
}

#[derive(Debug)]
pub struct Full;
";

const SPEC: &str = "\
specification Store[TotalOrder, Value]
  constructors
    new: --> Store;
    put: Store Orderable Value -->? Store;
  observers
    get: Store Orderable -->? Value;
    has: Store Orderable;
    size, most: Store --> int;
    clear: Store --> Store;
  domains
    S: Store; K: Orderable; V: Value;
    put(S, K, V) if has(S, K) or size(S) < most(S);
    get(S, K) if has(S, K);
  axioms
    [new] size(new()) = 0;
end specification
";

/// A mistake as lines of the entry, and the text that the report must underline and contain.
struct Planted {
    what: &'static str,
    head: &'static str,
    lines: &'static str,
    says: &'static str,
}

const fn planted(what: &'static str, lines: &'static str, says: &'static str) -> Planted {
    Planted { what, head: "Store is store::Store", lines, says }
}

const fn header(what: &'static str, head: &'static str, says: &'static str) -> Planted {
    Planted { what, head, lines: "", says }
}

const PLANTED: &[Planted] = &[
    planted("method", "size: Store --> int is fn sise(&self) -> usize;", "`sise`"),
    planted("return type", "size: Store --> int is fn size(&self) -> u8;", "mismatched types"),
    planted(
        "argument type",
        "has: Store k:Orderable is fn has(&self, k: K) -> bool;",
        "mismatched types",
    ),
    planted("missing argument", "clear: Store --> Store is fn put(&mut self);", "argument"),
    planted("private function", "size: Store --> int is fn hidden(&self) -> usize;", "private"),
    planted("private field", "size: Store --> int is { self.most as i64 };", "private"),
    planted("type of an expression", "most: Store --> int is { self.most() };", "mismatched types"),
    planted("name in an expression", "has(k) is { self.entries().contains(k) };", "`entries`"),
    planted("option for a value", "most is { Some(3) };", "mismatched types"),
    planted(
        "value for an option",
        "get(k) is { self.get(k).unwrap().clone() };",
        "mismatched types",
    ),
    planted("effect with a value", "clear is do { self.clear(); 5 };", "mismatched types"),
    planted("associated function", "new: --> Store is fn make() -> Self;", "`make`"),
    planted("path", "size: Store --> int is fn stores::size(&self) -> usize;", "stores"),
    planted("trait method", "size: Store --> int is fn Clone::len(&self) -> usize;", "trait"),
    planted("syntax", "most is { self.most( };", "not a block"),
    planted("short name", "size is length;", "no function `length`"),
    planted("field of a result", "get(k) is { self.first().2 };", "no field"),
    planted("unwrapped twice", "get(k) is { self.get(k).cloned().cloned() };", "cloned"),
    header("crate", "Store is shop::Store", "`shop::Store` is not found"),
    header("type", "Store is store::Stare", "did you mean `Store`?"),
    header("trait", "Store is store::Store has Clone, Ord", "`Ord`"),
    header("equality", "Store is store::Store equality by ==", "equality by observers"),
    header("equality function", "Store is store::Store equality by fn store::same", "same"),
];

#[test]
fn every_planted_mistake_is_shown_in_the_mapping() {
    let package = Package::new("store", LIBRARY);
    package.write("store.spec", SPEC);
    for Planted { what, head, lines, says } in PLANTED {
        let text = format!("refinement\n  {head} {{\n    {lines}\n  }}\nend refinement\n");
        package.write("store.map", &text);
        let report =
            package.reports(&["build", "store.spec", "--map", "store.map", "--goals", "domains"]);
        assert!(report.contains("--> store.map:"), "{what}:\n{report}");
        assert!(report.contains(says), "{what}:\n{report}");
        assert!(!report.contains("specgen_probe") && !report.contains("SPECGEN_PROBE"), "{report}");
    }
}

#[test]
fn mistakes_of_one_cause_are_one_message() {
    let package = Package::new("store", LIBRARY);
    package.write("store.spec", SPEC);
    let map = "refinement <K, V>\n  Store is store::Store<K, V>;\n  TotalOrder is K {\n    \
               geq: Orderable e:Orderable is fn PartialOrd::ge(&self, e: &Self) -> bool;\n  }\n  \
               Value is V;\nend refinement\n";
    package.write("store.map", map);
    let report = package.reports(&["build", "store.spec", "--map", "store.map"]);
    assert!(report.matches("error[").count() <= 2, "{report}");
    assert!(report.contains("`K: Ord`") || report.contains("Ord"), "{report}");
}

#[test]
fn a_mapping_that_compiles_is_not_checked_twice() {
    let package = Package::new("store", LIBRARY);
    package.write("store.spec", SPEC);
    let arguments = ["build", "store.spec", "--type", "store::Store", "--goals", "domains"];
    package.prints(&arguments);
    let folder = package.folder.path().join("target/specgen-probe");
    let probes = || {
        let entries = std::fs::read_dir(&folder).expect("it was checked");
        let names = entries.map(|entry| entry.expect("it is readable").file_name());
        names.filter(|name| name.to_string_lossy().starts_with("probe-")).count()
    };
    assert_eq!(probes(), 1);
    // A library that does not compile any more is not looked at where nothing has changed.
    package.prints(&arguments);
    assert_eq!(probes(), 1);
    package.write("src/lib.rs", &format!("{LIBRARY}\n// changed\n"));
    package.prints(&arguments);
    assert_eq!(probes(), 2);
}

#[test]
fn a_library_that_does_not_compile_is_said_to_be_the_cause() {
    let package = Package::new("store", &LIBRARY.replace("-> usize { 0 }", "-> usize { true }"));
    package.write("store.spec", SPEC);
    let arguments = ["build", "store.spec", "--type", "store::Store", "--goals", "domains"];
    let report = package.reports(&arguments);
    assert!(report.contains("`store` does not compile"), "{report}");
    package.prints(&[&arguments[..], &["--no-probe"]].concat());
}
