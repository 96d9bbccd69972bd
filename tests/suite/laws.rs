//! Laws that are guessed from runs.

#[path = "../../benches/laws/experiment.rs"]
mod experiment;

use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use experiment::{Score, deletions, from_nothing, load, neighbours, single, with_learner};
use specgen::theory::Theory;

use crate::short_mappings::Package;

fn shipped(name: &str) -> Theory {
    let path = format!("{}/specs/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    load(name, &std::fs::read_to_string(path).expect("the specification is readable"))
}

#[test]
fn deleted_axioms_are_learnt_again() {
    let mut score = Score::default();
    for name in ["stack", "queue", "pair_stack", "bag"] {
        let theory = shipped(name);
        score.add(deletions(name, &theory, &single(&theory), 400));
    }
    assert!(score.opened > 20, "{score:?}");
    assert_eq!(score.restored, score.opened, "{}", score.lines);
    assert_eq!(score.broken, 0, "{}", score.lines);
    assert!(score.most <= 5, "{score:?}");
}

#[test]
fn deleted_axioms_of_unseen_specifications_are_learnt_again() {
    let mut score = Score::default();
    for name in ["undo", "light"] {
        let path = format!("{}/tests/unseen/{name}.spec", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let theory = load(name, &text);
        score.add(deletions(name, &theory, &single(&theory), 400));
    }
    assert!(score.opened > 15, "{score:?}");
    assert_eq!((score.restored, score.broken), (score.opened, 0), "{}", score.lines);
}

#[test]
fn two_deleted_axioms_are_learnt_again() {
    let mut score = Score::default();
    for name in ["stack", "queue"] {
        let theory = shipped(name);
        score.add(deletions(name, &theory, &neighbours(&theory), 400));
    }
    assert!(score.opened > 6, "{score:?}");
    assert_eq!((score.restored, score.broken), (score.opened, 0), "{}", score.lines);
}

#[test]
fn samples_that_break_one_right_side_tell_it_from_others() {
    // Small orders do not tell the ends of intervals from each other.
    let theory = shipped("interval_tree");
    let deleted = theory.axioms.iter().find(|(_, it)| it.title().contains("overlapping"));
    let (deleted, _) = deleted.expect("there is such an axiom");
    let score = deletions("interval_tree", &theory, &[vec![deleted]], 400);
    assert_eq!((score.opened, score.restored, score.broken), (1, 1, 0), "{}", score.lines);
}

#[test]
fn an_equation_may_open_less_than_it_joins() {
    let theory = shipped("partially_ordered_set");
    let deleted = theory.axioms.iter().find(|(_, it)| it.title().contains("insert_commutative"));
    let (deleted, _) = deleted.expect("there is such an axiom");
    let score = deletions("partially_ordered_set", &theory, &[vec![deleted]], 400);
    assert_eq!((score.opened, score.restored, score.broken), (1, 1, 0), "{}", score.lines);
}

fn unseen_without(name: &str, deleted: &[&str]) -> Score {
    let path = format!("{}/tests/unseen/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    let theory = load(name, &std::fs::read_to_string(path).expect("it is readable"));
    let axioms = theory.axioms.iter().filter(|(_, it)| deleted.contains(&it.title().as_str()));
    let axioms: Vec<_> = axioms.map(|(id, _)| id).collect();
    assert_eq!(axioms.len(), deleted.len());
    deletions(name, &theory, &[axioms], 400)
}

#[test]
fn what_a_partial_operation_does_depends_on_a_condition_inside_of_its_domain() {
    // `giveBack` is no constructor, and its effect is a choice where it is defined.
    let score = unseen_without("desk", &["giveBack_copies", "buy_keeps_loans"]);
    assert_eq!((score.opened, score.restored, score.broken), (1, 1, 0), "{}", score.lines);
}

#[test]
fn the_smaller_one_of_two_numbers_is_learnt() {
    // With `left` known, `isExpired` needs no law: an axiom defines it. Two laws are about equality.
    let score = unseen_without("meter", &["pay_left", "tick_keeps_taken"]);
    assert_eq!((score.opened, score.restored, score.broken), (1, 1, 0), "{}", score.lines);
    assert_eq!(score.laws, 4, "{}", score.lines);
}

#[test]
fn what_another_gap_leaves_open_gets_no_proposal() {
    // Without it, `points` is open after `load`, too, and so is `isGold`.
    let score = unseen_without("card", &["ride_points"]);
    assert_eq!((score.opened, score.broken), (1, 0), "{}", score.lines);
    let open: Vec<&str> = score.lines.lines().collect();
    assert!(open.iter().all(|line| line.contains(": points on ride, ")), "{open:#?}");
    assert!(score.laws <= 2, "{}", score.lines);
}

#[test]
fn equations_between_partial_constructors_have_their_domain_as_premise() {
    let score = unseen_without("card", &["loaded_at_once"]);
    assert_eq!((score.opened, score.restored, score.broken), (1, 1, 0), "{}", score.lines);
    assert_eq!(score.laws, 1, "{}", score.lines);
}

#[test]
fn a_specification_is_learnt_from_nothing() {
    for name in ["stack", "queue"] {
        let found = from_nothing(&shipped(name));
        assert!(found.open > 0 && found.laws <= 6, "{name}: {found:?}");
        assert_eq!(found.left, 0, "{name}");
    }
}

#[test]
fn laws_beyond_the_axioms_are_no_instances_of_axioms() {
    let theory = shipped("queue");
    let texts: Vec<String> = with_learner(&theory, |learner| {
        specgen::laws::general(learner).iter().map(|it| it.law.text(&theory)).collect()
    });
    let is_instance = |text: &&String| text.starts_with("not isEmpty(enqueue(");
    assert_eq!(texts.iter().find(is_instance), None, "{texts:#?}");
    let known = "isEmpty(dequeue(enqueue(Q, E))) iff isEmpty(Q)";
    assert!(texts.iter().any(|text| text == known), "{texts:#?}");
}

#[test]
fn laws_beyond_the_axioms_speak_about_what_is_defined() {
    let theory = shipped("list");
    let texts: Vec<String> = with_learner(&theory, |learner| {
        specgen::laws::general(learner).iter().map(|it| it.law.text(&theory)).collect()
    });
    // Both sides are undefined at the end of a list, so that they agree there.
    let vacuous = "set(L, I, E) = removeAt(L, I) if I = length(L)";
    assert!(!texts.iter().any(|text| text == vacuous), "{texts:#?}");
    let known = "insertAt(L, length(L), E) = append(L, E)";
    assert!(texts.iter().any(|text| text == known), "{texts:#?}");
}

/// A round that is ready fires when it was loaded twice: nothing but two constructors and an
/// observer tell it from one that is not.
const ROUND: &str = "\
specification Round
  constructors
    idle: --> Round;
    arm: Round --> Round;
    load: Round --> Round;
  observers
    fires: Round;
  axioms
    R: Round;
    [at_first] not fires(idle());
    [armed] fires(arm(R)) iff fires(R);
    [empty] not fires(load(idle()));
    [first] not fires(load(arm(R)));
    [loaded] fires(load(load(arm(R))));
    [not_armed] not fires(load(load(idle())));
    [overloaded] fires(load(load(load(R)))) iff fires(load(load(R)));
end specification
";

#[test]
fn values_that_only_longer_calls_tell_apart_are_not_equal() {
    let theory = load("round", ROUND);
    let texts: Vec<String> = with_learner(&theory, |learner| {
        specgen::laws::general(learner).iter().map(|it| it.law.text(&theory)).collect()
    });
    assert!(!texts.iter().any(|text| text == "arm(R) = R"), "{texts:#?}");
    assert!(texts.iter().any(|text| text == "arm(arm(R)) = arm(R)"), "{texts:#?}");
}

const SHELF: &str = "pub struct Shelf<T> { items: Vec<T> }
        impl<T: PartialEq + Copy> Shelf<T> {
            pub fn new() -> Self { Shelf { items: Vec::new() } }
            pub fn place(&mut self, item: T) {
                if !self.items.contains(&item) { self.items.push(item) }
            }
            pub fn has(&self, item: &T) -> bool { self.items.contains(item) }
            pub fn len(&self) -> usize { self.items.len() }
            pub fn first(&self) -> T { self.items[0] }
        }";

/// A package with a set and the beginning of its specification. All tests share it, so that
/// Cargo compiles again only what a test has changed.
fn shelf() -> MutexGuard<'static, Package> {
    static PACKAGE: LazyLock<Mutex<Package>> =
        LazyLock::new(|| Mutex::new(Package::new("shelf", SHELF)));
    let package = PACKAGE.lock().unwrap_or_else(PoisonError::into_inner);
    for file in ["laws.spec", "laws.txt", "report.html", "first/shelf.spec", "first/shelf.map"] {
        // Most tests write none of these.
        let _ = std::fs::remove_file(package.folder.path().join(file));
    }
    if package.read("src/lib.rs") != SHELF {
        package.write("src/lib.rs", SHELF);
    }
    package.write(
        "shelf.spec",
        "specification Shelf[Element]
  constructors
    new: --> Shelf;
    place: Shelf Element --> Shelf;
  observers
    len: Shelf --> int;
    has: Shelf Element;
  axioms
    E: Element;
    [nothing_in_new] not has(new(), E);
end specification
",
    );
    package.write(
        "shelf.map",
        "refinement <T: PartialEq + Copy>
  Shelf is shelf::Shelf<T> equality by observers { }
  Element is T;
end refinement
",
    );
    package
}

#[test]
fn laws_of_a_compiled_type_are_proposed_and_applied() {
    let package = shelf();
    let printed = package.prints(&["infer", "shelf.spec", "--map", "shelf.map", "--apply"]);
    for law in [
        "[has_of_place] has(place(S, E), F) iff has(S, F) or E = F;",
        "[len_of_new] len(new()) = 0;",
        "[len_of_place] len(place(S, E)) = len(S) when has(S, E) else len(S) + 1;",
    ] {
        assert!(printed.contains(law), "{law}\n{printed}");
    }
    assert!(!printed.contains("nothing_in_new_2"), "{printed}");
    let again = package.prints(&["infer", "shelf.spec", "--map", "shelf.map"]);
    assert!(again.contains("no gap found in"), "{again}");
    package.prints(&["check", "shelf.spec"]);
}

#[test]
fn a_type_that_panics_is_observed_as_far_as_possible() {
    let package = shelf();
    package.edit("shelf.spec", "  axioms", "    first: Shelf --> Element;\n  axioms");
    let printed = package.prints(&["infer", "shelf.spec", "--map", "shelf.map"]);
    assert!(printed.contains("no answer: first(new()): `first` panicked"), "{printed}");
    assert!(printed.contains("[len_of_new] len(new()) = 0;"), "{printed}");
}

#[test]
fn calls_that_hang_or_end_the_program_are_not_made_again() {
    let package = shelf();
    package.edit("src/lib.rs", "self.items[0]", "self.slow_first()");
    package.edit("src/lib.rs", "self.items.len()", "self.fragile_len()");
    let library = package.read("src/lib.rs")
        + "impl<T: Copy> Shelf<T> {
            fn slow_first(&self) -> T {
                while self.items.is_empty() { std::thread::sleep(std::time::Duration::MAX) }
                self.items[0]
            }
            fn fragile_len(&self) -> usize {
                if self.items.len() == 2 { std::process::abort() }
                self.items.len()
            }
        }";
    package.write("src/lib.rs", &library);
    package.edit("shelf.spec", "  axioms", "    first: Shelf --> Element;\n  axioms");
    let printed = package.prints(&["infer", "shelf.spec", "--map", "shelf.map"]);
    for line in [
        "no answer: first(new()): no answer for 5 s\n",
        "no answer: len(place(place(new(), Element1), Element0)): the program ended\n",
        "`len` was not called again: little is proposed about it\n",
        "[has_of_place] has(place(S, E), F) iff has(S, F) or E = F;\n",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    assert!(!printed.contains("write:   [len_"), "{printed}");
    assert!(!printed.contains("gave up"), "{printed}");
}

#[test]
fn a_type_that_does_not_compile_is_named_with_the_place() {
    let package = shelf();
    package.edit("src/lib.rs", "self.items.len()", "self.item.len()");
    let output = package.specgen(&["infer", "shelf.spec", "--map", "shelf.map", "--apply"]);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("`shelf` does not compile"), "{printed}");
    assert!(printed.contains("src/lib.rs:8"), "{printed}");
}

#[test]
fn nothing_is_applied_beside_a_broken_axiom() {
    let package = shelf();
    package.edit("shelf.spec", "not has(new(), E)", "has(new(), E)");
    let before = package.read("shelf.spec");
    let output = package.specgen(&["infer", "shelf.spec", "--map", "shelf.map", "--apply"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(5), "{printed}");
    assert!(printed.contains("broken: `nothing_in_new`"), "{printed}");
    assert!(printed.contains("nothing was applied"), "{printed}");
    assert_eq!(package.read("shelf.spec"), before);
}

#[test]
fn laws_beyond_the_axioms_are_found_and_kept_for_the_next_version() {
    let package = shelf();
    let infer = ["infer", "shelf.spec", "--map", "shelf.map"];
    let printed = package.prints(&[&infer[..], &["--laws", "--save", "laws.spec"]].concat());
    assert!(printed.contains("place(S, E) = S if has(S, E)"), "{printed}");
    let same = package.prints(&[&infer[..], &["--since", "laws.spec"]].concat());
    assert!(same.contains("no change of behaviour found"), "{same}");
    package.edit("src/lib.rs", "if !self.items.contains(&item) {", "{");
    let output = package.specgen(&[&infer[..], &["--since", "laws.spec"]].concat());
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(5), "{printed}");
    assert!(printed.contains("broken: `len_of_place`"), "{printed}");
    assert!(printed.contains("E = Element0"), "{printed}");
}

/// The sequences of the shelf's tests, one step of each, and the sequences that are kept.
fn replayed(package: &Package) -> (bool, String) {
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--offline", "--test", "shelf", "sequences::of_"]);
    command.env("SPECGEN_SEQUENCES", "1").env("SPECGEN_STEPS", "1");
    let output = command.current_dir(package.folder.path()).output().expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), text)
}

