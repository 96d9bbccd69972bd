//! The picture as SVG.

use super::View;
use super::layers::Ends;
use super::layout::{Graph, Layout, Link, Point, Route, layout};
use super::picture::{Edge, Node, Picture};

/// The width of a character and the line height, for a monospaced font of 12 pixels.
const CHARACTER: f64 = 7.3;
const LINE: f64 = 17.0;
const MARGIN: f64 = 10.0;
/// Nodes without edges stand above the graph, in rows of about this width.
const SHELF: f64 = 900.0;

const STYLE: &str = "\
  text { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #222; }
  .heading { font-weight: bold; }
  .note { fill: #666; }
  .label { fill: #1f4e79; paint-order: stroke; stroke: white; stroke-width: 4px; }
  .node { fill: white; stroke: #555; }
  .parameter { fill: #eaf2fb; }
  .witness { fill: #ffe9a8; stroke: #b07d00; stroke-width: 2px; }
  .edge { fill: none; stroke: #555; }
  .other { stroke-dasharray: 5 4; }
  .way { stroke: #b07d00; stroke-width: 2.5px; }
";

const ARROWHEAD: &str = "\
<defs><marker id=\"head\" markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"8\" \
refX=\"10\" refY=\"4\" orient=\"auto-start-reverse\">\
<path d=\"M0 0 L10 4 L0 8 z\" fill=\"#555\"/></marker></defs>\n";

/// A drawing for a page that provides the styles, the arrowhead and the title itself.
pub struct Figure {
    pub svg: String,
    /// How to read the drawing, and what it leaves out.
    pub notes: Vec<String>,
}

/// The picture as a stand-alone file.
pub fn svg(view: &View) -> String {
    draw(&Picture::of(view), " xmlns=\"http://www.w3.org/2000/svg\"", &stand_alone())
}

/// The picture as a part of a page.
pub fn figure(view: &View) -> Figure {
    let mut picture = Picture::of(view);
    picture.title.clear();
    let notes = std::mem::take(&mut picture.notes);
    Figure { svg: draw(&picture, " class=\"model\" role=\"img\"", ""), notes }
}

/// Pictures in rows, those of a row side by side, as a stand-alone file.
pub fn svg_rows(rows: &[Vec<View>]) -> String {
    let (mut content, mut width, mut height) = (String::new(), 0.0_f64, 0.0_f64);
    for row in rows {
        let (mut right, mut bottom) = (0.0, height);
        for view in row {
            let drawing = drawing(&Picture::of(view));
            let place = format!("translate({right:.0} {height:.0})");
            content += &format!("<g transform=\"{place}\">\n{}</g>\n", drawing.content);
            right += drawing.width;
            bottom = bottom.max(height + drawing.height);
        }
        width = width.max(right);
        height = bottom;
    }
    let start = stand_alone();
    Drawing { width, height, content }.framed(" xmlns=\"http://www.w3.org/2000/svg\"", &start)
}

fn stand_alone() -> String {
    format!(
        "<style>\n{STYLE}</style>\n{ARROWHEAD}\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    )
}

/// A drawing without its frame.
struct Drawing {
    width: f64,
    height: f64,
    content: String,
}

impl Drawing {
    fn framed(&self, attributes: &str, start: &str) -> String {
        let Self { width, height, content } = self;
        format!(
            "<svg{attributes} width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n{start}{content}</svg>\n"
        )
    }
}

fn draw(picture: &Picture, attributes: &str, start: &str) -> String {
    drawing(picture).framed(attributes, start)
}

/// The title, the nodes without edges, the graph, the notes, one below the other.
fn drawing(picture: &Picture) -> Drawing {
    let (lonely, graph) = split(picture);
    let shelf = shelve(picture, &lonely);
    let placed = layout(&Graph {
        nodes: graph.iter().map(|node| size(&picture.nodes[*node])).collect(),
        edges: picture.edges.iter().map(|edge| link(edge, &graph)).collect(),
    });

    let title_end = match picture.title.len() {
        0 => MARGIN,
        lines => MARGIN + lines as f64 * LINE + MARGIN,
    };
    let shelf_end = title_end + below(shelf.size.y);
    let graph_end = shelf_end + below(placed.size.y);
    let height = graph_end + picture.notes.len() as f64 * LINE + MARGIN;
    let longest = picture.title.iter().chain(&picture.notes).map(|line| line.chars().count());
    let text_width = longest.max().unwrap_or(0) as f64 * CHARACTER;
    let width = text_width.max(shelf.size.x).max(placed.size.x) + 2.0 * MARGIN;

    let mut svg = String::new();
    for (index, line) in picture.title.iter().enumerate() {
        let class = if index == 0 { "heading" } else { "" };
        svg.push_str(&text_line(MARGIN, MARGIN, index, class, line));
    }
    let nodes = |nodes: &[usize], corners: &[Point]| -> String {
        let node = |(node, corner): (&usize, &Point)| draw_node(&picture.nodes[*node], *corner);
        nodes.iter().zip(corners).map(node).collect()
    };
    svg.push_str(&moved(title_end, &nodes(&lonely, &shelf.corners)));
    let drawing = [
        picture.edges.iter().zip(&placed.routes).map(|(e, route)| draw_route(e, route)).collect(),
        nodes(&graph, &placed.corners),
        picture.edges.iter().zip(&placed.routes).map(|(e, r)| draw_label(e, r.label)).collect(),
    ];
    svg.push_str(&moved(shelf_end, &drawing.concat()));
    for (index, line) in picture.notes.iter().enumerate() {
        svg.push_str(&text_line(MARGIN, graph_end, index, "note", line));
    }
    Drawing { width, height, content: svg }
}

/// The height of an item including the gap below it.
fn below(height: f64) -> f64 {
    if height == 0.0 { 0.0 } else { height + 2.0 * MARGIN }
}

fn moved(down: f64, content: &str) -> String {
    format!("<g transform=\"translate({MARGIN} {down:.1})\">\n{content}</g>\n")
}

/// The nodes without edges, and the others.
fn split(picture: &Picture) -> (Vec<usize>, Vec<usize>) {
    let is_lonely =
        |node: &usize| !picture.edges.iter().any(|edge| edge.from == *node || edge.to == *node);
    (0..picture.nodes.len()).partition(is_lonely)
}

/// Places boxes side by side, in rows.
fn shelve(picture: &Picture, nodes: &[usize]) -> Layout {
    let mut shelf = Layout::default();
    let (mut x, mut y, mut row_height) = (0.0, 0.0, 0.0f64);
    for node in nodes {
        let size = size(&picture.nodes[*node]);
        if x > 0.0 && x + size.x > SHELF {
            (x, y, row_height) = (0.0, y + row_height + MARGIN, 0.0);
        }
        shelf.corners.push(Point { x, y });
        row_height = row_height.max(size.y);
        shelf.size = Point { x: shelf.size.x.max(x + size.x), y: y + row_height };
        x += size.x + 2.0 * MARGIN;
    }
    shelf
}

fn link(edge: &Edge, graph: &[usize]) -> Link {
    let place =
        |node: usize| graph.binary_search(&node).expect("both ends of an edge are in the graph");
    let width = edge.label.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let label = Point { x: width as f64 * CHARACTER, y: edge.label.len() as f64 * LINE };
    let (from, to) = (place(edge.from), place(edge.to));
    Link { ends: Ends { from, to, is_downward: edge.is_constructor }, label }
}

fn size(node: &Node) -> Point {
    let lines = std::iter::once(&node.heading).chain(&node.lines);
    let width = lines.map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    let height = node.lines.len() as f64 + 1.0;
    Point { x: width * CHARACTER + 2.0 * MARGIN, y: height * LINE + MARGIN }
}

fn draw_node(node: &Node, corner: Point) -> String {
    let role = match (node.is_witness, node.is_parameter) {
        (true, _) => " witness",
        (false, true) => " parameter",
        (false, false) => "",
    };
    let size = size(node);
    let mut svg = format!(
        "<rect class=\"node{role}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"5\"/>\n",
        corner.x, corner.y, size.x, size.y
    );
    let (left, top) = (corner.x + MARGIN, corner.y + MARGIN / 2.0);
    svg.push_str(&text_line(left, top, 0, "heading", &node.heading));
    for (index, line) in node.lines.iter().enumerate() {
        svg.push_str(&text_line(left, top, index + 1, "", line));
    }
    svg
}

/// One line of a text that starts at the given corner.
fn text_line(left: f64, top: f64, index: usize, class: &str, text: &str) -> String {
    // SVG drops leading blanks, so an indented line is shifted instead.
    let indent = text.len() - text.trim_start().len();
    let left = left + indent as f64 * CHARACTER;
    let (y, text) = (baseline(top, index), escaped(text.trim_start()));
    format!("<text class=\"{class}\" x=\"{left:.1}\" y=\"{y:.1}\">{text}</text>\n")
}

fn baseline(top: f64, index: usize) -> f64 {
    top + (index as f64 + 1.0) * LINE - 5.0
}

fn draw_label(edge: &Edge, middle: Point) -> String {
    let top = middle.y - edge.label.len() as f64 * LINE / 2.0;
    let line = |(index, line): (usize, &String)| {
        let (x, y, text) = (middle.x, baseline(top, index), escaped(line));
        format!(
            "<text class=\"label\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>\n"
        )
    };
    edge.label.iter().enumerate().map(line).collect()
}

/// A curve through all points, vertical at each of them.
fn draw_route(edge: &Edge, route: &Route) -> String {
    let mut path = String::new();
    for (index, to) in route.points.iter().enumerate() {
        match index.checked_sub(1).map(|before| route.points[before]) {
            None => path.push_str(&format!("M{:.1} {:.1}", to.x, to.y)),
            Some(from) => {
                let half = (from.y + to.y) / 2.0;
                path.push_str(&format!(
                    " C{:.1} {half:.1} {:.1} {half:.1} {:.1} {:.1}",
                    from.x, to.x, to.x, to.y
                ));
            }
        }
    }
    let style = if edge.is_constructor { "" } else { " other" };
    let way = if edge.is_witness { " way" } else { "" };
    let end = if route.is_reversed { "marker-start" } else { "marker-end" };
    format!("<path class=\"edge{style}{way}\" d=\"{path}\" {end}=\"url(#head)\"/>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
