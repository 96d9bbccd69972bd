//! The search. Mappings of one specification that look for the same share it.

use std::sync::Arc;

use super::input::Posed;
use crate::decide::{self, record};
use crate::error::{Error, Failure};
use crate::fingerprint::fingerprint;
use crate::goal::Goal;
use crate::model::Mode;
use crate::search::{self, Options, Outcome, Progress, ScopeLimits};
use crate::theory::Theory;

/// Observes searches from outside. The command line implements it with a clock, a
/// progress bar and a handler for Ctrl-C.
pub trait Supervisor: Sync {
    /// Starts to observe one search.
    fn observe(&self, goals: &[Goal]) -> Result<Box<dyn Observer + '_>, Error>;

    /// Where results are kept between runs.
    fn store(&self) -> Option<&dyn Store> {
        None
    }
}

/// Keeps texts between runs. A text that is damaged or missing is computed again.
pub trait Store: Sync {
    fn load(&self, key: &str) -> Option<String>;
    fn save(&self, key: &str, text: &str);
}

/// Observes one search.
pub trait Observer {
    /// What the search may spend, and the solver that it uses.
    fn limits(&self) -> Options;
    fn progress(&mut self, progress: &Progress);
    /// Called when the search has ended. Fails if the solver has failed.
    fn finish(&mut self) -> Result<(), Error>;
}

/// Neither limits nor reports a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsupervised;

impl Supervisor for Unsupervised {
    fn observe(&self, _goals: &[Goal]) -> Result<Box<dyn Observer + '_>, Error> {
        Ok(Box::new(Unsupervised))
    }
}

impl Observer for Unsupervised {
    fn limits(&self) -> Options {
        Options::default()
    }

    fn progress(&mut self, _progress: &Progress) {}

    fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// Goals with their outcomes; empty if no test needs goals.
#[derive(Clone, Debug)]
pub struct Decided {
    pub goals: Vec<Goal>,
    pub outcomes: Vec<Outcome>,
}

/// Decides every goal.
pub fn decide(
    theory: &Theory,
    goals: &[Goal],
    scope: &ScopeLimits,
    observer: &mut dyn Observer,
) -> Result<Decided, Error> {
    let options = Options { scope: scope.clone(), ..observer.limits() };
    let mut progress = |progress| observer.progress(&progress);
    let outcomes = decide::decide(theory, goals, &options, &mut progress)
        .map_err(|unsound| Error(unsound.to_string()))?;
    observer.finish()?;
    Ok(Decided { goals: goals.to_vec(), outcomes })
}

/// The mode in which the goals would be decided.
pub fn mode(
    theory: &Theory,
    goals: &[Goal],
    scope: &ScopeLimits,
    observer: &mut dyn Observer,
) -> Result<Mode, Error> {
    let options = Options { scope: scope.clone(), ..observer.limits() };
    let mode = search::mode(theory, goals, &options, &mut |it| observer.progress(&it));
    observer.finish()?;
    Ok(mode)
}

/// Mappings that need the same search.
pub struct Group {
    pub members: Vec<Member>,
}

/// A mapping, and the position of its request.
pub struct Member {
    pub number: usize,
    pub posed: Posed,
}

/// A group with the result of its search.
pub struct DecidedGroup {
    pub decided: Arc<Decided>,
    pub members: Vec<Member>,
}

/// Groups the mappings that need the same search.
pub(super) fn share(posed: Vec<Posed>) -> Vec<Result<Group, Failure>> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, posed) in posed.into_iter().enumerate() {
        let member = Member { number, posed };
        match groups.iter_mut().find(|group| group.suits(&member.posed)) {
            Some(group) => group.members.push(member),
            None => groups.push(Group { members: vec![member] }),
        }
    }
    groups.into_iter().map(Ok).collect()
}

impl Group {
    fn first(&self) -> &Posed {
        &self.members[0].posed
    }

    fn suits(&self, other: &Posed) -> bool {
        let own = self.first();
        own.refined.theory == other.refined.theory
            && own.goals == other.goals
            && own.scope == other.scope
    }
}

/// Runs the search of a group.
pub(super) fn decide_group(
    group: Group,
    supervisor: &dyn Supervisor,
) -> Result<DecidedGroup, Failure> {
    let Posed { refined, goals, scope } = group.first();
    let needs = |member: &Member| member.posed.refined.order.options.goals.need_witnesses();
    if !group.members.iter().any(needs) {
        // The goals only name the axioms that sequences evaluate.
        let decided = Decided { goals: goals.clone(), outcomes: Vec::new() };
        return Ok(DecidedGroup { decided: Arc::new(decided), members: group.members });
    }
    let store = supervisor.store();
    let key = store.map(|_| key(&refined.theory, goals, scope)).unwrap_or_default();
    let kept = store.and_then(|store| record::read(&store.load(&key)?));
    let kept = kept.filter(|outcomes| outcomes.len() == goals.len());
    let decided = match kept {
        Some(outcomes) => Decided { goals: goals.clone(), outcomes },
        None => {
            let mut observer = supervisor.observe(goals)?;
            let decided = decide(&refined.theory, goals, scope, &mut *observer)?;
            if let (Some(store), Some(text)) = (store, record::write(&decided.outcomes)) {
                store.save(&key, &text);
            }
            decided
        }
    };
    Ok(DecidedGroup { decided: Arc::new(decided), members: group.members })
}

/// Stands for everything that the outcomes depend on.
fn key(theory: &Theory, goals: &[Goal], scope: &ScopeLimits) -> String {
    let version = env!("CARGO_PKG_VERSION");
    fingerprint(&format!("outcomes {version}\n{theory:?}\n{goals:?}\n{scope:?}"))
}
