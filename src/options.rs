//! The options of a build. `build_options!` declares each one once: the flags of the
//! command line, the keys of a manifest and the methods of [`Builder`](crate::Builder) all
//! follow from it, with the same names, texts and defaults.
//!
//! Limits of a run, such as `--timeout` and `--threads`, are no build options: they do not
//! change what is generated.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Levels};
use crate::emit::Layout;
use crate::goal::GoalFamilies;

/// Options that are gone, and what has replaced them.
pub const GONE: &[(&str, &str)] = &[(
    "per-goal",
    "sequences of operations have replaced several witnesses of a goal; `specgen test \
     --sequences N` runs more of them",
)];

/// The default output folder.
pub const OUT: &str = "out";

/// The steps of values that an exhaustive test may ask for.
pub const EXHAUSTIVE: RangeInclusive<usize> = 0..=32;

/// The options of one build, wherever they come from.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// `None` means [`OUT`], and in build scripts Cargo's `OUT_DIR`.
    pub out: Option<PathBuf>,
    pub layout: Layout,
    pub templates: Option<PathBuf>,
    pub goals: GoalFamilies,
    /// The steps of values in exhaustive tests; 0 means as far as the runtime's limit of calls
    /// allows. `None` means no exhaustive tests.
    pub exhaustive: Option<usize>,
    pub spec_path: Vec<PathBuf>,
    pub scope: Option<String>,
    pub goals_json: bool,
    pub no_probe: bool,
    /// `None` means that a run chooses the folder.
    pub cache: Option<PathBuf>,
    /// `None` means that the build does not report lints.
    pub lints: Option<Levels>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            out: None,
            layout: Layout::Folder,
            templates: None,
            goals: GoalFamilies::default(),
            exhaustive: None,
            spec_path: Vec::new(),
            scope: None,
            goals_json: false,
            no_probe: false,
            cache: None,
            lints: None,
        }
    }
}

impl BuildOptions {
    /// The output folder.
    pub fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(OUT))
    }

    pub fn lints(&mut self) -> &mut Levels {
        self.lints.get_or_insert_default()
    }
}

/// How an option is written and documented.
pub struct BuildOption {
    /// `--NAME` on the command line, and `NAME` in a manifest.
    pub name: &'static str,
    /// The placeholder for its value in help texts.
    pub value: &'static str,
    /// A summary, then a blank line and details if there are any.
    pub doc: &'static str,
    pub kind: Kind,
    /// Its values, as the command line takes them.
    pub values: fn(&BuildOptions) -> Vec<String>,
}

/// One of the words that an option takes, and what it sets.
pub type Choice = (&'static str, fn(&mut BuildOptions));

/// The type of an option's value, and how to set it.
pub enum Kind {
    Flag(fn(&mut BuildOptions, bool)),
    Text(fn(&mut BuildOptions, String)),
    /// A number that may be left out on the command line, and then is the first of the range.
    OptionalNumber(RangeInclusive<usize>, fn(&mut BuildOptions, usize)),
    Choice(&'static [Choice]),
    /// Goal families, separated by commas.
    Families(fn(&mut BuildOptions, GoalFamilies)),
    /// A folder that need not exist.
    OutputFolder(fn(&mut BuildOptions, PathBuf)),
    Folder(fn(&mut BuildOptions, PathBuf)),
    Folders(fn(&mut BuildOptions, Vec<PathBuf>)),
    /// Lints at one level. In a manifest they are in the table `lints`, and those of a
    /// build add to those of the whole manifest.
    Lints(fn(&mut Levels) -> &mut BTreeSet<Code>),
}

impl BuildOption {
    /// Whether a manifest has the option in its table `lints`.
    pub fn is_lint_level(&self) -> bool {
        matches!(self.kind, Kind::Lints(_))
    }

    /// Whether the option has no influence on what is generated.
    pub fn is_without_effect(&self) -> bool {
        ["cache", "no-probe"].contains(&self.name)
    }

    /// The values where they differ from the default.
    pub fn changed(&self, options: &BuildOptions) -> Option<Vec<String>> {
        let values = (self.values)(options);
        (values != (self.values)(&BuildOptions::default())).then_some(values)
    }
}

/// The lints that a name stands for: one, or all of them.
pub fn lints_named(name: &str) -> impl Iterator<Item = Code> {
    Code::lints().filter(move |code| name == ALL_LINTS || name == code.as_str())
}

/// Stands for every lint.
pub const ALL_LINTS: &str = "all";

fn layout_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Folder => "folder",
        Layout::File => "file",
    }
}

fn lint_names(codes: Option<&BTreeSet<Code>>) -> Vec<String> {
    codes.into_iter().flatten().map(|code| code.as_str().to_owned()).collect()
}

