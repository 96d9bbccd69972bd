//! What somebody meets on the first day: each message underlines what the user wrote and says what
//! to write instead.

use crate::short_mappings::Package;

const LIBRARY: &str = "pub mod coins {
    #[derive(Debug, Clone, PartialEq)]
    pub struct Till<C>(Vec<C>);
    impl<C: Ord + Clone> Till<C> {
        pub fn new() -> Self { Till(Vec::new()) }
        pub fn put(&mut self, coin: C) { self.0.push(coin) }
        pub fn joined(self, mut other: Till<C>) -> Till<C> { other.0.extend(self.0); other }
        pub fn coins(&self) -> &[C] { &self.0 }
        pub fn count(&self) -> usize { self.0.len() }
        pub fn largest(&self) -> Option<&C> { self.0.iter().max() }
        pub fn swap_out(&mut self, old: &C, new: C) {
            let place = self.0.iter().position(|coin| coin == old).unwrap();
            self.0[place] = new;
        }
    }
}
pub mod paper {
    pub struct Till;
}
pub use coins::Till as CoinTill;
macro_rules! purse {
    ($name:ident) => { pub struct $name; };
}
purse!(Purse);
";

const SPEC: &str = "specification Till[TotalOrder]
  constructors
    new: --> Till;
    put: Till Orderable --> Till;
  observers
    joined: Till Till --> Till;
    coins: Till --> Sequence[Orderable];
    count: Till --> int;
    largest: Till -->? Orderable;
    swapOut: Till Orderable Orderable -->? Till;
  domains
    T, U: Till; C, D: Orderable;
    largest(T) if count(T) > 0;
    swapOut(T, C, D) if largest(T) = C;
  axioms
    after new: coins = nil, count = 0, joined(U) = U;
    after put(T, C):
      coins = add(coins(T), C), count = count(T) + 1, joined(U) = joined(T, put(U, C)),
      largest = C when count(T) = 0 or geq(C, largest(T)) else largest(T);
    count(swapOut(T, C, D)) = count(T) if largest(T) = C;
end specification
";

/// A mapping, what its report underlines, and the help.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "Till is Till { swapOut panics; }",
        "Till",
        "write `till::coins::Till` or `till::paper::Till`",
    ),
    ("Till is till::Till { swapOut panics; }", "till::Till", "`till::paper::Till`"),
    ("Till is tills::coins::Till;", "tills::coins::Till", "did you mean `till`?"),
    ("Till is till::Purse;", "purse!", "as in `total: Purse --> int is fn total(&self) -> u32;`"),
    ("Till is till::CoinTill;", "pub fn swap_out", "a line `swapOut panics;`"),
    (
        "Till is till::CoinTill { swapOut panics; count is { self.count() }; }",
        "self.count()",
        "numbers are `i64` in mappings: write `… as i64`",
    ),
    ("Till is till::CoinTill<C>; TotalOrder is C;", "TotalOrder is C;", "`refinement <C: Trait>`"),
    (
        "Till is till::CoinTill { swapOut panics; count is size; }",
        "count is size;",
        "`count is …;`",
    ),
    (
        "Till is till::CoinTill { swapOut panics; counts is count; }",
        "counts",
        "did you mean `count`?",
    ),
];

#[test]
fn mistakes_of_the_first_day_say_what_to_write() {
    let package = Package::new("till", LIBRARY);
    package.write("till.spec", SPEC);
    for (map, underlined, help) in MISTAKES {
        let header = if map.contains("<C>") { " <C>" } else { "" };
        package.write("till.map", &format!("refinement{header}\n  {map}\nend refinement\n"));
        let report = package.reports(&["build", "till.spec", "--map", "till.map"]);
        assert!(report.contains(help), "{map}\n{report}");
        assert!(!report.contains("specgen_probe"), "{map}\n{report}");
        // The line below a quoted one marks its columns.
        let lines: Vec<&str> = report.lines().collect();
        let is_marked = lines.windows(2).any(|pair| {
            let marks = pair[1].replace('^', "-");
            let Some(start) = marks.find('-') else { return false };
            pair[0]
                .match_indices(underlined)
                .any(|(at, text)| (at..at + text.len()).contains(&start))
        });
        assert!(is_marked, "{map}\n{report}");
    }
}

/// A function that panics can't be tried where only the specification knows if it may be called.
#[test]
fn a_domain_that_only_the_specification_knows_is_an_error() {
    let package = Package::new("till", LIBRARY);
    let spec = SPEC.replace("  domains", "  auxiliary\n    most: Till --> int;\n  domains");
    let spec = spec.replace("if largest(T) = C", "if count(T) < most(T)");
    package.write("till.spec", &spec);
    package.write(
        "till.map",
        "refinement\n  Till is till::CoinTill { swapOut panics; }\nend refinement\n",
    );
    let report = package.reports(&["build", "till.spec", "--map", "till.map"]);
    assert!(report.contains("tests can't tell where `swapOut` may be called"), "{report}");
    assert!(report.contains("this needs `most`, which has no function"), "{report}");
    assert!(report.contains("let `swapOut` return an `Option`"), "{report}");
}

