//! Layered graph drawing, first half: the row of every item, and the order within rows (K.
//! Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
//! structures", 1981).
//!
//! Nodes are in even rows, labels in odd ones. An edge is a chain of items, one in every row
//! that it crosses: the first below its upper end is its label, the others are bends.

/// The number of passes that improve the order of the rows.
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

/// An edge between two different nodes.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub from: usize,
    pub to: usize,
    /// Whether it must lead downwards. Other edges may lead either way.
    pub is_downward: bool,
}

/// The same edge from its upper end to its lower.
#[derive(Clone, Copy)]
struct Directed {
    upper: usize,
    lower: usize,
    is_reversed: bool,
}

impl Layers {
    pub fn of(nodes: usize, edges: &[Ends]) -> Self {
        let (directed, ranks) = direct(nodes, edges);
        let mut layers = Self { rows: Vec::new(), items: Vec::new(), chains: Vec::new() };
        for rank in &ranks {
            layers.add(2 * rank);
        }
        for edge in directed {
            layers.connect(edge);
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

    fn connect(&mut self, Directed { upper, lower, is_reversed }: Directed) {
        let between = self.items[upper].row + 1..self.items[lower].row;
        let bends: Vec<usize> = between.map(|row| self.add(row)).collect();
        let items: Vec<usize> = [upper].into_iter().chain(bends).chain([lower]).collect();
        for pair in items.windows(2) {
            self.items[pair[0]].below.push(pair[1]);
            self.items[pair[1]].above.push(pair[0]);
        }
        self.chains.push(Chain { items, is_reversed });
    }

    /// Orders each row by the mean position of the neighbours of its items, first downwards,
    /// then upwards.
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

/// Reverses edges until the graph has no cycle, and returns the rank of every node.
///
/// Downward edges come first and determine the ranks. Every other edge is directed from the
/// lesser rank to the greater, so it closes no cycle; between equal ranks it moves its lower
/// end down.
fn direct(nodes: usize, edges: &[Ends]) -> (Vec<Directed>, Vec<usize>) {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut turned = vec![false; edges.len()];
    let mut downward: Vec<usize> = (0..edges.len()).collect();
    downward.sort_by_key(|edge| !edges[*edge].is_downward);
    let mut ranks = vec![0; nodes];
    for edge in downward {
        let Ends { from, to, is_downward } = edges[edge];
        turned[edge] = match is_downward {
            true => reaches(&below, to, from),
            false => ranks[from] > ranks[to],
        };
        let (upper, lower) = if turned[edge] { (to, from) } else { (from, to) };
        below[upper].push(lower);
        sink(&below, &mut ranks, upper);
    }
    let direct = |(ends, is_reversed): (&Ends, bool)| match is_reversed {
        true => Directed { upper: ends.to, lower: ends.from, is_reversed },
        false => Directed { upper: ends.from, lower: ends.to, is_reversed },
    };
    (edges.iter().zip(turned).map(direct).collect(), ranks)
}

/// Moves the nodes below a node down, so that every edge leads downwards: the rank of a node is
/// the length of the longest path from the top.
fn sink(below: &[Vec<usize>], ranks: &mut [usize], from: usize) {
    let mut open = vec![from];
    while let Some(upper) = open.pop() {
        for lower in &below[upper] {
            if ranks[*lower] <= ranks[upper] {
                ranks[*lower] = ranks[upper] + 1;
                open.push(*lower);
            }
        }
    }
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
