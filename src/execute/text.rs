//! Programs read from text, so that generated tests can carry them.
//!
//! One line for each sort, operation, axiom and rule. Formulas and terms are in prefix form:
//! `$0` is a variable, `(5 $0 $1)` applies operation 5, `(= a b)` is an equation.

use super::program::{
    ArithmeticOperator, Axiom, Comparison, Conclusion, Expr, Formula, Law, Operation, Pattern,
    Program, Rule, Sort, SortKind, Step,
};

/// What separates the parts of an axiom's line.
const BAR: &str = " | ";

impl Program {
    /// Reads a program; `rules::text` writes it.
    pub fn parse(text: &str) -> Result<Program, String> {
        let mut program = Program::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let wrong = || format!("this is no line of a program: {line}");
            let (word, rest) = line.split_once(' ').ok_or_else(wrong)?;
            let read = match word {
                "sort" => read_sort(rest).map(|sort| program.sorts.push(sort)),
                "op" => read_op(rest).map(|op| program.ops.push(op)),
                "axiom" => read_axiom(rest).map(|axiom| program.axioms.push(axiom)),
                "rule" => read_rule(rest).map(|rule| program.rules.push(rule)),
                "law" => read_law(rest).map(|law| program.laws.push(law)),
                _ => None,
            };
            read.ok_or_else(wrong)?;
        }
        Ok(program)
    }
}

impl Formula {
    /// Reads a formula in prefix form.
    pub fn parse(text: &str) -> Option<Formula> {
        match trees(text)?.as_slice() {
            [tree] => read_formula(tree),
            _ => None,
        }
    }
}

impl ArithmeticOperator {
    pub fn word(self) -> &'static str {
        match self {
            ArithmeticOperator::Add => "+",
            ArithmeticOperator::Subtract => "-",
            ArithmeticOperator::Multiply => "*",
            ArithmeticOperator::Divide => "/",
            ArithmeticOperator::Remainder => "%",
            ArithmeticOperator::Minimum => "min",
            ArithmeticOperator::Maximum => "max",
        }
    }
}

const ARITHMETIC: [ArithmeticOperator; 7] = [
    ArithmeticOperator::Add,
    ArithmeticOperator::Subtract,
    ArithmeticOperator::Multiply,
    ArithmeticOperator::Divide,
    ArithmeticOperator::Remainder,
    ArithmeticOperator::Minimum,
    ArithmeticOperator::Maximum,
];

impl Comparison {
    pub fn word(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }
}

const COMPARISONS: [Comparison; 4] =
    [Comparison::Less, Comparison::LessEqual, Comparison::Greater, Comparison::GreaterEqual];

/// A parsed expression in parentheses, or a word.
enum Tree {
    Word(String),
    List(Vec<Tree>),
}

/// The words and lists of a line.
fn trees(text: &str) -> Option<Vec<Tree>> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let inner = open.pop()?;
                open.last_mut()?.push(Tree::List(inner));
            }
            word => open.last_mut()?.push(Tree::Word(word.to_owned())),
        }
    }
    let all = open.pop()?;
    if open.is_empty() { Some(all) } else { None }
}

fn word(tree: &Tree) -> Option<&str> {
    match tree {
        Tree::Word(word) => Some(word),
        Tree::List(_) => None,
    }
}

fn list(tree: &Tree) -> Option<&[Tree]> {
    match tree {
        Tree::Word(_) => None,
        Tree::List(inner) => Some(inner),
    }
}

fn number<T: std::str::FromStr>(tree: &Tree) -> Option<T> {
    word(tree)?.parse().ok()
}

fn numbers(tree: &Tree) -> Option<Vec<usize>> {
    list(tree)?.iter().map(number).collect()
}

/// `$3`
fn variable(tree: &Tree) -> Option<usize> {
    word(tree)?.strip_prefix('$')?.parse().ok()
}

fn read_sort(rest: &str) -> Option<Sort> {
    let (kind, name) = rest.split_once(' ')?;
    let (kind, is_free) = match kind {
        "given" => (SortKind::Given, false),
        "constructed" => (SortKind::Constructed, false),
        "free" => (SortKind::Constructed, true),
        "int" => (SortKind::Int, false),
        _ => return None,
    };
    Some(Sort { name: name.to_owned(), kind, is_free })
}

fn read_axiom(rest: &str) -> Option<Axiom> {
    let mut parts = rest.splitn(3, BAR).map(ToOwned::to_owned);
    let (label, place, text) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Axiom { label, text, place })
}

