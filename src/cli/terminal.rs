//! Writing to the terminal or to what stands in its place.

use std::io::{ErrorKind, IsTerminal, Write};

use crate::diagnostic::Colour;
use crate::error::Error;

/// Results of a command.
pub fn print(text: &str) -> Result<(), Error> {
    finish(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")
}

/// Messages about the work: diagnostics and summaries.
pub fn report(text: &str) -> Result<(), Error> {
    finish(std::io::stderr().lock().write_all(text.as_bytes()), "standard error")
}

/// The last word of a command that failed; nobody is left to report a further error to.
pub fn complain(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "error: {message}");
}

/// A reader that has seen enough (`specgen … | head`) is not an error.
fn finish(written: std::io::Result<()>, what: &str) -> Result<(), Error> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error(format!("cannot write to {what}: {error}")))
        }
        _ => Ok(()),
    }
}

/// Colours for messages: only on a terminal, and only if `NO_COLOR` is unset or
/// empty (<https://no-color.org>).
pub fn colour() -> Colour {
    colour_if(std::io::stderr().is_terminal())
}

/// The same for results.
pub fn stdout_colour() -> Colour {
    colour_if(std::io::stdout().is_terminal())
}

fn colour_if(is_terminal: bool) -> Colour {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if is_terminal && !refused && !dumb { Colour::Coloured } else { Colour::Plain }
}
