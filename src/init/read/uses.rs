//! Where a file declares, imports and exports names.

use super::source::{Placed, Source, is_public, plain};

impl Source {
    /// The modules inside of the file around the declaration of a name.
    pub fn modules_around(&self, name: &str) -> Option<&[String]> {
        let placed = self.items.iter().find(|placed| declares(placed, name))?;
        Some(&placed.modules)
    }

    /// The path that the file imports a name from, and the modules around the import.
    pub fn import_of(&self, name: &str) -> Option<(&[String], Vec<String>)> {
        self.items.iter().find_map(|placed| match &placed.item {
            syn::Item::Use(item) => Some((&*placed.modules, leaf(&item.tree, name, &[])?)),
            _ => None,
        })
    }

    /// Whether the file says `pub use module::Name` or `pub use module::*`.
    pub fn exports(&self, name: &str, modules: &[String]) -> bool {
        self.items.iter().any(|placed| match &placed.item {
            syn::Item::Use(item) if is_public(&item.vis) => {
                placed.modules.is_empty()
                    && (leaf(&item.tree, name, &[]).is_some()
                        || globs(&item.tree, &[]).iter().any(|glob| glob == modules))
            }
            _ => false,
        })
    }
}

fn declares(placed: &Placed, name: &str) -> bool {
    let ident = match &placed.item {
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        _ => return false,
    };
    plain(ident) == name
}

/// The module that an import takes a name from, as it is written.
fn leaf(tree: &syn::UseTree, name: &str, path: &[String]) -> Option<Vec<String>> {
    match tree {
        syn::UseTree::Path(part) => {
            leaf(&part.tree, name, &[path, &[part.ident.to_string()]].concat())
        }
        syn::UseTree::Name(last) => (last.ident == name).then(|| path.to_vec()),
        syn::UseTree::Group(group) => group.items.iter().find_map(|item| leaf(item, name, path)),
        _ => None,
    }
}

/// The modules that are imported as a whole.
fn globs(tree: &syn::UseTree, path: &[String]) -> Vec<Vec<String>> {
    match tree {
        syn::UseTree::Path(part) => {
            let name = plain(&part.ident);
            let here = ["crate", "self"].contains(&name.as_str());
            let path = if here { path.to_vec() } else { [path, &[name]].concat() };
            globs(&part.tree, &path)
        }
        syn::UseTree::Glob(_) => vec![path.to_vec()],
        syn::UseTree::Group(group) => {
            group.items.iter().flat_map(|item| globs(item, path)).collect()
        }
        _ => Vec::new(),
    }
}