#[test]
fn sequences_near_to_breaking_an_axiom_are_replayed() {
    let package = shelf();
    let tests = package.folder.path().join("tests");
    let [infer, pin] =
        ["--apply", "--pin"].map(|flag| ["infer", "shelf.spec", "--map", "shelf.map", flag]);
    package.prints(&infer);
    let pin = [&pin[..], &["--out", "tests"]].concat();
    let missing = package.reports(&pin);
    assert!(missing.contains("there is no folder `tests`"), "{missing}");
    package.prints(&["build", "shelf.spec", "--map", "shelf.map", "--out", "tests"]);
    let printed = package.prints(&pin);
    assert!(printed.contains(" near to breaking 4 axioms; "), "{printed}");
    let corpus = package.read("tests/specgen-corpus");
    assert!(corpus.contains("\n  axiom len_of_place(v"), "{corpus}");
    let again = package.prints(&pin);
    assert!(again.contains("; 0 of them new in tests/specgen-corpus\n"), "{again}");
    assert_eq!(package.read("tests/specgen-corpus"), corpus);
    // A fault of large values.
    package.edit("src/lib.rs", "if !self", "if self.items.len() < 5 && !self");
    let (passes, text) = replayed(&package);
    assert!(!passes && text.contains("the specification says"), "{text}");
    for file in ["specgen-corpus", "specgen-regressions"] {
        std::fs::remove_file(tests.join(file)).expect("it is there");
    }
    let (passes, text) = replayed(&package);
    assert!(passes, "{text}");
    // The package is shared.
    std::fs::remove_dir_all(tests).expect("it is there");
}

