//! Names of places on the page, which links lead to.

/// What the template names parts of the page. No specification is named so.
pub const OWN_IDS: [&str; 12] = [
    "",
    "axiom",
    "clear",
    "close",
    "everything",
    "filters",
    "head",
    "nothing",
    "open",
    "overview",
    "search",
    "shown",
];

/// A name that nothing on the page has yet.
pub fn fresh(name: String, taken: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.expect("there are more numbers than names");
    taken.push(free.clone());
    free
}
