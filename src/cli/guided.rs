//! `specgen test --guided`: an instrumented build whose sequences are steered by what they reach.

use std::process::Command;

use clap::Args;

use super::{instrumented, terminal};
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
        let build = match instrumentation(&instrumented::compiler(), &guide()) {
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
        let Some(Instrumentation { build, guide }) = &self.build else { return };
        instrumented::prepare(build, command, chosen);
        command.env("SPECGEN_GUIDE", guide);
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
