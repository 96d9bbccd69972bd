//! Build options as flags of a command.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::diagnostic::Code;
use crate::error::Error;
use crate::goal::GoalFamilies;
use crate::options::{ALL_LINTS, BUILD_OPTIONS, BuildOption, BuildOptions, Kind, lints_named};

/// The flags of some build options.
#[derive(Clone, Debug)]
pub struct Flags<S> {
    pub options: BuildOptions,
    /// The names of the flags that were given.
    given: Vec<&'static str>,
    selection: PhantomData<S>,
}

/// Which options a command has.
pub trait Selection {
    fn has(option: &BuildOption) -> bool;
}

/// Every option.
#[derive(Clone, Debug)]
pub struct All;

/// The options of commands that search: `--spec-path` and `--scope`.
#[derive(Clone, Debug)]
pub struct Search;

#[derive(Clone, Debug)]
pub struct SpecPath;

/// `--allow`, `--warn` and `--deny`.
#[derive(Clone, Debug)]
pub struct LintLevels;

impl Selection for All {
    fn has(_option: &BuildOption) -> bool {
        true
    }
}

impl Selection for Search {
    fn has(option: &BuildOption) -> bool {
        ["spec-path", "scope"].contains(&option.name)
    }
}

impl Selection for SpecPath {
    fn has(option: &BuildOption) -> bool {
        option.name == "spec-path"
    }
}

impl Selection for LintLevels {
    fn has(option: &BuildOption) -> bool {
        option.is_lint_level()
    }
}

impl<S: Selection> Flags<S> {
    fn selected() -> impl Iterator<Item = &'static BuildOption> {
        BUILD_OPTIONS.iter().filter(|option| S::has(option))
    }

    /// Refuses flags that apply to one build where a manifest has several. Lint levels
    /// apply to all builds.
    pub fn check_for_manifest(&self) -> Result<(), Error> {
        let mut given = Self::selected().filter(|option| self.given.contains(&option.name));
        match given.find(|option| !option.is_lint_level() && !option.is_without_effect()) {
            Some(BuildOption { name, .. }) => {
                let why = "applies to one build, with --map; in a manifest, write";
                Err(Error(format!("--{name} {why} `{name} = …`")))
            }
            None => Ok(()),
        }
    }
}

impl<S: Selection> Args for Flags<S> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::selected().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Selection> FromArgMatches for Flags<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (options, given) = (BuildOptions::default(), Vec::new());
        let mut flags = Self { options, given, selection: PhantomData };
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let is_given = |option: &&BuildOption| {
            matches.value_source(option.name) == Some(ValueSource::CommandLine)
        };
        for option in Self::selected().filter(is_given) {
            self.given.push(option.name);
            set(option, matches, &mut self.options);
        }
        Ok(())
    }
}

fn flag(option: &'static BuildOption) -> Arg {
    let (summary, details) = option.doc.split_once("\n\n").unwrap_or((option.doc, ""));
    let summary = one_line(summary).trim_end_matches('.').to_owned();
    let flag = Arg::new(option.name).long(option.name);
    let flag = match details.trim() {
        "" => flag.help(summary),
        details => {
            let long = format!("{summary}\n\n{}", one_line(details));
            flag.help(summary).long_help(long)
        }
    };
    let default = (option.values)(&BuildOptions::default()).into_iter().next();
    match option.kind {
        Kind::Flag(_) => flag.action(ArgAction::SetTrue),
        Kind::Folders(_) | Kind::Lints(_) => {
            // One list of the lints is enough.
            let hides_values = option.name != "deny";
            with_value(flag, option).action(ArgAction::Append).hide_possible_values(hides_values)
        }
        Kind::OptionalNumber(ref range, _) => with_value(flag, option)
            .num_args(0..=1)
            .default_missing_value(range.start().to_string()),
        _ => match default {
            Some(default) => with_value(flag, option).default_value(default),
            None => with_value(flag, option),
        },
    }
}

fn with_value(flag: Arg, option: &'static BuildOption) -> Arg {
    flag.value_name(option.value).value_parser(parser(option))
}

/// Clap shows help texts as they are, line ends included.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parser(option: &BuildOption) -> ValueParser {
    match &option.kind {
        Kind::Flag(_) => clap::value_parser!(bool),
        Kind::Text(_) => ValueParser::string(),
        Kind::OptionalNumber(range, _) => {
            let range = *range.start() as u64..=*range.end() as u64;
            RangedU64ValueParser::<u64>::new().range(range).into()
        }
        Kind::Choice(choices) => {
            PossibleValuesParser::new(choices.iter().map(|(word, _)| *word)).into()
        }
        Kind::Families(_) => ValueParser::new(str::parse::<GoalFamilies>),
        Kind::OutputFolder(_) | Kind::Folder(_) | Kind::Folders(_) => ValueParser::path_buf(),
        Kind::Lints(_) => {
            let names = Code::lints().map(Code::as_str);
            PossibleValuesParser::new([ALL_LINTS].into_iter().chain(names)).into()
        }
    }
}

/// Sets an option that was given.
fn set(option: &BuildOption, matches: &ArgMatches, options: &mut BuildOptions) {
    fn one<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> T {
        matches.get_one::<T>(name).cloned().expect("a given option has a value")
    }
    let name = option.name;
    match &option.kind {
        Kind::Flag(set) => set(options, one(matches, name)),
        Kind::Text(set) => set(options, one(matches, name)),
        Kind::OptionalNumber(_, set) => set(options, one::<u64>(matches, name) as usize),
        Kind::Choice(choices) => {
            let word: String = one(matches, name);
            let choice = choices.iter().find(|(known, _)| *known == word);
            (choice.expect("clap accepts known words only").1)(options);
        }
        Kind::Families(set) => set(options, one(matches, name)),
        Kind::OutputFolder(set) | Kind::Folder(set) => set(options, one(matches, name)),
        Kind::Folders(set) => {
            let folders = matches.get_many::<PathBuf>(name).into_iter().flatten();
            set(options, folders.cloned().collect());
        }
        Kind::Lints(level) => {
            let names = matches.get_many::<String>(name).into_iter().flatten();
            level(options.lints()).extend(names.flat_map(|name| lints_named(name)));
        }
    }
}
