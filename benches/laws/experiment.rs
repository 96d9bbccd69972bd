//! Axioms deleted and learnt again from the specification that they were deleted from.

use std::cell::RefCell;
use std::fmt::Write;

use specgen::laws::{Attempt, Gap, Learner, PROPOSALS, Place, Specification, attempt, stage};
use specgen::theory::{AxiomId, NoFolders, Theory, Workspace};
use specgen::trial::Trial;

/// What became of specifications without some of their axioms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Deletions that left something open, and those after which no more was open than before.
    pub opened: usize,
    pub restored: usize,
    /// Deletions that left nothing open.
    pub silent: usize,
    /// Proposed laws, and those that more instances broke.
    pub laws: usize,
    pub broken: usize,
    /// The most laws for one gap.
    pub most: usize,
    pub lines: String,
}

impl Score {
    pub fn add(&mut self, other: Score) {
        self.opened += other.opened;
        self.restored += other.restored;
        self.silent += other.silent;
        self.laws += other.laws;
        self.broken += other.broken;
        self.most = self.most.max(other.most);
        self.lines += &other.lines;
    }
}

pub fn load(name: &str, text: &str) -> Theory {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load(name, text).expect("the specification is well-formed");
    let subject = loaded.default_subject().expect("it has a subject");
    loaded.theory.restricted_to(subject)
}

pub fn without(theory: &Theory, left_out: &[AxiomId]) -> Theory {
    let axioms = theory.axioms.iter().filter(|(id, _)| !left_out.contains(id));
    let axioms = axioms.map(|(_, axiom)| axiom.clone()).collect();
    Theory { axioms, ..theory.clone() }
}

/// Runs an experiment with an implementation that does what the specification says.
pub fn with_learner<R>(theory: &Theory, run: impl FnOnce(&mut Learner<'_>) -> R) -> R {
    let trial = Trial::plain(theory);
    let algebras = stage(&trial);
    let tables: Vec<_> = algebras.iter().map(|algebra| algebra.tables.clone()).collect();
    let oracle = RefCell::new(Specification::new(&trial, &tables));
    run(&mut Learner::new(theory, &algebras, &oracle))
}

/// Deletes the axioms of each list in turn. `instances` is how often each law is tried again.
pub fn deletions(name: &str, theory: &Theory, lists: &[Vec<AxiomId>], instances: usize) -> Score {
    let mut score = Score::default();
    with_learner(theory, |learner| {
        let whole = learner.gaps();
        for list in lists {
            learner.theory = without(theory, list);
            let gaps = learner.gaps();
            let is_left = |gap: &&Gap| gap.left > open(&whole, gap.place);
            let is_new = |gap: &Gap| gap.open > open(&whole, gap.place);
            if !gaps.iter().any(is_new) {
                score.silent += 1;
                continue;
            }
            score.opened += 1;
            let titles: Vec<String> = list.iter().map(|id| theory.axioms[*id].title()).collect();
            let titles = titles.join(" and ");
            match gaps.iter().find(is_left) {
                None => score.restored += 1,
                Some(gap) => {
                    let (open, left) = (gap.open, gap.left);
                    let place = place(theory, gap.place);
                    let line = format!("{name} without {titles}: {place}, {left} of {open} left\n");
                    score.lines += &line;
                }
            }
            for gap in &gaps {
                score.most = score.most.max(gap.proposals.len());
                for proposal in &gap.proposals {
                    score.laws += 1;
                    let (law, scenes) = (&proposal.law, learner.scenes.len());
                    let tries = (instances / 2 / scenes, instances / 2 / scenes);
                    let formula = law.formula();
                    let tried = attempt(&mut learner.scenes, &law.variables, &formula, tries);
                    let text = law.text(theory);
                    if std::env::var_os("LAWS").is_some() {
                        println!("  {name} without {titles}: {text}");
                    }
                    if let Attempt::Broken(_) = tried {
                        score.broken += 1;
                        let _ = writeln!(score.lines, "{name} without {titles}: false: {text}");
                    }
                }
            }
        }
    });
    assert!(score.most <= PROPOSALS);
    score
}

fn place(theory: &Theory, place: Place) -> String {
    match place {
        Place::Equality(sort) => format!("equality of {}", theory.sorts[sort].name),
        Place::Pair(pair) => {
            let name = |op| theory.ops[op].name.clone();
            format!("{} on {}", name(pair.observer), pair.constructor.map(name).unwrap_or_default())
        }
    }
}

fn open(gaps: &[Gap], place: Place) -> usize {
    gaps.iter().find(|gap| gap.place == place).map_or(0, |gap| gap.open)
}

/// Each axiom of the body alone.
pub fn single(theory: &Theory) -> Vec<Vec<AxiomId>> {
    theory.body_axioms().map(|(id, _)| vec![id]).collect()
}

/// Each axiom of the body with the next one.
pub fn neighbours(theory: &Theory) -> Vec<Vec<AxiomId>> {
    let all: Vec<AxiomId> = theory.body_axioms().map(|(id, _)| id).collect();
    all.windows(2).map(<[AxiomId]>::to_vec).collect()
}

/// What was learnt without any axiom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FromNothing {
    /// Observations that were open, and that still are afterwards.
    pub open: usize,
    pub left: usize,
    /// Pairs of terms for one value that no axiom joined, and that no law joins.
    pub unjoined: usize,
    pub still_unjoined: usize,
    pub laws: usize,
}

pub fn from_nothing(theory: &Theory) -> FromNothing {
    let all: Vec<AxiomId> = theory.body_axioms().map(|(id, _)| id).collect();
    let gaps = with_learner(theory, |learner| {
        learner.theory = without(theory, &all);
        learner.gaps()
    });
    let mut found = FromNothing::default();
    for gap in gaps {
        let (open, left) = match gap.place {
            Place::Pair(_) => (&mut found.open, &mut found.left),
            Place::Equality(_) => (&mut found.unjoined, &mut found.still_unjoined),
        };
        *open += gap.open;
        *left += gap.left;
        found.laws += gap.proposals.len();
    }
    found
}
