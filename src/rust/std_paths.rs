//! Where std declares what its prelude lacks.

/// The modules of std for names outside of its prelude.
const STD: &[(&str, &str)] = &[
    ("Add", "std::ops"),
    ("Any", "std::any"),
    ("BitAnd", "std::ops"),
    ("BitOr", "std::ops"),
    ("BitXor", "std::ops"),
    ("BuildHasher", "std::hash"),
    ("Debug", "std::fmt"),
    ("Display", "std::fmt"),
    ("Div", "std::ops"),
    ("Hash", "std::hash"),
    ("Mul", "std::ops"),
    ("Neg", "std::ops"),
    ("Not", "std::ops"),
    ("Ordering", "std::cmp"),
    ("Rem", "std::ops"),
    ("Sub", "std::ops"),
];

/// The module that declares a name of std outside of its prelude.
pub fn std_module(name: &str) -> Option<&'static str> {
    STD.iter().find(|(known, _)| *known == name).map(|(_, module)| *module)
}
