//! Anchors: the ids of elements of the page, which links point to.

/// The ids that the template itself uses. No specification gets one of them.
pub const OWN_IDS: [&str; 13] = [
    "",
    "axiom",
    "clear",
    "close",
    "coverage",
    "everything",
    "filters",
    "head",
    "nothing",
    "open",
    "overview",
    "search",
    "shown",
];

/// An id that no element of the page has yet.
pub fn fresh(name: String, taken: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.expect("there are more numbers than names");
    taken.push(free.clone());
    free
}
