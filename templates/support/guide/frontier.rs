//! Comparisons in the code under test, and numbers that would turn them.

use std::collections::BTreeMap;

use super::super::sequence::{Draw, Step, Subject, Value};
use super::hooks::Site;

/// How often a comparison is tried to be turned before others have their turn again.
const PATIENCE: u32 = 64;
/// How many times less often a comparison is tried that has two outcomes.
const SELDOM: u32 = 4;
/// The outcome of equal operands.
const EQUAL: u64 = 2;
/// The most operands that are remembered for a comparison.
const OPERANDS: usize = 24;
/// Numbers beyond this are no input: they overflow sums and products, or are addresses.
const LARGEST: i64 = 1 << 31;

/// The comparisons that sequences came to.
pub struct Frontier {
    sites: BTreeMap<usize, Known>,
    /// The numbers that every operation takes.
    limits: (i64, i64),
}

struct Known {
    site: Site,
    /// The kept sequence that came closest.
    entry: usize,
    tries: u32,
    /// Operands, the latest ones last.
    operands: Vec<i64>,
}

/// A comparison to turn.
pub struct Target {
    pub entry: usize,
    /// What the operands were.
    pub operands: (i64, i64),
}

impl Frontier {
    pub fn new(lowest: i64, subject: &Subject) -> Self {
        let operations = subject.operations.iter();
        let ranges = operations.flat_map(|operation| &operation.ranges);
        let least = lowest.max(-LARGEST);
        let limits = ranges.fold((least, LARGEST), |(low, high), range| {
            (low.max(range.1), high.min(range.2))
        });
        let sites = BTreeMap::new();
        Frontier { sites, limits }
    }

    /// Whether a number is one that operations take.
    pub fn is_input(&self, number: i64) -> bool {
        self.limits.0 <= number && number <= self.limits.1
    }

    /// Adds what the last sequence did, and which kept one it is.
    pub fn learn(&mut self, sites: &[Site], steps: &[Step], entry: Option<usize>) {
        let inputs: Vec<i64> = steps.iter().flat_map(numbers).collect();
        for site in sites {
            match (self.sites.get_mut(&site.address), entry) {
                (Some(known), _) => known.learn(site, &inputs, entry),
                (None, Some(entry)) => {
                    let mut known = Known {
                        site: *site,
                        entry,
                        tries: 0,
                        operands: Vec::new(),
                    };
                    known.learn(site, &inputs, None);
                    self.sites.insert(site.address, known);
                }
                (None, None) => {}
            }
        }
    }

    /// The comparison that was tried least among those that are open. Those with one outcome have
    /// more turns than those whose operands were never equal.
    pub fn next(&mut self, draw: &mut Draw) -> Option<Target> {
        let sites = self.sites.values_mut();
        let open = sites.filter(|known| is_open(&known.site));
        let rank = |known: &&mut Known| {
            let turns = if is_one_sided(&known.site) { 1 } else { SELDOM };
            known.tries / PATIENCE * turns
        };
        let least = open.min_by_key(rank)?;
        least.tries += 1;
        let site = least.site;
        let (left, right) = match draw.percent(50) {
            true => (signed(&site, site.left), signed(&site, site.right)),
            false => (unsigned(site.left), unsigned(site.right)),
        };
        let operands = match draw.percent(50) {
            true => (left, right),
            false => (right, left),
        };
        let entry = least.entry;
        Some(Target { entry, operands })
    }

    /// An operand of some comparison.
    pub fn number(&self, draw: &mut Draw) -> Option<i64> {
        let all: Vec<&Known> = self.sites.values().collect();
        let open = all.iter().filter(|known| is_open(&known.site));
        let open: Vec<&Known> = open.copied().collect();
        let known = if draw.percent(60) && !open.is_empty() {
            draw.of(&open)
        } else {
            draw.of(&all)
        };
        let number = draw.of(&known?.operands).copied();
        number.filter(|number| self.is_input(*number))
    }
}

impl Known {
    fn learn(&mut self, site: &Site, inputs: &[i64], entry: Option<usize>) {
        let outcomes = self.site.outcomes | site.outcomes;
        if let (Some(entry), true) = (entry, site.distance < self.site.distance) {
            self.site = *site;
            self.entry = entry;
            self.tries = 0;
        }
        self.site.outcomes = outcomes;
        // An operand with many values in one sequence is the one that depends on it.
        let sides = site.sides.iter().filter(|side| !side.is_full());
        let closest = [site.left, site.right];
        for operand in sides.flat_map(|side| side.known()).chain(&closest) {
            for number in [signed(site, *operand), unsigned(*operand)].iter() {
                // What came from the sequence says nothing about the code.
                if !self.operands.contains(number) && !inputs.contains(number) {
                    self.operands.push(*number);
                }
            }
        }
        let more = self.operands.len().saturating_sub(OPERANDS);
        self.operands.drain(..more);
    }
}

fn is_one_sided(site: &Site) -> bool {
    site.outcomes.count_ones() == 1
}

/// Whether an outcome is missing: a test for equality has seen both `<` and `>` when it was never
/// true.
fn is_open(site: &Site) -> bool {
    is_one_sided(site) || site.outcomes & EQUAL == 0
}

fn signed(site: &Site, operand: u64) -> i64 {
    let unused = 64 - site.width.clamp(1, 64) as u32;
    (operand << unused) as i64 >> unused
}

fn unsigned(operand: u64) -> i64 {
    i64::try_from(operand).unwrap_or(i64::MAX)
}

fn numbers(step: &Step) -> impl Iterator<Item = i64> + '_ {
    step.arguments.iter().filter_map(|value| match value {
        Value::Int(number) => Some(*number),
        _ => None,
    })
}
