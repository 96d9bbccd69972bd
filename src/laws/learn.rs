//! Laws for what the axioms of a specification leave open.

use super::breaking::{Attempt, Held, TRIES, attempt};
use super::conditions::{conditions, is_domain};
use super::equations::equations_between_constructors;
use super::fit::{Fit, Observed, equations};
use super::law::Law;
use super::learner::{Gap, Learner, Obstacle, PROPOSALS, Place, Proposal};
use super::mask::Mask;
use super::open::Known;
use super::samples::{Choice, Sample, column, samples, truths};
use super::sides::{recursive, sides};
use super::sight::Seen;
use super::truth::equivalences;
use crate::arena::Id;
use crate::complete::{LeftSide, Pair, left_side, pair_label};
use crate::theory::{Formula, OpId, Operation, Term, Theory};

/// The most candidates that are broken for one proposal.
const CANDIDATES: usize = 24;
/// How often laws are looked for in one place, each time with the samples that broke others.
const ROUNDS: usize = 3;
/// Samples that laws are learnt from, for each algebra.
const LEARNT: (usize, usize) = (110, 50);

impl Learner<'_> {
    /// Proposes laws for what the axioms leave open.
    pub fn gaps(&mut self) -> Vec<Gap> {
        let mut pairs = pairs(&self.theory);
        let mut found: Vec<Gap> = Vec::new();
        // A law may determine something only after another one is there.
        for _ in 0..2 {
            pairs.retain(|pair| {
                let Some(gap) = self.gap(*pair) else { return false };
                let is_done = gap.left == 0;
                match found.iter_mut().find(|known| known.place == gap.place) {
                    None => found.push(gap),
                    Some(known) => {
                        known.left = gap.left;
                        known.proposals.extend(gap.proposals);
                        known.proposals.truncate(PROPOSALS);
                    }
                }
                !is_done
            });
        }
        found.extend(equations_between_constructors(self));
        for gap in &mut found {
            if let Place::Pair(pair) = gap.place {
                gap.left = self.left(pair);
            }
        }
        self.thin_all(&mut found);
        // What other laws have determined was no gap of its own.
        found.retain(|gap| gap.left > 0 || !gap.proposals.is_empty());
        found
    }

    /// Laws for an observer on what a constructor builds. `None` if nothing is open there.
    fn gap(&mut self, pair: Pair) -> Option<Gap> {
        let left = left_side(&self.theory, pair);
        let mut samples = self.samples(&left);
        let before = self.open(&self.theory, &samples, &left).count();
        if before == 0 {
            return None;
        }
        let mut proposals: Vec<Proposal> = Vec::new();
        // Of terms that agree for all samples only the first is tried. Samples that break it tell
        // it from the others.
        for _ in 0..ROUNDS {
            let broken = self.proposed(pair, &left, &samples, &mut proposals);
            if broken.is_empty() || proposals.len() == PROPOSALS || self.left(pair) == 0 {
                break;
            }
            samples.extend(broken);
        }
        self.thinned(&left, &samples, &mut proposals);
        let obstacle = if proposals.is_empty() { self.obstacle(&left, &samples) } else { None };
        let left = self.left(pair);
        Some(Gap { place: Place::Pair(pair), proposals, open: before, left, obstacle })
    }

    /// Samples to learn from. Where an operation that is no constructor has no value, there is
    /// nothing to observe of it.
    fn samples(&mut self, left: &LeftSide) -> Vec<Sample> {
        let mut found = samples(&self.scenes, &left.variables, LEARNT, Choice::Learn);
        let maker = made(left).filter(|(op, _)| !self.theory.ops[*op].is_constructor());
        if let Some((_, made)) = maker {
            let values = column(&mut self.scenes, &found, made);
            let mut values = values.into_iter();
            found.retain(|_| values.next() != Some(Seen::Undefined));
        }
        found
    }

    /// What the smallest open samples show.
    fn obstacle(&mut self, left: &LeftSide, samples: &[Sample]) -> Option<Obstacle> {
        let open = Known::new(&self.theory).open(&self.scenes, samples, left);
        let values = column(&mut self.scenes, samples, &left.term);
        let mut seen = samples.iter().zip(values).zip(open).filter(|(_, is_open)| *is_open);
        if seen.clone().all(|((_, value), _)| value == Seen::Undefined) {
            return Some(Obstacle::Undefined);
        }
        seen.find_map(|((sample, value), _)| match value {
            Seen::Value(sort, _) => Some((sample, sort, value)),
            _ => None,
        })
        .filter(|(sample, sort, value)| {
            !self.scenes[sample.scene].small[sort.index()].contains(value)
        })
        .map(|_| Obstacle::Unbuilt)
    }

    /// Drops laws that determine nothing the other laws leave open.
    fn thin_all(&mut self, gaps: &mut [Gap]) {
        let open = self.open_observations(&self.theory.clone());
        // Equations between constructors join values, whatever is observed.
        let is_pair = |gap: &&mut Gap| matches!(gap.place, Place::Pair(_));
        for gap in gaps.iter_mut().filter(is_pair).filter(|gap| gap.proposals.len() > 1) {
            gap.proposals.retain(|proposal| {
                match self.shorter(proposal).filter(|it| self.open_observations(it) == open) {
                    Some(shorter) => self.theory = shorter,
                    None => return true,
                }
                false
            });
        }
    }

    /// The axioms and laws without one of the laws.
    fn shorter(&self, proposal: &Proposal) -> Option<Theory> {
        let label = Some(&proposal.law.label);
        let own = self.theory.axioms.iter().find(|(_, axiom)| axiom.label.as_ref() == label);
        own.map(|(own, _)| self.theory.without(own).0)
    }

    /// Drops laws that later ones make unnecessary.
    fn thinned(&mut self, left: &LeftSide, samples: &[Sample], proposals: &mut Vec<Proposal>) {
        let open = self.open(&self.theory, samples, left);
        for place in (0..proposals.len().saturating_sub(1)).rev() {
            let Some(others) = self.shorter(&proposals[place]) else { continue };
            if self.open(&others, samples, left) == open {
                self.theory = others;
                proposals.remove(place);
            }
        }
    }

    /// Adds the laws that fit the samples and held for others. Returns the samples that broke the
    /// rest.
    fn proposed(
        &mut self,
        pair: Pair,
        left: &LeftSide,
        samples: &[Sample],
        proposals: &mut Vec<Proposal>,
    ) -> Vec<Sample> {
        let mut open = self.open(&self.theory, samples, left);
        let mut fits: Vec<(Law, Mask, Option<Held>)> = Vec::new();
        for fit in self.fits(left, samples, &open) {
            let covers = fit.covers.clone();
            fits.push((self.law(pair, left, fit), covers, None));
        }
        let mut broken: Vec<Sample> = Vec::new();
        // Laws that determine all that they speak about are better than others.
        for is_partial in [false, true] {
            fits.retain_mut(|(law, covers, known)| {
                if proposals.len() == PROPOSALS || covers.and(&open).is_empty() {
                    return true;
                }
                let held = match known {
                    Some(held) => *held,
                    None => match self.tried(law) {
                        Attempt::Held(held) if held.is_enough() => held,
                        Attempt::Held(_) => return false,
                        Attempt::Broken(sample) => {
                            broken.push(sample);
                            return false;
                        }
                    },
                };
                *known = Some(held);
                law.label = pair_label(&self.theory, pair);
                let mut longer = self.theory.clone();
                longer.axioms.push(law.axiom(&longer));
                let rest = self.open(&longer, samples, left);
                let is_whole = covers.and(&rest).is_empty();
                if rest.count() >= open.count() || !is_partial && !is_whole {
                    return true;
                }
                self.theory = longer;
                open = rest;
                proposals.push(Proposal { law: law.clone(), held });
                false
            });
        }
        broken
    }

    fn tried(&mut self, law: &Law) -> Attempt {
        attempt(&mut self.scenes, &law.variables, &law.formula(), TRIES)
    }

    /// The samples that the axioms and the laws leave open.
    fn left(&mut self, pair: Pair) -> usize {
        self.left_by(&self.theory.clone(), pair)
    }

    fn left_by(&mut self, theory: &Theory, pair: Pair) -> usize {
        let left = left_side(theory, pair);
        let samples = self.samples(&left);
        self.open(theory, &samples, &left).count()
    }

    /// The samples of all observers on all constructors that a theory leaves open.
    pub(super) fn open_observations(&mut self, theory: &Theory) -> usize {
        pairs(theory).into_iter().map(|pair| self.left_by(theory, pair)).sum()
    }

    fn open(&self, theory: &Theory, samples: &[Sample], left: &LeftSide) -> Mask {
        let open = Known::new(theory).open(&self.scenes, samples, left);
        Mask::of(samples.len(), |sample| open[sample])
    }

    /// Claims that hold for all samples, the most useful first. What holds only inside of the domain
    /// of the operation that makes the observed value has the domain as its premise.
    fn fits(&mut self, left: &LeftSide, samples: &[Sample], open: &Mask) -> Vec<Fit> {
        let Term::Apply(observer, _) = &left.term else { return Vec::new() };
        let result = self.theory.ops[*observer].result;
        let own = (result, recursive(&self.theory, left));
        let sides = sides(&mut self.scenes, samples, &left.variables, own);
        let conditions = conditions(&mut self.scenes, samples, &sides);
        let values = column(&mut self.scenes, samples, &left.term);
        let all = Mask::of(samples.len(), |sample| values[sample] != Seen::Unknown);
        let own: Vec<_> = sides.into_iter().filter(|side| Some(side.sort) == result).collect();
        let mut fits = Vec::new();
        let mut look = |among: Mask, domain: Option<&Formula>| {
            let seen = Observed { open: open.and(&among), all: among, conditions: &conditions };
            let found = match &left.term {
                Term::Apply(op, arguments) if result.is_none() => {
                    let holds = Mask::of(samples.len(), |it| values[it] == Seen::Truth(true));
                    let left = Formula::Predicate(*op, arguments.clone());
                    equivalences(&left, &holds.and(&seen.all), &seen)
                }
                term => equations(term, &values, &own, &seen),
            };
            fits.extend(found.into_iter().map(|fit| fit.inside(domain)));
        };
        if let Some(domain) = domain(&self.theory, left)
            && let Some(truths) = truths(&mut self.scenes, samples, &domain)
            && truths.contains(&false)
        {
            look(all.and(&Mask::of(samples.len(), |it| truths[it])), Some(&domain));
        }
        look(all, None);
        let rank = |fit: &Fit| (open.minus(&fit.covers).count(), fit.size());
        fits.sort_by_cached_key(rank);
        fits.truncate(CANDIDATES);
        fits
    }

    fn law(&self, pair: Pair, left: &LeftSide, fit: Fit) -> Law {
        Law {
            spec: self.theory.ops[pair.observer].spec,
            label: pair_label(&self.theory, pair),
            variables: left.variables.clone(),
            claim: fit.claim,
            premise: fit.premise,
        }
    }
}

