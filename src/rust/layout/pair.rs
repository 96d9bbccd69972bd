//! Operators between two operands.

use super::rules::Layout;
use super::shape::{
    Shape, TAB, first_line, first_line_width, last_line_width, newline, trimmed_last_line_width,
};
use crate::rust::Expr;

/// Operands of one operator: `a && b && c`.
struct Operands<'e> {
    symbol: &'static str,
    /// With their layout on a line of their own, the first one at the start.
    operands: Vec<(&'e Expr, Option<String>)>,
}

impl Layout<'_> {
    pub fn binary(self, expr: &Expr, shape: Shape) -> Option<String> {
        let Expr::Binary(left, symbol, right) = expr else { return self.expr(expr, shape) };
        let mut operands = Vec::new();
        flatten(expr, symbol, &mut operands);
        let nested = operand_shape(shape);
        let behind_symbol = nested.and_then(|shape| shape.offset_left(symbol.len() + 1));
        let operands = operands.into_iter().enumerate().map(|(place, operand)| {
            let shape = if place == 0 { Some(shape) } else { behind_symbol };
            (operand, shape.and_then(|shape| self.expr(operand, shape)))
        });
        let operands = Operands { symbol, operands: operands.collect() };
        self.one_line(&operands, shape)
            .or_else(|| self.one_below_the_other(&operands, shape))
            .or_else(|| {
                let right = |shape| self.expr(right, shape);
                self.pair(left, &format!(" {symbol} "), right, shape)
            })
    }

    /// On one line, but that the last operand may go on over several.
    fn one_line(self, list: &Operands, shape: Shape) -> Option<String> {
        let ((last, _), others) = list.operands.split_last()?;
        let mut text = String::new();
        for (_, operand) in others {
            let operand = operand.as_ref()?;
            if operand.contains('\n') || text.len() > shape.width {
                return None;
            }
            text.push_str(&format!("{operand} {} ", list.symbol));
        }
        let before = text.len();
        let last = self.expr(last, shape.offset_left(last_line_width(&text))?)?;
        text.push_str(&last);
        let is_ugly = text.contains('\n')
            && !last.starts_with('{')
            && (last.starts_with('(') || before > TAB);
        if first_line_width(&text) > shape.width || is_ugly {
            return None;
        }
        shape.fits(text)
    }

    fn one_below_the_other(self, list: &Operands, shape: Shape) -> Option<String> {
        let nested = operand_shape(shape)?;
        let line = newline(nested.indent);
        let symbol = list.symbol;
        let mut text = list.operands[0].1.clone()?;
        for (operand, own_line) in &list.operands[1..] {
            let offset = if text.contains('\n') { 0 } else { shape.used_width() };
            // A short operand does not stand alone on its line.
            if last_line_width(&text) + offset <= nested.used_width()
                && let Some(operand) = shape
                    .offset_left(symbol.len() + 2 + trimmed_last_line_width(&text))
                    .and_then(|shape| self.expr(operand, shape))
            {
                text.push_str(&format!(" {symbol} {operand}"));
                continue;
            }
            text.push_str(&format!("{line}{symbol} {}", own_line.as_ref()?));
        }
        Some(text)
    }

    /// Two operands, the second on the next line if the first one leaves it no room.
    pub fn pair(
        self,
        left: &Expr,
        infix: &str,
        right: impl Fn(Shape) -> Option<String>,
        shape: Shape,
    ) -> Option<String> {
        let left = self.expr(left, shape.whole_line())?;
        let behind = shape.offset_left(last_line_width(&left) + infix.len()).and_then(&right);
        if let Some(right) = behind {
            let may_break = left.len() <= TAB || first_line(&right).ends_with('{');
            let needed = last_line_width(&left) + infix.len() + first_line_width(&right);
            if (!right.contains('\n') || may_break) && needed <= shape.width {
                return Some(format!("{left}{infix}{right}"));
            }
        }
        let infix = infix.trim_start();
        let nested = operand_shape(shape)?.offset_left(infix.len())?;
        Some(format!("{left}{}{infix}{}", newline(nested.indent), right(nested)?))
    }
}

fn operand_shape(shape: Shape) -> Option<Shape> {
    shape.nested().sub_width(shape.rhs_overhead())
}

fn flatten<'e>(expr: &'e Expr, symbol: &str, operands: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(left, own, right) if *own == symbol => {
            flatten(left, symbol, operands);
            flatten(right, symbol, operands);
        }
        other => operands.push(other),
    }
}
