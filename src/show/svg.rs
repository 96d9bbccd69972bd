//! The picture as SVG. This module alone knows the layout library; it asks it
//! for places and draws by itself.

use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use super::View;
use super::picture::{Edge, Node, Picture};

/// The width of a character and the distance of two lines, for a font of 12
/// pixels and fixed width.
const CHARACTER: f64 = 7.3;
const LINE: f64 = 17.0;
const MARGIN: f64 = 10.0;

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

pub fn svg(view: &View) -> String {
    let picture = Picture::of(view);
    let placed = place(&picture);
    draw(&picture, &placed)
}

/// Where the layout puts everything: boxes in the order of the nodes, labels and
/// arrows both in the order of the edges, none of which leads back to its node.
#[derive(Default)]
struct Placed {
    /// Upper left corners and sizes.
    boxes: Vec<(Point, Point)>,
    labels: Vec<(Point, String)>,
    arrows: Vec<Curve>,
}

struct Curve {
    path: Vec<(Point, Point)>,
    /// Whether the layout turned the edge around.
    is_reversed: bool,
}

fn place(picture: &Picture) -> Placed {
    let mut placed = Placed::default();
    if picture.nodes.is_empty() {
        return placed;
    }
    let mut graph = VisualGraph::new(Orientation::TopToBottom);
    let nodes: Vec<_> = picture
        .nodes
        .iter()
        .map(|node| {
            let shape = ShapeKind::new_box("");
            let [width, height] = size(node);
            let size = Point::new(width, height);
            graph.add_node(Element::create(shape, look(), Orientation::TopToBottom, size))
        })
        .collect();
    for edge in &picture.edges {
        graph.add_edge(arrow(edge), nodes[edge.from], nodes[edge.to]);
    }
    graph.do_it(false, false, false, &mut placed);
    separate_labels(&mut placed);
    placed
}

/// The layout makes room for labels but may still put two onto one another. A
/// label that would cover an earlier one slides along its edge to a free place.
fn separate_labels(placed: &mut Placed) {
    let mut taken: Vec<(Point, Point)> = placed.boxes.clone();
    for (curve, (center, text)) in placed.arrows.iter().zip(&mut placed.labels) {
        let size = label_size(text);
        let corner = |center: Point| center.sub(size.scale(0.5));
        let along = points(curve).into_iter();
        let mut places: Vec<Point> = std::iter::once(*center).chain(along).collect();
        places.sort_by(|a, b| a.distance_to(*center).total_cmp(&b.distance_to(*center)));
        let is_free = |place: &&Point| {
            !taken.iter().any(|(other, extent)| overlap((corner(**place), size), (*other, *extent)))
        };
        *center = *places.iter().find(is_free).unwrap_or(center);
        taken.push((corner(*center), size));
    }
}

fn overlap((a, a_size): (Point, Point), (b, b_size): (Point, Point)) -> bool {
    let apart = a.x + a_size.x <= b.x
        || b.x + b_size.x <= a.x
        || a.y + a_size.y <= b.y
        || b.y + b_size.y <= a.y;
    !apart
}

/// Points along a curve, evenly spread over its segments.
fn points(curve: &Curve) -> Vec<Point> {
    const STEPS: u32 = 16;
    let mut points = Vec::new();
    let [(start, exit), rest @ ..] = curve.path.as_slice() else { return points };
    let (mut from, mut control) = (*start, *exit);
    for (entry, to) in rest {
        for step in 0..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let weights = [(1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2), 3.0 * t * t * (1.0 - t)];
            let head = from.scale(weights[0]).add(control.scale(weights[1]));
            points.push(head.add(entry.scale(weights[2])).add(to.scale(t.powi(3))));
        }
        // A smooth continuation mirrors the control point.
        control = to.add(to.sub(*entry));
        from = *to;
    }
    points
}

fn size(node: &Node) -> [f64; 2] {
    let lines = std::iter::once(&node.heading).chain(&node.lines);
    let width = lines.map(|line| line.chars().count()).max().unwrap_or(0);
    let height = node.lines.len() + 1;
    [width as f64 * CHARACTER + 2.0 * MARGIN, height as f64 * LINE + MARGIN]
}

fn arrow(edge: &Edge) -> Arrow {
    let text = edge.label.join("\n");
    let line = LineStyleKind::Normal;
    Arrow::new(LineEndKind::None, LineEndKind::Arrow, line, &text, &look(), &None, &None)
}

/// Only the font's size matters here: the layout takes it for the width of a
/// character when it makes room for a label.
fn look() -> StyleAttr {
    StyleAttr::new(Color::fast("black"), 1, None, 0, 8)
}

impl RenderBackend for Placed {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        _: &StyleAttr,
        _: Option<String>,
        _: Option<ClipHandle>,
    ) {
        self.boxes.push((xy, size));
    }

    fn draw_text(&mut self, xy: Point, text: &str, _: &StyleAttr) {
        if !text.is_empty() {
            self.labels.push((xy, text.to_owned()));
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        head: (bool, bool),
        _: &StyleAttr,
        _: Option<String>,
        _: &str,
    ) {
        let curve = Curve { path: path.to_vec(), is_reversed: head.0 };
        self.arrows.push(curve);
    }

    // The graphs have boxes and arrows only.
    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}
    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}
    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

