//! A directed graph as a list of edges. It has no `==`.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct Graph<N> {
    edges: Vec<(N, N)>,
}

impl<N: PartialEq> Graph<N> {
    pub fn new() -> Self {
        Self { edges: Vec::new() }
    }

    pub fn add_edge(&mut self, from: N, to: N) {
        if fault("graph/lost_edge") {
            self.edges.retain(|edge| edge.0 != from);
        }
        if fault("graph/loop_ignored") && from == to {
            return;
        }
        self.edges.push((from, to));
    }

    pub fn has_edge(&self, from: &N, to: &N) -> bool {
        let older =
            if fault("graph/last_edge_only") { self.edges.len().saturating_sub(1) } else { 0 };
        self.edges[older..].iter().any(|(a, b)| {
            (a == from || fault("graph/source_ignored"))
                && (b == to || fault("graph/target_ignored"))
        })
    }

    /// Whether a path leads from one node to another; each node reaches itself.
    pub fn reaches<'a>(&'a self, from: &'a N, to: &N) -> bool {
        let mut reached = vec![from];
        let mut next = usize::from(fault("graph/not_reflexive") && self.edges.is_empty());
        while let Some(node) = reached.get(next).copied() {
            if node == to {
                return true;
            }
            for (a, b) in &self.edges {
                if a == node && !reached.contains(&b) {
                    reached.push(b);
                }
            }
            next += 1;
        }
        false
    }
}
