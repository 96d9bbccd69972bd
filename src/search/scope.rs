//! Scopes: how large carriers may become, and in which order the search tries sizes.

use std::collections::BTreeSet;
use std::fmt;

use crate::model::{ArgumentRanges, Mode};
use crate::theory::{Formula, Sort, SortId, SortKind, Term, Theory};

use super::carriers::{CarrierSize, CarrierSizes, Range};
use super::ground::Totality;

/// The default limit for parameter sorts.
const PARAMETER_LIMIT: u32 = 3;
/// The sizes of constructed sorts in closed models, step by step. Many types have `2^n`
/// values over `n` elements; one more shows that there are no others.
const CLOSED_STEPS: [u32; 3] = [5, 9, 17];
/// The same for fragments, which only need what a goal touches.
const FRAGMENT_STEPS: [u32; 3] = [3, 6, 9];
/// The limit for every carrier.
pub const LARGEST: u32 = 4096;
/// The most choices of parameter sizes: without an explicit scope, and with one.
const FEW_CHOICES: usize = 100;
const MOST_CHOICES: usize = 4096;

/// The limits that the user has set. Sorts without an entry grow by themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScopeLimits {
    entries: Vec<(SortId, Entry)>,
    /// The numbers that the types under test take.
    ranges: ArgumentRanges,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// `Orderable=3`
    Exactly(u32),
    /// `SortedSet<=12`
    AtMost(u32),
    /// `int=-2..5`
    Range(Range),
}

/// An error in a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeError(String);

impl fmt::Display for ScopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ScopeError {}