const TAKE: &str = "    take: Shelf -->? Shelf;
  domains
    S: Shelf;
    take(S) if S = S;
  axioms";

#[test]
fn what_stands_in_the_way_of_proposals_is_named() {
    let package = shelf();
    let library = package.read("src/lib.rs")
        + "impl<T> Shelf<T> {
            pub fn take(self) -> Option<Self> {
                let mut items = self.items;
                items.pop().map(|_| Shelf { items })
            }
        }";
    package.write("src/lib.rs", &library);
    package.edit("shelf.spec", "  axioms", TAKE);
    let printed = package.prints(&["infer", "shelf.spec", "--map", "shelf.map"]);
    let text = "open: `take` on `new`, in 3 of the samples\n  the type has no value there; the domain \
                of `take` says that there is one\n";
    assert!(printed.contains(text), "{printed}");
}

#[test]
fn a_first_specification_comes_from_signatures_alone() {
    let package = shelf();
    let printed = package.prints(&["infer", "--type", "crate::Shelf", "--dir", "first"]);
    assert!(printed.contains("wrote first/shelf.spec and first/shelf.map"), "{printed}");
    let spec = package.read("first/shelf.spec");
    assert!(spec.contains("len(place("), "{spec}");
    package.prints(&["check", "first/shelf.spec"]);
    let again = package.reports(&["infer", "--type", "crate::Shelf", "--dir", "first"]);
    let next = "go on with `specgen infer first/shelf.spec --map first/shelf.map --apply`";
    assert!(again.contains(next), "{again}");
}

