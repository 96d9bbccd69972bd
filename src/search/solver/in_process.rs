//! CaDiCaL, inside this process.
//!
//! rustsat has an interface to it too, whose build needs libclang. This one needs a C++
//! compiler and nothing else.

use cadical::{Callbacks, Solver};

use super::backend::{Answer, Lit, SatBackend};
use crate::search::budget::Stop;

pub struct Cadical {
    inner: Solver<Watch>,
    /// The conflicts that a call may take.
    most_conflicts: u64,
}

/// CaDiCaL calls it regularly.
struct Watch {
    stop: Stop,
    stopped: bool,
}

impl Callbacks for Watch {
    fn started(&mut self) {
        self.stopped = false;
    }

    fn terminate(&mut self) -> bool {
        self.stopped = self.stopped || (self.stop)();
        self.stopped
    }
}

impl Cadical {
    pub fn new(stop: Stop, most_conflicts: u64) -> Self {
        let mut inner = Solver::new();
        inner.set_callbacks(Some(Watch { stop, stopped: false }));
        Self { inner, most_conflicts }
    }

    fn is_stopped(&mut self) -> bool {
        self.inner.get_callbacks().is_some_and(|watch| watch.stopped)
    }
}

impl SatBackend for Cadical {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.inner.add_clause(clause.iter().map(|lit| lit.to_ipasir()));
    }

    fn solve(&mut self, assumptions: &[Lit], variables: u32, model: &mut Vec<bool>) -> Answer {
        // The limit applies to the next call. One beyond CaDiCaL's range is no limit.
        if let Ok(conflicts) = i32::try_from(self.most_conflicts) {
            let known = self.inner.set_limit("conflicts", conflicts);
            known.expect("CaDiCaL can limit conflicts");
        }
        match self.inner.solve_with(assumptions.iter().map(|lit| lit.to_ipasir())) {
            Some(true) => {
                let value = |variable| self.inner.value(Lit::positive(variable).to_ipasir());
                model.clear();
                model.extend((0..variables).map(|variable| value(variable) == Some(true)));
                Answer::Sat
            }
            Some(false) => Answer::Unsat,
            None if self.is_stopped() => Answer::Stopped,
            None => Answer::Exhausted,
        }
    }

    fn limit_conflicts(&mut self, conflicts: u64) {
        self.most_conflicts = conflicts;
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::backend::TRUE;
    use super::*;
    use crate::search::budget::Allowance;
    use crate::search::engine::Engine;

    /// Few enough that all assignments can be tried.
    const VARIABLES: u32 = 8;

    type Clause = Vec<Lit>;

    /// Clauses to add, and then assumptions to ask about.
    fn rounds() -> impl Strategy<Value = Vec<(Vec<Clause>, Vec<Lit>)>> {
        let lit = || (1..=VARIABLES, any::<bool>()).prop_map(|(var, sign)| Lit::new(var, sign));
        vec((vec(vec(lit(), 1..=3), 0..20), vec(lit(), 0..=5)), 1..6)
    }

    fn holds(assignment: u32, lit: Lit) -> bool {
        (assignment >> (lit.vidx32() - 1) & 1 == 1) == lit.is_pos()
    }

    /// What trying all assignments answers.
    fn has_model(clauses: &[Clause], assumptions: &[Lit]) -> bool {
        (0..1 << VARIABLES).any(|assignment: u32| {
            assumptions.iter().all(|lit| holds(assignment, *lit))
                && clauses.iter().all(|clause| clause.iter().any(|lit| holds(assignment, *lit)))
        })
    }

    fn solver(engine: Engine, effort: u64, stop: Stop) -> super::super::Solver {
        let allowance = Allowance { engine, effort, stop, ..Allowance::unlimited() };
        let mut solver = super::super::Solver::new(allowance);
        for _ in 0..VARIABLES {
            solver.new_literal();
        }
        solver
    }

    fn unlimited(engine: Engine) -> super::super::Solver {
        solver(engine, u64::MAX, Rc::new(|| false))
    }

    /// Leaves out one assumption after the other, as refutations do.
    fn core(solver: &mut super::super::Solver, assumptions: &[Lit]) -> Vec<Lit> {
        let mut core = assumptions.to_vec();
        for lit in assumptions {
            let without: Vec<Lit> = core.iter().copied().filter(|other| other != lit).collect();
            if solver.solve(&without) == Answer::Unsat {
                core = without;
            }
        }
        core
    }

    proptest! {
        #[test]
        fn cadical_answers_as_the_built_in_solver_and_as_trying_all_assignments(
            rounds in rounds(),
        ) {
            let mut builtin = unlimited(Engine::BuiltIn);
            let mut cadical = unlimited(Engine::Cadical);
            let mut clauses: Vec<Clause> = Vec::new();
            for (more, assumptions) in rounds {
                for clause in &more {
                    builtin.add_clause(clause);
                    cadical.add_clause(clause);
                }
                clauses.extend(more);
                let expected = match has_model(&clauses, &assumptions) {
                    true => Answer::Sat,
                    false => Answer::Unsat,
                };
                prop_assert_eq!(builtin.solve(&assumptions), expected);
                prop_assert_eq!(cadical.solve(&assumptions), expected);
                if expected == Answer::Sat {
                    prop_assert!(assumptions.iter().all(|lit| cadical.value(*lit)));
                    let is_true = |clause: &Clause| clause.iter().any(|lit| cadical.value(*lit));
                    prop_assert!(clauses.iter().all(is_true) && cadical.value(TRUE));
                } else {
                    let core_of_both = [&mut builtin, &mut cadical].map(|one| core(one, &assumptions));
                    prop_assert_eq!(&core_of_both[0], &core_of_both[1]);
                    prop_assert!(!has_model(&clauses, &core_of_both[0]));
                }
            }
        }
    }

    /// So many pigeons in one hole less, which takes many conflicts to refute.
    fn pigeons(solver: &mut super::super::Solver, pigeons: usize) {
        let places: Vec<Clause> =
            (0..pigeons).map(|_| (1..pigeons).map(|_| solver.new_literal()).collect()).collect();
        for (index, pigeon) in places.iter().enumerate() {
            solver.add_clause(pigeon);
            for other in &places[..index] {
                for (one, another) in pigeon.iter().zip(other) {
                    solver.add_clause(&[!*one, !*another]);
                }
            }
        }
    }

    #[test]
    fn cadical_gives_a_question_up_that_takes_too_many_conflicts() {
        let mut solver = solver(Engine::Cadical, 50, Rc::new(|| false));
        let guard = solver.new_literal();
        assert_eq!(solver.solve(&[guard]), Answer::Sat);
        pigeons(&mut solver, 8);
        assert_eq!(solver.solve(&[]), Answer::Exhausted);
        assert!(solver.value(guard), "the model that was found before is kept");
        let mut patient = unlimited(Engine::Cadical);
        pigeons(&mut patient, 8);
        assert_eq!(patient.solve(&[]), Answer::Unsat);
    }

    #[test]
    fn cadical_stops_on_request() {
        let stop = Rc::new(std::cell::Cell::new(true));
        let told = Rc::clone(&stop);
        let mut solver = solver(Engine::Cadical, u64::MAX, Rc::new(move || told.get()));
        pigeons(&mut solver, 8);
        assert_eq!(solver.solve(&[]), Answer::Stopped);
        stop.set(false);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
    }

    #[test]
    fn conclusions_are_drawn_until_cadical_is_asked() {
        let mut solver = unlimited(Engine::Cadical);
        let (one, other) = (solver.new_literal(), solver.new_literal());
        solver.add_clause(&[one]);
        solver.add_clause(&[!one, other]);
        assert!(solver.propagate() && solver.conclude());
        assert_eq!(solver.known(other), Some(true));
        assert_eq!(solver.solve(&[!other]), Answer::Unsat);
        assert_eq!(solver.known(other), None);
        assert!(solver.propagate() && solver.conclude());
        solver.add_clause(&[!other]);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
    }
}
