//! The items of a file.

use syn::spanned::Spanned;
use syn::{FnArg, Pat, ReceiverKind, UseTree, Visibility};

use super::attributes::{Attributes, derives, path_attribute};
use super::cfg::{Features, is_out};
use super::declaration::{
    Field, FileItems, FunctionInput, FunctionItem, ImplItem, Item, Located, MacroCall, Receiver,
    TraitItem, TypeItem, TypeKind, UseItem, Variant,
};
use super::generics::{bounds, from_syn_generics, trait_path};
use super::ty::{Ty, from_syn, output, plain, written};

pub(super) fn items(file: &syn::File, features: Features<'_>) -> FileItems {
    let mut read = FileItems::default();
    collect(&mut read, &file.items, &[], features);
    read
}

fn collect(read: &mut FileItems, items: &[syn::Item], modules: &[String], features: Features<'_>) {
    for item in items.iter().filter(|item| !is_out(attributes(item), features)) {
        let mut push = |item: Item| read.items.push(Located { modules: modules.to_vec(), item });
        match item {
            syn::Item::Mod(module) => {
                let name = plain(&module.ident);
                match &module.content {
                    Some((_, inner)) => {
                        collect(read, inner, &[modules, &[name]].concat(), features);
                    }
                    None => push(Item::Module { name, path: path_attribute(&module.attrs) }),
                }
            }
            syn::Item::Impl(block) => push(Item::Impl(implementation(block, features))),
            syn::Item::Fn(item) => {
                push(Item::Function(function(&item.sig, &item.attrs, is_public(&item.vis))));
            }
            syn::Item::Trait(item) => push(Item::Trait(trait_item(item))),
            syn::Item::Use(item) => {
                let is_public = is_public(&item.vis);
                for (path, name) in use_leaves(&item.tree, &[]) {
                    push(Item::Use(UseItem { is_public, path, name }));
                }
            }
            syn::Item::Macro(call) if call.ident.is_none() => {
                read.macros.push(macro_call(call, modules))
            }
            other => read.items.extend(
                type_item(other)
                    .map(|item| Located { modules: modules.to_vec(), item: Item::Type(item) }),
            ),
        }
    }
}

fn macro_call(call: &syn::ItemMacro, modules: &[String]) -> MacroCall {
    let text = call.mac.tokens.to_string();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    MacroCall {
        name: call.mac.path.segments.last().map_or(String::new(), |last| plain(&last.ident)),
        modules: modules.to_vec(),
        words: words.filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        range: call.mac.path.span().byte_range(),
    }
}

