//! Ground terms: each is kept once and named by a small id.

use std::cmp::Ordering;
use std::sync::Arc;

use super::program::Program;

/// Names a ground term. Equal ids mean the same term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

/// The length of an empty hash table.
const FEWEST_SLOTS: usize = 64;

impl TermId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ground term over other terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Truth(bool),
    Int(i64),
    /// An element of a parameter's sort. Different elements are not equal.
    Element {
        sort: usize,
        number: u32,
    },
    /// An operation on values; a question until it has been evaluated.
    Apply(usize, Arc<[TermId]>),
    /// The question whether two values of one sort are equal.
    Equal(TermId, TermId),
}

/// A node, or the parts of a call that may have no node yet.
#[derive(Clone, Copy)]
enum Key<'k> {
    Node(&'k Node),
    Apply(usize, &'k [TermId]),
}

impl Key<'_> {
    /// Multiplies and rotates: nobody chooses terms to collide, and tests run without
    /// optimisation. The high bits are mixed best.
    fn hash(self) -> u32 {
        let hash = match self {
            Key::Node(Node::Truth(truth)) => mixed(0, u64::from(*truth)),
            Key::Node(Node::Int(number)) => mixed(1, *number as u64),
            Key::Node(Node::Element { sort, number }) => {
                mixed(mixed(2, *sort as u64), u64::from(*number))
            }
            Key::Node(Node::Equal(left, right)) => {
                mixed(mixed(3, u64::from(left.0)), u64::from(right.0))
            }
            Key::Node(Node::Apply(op, arguments)) => return Key::Apply(*op, arguments).hash(),
            Key::Apply(op, arguments) => arguments
                .iter()
                .fold(mixed(4, op as u64), |hash, argument| mixed(hash, u64::from(argument.0))),
        };
        (hash >> 32) as u32
    }

    fn is(self, node: &Node) -> bool {
        match (self, node) {
            (Key::Node(own), node) => own == node,
            (Key::Apply(op, arguments), Node::Apply(other, others)) => {
                op == *other && arguments == &**others
            }
            (Key::Apply(..), _) => false,
        }
    }
}

fn mixed(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// All terms of an engine.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    /// A hash table of hashes and terms. Its length is a power of two, and at most half of it is
    /// used.
    slots: Vec<Option<(u32, TermId)>>,
    /// The number of symbols of each term.
    sizes: Vec<u64>,
    /// Whether a term is built by constructors only.
    plain: Vec<bool>,
    /// By operation.
    constructors: Vec<bool>,
}

impl Terms {
    pub fn new(program: &Program) -> Self {
        let constructors = program.ops.iter().map(|op| op.is_constructor).collect();
        let (nodes, sizes, plain) = (Vec::new(), Vec::new(), Vec::new());
        Self { nodes, slots: vec![None; FEWEST_SLOTS], sizes, plain, constructors }
    }

    pub fn intern(&mut self, node: Node) -> TermId {
        let hash = Key::Node(&node).hash();
        match self.find(hash, Key::Node(&node)) {
            Ok(id) => id,
            Err(slot) => self.insert(slot, hash, node),
        }
    }

    /// The same for an application, whose arguments are copied only if it is new.
    pub fn intern_call(&mut self, op: usize, arguments: &[TermId]) -> TermId {
        let hash = Key::Apply(op, arguments).hash();
        match self.find(hash, Key::Apply(op, arguments)) {
            Ok(id) => id,
            Err(slot) => self.insert(slot, hash, Node::Apply(op, arguments.into())),
        }
    }

    /// The term of a key, or else the slot for it.
    fn find(&self, hash: u32, key: Key<'_>) -> Result<TermId, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some((other, id)) = self.slots[slot] {
            if hash == other && key.is(&self.nodes[id.index()]) {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    fn insert(&mut self, slot: usize, hash: u32, node: Node) -> TermId {
        // Memory ends before there are 2^32 terms.
        let id = TermId(self.nodes.len() as u32);
        let size = match &node {
            Node::Apply(_, arguments) => {
                let sizes = arguments.iter().map(|term| self.size(*term));
                sizes.fold(0, u64::saturating_add)
            }
            Node::Equal(left, right) => self.size(*left).saturating_add(self.size(*right)),
            Node::Truth(_) | Node::Int(_) | Node::Element { .. } => 0u64,
        };
        let plain = match &node {
            Node::Apply(op, arguments) => {
                self.constructors[*op] && arguments.iter().all(|term| self.is_plain(*term))
            }
            _ => true,
        };
        self.plain.push(plain);
        self.sizes.push(size.saturating_add(1));
        self.nodes.push(node);
        self.slots[slot] = Some((hash, id));
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![None; mask + 1]);
        for (hash, id) in old.into_iter().flatten() {
            let mut slot = hash as usize & mask;
            while self.slots[slot].is_some() {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = Some((hash, id));
        }
    }

    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the term is built by constructors only, over elements and numbers.
    pub fn is_plain(&self, term: TermId) -> bool {
        self.plain[term.index()]
    }

    /// The number of symbols.
    pub fn size(&self, term: TermId) -> u64 {
        self.sizes[term.index()]
    }

    /// A total order that does not depend on when terms were made: by the number of symbols,
    /// then by the outermost symbol, then by the first argument that differs.
    pub fn compare(&self, left: TermId, right: TermId) -> Ordering {
        let (mut left, mut right) = (left, right);
        // Only the first arguments that differ decide, so there is no need to recurse.
        while left != right {
            let sizes = self.size(left).cmp(&self.size(right));
            if sizes != Ordering::Equal {
                return sizes;
            }
            let (first, second) = match (self.node(left), self.node(right)) {
                (Node::Apply(f, first), Node::Apply(g, second)) => {
                    if f != g {
                        return f.cmp(g);
                    }
                    (first, second)
                }
                (first, second) => return leaf_key(first).cmp(&leaf_key(second)),
            };
            match first.iter().zip(second.iter()).find(|(one, other)| one != other) {
                None => return first.len().cmp(&second.len()),
                Some((one, other)) => {
                    left = *one;
                    right = *other;
                }
            }
        }
        Ordering::Equal
    }
}

/// How terms without arguments are ordered; an application comes last.
fn leaf_key(node: &Node) -> (u8, i64, i64) {
    match node {
        Node::Truth(truth) => (0, i64::from(*truth), 0),
        Node::Int(number) => (1, *number, 0),
        Node::Element { sort, number } => (2, *sort as i64, i64::from(*number)),
        Node::Equal(left, right) => (3, left.index() as i64, right.index() as i64),
        Node::Apply(op, _) => (4, *op as i64, 0),
    }
}
