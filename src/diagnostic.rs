//! Messages about the input: one flat struct, one renderer.

use crate::source::Span;

mod excerpt;
mod json;
mod levels;
mod render;

pub use json::to_json;
pub use levels::Levels;
pub use render::{Colour, render};

/// Errors stop the run; warnings come from lints and can be silenced or denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// What a check could not settle. Nothing is wrong.
    Note,
    Warning,
    Error,
}

/// One message with its places in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: Code,
    pub message: String,
    /// The first label is the place of the error; the others explain it ("first here").
    pub labels: Vec<Label>,
    /// Further information, such as the tables of a model.
    pub note: Option<String>,
    /// A suggestion how to fix the error.
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

    /// One file declares a specification twice.
    DuplicateSpecification = "E020",
    /// Several files of the search folders declare the specification.
    AmbiguousSpecification = "E021",
    /// Specifications use each other in a circle.
    CyclicUse = "E022",
    /// A specification names one parameter twice.
    DuplicateParameter = "E023",
    /// A parameter is a specification with constructors.
    ConstructedParameter = "E024",
    /// A specification declares no sort, or more than one.
    SortCount = "E025",
    /// No sort of that name is visible.
    UndeclaredSort = "E026",
    /// Two specifications in use declare a sort of that name.
    AmbiguousSort = "E027",
    /// The arguments in brackets are not those of the sort.
    SortArguments = "E028",
    /// A sort of that name exists already.
    DuplicateSort = "E029",
    /// No operation of that name is visible.
    UndeclaredOperation = "E030",
    /// An operation of that name with these argument sorts exists already.
    DuplicateOperation = "E031",
    /// Several operations of that name fit.
    AmbiguousOperation = "E032",
    /// A call has too many or too few arguments.
    WrongArity = "E033",
    /// A term has the wrong sort for its place.
    WrongSort = "E034",
    /// No variable of that name is declared in the section.
    UndeclaredVariable = "E035",
    /// A section declares a variable twice.
    DuplicateVariable = "E036",
    /// A term is used as a formula.
    FormulaExpected = "E037",
    /// A formula is used as a term.
    TermExpected = "E038",
    /// A constructor does not yield the sort of its specification.
    ConstructorResult = "E039",
    /// An observer does not take the sort of its specification first.
    ObserverArgument = "E040",
    /// No constructor yields a first element.
    NoCreator = "E041",
    /// A domain clause is not an operation applied to distinct variables.
    DomainForm = "E042",
    /// An operation has two domain clauses.
    DuplicateDomain = "E043",
    /// An operation with `-->?` has no domain clause.
    MissingDomain = "E044",
    /// A predicate has a domain clause.
    DomainOfPredicate = "E045",
    /// A domain clause is for an operation of another specification.
    ForeignDomain = "E046",
    /// Two axioms of a specification have one label.
    DuplicateLabel = "E047",
    /// An axiom says nothing about what its specification declares.
    ForeignAxiom = "E048",
    /// Numbers and elements of a sort are mixed.
    MixedInt = "E049",
    /// A domain condition uses its own operation.
    CircularDomain = "E050",
    /// An `after` clause that says nothing about a value.
    AfterForm = "E051",
    /// The errors of a domain clause have no sort, several sorts, or may be undefined.
    ErrorForm = "E052",
    /// A data sort whose fields do not fit together.
    DataForm = "E053",

    /// Axioms that contradict each other on a small term.
    Contradiction = "E060",

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
    /// A Rust fragment that is not Rust.
    NotRust = "E103",
    /// An entry for an unknown specification.
    UnknownEntry = "E104",
    /// Two entries for one specification.
    DuplicateEntry = "E105",
    /// A sort without an entry.
    MissingEntry = "E106",
    /// The brackets of an entry differ from those of its specification.
    EntryParameters = "E107",
    /// An operation that the specification does not have.
    UnknownOperationMap = "E108",
    /// An operation mapped twice.
    DuplicateOperationMap = "E109",
    /// An operation that no entry maps.
    MissingOperationMap = "E110",
    /// A profile that differs from that of the specification.
    ProfileMismatch = "E111",
    /// Names of arguments and parameters do not match.
    ArgumentName = "E112",
    /// A parameter's type is not the one of its sort.
    ArgumentType = "E113",
    /// The receiver does not match the profile.
    Receiver = "E114",
    /// A result that does not fit the operation.
    ResultType = "E115",
    /// A partial operation without a behaviour outside of its domain.
    MissingOutside = "E116",
    /// `panics` or `unspecified` for a total operation.
    NeedlessOutside = "E117",
    /// Two sorts with one type.
    SharedType = "E118",
    /// Two operations with one function.
    SharedFunction = "E119",
    /// A sort that cannot be this type.
    SortType = "E120",
    /// A generic parameter that is not the type of a sort, or cannot be.
    GenericParameter = "E121",
    /// A bound that no mock can implement.
    Bound = "E122",
    /// An operation of a mock that is not a method of a bound.
    MockFunction = "E123",
    /// `has` or `equality by` for a mocked sort.
    MockClause = "E124",
    /// A misplaced or unknown `via`.
    Via = "E125",
    /// A borrowed value that would have to be owned.
    NeedsClone = "E126",
    /// A collection of std whose elements lack a bound.
    MissingBound = "E127",
    /// A trait whose laws are unknown.
    UnknownTrait = "E128",
    /// The operation of a trait's laws is missing, needless or unfit.
    TraitOperation = "E129",
    /// Traits that contradict each other, or a trait that is named twice.
    TraitConflict = "E130",
    /// Values for something that takes no numbers.
    UnfitValues = "E131",
    /// An item or import that hides a name of std which generated code uses.
    TakenName = "E132",

    /// A type whose source is not found.
    TypeSource = "E140",
    /// An operation for which the type has no function.
    NoFunction = "E141",
    /// An operation for which the type has several functions.
    AmbiguousFunction = "E142",
    /// A function whose types do not fit its operation.
    UnfitFunction = "E143",
    /// Type parameters that do not match the parameters of the specification.
    TypeParameters = "E144",
    /// A short form that does not fit its operation.
    ShortForm = "E145",
    /// An entry that the compiler refuses.
    Refused = "E150",

    /// The text is not TOML.
    ManifestSyntax = "E200",
    /// A key that manifests do not have.
    ManifestKey = "E201",
    /// A value of the wrong type for its key.
    ManifestType = "E202",
    /// A build without specification or mapping.
    ManifestMissingKey = "E203",
    /// A file or folder of a manifest that does not exist.
    ManifestMissingFile = "E204",
    /// A value that its key does not accept.
    ManifestValue = "E205",
    /// Two builds write the same files.
    ManifestCollision = "E206",
    /// A manifest without builds.
    ManifestEmpty = "E207",
    /// A build that cannot be run as the manifest says.
    ManifestBuild = "E208",

    /// A file with a type that is not Rust.
    NotARustFile = "E220",
    /// A type that the Rust file does not declare.
    UnknownRustType = "E221",
    /// A type without a public method that could be an operation.
    NoMethods = "E222",

    /// A variable is declared and never used.
    UnusedVariable = "unused-variable",
    /// A domain clause makes an operation with `-->` partial.
    DomainOnTotal = "domain-on-total",
    /// No axiom mentions the operation.
    OperationWithoutAxiom = "operation-without-axiom",
    /// An axiom applies an observer to more than constructors and variables.
    ObserverShape = "observer-shape",
    /// No axiom says what an observer answers on some constructor.
    OpenObserver = "open-observer",
    /// An axiom without a premise leaves nothing outside of a domain.
    DomainRuledOut = "domain-ruled-out",
    /// A specification has no model, or none was found.
    Inconsistent = "inconsistent",
    /// All elements of a sort are equal.
    CollapsedSort = "collapsed-sort",
    /// An axiom follows from the others.
    ImpliedAxiom = "implied-axiom",
    /// A theorem has a counterexample.
    RefutedTheorem = "refuted-theorem",
    /// A theorem is neither proved nor refuted.
    UnshownTheorem = "unshown-theorem",
}

impl Code {
    pub fn from_text(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str() == text)
    }

    /// Lints warn, and can be silenced or denied by name.
    pub fn is_lint(self) -> bool {
        self.as_str().starts_with(|first: char| first.is_ascii_lowercase())
    }

    /// Lints that are silent by default.
    pub fn is_silent_by_default(self) -> bool {
        self == Code::ImpliedAxiom
    }

    pub fn lints() -> impl Iterator<Item = Code> {
        Code::ALL.iter().copied().filter(|code| code.is_lint())
    }
}

impl Diagnostic {
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    pub fn remark(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        Self { severity, code, message, labels: Vec::new(), note: None, help: None }
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The place of the error.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
