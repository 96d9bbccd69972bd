//! All integration tests, as one program, so that there is one thing to link.

mod against;
mod alloy_check;
mod alloy_evaluate;
mod alloy_meaning;
mod alloy_syntax;
mod arithmetic;
mod audit;
mod book;
mod brute_force;
mod build;
mod cache;
mod canonical;
mod cli_check;
mod cli_export;
mod cli_goals;
mod closure;
mod compile;
mod complete;
mod construction;
mod counting;
mod coverage;
mod decide;
mod diagnostics;
mod docs;
mod domains;
mod enumerate;
mod enumerate_command;
mod enumerate_engine;
mod enumerate_korat;
mod enumerate_loose;
mod enumerate_provable;
mod equality;
mod eval;
mod eval_closure;
mod eval_models;
mod eval_share;
mod evaluator;
mod example;
mod execute;
mod exercise;
mod explore;
mod first_day;
mod format;
mod formula_text;
mod freeze;
mod goals;
#[cfg(unix)]
mod guided;
mod hook;
mod init_command;
mod init_project;
mod init_skeleton;
mod init_trouble;
mod install;
mod kinds;
mod large_input;
mod laws;
mod lint_pairs;
mod lookup;
mod mapping_syntax;
mod mappings;
mod module_graph;
mod module_paths;
mod narrow_numbers;
mod nasty_names;
mod numbers;
mod odd_files;
mod options;
mod pasted;
mod paths;
mod planted;
mod polynomial;
mod programs;
mod project;
mod project_builder;
mod project_check;
mod project_edited;
mod project_goals_json;
mod project_manifest;
mod project_pending;
mod project_review;
mod prove;
mod random_specifications;
#[cfg(unix)]
mod rebuild;
mod report_page;
mod report_results;
mod repro;
mod resolution;
mod robustness;
mod rust_layout;
mod short_build;
mod short_data;
mod short_forms;
mod short_mappings;
mod show;
mod solver;
mod streaming;
mod support;
mod syntax;
mod syntax_trees;
mod theory;
mod threads;
mod tidy;
mod tiny_specifications;
mod traps;
mod trial;
mod tutorial;
mod values;
mod verdicts;
mod witnesses;

/// Lets the generated tests that a program runs make fewer sequences, except in CI. For tests of
/// what is generated, not of what sequences find.
fn with_few_sequences(program: &mut std::process::Command) -> &mut std::process::Command {
    match is_ci() {
        true => program,
        false => program.env("SPECGEN_SEQUENCES", "64"),
    }
}

/// Whether the tests run in CI, where some of them try more cases.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some()
}