fn read_op(rest: &str) -> Option<Operation> {
    let parts = trees(rest)?;
    let [name, kind, arguments, result, domain, rules] = parts.as_slice() else { return None };
    Some(Operation {
        name: word(name)?.to_owned(),
        arguments: numbers(arguments)?,
        result: match word(result)? {
            "truth" => None,
            sort => Some(sort.parse().ok()?),
        },
        is_constructor: word(kind)? == "constructor",
        is_given: word(kind)? == "given",
        domain: match domain {
            Tree::Word(word) if word == "total" => None,
            domain => Some(read_formula(domain)?),
        },
        rules: numbers(rules)?,
    })
}

fn read_rule(rest: &str) -> Option<Rule> {
    let parts = trees(rest)?;
    let [axiom, op, variables, kind, head, steps, conclusion] = parts.as_slice() else {
        return None;
    };
    let kind = word(kind)?;
    Some(Rule {
        axiom: number(axiom)?,
        op: number(op)?,
        variables: number(variables)?,
        head: list(head)?.iter().map(read_pattern).collect::<Option<_>>()?,
        steps: list(steps)?.iter().map(read_step).collect::<Option<_>>()?,
        conclusion: read_conclusion(conclusion)?,
        is_ordered: kind.starts_with("ordered"),
        is_last_resort: kind.ends_with("last"),
    })
}

fn read_law(rest: &str) -> Option<Law> {
    let parts = trees(rest)?;
    let [sorts, formula] = parts.as_slice() else { return None };
    Some(Law { sorts: numbers(sorts)?, formula: read_formula(formula)? })
}

fn read_pattern(tree: &Tree) -> Option<Pattern> {
    if let Tree::List(inner) = tree {
        let (op, inner) = inner.split_first()?;
        let inner = inner.iter().map(read_pattern).collect::<Option<_>>()?;
        return Some(Pattern::Apply(number(op)?, inner));
    }
    variable(tree).map(Pattern::Variable).or_else(|| number(tree).map(Pattern::Int))
}

fn read_step(tree: &Tree) -> Option<Step> {
    let (step, inner) = list(tree)?.split_first()?;
    match (word(step)?, inner) {
        ("let", [pattern, expr]) => Some(Step::Bind(read_pattern(pattern)?, read_expr(expr)?)),
        ("each", [each, sort]) => {
            Some(Step::Each { variable: variable(each)?, sort: number(sort)? })
        }
        ("if", [formula]) => Some(Step::Guard(read_formula(formula)?)),
        _ => None,
    }
}

fn read_conclusion(tree: &Tree) -> Option<Conclusion> {
    match tree {
        Tree::Word(truth) => Some(Conclusion::Truth(truth.parse().ok()?)),
        Tree::List(inner) => match inner.as_slice() {
            [is, expr] if word(is)? == "is" => Some(Conclusion::Term(read_expr(expr)?)),
            [iff, formula] if word(iff)? == "iff" => {
                Some(Conclusion::Formula(read_formula(formula)?))
            }
            _ => None,
        },
    }
}

fn read_expr(tree: &Tree) -> Option<Expr> {
    let Tree::List(inner) = tree else {
        return variable(tree).map(Expr::Variable).or_else(|| number(tree).map(Expr::Int));
    };
    let (first, inner) = inner.split_first()?;
    let first = word(first)?;
    let mut inner: Vec<Expr> = inner.iter().map(read_expr).collect::<Option<_>>()?;
    match ARITHMETIC.iter().find(|operator| operator.word() == first) {
        None => Some(Expr::Apply(first.parse().ok()?, inner)),
        Some(operator) => {
            let (right, left) = (inner.pop()?, inner.pop()?);
            Some(Expr::Arithmetic(*operator, Box::new(left), Box::new(right)))
        }
    }
}

fn read_formula(tree: &Tree) -> Option<Formula> {
    let inner = match tree {
        Tree::Word(truth) => return Some(Formula::Constant(truth.parse().ok()?)),
        Tree::List(inner) => inner,
    };
    let (first, inner) = inner.split_first()?;
    let first = word(first)?;
    let pair = || match inner {
        [left, right] => Some((read_expr(left)?, read_expr(right)?)),
        _ => None,
    };
    if let Some(comparison) = COMPARISONS.iter().find(|it| it.word() == first) {
        let (left, right) = pair()?;
        return Some(Formula::Compare(*comparison, left, right));
    }
    let part = |place: usize| Some(Box::new(read_formula(inner.get(place)?)?));
    match first {
        "=" => pair().map(|(left, right)| Formula::Equal(left, right)),
        "not" => Some(Formula::Not(part(0)?)),
        "and" => Some(Formula::And(part(0)?, part(1)?)),
        "or" => Some(Formula::Or(part(0)?, part(1)?)),
        "iff" => Some(Formula::Iff(part(0)?, part(1)?)),
        op => {
            let arguments = inner.iter().map(read_expr).collect::<Option<_>>()?;
            Some(Formula::Predicate(op.parse().ok()?, arguments))
        }
    }
}
