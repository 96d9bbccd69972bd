//! Statements whose instances are written only when an answer violates them.
//!
//! A theory has many instances over the elements of a piece, and few of them matter to one
//! solver call. So none is written at first. Each piece that the solver finds is checked
//! for violated instances; these are written and the solver is called again, until there is
//! no piece or it violates nothing. The answer is the same as if all instances had been
//! written.

use crate::model::Element;
use crate::theory::{Statement, Term};

use super::budget::Stopped;
use super::ground::Ground;
use super::piece::Piece;
use super::solver::Lit;

/// The most instances of one statement that are written at a time. One instance often
/// repairs the others.
const AT_ONCE: usize = 4;

/// Statements of which some instances are written.
pub struct Lazy {
    statements: Vec<Demand>,
}

/// One statement. It is required if its switch is assumed, or if it has no switch.
struct Demand {
    statement: Statement,
    switch: Option<Lit>,
    /// By position among the tuples of elements.
    written: Vec<bool>,
}

impl Lazy {
    pub fn new(
        ground: &mut Ground,
        statements: impl IntoIterator<Item = (Statement, Option<Lit>)>,
    ) -> Self {
        let demand = |(statement, switch): (Statement, Option<Lit>)| {
            // The values of numbers are looked up in the piece, so it must contain them.
            for term in statement.formula(ground.theory).1.subterms() {
                if let Term::Int(number) = term {
                    ground.number(*number);
                }
            }
            let instances = ground.choices(statement).iter().map(|size| *size as usize).product();
            Demand { statement, switch, written: vec![false; instances] }
        };
        Self { statements: statements.into_iter().map(demand).collect() }
    }

    /// Whether some piece satisfies the assumptions and all required statements. If so, the
    /// solver holds it.
    pub fn solve(&mut self, ground: &mut Ground, assumptions: &[Lit]) -> Result<bool, Stopped> {
        while ground.circuit.solve(assumptions)? {
            // The solver checks the clock only now and then, and many short calls may pass
            // in between.
            if ground.circuit.is_spent() {
                return Err(Stopped::Budget);
            }
            if !self.write_broken(ground, assumptions) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes instances that the last piece violates. Returns whether there are any.
    fn write_broken(&mut self, ground: &mut Ground, assumptions: &[Lit]) -> bool {
        let is_required =
            |demand: &&mut Demand| demand.switch.is_none_or(|switch| assumptions.contains(&switch));
        let piece = Piece::last(ground);
        let required = self.statements.iter_mut().filter(is_required);
        let broken: Vec<(Statement, Option<Lit>, Vec<Element>)> =
            required.flat_map(|demand| demand.broken(ground, &piece)).collect();
        for (statement, switch, tuple) in &broken {
            ground.require_instance(*statement, tuple, *switch);
        }
        !broken.is_empty()
    }
}

impl Demand {
    /// Some instances that the piece violates, which count as written from now on.
    fn broken(
        &mut self,
        ground: &Ground,
        piece: &Piece,
    ) -> Vec<(Statement, Option<Lit>, Vec<Element>)> {
        let mut broken = Vec::new();
        let (room, sizes) = (ground.choices(self.statement), piece.choices(self.statement));
        let mut tuple = vec![0; sizes.len()];
        loop {
            let position = room
                .iter()
                .zip(&tuple)
                .fold(0, |position, (size, element)| position * *size as usize + *element as usize);
            if !self.written[position] && piece.may_break(self.statement, position, &tuple) {
                self.written[position] = true;
                broken.push((self.statement, self.switch, tuple.clone()));
            }
            if broken.len() == AT_ONCE || !advance(&mut tuple, &sizes) {
                return broken;
            }
        }
    }
}

/// Moves to the next tuple below the given sizes, which are not 0; false after the last
/// one.
fn advance(tuple: &mut [Element], sizes: &[u32]) -> bool {
    for (element, size) in tuple.iter_mut().zip(sizes).rev() {
        *element += 1;
        if *element < *size {
            return true;
        }
        *element = 0;
    }
    false
}
