//! Layered graph drawing, second half: the coordinates. Neither nodes nor labels overlap, for
//! any graph.

use super::layers::{Ends, Layers};

/// The least distance between neighbours in a row, and between rows.
const APART: f64 = 24.0;
const ROW_GAP: f64 = 24.0;
/// The number of passes that move items towards their neighbours.
const SWEEPS: usize = 24;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// The input: boxes, and edges with the sizes of their labels.
#[derive(Debug)]
pub struct Graph {
    pub nodes: Vec<Point>,
    pub edges: Vec<Link>,
}

#[derive(Debug)]
pub struct Link {
    pub ends: Ends,
    pub label: Point,
}

/// The coordinates, in the order of nodes and edges.
#[derive(Default)]
pub struct Layout {
    /// Upper left corners.
    pub corners: Vec<Point>,
    pub routes: Vec<Route>,
    pub size: Point,
}

/// The path of an edge, from its upper end to its lower.
pub struct Route {
    pub points: Vec<Point>,
    /// The middle of the label.
    pub label: Point,
    pub is_reversed: bool,
}

pub fn layout(graph: &Graph) -> Layout {
    if graph.nodes.is_empty() {
        return Layout::default();
    }
    let edges: Vec<Ends> = graph.edges.iter().map(|edge| edge.ends).collect();
    let layers = Layers::of(graph.nodes.len(), &edges);
    let sizes = sizes(graph, &layers);
    let across = across(&layers, &sizes);
    let bands = bands(&layers, &sizes);
    let band = |item: usize| bands[layers.items[item].row];
    let middle = |item: usize| Point { x: across[item], y: band(item).middle() };
    let corner = |node: usize| Point {
        x: middle(node).x - sizes[node].x / 2.0,
        y: middle(node).y - sizes[node].y / 2.0,
    };
    let routes = layers.chains.iter().map(|chain| Route {
        points: points(&chain.items, &sizes, &middle, &band),
        label: middle(chain.label()),
        is_reversed: chain.is_reversed,
    });
    let edge = |item: usize| middle(item).x + sizes[item].x / 2.0;
    let bottom = bands.last().map_or(0.0, |band| band.bottom);
    Layout {
        corners: (0..graph.nodes.len()).map(corner).collect(),
        routes: routes.collect(),
        size: Point { x: (0..sizes.len()).map(edge).fold(0.0, f64::max), y: bottom },
    }
}

/// The sizes of nodes and labels. Bends have no size.
fn sizes(graph: &Graph, layers: &Layers) -> Vec<Point> {
    let mut sizes = graph.nodes.clone();
    sizes.resize(layers.items.len(), Point::default());
    for (chain, edge) in layers.chains.iter().zip(&graph.edges) {
        sizes[chain.label()] = edge.label;
    }
    sizes
}

/// The horizontal centre of every item. Items are packed first, then moved towards their
/// neighbours as far as the order and the distances allow.
fn across(layers: &Layers, sizes: &[Point]) -> Vec<f64> {
    let mut middles = vec![0.0; layers.items.len()];
    for row in &layers.rows {
        place_row(row, sizes, &mut middles, |_| 0.0);
    }
    for sweep in 0..SWEEPS {
        let count = layers.rows.len();
        for step in 0..count {
            let downwards = sweep % 2 == 0;
            let row = &layers.rows[if downwards { step } else { count - 1 - step }];
            let wanted = middles.clone();
            place_row(row, sizes, &mut middles, |item| {
                let near = layers.items[item].above.iter().chain(&layers.items[item].below);
                let (sum, count) = near
                    .fold((0.0, 0.0), |(sum, count), other| (sum + wanted[*other], count + 1.0));
                if count == 0.0 { wanted[item] } else { sum / count }
            });
        }
    }
    let left = |item: usize| middles[item] - sizes[item].x / 2.0;
    let leftmost = (0..middles.len()).map(left).fold(f64::INFINITY, f64::min);
    middles.iter().map(|middle| middle - leftmost).collect()
}

/// Places the items of a row as near as possible to their preferred positions, in order and
/// without overlap. With the minimum distances subtracted this is an isotonic regression,
/// solved by pooling adjacent violators.
fn place_row(row: &[usize], sizes: &[Point], middles: &mut [f64], wanted: impl Fn(usize) -> f64) {
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (place, item) in row.iter().enumerate() {
        if place > 0 {
            offset += (sizes[row[place - 1]].x + sizes[*item].x) / 2.0 + APART;
        }
        offsets.push(offset);
    }
    // Each pool is the sum of preferred positions, and their number.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (item, offset) in row.iter().zip(&offsets) {
        pools.push((wanted(*item) - offset, 1));
        while let [.., before, last] = pools.as_slice() {
            if before.0 / before.1 as f64 <= last.0 / last.1 as f64 {
                break;
            }
            let merged = (before.0 + last.0, before.1 + last.1);
            pools.truncate(pools.len() - 2);
            pools.push(merged);
        }
    }
    let places = pools.iter().flat_map(|(sum, count)| vec![sum / *count as f64; *count]);
    for ((item, offset), place) in row.iter().zip(&offsets).zip(places) {
        middles[*item] = place + offset;
    }
}

