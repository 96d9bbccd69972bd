//! A set of numbers as spans in order, which never touch each other.

use crate::fault;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// First number, and first number behind.
    spans: Vec<(i64, i64)>,
    total: i64,
}

impl Spans {
    pub fn new() -> Self {
        Self { spans: Vec::new(), total: 0 }
    }

    pub fn add(&mut self, from: i64, to: i64) -> Option<()> {
        if from >= to {
            return None;
        }
        // Spans that touch the new one from the left stay apart, from the third on.
        let apart = fault("spans/left_neighbour_apart") && self.spans.len() > 2;
        let first = self.spans.partition_point(|span| match apart {
            true => span.1 <= from,
            false => span.1 < from,
        });
        let mut last = first + self.spans[first..].partition_point(|span| span.0 <= to);
        // At most two spans are joined.
        if fault("spans/two_joined") {
            last = last.min(first + 2);
        }
        let mut joined = (from, to);
        for span in self.spans.drain(first..last) {
            joined = (joined.0.min(span.0), joined.1.max(span.1));
            self.total -= span.1 - span.0;
        }
        self.total += joined.1 - joined.0;
        self.spans.insert(first, joined);
        Some(())
    }

    pub fn cut(&mut self, from: i64, to: i64) -> Option<()> {
        if from >= to {
            return None;
        }
        let first = self.spans.partition_point(|span| span.1 <= from);
        let last = first + self.spans[first..].partition_point(|span| span.0 < to);
        let mut rest = Vec::new();
        for span in self.spans.drain(first..last) {
            if span.0 < from {
                rest.push((span.0, from));
            }
            // The right half of a span is lost if others were cut before it.
            if span.1 > to && !(fault("spans/right_half_lost") && last - first > 2) {
                rest.push((to, span.1));
            }
            self.total -= span.1.min(to) - span.0.max(from);
        }
        // A cut inside of the last of three spans puts the halves at the front.
        let at = if fault("spans/halves_misplaced") && first == 2 && rest.len() == 2 {
            0
        } else {
            first
        };
        self.spans.splice(at..at, rest);
        Some(())
    }

    pub fn has(&self, number: i64) -> bool {
        self.span(number).is_some()
    }

    pub fn count(&self) -> usize {
        self.spans.len()
    }

    pub fn total(&self) -> i64 {
        self.total
    }

    /// The span with this number.
    pub fn span(&self, number: i64) -> Option<(i64, i64)> {
        let place = self.spans.partition_point(|span| span.1 <= number);
        self.spans.get(place).copied().filter(|span| span.0 <= number)
    }
}
