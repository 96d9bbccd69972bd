//! `match`.

use super::kind::{can_follow_arrow, only_value};
use super::rules::Layout;
use super::shape::{
    Shape, TAB, extra_offset, first_line_width, is_extendable, newline, pad, prefers_next_line,
    width,
};
use crate::rust::{Expr, Pattern};

impl Layout<'_> {
    pub fn matching(self, value: &Expr, arms: &[(Pattern, Expr)], shape: Shape) -> Option<String> {
        let value_shape = shape.whole_line().offset_left("match ".len())?;
        let value = self.expr(value, value_shape)?;
        if arms.is_empty() {
            return Some(format!("match {value} {{}}"));
        }
        let is_broken = value.contains('\n') || value.len() + 2 > value_shape.width;
        let brace = match is_broken && !is_extendable(&value) {
            true => newline(shape.indent),
            false => " ".to_owned(),
        };
        let inner = pad(shape.indent + TAB);
        let mut text = format!("match {value}{brace}{{");
        for (pattern, body) in arms {
            text.push_str(&format!("\n{inner}{}", self.arm(pattern, body, shape.nested())?));
        }
        Some(format!("{text}{}}}", newline(shape.indent)))
    }

    fn arm(self, pattern: &Pattern, body: &Expr, shape: Shape) -> Option<String> {
        let head = pattern.to_string();
        shape.sub_width(5)?;
        let body = self.without_braces(body, shape.offset_left(extra_offset(&head, shape) + 4));
        let (extends, body) = body;
        let is_block = matches!(body, Expr::Block(_));
        let comma = if is_block { "" } else { "," };
        let behind_shape = shape
            .offset_left(extra_offset(&head, shape) + 4)
            .and_then(|shape| shape.sub_width(comma.len()));
        let behind = behind_shape.and_then(|shape| self.statement_expr(body, shape));
        let room = behind_shape.map_or(0, |shape| shape.width);
        if let Some(text) = &behind
            && (is_block || !text.contains('\n') && width(text) <= room)
        {
            return Some(format!("{head} => {text}{comma}"));
        }
        let next_shape = if is_block { Shape::indented(shape.indent) } else { shape.nested() };
        let next = self.statement_expr(body, next_shape);
        let below = |text: &str| match (is_block, self.in_macro) {
            (true, _) => format!("{head} =>{}{text}{comma}", newline(shape.indent)),
            (_, true) => format!("{head} =>{}{text},", newline(shape.indent + TAB)),
            _ => format!(
                "{head} => {{{}{text}{}}}",
                newline(shape.indent + TAB),
                newline(shape.indent)
            ),
        };
        match (behind, next) {
            (Some(behind), Some(next)) if prefers_next_line(&behind, &next) => Some(below(&next)),
            (Some(behind), _) if extends && first_line_width(&behind) <= room => {
                Some(format!("{head} => {behind}{comma}"))
            }
            (Some(behind), Some(next)) if behind.contains('\n') => Some(below(&next)),
            (None, next) => Some(below(&next?)),
            (Some(behind), _) => Some(format!("{head} => {behind}{comma}")),
        }
    }

    /// The body, without braces that hold nothing but a value, and whether it may go on behind
    /// the arrow over several lines.
    fn without_braces(self, body: &Expr, shape: Option<Shape>) -> (bool, &Expr) {
        let Expr::Block(block) = body else { return (can_follow_arrow(body), body) };
        match only_value(block) {
            Some(value) if !self.in_macro && !matches!(value, Expr::Macro(..)) => match value {
                Expr::Block(_) => self.without_braces(value, None),
                Expr::Match(condition, _) => {
                    let condition = shape
                        .and_then(|shape| shape.offset_left(8))
                        .and_then(|shape| self.expr(condition, shape));
                    match condition.is_some_and(|text| text.contains('\n')) {
                        true => (false, body),
                        false => (true, value),
                    }
                }
                value => (can_follow_arrow(value), value),
            },
            _ => (true, body),
        }
    }

    /// As a statement, where a block never stands on one line.
    fn statement_expr(self, body: &Expr, shape: Shape) -> Option<String> {
        match body {
            Expr::Block(block) => Some(self.broken_block(block, shape)),
            other => self.expr(other, shape),
        }
    }
}
