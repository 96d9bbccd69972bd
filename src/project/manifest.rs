//! `specgen.toml`: the builds of a project.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::job::Job;
use super::manifest_value::{Placed, Reader};
use crate::diagnostic::{Code, Diagnostic, Levels};
use crate::disk::{self, Disk, Kind, display};
use crate::emit::Layout;
use crate::error::{Error, Failure, ManifestSpan};
use crate::goal::GoalFamilies;
use crate::options::MOST_PER_GOAL;
use crate::source::{FileId, Sources, Span};

/// What the file is called.
pub const MANIFEST: &str = "specgen.toml";

/// What may be said for all builds, and again for each.
const SETTINGS: [&str; 9] = [
    "out",
    "layout",
    "scope",
    "goals",
    "per-goal",
    "goals-json",
    "templates",
    "spec-path",
    "lints",
];

/// The builds of a manifest: of this one, or of the nearest in the current folder
/// and those above it.
pub fn load(path: Option<&Path>) -> Result<Vec<Job>, Failure> {
    let (disk, name) = match path {
        Some(path) => locate(path),
        None => (disk::find_upwards(MANIFEST)?.ok_or_else(nothing_to_build)?, MANIFEST.into()),
    };
    let input = disk.read(&name)?;
    let mut sources = Sources::default();
    let file = sources.add(&input.name, input.text);
    let entries = match entries(&sources.file(file).text, file, &disk) {
        Ok(entries) => entries,
        Err(diagnostics) => return Err(Failure::Input { diagnostics, sources }),
    };
    let manifest = Arc::new(sources);
    let job = |Entry { job, map }| {
        let origin = Some(ManifestSpan { manifest: Arc::clone(&manifest), span: map });
        Job { origin, ..job }
    };
    Ok(entries.into_iter().map(job).collect())
}

/// Whether there is a manifest in the current folder or above it.
pub fn exists() -> Result<bool, Error> {
    Ok(disk::find_upwards(MANIFEST)?.is_some())
}

/// The folder of a manifest, and its name there.
fn locate(path: &Path) -> (Disk, PathBuf) {
    match path.file_name() {
        Some(name) => (Disk::at(path.parent().unwrap_or(Path::new(""))), name.into()),
        None => (Disk::default(), path.to_owned()),
    }
}

fn nothing_to_build() -> Error {
    Error(format!(
        "there is no `{MANIFEST}` in the current folder or above it; `specgen init` writes one; or name \
         what to build: SPEC --map MAP"
    ))
}

/// Reads a manifest. Its paths are relative to the disk's folder.
pub fn parse(text: &str, file: FileId, disk: &Disk) -> Result<Vec<Job>, Vec<Diagnostic>> {
    Ok(entries(text, file, disk)?.into_iter().map(|entry| entry.job).collect())
}

fn entries(text: &str, file: FileId, disk: &Disk) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(errors.iter().map(|error| syntax(error, file, text)).collect());
    }
    let mut reader = Reader::new(file);
    let entries = read(document.get_ref(), &mut reader, disk);
    if entries.is_empty() && reader.errors.is_empty() {
        reader.errors.push(empty(file, text));
    }
    collisions(&entries, &mut reader.errors);
    reader.finish(entries)
}

/// A build with the place that names it.
struct Entry {
    job: Job,
    map: Span,
}

fn read(document: &DeTable<'_>, reader: &mut Reader, disk: &Disk) -> Vec<Entry> {
    let mut known = SETTINGS.to_vec();
    known.push("build");
    reader.check_keys(document, &known, "in a manifest");
    let defaults = Settings::read(document, reader, disk);
    let builds = document.get("build").map(|builds| reader.tables(builds)).unwrap_or_default();
    builds.into_iter().filter_map(|build| entry(build, &defaults, reader, disk)).collect()
}

fn entry(
    build: &Spanned<DeValue<'_>>,
    defaults: &Settings,
    reader: &mut Reader,
    disk: &Disk,
) -> Option<Entry> {
    let table = build.get_ref().as_table()?;
    let mut known = vec!["spec", "map"];
    known.extend(SETTINGS);
    reader.check_keys(table, &known, "in a build");
    let own = Settings::read(table, reader, disk);
    let specs = reader.required(table, "spec", build).map(|value| specs(value, reader));
    let map = reader.required(table, "map", build).and_then(|value| reader.string(value));
    let specs = specs?;
    for spec in &specs {
        reader.check_path(spec, Kind::File, disk);
    }
    let map = map?;
    reader.check_path(&map, Kind::File, disk);
    let specs = specs.into_iter().map(|spec| PathBuf::from(spec.value)).collect();
    let mut job = Job::new(specs, map.value);
    job.disk = disk.clone();
    defaults.apply(&mut job);
    own.apply(&mut job);
    Some(Entry { job, map: map.span })
}

fn specs(value: &Spanned<DeValue<'_>>, reader: &mut Reader) -> Vec<Placed<String>> {
    if reader.values(value).is_empty() {
        reader.wrong_value(value, "a build needs a specification".to_owned(), None);
    }
    reader.strings(value)
}

/// What a manifest says beside the inputs, for all builds or for one.
#[derive(Default)]
struct Settings {
    out: Option<PathBuf>,
    layout: Option<Layout>,
    scope: Option<String>,
    goals: Option<GoalFamilies>,
    per_goal: Option<usize>,
    goals_json: Option<bool>,
    templates: Option<PathBuf>,
    spec_path: Option<Vec<PathBuf>>,
    lints: Option<Levels>,
}

