fn main() -> std::process::ExitCode {
    specgen::cli::run().into()
}
