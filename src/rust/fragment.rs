//! Rust that a user wrote.

use std::fmt;
use std::ops::Range;

use proc_macro2::{Spacing, TokenStream, TokenTree};

use super::{Ident, print};

/// A type, path, signature or body as a mapping writes it, with the places of its identifiers.
///
/// The text keeps its comments and its layout. Literals, comments and lifetimes contain no
/// identifiers, so renaming never changes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    text: String,
    identifiers: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    range: Range<usize>,
    /// A name in an item, a field or a method follows `::` or `.`. It is looked up there and not
    /// among the names in scope.
    is_qualified: bool,
}

impl Fragment {
    /// Text that is not made of Rust's tokens has no identifiers.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let mut identifiers = Vec::new();
        if let Ok(tokens) = text.parse() {
            collect(tokens, &text, &mut identifiers);
        }
        Self { text, identifiers }
    }

    /// Tokens in rustfmt's spacing.
    pub(super) fn printed(tokens: TokenStream) -> Self {
        Self::new(print(tokens))
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The path that the text starts with loses all but its last name: `HashSet<E>` for
    /// `std::collections::HashSet<E>`. Two ways to write a path are one type.
    pub fn unqualified(&self) -> &str {
        match self.leading_path().last() {
            Some(last) => &self.text[last.range.start..],
            None => &self.text,
        }
    }

    /// The last name of the path that the text starts with.
    pub fn last_name(&self) -> &str {
        self.leading_path().last().map_or(&self.text, |last| &self.text[last.range.clone()])
    }

    /// The names of the path that the text starts with, up to the first generic argument.
    pub fn path_names(&self) -> impl Iterator<Item = &str> {
        self.leading_path().iter().map(|place| &self.text[place.range.clone()])
    }

    /// The path that the text starts with, without generic arguments.
    pub fn without_arguments(&self) -> Self {
        let end = self.leading_path().last().map_or(self.text.len(), |last| last.range.end);
        Self::new(&self.text[..end])
    }

    fn leading_path(&self) -> &[Place] {
        let mut end = 0;
        let mut length = 0;
        for place in &self.identifiers {
            let between = self.text[end..place.range.start].trim();
            if !(between == "::" || between.is_empty() && length == 0) {
                break;
            }
            length += 1;
            end = place.range.end;
        }
        &self.identifiers[..length]
    }

    pub fn is_qualified(&self) -> bool {
        self.is_global() || self.leading_path().len() > 1
    }

    /// Whether the text starts with a path from the root: `::std::fmt::Debug`.
    pub fn is_global(&self) -> bool {
        self.text.starts_with("::")
    }

    /// `module::self`
    pub fn within(&self, module: &str) -> Self {
        Self::new(format!("{module}::{self}"))
    }

    /// `self::name`
    pub fn member(&self, name: &Ident) -> Self {
        Self::new(format!("{self}::{name}"))
    }

    /// `<own as self>::name`, where the text is the path of a trait.
    pub fn member_for(&self, own: &Ident, name: &Ident) -> Self {
        Self::new(format!("<{own} as {self}>::{name}"))
    }

    /// `fn name(&self) -> bool`, where the text is the signature from the parenthesis on.
    pub fn named(&self, name: &Ident) -> Self {
        Self::new(format!("fn {name}{self}"))
    }

    /// `fn(A, B) -> C`
    pub fn function_type(inputs: &[Fragment], output: &Fragment) -> Self {
        let inputs: Vec<&str> = inputs.iter().map(Fragment::as_str).collect();
        Self::new(format!("fn({}) -> {output}", inputs.join(", ")))
    }

    /// All identifiers in order of appearance, keywords and raw identifiers included.
    pub fn identifiers(&self) -> impl Iterator<Item = &str> {
        self.identifiers.iter().map(|place| &self.text[place.range.clone()])
    }

    /// The names that the text uses from its scope: not after `::` or `.`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let in_scope = self.identifiers.iter().filter(|place| !place.is_qualified);
        in_scope.map(|place| &self.text[place.range.clone()])
    }

    /// The names from the scope that a `::` follows: the first ones of paths.
    pub fn path_roots(&self) -> impl Iterator<Item = &str> {
        let in_scope = self.identifiers.iter().filter(|place| !place.is_qualified);
        let is_root = |place: &&Place| self.text[place.range.end..].trim_start().starts_with("::");
        in_scope.filter(is_root).map(|place| &self.text[place.range.clone()])
    }

    /// Whether the text uses this name from its scope.
    pub fn mentions(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Replaces names from the scope, for instance type parameters. Names after `::` or `.`
    /// stay.
    pub fn renamed(&self, new: impl Fn(&str) -> Option<String>) -> Self {
        let mut renamed = String::with_capacity(self.text.len());
        let mut end = 0;
        for place in self.identifiers.iter().filter(|place| !place.is_qualified) {
            let Some(name) = new(&self.text[place.range.clone()]) else { continue };
            renamed.push_str(&self.text[end..place.range.start]);
            renamed.push_str(&name);
            end = place.range.end;
        }
        if end == 0 {
            return self.clone();
        }
        renamed.push_str(&self.text[end..]);
        Self::new(renamed)
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<&str> for Fragment {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Fragment {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

fn collect(tokens: TokenStream, text: &str, found: &mut Vec<Place>) {
    // Punctuation directly before the current token, of one operator.
    let mut operator = String::new();
    let mut is_joint = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => {
                if !is_joint {
                    operator.clear();
                }
                operator.push(punct.as_char());
                is_joint = punct.spacing() == Spacing::Joint;
                continue;
            }
            TokenTree::Ident(ident) => {
                let range = ident.span().byte_range();
                // A doc comment is read as an attribute, whose name spans the whole comment.
                let is_written = text.get(range.clone()) == Some(ident.to_string().as_str());
                if is_written && !operator.ends_with('\'') {
                    let is_qualified = operator.ends_with("::")
                        || operator.ends_with('.') && !operator.ends_with("..");
                    found.push(Place { range, is_qualified });
                }
            }
            TokenTree::Group(group) => collect(group.stream(), text, found),
            TokenTree::Literal(_) => {}
        }
        operator.clear();
        is_joint = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_the_first_names_of_paths() {
        let text = "use std::fmt; // a::b\nfn f(x: ::core::A, y: B) { c::d::<E>(\"g::h\", y.i()) }";
        let fragment = Fragment::new(text);
        assert_eq!(fragment.path_roots().collect::<Vec<_>>(), ["std", "c"]);
        assert!(Fragment::new("a :: b < T >").path_names().eq(["a", "b"]));
    }

    fn generics(name: &str) -> Option<String> {
        let known = [("K", "Key"), ("V", "Value"), ("E", "Element"), ("Größe", "Size")];
        known.iter().find(|(old, _)| *old == name).map(|(_, new)| (*new).to_owned())
    }

    fn renamed(text: &str) -> String {
        Fragment::new(text).renamed(generics).to_string()
    }

    #[test]
    fn literals_keep_their_text() {
        assert_eq!(renamed("expect::<V>(\"V is not K\")"), "expect::<Value>(\"V is not K\")");
        assert_eq!(
            renamed("(r#\"K \"V\"\"#, 'K', b\"V\", c\"E\")"),
            "(r#\"K \"V\"\"#, 'K', b\"V\", c\"E\")"
        );
    }

    #[test]
    fn comments_and_layout_stay() {
        let text =
            "{\n    // K before V\n    /* E */ let x: V = // V\n\n        k;\n    /// doc of K\n}";
        assert_eq!(renamed(text), text.replace("x: V", "x: Value"));
        assert!(!Fragment::new("/// doc\nfn x() {}").mentions("doc"));
    }

    #[test]
    fn lifetimes_are_not_identifiers() {
        assert_eq!(renamed("&'E E, &'E mut V"), "&'E Element, &'E mut Value");
        assert!(!Fragment::new("&'E str").mentions("E"));
    }

    #[test]
    fn raw_identifiers_are_whole() {
        let fragment = Fragment::new("r#type::new(r#E)");
        assert_eq!(fragment.identifiers().collect::<Vec<_>>(), ["r#type", "new", "r#E"]);
        assert_eq!(renamed("r#E"), "r#E");
        assert_eq!(
            fragment.renamed(|name| (name == "r#type").then(|| "Kind".to_owned())).as_str(),
            "Kind::new(r#E)"
        );
    }

    #[test]
    fn names_inside_of_groups_are_found() {
        assert_eq!(
            renamed("HashMap<K, Vec<(V, [E; 2])>>, |x: K| { f(&[V::new()]) }"),
            "HashMap<Key, Vec<(Value, [Element; 2])>>, |x: Key| { f(&[Value::new()]) }"
        );
    }

    #[test]
    fn qualified_names_stay() {
        assert_eq!(renamed("x.E + Self::E + x . V"), "x.E + Self::E + x . V");
        assert_eq!(renamed("0..E, ..=E, <E>::E, <V as K>::V"), {
            "0..Element, ..=Element, <Element>::E, <Value as Key>::V"
        });
        assert!(!Fragment::new("std::E::new(x.E)").mentions("E"));
        assert!(Fragment::new("0..E").mentions("E"));
    }

    #[test]
    fn places_are_bytes() {
        assert_eq!(renamed("\"äöü\" Größe 'ß' K"), "\"äöü\" Size 'ß' Key");
        assert_eq!(renamed("\u{feff}K"), "\u{feff}Key");
    }

    #[test]
    fn text_that_is_not_rust_has_no_identifiers() {
        let fragment = Fragment::new("f(K");
        assert_eq!(fragment.identifiers().count(), 0);
        assert_eq!(fragment.renamed(generics).as_str(), "f(K");
        assert_eq!(Fragment::new("").identifiers().count(), 0);
    }

    #[test]
    fn the_leading_path_ends_at_generic_arguments() {
        let cases = [
            ("std::collections::HashSet<std::rc::Rc<E>>", "HashSet<std::rc::Rc<E>>", "HashSet"),
            ("::std::cmp::Ord", "Ord", "Ord"),
            ("Set", "Set", "Set"),
            ("&std::rc::Rc<E>", "&std::rc::Rc<E>", "&std::rc::Rc<E>"),
            ("dyn std::any::Any", "dyn std::any::Any", "dyn"),
            ("(a::A, b::B)", "(a::A, b::B)", "(a::A, b::B)"),
        ];
        for (text, unqualified, last) in cases {
            let fragment = Fragment::new(text);
            assert_eq!((fragment.unqualified(), fragment.last_name()), (unqualified, last));
        }
        assert_eq!(Fragment::new("a::HasKey<E>").without_arguments().as_str(), "a::HasKey");
        assert!(
            Fragment::new("::Ord").is_qualified() && !Fragment::new("Ord<a::B>").is_qualified()
        );
    }

    #[test]
    fn fragments_cross_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Fragment>();
    }
}
