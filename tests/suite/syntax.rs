//! The parser and the printer of specifications.

use proptest::prelude::*;
use specgen::diagnostic::{Code, Colour, render};
use specgen::source::{FileId, Sources};
use specgen::syntax::ast::*;
use specgen::syntax::{parse_spec, print_expr, print_spec};

use crate::syntax_trees::{any_file, place, without_places};

fn file() -> FileId {
    Sources::default().add("test.spec", "")
}

fn parse(text: &str) -> SpecFile {
    parse_spec(text, file()).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

/// The codes of the errors of a text, in order.
fn codes(text: &str) -> Vec<Code> {
    match parse_spec(text, file()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|error| error.code).collect(),
    }
}

/// The messages about a text, as users read them.
fn messages(name: &str, text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let errors = parse_spec(text, file).expect_err("the text has mistakes");
    let texts: Vec<_> = errors.iter().map(|one| render(one, &sources, Colour::Plain)).collect();
    texts.join("\n")
}

fn with_axiom(formula: &str) -> String {
    format!("specification A\n  axioms\n    {formula};\nend specification\n")
}

/// The only axiom of a text, with the parentheses that its tree implies.
fn grouped(formula: &str) -> String {
    let tree = parse(&with_axiom(formula));
    let SectionKind::Axioms(_, axioms) = &tree.specs[0].sections[0].kind else {
        panic!("the section holds axioms")
    };
    group(&axioms[0].formula)
}

fn group(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Negate(inner) => format!("(-{})", group(inner)),
        ExprKind::Not(inner) => format!("(not {})", group(inner)),
        ExprKind::Binary(operator, left, right) => {
            let sign = specgen::syntax::print_spec::sign(*operator);
            format!("({} {sign} {})", group(left), group(right))
        }
        _ => print_expr(expr),
    }
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
    [long] add(add(S, K), L) = add(add(S, L), K)
      if not has(S, K) and not has(S, L) and size(S) + 1 < 10;
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

#[test]
fn operators_bind_as_documented() {
    assert_eq!(grouped("a + b * c - d"), "((a + (b * c)) - d)");
    assert_eq!(grouped("-a * b = - -c"), "(((-a) * b) = (-(-c)))");
    assert_eq!(grouped("not a = b"), "(not (a = b))");
    assert_eq!(grouped("!a and not !b"), "((not a) and (not (not b)))");
    assert_eq!(grouped("a or b and c or d"), "((a or (b and c)) or d)");
    assert_eq!(grouped("a iff b iff c or d"), "((a iff b) iff (c or d))");
    assert_eq!(grouped("a iff b if c iff d"), "((a iff b) if (c iff d))");
    assert_eq!(grouped("(a if b) if c"), "((a if b) if c)");
    assert_eq!(grouped("a < b + c"), "(a < (b + c))");
}

#[test]
fn layout_is_free() {
    let spread = parse("specification\nA\r\n axioms\n\t[l]a\n=\nb // c\n; end/**/specification");
    let dense = parse("specification A axioms[l]a=b;end specification");
    assert_eq!(print_spec(&spread), print_spec(&dense));
}

#[test]
fn a_byte_order_mark_is_a_blank() {
    assert_eq!(codes(&format!("\u{FEFF}{EVERYTHING}")), []);
}

#[test]
fn words_that_start_with_a_keyword_are_names() {
    let tree = parse("specification ended sorts orange others notable: iffy; end specification");
    assert_eq!(tree.specs[0].name.text, "ended");
    assert_eq!(tree.specs[0].sections.len(), 2);
}

