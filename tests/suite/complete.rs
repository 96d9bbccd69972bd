//! What specifications leave open.

use specgen::complete::{Completeness, Confirmation, Gap, complete, gaps, mutate};
use specgen::model::check_model;
use specgen::search::Options;
use specgen::source::Sources;
use specgen::theory::{AxiomId, NoFolders, Theory, Workspace};

fn load(name: &str, text: &str) -> (Theory, Sources) {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, text).expect("the specification is well-formed");
    let subject = loaded.default_subject().expect("it has a subject");
    (loaded.theory.restricted_to(subject), workspace.sources)
}

fn shipped(name: &str) -> (Theory, Sources) {
    let path = format!("{}/specs/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    load(name, &std::fs::read_to_string(path).expect("the specification is readable"))
}

fn options() -> Options {
    Options { clause_limit: 200_000, effort: 2_000, ..Options::default() }
}

fn findings(theory: &Theory, sources: &Sources) -> Completeness {
    complete(theory, sources, &options(), &mut |_| {}).expect("every model is valid")
}

fn without(theory: &Theory, left_out: AxiomId) -> Theory {
    let axioms = theory.axioms.iter().filter(|(id, _)| *id != left_out);
    let axioms = axioms.map(|(_, axiom)| axiom.clone()).collect();
    Theory { axioms, ..theory.clone() }
}

/// What became of a specification without one of its axioms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deleted {
    /// A gap is reported that the whole specification does not have.
    Reported,
    /// More values are neither joined nor told apart.
    Unjoined,
    /// The axiom follows from the others.
    Follows,
    /// A gap is reported with the axioms that force it.
    Forced,
    /// No observation within the bound changes.
    Silent,
    /// The axiom restricts an observation that the whole specification leaves open, too.
    AlreadyOpen,
    Missed,
}

/// Deletes each axiom in turn.
fn deletions(name: &str) -> Vec<(String, Deleted)> {
    let (theory, sources) = shipped(name);
    let whole = findings(&theory, &sources);
    let mut results = Vec::new();
    for (id, axiom) in theory.body_axioms() {
        let shorter = gaps(&without(&theory, id), &sources, &options(), &mut |_| {});
        let shorter = shorter.expect("every model is valid");
        let is_open = |it: &Confirmation| !matches!(it, Confirmation::Forced { .. });
        let known = |pair: (&str, Option<&str>)| {
            let gaps = whole.gaps.iter();
            gaps.filter(|gap| (gap.observer.as_str(), gap.constructor.as_deref()) == pair)
                .map(|gap| gap.observations)
                .sum::<usize>()
        };
        let is_new = shorter.gaps.iter().any(|gap| {
            let pair = (gap.observer.as_str(), gap.constructor.as_deref());
            is_open(&gap.confirmation) && gap.observations > known(pair)
        });
        let unjoined = |found: &Completeness| found.values.iter().map(|it| it.pairs).sum::<usize>();
        let result = if is_new {
            Deleted::Reported
        } else if unjoined(&shorter) > unjoined(&whole) {
            Deleted::Unjoined
        } else if whole.axioms.implied.iter().any(|(implied, _)| *implied == id) {
            Deleted::Follows
        } else if whole.axioms.silent.contains(&id) {
            Deleted::Silent
        } else if shorter.gaps.iter().any(|gap| !is_open(&gap.confirmation)) {
            Deleted::Forced
        } else if !shorter.gaps.is_empty() {
            Deleted::AlreadyOpen
        } else {
            Deleted::Missed
        };
        results.push((axiom.title(), result));
    }
    results
}

/// All specifications but the one that contradicts itself.
fn names() -> Vec<String> {
    let folder = format!("{}/specs", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".spec").map(str::to_owned))
        .filter(|name| name != "one_of_set_as_printed")
        .collect();
    names.sort();
    names
}

#[test]
#[ignore = "takes a minute: prints a table for docs/evaluation.md"]
fn small_changes_of_every_specification() {
    for name in names() {
        let (theory, sources) = shipped(&name);
        let found = mutate(&theory, &sources, &options(), &mut |_| {});
        let score = found.score().map_or("–".to_owned(), |score| format!("{score} %"));
        let (tried, equivalent) = (found.noticed + found.survivors.len(), found.equivalent);
        println!("| {name} | {tried} | {} | {equivalent} | {score} |", found.noticed);
        assert!(found.score().is_none_or(|score| score >= 70), "{name}: {:?}", found.survivors);
    }
}

