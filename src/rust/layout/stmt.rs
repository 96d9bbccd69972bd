//! Statements and blocks.

use super::rules::{Layout, LayoutCache};
use super::shape::{
    MAX_WIDTH, Shape, TAB, is_extendable, last_line, last_line_width, newline, pad,
    prefers_next_line, width,
};
use crate::rust::{Expr, Pattern, Stmt};

/// The widths of string literals that are written over several lines. The first one that keeps
/// the statement on the page is taken.
const TEXT_WIDTHS: [usize; 3] = [72, 48, 32];

/// A statement on lines of its own.
pub fn statement(stmt: &Stmt, indent: usize, cache: &LayoutCache) -> String {
    let pad = pad(indent);
    if let Stmt::Comment(text) = stmt {
        let lines = text.lines().map(|line| format!("{pad}// {line}").trim_end().to_owned());
        return lines.collect::<Vec<_>>().join("\n");
    }
    let text = fitted(indent, cache, |layout, shape| layout.stmt(stmt, shape));
    // A statement without room stays on one line, where rustfmt leaves it.
    let text = text.unwrap_or_else(|| Layout::new(None, cache).plain_stmt(stmt, indent));
    format!("{pad}{text}")
}

/// Lays out a statement, with string literals over several lines if they pass the end of the
/// line otherwise.
fn fitted(
    indent: usize,
    cache: &LayoutCache,
    layout: impl Fn(Layout<'_>, Shape) -> Option<String>,
) -> Option<String> {
    let attempt = |max_text| layout(Layout::new(max_text, cache), Shape::indented(indent));
    let fits = |text: &String| {
        let mut lines = text.lines();
        lines.next().is_none_or(|line| indent + width(line) <= MAX_WIDTH)
            && lines.all(|line| width(line) <= MAX_WIDTH)
    };
    let whole = attempt(None);
    match whole.as_ref().is_some_and(fits) {
        true => whole,
        false => TEXT_WIDTHS.into_iter().filter_map(|it| attempt(Some(it))).find(fits).or(whole),
    }
}

impl Layout<'_> {
    fn stmt(self, stmt: &Stmt, shape: Shape) -> Option<String> {
        match stmt {
            Stmt::Let(pattern, value) => {
                let value =
                    self.assigned(&format!("let {pattern} ="), value, shape.sub_width(1)?)?;
                Some(format!("{value};"))
            }
            Stmt::Static(name, rust_type, value) => {
                let head = format!("static {name}: {rust_type} =");
                Some(format!("{};", self.assigned(&head, value, shape.sub_width(1)?)?))
            }
            Stmt::LetElseReturn(pattern, value) => self.let_else(pattern, value, shape),
            Stmt::Expr(value) => Some(format!("{};", self.expr(value, shape.sub_width(1)?)?)),
            Stmt::Tail(value) => self.expr(value, shape),
            Stmt::Return(None) => Some("return;".to_owned()),
            Stmt::Return(Some(value)) => {
                let shape = shape.sub_width(2)?.offset_left("return ".len())?;
                Some(format!("return {};", self.expr(value, shape)?))
            }
            Stmt::If(condition, body) => {
                let offset = "if ".len();
                let condition = self.expr(condition, shape.offset_left(offset)?)?;
                Some(self.control("if", &condition, body, shape))
            }
            Stmt::For(pattern, over, body) => {
                let shape_of_head = shape.offset_left("for ".len())?;
                let head = self.assigned(&format!("{pattern} in"), over, shape_of_head)?;
                Some(self.control("for", &head, body, shape))
            }
            Stmt::Comment(_) => None,
        }
    }

    fn control(self, keyword: &str, head: &str, body: &[Stmt], shape: Shape) -> String {
        let room = MAX_WIDTH.saturating_sub(shape.used_width() + keyword.len() + 1 + 2);
        let is_broken = head.contains('\n') || head.len() > room;
        let is_indented = head.contains('\n') && indent_of(last_line(head)) > shape.used_width();
        let brace = match is_broken && (!is_extendable(head) || is_indented) {
            true => newline(shape.indent),
            false => " ".to_owned(),
        };
        let used = match head.contains('\n') {
            true => last_line_width(head),
            false => keyword.len() + head.len() + 2,
        };
        // Braces of an empty block stay together only if they fit behind the head.
        let body = match body.is_empty() && used + 2 > shape.width {
            true => format!("{{{}}}", newline(shape.indent)),
            false => self.broken_block(body, shape),
        };
        format!("{keyword} {head}{brace}{body}")
    }

    /// `head value`: on one line, or the value on the next line, or broken.
    fn assigned(self, head: &str, value: &Expr, shape: Shape) -> Option<String> {
        let behind_shape = shape.offset_left(last_line_width(head) + 1).unwrap_or(Shape {
            width: 0,
            offset: shape.offset + last_line_width(head) + 1,
            ..shape
        });
        let behind = self.expr(value, behind_shape);
        if let Some(text) = &behind
            && !text.contains('\n')
            && width(text) <= behind_shape.width
        {
            return Some(format!("{head} {text}"));
        }
        let next_shape = shape.nested().sub_width(behind_shape.rhs_overhead())?;
        let next = self.expr(value, next_shape);
        let line = newline(next_shape.indent);
        match (behind, next) {
            (Some(behind), Some(next)) => {
                let has_room = next_shape.fits(next.clone()).is_some();
                match has_room && prefers_next_line(&behind, &next) {
                    true => Some(format!("{head}{line}{next}")),
                    false => Some(format!("{head} {behind}")),
                }
            }
            (Some(behind), None) => Some(format!("{head} {behind}")),
            (None, next) => Some(format!("{head}{line}{}", next?)),
        }
    }

    fn let_else(self, pattern: &Pattern, value: &Expr, shape: Shape) -> Option<String> {
        let shape = shape.sub_width(1)?;
        let text = self.assigned(&format!("let {pattern} ="), value, shape)?;
        let same_line = match text.contains('\n') {
            false => shape.width.saturating_sub(text.len()) >= " else {".len(),
            true => {
                let last = last_line(&text);
                text.ends_with([')', ']', '}']) && indent_of(last) == shape.indent
            }
        };
        let before = if same_line { " ".to_owned() } else { newline(shape.indent) };
        let body = newline(shape.indent + TAB);
        Some(format!("{text}{before}else {{{body}return;{}}};", newline(shape.indent)))
    }

    /// `{ value }`, or a line for each statement.
    pub fn block(self, block: &[Stmt], shape: Shape) -> Option<String> {
        let broken = self.broken_block(block, shape);
        if let [Stmt::Tail(value)] = block
            && broken.lines().count() <= 3
            && let Some(value) = self.expr(value, shape)
        {
            let line = format!("{{ {value} }}");
            if line.len() <= shape.width && !line.contains('\n') {
                return Some(line);
            }
        }
        Some(broken)
    }

    /// A value in braces, on a line of its own.
    pub fn braced(self, value: &Expr, shape: Shape) -> String {
        let indent = shape.indent + TAB;
        let key = (value as *const Expr, indent);
        if let Some(known) = self.cache.values.borrow().get(&key) {
            return known.clone();
        }
        let text = fitted(indent, self.cache, |layout, shape| layout.expr(value, shape))
            .unwrap_or_else(|| self.plain_expr(value, indent));
        let text = format!("{{{}{text}{}}}", newline(indent), newline(shape.indent));
        self.cache.values.borrow_mut().insert(key, text.clone());
        text
    }

    pub fn broken_block(self, block: &[Stmt], shape: Shape) -> String {
        let indent = shape.indent + TAB;
        let key = (block.as_ptr(), block.len(), indent);
        if block.is_empty() {
            return "{}".to_owned();
        }
        if let Some(known) = self.cache.blocks.borrow().get(&key) {
            return known.clone();
        }
        let lines: Vec<_> = block.iter().map(|stmt| statement(stmt, indent, self.cache)).collect();
        let text = format!("{{\n{}{}}}", lines.join("\n"), newline(shape.indent));
        self.cache.blocks.borrow_mut().insert(key, text.clone());
        text
    }
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
