//! Rules as plain data. Sorts, operations, axioms and variables are positions in lists.

/// A specification, ready to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub sorts: Vec<Sort>,
    pub ops: Vec<Operation>,
    pub axioms: Vec<Axiom>,
    pub rules: Vec<Rule>,
    /// What holds for all elements of the parameters.
    pub laws: Vec<Law>,
}

/// An axiom of a parameter: a formula over variables of these sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    pub sorts: Vec<usize>,
    pub formula: Formula,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    pub name: String,
    pub kind: SortKind,
    /// Whether different constructor terms are different values.
    pub is_free: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// A parameter: its elements are given by [`Tables`](super::Tables).
    Given,
    /// Every element is built by constructors.
    Constructed,
    Int,
}

/// The name of an operation that only looks at a value ends so: `find'(U, E) = U`.
pub const LOOK: char = '\'';

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub name: String,
    pub arguments: Vec<usize>,
    /// `None` for a predicate.
    pub result: Option<usize>,
    pub is_constructor: bool,
    /// Whether the operation belongs to a parameter, so that tables answer it.
    pub is_given: bool,
    /// When the operation is defined, over its arguments; `None` means always.
    pub domain: Option<Formula>,
    /// The rules whose head is this operation, in the order in which they are tried.
    pub rules: Vec<usize>,
}

impl Operation {
    /// What the specification calls it.
    pub fn written(&self) -> &str {
        self.name.trim_end_matches(LOOK)
    }

    pub fn looks(&self) -> bool {
        self.name.ends_with(LOOK)
    }
}

/// Where rules come from, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    pub label: String,
    pub text: String,
    pub place: String,
}

/// `op(head…) = conclusion`, where the steps succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub axiom: usize,
    pub op: usize,
    pub variables: usize,
    pub head: Vec<Pattern>,
    pub steps: Vec<Step>,
    pub conclusion: Conclusion,
    /// The rule permutes a term, and applies only where the result is smaller.
    pub is_ordered: bool,
    /// The rule is tried only where the others give no result.
    pub is_last_resort: bool,
}

/// What a ground term must look like, and which variables it binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    Variable(usize),
    Int(i64),
    Apply(usize, Vec<Pattern>),
}

/// What happens between the match of a head and the conclusion, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The value of the expression must match the pattern.
    Bind(Pattern, Expr),
    /// The rest is done for each element of a parameter's sort.
    Each { variable: usize, sort: usize },
    /// The formula must be true.
    Guard(Formula),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    Term(Expr),
    /// For a predicate.
    Truth(bool),
    Formula(Formula),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Variable(usize),
    Int(i64),
    Apply(usize, Vec<Expr>),
    Arithmetic(ArithmeticOperator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
    /// Undefined for a divisor of 0, and truncated towards 0.
    Divide,
    Remainder,
    Minimum,
    Maximum,
}

impl Formula {
    /// Visits all atoms.
    pub fn atoms<'f>(&'f self, see: &mut dyn FnMut(&'f Formula)) {
        match self {
            Formula::Not(inner) => inner.atoms(see),
            Formula::And(left, right) | Formula::Or(left, right) | Formula::Iff(left, right) => {
                left.atoms(see);
                right.atoms(see);
            }
            atom => see(atom),
        }
    }

    /// Visits all expressions, inner ones first.
    pub fn each<'f>(&'f self, see: &mut dyn FnMut(&'f Expr)) {
        self.atoms(&mut |atom| match atom {
            Formula::Predicate(_, arguments) => arguments.iter().for_each(|one| one.each(see)),
            Formula::Equal(left, right) | Formula::Compare(_, left, right) => {
                left.each(see);
                right.each(see);
            }
            _ => {}
        });
    }
}

impl Expr {
    /// Visits the expression and those inside of it, inner ones first.
    pub fn each<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        match self {
            Expr::Apply(_, arguments) => arguments.iter().for_each(|one| one.each(see)),
            Expr::Arithmetic(_, left, right) => {
                left.each(see);
                right.each(see);
            }
            Expr::Variable(_) | Expr::Int(_) => {}
        }
        see(self);
    }
}

impl ArithmeticOperator {
    /// Whether there is no result although both numbers are there.
    pub fn is_undefined(self, right: i64) -> bool {
        match self {
            ArithmeticOperator::Divide | ArithmeticOperator::Remainder => right == 0,
            _ => false,
        }
    }

    /// `None` on overflow.
    pub fn apply(self, left: i64, right: i64) -> Option<i64> {
        match self {
            ArithmeticOperator::Add => left.checked_add(right),
            ArithmeticOperator::Subtract => left.checked_sub(right),
            ArithmeticOperator::Multiply => left.checked_mul(right),
            ArithmeticOperator::Divide => left.checked_div(right),
            ArithmeticOperator::Remainder => left.checked_rem(right),
            ArithmeticOperator::Minimum => Some(left.min(right)),
            ArithmeticOperator::Maximum => Some(left.max(right)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Constant(bool),
    /// False where an argument is undefined.
    Predicate(usize, Vec<Expr>),
    /// Strong equality: both sides defined and equal, or both undefined.
    Equal(Expr, Expr),
    /// False where a side is undefined.
    Compare(Comparison, Expr, Expr),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterEqual => left >= right,
        }
    }
}
