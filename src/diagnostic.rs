//! What specgen tells about its input: one flat struct, one renderer.

use crate::source::Span;

/// Errors stop the run; warnings come from lints and can be silenced or denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

/// One message with the places it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: Code,
    pub message: String,
    /// The first is where the trouble is; the others explain it ("first here").
    pub labels: Vec<Label>,
    pub help: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The stable name of a kind of diagnostic, as `docs/diagnostics.md`
        /// lists it. Lints are named by words, errors by a letter and a number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }
        }
    };
}

codes! {
    /// The text is not a specification.
    Syntax = "E001",
    /// A `/*` without its `*/`.
    UnterminatedComment = "E002",
    /// Formulas nested beyond the limit.
    NestedTooDeep = "E003",
    /// A file beyond the limit.
    FileTooLarge = "E004",
    /// A literal that does not fit 64 bits.
    IntegerOutOfRange = "E005",
    /// An axiom or domain condition has more minterms than can be listed.
    TooManyAtoms = "E070",
    /// An axiom's variables can coincide in more ways than can be listed.
    TooManyAliases = "E071",

    /// The text is not a mapping.
    MappingSyntax = "E100",
    /// A mapping beyond the size limit.
    MappingTooLarge = "E101",
    /// Brackets of a mapping nested beyond the limit.
    MappingTooDeep = "E102",
}

impl Diagnostic {
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        Self { severity, code, message, labels: Vec::new(), help: None }
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
