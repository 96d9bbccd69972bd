//! The syntax tree of specifications, as written: nothing is resolved yet.
//!
//! Terms and formulas share [`Expr`]: whether `p(x) = q(x)` compares values or
//! truth values depends on what `p` and `q` are, which only resolution knows.

use crate::source::Span;

/// A word of the source with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A file: one or more specifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecFile {
    pub specs: Vec<SpecDecl>,
}

/// `specification Name[Param, …] sections end specification`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecDecl {
    pub name: Name,
    pub parameters: Vec<Name>,
    pub sections: Vec<Section>,
    pub origin: SpecOrigin,
    pub span: Span,
}

/// Where a specification comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpecOrigin {
    #[default]
    Written,
    /// From a data sort: `Refused is ClockWentBack | TooMany`.
    Data,
    /// From a mention of `Sequence[X]`.
    Sequence,
    /// What operations of a parameter yield, where constructors build it.
    Yielding,
}

/// A section with its keyword's place. Sections may come in any order and
/// repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub kind: SectionKind,
    pub keyword: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// Plain sorts, and data sorts of a short form.
    Sorts(Vec<SortRef>, Vec<DataDecl>),
    Operations(OperationClass, Vec<OperationDecl>),
    Domains(Vec<VariableGroup>, Vec<DomainClause>),
    Axioms(Vec<VariableGroup>, Vec<AxiomDecl>),
    /// Theorems that are checked and yield no tests by themselves.
    Implies(Vec<VariableGroup>, Vec<AxiomDecl>),
}

/// Which section declares an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationClass {
    Constructor,
    Observer,
    Other,
    /// Part of the specification only: no function stands for it.
    Auxiliary,
}

/// `Entry is Entry(kind: Kind, amount: int) | Nothing`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataDecl {
    pub name: Name,
    pub variants: Vec<VariantDecl>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantDecl {
    pub name: Name,
    pub fields: Vec<FieldDecl>,
}

/// `kind: Kind`, or a sort alone
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDecl {
    pub name: Option<Name>,
    pub sort: SortRef,
}

/// `SortedSet[Orderable]`, in a declaration as in a use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortRef {
    pub name: Name,
    pub arguments: Vec<SortRef>,
    pub span: Span,
}

/// `name: argument sorts [--> | -->?] [result sort];`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationDecl {
    pub name: Name,
    pub arguments: Vec<SortRef>,
    /// Absent for a predicate.
    pub result: Option<ResultDecl>,
    /// Of a short form: what a call answers besides its effect.
    pub returns: Option<ReturnsDecl>,
    /// Of an observer that a short form declares: what it reports about a call.
    pub answer: Option<Answer>,
    pub span: Span,
}

/// What an observer reports about a call of another operation of its specification, which
/// takes the same arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value that a call of this operation returns besides its effect.
    Value(String),
    /// The error of a call of this operation outside of its domain.
    Error(String),
}

/// `returns replaced -->? Value`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnsDecl {
    pub name: Name,
    /// Absent for a predicate.
    pub result: Option<ResultDecl>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultDecl {
    pub arrow: Arrow,
    pub arrow_span: Span,
    pub sort: SortRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `-->`
    Total,
    /// `-->?`
    Partial,
}

/// `E, F: Orderable;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableGroup {
    pub names: Vec<Name>,
    pub sort: SortRef,
    pub span: Span,
}

/// `largest(S) if not isEmpty(S);`, or `push(B, E) if len(B) < 3 else E;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainClause {
    pub call: Expr,
    /// The whole condition, which is the conjunction of those of the errors.
    pub condition: Expr,
    /// Of a short form: the first condition that does not hold says which error it is.
    pub errors: Vec<ErrorDecl>,
    pub span: Span,
}

/// `T >= now(S) else ClockWentBack`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorDecl {
    pub condition: Expr,
    pub error: Expr,
}

/// `[label] formula;`, or `after term: effect, …;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxiomDecl {
    pub label: Option<Name>,
    /// The term, where there are effects.
    pub formula: Expr,
    /// Of a short form; an axiom has none.
    pub effects: Vec<Effect>,
    /// From the label (or formula) to the formula's end, without `;`.
    pub span: Span,
}

/// What observers answer after an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `used(U) = used(S, U) + 1`: the term is the first argument of the first observer.
    States(Expr),
    /// `keeps limit`, or `keeps rest`
    Keeps(Name),
}

/// A term or a formula. The span of a parenthesized one covers the parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    /// Two operands, and the place from the first to the second.
    pub fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Self {
        let span = left.span.to(right.span);
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A variable.
    Name(String),
    /// `insert(S, E)`, `empty()`
    Call(Name, Vec<Expr>),
    /// A literal. It is never negative: `-1` is the negation of `1`.
    Int(i64),
    /// `-x`
    Negate(Box<Expr>),
    /// `not x`, `!x`
    Not(Box<Expr>),
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `left = value when condition else otherwise`
    When(Box<When>),
}

/// `left = value when condition else otherwise`, where `otherwise` may be
/// another choice for the same left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    pub left: Expr,
    pub choice: Choice,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub value: Expr,
    pub condition: Expr,
    pub otherwise: Otherwise,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
    Value(Expr),
    Choice(Box<Choice>),
}

/// In order of precedence, tightest first: `* / %`; `+ -`; comparisons; (`not`);
/// `and`; `or`; `iff`; `if`. Comparisons and `if` do not chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Iff,
    /// `conclusion if premise`: the conclusion is the left operand.
    If,
}
