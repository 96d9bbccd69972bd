//! The picture in the DOT language of Graphviz.

use super::View;
use super::picture::{Edge, Node, Picture};

pub fn dot(view: &View) -> String {
    let picture = Picture::of(view);
    let mut text = String::from("digraph model {\n  rankdir=TB;\n");
    text.push_str("  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\"];\n");
    text.push_str("  edge [fontname=\"monospace\"];\n");
    text.push_str("  labelloc=t;\n");
    text.push_str(&format!("  label=\"{}\";\n", lines(&picture.title)));
    for (index, node) in picture.nodes.iter().enumerate() {
        text.push_str(&node_line(index, node));
    }
    for edge in &picture.edges {
        text.push_str(&edge_line(edge));
    }
    for note in &picture.notes {
        text.push_str(&format!("  // {note}\n"));
    }
    text.push_str("}\n");
    text
}

fn node_line(index: usize, node: &Node) -> String {
    let fill = match (node.is_witness, node.is_parameter) {
        (true, _) => "gold",
        (false, true) => "aliceblue",
        (false, false) => "white",
    };
    let heading = std::slice::from_ref(&node.heading);
    let label = [lines(heading), lines(&node.lines)].concat();
    format!("  n{index} [label=\"{label}\", fillcolor={fill}];\n")
}

fn edge_line(edge: &Edge) -> String {
    let style = if edge.is_constructor { "solid" } else { "dashed" };
    let label = lines(&edge.label);
    let width = if edge.is_witness { ", penwidth=2.5" } else { "" };
    format!("  n{} -> n{} [label=\"{label}\", style={style}{width}];\n", edge.from, edge.to)
}

/// The lines of a label as a quoted string, aligned to the left.
fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{}\\l", escaped(line))).collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