const PURSE: &str = "#[derive(Clone, PartialEq, Debug)]
    pub struct Purse { coins: u32 }
    impl Purse {
        pub fn new() -> Self { Purse { coins: 0 } }
        pub fn put(&mut self, coins: u32) { self.coins += coins }
        pub fn pay(&mut self, coins: u32) -> Result<(), Short> {
            self.coins = self.coins.checked_sub(coins).ok_or(Short)?;
            Ok(())
        }
        pub fn coins(&self) -> u32 { self.coins }
    }
    #[derive(Debug)]
    pub struct Short;";

#[test]
fn where_an_operation_is_defined_is_learnt_by_calling_it() {
    let package = shelf();
    package.write("src/lib.rs", PURSE);
    let printed = package.prints(&["infer", "--type", "shelf::Purse", "--dir", "first"]);
    for law in [
        "canPay(P, I) iff not I < 0 and not coins(P) < I",
        "coins(pay(P, I)) = coins(P) - I if canPay(P, I)",
    ] {
        assert!(printed.contains(law), "{law}\n{printed}");
    }
    package.prints(&["check", "first/purse.spec"]);
    for file in ["first/purse.spec", "first/purse.map"] {
        std::fs::remove_file(package.folder.path().join(file)).expect("it is there");
    }
}