fn type_item(item: &syn::Item) -> Option<TypeItem> {
    let (ident, generics, attributes, visibility) = match item {
        syn::Item::Struct(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        syn::Item::Enum(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        syn::Item::Union(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        syn::Item::Type(item) => (&item.ident, &item.generics, &item.attrs, &item.vis),
        _ => return None,
    };
    let kind = match item {
        syn::Item::Struct(item) => TypeKind::Struct(fields(&item.fields)),
        syn::Item::Enum(item) => TypeKind::Enum(item.variants.iter().map(variant).collect()),
        syn::Item::Type(item) => TypeKind::Alias(from_syn(&item.ty)),
        _ => TypeKind::Opaque,
    };
    Some(TypeItem {
        name: plain(ident),
        is_public: is_public(visibility),
        generics: from_syn_generics(generics),
        derives: derives(attributes),
        kind,
        range: ident.span().byte_range(),
    })
}

fn variant(variant: &syn::Variant) -> Variant {
    // The fields of a variant are as public as the enum.
    let fields = fields(&variant.fields).into_iter().map(|one| Field { is_public: true, ..one });
    Variant { name: plain(&variant.ident), fields: fields.collect() }
}

fn fields(fields: &syn::Fields) -> Vec<Field> {
    let field = |field: &syn::Field| Field {
        name: field.ident.as_ref().map(plain),
        ty: from_syn(&field.ty),
        is_public: is_public(&field.vis),
    };
    fields.iter().map(field).collect()
}

fn implementation(block: &syn::ItemImpl, features: Features<'_>) -> ImplItem {
    let of_trait = block.trait_.as_ref().and_then(|(path, _)| trait_path(path));
    let mut read = ImplItem {
        generics: from_syn_generics(&block.generics),
        own: from_syn(&block.self_ty),
        functions: Vec::new(),
        types: Vec::new(),
        macros: Vec::new(),
        of_trait,
        attributes: Attributes::read(&block.attrs),
        range: block.self_ty.span().byte_range(),
    };
    for item in &block.items {
        match item {
            syn::ImplItem::Fn(item) if is_out(&item.attrs, features) => {}
            syn::ImplItem::Fn(item) => {
                let is_public = is_public(&item.vis) || read.of_trait.is_some();
                read.functions.push(function(&item.sig, &item.attrs, is_public));
            }
            syn::ImplItem::Type(item) => {
                read.types.push((plain(&item.ident), from_syn(&item.ty)));
            }
            syn::ImplItem::Macro(call) => read.macros.push(call.mac.path.span().byte_range()),
            _ => {}
        }
    }
    read
}

fn trait_item(item: &syn::ItemTrait) -> TraitItem {
    let mut read = TraitItem {
        name: plain(&item.ident),
        is_public: is_public(&item.vis),
        generics: from_syn_generics(&item.generics),
        supertraits: bounds(&item.supertraits).collect(),
        functions: Vec::new(),
        types: Vec::new(),
        constants: Vec::new(),
        range: item.ident.span().byte_range(),
    };
    for item in &item.items {
        match item {
            syn::TraitItem::Fn(item) => {
                let function = function(&item.sig, &item.attrs, true);
                read.functions
                    .push(FunctionItem { is_provided: item.default.is_some(), ..function });
            }
            syn::TraitItem::Type(item) => read.types.push(plain(&item.ident)),
            syn::TraitItem::Const(item) if item.default.is_none() => {
                read.constants.push(plain(&item.ident));
            }
            _ => {}
        }
    }
    read
}

fn function(
    signature: &syn::Signature,
    attributes: &[syn::Attribute],
    is_public: bool,
) -> FunctionItem {
    let (mut receiver, mut receiver_type) = (None, None);
    let mut inputs = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(one) => {
                receiver = Some(read_receiver(&one.kind));
                if let ReceiverKind::Typed(_, ty) = &one.kind {
                    receiver_type = Some(from_syn(ty));
                }
            }
            FnArg::Typed(input) => {
                let name = match &*input.pat {
                    Pat::Ident(pattern) => plain(&pattern.ident),
                    _ => String::new(),
                };
                inputs.push(FunctionInput { name, ty: from_syn(&input.ty) });
            }
        }
    }
    let is_unsafe = matches!(signature.safety, syn::Safety::Unsafe(_));
    let qualifier = match (signature.asyncness.is_some(), is_unsafe) {
        (true, _) => Some("async"),
        (_, true) => Some("unsafe"),
        _ => None,
    };
    let (start, end) = (signature.fn_token.span().byte_range(), signature.span().byte_range());
    FunctionItem {
        name: plain(&signature.ident),
        is_public,
        generics: from_syn_generics(&signature.generics),
        receiver,
        receiver_type,
        inputs,
        output: output(&signature.output),
        output_text: match &signature.output {
            syn::ReturnType::Default => String::new(),
            syn::ReturnType::Type(_, ty) => written(ty),
        },
        qualifier,
        is_provided: false,
        attributes: Attributes::read(attributes),
        range: start.start..end.end,
    }
}

fn read_receiver(kind: &ReceiverKind) -> Receiver {
    match kind {
        ReceiverKind::Reference(_, _, Some(_)) => Receiver::Mutable,
        ReceiverKind::Reference(_, _, None) => Receiver::Shared,
        ReceiverKind::Value => Receiver::Value,
        ReceiverKind::Typed(_, ty) => {
            match from_syn(ty) {
                Ty::Reference { mutable, inner } if inner.plain_name() == Some("Self") => {
                    if mutable { Receiver::Mutable } else { Receiver::Shared }
                }
                own if own.plain_name() == Some("Self") => Receiver::Value,
                _ => Receiver::Other,
            }
        }
        _ => Receiver::Other,
    }
}

/// The names that a `use` line brings in, each with its whole path.
fn use_leaves(tree: &UseTree, before: &[String]) -> Vec<(Vec<String>, Option<String>)> {
    let with = |ident: &syn::Ident| [before, &[plain(ident)]].concat();
    match tree {
        UseTree::Path(part) => use_leaves(&part.tree, &with(&part.ident)),
        UseTree::Name(last) if last.ident == "self" => {
            vec![(before.to_vec(), before.last().cloned())]
        }
        UseTree::Name(last) => vec![(with(&last.ident), Some(plain(&last.ident)))],
        UseTree::Rename(last) => vec![(with(&last.ident), Some(plain(&last.rename)))],
        UseTree::Glob(_) => vec![(before.to_vec(), None)],
        UseTree::Group(group) => {
            group.items.iter().flat_map(|item| use_leaves(item, before)).collect()
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        _ => &[],
    }
}
