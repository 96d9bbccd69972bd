//! `specgen test --freeze` records what types answer where the specification leaves it open.

use crate::short_mappings::Package;

const SPEC: &str = "\
specification Urn[Ball]
  constructors
    new: --> Urn;
    put: Urn Ball --> Urn;
  observers
    size: Urn --> int;
    next: Urn -->? Ball;
  domains
    U: Urn;
    next(U) if size(U) > 0;
  axioms
    U: Urn; B: Ball;
    after new(): size = 0;
    after put(U, B): size = size(U) + 1;
end specification
";

/// Nothing is left open here.
const TALLY: &str = "\
specification Tally
  constructors
    zero: --> Tally;
    mark: Tally --> Tally;
  observers
    marks: Tally --> int;
  axioms
    T: Tally;
    after zero(): marks = 0;
    after mark(T): marks = marks(T) + 1;
end specification
";

/// An urn that shows its newest ball, one that shows any, and a tally.
const TYPES: &str = "\
use std::collections::HashSet;
use std::hash::Hash;

#[derive(Clone, Debug)]
pub struct Newest<B> { balls: Vec<B> }
impl<B: Clone> Newest<B> {
    pub fn new() -> Self { Self { balls: Vec::new() } }
    pub fn put(&mut self, ball: B) { self.balls.push(ball) }
    pub fn size(&self) -> usize { self.balls.len() }
    pub fn next(&self) -> Option<B> { self.balls.last().cloned() }
}

#[derive(Clone, Debug)]
pub struct Any<B> { balls: HashSet<(usize, B)> }
impl<B: Clone + Eq + Hash> Any<B> {
    pub fn new() -> Self { Self { balls: HashSet::new() } }
    pub fn put(&mut self, ball: B) { self.balls.insert((self.balls.len(), ball)); }
    pub fn size(&self) -> usize { self.balls.len() }
    pub fn next(&self) -> Option<B> { self.balls.iter().next().map(|(_, ball)| ball.clone()) }
}

#[derive(Clone, Debug)]
pub struct Tally(usize);
impl Tally {
    pub fn zero() -> Self { Tally(0) }
    pub fn mark(&mut self) { self.0 += 1 }
    pub fn marks(&self) -> usize { self.0 }
}
";

const FILE: &str = "tests/specgen-frozen";

fn package(builds: &[(&str, &str, &str)]) -> Package {
    let package = Package::new("urn", TYPES);
    package.write("urn.spec", SPEC);
    package.write("tally.spec", TALLY);
    let mut manifest = String::new();
    for (name, spec, entry) in builds {
        package.write(&format!("{name}.map"), &format!("refinement\n  {entry}\nend refinement\n"));
        manifest += &format!(
            "[[build]]\nspec = \"{spec}.spec\"\nmap = \"{name}.map\"\nout = \"tests\"\n\
             goals = [\"axioms\"]\n"
        );
    }
    package.write("specgen.toml", &manifest);
    package
}

/// What a command prints, and its exit code.
fn ran(package: &Package, arguments: &[&str]) -> (String, Option<i32>) {
    let output = package.specgen(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text + &String::from_utf8_lossy(&output.stderr), output.status.code())
}

