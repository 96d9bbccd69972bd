//! A type with its impl blocks, as plain values.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{FnArg, GenericParam, ImplItem, ReceiverKind, Signature, Type};

use super::bound;
use super::names::argument_names;
use super::rust::{
    Generic, Input, LeftOut, Method, Passing, RustType, Sort, Ty, TypeParameter, Wrapper,
};
use super::scope::{Scope, passing_text};
use super::source::{Found, Source, condition, is_for_tests, is_public, plain};
use crate::ordered;
use crate::refine::print;

pub fn read(source: &Source, found: &Found<'_>) -> RustType {
    let name = plain(found.ident);
    let mut rust = RustType {
        modules: found.modules.to_vec(),
        is_public: found.is_public,
        generics: found.generics.params.iter().map(generic).collect(),
        methods: Vec::new(),
        left_out: Vec::new(),
        traits: derived(found.attributes),
        has_macros: source.has_macros,
        name,
    };
    let declared = rust.parameters().map(|one| (one.name.clone(), one.name.clone()));
    let scope = Scope { parameters: ordered::map(declared), ..Scope::default() };
    bound::add(&mut rust, source, found.generics, &scope);
    let blocks: Vec<&syn::ItemImpl> = source.blocks(&rust.name).collect();
    for block in &blocks {
        if let Some(last) = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()) {
            let name = plain(&last.ident);
            if !rust.implements(&name) {
                rust.traits.push(name);
            }
        }
    }
    for block in blocks.into_iter().filter(|block| block.trait_.is_none()) {
        read_block(&mut rust, source, block);
    }
    rust
}

fn generic(parameter: &GenericParam) -> Generic {
    match parameter {
        GenericParam::Lifetime(_) => Generic::Lifetime,
        GenericParam::Const(constant) => Generic::Const {
            name: plain(&constant.ident),
            value: match print(constant.ty.to_token_stream()).as_str() {
                "bool" => "true".to_owned(),
                "char" => "'a'".to_owned(),
                _ => "3".to_owned(),
            },
        },
        GenericParam::Type(parameter) if parameter.default.is_some() => Generic::Default,
        GenericParam::Type(parameter) => {
            Generic::Type(TypeParameter { name: plain(&parameter.ident), bounds: Vec::new() })
        }
    }
}

fn derived(attributes: &[syn::Attribute]) -> Vec<String> {
    let mut traits = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        // What is no list of paths derives nothing.
        let _ = attribute.parse_nested_meta(|meta| {
            traits.extend(meta.path.segments.last().map(|last| plain(&last.ident)));
            Ok(())
        });
    }
    traits
}

/// The methods of `impl<T: Ord> TreeSet<T>`.
fn read_block(rust: &mut RustType, source: &Source, block: &syn::ItemImpl) {
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    rust.has_macros |= block.items.iter().any(|item| matches!(item, ImplItem::Macro(_)));
    let public: Vec<_> =
        methods.filter(|method| is_public(&method.vis) && !is_for_tests(&method.attrs)).collect();
    let Some(scope) = block_scope(rust, block) else {
        let only = Scope::default().text(block.self_ty.to_token_stream());
        for method in public {
            let why = format!("is there for `{only}` alone");
            rust.left_out.push(LeftOut { name: plain(&method.sig.ident), why });
        }
        return;
    };
    let before = rust.methods.len();
    for method in public {
        let name = plain(&method.sig.ident);
        let scope = method_scope(&scope, &method.sig.generics);
        let cfg = condition(&method.attrs).or_else(|| condition(&block.attrs));
        let clone = rust.implements("Clone");
        let read = hidden(&method.attrs)
            .map_or(Ok(()), Err)
            .and_then(|()| signature(&method.sig, &scope, cfg))
            .and_then(|read| unfit(&read, clone).map_or(Ok(read), Err));
        let again = rust.methods.iter().any(|known| known.name == name);
        match read {
            Ok(_) if again => {
                let why = "is declared a second time".to_owned();
                rust.left_out.push(LeftOut { name, why });
            }
            Ok(read) => {
                bound::add(rust, source, &method.sig.generics, &scope);
                rust.methods.push(read);
            }
            Err(why) => rust.left_out.push(LeftOut { name, why }),
        }
    }
    if rust.methods.len() > before {
        bound::add(rust, source, &block.generics, &scope);
    }
}

/// What the block calls the type's parameters. None if it is about some types only.
fn block_scope(rust: &RustType, block: &syn::ItemImpl) -> Option<Scope> {
    let Type::Path(path) = &*block.self_ty else { return None };
    let last = path.path.segments.last()?;
    let arguments = Scope::default().arguments(&last.arguments);
    let declared = rust.generics.iter().filter(|one| !matches!(one, Generic::Lifetime));
    let own: Vec<String> = block.generics.type_params().map(|one| plain(&one.ident)).collect();
    let mut parameters = BTreeMap::new();
    for (generic, argument) in declared.zip(&arguments) {
        let Generic::Type(parameter) = generic else { continue };
        let taken = parameters.insert(argument.clone(), parameter.name.clone());
        if !own.contains(argument) || taken.is_some() {
            return None;
        }
    }
    let own = Some((rust.name.clone(), arguments));
    Some(Scope { own, parameters, ..Scope::default() })
}

