//! Closures.

use super::kind::{may_be_bare_body, only_value, refuses_braces};
use super::rules::Layout;
use super::shape::{Shape, last_line_width, newline, width};
use crate::rust::{Expr, Pattern};

impl Layout<'_> {
    pub fn closure(
        self,
        moves: bool,
        parameters: &[Pattern],
        body: &Expr,
        shape: Shape,
    ) -> Option<String> {
        let head = head(moves, parameters, shape)?;
        let body_shape = shape.offset_left(last_line_width(&head) + 1)?;
        match self.bare(body) {
            Expr::Block(block) if block.is_empty() => Some(format!("{head} {{}}")),
            Expr::Block(block) => Some(format!("{head} {}", self.block(block, body_shape)?)),
            body => self
                .bare_body(&head, body, body_shape)
                .or_else(|| self.body_in_braces(&head, body, body_shape)),
        }
    }

    /// As the last argument of a call, starting on the call's line.
    pub fn last_closure(
        self,
        moves: bool,
        parameters: &[Pattern],
        body: &Expr,
        shape: Shape,
    ) -> Option<String> {
        let head = head(moves, parameters, shape)?;
        if head.contains('\n') {
            return None;
        }
        let value = self.bare(body);
        if let Expr::Match(condition, _) = value {
            let body_shape = shape.offset_left(last_line_width(&head) + 1)?;
            let condition = body_shape.offset_left(8).and_then(|shape| self.expr(condition, shape));
            let is_broken = |text: String| text.contains('\n') || text.len() > body_shape.width;
            if condition.is_some_and(is_broken) {
                return self.body_in_braces(&head, value, body_shape);
            }
        }
        self.closure(moves, parameters, body, shape)
    }

    /// The body without braces that hold nothing but a value. rustfmt adds braces where they
    /// are needed.
    fn bare(self, body: &Expr) -> &Expr {
        match body {
            Expr::Block(block) if !self.in_macro => match only_value(block) {
                Some(value) if !refuses_braces(value) => self.bare(value),
                _ => body,
            },
            body => body,
        }
    }

    fn bare_body(self, head: &str, body: &Expr, shape: Shape) -> Option<String> {
        let text = self.expr(body, shape)?;
        let may_break = may_be_bare_body(body) || self.in_macro;
        (may_break || !text.contains('\n')).then(|| format!("{head} {text}"))
    }

    fn body_in_braces(self, head: &str, body: &Expr, shape: Shape) -> Option<String> {
        if refuses_braces(body) {
            return None;
        }
        Some(format!("{head} {}", self.braced(body, shape)))
    }
}

/// The parameters, on one line or one below the other.
fn head(moves: bool, parameters: &[Pattern], shape: Shape) -> Option<String> {
    let parameters: Vec<String> = parameters.iter().map(Pattern::to_string).collect();
    let moves = if moves { "move " } else { "" };
    // Columns between the bars, if ` {` is to follow them.
    let room = shape.sub_width(moves.len() + 5)?.width;
    let is_cut = |text: &String| text.contains(['(', '[', ':']) && width(text) > room;
    if parameters.iter().any(is_cut) {
        return None;
    }
    let line = parameters.join(", ");
    if width(&line) <= room {
        return (room > 0).then(|| format!("{moves}|{line}|"));
    }
    let column = shape.used_width() + moves.len() + 1;
    Some(format!("{moves}|{}|", parameters.join(&format!(",{}", newline(column)))))
}
