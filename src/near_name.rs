//! The known name that a misspelt one probably stands for.

/// Longer names are not compared: the work is quadratic.
const LONGEST: usize = 200;

/// The nearest of the known names, if it is near enough to be a slip: one edit
/// for every three letters, rounded.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    let limit = (length + 1) / 3;
    // The distance is at least the difference of the lengths.
    let is_near = |known: &&str| length.abs_diff(known.chars().count()) <= limit;
    let known = known.into_iter().filter(|_| length <= LONGEST);
    known
        .filter(|candidate| *candidate != name && is_near(candidate))
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= limit && *edits < longer(name, candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// A name with every letter replaced is a different name, not a misspelt one.
fn longer(a: &str, b: &str) -> usize {
    a.chars().count().max(b.chars().count())
}

/// "did you mean `isEmpty`?"
pub(crate) fn hint<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// The number of letters to insert, delete, replace or swap with a neighbour. Case does
/// not count, so `isempty` is as near to `isEmpty` as can be.
fn distance(from: &str, to: &str) -> usize {
    strsim::osa_distance(&from.to_lowercase(), &to.to_lowercase())
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
    fn a_different_word_gets_no_suggestion() {
        assert_eq!(nearest("push", ["isEmpty", "largest"]), None);
        assert_eq!(nearest("x", ["isEmpty", "E"]), None);
        assert_eq!(nearest("rest", ["Seat"]), None);
    }
}
