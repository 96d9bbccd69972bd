//! `use` lines.

use syn::UseTree;
use syn::parse::ParseStream;

use super::{SyntaxError, parse};
use crate::rust::Import;

/// Parses what stands between `use` and `;`, one import for each name.
pub fn imports(text: &str) -> Result<Vec<Import>, SyntaxError> {
    let lead = "use ";
    let line = format!("{lead}{text};");
    let item = parse(|input: ParseStream<'_>| input.parse::<syn::ItemUse>(), &line);
    let item = item.map_err(|error| {
        let inside = |offset: usize| offset.saturating_sub(lead.len()).min(text.len());
        SyntaxError { range: inside(error.range.start)..inside(error.range.end), ..error }
    })?;
    let mut imports = Vec::new();
    collect(&item.tree, if item.leading_colon.is_some() { "::" } else { "" }, &mut imports);
    Ok(imports)
}

fn collect(tree: &UseTree, path: &str, imports: &mut Vec<Import>) {
    match tree {
        UseTree::Path(part) => collect(&part.tree, &format!("{path}{}::", part.ident), imports),
        UseTree::Name(name) if name.ident == "self" => {
            let module = path.trim_end_matches("::");
            let last = module.rsplit("::").next().unwrap_or(module);
            imports.push(Import::new(module, Some(last)));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            imports.push(Import::new(format!("{path}{name}"), Some(&name)));
        }
        UseTree::Rename(rename) => {
            let name = rename.rename.to_string();
            imports.push(Import::new(format!("{path}{} as {name}", rename.ident), Some(&name)));
        }
        UseTree::Glob(_) => imports.push(Import::new(format!("{path}*"), None)),
        UseTree::Group(group) => {
            group.items.iter().for_each(|item| collect(item, path, imports));
        }
    }
}
