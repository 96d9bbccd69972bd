//! Combinations of small things, and how many of them there are room for.

/// One value from each list, early values first, up to a maximum number of combinations.
pub fn assignments<T: Clone, L: AsRef<[T]>>(lists: &[L], most: usize) -> Vec<Vec<T>> {
    let last: usize = lists.iter().map(|list| list.as_ref().len().saturating_sub(1)).sum();
    let mut found = Vec::new();
    for rank in 0..=last {
        add_assignments(lists, (rank, most), &mut Vec::new(), &mut found);
    }
    found
}

/// Adds the assignments whose positions add up to a number.
fn add_assignments<T: Clone, L: AsRef<[T]>>(
    lists: &[L],
    (rank, most): (usize, usize),
    chosen: &mut Vec<T>,
    found: &mut Vec<Vec<T>>,
) {
    let Some((list, others)) = lists.split_first() else {
        if rank == 0 && found.len() < most {
            found.push(chosen.clone());
        }
        return;
    };
    for (position, value) in list.as_ref().iter().enumerate().take(rank + 1) {
        if found.len() >= most {
            return;
        }
        chosen.push(value.clone());
        add_assignments(others, (rank - position, most), chosen, found);
        chosen.pop();
    }
}

/// One item from each list, with sizes that add up to a number: all combinations, in the order of
/// the lists.
pub fn adding_up<T: Copy>(lists: &[Vec<(usize, T)>], size: usize) -> Vec<Vec<T>> {
    let least = |list: &Vec<(usize, T)>| list.iter().map(|(own, _)| *own).min().unwrap_or(0);
    let mut found: Vec<(usize, Vec<T>)> = vec![(0, Vec::new())];
    for (place, list) in lists.iter().enumerate() {
        let others = &lists[place + 1..];
        let rest: usize = others.iter().map(least).sum();
        let fits = |used: usize| match others {
            [] => used == size,
            _ => used + rest <= size,
        };
        let mut longer = Vec::new();
        for (used, chosen) in &found {
            for (own, item) in list.iter().filter(|(own, _)| fits(used + own)) {
                longer.push((used + own, [chosen.as_slice(), &[*item]].concat()));
            }
        }
        found = longer;
    }
    found.into_iter().filter(|(used, _)| *used == size).map(|(_, chosen)| chosen).collect()
}

/// How many values of a sort there may be after the first `place` of its `builders` were applied
/// for a number of operations. Every number of operations, and every builder among them, has
/// its share of `most` values, so that many numbers do not leave all values flat.
pub fn share(
    (most, in_operations): (usize, usize),
    operations: usize,
    (place, builders): (usize, usize),
) -> usize {
    (most * (operations - 1) + most * place / builders) / in_operations
}
