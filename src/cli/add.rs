//! `specgen add`: a specification and a mapping of a type, by its path.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit_code::ExitCode;
use super::terminal;
use crate::disk::{self, CargoCrates, Disk};
use crate::error::{Error, Failure};
use crate::infer::{CrateFiles, Crates, RustFile};
use crate::init::{
    CratePath, Files, Skeleton, SkeletonSource, has_functions, implementers, skeleton, testable,
};
use crate::project::{self, Job, JobMap, MANIFEST};
use crate::source::Sources;

/// Draft a specification and a mapping of a type, and add its build to the project
///
/// The type is named by its path: `my_crate::sets::TreeSet`, or `crate::TreeSet` for the package
/// around the project. Its source is that of a package of the workspace or of a dependency.
/// Guesses are marked as such. Writes a specgen.toml unless the project has one.
#[derive(Args)]
pub struct Arguments {
    /// Path of the type; the name of a crate that has one type only
    #[arg(value_name = "PATH")]
    path: String,

    /// Folder for specifications and mappings
    #[arg(long, value_name = "DIR", default_value = "specs")]
    dir: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    place(&drafted(&arguments.path)?, &arguments.dir)
}

/// A specification and a mapping from the signatures of a type.
pub(super) fn drafted(path: &str) -> Result<Skeleton, Failure> {
    let parts: Vec<&str> = path.split("::").map(str::trim).collect();
    let library = parts[0];
    if ["std", "core", "alloc"].contains(&library) {
        return Err(Error(format!(
            "the source of std is not read; write a specification, and build it with `--type {path}`"
        ))
        .into());
    }
    let mut crates = CargoCrates::new(Disk::default());
    let files = crates.files(library).map_err(|none| Error(no_crate(&none.why, &none.known)))?;
    let (modules, name) = match parts[1..].split_last() {
        Some((name, modules)) => (modules, Some(*name)),
        None => (&[][..], None),
    };
    let (file, name) = match name {
        Some(name) => {
            let file = declaring(&files, modules, name).or_else(|| offering(&files, modules, name));
            (file.ok_or_else(|| Error(not_found(&files, name)))?, name.to_owned())
        }
        None => only(&files)?,
    };
    let mut sources = Sources::default();
    let id = sources.add(&file.name, file.text.as_str());
    let mut origin = SkeletonSource::new(&file.name, path_of(&files, file));
    let others = || files.files.iter().filter(|other| other.path != file.path);
    origin.siblings = others().map(|other| other.text.clone()).collect();
    origin.others = others()
        .flat_map(|other| implementers(&other.text, &name, &path_of(&files, other)))
        .collect();
    skeleton(&file.text, id, Some(&name), &origin)
        .map_err(|error| Failure::Input { diagnostics: vec![error], sources })
}

fn no_crate(why: &str, known: &[String]) -> String {
    match known {
        [] => why.to_owned(),
        known => format!("{why}; there are {}", known.join(", ")),
    }
}

fn not_found(files: &CrateFiles, name: &str) -> String {
    let library = &files.name;
    if files.files.iter().any(|file| declares(file, &["trait"], name)) {
        return format!("no public type of `{library}` implements the trait `{name}`");
    }
    format!(
        "no file of `{library}` declares a type, a trait or a module of functions named `{name}`; a macro or another crate may declare it: write a mapping for it by hand"
    )
}

/// The file with types that implement a trait, or with the functions of a module.
fn offering<'f>(files: &'f CrateFiles, modules: &[&str], name: &str) -> Option<&'f RustFile> {
    let implements =
        |file: &&RustFile| !implementers(&file.text, name, &path_of(files, file)).is_empty();
    let has_functions = |file: &&RustFile| {
        let path = path_of(files, file);
        let is_there = path.modules.iter().map(String::as_str).eq(modules.iter().copied());
        let is_it =
            path.modules.iter().map(String::as_str).eq(modules.iter().copied().chain([name]));
        (is_there || is_it) && has_functions(&file.text, name, &path)
    };
    files.files.iter().find(implements).or_else(|| files.files.iter().find(has_functions))
}

/// The only type of a crate that has public methods.
fn only(files: &CrateFiles) -> Result<(&RustFile, String), Error> {
    let mut found: Vec<(&RustFile, String)> = Vec::new();
    for file in &files.files {
        found.extend(testable(&file.text).into_iter().map(|name| (file, name)));
    }
    match found.as_slice() {
        [(file, name)] => Ok((*file, name.clone())),
        [] => Err(Error(format!("no type of `{}` has public methods", files.name))),
        several => {
            let path = |(file, name): &(&RustFile, String)| {
                format!("`{}::{name}`", path_of(files, file).module_of(&[], name))
            };
            let paths: Vec<String> = several.iter().map(path).collect();
            let name = &files.name;
            Err(Error(format!("`{name}` has several types: name one of {}", paths.join(", "))))
        }
    }
}