impl ScopeLimits {
    /// Reads `SortedSet<=12,Orderable=3,int=-2..5`.
    pub fn parse(text: &str, theory: &Theory) -> Result<Self, ScopeError> {
        let mut scope = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (sort, entry) = parse_entry(part, theory)?;
            if scope.entry(sort).is_some() {
                let name = &theory.sorts[sort].name;
                return Err(ScopeError(format!("the scope gives `{name}` twice")));
            }
            scope.entries.push((sort, entry));
        }
        Ok(scope)
    }

    /// Restricts numbers to those that the types under test accept.
    pub fn within(self, ranges: ArgumentRanges) -> Self {
        Self { ranges, ..self }
    }

    /// The numbers that the types under test take.
    pub fn ranges(&self) -> &ArgumentRanges {
        &self.ranges
    }

    /// The same with a single element in each of these sorts.
    pub fn with_single(mut self, sorts: &BTreeSet<SortId>) -> Self {
        self.entries.extend(sorts.iter().map(|sort| (*sort, Entry::Exactly(1))));
        self
    }

    /// Whether the user has set no limits.
    pub fn is_open(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether models have no numbers below 0: some argument takes none, and the specification
    /// mentions none.
    fn is_natural(&self, theory: &Theory) -> bool {
        let mut ranges = self.ranges.0.values();
        ranges.any(|(low, _)| *low >= 0) && literals(theory).all(|number| number >= 0)
    }

    /// Whether the user has set a limit for a sort.
    pub fn limits(&self, sort: SortId) -> bool {
        self.entry(sort).is_some()
    }

    fn entry(&self, sort: SortId) -> Option<Entry> {
        self.entries.iter().find(|(known, _)| *known == sort).map(|(_, entry)| *entry)
    }

    /// The carriers to try, in order: for each choice of parameter sizes, smaller choices
    /// first, the steps of the constructed sorts.
    pub fn growth(&self, theory: &Theory, totality: Totality) -> Vec<Vec<CarrierSizes>> {
        let steps = self.constructed_steps(theory, totality);
        let carriers = |parameters: &[(SortId, u32)], step: u32| {
            let sorts = theory.sorts.iter().map(|(id, sort)| match sort.kind {
                SortKind::Parameter => {
                    let size = parameters.iter().find(|(sort, _)| *sort == id);
                    let size = size.expect("every parameter sort has a size").1;
                    CarrierSize { size, exact: true, low: 0 }
                }
                SortKind::Constructed => self.bound(id, step),
                SortKind::Int => self.int_range(theory, id).bound(),
            });
            CarrierSizes { sorts: sorts.collect() }
        };
        self.parameter_sizes(theory)
            .iter()
            .map(|sizes| steps.iter().map(|step| carriers(sizes, *step)).collect())
            .collect()
    }

    /// Carriers in which most goals have a witness, for a tool that can't grow them: the
    /// limits of the user, or else the limit of parameter sorts and the middle step of
    /// constructed sorts.
    pub fn at_once(&self, theory: &Theory, mode: Mode) -> CarrierSizes {
        let step = match mode {
            Mode::Closed => CLOSED_STEPS[1],
            Mode::Fragment | Mode::Executed => FRAGMENT_STEPS[1],
        };
        let carrier = |(id, sort): (SortId, &Sort)| match sort.kind {
            SortKind::Int => self.int_range(theory, id).bound(),
            SortKind::Constructed => self.bound(id, step),
            SortKind::Parameter => self.bound(id, PARAMETER_LIMIT),
        };
        CarrierSizes { sorts: theory.sorts.iter().map(carrier).collect() }
    }

    /// The choices of sizes for the parameter sorts, those with the fewest elements in
    /// total first. Many sorts have more choices than the search can try. Then choices with
    /// the same size for all sorts stand for those that are left out.
    pub fn parameter_sizes(&self, theory: &Theory) -> Vec<Vec<(SortId, u32)>> {
        let parameters = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
        let ranges: Vec<(SortId, u32, u32)> = parameters
            .map(|(id, _)| match self.entry(id) {
                Some(Entry::Exactly(size)) => (id, size, size),
                Some(Entry::AtMost(size)) => (id, 1, size),
                Some(Entry::Range(_)) | None => (id, 1, PARAMETER_LIMIT),
            })
            .collect();
        let most = ranges.iter().map(|(_, _, high)| high).sum();
        let mut choices = Vec::new();
        let limit = if self.entries.is_empty() { FEW_CHOICES } else { MOST_CHOICES };
        for total in 0..=most {
            add_choices(&ranges, total, limit, &mut Vec::new(), &mut choices);
        }
        if choices.len() == limit {
            let alike = |size: u32| {
                ranges.iter().map(move |(sort, low, high)| (*sort, size.clamp(*low, *high)))
            };
            choices.extend((2..=PARAMETER_LIMIT).map(|size| alike(size).collect()));
        }
        choices
    }

    fn constructed_steps(&self, theory: &Theory, totality: Totality) -> Vec<u32> {
        let grows = |(id, sort): (SortId, &Sort)| {
            sort.kind == SortKind::Constructed && self.entry(id).is_none()
        };
        let steps = match totality {
            Totality::Closed => CLOSED_STEPS,
            Totality::Fragment | Totality::Continued | Totality::Local => FRAGMENT_STEPS,
        };
        if theory.sorts.iter().any(grows) { steps.to_vec() } else { vec![steps[0]] }
    }

    /// The limit of the user, or else at most `step` elements.
    fn bound(&self, sort: SortId, step: u32) -> CarrierSize {
        match self.entry(sort) {
            Some(Entry::Exactly(size)) => CarrierSize { size, exact: true, low: 0 },
            Some(Entry::AtMost(size)) => CarrierSize { size, exact: false, low: 0 },
            Some(Entry::Range(_)) | None => CarrierSize { size: step, exact: false, low: 0 },
        }
    }

    /// From -1, or 0, to 4, extended by the numbers in the specification.
    fn int_range(&self, theory: &Theory, int: SortId) -> Range {
        if let Some(Entry::Range(range)) = self.entry(int) {
            return range;
        }
        let least = if self.is_natural(theory) { 0 } else { i64::MIN };
        let mut range = Range { low: least.max(-1), high: 4 };
        for number in literals(theory).filter(|number| number.unsigned_abs() <= 16) {
            range.low = range.low.min(least.max(number - 1));
            range.high = range.high.max(number + 1);
        }
        range
    }
}

