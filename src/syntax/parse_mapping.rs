//! The parser of mappings: text in, syntax tree or all errors out.

use pest::Parser as _;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};

use super::ast::{Arrow, Name, ResultDecl, SortRef};
use super::mapping_ast::*;
use super::mapping_limits;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

#[derive(pest_derive::Parser)]
#[grammar = "syntax/mapping.pest"]
struct Grammar;

/// Reads one mapping.
pub fn parse_mapping(text: &str, file: FileId) -> Result<MappingFile, Vec<Diagnostic>> {
    mapping_limits::check(text, file).map_err(|error| vec![error])?;
    let mut reader = Reader { text, file, errors: Vec::new() };
    let tree = reader.file().map_err(|error| vec![error])?;
    if reader.errors.is_empty() { Ok(tree) } else { Err(reader.errors) }
}

/// An operation of an entry.
enum Mapped {
    Long(OperationMap),
    Short(Exception),
}

/// Turns pairs into syntax trees, part by part; what is wrong with one part is
/// put down in `errors`, and the part is left out.
struct Reader<'a> {
    text: &'a str,
    file: FileId,
    errors: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn file(&mut self) -> Result<MappingFile, Diagnostic> {
        let pair = self.parse(Rule::file, 0, self.text.len())?;
        let mut tree = MappingFile {
            generics: None,
            uses: Vec::new(),
            preludes: Vec::new(),
            values: Vec::new(),
            entries: Vec::new(),
            keyword: self.span(0, 0, 0),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_refinement => {
                    let at = part.as_span();
                    if tree.keyword.end == 0 {
                        tree.keyword = self.span(0, at.start(), at.end());
                    }
                }
                Rule::generics => tree.generics = Some(self.rust(0, &part)),
                Rule::use_line => tree.uses.extend(self.only(part, Rule::rust_use)),
                Rule::prelude => {
                    tree.preludes.extend(self.only(part, Rule::braces).map(without_braces));
                }
                Rule::values_line => {
                    let chunk = inner(part, Rule::values_chunk).next().map(|chunk| chunk.as_span());
                    let chunk = chunk.and_then(|at| self.values(at.start(), at.end()));
                    tree.values.extend(chunk);
                }
                Rule::entry => tree.entries.extend(self.entry(part)),
                _ => {}
            }
        }
        Ok(tree)
    }

    /// The one inner pair of the given rule, as Rust text.
    fn only(&self, pair: Pair<'a, Rule>, rule: Rule) -> Option<RustText> {
        pair.into_inner().find(|inner| inner.as_rule() == rule).map(|inner| self.rust(0, &inner))
    }

    fn values(&mut self, start: usize, end: usize) -> Option<ValuesDecl> {
        let pair = self.part(Rule::values, start, end)?;
        let (mut values, mut names) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::rust_value => values.push(self.rust(start, &part)),
                Rule::name => names.push(self.name(start, &part)),
                _ => {}
            }
        }
        let mut names = names.into_iter();
        let subject = names.next().expect("`for` is followed by a name");
        Some(ValuesDecl { values, subject, argument: names.next() })
    }

    fn entry(&mut self, pair: Pair<'a, Rule>) -> Option<Entry> {
        let mut parts = pair.into_inner();
        let head = parts.next().expect("an entry starts with its head").as_span();
        let chunks: Vec<_> = parts
            .filter(|part| part.as_rule() == Rule::entry_body)
            .flat_map(|body| body.into_inner())
            .filter(|part| part.as_rule() == Rule::operation_chunk)
            .map(|chunk| chunk.as_span())
            .collect();
        let (mut operations, mut exceptions) = (Vec::new(), Vec::new());
        for chunk in chunks {
            match self.operation(chunk.start(), chunk.end()) {
                Some(Mapped::Long(operation)) => operations.push(operation),
                Some(Mapped::Short(exception)) => exceptions.push(exception),
                None => {}
            }
        }
        let entry = self.entry_head(head.start(), head.end())?;
        Some(Entry { operations, exceptions, ..entry })
    }

    fn entry_head(&mut self, start: usize, end: usize) -> Option<Entry> {
        let pair = self.part(Rule::entry_head, start, end)?;
        let mut parts = pair.into_inner().peekable();
        let spec = self.name(start, &parts.next().expect("a head starts with a name"));
        let parameters = match parts.next_if(|part| part.as_rule() == Rule::parameters) {
            Some(list) => list.into_inner().map(|name| self.name(start, &name)).collect(),
            None => Vec::new(),
        };
        parts.next();
        let rust_type = self.rust(start, &parts.next().expect("`is` is followed by a type"));
        let mut entry = Entry {
            span: spec.span.to(rust_type.span),
            spec,
            parameters,
            rust_type,
            other_types: Vec::new(),
            handles: Vec::new(),
            made_by: None,
            traits: Vec::new(),
            rep_ok: None,
            equality: None,
            operations: Vec::new(),
            exceptions: Vec::new(),
        };
        for part in parts {
            match part.as_rule() {
                Rule::rust_type => entry.other_types.push(self.rust(start, &part)),
                Rule::handles => {
                    let types = inner(part, Rule::rust_type);
                    entry.handles = types.map(|part| self.rust(start, &part)).collect();
                }
                Rule::made_by => {
                    let closure = inner(part, Rule::rust_closure).next();
                    entry.made_by = closure.map(|closure| self.rust(start, &closure));
                }
                Rule::has => {
                    entry.traits =
                        inner(part, Rule::claim).map(|claim| self.claim(start, claim)).collect();
                }
                Rule::rep_ok => {
                    let path = inner(part, Rule::checked_by).next();
                    entry.rep_ok = path.map(|path| self.rust(start, &path));
                }
                Rule::equality => entry.equality = Some(self.equality(start, part)),
                _ => {}
            }
        }
        Some(entry)
    }

    fn claim(&self, base: usize, pair: Pair<'_, Rule>) -> TraitClaim {
        let mut parts = pair.into_inner();
        let path = self.rust(base, &parts.next().expect("a claim starts with its trait"));
        let by = parts.find(|part| part.as_rule() == Rule::operation_name);
        TraitClaim { path, by: by.map(|name| self.name(base, &name)) }
    }

    fn equality(&self, base: usize, pair: Pair<'_, Rule>) -> EqualityDecl {
        let mut kind = EqualityKind::Operator;
        let mut span = None;
        for part in pair.into_inner() {
            let at = part.as_span();
            let at = self.span(base, at.start(), at.end());
            span = Some(span.map_or(at, |span: Span| span.to(at)));
            match part.as_rule() {
                Rule::k_observers => kind = EqualityKind::Observers,
                Rule::rust_path => kind = EqualityKind::Function(self.rust(base, &part)),
                _ => {}
            }
        }
        EqualityDecl { kind, span: span.expect("the clause has its keywords") }
    }

    fn operation(&mut self, start: usize, end: usize) -> Option<Mapped> {
        let pair = self.part(Rule::operation, start, end)?;
        let mut parts = pair.into_inner();
        let name = self.name(start, &parts.next().expect("an operation starts with its name"));
        let mut profile = name.span;
        let mut arguments = Vec::new();
        let mut arrow = None;
        let mut result = None;
        let mut body = None;
        for part in parts {
            let at = part.as_span();
            match part.as_rule() {
                Rule::argument => arguments.push(self.argument(start, part)),
                Rule::arrow => {
                    let kind = if part.as_str() == "-->" { Arrow::Total } else { Arrow::Partial };
                    arrow = Some((kind, self.span(start, at.start(), at.end())));
                }
                Rule::sort => {
                    let (arrow, arrow_span) = arrow.expect("a result follows its arrow");
                    result = Some(ResultDecl { arrow, arrow_span, sort: self.sort(start, part) });
                }
                Rule::function | Rule::expression => body = Some(self.operation_body(start, part)),
                Rule::short_form => {
                    return Some(Mapped::Short(self.exception(start, name, part)));
                }
                _ => {}
            }
        }
        let last = result.as_ref().map(|result| result.sort.span);
        let last = last.or(arguments.last().map(|argument| argument.span));
        profile = last.map_or(profile, |last| profile.to(last));
        let (body, outside) = body.expect("an operation ends with its body");
        Some(Mapped::Long(OperationMap { name, arguments, result, body, outside, profile }))
    }

    fn exception(&self, base: usize, name: Name, pair: Pair<'_, Rule>) -> Exception {
        let at = pair.as_span();
        let end = at.start() + pair.as_str().trim_end().len();
        let span = name.span.to(self.span(base, at.start(), end));
        let mut exception =
            Exception { name, arguments: None, target: Target::Named, outside: None, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::names => {
                    let names = part.into_inner().map(|name| self.name(base, &name));
                    exception.arguments = Some(names.collect());
                }
                Rule::outside => exception.outside = Some(self.outside(base, &part)),
                Rule::effect | Rule::expression | Rule::call => {
                    (exception.target, exception.outside) = self.target(base, part);
                }
                _ => {}
            }
        }
        exception
    }

    fn target(&self, base: usize, pair: Pair<'_, Rule>) -> (Target, Option<OutsideDecl>) {
        let is_effect = pair.as_rule() == Rule::effect;
        let (mut target, mut outside) = (Target::Named, None);
        let (mut fields, mut via) = (Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::braces if is_effect => target = Target::Effect(self.rust(base, &part)),
                Rule::braces => target = Target::Expression(self.rust(base, &part)),
                Rule::rust_function => {
                    let function = self.rust(base, &part);
                    target = Target::Call { function, fields: Vec::new(), via: None };
                }
                Rule::field => {
                    fields.extend(inner(part, Rule::field_name).map(|name| self.name(base, &name)))
                }
                Rule::via => {
                    via = inner(part, Rule::name).next().map(|name| self.name(base, &name));
                }
                Rule::outside => outside = Some(self.outside(base, &part)),
                _ => {}
            }
        }
        if let Target::Call { function, .. } = target {
            target = Target::Call { function, fields, via };
        }
        (target, outside)
    }

    fn argument(&self, base: usize, pair: Pair<'_, Rule>) -> ArgumentDecl {
        let mut name = None;
        let mut sort = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(base, &part)),
                Rule::sort => sort = Some(self.sort(base, part)),
                _ => {}
            }
        }
        let sort = sort.expect("an argument has a sort");
        let span = name.as_ref().map_or(sort.span, |name: &Name| name.span.to(sort.span));
        ArgumentDecl { name, sort, span }
    }

    fn sort(&self, base: usize, pair: Pair<'_, Rule>) -> SortRef {
        let mut parts = pair.into_inner();
        let name = self.name(base, &parts.next().expect("a sort starts with its name"));
        let list = parts.next();
        let end = list.as_ref().map(|list| list.as_str().trim_end().len() + list.as_span().start());
        let arguments = list
            .map(|list| list.into_inner().map(|sort| self.sort(base, sort)).collect())
            .unwrap_or_default();
        let span = match end {
            Some(end) => Span { end: (base + end) as u32, ..name.span },
            None => name.span,
        };
        SortRef { name, arguments, span }
    }

    fn operation_body(
        &self,
        base: usize,
        pair: Pair<'_, Rule>,
    ) -> (OperationBody, Option<OutsideDecl>) {
        let mut signature = None;
        let mut via = None;
        let mut body = None;
        let mut outside = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::rust_signature => signature = Some(self.rust(base, &part)),
                Rule::via => {
                    via = inner(part, Rule::name).next().map(|name| self.name(base, &name));
                }
                Rule::braces => body = Some(self.rust(base, &part)),
                Rule::outside => outside = Some(self.outside(base, &part)),
                _ => {}
            }
        }
        let body = match signature {
            Some(signature) => OperationBody::Function { signature, via, body },
            None => OperationBody::Expression(body.expect("an expression stands in braces")),
        };
        (body, outside)
    }

    fn outside(&self, base: usize, pair: &Pair<'_, Rule>) -> OutsideDecl {
        let word = pair.as_str().trim_end();
        let kind = match word {
            word if word.starts_with("panics") => OutsideKind::Panics,
            word if word.starts_with("unspecified") => OutsideKind::Unspecified,
            _ => OutsideKind::Returns,
        };
        let may_change = word.ends_with("change");
        let start = pair.as_span().start();
        OutsideDecl { kind, may_change, span: self.span(base, start, start + word.len()) }
    }

    fn name(&self, base: usize, pair: &Pair<'_, Rule>) -> Name {
        let at = pair.as_span();
        Name { text: pair.as_str().to_owned(), span: self.span(base, at.start(), at.end()) }
    }

    fn rust(&self, base: usize, pair: &Pair<'_, Rule>) -> RustText {
        let text = pair.as_str().trim_end();
        let start = pair.as_span().start();
        RustText { text: text.to_owned(), span: self.span(base, start, start + text.len()) }
    }

    fn span(&self, base: usize, start: usize, end: usize) -> Span {
        Span { file: self.file, start: (base + start) as u32, end: (base + end) as u32 }
    }

    /// Reads one part strictly; what is wrong with it goes to `errors`.
    fn part(&mut self, rule: Rule, start: usize, end: usize) -> Option<Pair<'a, Rule>> {
        self.parse(rule, start, end).map_err(|error| self.errors.push(error)).ok()
    }

    fn parse(&self, rule: Rule, start: usize, end: usize) -> Result<Pair<'a, Rule>, Diagnostic> {
        let mut pairs: Pairs<'a, Rule> = Grammar::parse(rule, &self.text[start..end])
            .map_err(|error| self.mismatch(rule, start, &error))?;
        Ok(pairs.next().expect("a rule yields one pair"))
    }

    fn mismatch(&self, rule: Rule, base: usize, error: &Error<Rule>) -> Diagnostic {
        let at = base
            + match error.location {
                InputLocation::Pos(at) => at,
                InputLocation::Span((at, _)) => at,
            };
        let found = &self.text[at..];
        let word = found.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(found.len());
        let length = word.max(found.chars().next().map_or(0, char::len_utf8));
        let span = Span { file: self.file, start: at as u32, end: (at + length) as u32 };
        let message = match length {
            0 => "the mapping ends too early".to_owned(),
            _ => format!("`{}` is not expected here", &found[..length]),
        };
        let diagnostic =
            Diagnostic::error(Code::MappingSyntax, message).label(span, expectation(rule, error));
        match &found[..length] {
            "has" if rule == Rule::entry_head => {
                diagnostic.help("`has` comes before `rep_ok by` and `equality by`")
            }
            "rep_ok" if rule == Rule::entry_head => {
                diagnostic.help("`rep_ok by` comes before `equality by`")
            }
            "specification" => diagnostic.help("this is a specification, and no mapping"),
            _ => diagnostic,
        }
    }
}

