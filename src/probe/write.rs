//! The text of a probe, with the table of its pieces.

use super::module::{Piece, Place, Probe};
use crate::refine::{Callee, Equality, Function, Outside, Passing, Refinement, SortType};
use crate::rust::Fragment;
use crate::rust::read::{self, GenericKind, Input, Signature};
use crate::source::Span;
use crate::syntax::mapping_ast::{
    Entry, EqualityKind, MappingFile, OperationBody, OperationMap, RustText,
};
use crate::theory::{Operation, SortId, SortKind, Theory};

/// What every mock can do.
const OF_MOCKS: &str = "Copy + Clone + ::std::fmt::Debug + PartialEq + Eq + ::std::hash::Hash";

const NO_EQUALITY: &str = "write `equality by observers` after the type";

/// Traits without arguments that a probe can require, with paths that need no import.
const PLAIN: &[(&str, &str)] = &[
    ("Clone", "Clone"),
    ("Copy", "Copy"),
    ("Debug", "::std::fmt::Debug"),
    ("Default", "Default"),
    ("Display", "::std::fmt::Display"),
    ("Eq", "Eq"),
    ("Hash", "::std::hash::Hash"),
    ("IntoIterator", "IntoIterator"),
    ("Ord", "Ord"),
    ("PartialEq", "PartialEq"),
    ("PartialOrd", "PartialOrd"),
    ("Send", "Send"),
    ("Sync", "Sync"),
];

/// The probe of a mapping in the long form. `None` where its paths start at the crate that the
/// tests are a part of, which no other crate can do.
pub fn probe(theory: &Theory, mapping: &MappingFile, refinement: &Refinement) -> Option<Probe> {
    let mut writer =
        Writer { theory, mapping, refinement, text: String::new(), pieces: Vec::new(), number: 0 };
    writer.file();
    let words = Fragment::new(writer.text.as_str());
    if ["crate", "super"].iter().any(|word| words.mentions(word)) {
        return None;
    }
    let fallback = mapping.entries.first().map_or(mapping.keyword, |entry| entry.span);
    let mut roots: Vec<String> = words.path_roots().map(str::to_owned).collect();
    roots.sort_unstable();
    roots.dedup();
    let header = mapping.generics.as_ref().map(|generics| generics.span);
    Some(Probe { text: writer.text, roots, pieces: writer.pieces, fallback, header })
}

struct Writer<'w> {
    theory: &'w Theory,
    mapping: &'w MappingFile,
    refinement: &'w Refinement,
    text: String,
    pieces: Vec<Piece>,
    number: usize,
}

impl<'w> Writer<'w> {
    fn file(&mut self) {
        for line in &self.mapping.uses {
            self.push("use ");
            self.copied(line);
            self.push(";\n");
        }
        for prelude in &self.mapping.preludes {
            self.copied(prelude);
            self.push("\n");
        }
        let sorts: Vec<(SortId, &SortType)> =
            self.refinement.sorts.iter().map(|(id, sort)| (*id, sort)).collect();
        for (sort, known) in sorts {
            let Some(entry) = self.entry_of(sort) else { continue };
            match known {
                SortType::Subject(_) => self.subject(sort, entry),
                SortType::Mock(_) => {}
            }
        }
    }

