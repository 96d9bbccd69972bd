//! Limits that are checked before the grammar sees the text: its parser, and
//! every later stage, recurses over nested formulas.

use super::tokens::{Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// The greatest length of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// The greatest depth of a syntax tree. Every pair of parentheses or brackets
/// and every operator is a level; a chain of n operators is n levels deep. The
/// parser spends about 12 kilobytes of stack on a level in a debug build, and
/// must fit into a thread with one megabyte.
pub const MAX_DEPTH: usize = 64;

pub(super) fn file_too_large(text: &str, file: FileId) -> Option<Diagnostic> {
    if text.len() <= MAX_FILE_BYTES {
        return None;
    }
    let span = Span::new(file, 0..0);
    let diagnostic = Diagnostic::error(Code::FileTooLarge, "the file is too large")
        .label(span, format!("{} bytes, more than {MAX_FILE_BYTES}", text.len()))
        .help("split it into several files; a specification finds others by their names");
    Some(diagnostic)
}

pub(super) fn open_comment(comment: &Token<'_>, file: FileId) -> Diagnostic {
    let span = Span::new(file, comment.start..comment.start + "/*".len());
    Diagnostic::error(Code::UnterminatedComment, "the comment is never closed")
        .label(span, "no `*/` follows")
        .help("close it with `*/`; comments do not nest")
}

/// One error for each statement that is nested too deeply.
pub(super) fn too_deep(tokens: &[Token<'_>], file: FileId) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut depth = Depth::new();
    let mut reported = false;
    for token in tokens {
        if token.text == ";" || token.is_structural() || depth.starts_anew(token) {
            depth = Depth::new();
            reported = false;
        }
        depth.step(token);
        if depth.reached() > MAX_DEPTH && !reported {
            reported = true;
            errors.push(nested_too_deep(token, file));
        }
    }
    errors
}

fn nested_too_deep(token: &Token<'_>, file: FileId) -> Diagnostic {
    Diagnostic::error(Code::NestedTooDeep, "the formula is nested too deeply")
        .label(Span::new(file, token.range()), format!("more than {MAX_DEPTH} levels here"))
        .help("each operator and each pair of parentheses is a level; split the formula")
}

/// The depth of the syntax tree of a statement, as far as it has been read.
struct Depth {
    /// One level for each open parenthesis, bracket or `when`, and the outermost.
    open: Vec<Level>,
    /// Whether an operand has just ended, so that `-` subtracts.
    after_operand: bool,
}

/// The layers of the grammar that have operators, loosest first.
const LAYERS: usize = 9;
const NOT: usize = 4;
const COMPARISON: usize = 5;
const SUM: usize = 6;
const NEGATE: usize = 8;

/// What has been read between two parentheses.
#[derive(Default)]
struct Level {
    /// The operators of the chain in which the text stands, in each layer, and
    /// the depth of the deepest operand before the last of them.
    chains: [(usize, usize); LAYERS],
    /// The depth of the last operand.
    operand: usize,
    /// The depth of the deepest argument that a comma has ended.
    argument: usize,
}

impl Level {
    /// The depth of the chain of a layer with all that is inside it.
    fn depth_of(&self, layer: usize) -> usize {
        let tighter = self.chains[layer..].iter().rev();
        tighter.fold(self.operand, |inside, (operators, deepest)| operators + inside.max(*deepest))
    }

    fn depth(&self) -> usize {
        self.argument.max(self.depth_of(0))
    }

    /// Continues the chain of a layer; the chains of tighter layers end.
    fn operator(&mut self, layer: usize) {
        let ended = self.depth_of(layer + 1);
        let (operators, deepest) = &mut self.chains[layer];
        *operators += 1;
        *deepest = ended.max(*deepest);
        self.chains[layer + 1..].fill((0, 0));
        self.operand = 0;
    }

    fn next_argument(&mut self) {
        *self = Level { argument: self.depth(), ..Level::default() };
    }
}

impl Depth {
    fn new() -> Self {
        Self { open: vec![Level::default()], after_operand: false }
    }

    /// Whether a name follows an operand outside of all parentheses. No formula
    /// goes on so; a semicolon may be missing.
    fn starts_anew(&self, token: &Token<'_>) -> bool {
        self.open.len() == 1 && self.after_operand && token.is_name()
    }

    fn reached(&self) -> usize {
        self.innermost().depth().max(self.open.len() - 1)
    }

    fn innermost(&self) -> &Level {
        self.open.last().expect("the outermost level is never closed")
    }

    fn step(&mut self, token: &Token<'_>) {
        let level = self.open.last_mut().expect("the outermost level is never closed");
        match token.text {
            "(" | "[" => self.open.push(Level::default()),
            ")" | "]" | "else" => self.close(),
            "," => level.next_argument(),
            "when" => {
                level.operator(COMPARISON);
                self.open.push(Level::default());
            }
            "-" if !self.after_operand => level.operator(NEGATE),
            text => {
                if let Some(layer) = layer(text) {
                    level.operator(layer);
                }
            }
        }
        let closes = matches!(token.text, ")" | "]");
        self.after_operand = closes || token.kind == TokenKind::Word && !token.is_keyword();
    }

    fn close(&mut self) {
        // A parenthesis that was never opened is for the grammar to report.
        if self.open.len() > 1
            && let Some(closed) = self.open.pop()
            && let Some(level) = self.open.last_mut()
        {
            level.operand = level.operand.max(closed.depth() + 1);
        }
    }
}

fn layer(operator: &str) -> Option<usize> {
    match operator {
        "if" => Some(0),
        "iff" => Some(1),
        "or" => Some(2),
        "and" => Some(3),
        "not" | "!" => Some(NOT),
        "=" | "!=" | "<" | "<=" | ">" | ">=" => Some(COMPARISON),
        "+" | "-" => Some(SUM),
        "*" | "/" | "%" => Some(SUM + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokens::scan;

    fn depth(text: &str) -> usize {
        let mut depth = Depth::new();
        scan(text).iter().for_each(|token| depth.step(token));
        depth.reached()
    }

    #[test]
    fn depth_is_that_of_the_tree() {
        assert_eq!(depth("x"), 0);
        assert_eq!(depth("f(g(x), y)"), 2);
        assert_eq!(depth("a = b or c = d or e = f"), 3);
        assert_eq!(depth("a and b and c"), 2);
        assert_eq!(depth("a - -b"), 2);
        assert_eq!(depth("x * -y * -z"), 3);
        assert_eq!(depth("not not a = b"), 3);
        assert_eq!(depth("f(a + b + c, d) + 1"), 4);
        assert_eq!(depth("(a + b) * c"), 3);
        // The condition of a choice counts as if it stood in parentheses.
        assert_eq!(depth("t = u when a and b else v when c else w"), 5);
    }

    #[test]
    fn statements_without_semicolons_do_not_add_up() {
        let text = "x = y\n".repeat(100);
        let tokens = scan(&text);
        assert_eq!(too_deep(&tokens, crate::source::Sources::default().add("", "")), []);
    }

    #[test]
    fn what_is_not_closed_counts() {
        assert_eq!(depth("f(f(f("), 3);
        assert_eq!(depth("))("), 1);
    }
}
