//! The readable ids of goals: `title/case`.
//!
//! Both parts are words in snake case, joined by single underscores, so that they can name
//! a module and a test. They depend on the axiom and its names only, not on other axioms.
//! Equal titles are qualified by their specification.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Minterms, Pattern};
use crate::arena::Id;
use crate::theory::{
    ArithmeticOperator, Axiom, AxiomId, Comparison, Formula, OpId, Term, Theory, Variable,
};

/// A longer case is replaced by the truth values of the atoms.
const LONGEST_CONTENT: usize = 96;

/// `isEmpty` becomes `is_empty`; what is neither letter nor digit separates words.
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut words = String::new();
    for (place, letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(place + 1);
        let starts_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_numeric()
                    || before.is_uppercase() && after.is_some_and(|after| after.is_lowercase())
            });
        if (starts_word || !letter.is_alphanumeric()) && !words.is_empty() && !words.ends_with('_')
        {
            words.push('_');
        }
        if letter.is_alphanumeric() {
            words.extend(letter.to_lowercase());
        }
    }
    let words = words.trim_end_matches('_');
    if words.is_empty() { "unnamed".to_owned() } else { words.to_owned() }
}

/// The titles of goals, for each axiom and each partial operation.
pub struct Titles {
    axioms: BTreeMap<Named, String>,
    domains: BTreeMap<OpId, String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Axiom(AxiomId),
    /// By its position among the congruences.
    Congruence(usize),
}

impl Titles {
    pub fn of(theory: &Theory, congruences: &[Arc<Axiom>]) -> Self {
        let written = theory.body_axioms().map(|(id, axiom)| (Named::Axiom(id), axiom));
        let congruences = congruences.iter().enumerate();
        let congruences = congruences.map(|(number, axiom)| (Named::Congruence(number), &**axiom));
        let axioms = written.chain(congruences).map(|(id, axiom)| {
            let title = after_letter("axiom", snake_case(&axiom.title()));
            let spec = snake_case(&theory.specs[axiom.spec].name);
            let numbered = format!("{spec}_axiom{}_{title}", axiom.number);
            (id, vec![title.clone(), format!("{spec}_{title}"), numbered])
        });
        let axioms = distinct(axioms.collect(), BTreeSet::new());
        let taken = BTreeSet::from_iter(axioms.values().cloned());

        let domains = theory.body_domains().map(|(id, _)| {
            let op = &theory.ops[id];
            let name = after_letter("domain", snake_case(&op.name));
            let spec = snake_case(&theory.specs[op.spec].name);
            let numbered = format!("{spec}_domain{}_of_{name}", id.index());
            let qualified = format!("{spec}_domain_of_{name}");
            (id, vec![name.clone(), format!("domain_of_{name}"), qualified, numbered])
        });
        Self { axioms, domains: distinct(domains.collect(), taken) }
    }

    pub fn axiom(&self, id: AxiomId) -> &str {
        &self.axioms[&Named::Axiom(id)]
    }

    pub fn congruence(&self, number: usize) -> &str {
        &self.axioms[&Named::Congruence(number)]
    }

    pub fn domain(&self, id: OpId) -> &str {
        &self.domains[&id]
    }
}

/// For each key its first candidate that is free and no candidate of another key. The last
/// candidate of each key must be unique.
fn distinct<K: Copy + Ord>(
    candidates: Vec<(K, Vec<String>)>,
    taken: BTreeSet<String>,
) -> BTreeMap<K, String> {
    let longest = candidates.iter().map(|(_, names)| names.len()).max().unwrap_or(0);
    let mut choice: Vec<usize> = vec![0; candidates.len()];
    for _ in 1..longest {
        let names: Vec<&str> =
            choice.iter().zip(&candidates).map(|(at, (_, names))| names[*at].as_str()).collect();
        let mut wanted = BTreeMap::<&str, usize>::new();
        for name in &names {
            *wanted.entry(name).or_default() += 1;
        }
        let clashes: Vec<bool> =
            names.iter().map(|name| wanted[name] > 1 || taken.contains(*name)).collect();
        for ((at, clash), (_, names)) in choice.iter_mut().zip(clashes).zip(&candidates) {
            *at = (*at + usize::from(clash)).min(names.len() - 1);
        }
    }
    let chosen = choice.iter().zip(candidates);
    BTreeMap::from_iter(chosen.map(|(at, (key, names))| (key, names[*at].clone())))
}

/// A word that starts with a digit can't name a test.
pub fn after_letter(prefix: &str, words: String) -> String {
    if words.starts_with(|first: char| first.is_numeric()) {
        format!("{prefix}_{words}")
    } else {
        words
    }
}

/// The cases of minterms: their literals in words, with as many of the arguments as are
/// needed to distinguish the atoms. Where that is too long, the truth values of the atoms.
pub fn contents(
    theory: &Theory,
    variables: &[Variable],
    minterms: &Minterms,
    truths: &[Vec<bool>],
) -> Vec<String> {
    let words = |atom: &Formula, depth| Words { theory, variables }.atom(atom, depth);
    for deepen in [|_| usize::MAX, |depth| depth + 1] {
        let atoms = distinct_words(minterms.atoms(), words, deepen);
        let names: Vec<String> = truths.iter().map(|truth| in_words(&atoms, truth)).collect();
        let different = BTreeSet::from_iter(&names);
        let longest = names.iter().map(String::len).max().unwrap_or(0);
        if longest <= LONGEST_CONTENT && different.len() == names.len() {
            return names;
        }
    }
    truths.iter().map(|truth| in_letters(truth)).collect()
}

