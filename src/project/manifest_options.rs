//! The build options of a manifest.

use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::manifest_value::{Placed, Reader};
use crate::diagnostic::Code;
use crate::disk::{self, Disk, slashed};
use crate::goal::GoalFamilies;
use crate::options::{ALL_LINTS, BUILD_OPTIONS, BuildOption, BuildOptions, Kind, lints_named};

/// The table of lint levels.
const LINTS: &str = "lints";

/// The keys that are allowed at the head of a manifest and in each build.
pub fn option_keys() -> Vec<&'static str> {
    let options = BUILD_OPTIONS.iter().filter(|option| !option.is_lint_level());
    options.map(|option| option.name).chain([LINTS]).collect()
}

/// Sets the options of a table. Lint levels add to those that are set already.
pub fn read_options(
    table: &DeTable<'_>,
    options: &mut BuildOptions,
    reader: &mut Reader,
    disk: &Disk,
) {
    let (levels, others): (Vec<_>, Vec<_>) =
        BUILD_OPTIONS.iter().partition(|option| option.is_lint_level());
    for option in others {
        if let Some(value) = table.get(option.name) {
            read_option(option, value, options, reader, disk);
        }
    }
    let Some(lints) = table.get(LINTS).and_then(|value| reader.table(value)) else { return };
    let keys: Vec<&str> = levels.iter().map(|option| option.name).collect();
    reader.check_keys(lints, &keys, "among lints");
    // An empty table means the default levels.
    options.lints();
    for option in levels {
        if let Some(value) = lints.get(option.name) {
            read_option(option, value, options, reader, disk);
        }
    }
}

fn read_option(
    option: &BuildOption,
    value: &Spanned<DeValue<'_>>,
    options: &mut BuildOptions,
    reader: &mut Reader,
    disk: &Disk,
) -> Option<()> {
    match &option.kind {
        Kind::Flag(set) => set(options, reader.boolean(value)?),
        Kind::Text(set) => set(options, reader.string(value)?.value),
        Kind::OptionalNumber(range, set) => set(options, reader.number(value, range.clone())?),
        Kind::Choice(choices) => reader.choice(value, option.name, choices)?(options),
        Kind::Families(set) => set(options, families(value, reader)?),
        // `./out` is `out`.
        Kind::OutputFolder(set) => {
            set(options, PathBuf::from(slashed(reader.string(value)?.value.as_ref())));
        }
        Kind::Folder(set) => {
            let folder = reader.string(value)?;
            set(options, checked(folder, reader, disk));
        }
        Kind::Folders(set) => {
            let folders = reader.strings(value).into_iter();
            set(options, folders.map(|folder| checked(folder, reader, disk)).collect());
        }
        Kind::Lints(level) => level(options.lints()).extend(lints(value, reader)),
    }
    Some(())
}

fn checked(folder: Placed<String>, reader: &mut Reader, disk: &Disk) -> PathBuf {
    reader.check_path(&folder, disk::Kind::Folder, disk);
    PathBuf::from(folder.value)
}

/// `["axioms", "laws"]`, or in the form of the command line: `"axioms,laws"`.
fn families(value: &Spanned<DeValue<'_>>, reader: &mut Reader) -> Option<GoalFamilies> {
    let words: Vec<String> = reader.strings(value).into_iter().map(|word| word.value).collect();
    let families = words.join(",").parse::<GoalFamilies>();
    families.map_err(|why| reader.wrong_value(value, why, None)).ok()
}

fn lints(value: &Spanned<DeValue<'_>>, reader: &mut Reader) -> Vec<Code> {
    let names = Code::lints().map(Code::as_str).chain([ALL_LINTS]);
    let known: Vec<(&str, &str)> = names.map(|name| (name, name)).collect();
    let names = reader.values(value).into_iter();
    let names: Vec<&str> = names.filter_map(|name| reader.choice(name, "lint", &known)).collect();
    names.into_iter().flat_map(lints_named).collect()
}
