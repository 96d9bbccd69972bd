//! The parser of mappings.

use specgen::diagnostic::Code;
use specgen::source::{FileId, Sources};
use specgen::syntax::mapping_ast::{EqualityKind, OperationBody, OutsideKind};
use specgen::syntax::parse_mapping;

fn file() -> FileId {
    Sources::default().add("test.map", "")
}

const EVERYTHING: &str = "\
// A comment.
refinement <E: Ord, F: Fn(&E) -> bool>
  use crate::{Set, other as o};
  prelude { fn f() -> char { '}' } /* } */ }
  Set[Total, Element] is my::Set<[E; 3], F> has Clone, Default by empty equality by fn Set::same {
    empty: --> Set[Element] is fn new() -> Self;
    insert: Set[Element] e:Element -->? Set[Element] is fn insert(&mut self, e: E) panics;
    pop: Set -->? Set is fn pop(&mut self) unspecified { self.pop(\"}\"); }
    isIn: Set e:Element is { self.iter().any(|x| x == e) }
    has: Set[Element] is fn cmp(&self) -> Ordering via is_ge;
  }
  Total is E;
end refinement
";

#[test]
fn every_construct_is_read() {
    let tree = parse_mapping(EVERYTHING, file()).unwrap();
    assert_eq!(tree.generics.unwrap().text, "<E: Ord, F: Fn(&E) -> bool>");
    assert_eq!(tree.uses[0].text, "crate::{Set, other as o}");
    assert_eq!(tree.preludes[0].text.trim(), "fn f() -> char { '}' } /* } */");
    let [set, total] = &tree.entries[..] else { panic!("two entries") };
    assert_eq!(set.rust_type.text, "my::Set<[E; 3], F>");
    let [clone, default] = &set.traits[..] else { panic!("two traits") };
    assert_eq!((&*clone.path.text, &clone.by), ("Clone", &None));
    let creator = default.by.as_ref().map(|name| &*name.text);
    assert_eq!((&*default.path.text, creator), ("Default", Some("empty")));
    let equality = set.equality.as_ref().unwrap();
    assert!(matches!(&equality.kind, EqualityKind::Function(path) if path.text == "Set::same"));
    assert_eq!(total.operations, []);

    let [empty, insert, pop, is_in, has] = &set.operations[..] else { panic!("five operations") };
    assert!(empty.arguments.is_empty() && empty.result.is_some());
    assert_eq!(insert.arguments[1].name.as_ref().unwrap().text, "e");
    assert_eq!(insert.outside.unwrap().kind, OutsideKind::Panics);
    assert_eq!(pop.outside.unwrap().kind, OutsideKind::Unspecified);
    assert!(matches!(&pop.body, OperationBody::Function { body: Some(_), .. }));
    assert!(matches!(&is_in.body, OperationBody::Expression(_)));
    assert!(
        matches!(&has.body, OperationBody::Function { via: Some(via), .. } if via.text == "is_ge")
    );
}

#[test]
fn spans_name_the_text_they_stand_for() {
    let mut sources = Sources::default();
    let file = sources.add("test.map", EVERYTHING);
    let tree = parse_mapping(EVERYTHING, file).unwrap();
    for entry in &tree.entries {
        assert_eq!(sources.text(entry.spec.span), entry.spec.text);
        assert_eq!(sources.text(entry.rust_type.span), entry.rust_type.text);
        for operation in &entry.operations {
            assert_eq!(sources.text(operation.name.span), operation.name.text);
            assert!(sources.text(operation.profile).starts_with(&operation.name.text));
        }
    }
}

#[test]
fn an_error_in_one_part_hides_no_error_in_another() {
    let text = "refinement <E>
  Set is {
    empty: --> Set fn new();
    isIn Set is fn is_in(&self) -> bool;
    insert: Set --> Set is fn insert(&mut self);
  }
  Element E;
end refinement";
    let errors = parse_mapping(text, file()).unwrap_err();
    let messages = errors.iter().map(|it| format!("{}: {}", it.message, it.labels[0].text));
    insta::assert_snapshot!(messages.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert!(parse_mapping(&format!("\u{FEFF}{EVERYTHING}"), file()).is_ok());
}

#[test]
fn an_operation_may_be_named_like_the_keyword() {
    let text = "refinement
  Set is S has Default by is {
    is: Set e:int is fn is(&self, e: i64) -> bool;
  }
end refinement";
    let tree = parse_mapping(text, file()).unwrap();
    assert_eq!(tree.entries[0].operations[0].name.text, "is");
    assert_eq!(tree.entries[0].traits[0].by.as_ref().unwrap().text, "is");
}

/// Each of them made the grammar try twice as often.
#[test]
fn unclosed_brackets_are_reported_at_once() {
    for bracket in ["(", "[", "{", "<", "(<", "{ ["] {
        let open = bracket.repeat(60);
        let text =
            format!("refinement\n  Set is S {{\n    a: Set is fn a{open};\n  }}\nend refinement");
        let errors = parse_mapping(&text, file()).unwrap_err();
        assert_eq!(errors.len(), 1, "{bracket}");
        assert!(errors[0].message.ends_with("brackets are never closed"), "{}", errors[0].message);
    }
}

#[test]
fn comparisons_in_rust_are_not_brackets() {
    let compared = "if a < b { c } ".repeat(30);
    let text = format!(
        "refinement\n  prelude {{ fn f() {{ {compared} }} }}\n  Set is S {{\n    a: Set is {{ {compared} }}\n  }}\nend refinement"
    );
    assert!(parse_mapping(&text, file()).is_ok());
}

#[test]
fn operators_in_a_row_have_a_limit() {
    let text = |operators: usize| {
        let operators = "! ".repeat(operators);
        format!(
            "refinement\n  Set is S {{\n    a: Set is {{ {operators}true }}\n  }}\nend refinement"
        )
    };
    assert!(parse_mapping(&text(200), file()).is_ok());
    let errors = parse_mapping(&text(3000), file()).unwrap_err();
    assert_eq!(errors[0].code, Code::MappingTooDeep);
}
