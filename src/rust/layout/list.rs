//! Lists in brackets: arguments, elements of arrays and tuples.

use super::kind::{can_overflow, is_closure, is_method_call, is_nested_call, is_simple};
use super::rules::Layout;
use super::shape::{
    Shape, extra_offset, first_line, first_line_width, last_line_width, newline, newlines, width,
};
use crate::rust::Expr;

const SHORT_ELEMENT: usize = 10;

/// Macros that format, and how many arguments precede the format string.
const FORMATTING: &[(&str, usize)] = &[
    ("eprint", 0),
    ("eprintln", 0),
    ("format", 0),
    ("format_args", 0),
    ("print", 0),
    ("println", 0),
    ("panic", 0),
    ("unreachable", 0),
    ("assert", 1),
    ("debug_assert", 1),
    ("write", 1),
    ("writeln", 1),
    ("assert_eq", 2),
    ("assert_ne", 2),
    ("debug_assert_eq", 2),
    ("debug_assert_ne", 2),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Comma {
    Always,
    /// If each element has a line of its own.
    Vertical,
    Never,
}

/// A list to be laid out.
#[derive(Clone, Copy)]
pub struct List<'e> {
    /// What stands before the bracket.
    pub head: &'e str,
    pub brackets: (char, char),
    pub items: &'e [Expr],
    /// How wide the elements together may be on one line.
    pub max_width: usize,
    pub comma: Comma,
    pub of_macro: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tactic {
    Horizontal,
    Vertical,
    /// As many to a line as fit.
    Mixed,
    /// All before the format string on one line, and all behind it.
    AroundFormat(usize),
}

/// The elements as far as they are laid out.
type Texts = Vec<Option<String>>;

impl List<'_> {
    pub fn layout(self, layout: Layout<'_>, shape: Shape) -> Option<String> {
        let nested = shape.nested().sub_width(1)?;
        let mut texts: Texts = self.items.iter().map(|item| layout.expr(item, nested)).collect();
        let tactic = self.tactic(layout, &mut texts, shape, nested);
        let texts: Vec<String> = texts.into_iter().collect::<Option<_>>()?;
        let inner = self.joined(&texts, tactic, nested);
        let room = shape.width.saturating_sub(last_line_width(self.head));
        let needed = if inner.is_empty() { 2 } else { first_line_width(&inner) + 1 };
        let (open, close) = self.brackets;
        let head = self.head;
        if tactic == Tactic::Horizontal && needed <= room {
            return Some(format!("{head}{open}{inner}{close}"));
        }
        let start = if inner.is_empty() { String::new() } else { newline(nested.indent) };
        Some(format!("{head}{open}{start}{inner}{}{close}", newline(shape.indent)))
    }

    /// Decides how the elements are placed. The last one may be laid out anew, starting on the
    /// line of the bracket.
    fn tactic(self, layout: Layout<'_>, texts: &mut Texts, shape: Shape, nested: Shape) -> Tactic {
        let Some(last) = self.items.last() else { return Tactic::Horizontal };
        let place = self.items.len() - 1;
        let one_line = shape.width.saturating_sub(extra_offset(self.head, shape) + 2);
        let limit = one_line.min(self.max_width);
        let combines = place == 0 && self.head.len() < super::shape::TAB;
        let overflows = combines || can_overflow(last, self.items.len());
        let overflowed = overflows
            .then(|| self.overflowed(layout, texts, shape, combines))
            .flatten()
            .inspect(|text| texts[place] = Some(first_line(text).to_owned()));
        if let Some(text) = overflowed
            && fits_one_line(texts, limit)
        {
            let whole = (place == 0 && newlines(&text) == 1)
                .then(|| layout.expr(last, nested))
                .flatten()
                .filter(|whole| !whole.contains('\n'));
            texts[place] = Some(whole.unwrap_or(text));
            return Tactic::Horizontal;
        }
        texts[place] = layout.expr(last, nested);
        let fits_alone = |text: &String| !text.contains('\n') && width(text) <= one_line;
        if place == 0 && one_line != 0 && texts[0].as_ref().is_none_or(fits_alone) {
            return Tactic::Horizontal;
        }
        if fits_one_line(texts, limit) {
            return Tactic::Horizontal;
        }
        self.broken(texts, nested)
    }

    /// The last element, starting behind the others.
    fn overflowed(
        self,
        layout: Layout<'_>,
        texts: &Texts,
        shape: Shape,
        combines: bool,
    ) -> Option<String> {
        let (last, others) = self.items.split_last()?;
        let shape = shape
            .offset_left(last_line_width(self.head) + 1)
            .and_then(|shape| shape.sub_width(1))
            .unwrap_or(Shape { width: 0, ..shape });
        let shape = if others.is_empty() && !is_nested_call(last) {
            shape
        } else {
            let before = texts[..others.len()].iter();
            let offset = before.map(|text| 2 + text.as_ref().map_or(0, String::len)).sum();
            Shape { width: shape.width.min(self.max_width), ..shape }.offset_left(offset)?
        };
        let one_line_chain = layout.one_line_chain || !combines && is_method_call(last);
        let layout = Layout { one_line_chain, ..layout };
        match last {
            Expr::Closure { .. } if self.of_macro => layout.expr(last, shape),
            Expr::Closure { .. } if others.iter().any(is_closure) => None,
            Expr::Closure { moves, parameters, body } => {
                layout.last_closure(*moves, parameters, body, shape)
            }
            Expr::Match(value, _) if !self.of_macro => {
                let condition = layout.expr(value, shape.offset_left(8)?);
                let is_broken = condition.is_some_and(|text| text.contains('\n'));
                if is_broken { None } else { layout.expr(last, shape) }
            }
            _ => layout.expr(last, shape),
        }
    }

    fn broken(self, texts: &Texts, nested: Shape) -> Tactic {
        let macro_name = self.head.strip_suffix('!').filter(|_| self.of_macro);
        let known = FORMATTING.iter().find(|(name, _)| macro_name == Some(name));
        if let Some((_, before)) = known {
            let sides = self.items.len() > *before
                && self.items[..*before].iter().all(is_simple)
                && self.items[before + 1..].iter().all(is_simple)
                && fits_one_line(&texts[..*before], nested.width)
                && fits_one_line(&texts[before + 1..], nested.width);
            return if sides { Tactic::AroundFormat(*before) } else { Tactic::Vertical };
        }
        let is_short =
            |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() <= SHORT_ELEMENT);
        if self.items.iter().all(is_simple) && texts.iter().all(is_short) {
            return Tactic::Mixed;
        }
        Tactic::Vertical
    }

    fn joined(self, texts: &[String], tactic: Tactic, nested: Shape) -> String {
        let line = newline(nested.indent);
        let mut joined = String::new();
        let mut line_width = 0;
        for (place, text) in texts.iter().enumerate() {
            let is_last = place + 1 == texts.len();
            // The comma behind the last element counts from the second line on.
            let needed = width(text) + usize::from(!is_last || joined.contains('\n'));
            let breaks = match tactic {
                Tactic::Horizontal => false,
                Tactic::Vertical => true,
                Tactic::Mixed => line_width + 1 + needed > nested.width,
                Tactic::AroundFormat(before) => (before..=before + 1).contains(&place),
            };
            if place > 0 {
                joined.push_str(if breaks { &line } else { " " });
            }
            line_width = if breaks || place == 0 { 0 } else { line_width + 1 } + width(text) + 1;
            joined.push_str(text);
            let trails = match self.comma {
                Comma::Always => true,
                Comma::Vertical => matches!(tactic, Tactic::Vertical | Tactic::Mixed),
                Comma::Never => false,
            };
            if !is_last || trails {
                joined.push(',');
            }
        }
        joined
    }
}

fn fits_one_line(texts: &[Option<String>], limit: usize) -> bool {
    let texts = || texts.iter().flatten();
    let total: usize = texts().map(|text| width(text)).sum();
    let separators = 2 * texts().count().saturating_sub(1);
    total + separators <= limit && !texts().any(|text| text.contains('\n'))
}
