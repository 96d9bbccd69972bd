//! `specgen test`: runs generated tests through cargo, and reports by axiom how they
//! ended.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use clap::Args;

use super::against;
use super::coverage::{CoverageFlags, Covered};
use super::exit_code::ExitCode;
use super::freeze;
use super::guided::{Guidance, GuidedFlags};
use super::terminal;
use super::test_progress::{Progress, Watched};
use crate::disk::{Disk, RecordFolder, display, generated_files, record_texts};
use crate::error::{Error, Failure};
use crate::options::OUT;
use crate::project::{self};
use crate::run::{
    self, GeneratedTest, Record, Suite, SuiteRun, TestOutcome, TestRun, guided_findings,
    guided_table, matched, table,
};

/// Run generated tests, and report the results by axiom
///
/// Runs `cargo test` in the current folder, with the arguments after `--`, and prints
/// how often the tests evaluated each axiom, failures grouped by their probable cause,
/// and what no test exercised. If a test ends its process, for example by a stack
/// overflow, runs all tests again, each in a process of its own.
#[derive(Args)]
pub struct Arguments {
    /// Folder with generated files (repeatable) [default: the output folders of
    /// specgen.toml, or `out` and `tests`]
    #[arg(long, value_name = "DIR")]
    out: Vec<PathBuf>,

    /// Fail if a test is vacuous, an axiom is not exercised or a goal has no test
    #[arg(long)]
    strict: bool,

    /// Keep the counts of evaluations in this folder, for `specgen report`
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Run N sequences of operations for each type, and no other tests
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sequences: Option<u64>,

    /// Run the same sequences on the types of this mapping, compare what both answer, and run
    /// no other tests
    ///
    /// The mapping must be of the same specification. Differences count also where the
    /// specification allows both answers; the report says so.
    #[arg(long, value_name = "MAP", conflicts_with_all = ["strict", "records", "guided", "coverage", "cargo"])]
    against: Option<PathBuf>,

    /// Record what the types answer where the specification leaves the answer open, and run no
    /// other tests
    ///
    /// The answers are kept in the file `specgen-frozen` in the output folder. If there is such
    /// a file, `specgen test` shows answers that differ, with exit code 6. `--freeze` accepts
    /// them.
    #[arg(long, conflicts_with_all = ["strict", "records", "against", "guided", "coverage", "cargo"])]
    freeze: bool,

    #[command(flatten)]
    guided: GuidedFlags,

    #[command(flatten)]
    coverage: CoverageFlags,

    /// How many tests run at the same time [default: the number of processors]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    jobs: Option<u64>,

    /// Arguments of cargo test, and after another `--` of the tests
    #[arg(last = true, value_name = "CARGO ARGUMENTS")]
    cargo: Vec<String>,
}

/// The folder in which cargo looks for tests.
const TESTS: &str = "tests";

/// Part of the names of sequence tests.
const SEQUENCES: &str = "sequences::of_";

/// What cargo printed, and how it ended.
struct Finished {
    text: String,
    status: ExitStatus,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(map) = &arguments.against {
        return against::run(map, &arguments.folders()?, arguments.sequences);
    }
    if arguments.freeze {
        return freeze::record(&arguments.folders()?, arguments.sequences);
    }
    let (suites, generated) = suites(&arguments.folders()?)?;
    let records = RecordFolder::create(arguments.records.as_deref())?;
    let is_sequence = |test: &&GeneratedTest| test.module == "sequences";
    let tests = suites.iter().flat_map(|suite| &suite.tests).filter(is_sequence).count() as u64;
    let mut mode = arguments.mode(tests)?;
    if tests == 0 && (arguments.sequences.is_some() || mode.guidance().is_some()) {
        return Err(Error("there are no sequences among the generated tests".to_owned()).into());
    }
    let run_all =
        |isolation: Isolation, mode: &Mode| arguments.cargo(&records, isolation, tests, mode);
    let mut finished = run_all(Isolation::Programs, &mode)?;
    if mode.is_instrumented() && run::read(&finished.text).is_err() {
        terminal::report(&finished.text)?;
        let instead = if mode.guidance().is_some() {
            "sequences run unguided"
        } else {
            "the tests run without coverage"
        };
        terminal::report(&format!("the instrumented build failed; {instead}\n"))?;
        mode = mode.without_instrumentation();
        finished = run_all(Isolation::Programs, &mode)?;
    }
    if run::is_cut_short(&finished.text) {
        terminal::report("a test ended its process; running each test in a process of its own\n")?;
        records.clear()?;
        finished = run_all(Isolation::Tests, &mode)?;
    }
    let Ok(ran) = run::read(&finished.text) else {
        terminal::report(&finished.text)?;
        return Err(Error(
            match arguments.is_quiet() {
                true => "cargo does not name the tests that it runs with --quiet",
                false => "cargo has not run a single test",
            }
            .to_owned(),
        )
        .into());
    };
    let runs = runs(suites, &ran, &records)?;
    if runs.is_empty() {
        let count = ran.len();
        let why = format!("cargo has run {count} tests, but none that is generated");
        return Err(Error(why).into());
    }
    terminal::print(&guided_table(&counts(&records)?))?;
    if let Mode::Covered(covered) = &mode {
        covered.show(&finished.text, &generated, &records)?;
    }
    terminal::print(&match mode.guidance() {
        Some(_) => guided_findings(&runs),
        None => table(&runs),
    })?;
    if runs.iter().any(|run| run.exercises.is_none()) {
        terminal::report(
            "the generated tests do not count evaluations; `specgen build` updates them\n",
        )?;
    }
    let code = arguments.exit_code(&runs, finished.status)?;
    if arguments.sequences.is_some() || mode.guidance().is_some() {
        return Ok(code);
    }
    let is_changed = freeze::has_changed(&arguments.folders()?)?;
    Ok(if is_changed && code == ExitCode::Fine { ExitCode::Changed } else { code })
}

