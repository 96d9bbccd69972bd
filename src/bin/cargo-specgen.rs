//! `cargo specgen …`: the same as `specgen …`.

fn main() -> std::process::ExitCode {
    specgen::cli::run_for_cargo().into()
}
