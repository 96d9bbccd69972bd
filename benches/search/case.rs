//! What is measured: a specification at a scope.

use std::path::Path;

use specgen::goal::{Goal, GoalOptions, goals};
use specgen::model::Mode;
use specgen::search::{
    CarrierSize, CarrierSizes, Options, Outcome, Range, ScopeLimits, Verdict, clause_count, search,
};
use specgen::theory::{NoFolders, SortId, SortKind, Theory, Workspace};

use super::{median, milliseconds};

/// A specification, its constructed sort, its parameter, and their sizes.
type Growth = (&'static str, &'static str, &'static str, &'static [(u32, u32)]);

/// At most so many elements of the constructed sort over exactly so many of the
/// parameter: the scope of the published experiment, and what grows from it.
const FIXED: [Growth; 4] = [
    ("sorted_set", "SortedSet", "Orderable", &[(12, 3), (18, 4), (34, 5), (66, 6)]),
    ("partially_ordered_set", "POSet", "POrderable", &[(12, 3), (18, 4), (34, 5)]),
    ("union_set", "Set", "Element", &[(12, 3), (18, 4)]),
    ("one_of_set", "Set", "Element", &[(12, 3), (18, 4)]),
];

pub struct Case {
    pub name: String,
    /// The file without its ending.
    pub spec: String,
    theory: Theory,
    goals: Vec<Goal>,
    options: Options,
    /// Where the scope does not grow by itself.
    carriers: Option<CarrierSizes>,
}

/// Those at fixed scopes, then every example as it grows by itself.
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    let names = entries.map(|entry| entry.expect("the entry is readable").file_name());
    let names = names.map(|name| name.into_string().expect("file names are text"));
    let specs = names.filter_map(|name| name.strip_suffix(".spec").map(str::to_owned));
    let mut specs: Vec<String> = specs.collect();
    specs.sort();
    let fixed = FIXED.iter().flat_map(|(spec, sort, parameter, scopes)| {
        scopes.iter().map(|scope| Case::fixed(spec, sort, parameter, *scope))
    });
    fixed.chain(specs.iter().map(|spec| Case::growing(spec))).collect()
}

impl Case {
    fn growing(spec: &str) -> Self {
        let file = format!("{spec}.spec");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs").join(&file);
        let text = std::fs::read_to_string(path).expect("shipped specifications are readable");
        let loaded = Workspace::new(NoFolders).load(&file, &text);
        let loaded = loaded.expect("shipped specifications are well-formed");
        let subject = loaded.default_subject().expect("every example has a subject");
        let theory = loaded.theory.restricted_to(subject);
        let goals = goals(&theory, GoalOptions::default()).expect("few enough goals");
        let (name, spec) = (spec.to_owned(), spec.to_owned());
        Self { name, spec, theory, goals, options: Options::default(), carriers: None }
    }

    fn fixed(spec: &str, sort: &str, parameter: &str, (most, exactly): (u32, u32)) -> Self {
        let case = Self::growing(spec);
        let scope = format!("{sort}<={most},{parameter}={exactly}");
        let scope = ScopeLimits::parse(&scope, &case.theory).expect("the scope is well-formed");
        let no_numbers = Range { low: 0, high: 0 };
        let carriers = CarrierSizes::uniform(&case.theory, exactly, most, no_numbers);
        let options = Options { scope, ..Options::default() };
        let name = format!("{spec} {most}/{exactly}");
        Self { name, options, carriers: Some(carriers), ..case }
    }

    pub fn is_fixed(&self) -> bool {
        self.carriers.is_some()
    }

    pub fn search(&self) -> Vec<Outcome> {
        search(&self.theory, &self.goals, &self.options, &mut |_| {})
            .expect("all models pass the evaluator")
    }

    /// The row of the table, and behind it the time of the search in seconds.
    pub fn measure(&self) -> String {
        let outcomes = self.search();
        let peak = peak_of_memory();
        let total = median(|| self.search());
        let carriers = self.carriers.clone().unwrap_or_else(|| self.largest(&outcomes));
        let fragment = outcomes.iter().any(|outcome| outcome.mode == Mode::Fragment);
        let mode = if fragment { Mode::Fragment } else { Mode::Closed };
        let clauses = clause_count(&self.theory, &carriers, mode);
        let grounding = median(|| clause_count(&self.theory, &carriers, mode));
        let is_covered = |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Covered(_));
        let seconds = total.as_secs_f64();
        format!(
            "| {} | {} | {} | {} | {clauses} | {} | {} | {:.0} | {peak} |\t{seconds}",
            self.name,
            self.sizes(&carriers),
            self.goals.len(),
            outcomes.iter().filter(is_covered).count(),
            milliseconds(grounding),
            milliseconds(total),
            self.goals.len() as f64 / seconds,
        )
    }

    /// The largest carriers that a goal ended with.
    fn largest(&self, outcomes: &[Outcome]) -> CarrierSizes {
        let size = |sort: SortId| {
            let sizes = outcomes.iter().flat_map(|outcome| &outcome.scope);
            sizes.filter(|(of, _)| *of == sort).map(|(_, size)| *size).max().unwrap_or(1)
        };
        let low = |sort: SortId| {
            outcomes.iter().find_map(|outcome| match &outcome.verdict {
                Verdict::Covered(witness) => Some(witness.model.carriers[sort].low),
                _ => None,
            })
        };
        let sorts = self.theory.sorts.iter().map(|(id, sort)| CarrierSize {
            size: size(id),
            exact: sort.kind != SortKind::Constructed,
            low: low(id).unwrap_or(0),
        });
        CarrierSizes { sorts: sorts.collect() }
    }

    /// The sizes of the constructed sorts, the parameters and the numbers: `12/3`.
    fn sizes(&self, carriers: &CarrierSizes) -> String {
        let kinds = [SortKind::Constructed, SortKind::Parameter, SortKind::Int];
        let of_kind = |kind| self.theory.sorts.iter().filter(move |(_, sort)| sort.kind == kind);
        let sizes =
            kinds.into_iter().flat_map(of_kind).map(|(id, _)| carriers.size(id).to_string());
        sizes.collect::<Vec<_>>().join("/")
    }
}

/// The most memory that this process has held, where the system tells.
fn peak_of_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.map_or_else(String::new, |size| format!("{} MiB", size.div_ceil(1024)))
}