impl Settings {
    fn read(table: &DeTable<'_>, reader: &mut Reader, disk: &Disk) -> Self {
        let mut settings = Self::default();
        if let Some(value) = table.get("out") {
            // `./out` is `out`.
            let plain = |out: Placed<String>| PathBuf::from(display(out.value.as_ref()));
            settings.out = reader.string(value).map(plain);
        }
        if let Some(value) = table.get("layout") {
            let layouts = [("folder", Layout::Folder), ("file", Layout::File)];
            settings.layout = reader.choice(value, "layout", &layouts);
        }
        if let Some(value) = table.get("scope") {
            settings.scope = reader.string(value).map(|scope| scope.value);
        }
        if let Some(value) = table.get("goals") {
            settings.goals = goals(value, reader);
        }
        if let Some(value) = table.get("per-goal") {
            settings.per_goal = reader.number(value, 1..=MOST_PER_GOAL);
        }
        if let Some(value) = table.get("goals-json") {
            settings.goals_json = reader.boolean(value);
        }
        if let Some(value) = table.get("templates") {
            let folder = reader.string(value);
            settings.templates = folder.map(|folder| folder_path(folder, reader, disk));
        }
        if let Some(value) = table.get("spec-path") {
            let folders = reader.strings(value).into_iter();
            let folders = folders.map(|folder| folder_path(folder, reader, disk));
            settings.spec_path = Some(folders.collect());
        }
        if let Some(value) = table.get("lints") {
            settings.lints = lints(value, reader);
        }
        settings
    }

    /// Takes the place of what the job has; lints add to one another.
    fn apply(&self, job: &mut Job) {
        fn set<T: Clone>(place: &mut T, value: &Option<T>) {
            if let Some(value) = value {
                place.clone_from(value);
            }
        }
        set(&mut job.options.out, &self.out);
        set(&mut job.options.layout, &self.layout);
        set(&mut job.options.goals, &self.goals);
        set(&mut job.options.per_goal, &self.per_goal);
        set(&mut job.options.goals_json, &self.goals_json);
        set(&mut job.options.spec_path, &self.spec_path);
        if self.scope.is_some() {
            job.options.scope.clone_from(&self.scope);
        }
        if self.templates.is_some() {
            job.options.templates.clone_from(&self.templates);
        }
        if let Some(own) = &self.lints {
            let levels = job.options.lints.get_or_insert_default();
            levels.allow.extend(&own.allow);
            levels.warn.extend(&own.warn);
            levels.deny.extend(&own.deny);
        }
    }
}

fn folder_path(folder: Placed<String>, reader: &mut Reader, disk: &Disk) -> PathBuf {
    reader.check_path(&folder, Kind::Folder, disk);
    PathBuf::from(folder.value)
}

/// `["axioms", "laws"]`, or as the command line takes it: `"axioms,laws"`.
fn goals(value: &Spanned<DeValue<'_>>, reader: &mut Reader) -> Option<GoalFamilies> {
    let words: Vec<String> = reader.strings(value).into_iter().map(|word| word.value).collect();
    let families = words.join(",").parse::<GoalFamilies>();
    families.map_err(|why| reader.wrong_value(value, why, None)).ok()
}

fn lints(value: &Spanned<DeValue<'_>>, reader: &mut Reader) -> Option<Levels> {
    let table = reader.table(value)?;
    reader.check_keys(table, &["allow", "warn", "deny"], "among lints");
    let mut known: Vec<(&str, Vec<Code>)> =
        Code::lints().map(|code| (code.as_str(), vec![code])).collect();
    known.push(("all", Code::lints().collect()));
    let mut codes = |key: &str| {
        let names = table.get(key).map(|value| reader.values(value)).unwrap_or_default();
        let codes = names.into_iter().filter_map(|name| reader.choice(name, "lint", &known));
        BTreeSet::from_iter(codes.flatten())
    };
    Some(Levels { allow: codes("allow"), warn: codes("warn"), deny: codes("deny") })
}

/// Two builds must not write the same files.
fn collisions(entries: &[Entry], errors: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<PathBuf, Span> = BTreeMap::new();
    for Entry { job, map } in entries {
        let path = job.options.out.join(job.name());
        match first.get(&path) {
            Some(other) => errors.push(collision(&path, *map, *other)),
            None => {
                first.insert(path, *map);
            }
        }
    }
}

fn collision(path: &Path, map: Span, other: Span) -> Diagnostic {
    let path = display(path);
    Diagnostic::error(Code::ManifestCollision, format!("two builds write `{path}`"))
        .label(map, "this mapping gives the files their name")
        .label(other, "and so does this one")
        .help("give one of the builds another `out`, or its mapping another name")
}

fn syntax(error: &toml::de::Error, file: FileId, text: &str) -> Diagnostic {
    let end = text.len();
    let span = error.span().map_or(end..end, |span| span.start.min(end)..span.end.min(end));
    Diagnostic::error(Code::ManifestSyntax, "this is not TOML")
        .label(Span::new(file, span), error.message())
}

fn empty(file: FileId, text: &str) -> Diagnostic {
    let end = text.len();
    Diagnostic::error(Code::ManifestEmpty, "the manifest has no builds")
        .label(Span::new(file, end..end), "nothing to build up to here")
        .help("add a `[[build]]` with `spec = \"…\"` and `map = \"…\"`")
}