#[test]
fn a_changed_answer_is_a_change_and_no_fault() {
    let package = package(&[("newest", "urn", "Urn is urn::Newest;")]);
    package.prints(&["build"]);
    let frozen = package.prints(&["test", "--freeze"]);
    assert!(frozen.starts_with("urn::Newest (newest.map)\n\nUrn: 10 answers frozen, "), "{frozen}");
    assert!(frozen.ends_with("are left open\ntests/specgen-frozen: written\n"), "{frozen}");
    let first = package.read(FILE);
    assert!(first.starts_with("specgen frozen 1\n# "), "{first}");
    let [one, other] = two_balls(&first);
    assert!(!first.contains("observe size"), "the specification determines it: {first}");
    let again = package.prints(&["test", "--freeze"]);
    assert!(again.contains("Urn: 0 of 10 frozen answers changed\n"), "{again}");
    assert!(again.ends_with("tests/specgen-frozen: unchanged\n"), "{again}");

    package.edit("src/lib.rs", "self.balls.last()", "self.balls.first()");
    let (text, code) = ran(&package, &["test"]);
    assert_eq!(code, Some(6), "{text}");
    assert!(text.contains(" passed; ") && !text.contains("failed"), "{text}");
    let change = format!(
        "after u = new(); put(u, {one}); put(u, {other})\nnext(u) is {one}, and was {other}\n  \
         the specification allows both\n  \
         before put(u, {other}): Newest {{ balls: [{one}] }}\n  \
         after put(u, {other}): Newest {{ balls: [{one}, {other}] }}\nand "
    );
    assert!(text.contains(&change), "{text}");
    assert!(text.ends_with("`specgen test --freeze` accepts the changed answers\n"), "{text}");
    assert_eq!(package.read(FILE), first, "only --freeze writes the file");

    package.prints(&["test", "--freeze"]);
    let entry = |answer: &str| {
        format!("put(v0, {one})\n  v2 = put(v1, {other})\n  observe next(v2) is {answer}\n")
    };
    assert!(first.contains(&entry(&other)) && package.read(FILE).contains(&entry(&one)));
    let (text, code) = ran(&package, &["test"]);
    assert_eq!(code, Some(0), "{text}");
    damaged_files_are_left_alone(&package);
}

/// The first two different balls that an entry puts into an urn, one after the other.
fn two_balls(file: &str) -> [String; 2] {
    let ball =
        |line: &str, start: &str| Some(line.strip_prefix(start)?.strip_suffix(')')?.to_owned());
    let lines: Vec<&str> = file.lines().collect();
    let pairs = lines.windows(3).filter(|lines| lines[2].starts_with("  observe next(v2) is "));
    let mut pairs = pairs.filter_map(|lines| {
        Some([ball(lines[0], "  v1 = put(v0, ")?, ball(lines[1], "  v2 = put(v1, ")?])
    });
    pairs.find(|[one, other]| one != other).expect("two balls tell the ends of an urn apart")
}

fn damaged_files_are_left_alone(package: &Package) {
    let good = package.read(FILE);
    let observed = good.lines().find(|line| line.contains("observe next(v1)"));
    let observed = observed.expect("one ball is enough");
    let damages = [
        ("specgen frozen 1", "specgen frozen 2", "it begins with `specgen frozen 2`, and this"),
        ("newest Urn 0", "newest Urn", "is `newest Urn`, expected a suite, a sort and a number"),
        (observed, "  observe next(v1)", "an entry does not end with"),
        (observed, "<<<<<<< ours", "is `<<<<<<< ours`, expected a suite"),
    ];
    for (old, new, why) in damages {
        assert!(good.contains(old), "{good}");
        let bad = good.replacen(old, new, 1);
        package.write(FILE, &bad);
        let (text, code) = ran(package, &["test", "--freeze"]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(why) && text.contains("the file is left as it is"), "{text}");
        assert_eq!(package.read(FILE), bad);
    }
    // What the specification no longer has is named, and goes with the next freezing.
    package.write(FILE, &good.replacen("observe next(v1)", "observe first(v1)", 1));
    let (text, code) = ran(package, &["test", "--freeze"]);
    assert_eq!(code, Some(0), "{text}");
    let gone = "is no longer possible, and not compared: there is no operation `first`";
    assert!(text.contains(gone), "{text}");
    assert!(!package.read(FILE).contains("first("), "{}", package.read(FILE));
}

#[test]
fn types_without_an_answer_to_freeze_are_named() {
    let package =
        package(&[("any", "urn", "Urn is urn::Any;"), ("tally", "tally", "Tally is urn::Tally;")]);
    let text = package.prints(&["test", "--freeze"]);
    let flaky = "Urn: `next` answers the same calls differently, and is not frozen\n";
    assert!(text.contains(flaky), "{text}");
    assert!(text.contains("Tally: the specification determines all "), "{text}");
    assert!(text.contains("; there is nothing to freeze\n"), "{text}");
    assert!(!package.folder.path().join(FILE).exists(), "there is nothing to write");
}