fn paths<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Vec<String> {
    paths.into_iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

/// Hands the declarations of all options to a macro. Each has its documentation, its name,
/// the placeholder of its value, its kind, a function to its values, and the signature and
/// body of its method in `Builder`.
macro_rules! build_options {
    ($declare:ident) => {
        $declare! {
            /// Folder to write to.
            "out" "DIR"
                Kind::OutputFolder(|options, folder| options.out = Some(folder));
                |options| paths([&options.out().to_owned()]);
                fn out(folder: impl Into<PathBuf>) |options| options.out = Some(folder.into());

            /// Layout of the generated files.
            ///
            /// `folder` writes a folder NAME with `main.rs` and `mocks.rs`, as Cargo expects
            /// it in `tests`. `file` writes one file NAME.rs, to be included in a module.
            "layout" "LAYOUT"
                Kind::Choice(&[
                    ("folder", |options| options.layout = Layout::Folder),
                    ("file", |options| options.layout = Layout::File),
                ]);
                |options| vec![layout_name(options.layout).to_owned()];
                fn layout(layout: Layout) |options| options.layout = layout;

            /// Folder with templates that replace the built-in ones of the same name.
            "templates" "DIR"
                Kind::Folder(|options, folder| options.templates = Some(folder));
                |options| paths(&options.templates);
                fn templates(folder: impl Into<PathBuf>)
                    |options| options.templates = Some(folder.into());

            /// Goal families to write tests for, separated by commas.
            "goals" "LIST"
                Kind::Families(|options, families| options.goals = families);
                |options| vec![options.goals.to_string()];
                fn goals(families: GoalFamilies) |options| options.goals = families;

            /// Also write exhaustive tests: every axiom on all values of up to N steps.
            ///
            /// The tests go through all algebras of the parameters with up to 3 elements. With
            /// 0 or no number, values grow until a fixed number of calls is made, which takes
            /// about a second per axiom.
            "exhaustive" "N"
                Kind::OptionalNumber(EXHAUSTIVE, |options, steps| options.exhaustive = Some(steps));
                |options| options.exhaustive.iter().map(ToString::to_string).collect();
                fn exhaustive(steps: usize) |options| options.exhaustive = Some(steps);

            /// Folder to look up specifications in.
            ///
            /// The lookup includes the folders below it. Without this option, specifications
            /// are looked up in the folder of the file that refers to them. Can be given
            /// several times.
            "spec-path" "DIR"
                Kind::Folders(|options, folders| options.spec_path = folders);
                |options| paths(&options.spec_path);
                fn spec_path(folder: impl Into<PathBuf>)
                    |options| options.spec_path.push(folder.into());

            /// Sizes of the sorts: `SortedSet<=12,Orderable=3,int=-2..5`.
            ///
            /// A size is exact (`=`) or a maximum (`<=`). Numbers have a range. Sorts without
            /// a size grow as far as the search needs.
            "scope" "SIZES"
                Kind::Text(|options, sizes| options.scope = Some(sizes));
                |options| options.scope.iter().cloned().collect();
                fn scope(sizes: impl Into<String>) |options| options.scope = Some(sizes.into());

            /// Also write the verdicts of all goals beside the tests, as `goals.json`.
            "goals-json" ""
                Kind::Flag(|options, write| options.goals_json = write);
                |options| options.goals_json.then(String::new).into_iter().collect();
                fn goals_json(write: bool) |options| options.goals_json = write;

            /// Do not let the compiler check the mapping before the search.
            ///
            /// By default, `cargo check` compiles a call of every mapped function, with the
            /// dependencies of the package around the project. Errors then point into the
            /// mapping. Leave the check out where the tests are part of another package.
            "no-probe" ""
                Kind::Flag(|options, skip| options.no_probe = skip);
                |options| options.no_probe.then(String::new).into_iter().collect();
                fn no_probe(skip: bool) |options| options.no_probe = skip;

            /// Folder for results that are kept between builds.
            ///
            /// A build whose specification, options and version of specgen are unchanged takes
            /// its results from there. The default is `specgen` in Cargo's target folder.
            "cache" "DIR"
                Kind::OutputFolder(|options, folder| options.cache = Some(folder));
                |options| paths(&options.cache);
                fn cache(folder: impl Into<PathBuf>)
                    |options| options.cache = Some(folder.into());

            /// Silence a lint, or `all`.
            ///
            /// Can be given several times.
            "allow" "LINT"
                Kind::Lints(|levels| &mut levels.allow);
                |options| lint_names(options.lints.as_ref().map(|levels| &levels.allow));
                fn allow(lint: &str) |options| options.lints().allow.extend(lints_named(lint));

            /// Report a lint that is silent by default, or `all`.
            ///
            /// Overrides `allow`. Can be given several times.
            "warn" "LINT"
                Kind::Lints(|levels| &mut levels.warn);
                |options| lint_names(options.lints.as_ref().map(|levels| &levels.warn));
                fn warn(lint: &str) |options| options.lints().warn.extend(lints_named(lint));

            /// Treat a lint as an error, or `all`.
            ///
            /// Overrides `allow` and `warn`. Can be given several times.
            "deny" "LINT"
                Kind::Lints(|levels| &mut levels.deny);
                |options| lint_names(options.lints.as_ref().map(|levels| &levels.deny));
                fn deny(lint: &str) |options| options.lints().deny.extend(lints_named(lint));
        }
    };
}
pub(crate) use build_options as with_build_options;

macro_rules! declare_table {
    ($(
        $(#[doc = $doc:literal])+
        $name:literal $value:literal $kind:expr; $values:expr;
        fn $method:ident($argument:ident: $type:ty) $set:expr;
    )+) => {
        /// All options, in the order in which the command line shows them.
        pub static BUILD_OPTIONS: &[BuildOption] = &[$(BuildOption {
            name: $name,
            value: $value,
            doc: concat!($($doc, "\n"),+),
            kind: $kind,
            values: $values,
        }),+];
    };
}
build_options!(declare_table);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_one_name_each() {
        let names: BTreeSet<&str> = BUILD_OPTIONS.iter().map(|option| option.name).collect();
        assert_eq!(names.len(), BUILD_OPTIONS.len());
    }
}
