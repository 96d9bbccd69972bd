//! The statements of a theory in an order that needs few clauses for the costly ones.
//!
//! A few cheap axioms about the constructors often determine their tables. `hasEdge`
//! distinguishes all graphs over two nodes: there are sixteen, and the numbering decides
//! which constructor leads from one to another. So the cheap statements are written first,
//! with tables for the operations that they mention. If these have no model in the
//! carriers, the theory has none, and nothing else is written: three nodes have 512 graphs,
//! and the lists over one element never end. Otherwise the conclusions are written into the
//! tables. The costly statements come last, over terms that have one value instead of many.

use std::collections::BTreeSet;

use crate::theory::{OpId, SortKind, Statement, Theory};

use super::carriers::CarrierSizes;
use super::construction::{Discovery, require_construction};
use super::estimate;
use super::ground::{Ground, KnownFacts, Totality};
use super::numbering::Numbering;
use super::symmetry::break_parameter_symmetry;

/// The share of all clauses that belongs to the first stage.
const SHARE: u64 = 8;

/// The statements of a theory, and the operations whose tables come first.
pub struct Staged {
    cheap: Vec<Statement>,
    costly: Vec<Statement>,
    ops: BTreeSet<OpId>,
}

impl Staged {
    /// Takes the cheapest statements first, as long as there is room for their clauses and
    /// for the tables of operations that have none yet.
    pub fn of(theory: &Theory, carriers: &CarrierSizes, totality: Totality) -> Self {
        let mut room = estimate::clauses(theory, carriers, totality, &[]) / SHARE;
        let clauses =
            |statement: Statement| estimate::statement(theory, carriers, totality, statement);
        let mut statements: Vec<(u64, Statement)> = Statement::all(theory)
            .into_iter()
            .map(|statement| (clauses(statement), statement))
            .collect();
        statements.sort();
        let mut staged = Self { cheap: Vec::new(), costly: Vec::new(), ops: always(theory) };
        for (clauses, statement) in statements {
            let new = staged.operations(theory, statement);
            let tables = new.iter().map(|op| estimate::table(theory, carriers, totality, *op));
            let cost = tables.fold(clauses, u64::saturating_add);
            if cost <= room {
                room -= cost;
                staged.ops.extend(new);
                staged.cheap.push(statement);
            } else {
                staged.costly.push(statement);
            }
        }
        staged
    }

    /// The operations of a statement that have no table yet.
    fn operations(&self, theory: &Theory, statement: Statement) -> BTreeSet<OpId> {
        let own = match statement {
            Statement::Axiom(_) => None,
            Statement::Domain(op) => Some(op),
        };
        let ops = statement.formula(theory).1.ops().into_iter().chain(own);
        BTreeSet::from_iter(ops.filter(|op| !self.ops.contains(op)))
    }

    /// Makes the tables and requires all statements.
    pub fn require(
        self,
        ground: &mut Ground,
        numbering: &Numbering,
        canonical: bool,
    ) -> Vec<Discovery> {
        let others: Vec<OpId> =
            ground.theory.ops.ids().filter(|op| !self.ops.contains(op)).collect();
        let given = KnownFacts::default();
        ground.make_tables(self.ops, numbering, &given);
        let discoveries = require_construction(ground, numbering);
        if canonical {
            break_parameter_symmetry(ground);
        }
        for statement in self.cheap {
            ground.require_statement(statement, None);
        }
        if !ground.circuit.conclude() {
            ground.make_blank_tables(others);
            return discoveries;
        }
        ground.fold();
        ground.make_tables(others, numbering, &given);
        for statement in self.costly {
            ground.require_statement(statement, None);
            ground.fold();
        }
        discoveries
    }
}

/// Constructors, which number the elements, and the operations of parameters.
fn always(theory: &Theory) -> BTreeSet<OpId> {
    let is_given = |kind: SortKind| kind != SortKind::Constructed;
    let ops = theory.ops.iter().filter(|(_, op)| {
        let mut sorts = op.arguments.iter().chain(&op.result);
        op.is_constructor() || sorts.all(|sort| is_given(theory.sorts[*sort].kind))
    });
    BTreeSet::from_iter(ops.map(|(op, _)| op))
}
