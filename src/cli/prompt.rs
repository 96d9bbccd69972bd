//! Questions read from a terminal, with history and completion, or from other input.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::error::Error;

/// Completes the names of operations.
struct Names {
    operations: Vec<String>,
}

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        let fits = self.operations.iter().filter(|name| name.starts_with(&before[start..]));
        Ok((start, fits.map(|name| format!("{name}(")).collect()))
    }
}

/// Reads lines until the input ends or the user ends it.
pub struct Prompt {
    editor: Editor<Names, MemHistory>,
}

impl Prompt {
    pub fn new(operations: Vec<String>) -> Result<Self, Error> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor =
            Editor::with_history(config, MemHistory::new()).map_err(|error| trouble(&error))?;
        editor.set_helper(Some(Names { operations }));
        Ok(Self { editor })
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Result<Option<String>, Error> {
        match self.editor.readline("> ") {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(trouble(&error)),
        }
    }
}

fn trouble(error: &ReadlineError) -> Error {
    Error(format!("cannot read from the terminal: {error}"))
}