/// Generics of a method hide those around it. One that a parameter can be borrowed
/// as, or that can be made into one, stands for that parameter.
fn method_scope(outer: &Scope, generics: &syn::Generics) -> Scope {
    let mut scope = outer.clone();
    for parameter in generics.type_params() {
        scope.parameters.remove(&plain(&parameter.ident));
    }
    for parameter in generics.type_params() {
        let name = plain(&parameter.ident);
        if let Some(declared) = bound::stands_for(&name, generics, outer) {
            scope.parameters.insert(name, declared);
        }
    }
    scope
}

fn hidden(attributes: &[syn::Attribute]) -> Option<String> {
    let is_hidden = |attribute: &syn::Attribute| {
        attribute.path().is_ident("doc")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "hidden")
    };
    if attributes.iter().any(is_hidden) {
        return Some("is hidden from the documentation".to_owned());
    }
    let deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
    deprecated.then(|| "is deprecated".to_owned())
}

/// A signature as plain values.
pub fn signature(
    signature: &Signature,
    scope: &Scope,
    cfg: Option<String>,
) -> Result<Method, String> {
    if matches!(signature.safety, syn::Safety::Unsafe(_)) {
        return Err("is unsafe".to_owned());
    }
    if signature.asyncness.is_some() {
        return Err("is async".to_owned());
    }
    let name = plain(&signature.ident);
    if ["via", "panics", "unspecified"].contains(&name.as_str()) {
        return Err("has a name that is a word of mappings; write an expression".to_owned());
    }
    let mut receiver = None;
    let mut typed = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(one) => receiver = Some(passing(&one.kind)?),
            FnArg::Typed(input) => typed.push(input),
        }
    }
    let names = argument_names(&typed);
    let inputs = typed.iter().zip(names).map(|(input, name)| {
        let (passing, ty) = scope.passed(&input.ty);
        Input { name, passing, ty }
    });
    let inputs = inputs.collect();
    Ok(Method { name, receiver, inputs, output: scope.output(&signature.output), cfg })
}

fn passing(receiver: &ReceiverKind) -> Result<Passing, String> {
    match receiver {
        ReceiverKind::Reference(_, _, Some(_)) => Ok(Passing::Mutable),
        ReceiverKind::Reference(_, _, None) => Ok(Passing::Shared),
        ReceiverKind::Value => Ok(Passing::Value),
        ReceiverKind::Typed(_, ty) => match Scope::default().passed(ty) {
            (passing, Ty::Sort(Sort::Own)) => Ok(passing),
            _ => Err(format!("takes `self: {}`", print(ty.to_token_stream()))),
        },
        _ => Err("takes `self` in an unknown way".to_owned()),
    }
}

/// Why a method cannot be an operation.
fn unfit(method: &Method, clone: bool) -> Option<String> {
    method.inputs.iter().find_map(unfit_input).or_else(|| unfit_output(method, clone))
}

pub fn unfit_input(input: &Input) -> Option<String> {
    let text = match (&input.ty, input.passing) {
        (Ty::Sort(Sort::Own), _) => return None,
        (Ty::Sort(_) | Ty::Integer(_), Passing::Value | Passing::Shared) => return None,
        (Ty::Sort(_) | Ty::Integer(_), Passing::Mutable) => {
            return Some(format!("changes its argument `{}`", input.name));
        }
        (Ty::Unit, _) => "()",
        (Ty::Bool, _) => "bool",
        (Ty::Ordering, _) => "Ordering",
        (Ty::Other(text), _) => text,
    };
    let and = passing_text(input.passing);
    Some(format!("takes `{and}{text}`, which is no sort"))
}

fn unfit_output(method: &Method, clone: bool) -> Option<String> {
    let output = &method.output;
    let about_own = method.receiver.is_some()
        || output.ty == Ty::Sort(Sort::Own)
        || method.inputs.iter().any(|input| input.ty == Ty::Sort(Sort::Own));
    if !about_own {
        return Some("neither takes nor returns a value of the type".to_owned());
    }
    if method.receiver == Some(Passing::Mutable) {
        // What the method returns beside the change may be anything that is not a way
        // to change more.
        let own = output.ty == Ty::Sort(Sort::Own);
        if output.passing == Passing::Mutable && !own {
            return Some(format!("returns `{}`, through which more can change", output.text));
        }
        let lends = ["impl ", "dyn ", "'"].iter().any(|word| output.text.contains(word));
        if matches!(output.ty, Ty::Other(_)) && lends {
            return Some(format!("returns `{}`, which may change more", output.text));
        }
        return None;
    }
    unfit_result(method, clone)
}

/// The same for a method whose result is what it returns.
pub fn unfit_result(method: &Method, clone: bool) -> Option<String> {
    let output = &method.output;
    if output.passing == Passing::Mutable {
        return Some(format!("returns `{}`, through which more can change", output.text));
    }
    match (&output.ty, output.wrapper) {
        (Ty::Unit, Wrapper::Plain) => Some("returns nothing to observe".to_owned()),
        (Ty::Bool, Wrapper::Plain) if output.passing == Passing::Value => None,
        (Ty::Ordering, Wrapper::Plain | Wrapper::Option) if output.passing == Passing::Value => {
            None
        }
        (Ty::Sort(Sort::Own), _) if output.passing == Passing::Shared && !clone => {
            Some(format!("returns `{}`, and the type is not `Clone`", output.text))
        }
        (Ty::Sort(_) | Ty::Integer(_), _) => None,
        _ => Some(format!("returns `{}`, which is no sort", output.text)),
    }
}
