//! An algebra of the parameters under observation.

use crate::execute::Tables;
use crate::model::ParameterTables;

/// One algebra of the parameters.
#[derive(Clone, Debug)]
pub struct Algebra {
    pub parameters: ParameterTables,
    pub tables: Tables,
    /// Whether laws are learnt from it, or only broken with it.
    pub is_learnt: bool,
}