/// The title, the graph below it, the notes below that.
fn draw(picture: &Picture, placed: &Placed) -> String {
    let [left, top, right, bottom] = extent(placed);
    let title_height = picture.title.len() as f64 * LINE + MARGIN;
    let notes_height = picture.notes.len() as f64 * LINE + MARGIN;
    let longest = picture.title.iter().chain(&picture.notes).map(|line| line.chars().count()).max();
    let text_width = longest.unwrap_or(0) as f64 * CHARACTER;
    let width = (right - left).max(text_width) + 2.0 * MARGIN;
    let height = title_height + (bottom - top) + notes_height + 2.0 * MARGIN;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>\n{STYLE}</style>\n{ARROWHEAD}\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, line) in picture.title.iter().enumerate() {
        let class = if index == 0 { "heading" } else { "" };
        svg.push_str(&text_line(MARGIN, MARGIN, index, class, line));
    }
    let (x, y) = (MARGIN - left, title_height + MARGIN - top);
    svg.push_str(&format!("<g transform=\"translate({x:.1} {y:.1})\">\n"));
    for (edge, curve) in picture.edges.iter().zip(&placed.arrows) {
        svg.push_str(&draw_curve(edge, curve));
    }
    for (node, (corner, size)) in picture.nodes.iter().zip(&placed.boxes) {
        svg.push_str(&draw_node(node, *corner, *size));
    }
    placed.labels.iter().for_each(|(center, text)| svg.push_str(&draw_label(*center, text)));
    svg.push_str("</g>\n");
    let notes_top = height - notes_height;
    for (index, line) in picture.notes.iter().enumerate() {
        svg.push_str(&text_line(MARGIN, notes_top, index, "note", line));
    }
    svg.push_str("</svg>\n");
    svg
}

const ARROWHEAD: &str = "\
<defs><marker id=\"head\" markerWidth=\"9\" markerHeight=\"7\" refX=\"9\" refY=\"3.5\" \
orient=\"auto-start-reverse\"><path d=\"M0 0 L9 3.5 L0 7 z\" fill=\"#555\"/></marker></defs>\n";

/// The corners of everything that is drawn: left, top, right, bottom.
fn extent(placed: &Placed) -> [f64; 4] {
    let boxes = placed.boxes.iter().flat_map(|(corner, size)| [*corner, corner.add(*size)]);
    let curves = placed.arrows.iter().flat_map(|curve| &curve.path).flat_map(|(a, b)| [*a, *b]);
    let labels = placed.labels.iter().flat_map(|(center, text)| {
        let half = label_size(text).scale(0.5);
        [center.sub(half), center.add(half)]
    });
    let mut points = boxes.chain(curves).chain(labels);
    let Some(first) = points.next() else { return [0.0; 4] };
    points.fold([first.x, first.y, first.x, first.y], |[left, top, right, bottom], point| {
        [left.min(point.x), top.min(point.y), right.max(point.x), bottom.max(point.y)]
    })
}

fn label_size(text: &str) -> Point {
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    Point::new(width as f64 * CHARACTER, text.lines().count() as f64 * LINE)
}

fn draw_node(node: &Node, corner: Point, size: Point) -> String {
    let role = match (node.is_witness, node.is_parameter) {
        (true, _) => " witness",
        (false, true) => " parameter",
        (false, false) => "",
    };
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
    let baseline = top + (index as f64 + 1.0) * LINE - 5.0;
    // An indented line is moved; blanks at its start would be dropped.
    let indent = text.len() - text.trim_start().len();
    let left = left + indent as f64 * CHARACTER;
    let text = escaped(text.trim_start());
    format!("<text class=\"{class}\" x=\"{left:.1}\" y=\"{baseline:.1}\">{text}</text>\n")
}

fn draw_label(center: Point, text: &str) -> String {
    let top = center.y - label_size(text).y / 2.0;
    let line = |(index, line): (usize, &str)| {
        let baseline = top + (index as f64 + 1.0) * LINE - 5.0;
        format!(
            "<text class=\"label\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{baseline:.1}\">{}</text>\n",
            center.x,
            escaped(line)
        )
    };
    text.lines().enumerate().map(line).collect()
}

/// The first pair is a point and the control point behind it; all others are a
/// control point and the point that it leads to.
fn draw_curve(edge: &Edge, curve: &Curve) -> String {
    let [(start, exit), (entry, next), rest @ ..] = curve.path.as_slice() else {
        return String::new();
    };
    let mut path = format!(
        "M{:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
        start.x, start.y, exit.x, exit.y, entry.x, entry.y, next.x, next.y
    );
    for (control, point) in rest {
        path.push_str(&format!(
            " S{:.1} {:.1} {:.1} {:.1}",
            control.x, control.y, point.x, point.y
        ));
    }
    let style = if edge.is_constructor { "" } else { " other" };
    let way = if edge.is_witness { " way" } else { "" };
    let end = if curve.is_reversed { "marker-start" } else { "marker-end" };
    format!("<path class=\"edge{style}{way}\" d=\"{path}\" {end}=\"url(#head)\"/>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
