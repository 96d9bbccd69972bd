//! Solvers that are other programs: problems and answers in the DIMACS format.
//!
//! rustsat writes the problems and reads the answers, and [`Program`] runs the solver.
//! rustsat can run one too, but then a call can neither be stopped nor take assumptions,
//! and the path of the problem can't be placed inside the command.

use std::io::Write;
use std::sync::Arc;

use rustsat::instances::Cnf;
use rustsat::instances::fio::{SolverOutput, parse_sat_solver_output};
use rustsat::types::{Assignment, TernaryVal, Var};

use super::backend::{Answer, Lit, SatBackend};
use crate::search::budget::Stop;
use crate::search::engine::{Program, ProgramOutput};

pub struct External {
    program: Arc<dyn Program>,
    stop: Stop,
    clauses: Cnf,
}

impl External {
    pub fn new(program: Arc<dyn Program>, stop: Stop) -> Self {
        Self { program, stop, clauses: Cnf::new() }
    }
}

impl SatBackend for External {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.add_nary(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], variables: u32, model: &mut Vec<bool>) -> Answer {
        let mut problem = self.clauses.clone();
        assumptions.iter().for_each(|assumption| problem.add_unit(*assumption));
        let write = |mut file: &mut dyn Write| problem.write_dimacs(&mut file, variables);
        let Some(output) = self.program.run(&write, &*self.stop) else { return Answer::Stopped };
        match read_answer(&output) {
            Ok(SolverOutput::Sat(assignment)) => {
                read_model(&assignment, variables, model);
                Answer::Sat
            }
            Ok(SolverOutput::Unsat) => Answer::Unsat,
            Ok(SolverOutput::Unknown) => Answer::Exhausted,
            Err(why) => {
                self.program.fail(&why);
                Answer::Stopped
            }
        }
    }
}

/// The answer, or why the output is not one, with the first line that the solver printed.
fn read_answer(output: &ProgramOutput) -> Result<SolverOutput, String> {
    parse_sat_solver_output(&mut output.stdout.as_bytes()).map_err(|error| {
        let printed = output.stderr.lines().chain(output.stdout.lines()).next();
        let error = error.to_string();
        format!("{}; {}", error.trim_end_matches('.'), printed.unwrap_or("it printed nothing"))
    })
}

/// A variable without a value counts as false.
fn read_model(assignment: &Assignment, variables: u32, model: &mut Vec<bool>) {
    let value = |variable| assignment.var_value(Var::new(variable)) == TernaryVal::True;
    model.clear();
    model.extend((0..variables).map(value));
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::sync::Mutex;

    use super::super::backend::{FALSE, TRUE};
    use super::*;

    /// Prints the same for every problem.
    struct Stub {
        stdout: &'static str,
        problem: Mutex<String>,
        failure: Mutex<Option<String>>,
    }

    impl Program for Stub {
        fn run(
            &self,
            problem: &dyn Fn(&mut dyn Write) -> std::io::Result<()>,
            _stop: &dyn Fn() -> bool,
        ) -> Option<ProgramOutput> {
            let mut text = Vec::new();
            problem(&mut text).expect("a vector takes any text");
            *self.problem.lock().unwrap() = String::from_utf8(text).expect("problems are text");
            Some(ProgramOutput { stdout: self.stdout.to_owned(), stderr: String::new() })
        }

        fn fail(&self, why: &str) {
            *self.failure.lock().unwrap() = Some(why.to_owned());
        }
    }

    fn solve(stdout: &'static str, model: &mut Vec<bool>) -> (Answer, Arc<Stub>) {
        let (problem, failure) = Default::default();
        let stub = Arc::new(Stub { stdout, problem, failure });
        let mut solver = External::new(Arc::clone(&stub) as Arc<dyn Program>, Rc::new(|| false));
        solver.add_clause(&[TRUE, FALSE, Lit::positive(2), Lit::negative(3)]);
        solver.add_clause(&[]);
        (solver.solve(&[Lit::positive(1)], 4, model), stub)
    }

    #[test]
    fn assumptions_are_written_as_unit_clauses() {
        let (_, stub) = solve("s UNSATISFIABLE\n", &mut Vec::new());
        let problem = stub.problem.lock().unwrap();
        let (comment, problem) = problem.split_once('\n').expect("rustsat writes a comment");
        assert!(comment.starts_with("c "));
        assert_eq!(problem, "p cnf 4 3\n1 -1 3 -4 0\n0\n2 0\n");
    }

    #[test]
    fn answers_are_read_through_comments_and_several_lines() {
        let mut model = Vec::new();
        let (answer, _) = solve("c hello\ns SATISFIABLE\r\nv 1 -2\nv 3 0\n", &mut model);
        assert_eq!(answer, Answer::Sat);
        assert_eq!(model, [true, false, true, false]);
        assert_eq!(solve("s UNSATISFIABLE\n", &mut model).0, Answer::Unsat);
        assert_eq!(solve("s UNKNOWN\n", &mut model).0, Answer::Exhausted);
        let (answer, stub) = solve("hello\n", &mut model);
        assert_eq!(answer, Answer::Stopped);
        let failure = stub.failure.lock().unwrap().clone();
        assert_eq!(failure.as_deref(), Some("No solution line found in the output; hello"));
        assert_eq!(model, [true, false, true, false], "only an answer replaces the model");
    }
}