/// The suites of which a test was run.
fn runs(
    suites: Vec<Suite>,
    ran: &[TestRun],
    records: &RecordFolder,
) -> Result<Vec<SuiteRun>, Error> {
    let outcomes = matched(&suites, ran);
    let counts = counts(records)?;
    let exercises = run::exercises(&suites, &counts);
    let sequences = run::sequences(&suites, &counts);
    let runs = suites.into_iter().zip(outcomes).zip(exercises.into_iter().zip(sequences));
    let runs = runs.map(|((suite, outcomes), (exercises, sequences))| {
        let exercises = (!counts.is_empty()).then_some(exercises);
        SuiteRun { suite, outcomes, exercises, sequences }
    });
    Ok(runs.filter(|run| run.outcomes.iter().any(Option::is_some)).collect())
}

/// What the tests counted.
fn counts(records: &RecordFolder) -> Result<Vec<Record>, Error> {
    let texts = record_texts(records.path())?;
    Ok(texts.iter().flat_map(|text| run::records(text)).collect())
}

/// The generated tests below some folders, and the files there.
fn suites(folders: &[(Disk, PathBuf)]) -> Result<(Vec<Suite>, Vec<PathBuf>), Error> {
    let mut suites = Vec::new();
    let mut files = Vec::new();
    for (disk, folder) in folders {
        for (path, text) in generated_files(disk, folder)? {
            let (tests, statements) = run::tests(&text);
            if !tests.is_empty() {
                suites.push(Suite { name: suite_name(&path), tests, statements });
            }
            files.push(path);
        }
    }
    if suites.is_empty() {
        let names: Vec<String> =
            folders.iter().map(|(_, folder)| format!("`{}`", display(folder))).collect();
        return Err(Error(format!(
            "there are no generated tests in {}; `specgen build` writes some, and --out says where \
             to look",
            names.join(", ")
        )));
    }
    Ok((suites, files))
}

/// `out/treeset/main.rs` and `out/treeset.rs` are `treeset`.
fn suite_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    let folder = path.parent().and_then(Path::file_name).filter(|_| stem == "main");
    folder.unwrap_or(stem).to_string_lossy().into_owned()
}

impl Arguments {
    fn folders(&self) -> Result<Vec<(Disk, PathBuf)>, Failure> {
        if !self.out.is_empty() {
            return Ok(self.out.iter().map(|out| (Disk::default(), out.clone())).collect());
        }
        if !project::has_manifest()? {
            let usual = [OUT, TESTS].map(PathBuf::from);
            let (there, missing): (Vec<_>, Vec<_>) =
                usual.into_iter().partition(|one| one.is_dir());
            let folders = if there.is_empty() { missing } else { there };
            return Ok(folders.into_iter().map(|folder| (Disk::default(), folder)).collect());
        }
        Ok(project::out_folders(&project::load_manifest(None)?))
    }

    fn mode(&self, tests: u64) -> Result<Mode, Error> {
        if let Some(guidance) = self.guided.guidance(tests)? {
            return Ok(Mode::Guided(guidance));
        }
        Ok(self.coverage.covered()?.map_or(Mode::Plain, Mode::Covered))
    }

    /// Whether the arguments request dots instead of test names.
    fn is_quiet(&self) -> bool {
        self.cargo.iter().any(|argument| argument == "--quiet" || argument == "-q")
    }

