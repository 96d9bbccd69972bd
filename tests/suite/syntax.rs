//! The parser and the printer of specifications.

use specgen::source::{FileId, Sources};
use specgen::syntax::ast::SpecFile;
use specgen::syntax::{parse_spec, print_spec};

fn file() -> FileId {
    Sources::default().add("test.spec", "")
}

fn parse(text: &str) -> SpecFile {
    parse_spec(text, file()).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

const EVERYTHING: &str = "\
// A comment.
specification Everything[Total, Other]
  sorts
    Everything[Key, Pair[Key, int]]
  constructors
    empty: --> Everything;
    add: Everything Key -->? Everything;
  observers
    size: Everything --> int;
    has: Everything Key;
  others
  domains
    S: Everything; K: Key;
    add(S, K) if not has(S, K) and size(S) < 10;
  axioms
    S: Everything;
    K, L: Key;
    [size_of_add] size(add(S, K)) = size(S) + 2 * (1 - -3);
    has(add(S, K), L) iff K = L or has(S, L) /* or not */;
    not not S = empty() if !has(S, K) and (has(S, L) if K != L);
    add(S, K) = S when has(S, K) else add(S, L) when K = L else empty();
  implies
    has(S, K) = has(S, K);
end specification
";

#[test]
fn printing_reads_as_written() {
    let tree = parse(EVERYTHING);
    let printed = print_spec(&tree);
    insta::assert_snapshot!(printed);
    assert_eq!(print_spec(&parse(&printed)), printed);
}
