//! A theory compiled to rules that [`execute`](crate::execute) runs.
//!
//! An axiom says that a formula holds for all values. Each of its atoms can be read as a rule:
//! where the rest of the formula can hold only if the atom is true, it is true. The files
//! below are the passes, in order:
//!
//! 1. `translate`: formulas of the theory become formulas of the engine; `if` is gone.
//! 2. `definition`: which atoms an axiom defines, and under which condition.
//! 3. `contrapositive`: which other atoms can be read, where that builds no new state.
//! 4. `orient`: which side of an equation is the head.
//! 5. `flatten`: heads become patterns, conditions become steps in order.

mod contrapositive;
mod definition;
mod flatten;
mod logic;
mod orient;
mod reading;
mod text;
mod translate;

use crate::arena::Id;
use crate::execute::{Axiom, Law, Operation, Program, Sort, SortKind};
use crate::source::Sources;
use crate::theory::{self, Theory};

pub use logic::atoms;
use reading::Reading;
pub use text::{formula_text, text};
pub use translate::{expr, formula};

/// All axioms as rules, with the places of the axioms for messages.
pub fn compile(theory: &Theory, sources: &Sources) -> Program {
    compile_with(theory, &|axiom| sources.place(axiom.span))
}

/// All axioms as rules, for those who report no places.
pub fn program(theory: &Theory) -> Program {
    compile_with(theory, &|_| String::new())
}

fn compile_with(theory: &Theory, place: &dyn Fn(&theory::Axiom) -> String) -> Program {
    let mut program = signature(theory);
    for axiom in theory.axioms.values() {
        let number = program.axioms.len();
        program.axioms.push(Axiom {
            label: axiom.title(),
            text: axiom.text.clone(),
            place: place(axiom),
        });
        let sorts: Vec<usize> = axiom.variables.iter().map(|it| it.sort.index()).collect();
        if theory.is_parameter(axiom.spec) {
            let formula = formula(&axiom.formula);
            program.laws.push(Law { sorts: sorts.clone(), formula });
        }
        for reading in readings(axiom, &program) {
            if let Some(rule) = flatten::flatten(&reading, &sorts, number, &program) {
                program.ops[rule.op].rules.push(program.rules.len());
                program.rules.push(rule);
            }
        }
    }
    // What makes a term smaller goes first.
    for op in 0..program.ops.len() {
        let rules = &program.rules;
        program.ops[op].rules.sort_by_key(|rule| rules[*rule].is_ordered);
    }
    program
}

fn readings(axiom: &theory::Axiom, program: &Program) -> Vec<Reading> {
    let mut readings = definition::definitions(&axiom.formula, program);
    readings.extend(contrapositive::contrapositives(&axiom.formula, program));
    readings
}

/// Sorts and operations with their domain conditions, before there are rules.
fn signature(theory: &Theory) -> Program {
    let sorts = theory.sorts.values().map(|sort| Sort {
        name: sort.name.clone(),
        kind: match sort.kind {
            theory::SortKind::Parameter => SortKind::Given,
            theory::SortKind::Constructed => SortKind::Constructed,
            theory::SortKind::Int => SortKind::Int,
        },
        is_free: theory.specs[sort.spec].origin != theory::SpecOrigin::Written,
    });
    let ops = theory.ops.values().map(|op| Operation {
        name: op.name.clone(),
        arguments: op.arguments.iter().map(|sort| sort.index()).collect(),
        result: op.result.map(Id::index),
        is_constructor: op.is_constructor(),
        is_given: theory.is_parameter(op.spec),
        domain: op.domain.as_ref().map(|domain| formula(&domain.condition)),
        rules: Vec::new(),
    });
    let (sorts, ops) = (sorts.collect(), ops.collect());
    Program { sorts, ops, axioms: Vec::new(), rules: Vec::new(), laws: Vec::new() }
}