/// The observed value, and the operation that makes it.
fn made(left: &LeftSide) -> Option<(OpId, &Term)> {
    let Term::Apply(_, arguments) = &left.term else { return None };
    match &arguments[left.place?] {
        made @ Term::Apply(maker, _) => Some((*maker, made)),
        _ => None,
    }
}

/// Where the operation that makes the observed value is defined.
fn domain(theory: &Theory, left: &LeftSide) -> Option<Formula> {
    let (maker, Term::Apply(_, inner)) = made(left)? else { return None };
    let domain = theory.ops[maker].domain.as_ref()?;
    Some(domain.condition.replaced(&|var| inner[var.index()].clone()))
}

/// Observers with the constructors of what they observe: predicates and numbers first. Behind
/// these, what observers see of a value that another operation makes: laws may say that instead of
/// what the value is. What an axiom defines by other observers comes last.
fn pairs(theory: &Theory) -> Vec<Pair> {
    let yields_built = |op: &Operation| op.result.is_some_and(|sort| theory.is_constructed(sort));
    // What an operation needs is said once, for all values.
    let domains = theory.ops.ids().filter(|op| is_domain(theory, *op));
    let whole: Vec<Pair> = domains.map(|observer| Pair { observer, constructor: None }).collect();
    let mut found = Vec::new();
    for (observer, op) in theory.observers() {
        let Some(sort) = op.arguments.iter().copied().find(|sort| theory.is_constructed(*sort))
        else {
            continue;
        };
        let makes = |(_, maker): &(OpId, &Operation)| {
            maker.result == Some(sort)
                && (maker.is_constructor() || !yields_built(op) && maker.arguments.contains(&sort))
        };
        let makers = theory.ops.iter().filter(makes);
        found.extend(makers.map(|(op, _)| Pair { observer, constructor: Some(op) }));
    }
    let rank = |pair: &Pair| {
        let is_made = pair.constructor.is_some_and(|op| !theory.ops[op].is_constructor());
        let observed = match &theory.ops[pair.observer] {
            op if yields_built(op) => 2,
            op => usize::from(!op.is_predicate()),
        };
        (theory.definition(pair.observer).is_some(), is_made, observed)
    };
    found.sort_by_key(rank);
    [whole, found].concat()
}
