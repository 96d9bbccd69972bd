//! Linear arithmetic over the integers: whether some rows contradict each other.
//!
//! Equations are solved for a variable with the factor 1 or -1. Inequalities are combined until no
//! variable is left (Fourier and Motzkin), with constants rounded towards the integers. Systems
//! with too many rows or too large numbers count as possible.

use std::collections::{BTreeMap, BTreeSet};

/// `sum of factor * variable + constant`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Without zeros, by variable.
    factors: Vec<(u32, i128)>,
    pub constant: i128,
}

/// The most inequalities that are combined.
const MOST_ROWS: usize = 300;

/// Larger numbers are not calculated with.
const LARGEST: i128 = 1 << 90;

impl Row {
    pub fn add(&mut self, variable: u32, factor: i128) {
        match self.factors.binary_search_by_key(&variable, |(own, _)| *own) {
            Ok(at) => {
                self.factors[at].1 += factor;
                if self.factors[at].1 == 0 {
                    self.factors.remove(at);
                }
            }
            Err(at) if factor != 0 => self.factors.insert(at, (variable, factor)),
            Err(_) => {}
        }
    }

    /// The variables that it mentions.
    pub fn variables(&self) -> impl Iterator<Item = u32> {
        self.factors.iter().map(|(variable, _)| *variable)
    }

    fn factor(&self, variable: u32) -> i128 {
        factor(&self.factors, variable)
    }

    fn plus(&self, other: &Row, factor: i128) -> Option<Row> {
        let mut sum = self.clone();
        for (variable, own) in &other.factors {
            sum.add(*variable, own.checked_mul(factor)?);
        }
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let is_small = |number: &i128| number.unsigned_abs() < LARGEST.unsigned_abs();
        let are_small = sum.factors.iter().map(|(_, it)| it).chain([&sum.constant]).all(is_small);
        are_small.then_some(sum)
    }

    fn times(&self, factor: i128) -> Option<Row> {
        Row::default().plus(self, factor)
    }