/// Words for atoms that hold and for atoms that do not. They name the outermost symbols, and
/// inner ones as long as another atom has the same words.
fn distinct_words(
    atoms: &[&Formula],
    words: impl Fn(&Formula, usize) -> [String; 2],
    deepen: fn(usize) -> usize,
) -> Vec<[String; 2]> {
    let mut depths = vec![1; atoms.len()];
    loop {
        let read: Vec<_> = atoms.iter().zip(&depths).map(|(atom, d)| words(atom, *d)).collect();
        let mut is_clear = true;
        for (atom, depth) in depths.iter_mut().enumerate() {
            let alike = read.iter().filter(|other| **other == read[atom]).count() > 1;
            let deeper = if alike { deepen(*depth) } else { *depth };
            if words(atoms[atom], deeper) != read[atom] {
                *depth = deeper;
                is_clear = false;
            }
        }
        if is_clear {
            return read;
        }
    }
}

fn in_words(atoms: &[[String; 2]], truth: &[bool]) -> String {
    let literals = atoms.iter().zip(truth);
    let words = literals.map(|([holds, fails], truth)| if *truth { holds } else { fails });
    words.map(String::as_str).collect::<Vec<_>>().join("_and_")
}

/// `case_tft`
fn in_letters(truth: &[bool]) -> String {
    let letters: String = truth.iter().map(|holds| if *holds { 't' } else { 'f' }).collect();
    format!("case_{letters}")
}

struct Words<'t> {
    theory: &'t Theory,
    variables: &'t [Variable],
}

impl Words<'_> {
    /// The words of an atom that holds, and of one that does not. Depth 1 is the
    /// outermost symbol of a term, `largest` for `largest(insert(S, E))`; depth 2
    /// adds those of its arguments, `largest_insert`, and so on.
    fn atom(&self, atom: &Formula, depth: usize) -> [String; 2] {
        match atom {
            Formula::Predicate(op, arguments) => {
                let words = self.call(*op, arguments, depth);
                [words.clone(), format!("not_{words}")]
            }
            Formula::Equal(left, right) => self.relation(left, ["is", "is_not"], right, depth),
            Formula::Compare(comparison, left, right) => {
                let verbs = match comparison {
                    Comparison::Less => ["less_than", "not_less_than"],
                    Comparison::LessEqual => ["at_most", "not_at_most"],
                    Comparison::Greater => ["greater_than", "not_greater_than"],
                    Comparison::GreaterEqual => ["at_least", "not_at_least"],
                };
                self.relation(left, verbs, right, depth)
            }
            _ => unreachable!("connectives are not atoms"),
        }
    }

    fn relation(&self, left: &Term, verbs: [&str; 2], right: &Term, depth: usize) -> [String; 2] {
        let (left, right) = (self.term(left, depth), self.term(right, depth));
        verbs.map(|verb| format!("{left}_{verb}_{right}"))
    }

    fn term(&self, term: &Term, depth: usize) -> String {
        match term {
            Term::Variable(var) => snake_case(&self.variables[var.index()].name),
            Term::Apply(op, arguments) => self.call(*op, arguments, depth),
            Term::Int(number) if *number < 0 => format!("minus_{}", number.unsigned_abs()),
            Term::Int(number) => number.to_string(),
            Term::Arithmetic(operator, left, right) => {
                let operator = match operator {
                    ArithmeticOperator::Add => "plus",
                    ArithmeticOperator::Subtract => "minus",
                    ArithmeticOperator::Multiply => "times",
                    ArithmeticOperator::Divide => "by",
                    ArithmeticOperator::Remainder => "modulo",
                    ArithmeticOperator::Minimum => "min",
                    ArithmeticOperator::Maximum => "max",
                };
                format!("{}_{operator}_{}", self.term(left, depth), self.term(right, depth))
            }
        }
    }

    fn call(&self, op: OpId, arguments: &[Term], depth: usize) -> String {
        let mut words = snake_case(&self.theory.ops[op].name);
        if depth > 1 {
            for argument in arguments {
                words = format!("{words}_{}", self.term(argument, depth - 1));
            }
        }
        words
    }
}

/// `with_e_same_f`, `with_all_distinct`: what each pattern appends to an id.
pub fn alias_suffixes(variables: &[Variable], patterns: &[Pattern]) -> Vec<String> {
    let suffixes: Vec<String> =
        patterns.iter().map(|pattern| suffix_in_words(variables, pattern)).collect();
    let different = BTreeSet::from_iter(&suffixes);
    if different.len() == suffixes.len() {
        return suffixes;
    }
    patterns.iter().map(suffix_in_numbers).collect()
}

fn suffix_in_words(variables: &[Variable], pattern: &Pattern) -> String {
    let block = |block: Vec<usize>| {
        let names = block.into_iter().map(|var| snake_case(&variables[var].name));
        names.collect::<Vec<_>>().join("_same_")
    };
    let blocks: Vec<String> = pattern.shared_blocks().into_iter().map(block).collect();
    if blocks.is_empty() {
        return "with_all_distinct".to_owned();
    }
    format!("with_{}", blocks.join("_and_"))
}

fn suffix_in_numbers(pattern: &Pattern) -> String {
    let blocks: Vec<String> = pattern.blocks.iter().map(usize::to_string).collect();
    format!("with_pattern_{}", blocks.join("_"))
}
