//! The parameter specifications that ship with the tool.

macro_rules! library {
    ($($name:literal,)*) => {
        /// File names with their texts.
        pub const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../specs/library/", $name))),)*];
    };
}

library! {
    "comparator.spec",
    "element.spec",
    "equivalence.spec",
    "group.spec",
    "hashable.spec",
    "monoid.spec",
    "partial_order.spec",
    "preorder.spec",
    "semigroup.spec",
    "total_order.spec",
    "total_preorder.spec",
}