fn inner<'a>(pair: Pair<'a, Rule>, rule: Rule) -> impl Iterator<Item = Pair<'a, Rule>> {
    pair.into_inner().filter(move |inner| inner.as_rule() == rule)
}

/// The Rust items between the braces of a prelude.
fn without_braces(block: RustText) -> RustText {
    let span = Span { start: block.span.start + 1, end: block.span.end - 1, ..block.span };
    RustText { text: block.text[1..block.text.len() - 1].to_owned(), span }
}

/// `expected a name, `is` or …`
fn expectation(whole: Rule, error: &Error<Rule>) -> String {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return "not expected".to_owned();
    };
    let mut words: Vec<&str> = positives.iter().map(|rule| describe(whole, *rule)).collect();
    words.dedup();
    match words.split_last() {
        None => "not expected".to_owned(),
        Some((last, [])) => format!("expected {last}"),
        Some((last, others)) => format!("expected {} or {last}", others.join(", ")),
    }
}

fn describe(whole: Rule, rule: Rule) -> &'static str {
    match rule {
        Rule::k_refinement => "`refinement`",
        Rule::k_end => "`end refinement`",
        Rule::k_use | Rule::use_line => "`use`",
        Rule::k_prelude | Rule::prelude => "`prelude`",
        Rule::k_values | Rule::values_line | Rule::values => "`values`",
        Rule::k_for => "`for`",
        Rule::rust_value | Rule::values_chunk => "a number",
        Rule::k_is => "`is`",
        Rule::k_has | Rule::has => "`has`",
        Rule::k_equality | Rule::equality => "`equality by`",
        Rule::k_rep_ok | Rule::rep_ok => "`rep_ok by`",
        Rule::k_by | Rule::made_by => "`by`",
        Rule::k_handles | Rule::handles => "`handles`",
        Rule::k_observers => "`observers`",
        Rule::k_fn | Rule::rust_signature | Rule::function => "`fn`",
        Rule::k_via | Rule::via => "`via`",
        Rule::k_do | Rule::effect => "`do`",
        Rule::call | Rule::rust_function => "a function",
        Rule::field => "a field `.0`",
        Rule::names => "`(`",
        Rule::short_form => "`is`",
        Rule::k_panics => "`panics`",
        Rule::k_unspecified => "`unspecified`",
        Rule::outside => "`panics`, `unspecified`",
        Rule::may_change => "`may change`",
        Rule::equal_sign => "`==`",
        Rule::colon => "`:`",
        Rule::semicolon => "`;`",
        Rule::closing_brace => "`}`",
        Rule::arrow => "`-->`, `-->?`",
        Rule::braces | Rule::expression => "a block `{ … }`",
        Rule::entry_body => "`{`",
        Rule::generics => "`<`",
        Rule::name | Rule::operation_name => "a name",
        Rule::sort | Rule::argument => "a sort",
        Rule::sort_arguments | Rule::parameters => "`[`",
        Rule::entry | Rule::head_chunk | Rule::entry_head => "an entry `Spec is Type { … }`",
        Rule::operation | Rule::operation_chunk => "an operation `name: profile is fn …;`",
        Rule::rust_type => "a Rust type",
        Rule::rust_trait | Rule::claim => "a trait",
        Rule::rust_path | Rule::checked_by => "a path",
        Rule::rust_use => "a path to import",
        Rule::EOI if whole == Rule::entry_head => "`{` or `;`",
        Rule::EOI if whole == Rule::operation => "`;`",
        Rule::EOI => "the end",
        _ => "something else",
    }
}
