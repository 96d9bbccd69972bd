//! What the exploration of paths shows, with one sentence for all axioms that have the same claim.

use crate::count::counted;

/// The most axioms that a sentence names; more are counted.
const NAMED: usize = 4;

/// In the order of the records, claims before explorations without a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims(Vec<Claim>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Claim {
    /// `holds for every …`, or why there is no claim, or nothing.
    shown: String,
    axioms: Vec<String>,
    paths: u64,
}

impl Claims {
    pub fn add(&mut self, axiom: &str, shown: &str, paths: u64) {
        let place = self.0.iter().position(|claim| claim.shown == shown);
        let place = place.unwrap_or_else(|| {
            self.0.push(Claim { shown: shown.to_owned(), axioms: Vec::new(), paths: 0 });
            self.0.len() - 1
        });
        let claim = &mut self.0[place];
        claim.paths += paths;
        if !claim.axioms.iter().any(|known| known == axiom) {
            claim.axioms.push(axiom.to_owned());
        }
    }

    pub fn sentences(&self) -> Vec<String> {
        let (claims, others): (Vec<&Claim>, Vec<&Claim>) =
            self.0.iter().partition(|claim| claim.held().is_some());
        claims.into_iter().chain(others).map(Claim::sentence).collect()
    }
}

impl Claim {
    /// `for every …`
    fn held(&self) -> Option<&str> {
        self.shown.strip_prefix("holds ")
    }

    fn sentence(&self) -> String {
        let (axioms, paths) = (self.axioms(), counted(self.paths, "path"));
        match (self.held(), self.axioms.len()) {
            (Some(held), 1) => format!("{axioms} holds {held}: {paths}"),
            (Some(held), _) => format!("{axioms} hold {held}: {paths}"),
            (None, _) if self.shown.is_empty() => format!("{axioms}: explored {paths}"),
            (None, _) => format!("{axioms}: explored {paths}; {}", self.shown),
        }
    }

    fn axioms(&self) -> String {
        if self.axioms.len() > NAMED {
            return counted(self.axioms.len(), "axiom");
        }
        let names: Vec<String> = self.axioms.iter().map(|name| format!("[{name}]")).collect();
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axioms_with_the_same_claim_share_a_sentence() {
        let mut claims = Claims::default();
        for axiom in ["a", "b", "c", "d", "e", "a"] {
            claims.add(axiom, "no claim: elements have `Hash`", 10);
        }
        claims.add("a", "holds for every Job, on values of up to 1 step", 1);
        claims.add("b", "holds for every Job, on values of up to 2 steps", 3);
        claims.add("c", "holds for every Job, on values of up to 2 steps", 4);
        claims.add("d", "", 7);
        assert_eq!(
            claims.sentences(),
            [
                "[a] holds for every Job, on values of up to 1 step: 1 path",
                "[b], [c] hold for every Job, on values of up to 2 steps: 7 paths",
                "5 axioms: explored 60 paths; no claim: elements have `Hash`",
                "[d]: explored 7 paths",
            ]
        );
    }
}