    fn divisor(&self) -> i128 {
        self.factors.iter().fold(0, |divisor, (_, factor)| gcd(divisor, factor.abs()))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether no integers make all equations 0 and all inequalities at most 0.
pub fn is_contradictory(equations: Vec<Row>, inequalities: Vec<Row>) -> bool {
    refute(related(equations, &inequalities), inequalities).is_none()
}

/// The equations that have to do with an inequality.
fn related(equations: Vec<Row>, inequalities: &[Row]) -> Vec<Row> {
    let mut variables: BTreeSet<u32> = inequalities.iter().flat_map(Row::variables).collect();
    let (mut kept, mut left) = (Vec::new(), equations);
    loop {
        let is_near = |row: &Row| row.variables().any(|it| variables.contains(&it));
        let (near, far): (Vec<Row>, Vec<Row>) = left.into_iter().partition(is_near);
        if near.is_empty() {
            return kept;
        }
        near.iter().for_each(|row| variables.extend(row.variables()));
        kept.extend(near);
        left = far;
    }
}

/// `None` for a contradiction.
fn refute(mut equations: Vec<Row>, mut inequalities: Vec<Row>) -> Option<()> {
    while let Some(row) = equations.pop() {
        let divisor = row.divisor();
        if divisor == 0 {
            if row.constant != 0 {
                return None;
            }
            continue;
        }
        if row.constant % divisor != 0 {
            return None;
        }
        let unit = row.factors.iter().find(|(_, factor)| factor.abs() == divisor).copied();
        let Some((variable, factor)) = unit else {
            inequalities.extend([Some(row.clone()), row.times(-1)].into_iter().flatten());
            continue;
        };
        // The divisor divides every factor of the row.
        let unit = divided(&row, divisor);
        let solve = |other: Row| match other.factor(variable) {
            0 => Some(other),
            own => other.plus(&unit, -own * factor.signum()),
        };
        equations = equations.into_iter().filter_map(solve).collect();
        inequalities = inequalities.into_iter().filter_map(solve).collect();
    }
    combine(inequalities)
}

fn divided(row: &Row, divisor: i128) -> Row {
    let factors = row.factors.iter().map(|(variable, factor)| (*variable, factor / divisor));
    Row { factors: factors.collect(), constant: row.constant / divisor }
}

/// Inequalities by their factors: the largest constant says most.
type Rows = BTreeMap<Vec<(u32, i128)>, i128>;

fn combine(inequalities: Vec<Row>) -> Option<()> {
    let mut rows = Rows::new();
    for row in inequalities {
        insert(&mut rows, &row)?;
    }
    while let Some(variable) = cheapest(&rows) {
        let (with, without): (Rows, Rows) =
            rows.into_iter().partition(|(factors, _)| factor(factors, variable) != 0);
        rows = without;
        let (above, below): (Vec<Row>, Vec<Row>) =
            with.into_iter().map(row_of).partition(|row| row.factor(variable) > 0);
        for upper in &above {
            for lower in &below {
                let (one, other) = (upper.factor(variable), -lower.factor(variable));
                let scaled = upper.times(other).and_then(|row| row.plus(lower, one));
                let Some(row) = scaled else { return Some(()) };
                insert(&mut rows, &row)?;
                if rows.len() > MOST_ROWS {
                    return Some(());
                }
            }
        }
    }
    Some(())
}

fn row_of((factors, constant): (Vec<(u32, i128)>, i128)) -> Row {
    Row { factors, constant }
}

fn factor(factors: &[(u32, i128)], variable: u32) -> i128 {
    factors.iter().find(|(own, _)| *own == variable).map_or(0, |(_, factor)| *factor)
}

/// Adds a row, rounded. `None` if it can't be fulfilled.
fn insert(rows: &mut Rows, row: &Row) -> Option<()> {
    let divisor = row.divisor();
    if divisor == 0 {
        return (row.constant <= 0).then_some(());
    }
    // `d * x + c <= 0` is `x + ceiling(c / d) <= 0`.
    let constant = -(-row.constant).div_euclid(divisor);
    let factors = row.factors.iter().map(|(variable, factor)| (*variable, factor / divisor));
    let known = rows.entry(factors.collect()).or_insert(constant);
    *known = constant.max(*known);
    Some(())
}

/// The variable whose combinations are the fewest.
fn cheapest(rows: &Rows) -> Option<u32> {
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (variable, factor) in rows.keys().flatten() {
        let count = counts.entry(*variable).or_default();
        if *factor > 0 { count.0 += 1 } else { count.1 += 1 }
    }
    counts.into_iter().min_by_key(|(_, (above, below))| above * below).map(|(variable, _)| variable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(factors: &[(u32, i128)], constant: i128) -> Row {
        Row { factors: factors.to_vec(), constant }
    }

    #[test]
    fn bounds_that_exclude_each_other_contradict() {
        // x <= 3, y >= 5, y <= x
        let rows = vec![row(&[(0, 1)], -3), row(&[(1, -1)], 5), row(&[(1, 1), (0, -1)], 0)];
        assert!(is_contradictory(Vec::new(), rows.clone()));
        assert!(!is_contradictory(Vec::new(), rows[..2].to_vec()));
    }

    #[test]
    fn integers_have_gaps() {
        // 2x = 2y + 1
        let bound = vec![row(&[(0, 1)], -9)];
        assert!(is_contradictory(vec![row(&[(0, 2), (1, -2)], -1)], bound));
        // 1 <= 3x <= 2
        let rows = vec![row(&[(0, -3)], 1), row(&[(0, 3)], -2)];
        assert!(is_contradictory(Vec::new(), rows));
    }

    /// All small systems of two variables agree with trying all small numbers: nothing that
    /// has a solution is called a contradiction.
    #[test]
    fn what_has_a_solution_is_no_contradiction() {
        let factors = [-2, -1, 0, 1, 3];
        let mut contradictions = 0;
        for seed in 0..4000_i128 {
            let pick = |place: i128| factors[((seed / (place + 1) + place * 7) % 5) as usize];
            let make = |at: i128| {
                let mut row = Row { constant: (seed * 5 + at * 3) % 9 - 4, ..Row::default() };
                row.add(0, pick(at));
                row.add(1, pick(at + 2));
                row
            };
            let (equations, inequalities) = (vec![make(0)], vec![make(1), make(2), make(3)]);
            let value = |row: &Row, x: i128, y: i128| {
                let of = |variable: u32| row.factor(variable);
                of(0) * x + of(1) * y + row.constant
            };
            let has_solution = (-30..=30).any(|x| {
                (-30..=30).any(|y| {
                    equations.iter().all(|row| value(row, x, y) == 0)
                        && inequalities.iter().all(|row| value(row, x, y) <= 0)
                })
            });
            let is_refuted = is_contradictory(equations, inequalities);
            assert!(!(has_solution && is_refuted), "{seed}");
            contradictions += usize::from(is_refuted);
        }
        assert!(contradictions > 500, "{contradictions}");
    }
}
