//! `specgen.toml`: the builds of a project.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::job::{Job, JobMap};
use super::manifest_options::{option_keys, read_options};
use super::manifest_value::{Placed, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::{self, Disk, Kind, display};
use crate::error::{Error, Failure, ManifestSpan};
use crate::options::BuildOptions;
use crate::source::{FileId, Sources, Span};

/// The name of the file.
pub const MANIFEST: &str = "specgen.toml";

/// The builds of a manifest: the given one, or the nearest in the current folder and its
/// ancestors.
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

/// Whether the current folder or one of its ancestors has a manifest.
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
        "there is no `{MANIFEST}` in the current folder or its ancestors; create one with \
         `specgen init`, or name the files to build: SPEC --map MAP"
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

/// A build with the place of its mapping.
struct Entry {
    job: Job,
    map: Span,
}

fn read(document: &DeTable<'_>, reader: &mut Reader, disk: &Disk) -> Vec<Entry> {
    reader.check_keys(document, &[option_keys(), vec!["build"]].concat(), "in a manifest");
    let mut defaults = BuildOptions::default();
    read_options(document, &mut defaults, reader, disk);
    let builds = document.get("build").map(|builds| reader.tables(builds)).unwrap_or_default();
    builds.into_iter().filter_map(|build| entry(build, &defaults, reader, disk)).collect()
}

fn entry(
    build: &Spanned<DeValue<'_>>,
    defaults: &BuildOptions,
    reader: &mut Reader,
    disk: &Disk,
) -> Option<Entry> {
    let table = build.get_ref().as_table()?;
    reader.check_keys(table, &[vec!["spec", "map", "type"], option_keys()].concat(), "in a build");
    let mut options = defaults.clone();
    read_options(table, &mut options, reader, disk);
    let specs = reader.required(table, "spec", build).map(|value| specs(value, reader));
    let map = map(table, build, reader, disk);
    let specs = specs?;
    for spec in &specs {
        reader.check_path(spec, Kind::File, disk);
    }
    let (map, span) = map?;
    let specs = specs.into_iter().map(|spec| PathBuf::from(spec.value)).collect();
    let job = Job { disk: disk.clone(), options, ..Job::of(specs, map) };
    Some(Entry { job, map: span })
}

/// The mapping of a build, or its type in the place of one.
fn map(
    table: &DeTable<'_>,
    build: &Spanned<DeValue<'_>>,
    reader: &mut Reader,
    disk: &Disk,
) -> Option<(JobMap, Span)> {
    let Some(of_type) = table.get("type") else {
        let map = reader.required(table, "map", build)?;
        let map = reader.string(map)?;
        reader.check_path(&map, Kind::File, disk);
        return Some((JobMap::File(PathBuf::from(map.value)), map.span));
    };
    if table.contains_key("map") {
        reader.wrong_value(of_type, "a build has a mapping or a type".to_owned(), None);
    }
    let of_type = reader.string(of_type)?;
    Some((JobMap::Type(of_type.value), of_type.span))
}

fn specs(value: &Spanned<DeValue<'_>>, reader: &mut Reader) -> Vec<Placed<String>> {
    if reader.values(value).is_empty() {
        reader.wrong_value(value, "a build needs a specification".to_owned(), None);
    }
    reader.strings(value)
}

/// Two builds must not write the same files.
fn collisions(entries: &[Entry], errors: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<PathBuf, Span> = BTreeMap::new();
    for Entry { job, map } in entries {
        let path = job.options.out().join(job.name());
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
        .label(map, "the files are named after this mapping")
        .label(other, "and after this one")
        .help("give one of the builds another `out`, or its mapping another name")
}

fn syntax(error: &toml::de::Error, file: FileId, text: &str) -> Diagnostic {
    let end = text.len();
    let span = error.span().map_or(end..end, |span| span.start.min(end)..span.end.min(end));
    Diagnostic::error(Code::ManifestSyntax, "the manifest is not valid TOML")
        .label(Span::new(file, span), error.message())
}

fn empty(file: FileId, text: &str) -> Diagnostic {
    let end = text.len();
    Diagnostic::error(Code::ManifestEmpty, "the manifest has no builds")
        .label(Span::new(file, end..end), "no `[[build]]` before the end of the file")
        .help("add a `[[build]]` with `spec = \"…\"` and `map = \"…\"`")
}
