//! The algebra of the parameters that an engine runs over.

use super::term::Node;

/// How many elements each sort of a parameter has, and what is known of its operations.
/// Tables may be partial: what they leave open, the parameter's axioms may still determine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// The number of elements by sort; 0 for other sorts.
    pub elements: Vec<u32>,
    pub facts: Vec<Fact>,
}

/// `op(arguments) = result`, where all are elements, numbers or truth values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub op: usize,
    pub arguments: Vec<Node>,
    pub result: Node,
}

impl Tables {
    pub fn add(&mut self, op: usize, arguments: Vec<Node>, result: Node) {
        self.facts.push(Fact { op, arguments, result });
    }
}
