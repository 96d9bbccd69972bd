//! Reads the values of a manifest and collects their errors.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Code, Diagnostic};
use crate::disk::{Disk, Kind};
use crate::near_name;
use crate::options::GONE;
use crate::source::{FileId, Span};

/// A value with its place.
pub struct Placed<T> {
    pub value: T,
    pub span: Span,
}

/// Reads a manifest and collects its errors.
pub struct Reader {
    file: FileId,
    pub errors: Vec<Diagnostic>,
}

impl Reader {
    pub fn new(file: FileId) -> Self {
        Self { file, errors: Vec::new() }
    }

    /// The value, or all errors in the order of the text.
    pub fn finish<T>(mut self, value: T) -> Result<T, Vec<Diagnostic>> {
        self.errors.sort_by_key(Diagnostic::span);
        if self.errors.is_empty() { Ok(value) } else { Err(self.errors) }
    }

    fn span<T>(&self, value: &Spanned<T>) -> Span {
        Span::new(self.file, value.span())
    }

    pub fn check_keys(&mut self, table: &DeTable<'_>, known: &[&str], place: &str) {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref().as_ref();
            let gone = GONE.iter().find(|(gone, _)| *gone == name);
            let help = gone
                .map(|(_, instead)| (*instead).to_owned())
                .or_else(|| near_name::hint(name, known.iter().copied()))
                .unwrap_or_else(|| format!("known keys: `{}`", known.join("`, `")));
            let error = Diagnostic::error(Code::ManifestKey, format!("unknown key `{name}`"))
                .label(self.span(key), format!("not a key {place}"))
                .help(help);
            self.errors.push(error);
        }
    }

    /// The value of a required key.
    pub fn required<'v, 't>(
        &mut self,
        table: &'v DeTable<'t>,
        key: &str,
        build: &Spanned<DeValue<'_>>,
    ) -> Option<&'v Spanned<DeValue<'t>>> {
        let value = table.get(key);
        if value.is_none() {
            let span = self.span(build);
            let error =
                Diagnostic::error(Code::ManifestMissingKey, format!("the build has no `{key}`"))
                    .label(span, format!("`{key} = \"…\"` is missing here"));
            self.errors.push(error);
        }
        value
    }

    pub fn string(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Placed<String>> {
        match value.get_ref().as_str() {
            Some(text) => Some(Placed { value: text.to_owned(), span: self.span(value) }),
            None => {
                self.wrong_type(value, "a string");
                None
            }
        }
    }

    pub fn boolean(&mut self, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.wrong_type(value, "a boolean");
        }
        found
    }

    /// A whole number within a range.
    pub fn number(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        range: RangeInclusive<usize>,
    ) -> Option<usize> {
        let DeValue::Integer(number) = value.get_ref() else {
            self.wrong_type(value, "a number");
            return None;
        };
        let read = usize::from_str_radix(number.as_str(), number.radix()).ok();
        let found = read.filter(|number| range.contains(number));
        if found.is_none() {
            let (low, high) = range.into_inner();
            self.wrong_value(value, format!("expected a number from {low} to {high}"), None);
        }
        found
    }

    /// An array, or one value that stands for an array of one.
    pub fn values<'v, 't>(
        &mut self,
        value: &'v Spanned<DeValue<'t>>,
    ) -> Vec<&'v Spanned<DeValue<'t>>> {
        match value.get_ref() {
            DeValue::Array(values) => values.iter().collect(),
            _ => vec![value],
        }
    }

    pub fn strings(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Placed<String>> {
        let values = self.values(value);
        values.into_iter().filter_map(|value| self.string(value)).collect()
    }

    pub fn table<'v, 't>(&mut self, value: &'v Spanned<DeValue<'t>>) -> Option<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, "a table");
        }
        table
    }

    /// The tables of `[[build]]`. A single `[build]` is accepted too.
    pub fn tables<'v, 't>(
        &mut self,
        value: &'v Spanned<DeValue<'t>>,
    ) -> Vec<&'v Spanned<DeValue<'t>>> {
        let mut tables = self.values(value);
        tables.retain(|value| self.table(value).is_some());
        tables
    }

    /// One of several names.
    pub fn choice<T: Clone>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        known: &[(&str, T)],
    ) -> Option<T> {
        let name = self.string(value)?.value;
        let found = known.iter().find(|(word, _)| *word == name);
        if found.is_none() {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            let help = near_name::hint(&name, words.iter().copied())
                .unwrap_or_else(|| format!("expected one of `{}`", words.join("`, `")));
            self.wrong_value(value, format!("there is no {what} `{name}`"), Some(help));
        }
        found.map(|(_, value)| value.clone())
    }

    pub fn check_path(&mut self, path: &Placed<String>, kind: Kind, disk: &Disk) {
        if let Err(why) = disk.find(path.value.as_ref(), kind) {
            let message = format!("cannot read `{}`", path.value);
            let error = Diagnostic::error(Code::ManifestMissingFile, message)
                .label(path.span, why)
                .help("paths are relative to the folder of the manifest");
            self.errors.push(error);
        }
    }

    fn wrong_type(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) {
        let found = value.get_ref().type_str();
        let error = Diagnostic::error(Code::ManifestType, format!("expected {expected}"))
            .label(self.span(value), format!("this is {} {found}", article(found)));
        self.errors.push(error);
    }

    pub fn wrong_value(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        message: String,
        help: Option<String>,
    ) {
        let error = Diagnostic::error(Code::ManifestValue, message)
            .label(self.span(value), "not allowed here");
        self.errors.push(Diagnostic { help, ..error });
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
