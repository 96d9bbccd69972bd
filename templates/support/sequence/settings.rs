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
}

const DEFAULT: Settings = Settings {
    seed: 0,
    short: 80,
    long: 120,
    short_steps: 10,
    long_steps: 40,
    work: 1_500_000,
};

impl Settings {
    /// The settings of the environment: `SPECGEN_SEED`, `SPECGEN_SEQUENCES`, `SPECGEN_STEPS`.
    /// Panics if one of them is no number.
    pub fn of_environment() -> Settings {
        let mut settings = DEFAULT;
        if let Some(seed) = read("SPECGEN_SEED") {
            settings.seed = seed;
        }
        if let Some(sequences) = read("SPECGEN_SEQUENCES") {
            settings.short = sequences / 2;
            settings.long = sequences - settings.short;
            settings.work = u64::MAX;
        }
        if let Some(steps) = read("SPECGEN_STEPS") {
            settings.long_steps = steps;
            settings.short_steps = settings.short_steps.min(steps);
            settings.work = u64::MAX;
        }
        settings
    }
}

fn read(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    match parsed(name, &value) {
        Ok(number) => Some(number),
        Err(message) => panic!("{}", message),
    }
}

fn parsed(name: &str, value: &str) -> Result<u64, String> {
    value.trim().parse().map_err(|_| {
        format!(
            "{name} is `{value}`, but a number from 0 to {} is expected",
            u64::MAX
        )
    })
}
