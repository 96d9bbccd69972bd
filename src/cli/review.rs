//! `specgen review`: decides pending changes one by one, with a key for each decision.

use std::io::IsTerminal;

use clap::Args;
use console::{Key, Term};

use super::accept::accept;
use super::exit_code::ExitCode;
use super::pending::{PendingOptions, report_nothing};
use super::reject::reject;
use super::terminal;
use crate::disk::Pending;
use crate::emit::unsealed;
use crate::error::{Error, Failure};
use crate::review::{diff, reasons};

/// Longer diffs are cut until the user asks for the whole diff.
const SHOWN: usize = 120;

const KEYS: &str =
    "  a accept   r reject   s skip   A accept all   R reject all   d whole diff   q quit\n";

/// Accept or reject pending changes one by one
///
/// Shows what each change that `specgen build --pending` has proposed would do, and
/// why. One key accepts, rejects or skips it. In scripts, use `specgen accept` and
/// `specgen reject`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    pending: PendingOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    Skip,
    Quit,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let found = arguments.pending.find()?;
    if found.is_empty() {
        report_nothing()?;
        return Ok(ExitCode::Fine);
    }
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        let why = "`specgen review` needs a terminal";
        return Err(Error(format!("{why}; use `specgen accept` or `specgen reject`")).into());
    }
    let undecided = walk(&found)?;
    if undecided > 0 {
        terminal::print(&format!("{undecided} of {} still pending\n", found.len()))?;
    }
    Ok(ExitCode::Fine)
}

/// Asks about each change until an answer covers all remaining ones. Returns how many are
/// still undecided.
fn walk(found: &[Pending]) -> Result<usize, Error> {
    let mut for_all = None;
    let mut undecided = 0;
    for (index, pending) in found.iter().enumerate() {
        let decision = match for_all {
            Some(decision) => decision,
            None => {
                let title =
                    format!("\nchange {} of {}: {}\n", index + 1, found.len(), pending.name);
                terminal::print(&title)?;
                terminal::print(&explanation(pending, SHOWN))?;
                let (decision, is_for_all) = ask(pending)?;
                for_all = is_for_all.then_some(decision);
                decision
            }
        };
        match decision {
            // The explanation has said that edits are moved aside.
            Decision::Accept => accept(pending, true)?,
            Decision::Reject => {
                reject(pending)?;
            }
            Decision::Skip => undecided += 1,
            Decision::Quit => return Ok(undecided + found.len() - index),
        }
    }
    Ok(undecided)
}

/// The reasons for a change, and its diff.
fn explanation(pending: &Pending, most: usize) -> String {
    let (old, new) = (pending.old.as_deref(), pending.new.as_deref());
    let mut text = String::new();
    for reason in reasons(old, new) {
        text.push_str(&format!("  {reason}\n"));
    }
    if pending.is_edited() {
        text.push_str(
            "  edited by hand: accepting keeps the edits in a file that ends with .edited\n",
        );
    }
    text.push('\n');
    // The hash changes whenever anything changes, so the diff leaves it out.
    let (old, new) = (old.map(unsealed), new.map(unsealed));
    let colour = terminal::stdout_colour();
    let diff = diff(&pending.name, old.as_deref(), new.as_deref(), colour);
    let lines: Vec<&str> = diff.lines().collect();
    for line in lines.iter().take(most) {
        text.push_str(&format!("{line}\n"));
    }
    if let Some(more @ 1..) = lines.len().checked_sub(most) {
        text.push_str(&format!("… {more} more lines; d shows all\n"));
    }
    text.push('\n');
    text
}

/// A decision, and whether it covers all remaining changes.
fn ask(pending: &Pending) -> Result<(Decision, bool), Error> {
    terminal::print(KEYS)?;
    loop {
        let key = Term::stdout().read_key_raw();
        let key = key.map_err(|why| Error(format!("cannot read a key: {why}")))?;
        return Ok(match key {
            Key::Char('a') => (Decision::Accept, false),
            Key::Char('r') => (Decision::Reject, false),
            Key::Char('s') | Key::Enter => (Decision::Skip, false),
            Key::Char('A') => (Decision::Accept, true),
            Key::Char('R') => (Decision::Reject, true),
            Key::Char('q') | Key::Escape | Key::CtrlC => (Decision::Quit, true),
            Key::Char('d') => {
                terminal::print(&explanation(pending, usize::MAX))?;
                terminal::print(KEYS)?;
                continue;
            }
            _ => continue,
        });
    }
}
