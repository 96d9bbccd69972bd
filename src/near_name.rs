//! Near misses: the known name that a writer probably meant.

/// The nearest of the known names, if it is near enough to be a slip: one edit
/// for every three letters.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = name.chars().count().div_ceil(3);
    known
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= limit && *edits < longer(name, candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// A word of which every letter was replaced is another word.
fn longer(a: &str, b: &str) -> usize {
    a.chars().count().max(b.chars().count())
}

/// "did you mean `isEmpty`?"
pub(crate) fn hint<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// The number of letters to insert, delete, replace or swap with a neighbour
/// (optimal string alignment). A letter of the other case costs nothing unless
/// nothing else differs, so `isempty` is as near to `isEmpty` as can be.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.to_lowercase().chars().collect();
    let to: Vec<char> = to.to_lowercase().chars().collect();
    // Names of very different lengths are never near; this bounds the work too.
    if from.len().abs_diff(to.len()) > from.len().div_ceil(3) || from.len() > 200 {
        return usize::MAX;
    }
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word() {
        let known = ["isEmpty", "isIn", "insert", "largest"];
        assert_eq!(nearest("isEmtpy", known), Some("isEmpty"));
        assert_eq!(nearest("isempty", known), Some("isEmpty"));
        assert_eq!(nearest("inserts", known), Some("insert"));
    }

    #[test]
    fn a_different_word_finds_none() {
        assert_eq!(nearest("push", ["isEmpty", "largest"]), None);
        assert_eq!(nearest("x", ["isEmpty", "E"]), None);
    }
}
