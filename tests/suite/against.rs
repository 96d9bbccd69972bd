//! `specgen test --against` compares two types that implement one specification.

use crate::short_mappings::Package;

const SPEC: &str = "\
specification Urn[Ball]
  constructors
    new: --> Urn;
    put: Urn Ball --> Urn;
  observers
    size: Urn --> int;
    next: Urn -->? Ball;
    draw: Urn -->? Urn;
    balls: Urn --> Sequence[Ball];
  domains
    U: Urn;
    next(U), draw(U) if size(U) > 0;
  axioms
    U: Urn; B: Ball;
    after new(): size = 0;
    after put(U, B): size = size(U) + 1;
    [drawn] size(draw(U)) = size(U) - 1 if size(U) > 0;
end specification
";

/// Two urns that draw from different ends. The second one loses the fifth ball if the environment
/// says so, and a third one is like the first.
const URNS: &str = "\
use std::collections::VecDeque;

#[derive(Clone, Debug)]
pub struct Newest<B> { balls: Vec<B> }
impl<B: Clone> Newest<B> {
    pub fn new() -> Self { Self { balls: Vec::new() } }
    pub fn put(&mut self, ball: B) { self.balls.push(ball) }
    pub fn size(&self) -> usize { self.balls.len() }
    pub fn next(&self) -> Option<B> { self.balls.last().cloned() }
    pub fn draw(&mut self) -> Option<B> { self.balls.pop() }
    pub fn balls(&self) -> Vec<B> { self.balls.clone() }
}

#[derive(Debug)]
pub struct Oldest<B> { balls: VecDeque<B> }
impl<B: Clone> Oldest<B> {
    pub fn new() -> Self { Self { balls: VecDeque::new() } }
    pub fn put(&mut self, ball: B) {
        if self.balls.len() < 4 || std::env::var_os(\"URN_FAULT\").is_none() {
            self.balls.push_back(ball)
        }
    }
    pub fn size(&self) -> usize { self.balls.len() }
    pub fn next(&self) -> Option<B> { self.balls.front().cloned() }
    pub fn draw(&mut self) -> Option<B> { self.balls.pop_front() }
    pub fn balls(&self) -> Vec<B> { self.balls.iter().cloned().collect() }
}

#[derive(Clone)]
pub struct Twin<B>(Newest<B>);
impl<B: Clone> Twin<B> {
    pub fn new() -> Self { Self(Newest::new()) }
    pub fn put(&mut self, ball: B) { self.0.put(ball) }
    pub fn size(&self) -> usize { self.0.size() }
    pub fn next(&self) -> Option<B> { self.0.next() }
    pub fn draw(&mut self) -> Option<B> { self.0.draw() }
    pub fn balls(&self) -> Vec<B> { self.0.balls() }
}
";

fn urns() -> Package {
    let package = Package::new("urn", URNS);
    package.write("urn.spec", SPEC);
    let map = |types: &str| format!("refinement\n  Urn is {types}\nend refinement\n");
    package.write("newest.map", &map("urn::Newest;"));
    package.write("oldest.map", &map("urn::Oldest;"));
    package.write("both.map", &map("urn::Newest, urn::Twin;"));
    package.write("specgen.toml", "[[build]]\nspec = \"urn.spec\"\nmap = \"newest.map\"\n");
    package
}

/// What a comparison prints, and its exit code.
fn compared(package: &Package, arguments: &[&str]) -> (String, Option<i32>) {
    let output = package.specgen(&[&["test", "--against"], arguments].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text + &String::from_utf8_lossy(&output.stderr), output.status.code())
}

#[test]
fn two_types_are_compared_also_where_the_specification_is_loose() {
    let package = urns();
    let (text, code) = compared(&package, &["oldest.map"]);
    assert_eq!(code, Some(5), "{text}");
    let loose = "\
after u = new(); put(u, Ball0); put(u, Ball1)
next(u) is Ball1 in `urn::Newest`, and is Ball0 in `urn::Oldest`
  the specification allows both
";
    assert!(text.contains(loose), "{text}");
    let list = "balls(u) is [Ball0] in `urn::Newest`, and is [Ball1] in `urn::Oldest`\n\
                  \x20 the specification allows both\n";
    assert!(text.contains(list), "{text}");
    assert!(text.contains("Urn: 2 differences in 240 sequences of "), "{text}");
    let written = || {
        let file = "target/specgen-harness/specgen_harness/tests/harness/main.rs";
        std::fs::metadata(package.folder.path().join(file)).and_then(|file| file.modified()).ok()
    };
    let before = written();
    let again = compared(&package, &["oldest.map"]);
    assert_eq!(again.0, text, "the same sequences every time");
    assert!(before.is_some() && written() == before, "the program is compiled again");
    // One of them breaks the specification.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_specgen"))
        .args(["test", "--against", "oldest.map"])
        .env("URN_FAULT", "1")
        .current_dir(package.folder.path())
        .output()
        .expect("specgen runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let fault = "\
size(u) is 5 in `urn::Newest`, and is 4 in `urn::Oldest`
  the specification says 5
  [put_size] size(put(U, B)) = size(U) + 1 (urn.spec:";
    assert!(text.contains(fault), "{text}");
}

#[test]
fn types_of_one_mapping_are_compared_with_each_other() {
    let package = urns();
    let manifest = "[[build]]\nspec = \"urn.spec\"\nmap = \"both.map\"\n";
    package.write("specgen.toml", manifest);
    let (text, code) = compared(&package, &["both.map"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("urn::Newest (both.map)\nurn::Twin (both.map)\n"), "{text}");
    assert!(text.contains("Urn: no difference in 240 sequences of "), "{text}");
    assert!(!text.contains(" 0 of them left open"), "{text}");
}

#[test]
fn mappings_that_cannot_be_compared_are_named() {
    let package = urns();
    let reports = |map: &str| package.reports(&["test", "--against", map]);
    assert_eq!(
        reports("newest.map"),
        "error: `newest.map` is the mapping of the build itself; name another one\n"
    );
    package.write("other.map", "refinement\n  Bag is urn::Oldest;\nend refinement\n");
    assert_eq!(
        reports("other.map"),
        "error: `other.map` maps `Bag`, but the builds here are about `Urn`: nothing to compare\n"
    );
    assert!(reports("missing.map").starts_with("error: cannot read `missing.map`"));
    package.write("broken.map", "refinement Urn urn::Oldest; end");
    assert!(reports("broken.map").contains(" --> broken.map:1:"), "{}", reports("broken.map"));
    std::fs::remove_file(package.folder.path().join("specgen.toml")).expect("it is there");
    assert!(reports("oldest.map").contains("there is no folder `out`"));
}
