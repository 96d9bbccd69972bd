//! Layered graph drawing, first half: which row everything is in, and in which
//! order (K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of
//! hierarchical system structures", 1981).
//!
//! Nodes are in even rows, labels in odd ones. An edge is a chain of items, one
//! in every row that it comes through: the first below its upper end is its
//! label, the others are bends.

/// How often the order of all rows is improved.
const SWEEPS: usize = 12;

pub struct Layers {
    /// The items of each row, from left to right.
    pub rows: Vec<Vec<usize>>,
    pub items: Vec<Item>,
    /// For each edge, in order, its items from the upper node to the lower.
    pub chains: Vec<Chain>,
}

/// Nodes come first, in their order.
#[derive(Default)]
pub struct Item {
    pub row: usize,
    /// The neighbours in the rows above and below.
    pub above: Vec<usize>,
    pub below: Vec<usize>,
}

pub struct Chain {
    pub items: Vec<usize>,
    /// Whether the edge leads upwards.
    pub is_reversed: bool,
}

impl Chain {
    /// The item that carries the label.
    pub fn label(&self) -> usize {
        self.items[1]
    }
}

impl Layers {
    /// Edges must lead from one node to another. Those that come first lead
    /// downwards if possible.
    pub fn of(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let directed = directed(nodes, edges);
        let ranks = ranks(nodes, &directed);
        let mut layers = Self { rows: Vec::new(), items: Vec::new(), chains: Vec::new() };
        for rank in &ranks {
            layers.add(2 * rank);
        }
        for (upper, lower, is_reversed) in directed {
            layers.connect(upper, lower, is_reversed);
        }
        for _ in 0..SWEEPS {
            layers.sweep();
        }
        layers
    }

    fn add(&mut self, row: usize) -> usize {
        let item = self.items.len();
        self.items.push(Item { row, ..Item::default() });
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        self.rows[row].push(item);
        item
    }

    fn connect(&mut self, upper: usize, lower: usize, is_reversed: bool) {
        let between = self.items[upper].row + 1..self.items[lower].row;
        let bends: Vec<usize> = between.map(|row| self.add(row)).collect();
        let items: Vec<usize> = [upper].into_iter().chain(bends).chain([lower]).collect();
        for pair in items.windows(2) {
            self.items[pair[0]].below.push(pair[1]);
            self.items[pair[1]].above.push(pair[0]);
        }
        self.chains.push(Chain { items, is_reversed });
    }

    /// Orders each row by the middle of its items' neighbours, downwards and
    /// back upwards.
    fn sweep(&mut self) {
        for row in 1..self.rows.len() {
            self.sort(row, |item| &item.above);
        }
        for row in (0..self.rows.len().saturating_sub(1)).rev() {
            self.sort(row, |item| &item.below);
        }
    }

    fn sort(&mut self, row: usize, neighbours: fn(&Item) -> &Vec<usize>) {
        let mut places = vec![0.0; self.items.len()];
        for items in &self.rows {
            for (place, item) in items.iter().enumerate() {
                places[*item] = (place as f64 + 0.5) / items.len() as f64;
            }
        }
        let middle = |item: &usize| {
            let near = neighbours(&self.items[*item]);
            match near.len() {
                0 => places[*item],
                count => near.iter().map(|other| places[*other]).sum::<f64>() / count as f64,
            }
        };
        let mut keyed: Vec<(f64, usize)> =
            self.rows[row].iter().map(|item| (middle(item), *item)).collect();
        keyed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self.rows[row] = keyed.into_iter().map(|(_, item)| item).collect();
    }
}

/// The edges as (upper, lower, whether turned around), without circles.
fn directed(nodes: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize, bool)> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut directed = Vec::new();
    for &(from, to) in edges {
        let is_reversed = reaches(&below, to, from);
        let (upper, lower) = if is_reversed { (to, from) } else { (from, to) };
        below[upper].push(lower);
        directed.push((upper, lower, is_reversed));
    }
    directed
}

fn reaches(below: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; below.len()];
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if node == to {
            return true;
        }
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(&below[node]);
        }
    }
    false
}

/// How many edges lie above each node on the longest way from the top.
fn ranks(nodes: usize, directed: &[(usize, usize, bool)]) -> Vec<usize> {
    let mut ranks = vec![0; nodes];
    // Without circles, a longest way has fewer edges than there are nodes.
    for _ in 0..nodes {
        for (upper, lower, _) in directed {
            ranks[*lower] = ranks[*lower].max(ranks[*upper] + 1);
        }
    }
    ranks
}