#[test]
fn the_report_shows_gaps_score_and_laws() {
    let package = shelf();
    package.write("laws.txt", "a law that <holds>");
    let report = ["report", "shelf.spec", "--complete", "--laws", "laws.txt"];
    package.prints(&report);
    let page = package.read("report.html");
    assert!(page.contains("What the axioms leave open"), "{page}");
    assert!(page.contains("open: `len` on `place`"), "{page}");
    assert!(page.contains("<summary>3 gaps found in"), "{page}");
    assert!(!page.contains("<summary></summary>"), "{page}");
    assert!(page.contains("a law that &lt;holds&gt;"), "{page}");
}

/// Runs the commands of a page. A line `…` stands for any lines.
#[test]
fn the_page_shows_what_infer_prints() {
    let package = shelf();
    let page = include_str!("../../docs/infer.md");
    let blocks = page.split("```console\n$ specgen ").skip(1);
    let mut commands = 0;
    for block in blocks.map(|rest| rest.split("```").next().unwrap_or_default()) {
        let (command, expected) = block.split_once('\n').expect("a command has output");
        if command.contains("--since") {
            package.edit("src/lib.rs", "if !self.items.contains(&item) {", "{");
        }
        let output = package.specgen(&command.split(' ').collect::<Vec<_>>());
        let printed = String::from_utf8(output.stdout).expect("it is UTF-8");
        let mut rest = printed.as_str();
        for part in expected.split("…\n") {
            let at = rest.find(part).unwrap_or_else(|| panic!("{command}\n{part}\n{printed}"));
            rest = &rest[at + part.len()..];
        }
        commands += 1;
    }
    assert_eq!(commands, 3);
}
