//! Laws guessed from observations of an implementation.
//!
//! An [`Oracle`] answers questions about terms: a specification that is run, or a type that is
//! compiled. What it answers on small values suggests laws for what the axioms leave open;
//! other values try to break them. A law that is left held on all values that were tried, and
//! nothing more is known of it.

mod algebra;
mod amend;
mod breaking;
mod broken;
mod conditions;
mod context;
mod equations;
mod fit;
mod follow;
mod general;
mod law;
mod learn;
mod learner;
mod mask;
mod open;
mod oracle;
mod pinned;
mod rewrite;
mod samples;
mod sides;
mod sight;
mod stage;
mod text;
mod truth;
mod values;

pub use algebra::Algebra;
pub use amend::{amended, declarations, section};
pub use breaking::{Attempt, Held, attempt};
pub use broken::{Broken, Near, broken};
pub use general::general;
pub use law::{Claim, Law};
pub use learner::{Gap, Learner, Obstacle, PROPOSALS, Place, Proposal};
pub use oracle::{Oracle, Reply, Specification};
pub use pinned::pinned;
pub use samples::Scene;
pub use stage::stage;
pub use text::{Observation, broken_text, laws_text, observed, text};
