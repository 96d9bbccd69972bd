//! Questions to solvers outside of this program, in the format of the SAT
//! competitions.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Answer, Lit, Other};
use crate::search::budget::Stop;
use crate::search::engine::Program;

/// All clauses so far, ready to be sent.
pub struct Problem {
    program: Arc<dyn Program>,
    stop: Stop,
    clauses: usize,
    text: String,
}

impl Problem {
    pub fn new(program: Arc<dyn Program>, stop: Stop) -> Self {
        Self { program, stop, clauses: 0, text: String::new() }
    }
}

impl Other for Problem {
    fn add_clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        write_clause(&mut self.text, literals);
    }

    fn solve(&mut self, assumptions: &[Lit], variables: u32, model: &mut Vec<bool>) -> Answer {
        let header = format!("p cnf {variables} {}\n", self.clauses + assumptions.len());
        let mut units = String::new();
        for assumption in assumptions {
            write_clause(&mut units, &[*assumption]);
        }
        match self.program.answer(&[&header, &self.text, &units], &*self.stop) {
            Some(output) => read_answer(&output, variables, model),
            None => Answer::Stopped,
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
fn read_answer(output: &str, variables: u32, model: &mut Vec<bool>) -> Answer {
    let answer = output.lines().find_map(verdict).unwrap_or(Answer::Stopped);
    if answer != Answer::Sat {
        return answer;
    }
    model.clear();
    model.resize(variables as usize, false);
    let told = output.lines().filter_map(|line| line.strip_prefix("v "));
    for number in told.flat_map(str::split_whitespace) {
        if let Some(value) =
            number.parse().ok().and_then(|one: usize| model.get_mut(one.checked_sub(1)?))
        {
            *value = true;
        }
    }
    answer
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
        let mut model = Vec::new();
        assert_eq!(read_answer(output, 4, &mut model), Answer::Sat);
        assert_eq!(model, [true, false, true, false]);
        assert_eq!(read_answer("s UNSATISFIABLE\n", 1, &mut model), Answer::Unsat);
        assert_eq!(read_answer("v 0 99 x\n", 1, &mut model), Answer::Stopped);
        assert_eq!(model, [true, false, true, false], "what was found before is kept");
        assert_eq!(read_answer("s SATISFIABLE\nv 0 99 x\n", 1, &mut model), Answer::Sat);
        assert_eq!(model, [false]);
        assert!(is_answer("s UNKNOWN\n") && !is_answer("error\n"));
    }
}
