//! `specgen test --guided`: an instrumented build whose sequences are steered by what they reach.

use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use super::terminal;
use crate::disk::{Instrumentation, instrumentation};
use crate::emit::guide;
use crate::error::Error;

#[derive(Args)]
pub struct GuidedFlags {
    /// Steer sequences by the code that they reach, in an instrumented build, and run no other
    /// tests
    #[arg(long, conflicts_with = "sequences")]
    guided: bool,

    /// How long guided sequences run, all types together, as in 60s or 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = seconds, requires = "guided")]
    time: u64,
}

/// How the sequences of a guided run are started.
pub struct Guidance {
    /// `None` where the toolchain does not take the flags: sequences run as long, unguided.
    build: Option<Instrumentation>,
    /// Seconds for each type.
    each: u64,
}

impl GuidedFlags {
    /// The guidance of a run with this number of types under test.
    pub fn guidance(&self, types: u64) -> Result<Option<Guidance>, Error> {
        if !self.guided {
            return Ok(None);
        }
        let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let build = match instrumentation(&PathBuf::from(compiler), &guide()) {
            Ok(build) => Some(build),
            Err(why) => {
                terminal::report(&format!(
                    "this toolchain cannot build instrumented tests ({why}); sequences run unguided\n"
                ))?;
                None
            }
        };
        let each = (self.time / types.max(1)).max(1);
        Ok(Some(Guidance { build, each }))
    }
}

impl Guidance {
    /// The same without an instrumented build.
    pub fn unguided(self) -> Self {
        Self { build: None, ..self }
    }

    pub fn is_instrumented(&self) -> bool {
        self.build.is_some()
    }

    /// Arguments of cargo. `chosen` are the user's own.
    pub fn prepare(&self, command: &mut Command, chosen: &[String]) {
        let Some(build) = &self.build else { return };
        let has = |flag: &str| chosen.iter().any(|argument| argument.starts_with(flag));
        if !has("--target") {
            command.args(["--target", &build.host]);
        }
        // Documentation tests are not linked with what instrumented code calls.
        if !["--lib", "--test", "--bin", "--all-targets"].iter().any(|flag| has(flag)) {
            command.arg("--tests");
        }
        command.arg("--target-dir").arg(&build.target).env("SPECGEN_GUIDE", &build.guide);
        let variable = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let own: Vec<String> = match (variable("CARGO_ENCODED_RUSTFLAGS"), variable("RUSTFLAGS")) {
            (Some(encoded), _) => encoded.split('\u{1f}').map(str::to_owned).collect(),
            (None, Some(plain)) => plain.split_whitespace().map(str::to_owned).collect(),
            (None, None) => {
                let flags: Vec<String> =
                    build.flags.iter().map(|flag| format!("{flag:?}")).collect();
                let flags = flags.join(", ");
                command.arg("--config").arg(format!("target.'cfg(all())'.rustflags = [{flags}]"));
                return;
            }
        };
        let all: Vec<String> = own.into_iter().chain(build.flags.iter().cloned()).collect();
        command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\u{1f}"));
    }

    /// Arguments and environment of the tests. Counters belong to the program, so one test runs
    /// at a time.
    pub fn start(&self, command: &mut Command) {
        match self.build {
            Some(_) => {
                command.arg("--test-threads=1").env("SPECGEN_GUIDED", self.each.to_string());
            }
            None => {
                command.env("SPECGEN_TIME", self.each.to_string());
            }
        }
    }
}

/// `90`, `90s`, `2m` or `1h`.
fn seconds(text: &str) -> Result<u64, String> {
    let expected = || format!("`{text}` is no time; expected one such as 60s, 5m or 1h");
    let (digits, unit) = match text.char_indices().last() {
        Some((last, 's')) => (&text[..last], 1),
        Some((last, 'm')) => (&text[..last], 60),
        Some((last, 'h')) => (&text[..last], 3_600),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    number.checked_mul(unit).filter(|seconds| *seconds > 0).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_have_units() {
        assert_eq!(seconds("60s"), Ok(60));
        assert_eq!(seconds("5m"), Ok(300));
        assert_eq!(seconds("7"), Ok(7));
        assert!(seconds("0s").is_err() && seconds("soon").is_err() && seconds("").is_err());
    }
}