    fn exit_code(&self, runs: &[SuiteRun], status: ExitStatus) -> Result<ExitCode, Failure> {
        if status.success() {
            let is_hollow = self.strict && runs.iter().any(|run| !run.gaps().is_empty());
            return Ok(if is_hollow { ExitCode::Uncovered } else { ExitCode::Fine });
        }
        let is_failure =
            |outcome: &Option<TestOutcome>| matches!(outcome, Some(TestOutcome::Failed { .. }));
        if !runs.iter().flat_map(|run| &run.outcomes).any(is_failure) {
            let what = if self.strict { "a vacuous test or one" } else { "a test" };
            terminal::report(&format!("cargo test failed, by {what} that is not generated\n"))?;
        }
        Ok(ExitCode::TestsFailed)
    }

    /// Runs cargo. The output of passing tests is needed too, and all programs are run
    /// whichever fails.
    fn cargo(
        &self,
        records: &RecordFolder,
        isolation: Isolation,
        tests: u64,
        mode: &Mode,
    ) -> Result<Finished, Error> {
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut parts = self.cargo.splitn(2, |argument| argument == "--");
        let for_cargo = parts.next().unwrap_or_default();
        let for_tests = parts.next().unwrap_or_default();
        let mut command = Command::new(program);
        command.arg("test").args(for_cargo);
        if !for_cargo.iter().any(|argument| argument == "--no-fail-fast") {
            command.arg("--no-fail-fast");
        }
        if isolation == Isolation::Tests {
            command.arg("--config").arg(runner()?);
        }
        if let Some(jobs) = self.jobs {
            command.arg(format!("--jobs={jobs}"));
        }
        match mode {
            Mode::Plain => {}
            Mode::Guided(guidance) => guidance.prepare(&mut command, for_cargo),
            Mode::Covered(covered) => covered.prepare(&mut command, for_cargo),
        }
        command.args(["--", "--show-output"]);
        if let Some(guidance) = mode.guidance() {
            command.arg(SEQUENCES);
            guidance.start(&mut command);
        }
        if let Some(jobs) = self.jobs {
            command.arg(format!("--test-threads={jobs}"));
        }
        if let Some(sequences) = self.sequences {
            command.arg(SEQUENCES).env("SPECGEN_SEQUENCES", sequences.to_string());
            command.env("SPECGEN_PROGRESS", "1");
        }
        command.args(for_tests);
        command.env("CARGO_TERM_COLOR", "never").env("SPECGEN_RECORDS", records.path());
        if self.strict {
            command.env("SPECGEN_STRICT", "1");
        }
        let total = self.sequences.map(|count| count * tests);
        let folder = records.path().to_owned();
        let watched = match (total, mode.guidance()) {
            (Some(total), _) => Watched::Sequences(folder, total),
            (None, Some(_)) => Watched::Guided(folder),
            (None, None) => Watched::Tests,
        };
        finish(command, watched).map_err(|error| Error(format!("cannot run cargo: {error}")))
    }
}

/// How the tests are built.
enum Mode {
    Plain,
    Guided(Guidance),
    Covered(Covered),
}

impl Mode {
    fn guidance(&self) -> Option<&Guidance> {
        match self {
            Mode::Guided(guidance) => Some(guidance),
            Mode::Plain | Mode::Covered(_) => None,
        }
    }

    fn is_instrumented(&self) -> bool {
        match self {
            Mode::Plain => false,
            Mode::Guided(guidance) => guidance.is_instrumented(),
            Mode::Covered(_) => true,
        }
    }

    fn without_instrumentation(self) -> Self {
        match self {
            Mode::Guided(guidance) => Mode::Guided(guidance.unguided()),
            Mode::Plain | Mode::Covered(_) => Mode::Plain,
        }
    }
}

/// What an abort ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Isolation {
    /// All tests of a program.
    Programs,
    /// The test alone.
    Tests,
}

/// The setting that makes cargo start test programs through `specgen run-each`.
fn runner() -> Result<String, Error> {
    let program = std::env::current_exe();
    let program = program.map_err(|error| Error(format!("cannot find specgen: {error}")))?;
    Ok(format!("target.'cfg(all())'.runner = [{:?}, \"run-each\"]", program.to_string_lossy()))
}

/// Both of cargo's outputs go into one pipe, so that their lines stay in order.
fn finish(mut command: Command, watched: Watched) -> std::io::Result<Finished> {
    let (reader, writer) = std::io::pipe()?;
    let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // The pipe ends when nobody can write to it.
    drop(command);
    let mut progress = Progress::start(watched);
    let mut text = String::new();
    let mut reader = BufReader::new(reader);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        progress.observe(line.trim_end());
        text.push_str(&line);
        bytes.clear();
    }
    progress.finish();
    Ok(Finished { text, status: child.wait()? })
}
