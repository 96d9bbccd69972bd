//! What `specgen init --from` says when it cannot do its work, and what it never does.

use specgen::diagnostic::{Code, Colour, Diagnostic, render};
use specgen::init::{CratePath, SkeletonSource, skeleton};
use specgen::source::Sources;

const SET: &str = "pub struct TreeSet<E> { items: Vec<E> }\n\
                   impl<E: Ord> TreeSet<E> {\n    \
                       pub fn new() -> Self { todo!() }\n\
                   }\n";

fn refused(text: &str, name: Option<&str>) -> (Diagnostic, String) {
    let mut sources = Sources::default();
    let file = sources.add("src/lib.rs", text);
    let path = CratePath::of(Some("shelf"), &["src", "lib.rs"]);
    let error = skeleton(text, file, name, &SkeletonSource::new("src/lib.rs", path))
        .expect_err("it is refused");
    let shown = render(&error, &sources, Colour::Plain);
    (error, shown)
}

#[test]
fn a_misspelt_type_gets_a_suggestion() {
    let (error, shown) = refused(SET, Some("TreeSte"));
    assert_eq!(error.code, Code::UnknownRustType);
    assert!(shown.contains("did you mean `TreeSet`?"), "{shown}");
}

#[test]
fn traits_aliases_and_lone_impls_are_recognised() {
    for (text, said) in [
        ("pub trait Order {}", "no public type of this file implements the trait"),
        ("pub type Order = Vec<u8>;", "this is an alias"),
        ("impl Order { pub fn new() -> Self { todo!() } }", "only methods of the type"),
    ] {
        let (error, shown) = refused(text, Some("Order"));
        assert_eq!(error.code, Code::UnknownRustType);
        assert!(shown.contains(said), "{shown}");
    }
}

#[test]
fn several_types_are_listed_if_none_is_named() {
    let two = format!("{SET}{}", SET.replace("TreeSet", "ListSet"));
    let (error, shown) = refused(&two, None);
    assert_eq!(error.code, Code::UnknownRustType);
    assert!(shown.contains("`TreeSet`, `ListSet`"), "{shown}");
}

#[test]
fn a_file_that_is_not_rust_is_underlined() {
    for (text, line) in [
        ("pub struct A;\nimpl A { pub fn f(&self -> bool }", "lib.rs:2"),
        ("pub struct A;\nlet x = \"", "lib.rs:2"),
        ("pub struct A\npub struct B;", "lib.rs:2"),
        ("pub struct", "lib.rs:1"),
    ] {
        let (error, shown) = refused(text, Some("A"));
        assert_eq!(error.code, Code::NotARustFile);
        assert!(shown.contains(line) && shown.contains('^'), "{shown}");
    }
}

#[test]
fn a_type_without_usable_methods_says_which_and_why() {
    for (text, said) in [
        ("pub struct A;", "its methods must be `pub`"),
        ("pub struct A; impl A { fn f(&self) -> bool { true } }", "its methods must be `pub`"),
        ("pub struct A; impl A { pub async fn f(&self) {} }", "`f` is async"),
    ] {
        let (error, shown) = refused(text, Some("A"));
        assert_eq!(error.code, Code::NoMethods);
        assert!(shown.contains(said), "{shown}");
    }
    assert_eq!(refused("", None).0.code, Code::NoMethods);
}

#[test]
fn absurd_files_end_soon() {
    let deep = |open: &str, close: &str, count: usize| {
        format!("{SET}fn f() {{ {}x{} }}", open.repeat(count), close.repeat(count))
    };
    for text in [
        deep("(", ")", 10_000),
        deep("!", "", 10_000),
        deep("&", "", 10_000),
        deep("{", "}", 5_000),
        "[".repeat(10_000),
        "\u{FEFF}#!/bin/sh\n)".to_owned(),
        "é".repeat(1000),
        "\0".to_owned(),
    ] {
        assert_eq!(refused(&text, Some("TreeSet")).0.code, Code::NotARustFile);
    }
}

#[test]
fn long_chains_of_branches_are_accepted() {
    let text = format!("{SET}fn f() {{ if a {{}} {} }}", "else if a {} ".repeat(5_000));
    let file = Sources::default().add("lib.rs", text.as_str());
    let path = CratePath::of(None, &[]);
    assert!(skeleton(&text, file, None, &SkeletonSource::new("lib.rs", path)).is_ok());
}
