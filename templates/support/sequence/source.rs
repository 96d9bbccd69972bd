//! How calls look in the user's own Rust. Generated code hands it over as text.

use super::super::execute::Formula;

/// The parts of a pasted test.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Imports, type aliases, element types, functions: for each line the name that a test with
    /// it mentions, or nothing if all tests have it.
    pub items: Vec<(String, String)>,
    /// By sort: how an element is made, with `#` for its number.
    elements: Vec<(usize, String)>,
    /// The functions that answer for operations of parameters.
    pub tables: Vec<(usize, String)>,
    /// By sort: `operator`, or `function` and a path.
    equalities: Vec<(usize, String)>,
    calls: Vec<(usize, Call)>,
    axioms: Vec<(String, Formula)>,
}

/// How an operation is called.
#[derive(Clone, Debug)]
pub struct Call {
    /// By argument: `v` by value, `s` by shared reference, `m` by mutable reference.
    pub passing: Vec<char>,
    pub result: Returned,
    /// The argument that the call changes, if that is its result.
    pub changed: Option<usize>,
    /// Whether a call outside of the domain panics.
    pub panics: bool,
    /// With `__0` for the first argument.
    text: String,
}

/// What a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    pub wrapper: Wrapper,
    pub is_reference: bool,
    /// Whether there is something to discard visibly.
    pub is_dropped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    Plain,
    Option,
    Result,
}

impl Wrapper {
    /// The method that says whether there is a value.
    pub fn test(self, succeeds: bool) -> &'static str {
        match (self, succeeds) {
            (Wrapper::Result, true) => "is_ok()",
            (Wrapper::Result, false) => "is_err()",
            (_, true) => "is_some()",
            (_, false) => "is_none()",
        }
    }
}

impl Source {
    /// Lines that are not understood are skipped: then there are fewer tests to paste.
    pub fn parse(text: &str) -> Source {
        let mut source = Source::default();
        for line in text.lines() {
            source.read(line);
        }
        source
    }

    fn read(&mut self, line: &str) -> Option<()> {
        if let Some(item) = line.strip_prefix('|') {
            let (name, line) = item.split_once(' ').unwrap_or((item, ""));
            self.items.push((name.to_owned(), line.to_owned()));
            return None;
        }
        let (kind, rest) = line.split_once(' ')?;
        if kind == "axioms" {
            self.axioms.extend(rest.split("; ").filter_map(axiom));
            return None;
        }
        let (name, rest) = rest.split_once(' ')?;
        let rest = rest.to_owned();
        match kind {
            "element" => self.elements.push((name.parse().ok()?, rest)),
            "table" => self.tables.push((name.parse().ok()?, rest)),
            "equal" => self.equalities.push((name.parse().ok()?, rest)),
            "call" => self.calls.push((name.parse().ok()?, Call::read(&rest)?)),
            _ => {}
        }
        None
    }

    /// `Element { id: 3 }`
    pub fn element(&self, sort: usize, number: u32) -> Option<String> {
        let (_, text) = self.elements.iter().find(|(known, _)| *known == sort)?;
        Some(text.replace('#', &number.to_string()))
    }

    /// Whether two values are equal.
    pub fn equal(&self, sort: usize, left: &str, right: &str) -> Option<String> {
        let (_, text) = self.equalities.iter().find(|(known, _)| *known == sort)?;
        Some(match text.strip_prefix("function ") {
            Some(path) => format!("{path}(&{left}, &{right})"),
            None => format!("{left} == {right}"),
        })
    }

    pub fn call(&self, op: usize) -> Option<&Call> {
        let (_, call) = self.calls.iter().find(|(known, _)| *known == op)?;
        Some(call)
    }

    pub fn axiom(&self, name: &str) -> Option<&Formula> {
        let (_, formula) = self.axioms.iter().find(|(known, _)| known == name)?;
        Some(formula)
    }
}

/// `push_is_not_empty (not (2 (1 $1 $0)))`
fn axiom(text: &str) -> Option<(String, Formula)> {
    let (name, formula) = text.split_once(' ')?;
    Some((name.to_owned(), Formula::parse(formula)?))
}

impl Call {
    /// `m- done 0 - __0.push(__1)`
    fn read(text: &str) -> Option<Call> {
        let mut parts = text.splitn(5, ' ');
        let passing = parts.next()?;
        let result = parts.next()?;
        let changed = parts.next()?.parse().ok();
        let panics = parts.next()? == "panics";
        let text = parts.next()?.to_owned();
        let wrapper = match result.trim_start_matches('&') {
            "some" | "done_some" => Wrapper::Option,
            "ok" | "done_ok" => Wrapper::Result,
            _ => Wrapper::Plain,
        };
        Some(Call {
            passing: passing.chars().filter(|_| passing != "none").collect(),
            result: Returned {
                wrapper,
                is_reference: result.starts_with('&'),
                is_dropped: result == "dropped",
            },
            changed,
            panics,
            text,
        })
    }

    /// The call with these arguments.
    pub fn with(&self, arguments: &[String]) -> String {
        let mut text = String::new();
        let mut rest = self.text.as_str();
        while let Some(start) = rest.find("__") {
            let digits = &rest[start + 2..];
            let length = digits.len()
                - digits
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .len();
            let argument = digits[..length].parse().ok();
            let argument = argument.and_then(|place: usize| arguments.get(place));
            text.push_str(&rest[..start]);
            text.push_str(argument.map_or("__", String::as_str));
            rest = if argument.is_some() {
                &digits[length..]
            } else {
                digits
            };
        }
        text + rest
    }
}