/// Where a row begins and ends.
#[derive(Clone, Copy)]
struct Band {
    top: f64,
    bottom: f64,
}

impl Band {
    fn middle(self) -> f64 {
        (self.top + self.bottom) / 2.0
    }
}

/// The rows from top to bottom.
fn bands(layers: &Layers, sizes: &[Point]) -> Vec<Band> {
    let mut top = 0.0;
    let mut bands = Vec::new();
    for row in &layers.rows {
        let height = row.iter().map(|item| sizes[*item].y).fold(0.0, f64::max);
        bands.push(Band { top, bottom: top + height });
        top += height + ROW_GAP;
    }
    bands
}

/// An edge crosses a row straight down, through the gap left for it. It moves sideways only
/// between rows, where it can cross nothing but other edges.
fn points(
    items: &[usize],
    sizes: &[Point],
    middle: &impl Fn(usize) -> Point,
    band: &impl Fn(usize) -> Band,
) -> Vec<Point> {
    // An edge leaves and enters a box on the side of the next item.
    let end = |node: usize, next: usize, side: f64| {
        let (at, half) = (middle(node), sizes[node].x / 2.0 - APART / 2.0);
        let lean = ((middle(next).x - at.x) / 2.0).clamp(-half.max(0.0), half.max(0.0));
        Point { x: at.x + lean, y: at.y + side * sizes[node].y / 2.0 }
    };
    let [first, inner @ .., last] = items else { return Vec::new() };
    let [Some(below), Some(above)] = [inner.first(), inner.last()] else { return Vec::new() };
    let through = inner.iter().flat_map(|item| {
        let (x, Band { top, bottom }) = (middle(*item).x, band(*item));
        [Point { x, y: top }, Point { x, y: bottom }]
    });
    let (start, stop) = (end(*first, *below, 1.0), end(*last, *above, -1.0));
    [start].into_iter().chain(through).chain([stop]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph() -> impl Strategy<Value = Graph> {
        let size = || (5.0..200.0, 5.0..100.0).prop_map(|(x, y)| Point { x, y });
        (2usize..9, any::<bool>()).prop_flat_map(move |(count, all_downward)| {
            let ends = (0..count, 1..count, any::<bool>()).prop_map(move |(from, step, down)| {
                let to = (from + step) % count;
                Ends { from, to, is_downward: down || all_downward }
            });
            let links = (ends, size()).prop_map(|(ends, label)| Link { ends, label });
            let nodes = proptest::collection::vec(size(), count);
            (nodes, proptest::collection::vec(links, 0..16))
                .prop_map(|(nodes, edges)| Graph { nodes, edges })
        })
    }

    /// The corners of a box.
    type Area = (Point, Point);

    fn overlap((a, b): &Area, (c, d): &Area) -> bool {
        a.x < d.x && c.x < b.x && a.y < d.y && c.y < b.y
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_everything_is_inside(graph in graph()) {
            let placed = layout(&graph);
            let nodes = placed.corners.iter().zip(&graph.nodes).map(|(corner, size)| {
                (*corner, Point { x: corner.x + size.x, y: corner.y + size.y })
            });
            let labels = placed.routes.iter().zip(&graph.edges).map(|(route, edge)| {
                let (middle, half) = (route.label, edge.label);
                let (x, y) = (half.x / 2.0, half.y / 2.0);
                (
                    Point { x: middle.x - x, y: middle.y - y },
                    Point { x: middle.x + x, y: middle.y + y },
                )
            });
            let areas: Vec<Area> = nodes.chain(labels).collect();
            for (index, area) in areas.iter().enumerate() {
                prop_assert!(areas[..index].iter().all(|other| !overlap(area, other)));
                prop_assert!(area.0.x > -0.01 && area.0.y > -0.01);
                prop_assert!(area.1.x < placed.size.x + 0.01 && area.1.y < placed.size.y + 0.01);
            }
            let points = placed.routes.iter().flat_map(|route| &route.points);
            prop_assert!(points.clone().all(|point| point.x.is_finite() && point.y.is_finite()));
        }

        #[test]
        fn every_edge_has_a_way_with_both_ends_at_its_nodes(graph in graph()) {
            let placed = layout(&graph);
            for (route, edge) in placed.routes.iter().zip(&graph.edges) {
                let Ends { from, to, .. } = edge.ends;
                let (upper, lower) = if route.is_reversed { (to, from) } else { (from, to) };
                let [start, .., stop] = route.points.as_slice() else {
                    return Err(TestCaseError::fail("a way has two ends"));
                };
                let bottom = placed.corners[upper].y + graph.nodes[upper].y;
                prop_assert!((start.y - bottom).abs() < 0.01);
                prop_assert!((stop.y - placed.corners[lower].y).abs() < 0.01);
            }
        }
    }
}
