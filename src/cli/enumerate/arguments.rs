//! What `specgen enumerate` takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::build_flags::{Flags, Search};

/// List all values of a specification, one smallest term each
///
/// Values are equal where all observations are. Terms come by the number of steps that build
/// them, then in the order of constructors and arguments.
#[derive(Args)]
pub struct Arguments {
    /// Specification file; `-` reads standard input
    #[arg(value_name = "SPEC")]
    pub file: PathBuf,

    /// Specification to use, if the file has several
    #[arg(long, value_name = "NAME")]
    pub subject: Option<String>,

    #[command(flatten)]
    pub flags: Flags<Search>,

    /// A sort, or `parameters` for all algebras of the parameters, up to isomorphism
    #[arg(long, value_name = "SORT")]
    pub of: Option<String>,

    /// Only values of at most K steps after a creator
    #[arg(long, value_name = "K")]
    pub steps: Option<u32>,

    /// Only values whose term uses every element of the parameters
    #[arg(long)]
    pub exactly: bool,

    /// Only values for which a formula holds; `it` is the value: `isIn(it, Orderable0)`
    #[arg(long = "where", value_name = "FORMULA")]
    pub filter: Option<String>,

    /// Print how many there are, and nothing else
    #[arg(long)]
    pub count: bool,

    /// Stop after N values
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub first: Option<usize>,

    /// Go through one algebra of the parameters, or through all of a size
    ///
    /// With `all`, values are counted up to isomorphism of parameters and value together.
    #[arg(long, value_enum, default_value_t, value_name = "ALGEBRAS")]
    pub over: Over,

    /// When two terms are one value
    ///
    /// `observed`: all observations are the same. `provable`: the equations between
    /// constructors say so.
    #[arg(long, value_enum, default_value_t, value_name = "RELATION")]
    pub equal: Equal,

    /// Output format: terms, JSON lines, a Rust function for each value, or a page of pictures
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// The most memory for values, such as `500MB` or `2GB`
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = bytes)]
    pub limit: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Over {
    #[default]
    One,
    All,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Equal {
    #[default]
    Observed,
    Provable,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
    Rust,
    Svg,
}

/// Reads a size of memory.
fn bytes(text: &str) -> Result<usize, String> {
    let units = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("B", 1), ("", 1)];
    let upper = text.trim().to_uppercase();
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| Some((upper.strip_suffix(name)?, *unit)))
        .unwrap_or((&upper, 1));
    let number: usize = number.trim().parse().map_err(|_| "expected a size such as `2GB`")?;
    let size = number.checked_mul(unit).ok_or_else(|| "the size is too large".to_owned())?;
    // Memory is measured once per a few thousand values, so less can't be kept.
    if size < 1 << 20 {
        return Err("the least is `1MB`".to_owned());
    }
    Ok(size)
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|first| *first > 0)
        .ok_or_else(|| "expected a number from 1".to_owned())
}