#[test]
fn spans_cover_what_they_name() {
    let mut sources = Sources::default();
    let id = sources.add("test.spec", EVERYTHING);
    let tree = parse_spec(EVERYTHING, id).expect("the text is correct");
    let spec = &tree.specs[0];
    assert!(sources.text(spec.span).starts_with("specification Everything"));
    assert!(sources.text(spec.span).ends_with("end specification"));
    let mut texts = Vec::new();
    for section in &spec.sections {
        texts.push(sources.text(section.keyword));
        match &section.kind {
            SectionKind::Sorts(sorts, _) => {
                texts.extend(sorts.iter().map(|sort| sources.text(sort.span)));
            }
            SectionKind::Operations(_, operations) => {
                texts.extend(operations.iter().map(|it| sources.text(it.span)));
            }
            SectionKind::Domains(groups, clauses) => {
                texts.extend(groups.iter().map(|group| sources.text(group.span)));
                texts.extend(clauses.iter().map(|clause| sources.text(clause.span)));
            }
            SectionKind::Axioms(groups, axioms) | SectionKind::Implies(groups, axioms) => {
                texts.extend(groups.iter().map(|group| sources.text(group.span)));
                texts.extend(axioms.iter().map(|axiom| sources.text(axiom.span)));
            }
        }
    }
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn spans_of_operands_cover_their_parentheses() {
    let mut sources = Sources::default();
    let text = with_axiom("( a = b ) and  f( c )   or -d = d");
    let id = sources.add("test.spec", text.as_str());
    let tree = parse_spec(&text, id).expect("the text is correct");
    let SectionKind::Axioms(_, axioms) = &tree.specs[0].sections[0].kind else {
        panic!("the section holds axioms")
    };
    let ExprKind::Binary(_, left, right) = &axioms[0].formula.kind else { panic!("an `or`") };
    assert_eq!(sources.text(left.span), "( a = b ) and  f( c )");
    assert_eq!(sources.text(right.span), "-d = d");
    assert_eq!(sources.text(axioms[0].span), "( a = b ) and  f( c )   or -d = d");
}

#[test]
fn deep_nesting_is_refused_before_it_can_overflow_the_stack() {
    for depth in [65, 1_000, 10_000] {
        let nested = [
            format!("{}x{}", "(".repeat(depth), ")".repeat(depth)),
            format!("{}x{}", "f(".repeat(depth), ")".repeat(depth)),
            format!("{}x", "f(".repeat(depth)),
            format!("{}x", "not ".repeat(depth)),
            format!("{}x", "!".repeat(depth)),
            format!("{}x", "- ".repeat(depth)),
            format!("x{}", " and x".repeat(depth)),
            format!("x{}", " + x".repeat(depth)),
            format!("x = x{}", " when x else x".repeat(depth)),
            format!("{}x{}", "(".repeat(depth), " + x)".repeat(depth)),
        ];
        for formula in nested {
            let text = with_axiom(&formula);
            assert_eq!(codes(&text), [Code::NestedTooDeep], "{depth}: {}", &formula[..20]);
        }
        let sort = format!("{}B{}", "A[".repeat(depth), "]".repeat(depth));
        let text = format!("specification A sorts {sort} end specification");
        assert_eq!(codes(&text), [Code::NestedTooDeep]);
    }
}

#[test]
fn nesting_below_the_limit_fits_a_small_stack() {
    let deepest = with_axiom(&format!("{}x{}", "f(".repeat(64), ")".repeat(64)));
    let parser = std::thread::Builder::new().stack_size(1 << 20);
    let thread = parser.spawn(move || codes(&deepest)).expect("a thread can start");
    assert_eq!(thread.join().expect("the stack suffices"), []);
}

#[test]
fn arguments_do_not_add_up_to_depth() {
    let wide = format!("f(x{})", ", g(x) + 1".repeat(1_000));
    assert_eq!(codes(&with_axiom(&wide)), []);
}

#[test]
fn huge_files_are_refused() {
    let text = " ".repeat((1 << 20) + 1);
    assert_eq!(codes(&text), [Code::FileTooLarge]);
}

#[test]
fn limits_are_named() {
    let nested = format!("{}x{}", "(".repeat(65), ")".repeat(65));
    let deep =
        format!("specification A\n  axioms\n    {nested};\n    x == y;\nend specification\n");
    let large = format!("// Far too long.\n{}", " ".repeat(1 << 20));
    let wrong =
        format!("specification A\n  axioms\n{}end specification\n", "    x y;\n".repeat(200));
    let too_many = messages("wrong.spec", &wrong);
    let last = too_many.rsplit("\n\n").next().expect("there are messages");
    let all = [messages("deep.spec", &deep), messages("large.spec", &large), last.to_owned()];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_large_file_of_mistakes_is_read_in_time() {
    for mistake in ["a b;\n", "f(a) = b\n"] {
        let text = format!("specification A axioms {}", mistake.repeat(100_000));
        assert_eq!(codes(&text).len(), 101);
    }
}

#[test]
fn the_largest_integer_is_read() {
    assert_eq!(codes(&with_axiom("x = 9223372036854775807")), []);
    assert_eq!(codes(&with_axiom("x = 9223372036854775808")), [Code::IntegerOutOfRange]);
}

#[test]
fn the_least_integer_is_read() {
    assert_eq!(codes(&with_axiom("x = -9223372036854775808")), []);
    assert_eq!(codes(&with_axiom("x = - 9223372036854775808 + 1")), []);
    assert_eq!(codes(&with_axiom("x = -9223372036854775809")), [Code::IntegerOutOfRange]);
    let tree = without_places(parse(&with_axiom("x = -9223372036854775808")));
    assert_eq!(without_places(parse(&print_spec(&tree))), tree);
}

#[test]
fn every_specification_survives_printing() {
    insta::glob!("../../specs", "**/*.spec", |path| {
        let text = std::fs::read_to_string(path).expect("the specification is readable");
        let tree = without_places(parse(&text));
        assert_eq!(without_places(parse(&print_spec(&tree))), tree, "{}", path.display());
    });
}

/// Texts to mutate: small enough to parse thousands of times.
const SEEDS: &[&str] = &[
    EVERYTHING,
    include_str!("../../specs/sorted_set.spec"),
    include_str!("../../specs/list.spec"),
];

const WORDS: &[&str] = &[
    "specification",
    "end",
    "sorts",
    "constructors",
    "observers",
    "others",
    "domains",
    "axioms",
    "implies",
    "not",
    "and",
    "or",
    "iff",
    "if",
    "when",
    "else",
    "a",
    "B",
    "7",
    "-->",
    "-->?",
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    ":",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "!",
    "/*",
    "*/",
    "//",
    "\n",
    "é",
    "99999999999999999999",
];

/// Parses, and holds the parser to what it promises of every text.
fn check_promises(text: &str) {
    match parse_spec(text, file()) {
        Ok(tree) => {
            let tree = without_places(tree);
            assert_eq!(without_places(parse(&print_spec(&tree))), tree);
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            for label in errors.iter().flat_map(|error| &error.labels) {
                assert!(text.get(label.span.range()).is_some(), "{label:?}");
            }
        }
    }
}

/// Cuts a piece out of a text and puts another one in, at any characters.
fn splice(text: &str, at: usize, length: usize, insert: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let start = at % (characters.len() + 1);
    let end = (start + length).min(characters.len());
    let (before, after) = (&characters[..start], &characters[end..]);
    before.iter().copied().chain(insert.chars()).chain(after.iter().copied()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_trees_survive_printing(tree in any_file()) {
        let printed = print_spec(&tree);
        prop_assert_eq!(without_places(parse(&printed)), tree, "{}", printed);
    }

    #[test]
    fn arbitrary_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_promises(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn arbitrary_tokens_are_judged(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..80),
        framed in any::<bool>(),
    ) {
        let words = words.join(" ");
        let framed_words = format!("specification A axioms {words} end specification");
        check_promises(if framed { &framed_words } else { &words });
    }

    #[test]
    fn mutated_specifications_are_judged(
        seed in prop::sample::select(SEEDS),
        at in any::<usize>(),
        length in 0_usize..12,
        insert in prop_oneof![
            prop::sample::select(WORDS).prop_map(str::to_owned),
            "\\PC{0,4}",
            Just(String::new()),
        ],
    ) {
        check_promises(&splice(seed, at, length, &insert));
    }
}

#[test]
fn places_are_all_that_printing_loses() {
    let tree = without_places(parse(EVERYTHING));
    assert_eq!(tree.specs[0].span, place());
    assert_ne!(parse(EVERYTHING).specs[0].span, place());
}
