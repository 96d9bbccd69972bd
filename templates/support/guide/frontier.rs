//! Comparisons in the code under test, and numbers that would turn them.

use std::collections::BTreeMap;

use super::super::sequence::{Draw, Subject};
use super::hooks::Site;

/// How often a comparison is tried to be turned before others have their turn again.
const PATIENCE: u32 = 64;
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
    /// What the operands were, and so what they should become.
    pub operands: Vec<i64>,
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
    pub fn learn(&mut self, sites: &[Site], entry: Option<usize>) {
        for site in sites {
            match (self.sites.get_mut(&site.address), entry) {
                (Some(known), _) => known.learn(site, entry),
                (None, Some(entry)) => {
                    let mut known = Known {
                        site: *site,
                        entry,
                        tries: 0,
                        operands: Vec::new(),
                    };
                    known.learn(site, None);
                    self.sites.insert(site.address, known);
                }
                (None, None) => {}
            }
        }
    }

    /// The comparison that was tried least among those of which one outcome alone was seen.
    pub fn next(&mut self) -> Option<Target> {
        let sites = self.sites.values_mut();
        let open = sites.filter(|known| is_one_sided(&known.site));
        let least = open.min_by_key(|known| known.tries / PATIENCE)?;
        least.tries += 1;
        let (entry, site) = (least.entry, least.site);
        let operands = operands(&site, [site.left, site.right]).into_iter();
        Some(Target {
            entry,
            operands: operands.filter(|number| self.is_input(*number)).collect(),
        })
    }

    /// An operand of some comparison.
    pub fn number(&self, draw: &mut Draw) -> Option<i64> {
        let all: Vec<&Known> = self.sites.values().collect();
        let open = all.iter().filter(|known| is_one_sided(&known.site));
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
    fn learn(&mut self, site: &Site, entry: Option<usize>) {
        let outcomes = self.site.outcomes | site.outcomes;
        if let (Some(entry), true) = (entry, site.distance < self.site.distance) {
            self.site = *site;
            self.entry = entry;
            self.tries = 0;
        }
        self.site.outcomes = outcomes;
        let closest = operands(site, [site.left, site.right]);
        for number in closest.into_iter().chain(operands(site, site.last)) {
            if !self.operands.contains(&number) {
                self.operands.push(number);
            }
        }
        let more = self.operands.len().saturating_sub(OPERANDS);
        self.operands.drain(..more);
    }
}

fn is_one_sided(site: &Site) -> bool {
    site.outcomes.count_ones() == 1
}

/// Both operands, as numbers with and without a sign.
fn operands(site: &Site, both: [u64; 2]) -> Vec<i64> {
    let mut found = Vec::new();
    for operand in both.iter() {
        let unused = 64 - site.width.clamp(1, 64) as u32;
        found.push((*operand << unused) as i64 >> unused);
        found.push(i64::try_from(*operand).unwrap_or(i64::MAX));
    }
    found.sort_unstable();
    found.dedup();
    found
}
