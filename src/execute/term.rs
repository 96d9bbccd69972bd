//! Ground terms: each is kept once and named by a small id.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::program::Program;

/// Names a ground term. Equal ids mean the same term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

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
    Apply(usize, Vec<TermId>),
    /// The question whether two values of one sort are equal.
    Equal(TermId, TermId),
}

/// Multiplies and rotates: nobody chooses terms to collide, and tests run without optimisation.
#[derive(Clone, Debug, Default)]
pub struct NodeHasher(u64);

impl NodeHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for NodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_i64(&mut self, number: i64) {
        self.add(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.add(number as u64);
    }
}

/// All terms of an engine.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    ids: HashMap<Node, TermId, BuildHasherDefault<NodeHasher>>,
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
        Self { nodes, ids: HashMap::default(), sizes, plain, constructors }
    }

    pub fn intern(&mut self, node: Node) -> TermId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
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
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
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
                    (first.clone(), second.clone())
                }
                (first, second) => return leaf_key(first).cmp(&leaf_key(second)),
            };
            match first.iter().zip(&second).find(|(one, other)| one != other) {
                None => return first.len().cmp(&second.len()),
                Some((one, other)) => {
                    left = *one;
                    right = *other;
                }
            }
        }
        Ordering::Equal
    }

    /// The term in the syntax of specifications.
    pub fn text(
        &self,
        program: &Program,
        term: TermId,
        element: &dyn Fn(usize, u32) -> String,
    ) -> String {
        enum Piece {
            Term(TermId),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut open = vec![Piece::Term(term)];
        while let Some(piece) = open.pop() {
            let term = match piece {
                Piece::Text(sign) => {
                    text.push_str(sign);
                    continue;
                }
                Piece::Term(term) => term,
            };
            match self.node(term) {
                Node::Truth(truth) => text.push_str(&truth.to_string()),
                Node::Int(number) => text.push_str(&number.to_string()),
                Node::Element { sort, number } => text.push_str(&element(*sort, *number)),
                Node::Equal(left, right) => {
                    open.extend(vec![Piece::Term(*right), Piece::Text(" = "), Piece::Term(*left)]);
                }
                Node::Apply(op, arguments) => {
                    text.push_str(&program.ops[*op].name);
                    text.push('(');
                    open.push(Piece::Text(")"));
                    for (place, argument) in arguments.iter().enumerate().rev() {
                        open.push(Piece::Term(*argument));
                        if place > 0 {
                            open.push(Piece::Text(", "));
                        }
                    }
                }
            }
        }
        text
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
