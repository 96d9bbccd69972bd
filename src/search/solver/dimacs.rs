//! Questions to solvers outside of this program, in the format of the SAT
//! competitions.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Answer, Lit};
use crate::search::budget::Stop;

/// Answers problems in the DIMACS format. Whoever starts a search with one brings
/// it, since this library starts no processes.
pub trait Engine: Send + Sync {
    /// What the solver prints for a problem, which is given in parts; `None` where
    /// it has failed, or had to end because `stop` became true.
    fn answer(&self, problem: &[&str], stop: &dyn Fn() -> bool) -> Option<String>;
}

/// All clauses so far, ready to be sent.
pub struct Problem {
    engine: Arc<dyn Engine>,
    clauses: String,
}

impl Problem {
    pub fn new(engine: Arc<dyn Engine>) -> Self {
        Self { engine, clauses: String::new() }
    }

    pub fn add_clause(&mut self, literals: &[Lit]) {
        write_clause(&mut self.clauses, literals);
    }

    /// The answer, and for *satisfiable* the values of all variables.
    pub fn solve(
        &self,
        assumptions: &[Lit],
        (variables, clauses): (u32, usize),
        stop: &Stop,
    ) -> (Answer, Vec<bool>) {
        let header = format!("p cnf {variables} {}\n", clauses + assumptions.len());
        let mut units = String::new();
        for assumption in assumptions {
            write_clause(&mut units, &[*assumption]);
        }
        match self.engine.answer(&[&header, &self.clauses, &units], stop) {
            Some(output) => read_answer(&output, variables),
            None => (Answer::Stopped, Vec::new()),
        }
    }
}

fn write_clause(text: &mut String, literals: &[Lit]) {
    for lit in literals {
        let sign = if lit.0 & 1 == 1 { "-" } else { "" };
        write!(text, "{sign}{} ", (lit.0 >> 1) + 1).expect("a string takes any text");
    }
    text.push_str("0\n");
}

/// Whether the output tells an answer at all.
pub fn is_answer(output: &str) -> bool {
    output.lines().any(|line| verdict(line).is_some())
}

fn verdict(line: &str) -> Option<Answer> {
    match line.trim_end() {
        "s SATISFIABLE" => Some(Answer::Sat),
        "s UNSATISFIABLE" => Some(Answer::Unsat),
        "s UNKNOWN" => Some(Answer::Exhausted),
        _ => None,
    }
}

/// Variables that are not told count as false.
fn read_answer(output: &str, variables: u32) -> (Answer, Vec<bool>) {
    let answer = output.lines().find_map(verdict).unwrap_or(Answer::Stopped);
    let mut values = vec![false; variables as usize];
    let told = output.lines().filter_map(|line| line.strip_prefix("v "));
    for number in told.flat_map(str::split_whitespace) {
        if let Some(value) =
            number.parse().ok().and_then(|one: usize| values.get_mut(one.checked_sub(1)?))
        {
            *value = true;
        }
    }
    (answer, values)
}

#[cfg(test)]
mod tests {
    use super::super::{FALSE, TRUE};
    use super::*;

    #[test]
    fn clauses_are_written_with_numbers_from_1() {
        let mut text = String::new();
        write_clause(&mut text, &[TRUE, FALSE, Lit(4), Lit(7)]);
        write_clause(&mut text, &[]);
        assert_eq!(text, "1 -1 3 -4 0\n0\n");
    }

    #[test]
    fn answers_are_read_through_comments_and_several_lines() {
        let output = "c hello\ns SATISFIABLE\r\nv 1 -2\nv 3 0\n";
        assert_eq!(read_answer(output, 4), (Answer::Sat, vec![true, false, true, false]));
        assert_eq!(read_answer("s UNSATISFIABLE\n", 1).0, Answer::Unsat);
        assert_eq!(read_answer("v 0 99 x\n", 1), (Answer::Stopped, vec![false]));
        assert!(is_answer("s UNKNOWN\n") && !is_answer("error\n"));
    }
}
