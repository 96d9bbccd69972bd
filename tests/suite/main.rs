//! All integration tests, as one program, so that there is one thing to link.

mod audit;
mod brute_force;
mod build;
mod cli_check;
mod cli_goals;
mod construction;
mod diagnostics;
mod docs;
mod evaluator;
mod example;
mod formula_text;
mod goals;
mod lookup;
mod mapping_syntax;
mod mappings;
mod numbers;
mod resolution;
mod show;
mod syntax;
mod syntax_trees;
mod theory;
mod tidy;
mod traps;
mod verdicts;