    fn entry_of(&self, sort: SortId) -> Option<&'w Entry> {
        let known = &self.theory.sorts[sort];
        let spec = &self.theory.specs[known.spec].name;
        let entries = &self.mapping.entries;
        let by_spec = entries.iter().find(|entry| entry.spec.text == *spec);
        by_spec.or_else(|| entries.iter().find(|entry| entry.spec.text == known.name))
    }

    /// Whether a text stands in the mapping as it is.
    fn is_written(&self, text: &RustText) -> bool {
        text.span.file == self.mapping.keyword.file && text.span.range().len() == text.text.len()
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn at(&mut self, text: &str, place: Place, help: Option<&'static str>) {
        let start = self.text.len();
        self.push(text);
        self.pieces.push(Piece { range: start..self.text.len(), place, help });
    }

    /// Rust of the mapping, as it stands there.
    fn copied(&mut self, text: &RustText) {
        let place = match self.is_written(text) {
            true => Place::Copied(text.span),
            false => Place::Whole(text.span),
        };
        self.at(&text.text, place, None);
    }

    /// `<K: Ord, V>`
    fn generics(&mut self) {
        if let Some(generics) = &self.mapping.generics {
            self.copied(generics);
        }
    }

    /// The generic parameters in the order of the header.
    fn names(&self) -> Vec<String> {
        let header = self.mapping.generics.as_ref().map(|text| read::generics(&text.text));
        let parameters = header.and_then(Result::ok).unwrap_or_default();
        let names = parameters.into_iter().filter_map(|one| match one.kind {
            GenericKind::Type(parameter) => Some(parameter.name.to_string()),
            _ => None,
        });
        names.collect()
    }

    /// ` where K: Copy + …`
    fn conditions(&mut self) {
        let has_order = self.refinement.sorts.values().any(|sort| {
            matches!(sort, SortType::Subject(subject) if subject.has("Ord") || subject.has("PartialOrd"))
        });
        let order = if has_order { " + Ord" } else { "" };
        let mocks = self.refinement.sorts.values().filter_map(|sort| match sort {
            SortType::Mock(mock) if mock.closure.is_some() => Some(format!("{}: Copy", mock.name)),
            SortType::Mock(mock) => Some(format!("{}: {OF_MOCKS}{order} + 'static", mock.name)),
            SortType::Subject(_) => None,
        });
        let mocks: Vec<String> = mocks.collect();
        if !mocks.is_empty() {
            self.push(&format!(" where {}", mocks.join(", ")));
        }
    }

    fn subject(&mut self, sort: SortId, entry: &'w Entry) {
        self.claims(sort, entry);
        for map in &entry.operations {
            let spec = self.theory.sorts[sort].spec;
            let mut ops = self.theory.ops.iter();
            let fits = |op: &Operation| {
                op.spec == spec
                    && op.name == map.name.text
                    && op.arguments.len() == map.arguments.len()
            };
            let Some((id, op)) = ops.find(|(_, op)| fits(op)) else { continue };
            let Some(function) = self.refinement.functions.get(&id) else { continue };
            self.operation(op, map, function, entry);
        }
    }

    /// What the entry says about traits and equality.
    fn claims(&mut self, sort: SortId, entry: &'w Entry) {
        let Some(SortType::Subject(subject)) = self.refinement.sorts.get(&sort) else { return };
        for claim in &entry.traits {
            let Some((_, path)) = PLAIN.iter().find(|(name, _)| *name == claim.short_name()) else {
                continue;
            };
            self.claim(path, entry, claim.path.span, None);
        }
        if let Some(EqualityKind::Function(path)) = entry.equality.as_ref().map(|one| &one.kind) {
            let ty = &entry.rust_type.text;
            self.push("const _: () = { fn check");
            self.generics();
            self.push("()");
            self.conditions();
            self.push(&format!(" {{ let _: fn(&{ty}, &{ty}) -> bool = "));
            self.copied(path);
            self.push("; } };\n");
        }
        let by_operator = matches!(subject.equality, Equality::Unsaid | Equality::Operator);
        if by_operator && self.refinement.has_own_equality(self.theory, sort) {
            let clause = entry.equality.as_ref().map(|equality| equality.span);
            self.claim(
                "PartialEq",
                entry,
                clause.unwrap_or(entry.rust_type.span),
                Some(NO_EQUALITY),
            );
        }
    }

    fn claim(&mut self, path: &str, entry: &'w Entry, span: Span, help: Option<&'static str>) {
        self.push("const _: () = { fn has<T: ");
        self.at(path, Place::Whole(span), help);
        self.push(">() {} fn check");
        self.generics();
        self.push("()");
        self.conditions();
        self.push(" { has::<");
        self.at(&entry.rust_type.text, Place::Whole(span), help);
        self.push(">() } };\n");
    }

    fn operation(
        &mut self,
        op: &Operation,
        map: &'w OperationMap,
        function: &Function,
        entry: &'w Entry,
    ) {
        self.number += 1;
        let name = format!("specgen_probe_{}", self.number);
        match &map.body {
            OperationBody::Expression(block) => {
                let inputs = self.expression_inputs(op, map);
                let output = self.expression_output(op, function);
                let shown = format!("({inputs}) -> {output}");
                self.block(&name, entry, &shown, &|writer| writer.push(&shown), &|writer| {
                    writer.copied(block);
                });
            }
            OperationBody::Function { signature, body, .. } => {
                let Ok(read) = read::signature(&signature.text) else { return };
                let is_written = self.is_written(signature);
                let place = match is_written {
                    true => Place::Whole(signature.span),
                    false if signature.span.file == self.mapping.keyword.file => {
                        Place::Whole(signature.span)
                    }
                    false => Place::Inferred { operation: map.profile, function: signature.span },
                };
                let plain = body.is_none() && !is_written;
                let shown = match plain {
                    true => format!("({})", inputs(&read.inputs)),
                    false => read.method.to_string(),
                };
                let start = read.path.as_ref().map_or(2, |path| path.range.end);
                let header = |writer: &mut Self| match is_written {
                    true => {
                        let rest = &signature.text[start..];
                        let at = signature.span.start + start as u32;
                        let span = Span { start: at, ..signature.span };
                        writer.at(rest, Place::Copied(span), None);
                    }
                    // `mut` before a name is for the body.
                    false if body.is_some() => writer.at(&signature.text[start..], place, None),
                    false => writer.at(&shown, place, None),
                };
                let content = |writer: &mut Self| match body {
                    Some(body) if writer.is_written(body) => writer.copied(body),
                    Some(body) => writer.at(&body.text, place, None),
                    None => writer.call(function, &read, signature, plain, place),
                };
                self.block(&name, entry, &shown, &header, &content);
            }
        }
    }

    /// A trait with one function, implemented for the type, so that `self` can be used.
    fn block(
        &mut self,
        name: &str,
        entry: &'w Entry,
        declared: &str,
        header: &dyn Fn(&mut Self),
        content: &dyn Fn(&mut Self),
    ) {
        let trait_name = name.to_uppercase();
        self.push(&format!("trait {trait_name}"));
        self.generics();
        self.push(": Sized");
        self.conditions();
        // A mistake in a type is found here, too; it is reported at the copy below.
        self.push(&format!(" {{ fn {name}{declared}; }}\nimpl"));
        self.generics();
        let names = self.names();
        let arguments = match names.as_slice() {
            [] => String::new(),
            some => format!("<{}>", some.join(", ")),
        };
        self.push(&format!(" {trait_name}{arguments} for "));
        self.copied(&entry.rust_type);
        self.conditions();
        self.push(&format!(" {{ fn {name}"));
        header(self);
        self.push(" ");
        content(self);
        self.push(" }\n");
    }

    fn expression_inputs(&self, op: &Operation, map: &OperationMap) -> String {
        let input = |(sort, argument): (&SortId, &crate::syntax::mapping_ast::ArgumentDecl)| {
            let ty = self.type_text(*sort);
            match (&argument.name, self.theory.sorts[*sort].kind) {
                (None, SortKind::Int) => "self: i64".to_owned(),
                (None, _) => "&self".to_owned(),
                (Some(name), SortKind::Int) => format!("{}: i64", name.text),
                (Some(name), _) => format!("{}: &{ty}", name.text),
            }
        };
        op.arguments.iter().zip(&map.arguments).map(input).collect::<Vec<_>>().join(", ")
    }

    fn expression_output(&self, op: &Operation, function: &Function) -> String {
        let ty = op.result.map_or_else(|| "bool".to_owned(), |sort| self.type_text(sort));
        if function.outside == Outside::Returns { format!("Option<{ty}>") } else { ty }
    }

    fn type_text(&self, sort: SortId) -> String {
        match self.refinement.sorts.get(&sort) {
            Some(SortType::Subject(subject)) => subject.rust_type.to_string(),
            Some(SortType::Mock(mock)) => mock.name.to_string(),
            None => "i64".to_owned(),
        }
    }

    /// `{ self.insert(k, v) }`
    fn call(
        &mut self,
        function: &Function,
        read: &Signature,
        signature: &RustText,
        plain: bool,
        place: Place,
    ) {
        let others = read.inputs.iter().filter(|input| input.name != "self");
        let mut arguments: Vec<String> = others.map(|input| input.name.to_string()).collect();
        let path = read.path.as_ref();
        let (before, name, range) = match (&function.callee, path) {
            (Callee::Method(name), Some(path)) => {
                ("self.", name.to_string(), path.range.end - name.len()..path.range.end)
            }
            (Callee::Associated(name), Some(path)) => {
                ("Self::", name.to_string(), path.range.end - name.len()..path.range.end)
            }
            (Callee::Path(written), Some(path)) => {
                if read.inputs.iter().any(|input| input.name == "self") {
                    arguments.insert(0, "self".to_owned());
                }
                ("", written.to_string(), path.range.clone())
            }
            _ => {
                self.push("{ loop {} }");
                return;
            }
        };
        self.push(if plain { "{ let _ = " } else { "{ " });
        self.push(before);
        let span = Span {
            start: signature.span.start + range.start as u32,
            end: signature.span.start + range.end as u32,
            ..signature.span
        };
        match self.is_written(signature) {
            true => self.at(&name, Place::Whole(span), None),
            false => self.at(&name, place, None),
        }
        let start = self.text.len();
        self.push(&format!("({})", arguments.join(", ")));
        let range = start..self.text.len();
        self.pieces.push(Piece { range, place, help: None });
        self.push(if plain || read.output.is_none() { "; }" } else { " }" });
    }
}

fn inputs(inputs: &[Input]) -> String {
    let input = |input: &Input| {
        let and = match input.passing {
            Passing::Value => "",
            Passing::Shared => "&",
            Passing::Mutable => "&mut ",
        };
        match input.name == "self" {
            true => format!("{and}self"),
            false => format!("{}: {and}{}", input.name, input.core),
        }
    };
    inputs.iter().map(input).collect::<Vec<_>>().join(", ")
}