#[test]
#[ignore = "takes minutes: prints a table for docs/evaluation.md"]
fn every_deleted_axiom_is_explained() {
    let mut totals = [0; 7];
    for name in names() {
        let started = std::time::Instant::now();
        let results = deletions(&name);
        let mut counts = [0; 7];
        for (axiom, result) in &results {
            counts[*result as usize] += 1;
            if matches!(result, Deleted::Missed) {
                println!("{name}: {axiom}: {result:?}");
            }
        }
        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        let row: Vec<String> = counts.iter().map(usize::to_string).collect();
        let seconds = started.elapsed().as_secs_f64();
        println!("| {name} | {} | {} | {seconds:.1}", results.len(), row.join(" | "));
    }
    println!("reported, unjoined, follows, forced, silent, already open, missed: {totals:?}");
    assert_eq!(totals[Deleted::Missed as usize], 0);
}

/// A shipped specification with other texts in the place of axioms with these labels.
fn edited(name: &str, changes: &[(&str, &str)]) -> (Theory, Sources) {
    let path = format!("{}/specs/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("the specification is readable");
    for (label, instead) in changes {
        let start = text.find(&format!("[{label}]")).expect("the axiom is there");
        let end = start + text[start..].find(';').expect("an axiom ends") + 1;
        text.replace_range(start..end, instead);
    }
    load(name, &text)
}

/// Without commutativity, only `largest_kept` says what becomes of a smaller element.
fn without_largest_kept(instead: &str) -> (Theory, Sources) {
    edited("sorted_set", &[("largest_kept", instead), ("insert_commutative", "")])
}

#[test]
fn a_gap_has_its_smallest_term_two_models_and_a_line_to_paste() {
    let (theory, sources) = without_largest_kept("");
    let found = findings(&theory, &sources);
    let [gap] = &found.gaps[..] else { panic!("{:?}", found.gaps) };
    assert_eq!(gap.term, "largest(insert(insert(empty(), b), a))");
    assert!(gap.facts.contains(&"not geq(a, b)".to_owned()), "{:?}", gap.facts);
    let Confirmation::Open(models) = &gap.confirmation else { panic!("{gap:?}") };
    let mut values = models.each_ref().map(|shown| shown.value.as_str());
    values.sort_unstable();
    assert_eq!(values, ["a", "b"]);
    for shown in models.iter() {
        assert_eq!(check_model(&theory, &shown.witness.model), Ok(()), "{}", shown.value);
    }
    let line = "[largest_of_insert] largest(insert(S, E)) = … if geq(largest(S), E);";
    assert_eq!(gap.line.text, line);
    assert!(gap.line.is_exact && gap.line.declarations.is_empty());
}

/// The line that is reported, with its right side filled in, closes the gap.
#[test]
fn the_line_with_a_right_side_closes_the_gap() {
    let (theory, sources) = without_largest_kept("");
    let found = findings(&theory, &sources);
    let line = found.gaps[0].line.text.replace('…', "largest(S)");
    let (theory, sources) = without_largest_kept(&line);
    let found = findings(&theory, &sources);
    assert!(found.gaps.is_empty(), "{:?}", found.gaps);
}

#[test]
fn a_term_that_running_leaves_open_may_be_forced() {
    let (theory, sources) = shipped("partially_ordered_set");
    let found = findings(&theory, &sources);
    let [gap] = &found.gaps[..] else { panic!("{:?}", found.gaps) };
    let Confirmation::Forced { value, core } = &gap.confirmation else { panic!("{gap:?}") };
    assert_eq!(value, "insert(insert(empty(), b), c)");
    let names: Vec<String> = core.axioms.iter().map(|id| theory.axioms[*id].title()).collect();
    assert!(names.contains(&"maximal_added".to_owned()), "{names:?}");
    assert_eq!(found.open_gaps(), 0);
}

#[test]
fn values_that_nothing_joins_are_listed() {
    let (theory, sources) = edited("graph", &[("edge_again", "")]);
    let found = findings(&theory, &sources);
    let [values] = &found.values[..] else { panic!("{:?}", found.values) };
    assert!(matches!(values.confirmation, Confirmation::Open(_)), "{values:?}");
    let line = "[equal_graph] addEdge(addEdge(empty(), A, A), A, A) = addEdge(empty(), A, A);";
    assert_eq!(values.line.text, line);
}

/// An equation that holds for some elements only has a premise.
#[test]
fn the_equation_between_two_values_has_the_premise_that_it_needs() {
    let (theory, sources) = shipped("search_tree");
    let found = findings(&theory, &sources);
    let line = &found.values[0].line.text;
    assert!(line.contains(" if ") && line.contains("geq("), "{line}");
    let (theory, sources) = edited("accumulator", &[("unit_changes_nothing", "")]);
    let found = findings(&theory, &sources);
    let line = &found.values[0].line.text;
    assert!(line.contains("unit() = "), "{line}");
}

#[test]
fn axioms_that_follow_or_change_nothing_are_listed() {
    let (theory, sources) = shipped("deque");
    let found = findings(&theory, &sources);
    let title = |id: &AxiomId| theory.axioms[*id].title();
    let implied: Vec<_> = found.axioms.implied.iter().map(|(id, _)| title(id)).collect();
    assert_eq!(implied, ["push_front_is_not_empty", "push_back_is_not_empty"]);
    assert!(found.axioms.implied.iter().all(|(_, core)| !core.axioms.is_empty()));
    let joining: Vec<_> = found.axioms.joining.iter().map(|(id, _)| title(id)).collect();
    assert_eq!(joining, ["first_at_both_ends", "ends_are_independent"]);
    let silent: Vec<_> = found.axioms.silent.iter().map(title).collect();
    assert!(silent.contains(&"back_of_push_front".to_owned()), "{silent:?}");
}

/// All deletions of some specifications; the ignored test has all of them.
#[test]
fn every_deleted_axiom_is_reported_or_redundant() {
    for name in ["stack", "queue", "sorted_set", "graph", "pair_stack", "union_find"] {
        for (axiom, result) in deletions(name) {
            assert_ne!(result, Deleted::Missed, "{name}: {axiom}");
        }
    }
}

#[test]
fn shipped_specifications_have_the_gaps_that_their_comments_explain() {
    let mut open = Vec::new();
    for name in names() {
        let (theory, sources) = shipped(&name);
        let found = gaps(&theory, &sources, &options(), &mut |_| {}).expect("models are valid");
        assert_eq!(found.given_up, 0, "{name}");
        if found.open_gaps() > 0 {
            open.push(name);
        }
    }
    assert_eq!(open, ["one_of_set", "search_tree", "union_find"]);
}

/// Nothing is there to observe, or nothing is said at all.
#[test]
fn small_and_empty_specifications_have_findings_too() {
    let text = "specification Switch sorts Switch constructors off: --> Switch;
                flip: Switch --> Switch; observers isOn: Switch; end specification";
    let (theory, sources) = load("switch.spec", text);
    let found = findings(&theory, &sources);
    let pairs: Vec<_> = found.gaps.iter().map(|gap| gap.constructor.as_deref()).collect();
    assert_eq!(pairs, [Some("off"), Some("flip")]);
    assert!(found.gaps.iter().all(|gap| gap.confirmation.word() == "open"), "{:?}", found.gaps);
    let line = &found.gaps[1].line;
    assert_eq!(line.declarations, ["S: Switch;"]);
    assert_eq!(line.text, "[is_on_of_flip] isOn(flip(S)) iff …;");
    let text = "specification Unit sorts Unit constructors unit: --> Unit; end specification";
    let (theory, sources) = load("unit.spec", text);
    assert_eq!(findings(&theory, &sources).bound.observations, 0);
}

#[test]
fn small_changes_are_noticed_or_listed() {
    let (theory, sources) = shipped("list");
    let found = mutate(&theory, &sources, &options(), &mut |_| {});
    assert_eq!(found.score(), Some(100), "{:?}", found.survivors);
    assert!(found.noticed > 40 && found.contradictory < found.noticed);
    let (theory, sources) = shipped("union_find");
    let found = mutate(&theory, &sources, &options(), &mut |_| {});
    let survivor = found.survivors.iter().find(|it| it.determines.is_some());
    let survivor = survivor.expect("the choice of a representative is open");
    assert_eq!(survivor.change.word(), "another variable");
    assert!(found.score() < Some(100));
}

fn unseen(name: &str, without: &str) -> (Theory, Sources) {
    let path = format!("{}/tests/unseen/{name}.spec", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the specification is readable");
    assert!(text.contains(without));
    load(name, &text.replace(without, ""))
}

/// The observer and the operation of each gap.
fn places(found: &Completeness) -> Vec<(&str, &str)> {
    fn place(gap: &Gap) -> (&str, &str) {
        (&gap.observer, gap.constructor.as_deref().unwrap_or_default())
    }
    found.gaps.iter().map(place).collect()
}

#[test]
fn what_observers_see_after_an_operation_may_be_open() {
    // `giveBack` is no constructor, and no axiom builds what it makes.
    let (theory, sources) = unseen("desk", "");
    let whole = findings(&theory, &sources);
    assert_eq!((places(&whole), whole.axioms.silent.len()), (Vec::new(), 0));
    let copies = theory.axioms.iter().find(|(_, it)| it.title() == "giveBack_copies");
    let (copies, _) = copies.expect("there is such an axiom");
    let found = findings(&without(&theory, copies), &sources);
    assert_eq!(places(&found), [("copies", "giveBack")]);
}

#[test]
fn an_observer_that_others_define_is_not_the_gap() {
    // `isExpired(M) iff left(M) = 0` can be read both ways.
    let text = "left = min(left(M) + 2 * C, limit(M)), ";
    let (theory, sources) = unseen("meter", text);
    assert_eq!(places(&findings(&theory, &sources)), [("left", "pay")]);
}

#[test]
fn large_terms_show_changes_of_a_limit() {
    // Two of two books are lent after six operations.
    let (theory, sources) = unseen("desk", "");
    let found = mutate(&theory, &sources, &options(), &mut |_| {});
    assert_eq!(found.survivors, []);
    assert!(found.noticed > 100 && found.equivalent > 0);
}

/// A premise that says too little is noticed, whichever way the axioms run.
#[test]
fn a_strict_comparison_instead_of_a_weak_one_is_noticed() {
    let text = "specification Box
        sorts Box
        constructors make: int -->? Box;
        observers size: Box --> int; isLarge: Box;
        domains N: int; make(N) if 0 <= N;
        axioms N: int;
        [size_of_new] size(make(N)) = N if 0 <= N;
        [large] isLarge(make(N)) iff 2 <= N if 0 <= N;
        end specification";
    let (theory, sources) = load("box.spec", text);
    let found = mutate(&theory, &sources, &options(), &mut |_| {});
    let texts: Vec<&str> = found.survivors.iter().map(|it| it.text.as_str()).collect();
    assert!(!texts.iter().any(|text| text.contains("2 < N")), "{texts:?}");
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/complete.md");
    let page = std::fs::read_to_string(page).expect("the page is readable");
    let mut examples = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("a split has a first part");
        let example = block.strip_prefix("$ specgen ").expect("a block is one command");
        let (line, shown) = example.split_once('\n').expect("output follows");
        let (code, out, err) = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, out + &err), (0, shown.to_owned()), "{line}");
        examples += 1;
    }
    assert!(examples >= 3);
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_specgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn scripts_get_json_and_exit_codes() {
    let (code, out, _) = run(&["complete", "specs/union_find.spec", "--format", "json"]);
    assert_eq!(code, 0);
    let found: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(found["open"], 2);
    assert_eq!(found["gaps"][0]["verdict"], "open");
    assert_eq!(found["gaps"][0]["models"][0]["value"], "a");
    assert_eq!(run(&["complete", "specs/union_find.spec", "--strict"]).0, 4);
    assert_eq!(run(&["complete", "specs/stack.spec", "--strict"]).0, 0);
    assert_eq!(run(&["complete", "specs/one_of_set_as_printed.spec"]).0, 2);
    assert_eq!(run(&["complete", "--mutate", "specs/deque.spec", "--strict"]).0, 4);
    let (code, out, _) = run(&["complete", "--mutate", "specs/list.spec", "--format", "json"]);
    assert_eq!(code, 0);
    let found: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(found["score"], 100);
    let (code, out, _) = run(&["complete", "specs/union_find.spec", "--format", "svg"]);
    assert_eq!((code, out.matches("<svg").count()), (0, 1));
    for value in ["a", "b"] {
        assert!(out.contains(&format!("find(join(singletons(), a, b), a): {value}<")), "{out}");
    }
    let (code, _, err) = run(&["complete", "specs/stack.spec", "--format", "svg"]);
    assert_eq!((code, err.contains("has two models")), (1, true), "{err}");
}

/// The result does not depend on the number of threads.
#[test]
fn findings_are_the_same_with_any_number_of_threads() {
    let with = |threads: &str| run(&["complete", "specs/deque.spec", "-j", threads]);
    assert_eq!(with("1"), with("3"));
}
