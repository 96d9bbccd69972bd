//! The options of a build.

use std::path::PathBuf;

use crate::diagnostic::Levels;
use crate::emit::Layout;
use crate::goal::GoalFamilies;

/// The default output folder.
pub const OUT: &str = "out";

/// The largest number of witnesses per goal.
pub const MOST_PER_GOAL: usize = 100;

/// The options of one build, whether they come from the command line, a manifest or a
/// build script.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    pub out: PathBuf,
    pub layout: Layout,
    pub templates: Option<PathBuf>,
    pub spec_path: Vec<PathBuf>,
    pub scope: Option<String>,
    pub goals: GoalFamilies,
    pub per_goal: usize,
    pub goals_json: bool,
    /// The levels of lints. Without them, builds do not report lints.
    pub lints: Option<Levels>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            out: PathBuf::from(OUT),
            layout: Layout::Folder,
            templates: None,
            spec_path: Vec::new(),
            scope: None,
            goals: GoalFamilies::default(),
            per_goal: 1,
            goals_json: false,
            lints: None,
        }
    }
}
