//! How specifications are found by name.

use specgen::diagnostic::Code;
use specgen::theory::{Loaded, Loader, SpecFileText, Workspace};

/// A search folder in memory.
struct Folder(&'static [(&'static str, &'static str)]);

impl Loader for Folder {
    fn others(&mut self, _file: &str) -> Vec<SpecFileText> {
        let found = |(name, text): &(&str, &str)| SpecFileText {
            name: (*name).to_owned(),
            text: Ok((*text).to_owned()),
        };
        self.0.iter().map(found).collect()
    }
}

const USER: &str = "\
specification Box[TotalOrder]
  sorts Box
  constructors make: Orderable --> Box;
  observers has: Box Orderable;
  axioms E, F: Orderable; has(make(E), F) iff geq(E, F);
end specification
";

const PLAIN: &str = "\
specification TotalOrder
  sorts Orderable
  observers geq: Orderable Orderable;
  axioms E: Orderable; [plain] geq(E, E);
end specification
";

const OTHER: &str = "\
specification TotalOrder
  sorts Orderable
  observers geq: Orderable Orderable;
  axioms E: Orderable; [other] geq(E, E);
end specification
";

fn labels(loaded: &Loaded) -> Vec<&str> {
    loaded.theory.axioms.values().filter_map(|axiom| axiom.label.as_deref()).collect()
}

fn load(folder: &'static [(&'static str, &'static str)], text: &str) -> Result<Vec<String>, Code> {
    match Workspace::new(Folder(folder)).load("main.spec", text) {
        Ok(loaded) => Ok(labels(&loaded).into_iter().map(str::to_owned).collect()),
        Err(errors) => Err(errors[0].code),
    }
}

#[test]
fn library_is_the_last_resort() {
    let found = load(&[], USER).expect("the library has it");
    assert_eq!(found, ["antisymmetric", "total", "transitive"]);
}

#[test]
fn folder_comes_before_the_library() {
    assert_eq!(load(&[("orders.spec", PLAIN)], USER), Ok(vec!["plain".to_owned()]));
}

#[test]
fn file_itself_comes_before_the_folder() {
    let both = format!("{PLAIN}{USER}");
    assert_eq!(load(&[("total_order.spec", OTHER)], &both), Ok(vec!["plain".to_owned()]));
}

#[test]
fn file_named_like_the_specification_comes_before_other_files() {
    let folder = &[("an/example.spec", PLAIN), ("library/total_order.spec", OTHER)];
    assert_eq!(load(folder, USER), Ok(vec!["other".to_owned()]));
}

#[test]
fn two_files_of_equal_rank_are_ambiguous() {
    let unnamed = &[("a.spec", PLAIN), ("b.spec", OTHER)];
    assert_eq!(load(unnamed, USER), Err(Code::AmbiguousSpecification));
    let homes = &[("a/total_order.spec", PLAIN), ("b/TotalOrder.spec", OTHER)];
    assert_eq!(load(homes, USER), Err(Code::AmbiguousSpecification));
}

#[test]
fn copies_that_refer_to_nothing_else_are_not_ambiguous() {
    let copies = &[("a.spec", PLAIN), ("b.spec", PLAIN)];
    assert_eq!(load(copies, USER), Ok(vec!["plain".to_owned()]));
}

#[test]
fn a_comment_may_precede_the_name_of_a_declaration() {
    let text = PLAIN.replacen("specification ", "specification /* of elements */\n  ", 1);
    assert_ne!(text, PLAIN);
    let folder: &'static [(&str, &str)] = vec![("a.spec", &*text.leak())].leak();
    assert_eq!(load(folder, USER), Ok(vec!["plain".to_owned()]));
}

/// The axioms of a specification may be about an operation of one that it uses.
#[test]
fn an_operation_that_only_another_specification_mentions_has_an_axiom() {
    let text = "\
specification Box
  sorts Box
  constructors make: --> Box;
  observers size: Box --> int;
end specification
specification Crate
  sorts Crate
  constructors pack: Box --> Crate;
  observers weight: Crate --> int;
  axioms B: Box; weight(pack(B)) = size(B); weight(pack(make())) = 0; size(make()) = 0 if weight(pack(make())) = 0;
end specification
";
    let mut workspace = Workspace::new(Folder(&[]));
    let loaded = workspace.load("boxes.spec", text).expect("it has no errors");
    let codes: Vec<_> = loaded.warnings.iter().map(|warning| warning.code).collect();
    assert!(!codes.contains(&Code::OperationWithoutAxiom), "{:#?}", loaded.warnings);
}