/// Adds the choices with `total` elements in all, up to the limit.
fn add_choices(
    ranges: &[(SortId, u32, u32)],
    total: u32,
    limit: usize,
    chosen: &mut Vec<(SortId, u32)>,
    choices: &mut Vec<Vec<(SortId, u32)>>,
) {
    let Some(((sort, low, high), others)) = ranges.split_first() else {
        if total == 0 && choices.len() < limit {
            choices.push(chosen.clone());
        }
        return;
    };
    // What the other sorts need at least and can take at most bounds this one.
    let least: u32 = others.iter().map(|(_, low, _)| low).sum();
    let most: u32 = others.iter().map(|(_, _, high)| high).sum();
    let low = (*low).max(total.saturating_sub(most));
    let high = (*high).min(total.saturating_sub(least));
    for size in low..=high {
        if choices.len() >= limit {
            return;
        }
        chosen.push((*sort, size));
        add_choices(others, total - size, limit, chosen, choices);
        chosen.pop();
    }
}

fn parse_entry(part: &str, theory: &Theory) -> Result<(SortId, Entry), ScopeError> {
    let expected = || {
        let elements = theory.sorts.values().find(|sort| sort.kind != SortKind::Int);
        let example = elements.map_or("Element", |sort| &sort.name);
        ScopeError(format!(
            "`{part}` is no scope: expected `{example}=3`, `{example}<=3` or `int=-2..5`"
        ))
    };
    let (name, at_most, size) = match part.split_once("<=") {
        Some((name, size)) => (name, true, size),
        None => {
            let (name, size) = part.split_once('=').ok_or_else(expected)?;
            (name, false, size)
        }
    };
    let sort = find_sort(name.trim(), theory)?;
    let size = size.trim();
    if theory.sorts[sort].kind == SortKind::Int {
        let range = parse_range(size).filter(|_| !at_most).ok_or_else(expected)?;
        return check_range(part, range).map(|()| (sort, Entry::Range(range)));
    }
    if size.is_empty() || !size.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(expected());
    }
    let size = size
        .parse()
        .ok()
        .filter(|size| (1..=LARGEST).contains(size))
        .ok_or_else(|| ScopeError(format!("`{part}`: a sort has 1 to {LARGEST} elements")))?;
    Ok((sort, if at_most { Entry::AtMost(size) } else { Entry::Exactly(size) }))
}

/// Reads `-2..5`.
fn parse_range(text: &str) -> Option<Range> {
    let (low, high) = text.split_once("..")?;
    let high = high.trim().trim_start_matches('=');
    Some(Range { low: low.trim().parse().ok()?, high: high.parse().ok()? })
}

fn check_range(part: &str, Range { low, high }: Range) -> Result<(), ScopeError> {
    if low > high {
        return Err(ScopeError(format!("`{part}`: the range ends before it begins")));
    }
    if high.abs_diff(low) >= u64::from(LARGEST) {
        return Err(ScopeError(format!("`{part}`: a range has at most {LARGEST} numbers")));
    }
    Ok(())
}

fn find_sort(name: &str, theory: &Theory) -> Result<SortId, ScopeError> {
    let found = theory.sorts.iter().find(|(_, sort)| sort.name == name);
    found.map(|(id, _)| id).ok_or_else(|| {
        let names: Vec<String> =
            theory.sorts.values().map(|sort| format!("`{}`", sort.name)).collect();
        ScopeError(format!("there is no sort `{name}`; the sorts are {}", names.join(", ")))
    })
}

/// The numbers in the formulas of the theory.
pub fn literals(theory: &Theory) -> impl Iterator<Item = i64> {
    theory.formulas().flat_map(Formula::subterms).filter_map(|term| match term {
        Term::Int(number) => Some(*number),
        Term::Variable(_) | Term::Apply(..) | Term::Arithmetic(..) => None,
    })
}
