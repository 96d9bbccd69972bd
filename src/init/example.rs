//! A project to start from: std's `BTreeSet` as a sorted set.

/// File names with their texts. The manifest comes first; `dir` is where the others go.
pub fn example(dir: &str) -> [(String, String); 3] {
    // A path of the manifest is a string of TOML.
    let quoted = dir.replace('\\', "\\\\").replace('"', "\\\"");
    let manifest = include_str!("example/specgen.toml").replace("{dir}", &quoted);
    let beside = |name: &str, text: &str| (format!("{dir}/{name}"), text.to_owned());
    [
        (crate::project::MANIFEST.to_owned(), manifest),
        beside("sorted_set.spec", include_str!("example/sorted_set.spec")),
        beside("btree_set.map", include_str!("example/btree_set.map")),
    ]
}
