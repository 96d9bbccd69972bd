use crate::faulty;

/// An index into an [`Arena`], which alone makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// A forest: each node has at most one parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arena<T> {
    nodes: Vec<(T, Option<NodeId>)>,
}

impl<T> Arena<T> {
    pub fn new() -> Self {
        Self { nodes: Vec::new() }
    }
    pub fn root(&mut self, value: T) -> NodeId {
        self.nodes.push((value, None));
        NodeId(self.nodes.len() - 1)
    }
    pub fn child(&mut self, parent: NodeId, value: T) -> Option<NodeId> {
        self.nodes.get(parent.0)?;
        let parent = if faulty("handles") { NodeId(0) } else { parent };
        self.nodes.push((value, Some(parent)));
        Some(NodeId(self.nodes.len() - 1))
    }
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes.get(node.0)?.1
    }
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.nodes.get(node.0).map(|node| &node.0)
    }
    pub fn ids(&self) -> Vec<NodeId> {
        (0..self.nodes.len()).map(NodeId).collect()
    }
}
