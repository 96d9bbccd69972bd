//! The std traits that a mock can implement by itself.

/// Traits that every mock derives or has automatically.
const ALWAYS: &[&str] = &[
    "Clone",
    "Copy",
    "Debug",
    "Display",
    "PartialEq",
    "Eq",
    "Hash",
    "Default",
    "Send",
    "Sync",
    "Sized",
    "Unpin",
    "UnwindSafe",
    "RefUnwindSafe",
];

/// Traits that std implements for every type, or for every type with the traits above.
const BLANKET: &[&str] = &["Any", "Borrow", "BorrowMut", "From", "Into", "ToOwned", "ToString"];

const ORDERS: &[&str] = &["PartialOrd", "Ord"];

const CLOSURES: &[&str] = &["Fn", "FnMut", "FnOnce"];

/// Operator traits with their method, symbol, and whether they are unary.
pub const OPERATORS: &[(&str, &str, &str)] = &[
    ("Add", "add", "+"),
    ("Sub", "sub", "-"),
    ("Mul", "mul", "*"),
    ("Div", "div", "/"),
    ("Rem", "rem", "%"),
    ("BitAnd", "bitand", "&"),
    ("BitOr", "bitor", "|"),
    ("BitXor", "bitxor", "^"),
    ("Neg", "neg", "-"),
    ("Not", "not", "!"),
];

pub fn is_std(name: &str) -> bool {
    [ALWAYS, BLANKET, ORDERS, CLOSURES].iter().any(|list| list.contains(&name))
        || operator(name).is_some()
}

pub fn is_order(name: &str) -> bool {
    ORDERS.contains(&name)
}

/// The method and symbol of an operator trait.
pub fn operator(name: &str) -> Option<(&'static str, &'static str)> {
    OPERATORS.iter().find(|known| known.0 == name).map(|known| (known.1, known.2))
}

/// Std traits that a mock cannot implement: they involve types that specgen does not know.
const HOPELESS: &[&str] = &[
    "AsMut",
    "AsRef",
    "Deref",
    "DerefMut",
    "Drop",
    "Extend",
    "FromIterator",
    "FromStr",
    "Future",
    "Index",
    "IndexMut",
    "IntoIterator",
    "Iterator",
    "Read",
    "TryFrom",
    "TryInto",
    "Write",
];

pub fn is_hopeless(name: &str) -> bool {
    HOPELESS.contains(&name)
}
