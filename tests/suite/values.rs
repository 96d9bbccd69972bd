//! Numbers that a mapping lists are used by sequences, exhaustive tests and testers.

use crate::programs::{Case, Program};

const SPEC: &str = "\
specification Gauge
  sorts
    Gauge
  constructors
    zero: --> Gauge;
    add: Gauge int --> Gauge;
  observers
    level: Gauge --> int;
    above: Gauge int;
  axioms
    G: Gauge; N: int;
    [zero] level(zero()) = 0;
    [add] level(add(G, N)) = level(G) + N;
    [above] above(G, N) iff level(G) > N;
end specification
";

/// A gauge that is wrong for one number; `lines` are in front of its entry.
fn case(name: &'static str, lines: &str, add: &str, arguments: &'static [&'static str]) -> Case {
    let map = format!(
        "refinement
  prelude {{
    pub const SPILL: u16 = 4711;
    #[derive(Clone, Debug, PartialEq)]
    pub struct Gauge(i64);
    impl Gauge {{
        pub fn new() -> Self {{ Gauge(0) }}
        pub fn add(&mut self, n: i64) {{ self.0 += n; {add} }}
        pub fn level(&self) -> i64 {{ self.0 }}
        pub fn above(&self, n: i64) -> bool {{ self.0 > n }}
    }}
  }}
  {lines}
  Gauge is Gauge {{
    zero: --> Gauge is fn new() -> Self;
    add: Gauge n:int --> Gauge is fn add(&mut self, n: i64);
    level: Gauge --> int is fn level(&self) -> i64;
    above: Gauge n:int is fn above(&self, n: i64) -> bool;
  }}
end refinement
"
    );
    Case { name, spec: SPEC.to_owned(), map, arguments }
}

const SEQUENCES: &[&str] = &["--goals", "sequences"];

#[test]
fn listed_numbers_are_tried() {
    let at_spill = "if n == 4711 { self.0 += 1 }";
    let program = Program::compiled(&[
        case("unlisted", "", at_spill, SEQUENCES),
        case("for_all", "values 4711 for int;", at_spill, SEQUENCES),
        case("for_one", "values 12, u16::MAX, SPILL for add(n);", at_spill, SEQUENCES),
        case("negative", "values -77 for add;", "if n == -77 { self.0 += 1 }", SEQUENCES),
        case("exhausted", "values 4711 for int;", at_spill, &["--exhaustive", "2"]),
        case("correct", "values -77, 4711, i32::MIN for int;", "", &[]),
    ]);
    program.passes("unlisted");
    program.passes("correct");
    for name in ["for_all", "for_one", "negative"] {
        let (text, succeeds) = program.tests_of(name);
        assert!(
            !succeeds && text.contains("the sequence") | text.contains("as a test:"),
            "{name}\n{text}"
        );
    }
    let (text, _) = program.tests_of("exhausted");
    assert!(text.contains("exhaustive") && text.contains("FAILED"), "{text}");
}