/// Whether a file declares a name by one of these words.
fn declares(file: &RustFile, kinds: &[&str], name: &str) -> bool {
    let words: Vec<&str> = file.text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    words.windows(2).any(|pair| kinds.contains(&pair[0]) && pair[1] == name)
}

/// The file that declares a type, in these modules where several do.
fn declaring<'f>(files: &'f CrateFiles, modules: &[&str], name: &str) -> Option<&'f RustFile> {
    let is_declaring = |file: &&RustFile| declares(file, &["struct", "enum", "union"], name);
    let found: Vec<&RustFile> = files.files.iter().filter(is_declaring).collect();
    let is_there = |file: &&&RustFile| {
        let path = path_of(files, file);
        path.modules.iter().map(String::as_str).eq(modules.iter().copied())
    };
    found.iter().find(is_there).or(found.first()).copied()
}

/// A file of a library as a module of it.
fn path_of(files: &CrateFiles, file: &RustFile) -> CratePath {
    let parts: Vec<&str> = match file.path == files.root {
        true => vec!["src", "lib.rs"],
        false => std::iter::once("src").chain(file.path.split('/')).collect(),
    };
    let mut path = CratePath::of(Some(&files.name), &parts);
    let root = files.files.iter().find(|file| file.path == files.root);
    path.root = root.map(|root| root.text.clone());
    path
}

/// Writes the files of a skeleton, and adds its build to the manifest. The mapping is the short
/// one if all functions can be inferred.
pub(super) fn place(skeleton: &Skeleton, dir: &Path) -> Result<ExitCode, Failure> {
    let [spec, map] =
        ["spec", "map"].map(|ending| dir.join(format!("{}.{ending}", skeleton.file_stem)));
    let manifest = with_build(&spec, &map)?;
    let files = write(skeleton, &spec, &map)?;
    disk::overwrite(&[(Path::new(MANIFEST), &manifest)])?;
    terminal::print(&summary(files, &disk::display(&spec), &disk::display(&map)))?;
    Ok(ExitCode::Fine)
}

/// Writes the files of a skeleton: those without written functions if these can be inferred.
pub(super) fn write<'s>(
    skeleton: &'s Skeleton,
    spec: &Path,
    map: &Path,
) -> Result<&'s Files, Failure> {
    let Skeleton { inferred, written, .. } = skeleton;
    disk::create(&[(spec.to_owned(), &inferred.spec), (map.to_owned(), &inferred.map)])?;
    let job = Job::of(vec![spec.to_owned()], JobMap::File(map.to_owned()));
    let (Err(_), Some(written)) = (project::expand(&job), written) else { return Ok(inferred) };
    disk::overwrite(&[(spec, &written.spec), (map, &skeleton.short_map)])?;
    if project::expand(&job).is_err() {
        disk::overwrite(&[(map, &written.map)])?;
    }
    Ok(written)
}

/// The manifest with one build more.
fn with_build(spec: &Path, map: &Path) -> Result<String, Error> {
    let manifest = Path::new(MANIFEST);
    let text = match manifest.exists() {
        true => disk::read_text(manifest).map_err(Error)?,
        false => "# The builds of this project: `specgen build` runs all of them.\n\n\
             # Where the tests go: cargo runs what it finds in `tests`.\nout = \"tests\"\n"
            .to_owned(),
    };
    let quoted = |path: &Path| disk::slashed(path).replace('"', "\\\"");
    let (spec, map) = (quoted(spec), quoted(map));
    let build = format!("\n[[build]]\nspec = \"{spec}\"\nmap = \"{map}\"\n");
    Ok(format!("{}\n{build}", text.trim_end()))
}

fn summary(skeleton: &Files, spec: &str, map: &str) -> String {
    let count = match skeleton.operations {
        1 => "1 operation".to_owned(),
        many => format!("{many} operations"),
    };
    let left_out = match skeleton.left_out {
        0 => String::new(),
        1 => format!("; 1 method was left out, see {map}"),
        some => format!("; {some} methods were left out, see {map}"),
    };
    format!(
        "wrote {spec} and {map}: {count}{left_out}\nadded the build to {MANIFEST}\n\n\
         Next: correct the guesses and write axioms, then\n  \
         specgen check {spec}\n  specgen build\n  cargo test\n"
    )
}