#[test]
fn a_trait_leads_to_the_types_that_implement_it() {
    let library =
        "pub trait Counter { fn start() -> Self; fn bump(&mut self); fn value(&self) -> u32; }
#[derive(Debug, Clone, PartialEq)]
pub struct Ones(u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Twos(u32);
impl Counter for Ones {
    fn start() -> Self { Ones(0) }
    fn bump(&mut self) { self.0 += 1; }
    fn value(&self) -> u32 { self.0 }
}
impl Counter for Twos {
    fn start() -> Self { Twos(0) }
    fn bump(&mut self) { self.0 += 2; }
    fn value(&self) -> u32 { self.0 / 2 }
}
";
    let package = Package::new("counts", library);
    package.write(
        "counter.spec",
        "specification Counter\n  constructors\n    start: --> Counter;\n    bump: Counter --> Counter;\n  \
         observers\n    value: Counter --> int;\n  axioms\n    C: Counter;\n    after start: value = 0;\n    \
         after bump(C): value = value(C) + 1;\nend specification\n",
    );
    let report = package.reports(&["build", "counter.spec", "--type", "counts::Counter"]);
    assert!(report.contains("`counts::Counter` is a trait"), "{report}");
    let types = "counts::Ones, counts::Twos";
    assert!(report.contains(&format!("name what implements it: `{types}`")), "{report}");
    let printed = package.prints(&["build", "counter.spec", "--type", types, "--out", "tests"]);
    for name in ["ones", "twos"] {
        assert!(printed.contains(&format!("new       tests/{name}/main.rs")), "{printed}");
    }
}

#[test]
fn a_type_is_known_by_the_name_that_its_crate_exports() {
    let package = Package::new("till", LIBRARY);
    package.write("till.spec", SPEC);
    package.write(
        "till.map",
        "refinement\n  Till is till::CoinTill { swapOut panics; }\nend refinement\n",
    );
    let text = package.prints(&["expand", "till.spec", "--map", "till.map"]);
    assert!(text.contains("Till is till::CoinTill<C>"), "{text}");
    assert!(text.contains("is fn joined(self, other: till::CoinTill<C>) -> Self;"), "{text}");
    package.prints(&["build", "till.spec", "--map", "till.map", "--goals", "domains"]);
}

/// Equations between parts of a list do not say which list it is.
#[test]
fn a_build_names_observers_that_no_test_can_say_much_about() {
    let package = Package::new("till", LIBRARY);
    package.write("till.map", "refinement\n  Till is till::CoinTill;\nend refinement\n");
    let spec = "specification Till[TotalOrder]
  constructors
    new: --> Till;
    put: Till Orderable --> Till;
  observers
    coins: Till --> Sequence[Orderable];
    count: Till --> int;
    largest: Till -->? Orderable;
  domains
    T: Till; C: Orderable;
    largest(T) if coins(T) != nil;
  axioms
    after new: count = 0;
    after put(T, C): count = count(T) + 1;
    length(coins(T)) = count(T);
    largest(put(T, C)) = C when coins(T) = nil or geq(C, largest(T)) else largest(T);
end specification
";
    package.write("till.spec", spec);
    let printed = package.prints(&["build", "till.spec", "--map", "till.map", "--out", "tests"]);
    let line = "running the axioms leaves 2 observers open on most values, where tests check \
                single axioms only: coins, largest; `specgen check` says what is missing\n";
    assert!(printed.contains(line), "{printed}");
    let output = package.specgen(&["check", "till.spec"]);
    let report = String::from_utf8(output.stderr).expect("it is UTF-8");
    assert!(report.contains("no axiom says what `coins` is on `new`"), "{report}");
    // Why `largest` is open has been said.
    assert_eq!(report.matches("open-observer").count(), 1, "{report}");
    package.edit("till.spec", "new: count = 0", "new: coins = nil, count = 0");
    package.edit("till.spec", "after put(T, C):", "after put(T, C): coins = add(coins(T), C),");
    let printed = package.prints(&["build", "till.spec", "--map", "till.map", "--out", "tests"]);
    assert!(!printed.contains("open on most values"), "{printed}");
    assert!(!printed.contains("auxiliary"), "{printed}");
    package.edit("till.spec", "  domains", "  auxiliary\n    number: int --> int;\n  domains");
    package.edit("till.spec", "    length(coins", "    number(0) = 0;\n    length(coins");
    package.edit("till.spec", "= count(T);", "= number(count(T));");
    let printed = package.prints(&["build", "till.spec", "--map", "till.map", "--out", "tests"]);
    let line = "sequences alone check 1 axiom with auxiliary operations: axiom6\n";
    assert!(printed.contains(line), "{printed}");
}

/// A specification may say less of an enum than the type has.
#[test]
fn variants_that_the_specification_leaves_out_are_allowed() {
    let library = "#[derive(Debug, Clone, PartialEq)]
pub enum Refused { Closed, TooLow { needed: u32 } }
#[derive(Debug, Clone, PartialEq)]
pub struct Auction(u32);
impl Auction {
    pub fn new() -> Self { Auction(0) }
    pub fn bid(&mut self, amount: u32) -> Result<(), Refused> {
        if amount <= self.0 { return Err(Refused::TooLow { needed: self.0 + 1 }); }
        self.0 = amount;
        Ok(())
    }
    pub fn highest(&self) -> u32 { self.0 }
}
";
    let spec = "specification Auction
  sorts
    Refused is TooLow(needed: int)
  constructors
    new: --> Auction;
    bid: Auction int -->? Auction;
  observers
    highest: Auction --> int;
  domains
    A: Auction; N: int;
    bid(A, N) if N > highest(A) else TooLow(highest(A) + 1);
  axioms
    after new: highest = 0;
    after bid(A, N): highest = N;
end specification
";
    let package = Package::new("auction", library);
    package.write("auction.spec", spec);
    let build = ["build", "auction.spec", "--type", "auction::Auction", "--out", "tests"];
    package.prints(&build);
    let tests = std::fs::read_to_string(package.folder.path().join("tests/auction/main.rs"));
    assert!(tests.expect("it was written").contains("the specification has no such variant"));
}
