//! `specgen eval`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use snapbox::cmd::cargo_bin;
use specgen::eval::Finding;
use specgen::pipeline;
use specgen::source::Source;
use specgen::theory::NoFolders;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("specgen"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("eval").args(arguments);
    command
}

/// The exit code, what was printed, and what was reported.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = command(arguments).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (output.status.code().expect("it ends"), text(&output.stdout), text(&output.stderr))
}

fn answer(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

/// What a question about a specification comes to.
fn ask(spec: &str, question: &str) -> Finding {
    let spec = Source { name: "test.spec".to_owned(), text: spec.to_owned() };
    let mut session = pipeline::session(spec, None, NoFolders).expect("it is well-formed");
    session.evaluate(question).expect("the question is well-formed").finding
}

fn value(spec: &str, question: &str) -> String {
    match ask(spec, question) {
        Finding::Value { text, .. } => text,
        other => panic!("{question}: {other:?}"),
    }
}

/// The call at which no axiom applies.
fn open(spec: &str, question: &str) -> String {
    match ask(spec, question) {
        Finding::Undetermined { call, .. } => call,
        other => panic!("{question}: {other:?}"),
    }
}

/// Splits a command line at blanks outside of quotes.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let part = |(index, part): (usize, &str)| match index % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    };
    quoted.flat_map(part).collect()
}

