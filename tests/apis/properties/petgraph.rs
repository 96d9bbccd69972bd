use petgraph::graph::NodeIndex;
use petgraph::stable_graph::StableGraph;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
enum Step {
    AddNode(u8),
    UpdateEdge(usize, usize, u8),
    RemoveNode(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        any::<u8>().prop_map(Step::AddNode),
        (0..8usize, 0..8usize, any::<u8>()).prop_map(|(a, b, l)| Step::UpdateEdge(a, b, l)),
        (0..8usize).prop_map(Step::RemoveNode),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_sets(steps in steps()) {
        let mut graph: StableGraph<u8, u8> = StableGraph::new();
        let mut nodes: BTreeMap<usize, u8> = BTreeMap::new();
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        for step in steps {
            match step {
                Step::AddNode(w) => {
                    let node = graph.add_node(w).index();
                    prop_assert_eq!(nodes.insert(node, w), None);
                }
                Step::UpdateEdge(a, b, l) => {
                    if nodes.contains_key(&a) && nodes.contains_key(&b) {
                        graph.update_edge(NodeIndex::new(a), NodeIndex::new(b), l);
                        edges.insert((a, b));
                    }
                }
                Step::RemoveNode(n) => {
                    prop_assert_eq!(graph.remove_node(NodeIndex::new(n)), nodes.remove(&n));
                    edges.retain(|(a, b)| *a != n && *b != n);
                }
            }
            prop_assert_eq!(graph.node_count(), nodes.len());
            for a in 0..8 {
                let node = NodeIndex::new(a);
                prop_assert_eq!(graph.contains_node(node), nodes.contains_key(&a));
                prop_assert_eq!(graph.node_weight(node), nodes.get(&a));
                for b in 0..8 {
                    let found = graph.contains_edge(node, NodeIndex::new(b));
                    prop_assert_eq!(found, edges.contains(&(a, b)));
                }
            }
        }
    }
}
