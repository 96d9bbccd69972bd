//! How many sequences, and how long.

/// The size of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub seed: u64,
    /// Short sequences come first: what fails mostly fails early.
    pub short: u64,
    pub long: u64,
    pub short_steps: u64,
    pub long_steps: u64,
    /// The most calls of operations and steps of the engine.
    pub work: u64,
    /// Seconds after which no further sequence starts. No other setting looks at a clock.
    pub time: Option<u64>,
    /// Seconds for sequences that are steered by what they reach, in an instrumented program.
    pub guided: Option<u64>,
}

const DEFAULT: Settings = Settings {
    seed: 0,
    short: 80,
    long: 160,
    short_steps: 10,
    long_steps: 40,
    work: 4_000_000,
    time: None,
    guided: None,
};

impl Settings {
    /// The settings of the environment: `SPECGEN_SEED`, `SPECGEN_SEQUENCES`, `SPECGEN_STEPS`
    /// and `SPECGEN_TIME`. Panics if one of them is no such number.
    pub fn of_environment() -> Settings {
        let mut settings = DEFAULT;
        if let Some(seed) = read("SPECGEN_SEED", 0) {
            settings.seed = seed;
        }
        if let Some(steps) = read("SPECGEN_STEPS", 1) {
            settings.long_steps = steps;
            settings.short_steps = settings.short_steps.min(steps);
            settings.work = u64::MAX;
        }
        if let Some(time) = read("SPECGEN_TIME", 1) {
            settings.time = Some(time);
            settings.long = u64::MAX - settings.short;
            settings.work = u64::MAX;
        }
        settings.guided = read("SPECGEN_GUIDED", 1);
        if let Some(sequences) = read("SPECGEN_SEQUENCES", 1) {
            settings.short = sequences / 2;
            settings.long = sequences - settings.short;
            settings.work = u64::MAX;
        }
        settings
    }
}

/// A number in the environment. Panics if it is not a number, or below the least.
pub fn read(name: &str, least: u64) -> Option<u64> {
    let value = std::env::var_os(name)?;
    match parsed(name, &value.to_string_lossy(), least) {
        Ok(number) => Some(number),
        Err(message) => panic!("{}", message),
    }
}

fn parsed(name: &str, value: &str, least: u64) -> Result<u64, String> {
    let number = value.trim().parse().ok();
    number.filter(|number| *number >= least).ok_or_else(|| {
        let most = u64::MAX;
        format!("{name} is `{value}`, but a number from {least} to {most} is expected")
    })
}
