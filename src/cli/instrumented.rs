//! Builds of the tests with flags of our own, beside those of the user.

use std::path::PathBuf;
use std::process::Command;

use crate::disk::InstrumentedBuild;

/// The compiler that cargo uses.
pub fn compiler() -> PathBuf {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()).into()
}

/// Arguments of cargo. `chosen` are the user's own.
pub fn prepare(build: &InstrumentedBuild, command: &mut Command, chosen: &[String]) {
    let has = |flag: &str| chosen.iter().any(|argument| argument.starts_with(flag));
    if !has("--target") {
        command.args(["--target", &build.host]);
    }
    // Documentation tests are not built with these flags.
    if !["--lib", "--test", "--bin", "--all-targets"].iter().any(|flag| has(flag)) {
        command.arg("--tests");
    }
    command.arg("--target-dir").arg(&build.target);
    let variable = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
    let own: Vec<String> = match (variable("CARGO_ENCODED_RUSTFLAGS"), variable("RUSTFLAGS")) {
        (Some(encoded), _) => encoded.split('\u{1f}').map(str::to_owned).collect(),
        (None, Some(plain)) => plain.split_whitespace().map(str::to_owned).collect(),
        (None, None) => {
            let flags: Vec<String> = build.flags.iter().map(|flag| format!("{flag:?}")).collect();
            let flags = flags.join(", ");
            command.arg("--config").arg(format!("target.'cfg(all())'.rustflags = [{flags}]"));
            return;
        }
    };
    let all: Vec<String> = own.into_iter().chain(build.flags.iter().cloned()).collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\u{1f}"));
}
