//! The names that a mapping imports and declares, and what a path means among them.

use crate::rust::{Fragment, Ident, Import};

/// Modules of std with traits that are used as bounds.
const MODULES: [&str; 6] = ["borrow", "cmp", "fmt", "hash", "iter", "ops"];

/// One import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub import: Import,
    /// Whether the header or the signatures of the mapping use the name. Then the import may
    /// serve these alone.
    pub in_signatures: bool,
}

/// Rust items that are copied into the generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prelude {
    pub items: Fragment,
    /// The items' names.
    pub names: Vec<Ident>,
}

/// The imports and preludes of a mapping.
#[derive(Clone, Copy)]
pub struct NamesInScope<'a> {
    pub uses: &'a [Use],
    pub preludes: &'a [Prelude],
}

impl<'a> NamesInScope<'a> {
    /// Whether the mapping imports or declares a name.
    pub fn has(&self, name: &str) -> bool {
        self.imported(name).is_some() || self.declares(name)
    }

    /// The last name of the std trait that a path means; `None` if it means a trait of the
    /// user. A name that the mapping neither imports nor declares is one of std.
    pub fn std_trait<'p>(&self, path: &'p Fragment) -> Option<&'p str>
    where
        'a: 'p,
    {
        let mut names: Vec<&str> = path.path_names().collect();
        let is_global = path.is_global();
        let first = *names.first()?;
        if !is_global && self.declares(first) {
            return None;
        }
        if let Some(target) = self.imported(first).filter(|_| !is_global) {
            names.splice(..1, target.iter().map(String::as_str));
        }
        match names.as_slice() {
            [only] if !is_global => Some(only),
            ["std" | "core" | "alloc", .., last] => Some(last),
            // As in the source of the type, where `std::fmt` is imported.
            [module, last] if !is_global && MODULES.contains(module) => Some(last),
            _ => None,
        }
    }

    /// The path that the mapping imports under a name.
    pub fn imported(&self, name: &str) -> Option<&'a [String]> {
        let mut imports = self.uses.iter().map(|one| &one.import);
        let import = imports.find(|import| import.name.as_deref() == Some(name))?;
        Some(&import.target)
    }

    fn declares(&self, name: &str) -> bool {
        self.preludes.iter().flat_map(|prelude| &prelude.names).any(|known| *known == *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust::Import;

    #[test]
    fn imports_and_preludes_decide_which_trait_a_path_means() {
        let import =
            |path, name| Use { import: Import::new(path, Some(name)), in_signatures: true };
        let uses = [
            import("std::hash::Hash as Digest", "Digest"),
            import("std::ops", "ops"),
            import("shop::Ord", "Ord"),
            import("crate::Index", "Index"),
        ];
        let preludes =
            [Prelude { items: Fragment::new("trait Deref {}"), names: vec!["Deref".into()] }];
        let scope = NamesInScope { uses: &uses, preludes: &preludes };
        let cases = [
            ("Clone", Some("Clone")),
            ("Digest", Some("Hash")),
            ("ops::Add<Output = E>", Some("Add")),
            ("::std::ops::Deref", Some("Deref")),
            ("core::fmt::Debug", Some("Debug")),
            ("Ord", None),
            ("Index", None),
            ("Deref", None),
            ("shop::Hash", None),
            ("::shop::Hash", None),
        ];
        for (path, meant) in cases {
            assert_eq!(scope.std_trait(&Fragment::new(path)), meant, "{path}");
        }
    }
}