#[test]
fn algebras_are_named_by_their_line_in_the_list_of_all() {
    let order = |number: &str, question: &str| {
        let spec = "specs/partially_ordered_set.spec";
        run(&[spec, question, "--algebra", number, "--scope", "POrderable=2"])
    };
    let up = "geq(POrderable1, POrderable0)";
    assert_eq!(order("1", up).1, "false\n");
    assert_eq!(order("2", up).1, "true\n");
    let (code, _, err) = order("3", up);
    assert_eq!(code, 1);
    assert!(
        err.contains("--algebra 3: the parameters have 2 algebras over POrderable=2;"),
        "{err}"
    );
    let (code, _, err) = run(&["specs/stack.spec", "isEmpty(make())", "--scope", "Element=2"]);
    assert!(code != 0 && err.contains("--algebra"), "{err}");
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/eval.md");
    let page = std::fs::read_to_string(page).expect("the page is readable");
    let blocks: Vec<&str> = page.split("```console\n").skip(1).collect();
    assert!(blocks.len() > 3);
    for block in blocks {
        let block = block.split("```").next().expect("a split has a first part");
        for example in block.split("$ specgen eval ").skip(1) {
            let (line, shown) = example.split_once('\n').expect("output follows");
            let words = words(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (_, out, err) = run(&words);
            assert_eq!(out + &err, shown, "{line}");
        }
    }
}

const SWITCH: &str = "
    specification Switch
      sorts Switch
      constructors off: --> Switch; flip: Switch --> Switch;
      observers isOn: Switch; level: Switch --> int; dim: Switch --> Switch; isDim: Switch;
      axioms S: Switch;
";

fn switch(axioms: &str) -> String {
    format!("{SWITCH} {axioms} end specification")
}

#[test]
fn contrapositives_are_read_where_they_build_no_state() {
    let spec = switch("[a] isDim(off()); [b] not isOn(S) if isDim(S); [c] isOn(flip(S));");
    assert_eq!(value(&spec, "isOn(off())"), "false");
    assert_eq!(value(&spec, "isDim(flip(off()))"), "false");
    let spec = switch("[a] isOn(dim(S)) iff isOn(S); [b] isDim(off());");
    assert_eq!(open(&spec, "isOn(off())"), "isOn(off())");
    assert_eq!(open(&spec, "isOn(dim(off()))"), "isOn(off())");
}

#[test]
fn an_operation_without_axioms_is_part_of_the_state() {
    let spec = switch(
        "[a] not isOn(dim(S)); [b] isDim(dim(S)); [c] level(dim(S)) = level(S) - 1;
                       [d] level(off()) = 5;",
    );
    assert_eq!(value(&spec, "isOn(dim(flip(off())))"), "false");
    assert_eq!(value(&spec, "level(dim(dim(off())))"), "3");
    assert_eq!(value(&spec, "dim(off())"), "dim(off())");
}

#[test]
fn definitions_choices_and_negated_equivalences_are_read() {
    let spec = switch(
        "[a] not isOn(off()); [b] isOn(flip(S)) != isOn(S);
                       [c] level(S) = 10 when isOn(S) else 3; [d] isDim(S) iff level(S) < 5;",
    );
    assert_eq!(value(&spec, "isOn(flip(flip(flip(off()))))"), "true");
    assert_eq!(value(&spec, "level(flip(off()))"), "10");
    assert_eq!(value(&spec, "isDim(flip(flip(off())))"), "true");
}

#[test]
fn rules_that_run_away_are_undetermined_with_the_calls_under_way() {
    let spec = switch("[a] level(S) = level(flip(S)) + 1;");
    match ask(&spec, "level(off())") {
        Finding::Undetermined { reason: "steps", why, .. } => {
            assert!(why.contains("needed for level(flip("), "{why}");
        }
        other => panic!("{other:?}"),
    }
}

/// The branch that is not taken would never end.
#[test]
fn recursion_over_numbers_ends_where_its_condition_says() {
    let spec = "
        specification Strip
          constructors
            new: --> Strip;
            paint: Strip int --> Strip;
          observers
            isPainted: Strip int;
            hole: Strip int --> int;
            first: Strip int --> int;
          axioms
            S: Strip; I, N: int;
            after new: not isPainted(I);
            after paint(S, N): isPainted(I) iff I = N or isPainted(S, I);
            [hole] hole(S, I) = 0 when I >= 8 or isPainted(S, I) else 1 + hole(S, I + 1);
            [first] first(S, I) = first(S, I + 1) when I < 8 and not isPainted(S, I) else I;
        end specification";
    assert_eq!(value(spec, "hole(paint(new, 5), 2)"), "3");
    assert_eq!(value(spec, "hole(new, 8)"), "0");
    assert_eq!(value(spec, "first(paint(new, 5), 0)"), "5");
}

#[test]
fn numbers_that_do_not_fit_are_undetermined() {
    let spec = switch(
        "[a] level(off()) = 9223372036854775807;
                       [b] level(flip(S)) = level(S) + 1;",
    );
    assert_eq!(value(&spec, "level(off()) > 0"), "true");
    assert!(matches!(
        ask(&spec, "level(flip(off()))"),
        Finding::Undetermined { reason: "overflow", .. }
    ));
}

const LIST: &str = "
    specification List[Element]
      sorts List[Element]
      constructors nil: --> List[Element]; cons: Element List[Element] --> List[Element];
      observers
        length: List[Element] --> int;
        get: List[Element] int -->? Element;
        isLast: List[Element] Element;
        last: List[Element] -->? Element;
        head: List[Element] -->? Element;
      domains
        L: List[Element]; N: int;
        get(L, N) if 0 <= N and N < length(L);
        last(L) if L != nil();
        head(L) if L != nil();
      axioms
        E, F: Element; L, M: List[Element]; N: int;
        [none]  length(nil()) = 0;
        [more]  length(cons(E, L)) = length(L) + 1;
        [first] get(cons(E, L), 0) = E;
        [next]  get(cons(E, L), N + 1) = get(L, N) if N >= 0;
        [last]  isLast(cons(E, L), get(cons(E, L), length(L)));
        [only]  not isLast(L, E) if F != E and isLast(L, F);
        [is]    last(L) = E if isLast(L, E);
        [head]  head(L) = E if L = cons(E, M);
    end specification
";

#[test]
fn heads_are_flattened_and_sums_inverted() {
    let list = "cons(a, cons(b, cons(c, nil())))";
    assert_eq!(value(LIST, &format!("get({list}, 2)")), "c");
    assert_eq!(value(LIST, &format!("isLast({list}, c)")), "true");
    assert_eq!(
        ask(LIST, "get(nil(), 0)"),
        Finding::Undefined { call: Some("get(nil(), 0)".into()) }
    );
}

#[test]
fn variables_of_premises_are_bound_by_equations_or_stand_for_elements() {
    let list = "cons(a, cons(b, nil()))";
    assert_eq!(value(LIST, &format!("isLast({list}, a)")), "false");
    assert_eq!(value(LIST, &format!("last({list})")), "b");
    assert_eq!(value(LIST, &format!("head({list})")), "a");
}

#[test]
fn json_has_the_answer_and_the_reason() {
    assert_eq!(
        answer(&["specs/stack.spec", "peek(push(make(), a))", "--format", "json"]),
        "{\"answer\":\"value\",\"question\":\"peek(push(make(), a))\",\"value\":\"a\"}\n"
    );
    let open = answer(&["specs/accumulator.spec", "total(start())", "--format", "json"]);
    assert!(open.contains("\"reason\":\"no-table\"") && open.contains("\"call\":\"unit()\""));
    let (code, out, err) = run(&["specs/stack.spec", "peek(", "--format", "json"]);
    assert_eq!((code, err.as_str()), (2, ""));
    let wrong = "{\"answer\":\"error\",\"diagnostics\":[{\"code\":\"E001\",";
    assert!(out.starts_with(wrong), "{out}");
}

#[test]
fn the_place_is_named_where_numbers_end() {
    let spec = &switch(
        "N: int; [level_off] level(off()) = 4000000000; [up] level(flip(S)) = level(S) * level(S);
         [tenth] tenth(S) = level(S) / (level(S) - 4000000000);",
    )
    .replace("isDim: Switch;", "isDim: Switch; tenth: Switch --> int;");
    assert_eq!(value(spec, "level(off()) % 7"), "3");
    assert_eq!(open(spec, "level(flip(flip(off())))"), "level(flip(off()))");
    assert_eq!(ask(spec, "level(off()) / 0"), Finding::Undefined { call: None });
    assert_eq!(ask(spec, "tenth(off())"), Finding::Undefined { call: None });
}

#[test]
fn an_undefined_answer_names_the_call_that_makes_it_undefined() {
    let spec = "
        specification Gauge
          constructors off, on: --> Gauge;
          observers low: Gauge -->? int; level: Gauge --> int;
          auxiliary isOn: Gauge; far: Gauge -->? int;
          domains G: Gauge; low(G) if isOn(G); far(G) if level(G) >= 0;
          axioms
            isOn(on()); not isOn(off()); low(on()) = 3;
            level(G) = 0 when not isOn(G) else low(G);
            far(G) = low(G);
        end specification";
    let undefined = |question: &str| match ask(spec, question) {
        Finding::Undefined { call } => call,
        other => panic!("{question}: {other:?}"),
    };
    // The other branch of `level` is outside of a domain, and of no account.
    assert_eq!(undefined("7 / level(off())"), None);
    assert_eq!(undefined("1 + far(off())"), Some("low(off())".to_owned()));
}

#[test]
fn wrong_questions_are_underlined() {
    let questions = [
        "peek(push(make(), a)",
        "peek(push(pop, a))",
        "peek(psh(make(), a))",
        "push(make(), a, b)",
        "peek(push(s, a))",
        "a",
        "isEmpty(make()) and peek(make())",
        "push(push(make(), 1), a)",
        "",
    ];
    let mut text = String::new();
    for question in questions {
        let (code, out, err) = run(&["specs/stack.spec", question]);
        assert_eq!((code, out.as_str()), (2, ""), "{question}");
        text += &format!("{err}\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let refused = |arguments: &[&str]| {
        let (code, _, err) = run(arguments);
        assert_eq!(code, 1, "{arguments:?}");
        err
    };
    let stack = "specs/stack.spec";
    assert!(refused(&[stack, "make()", "--order", "a,b"]).contains("no parameter has an order"));
    assert!(refused(&[stack, "make()", "--with", "isEmpty(make())"]).contains("of parameters"));
    assert!(refused(&[stack, "make()", "--subject", "Heap"]).contains("no specification `Heap`"));
    let set = "specs/sorted_set.spec";
    assert!(refused(&[set, "empty()", "--order", "a,a"]).contains("names `a` twice"));
    let unlawful = refused(&[set, "empty()", "--with", "geq(a, b), geq(b, a)"]);
    assert!(unlawful.contains("break the parameter's axiom `antisymmetric`"), "{unlawful}");
    let blank = refused(&[set, "empty()", "--order", "a b"]);
    assert!(blank.contains("`a b` is not a name"), "{blank}");
    let other = refused(&[set, "insert(empty(), a)", "--algebra", "1", "--scope", "Orderable=2"]);
    let has = "`a` is no element of the algebra, which has `Orderable0`, `Orderable1`";
    assert!(other.contains(has), "{other}");
}

#[test]
fn an_order_of_some_elements_leaves_the_others_open() {
    let question = "largest(insert(insert(insert(insert(empty(), a), b), c), d))";
    let run = |how: &str, facts: &str| answer(&["specs/sorted_set.spec", question, how, facts]);
    assert_eq!(
        run("--order", "c,d"),
        "undetermined: it depends on `geq(a, d)`; state what it is by --order or --with\n"
    );
    assert_eq!(
        run("--with", "geq(c, a), geq(c, b)"),
        "undetermined: it depends on `geq(d, c)`; state what it is by --order or --with\n"
    );
    assert_eq!(run("--with", "geq(b, a), geq(c, b), geq(d, c)"), "d\n");
}

#[test]
fn lines_are_answered_one_by_one() {
    let mut child = command(&["specs/stack.spec"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = b"peek(push(make(), a))\n\npeek(\nisEmpty(make())\n?\n";
    child.stdin.take().expect("it is piped").write_all(lines).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(out.starts_with("a\ntrue\n"), "{out}");
    assert!(out.contains("push: Stack[Element] Element --> Stack[Element]\n"), "{out}");
    assert!(err.contains("E001"), "{err}");
    assert_eq!(output.status.code(), Some(0));
}

/// The engine is emitted with tests later, so it stands alone, in every edition.
#[test]
fn the_engine_compiles_alone_without_warnings() {
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/src/execute/mod.rs");
    for (path, text) in crate::tidy::rust_files("src/execute") {
        assert!(!text.contains("crate::"), "{} refers to the crate", path.display());
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    for edition in ["2018", "2021", "2024"] {
        let output = Command::new("rustc")
            .args(["--edition", edition, "--crate-type", "lib", "--emit", "metadata"])
            .args(["-D", "warnings", "--out-dir"])
            .args([folder.path().as_os_str(), engine.as_ref()])
            .output()
            .expect("rustc starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{edition}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn the_prompt_completes_names_and_remembers_questions() {
    let mut command = command(&["specs/stack.spec"]);
    command.env("TERM", "xterm");
    let mut session =
        rexpect::session::spawn_command(command, Some(120_000)).expect("it runs on a terminal");
    let mut type_keys = |keys: &str, answer: &str| {
        session.send(keys).expect("it reads");
        session.flush().expect("it reads");
        session.exp_string(answer).expect("it answers");
    };
    type_keys("pee\tpus\tma\t), a))\r", "\r\na\r\n");
    type_keys("isEmpty(make())\r", "\r\ntrue\r\n");
    // Two questions back.
    type_keys("\x1b[A\x1b[A\r", "\r\na\r\n");
    session.send_control('d').expect("it reads");
    session.exp_eof().expect("it ends");
}
