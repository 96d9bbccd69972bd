//! Chains: `a.b().c?.d`.

use super::kind::is_block_like;
use super::list::{Comma, List};
use super::rules::{CHAIN_WIDTH, FN_CALL_WIDTH, Layout};
use super::shape::{Shape, TAB, first_line_width, is_extendable, last_line_width, newline, width};
use crate::rust::{Expr, Ident};

/// A link with the `?` behind it.
struct Link<'e> {
    part: Part<'e>,
    tries: usize,
}

enum Part<'e> {
    Root(&'e Expr),
    Field(&'e Ident),
    Method(&'e Ident, &'e [Expr]),
}

impl Link<'_> {
    fn layout(&self, layout: Layout<'_>, shape: Shape) -> Option<String> {
        let shape = shape.sub_width(self.tries)?;
        let text = match self.part {
            Part::Root(expr) => layout.expr(expr, shape)?,
            Part::Field(name) => format!(".{name}"),
            Part::Method(name, items) => {
                let head = format!(".{name}");
                let comma = Comma::Vertical;
                let (brackets, max_width) = (('(', ')'), FN_CALL_WIDTH);
                List { head: &head, brackets, items, max_width, comma, of_macro: false }
                    .layout(layout, shape)?
            }
        };
        Some(format!("{text}{}", "?".repeat(self.tries)))
    }
}

/// The root of a chain, and its links in order.
fn links(expr: &Expr) -> (Link<'_>, Vec<Link<'_>>) {
    let (mut links, mut tries, mut expr) = (Vec::new(), 0, expr);
    loop {
        let part = match expr {
            Expr::Try(inner) => {
                tries += 1;
                expr = inner;
                continue;
            }
            Expr::Field(inner, name) => {
                expr = inner;
                Part::Field(name)
            }
            Expr::Method(inner, name, arguments) => {
                expr = inner;
                Part::Method(name, arguments)
            }
            root => {
                links.reverse();
                return (Link { part: Part::Root(root), tries }, links);
            }
        };
        links.push(Link { part, tries });
        tries = 0;
    }
}

/// A chain that is being laid out.
struct Chain<'e> {
    layout: Layout<'e>,
    /// Of the whole chain.
    shape: Shape,
    /// Of a link on a line of its own.
    link_shape: Shape,
    /// How many links the chain has, those in its head among them.
    count: usize,
    links: &'e [Link<'e>],
    /// The head, which is the root and the links that stay on its line, and the links behind it.
    texts: Vec<String>,
    is_one_line: bool,
}

impl Layout<'_> {
    pub fn chain(self, expr: &Expr, shape: Shape) -> Option<String> {
        let (root, links) = links(expr);
        if links.is_empty() {
            return root.layout(self, shape);
        }
        let (head, links_in_head, ends_with_block) = self.head(&root, &links, shape)?;
        let rest = &links[links_in_head..];
        let Some((last, middle)) = rest.split_last() else { return shape.fits(head) };
        let indent = if ends_with_block { shape.indent } else { shape.indent + TAB };
        let mut chain = Chain {
            layout: self,
            shape,
            link_shape: Shape::indented(indent),
            count: links.len(),
            links: middle,
            texts: vec![head],
            is_one_line: false,
        };
        for link in chain.links {
            chain.texts.push(link.layout(self, chain.link_shape)?);
        }
        chain.add_last(last)?;
        let text = chain.joined()?;
        shape.fits(text)
    }

    /// A root that is shorter than the indentation takes the next links with it.
    fn head(self, root: &Link, links: &[Link], shape: Shape) -> Option<(String, usize, bool)> {
        let mut head = root.layout(self, shape)?;
        let mut ends_with_block = match root.part {
            Part::Root(expr) => is_block_like(expr, &head),
            _ => false,
        };
        let tab = TAB.saturating_sub(shape.offset);
        let mut taken = 0;
        while taken < links.len() && head.len() <= tab && !head.contains('\n') {
            let shape = shape.offset_left(head.len())?;
            let Some(text) = links[taken].layout(self, shape) else { break };
            head.push_str(&text);
            ends_with_block = is_extendable(&head);
            taken += 1;
        }
        Some((head, taken, ends_with_block))
    }
}

impl Chain<'_> {
    /// The last link goes on behind the others if that looks better than a line of its own.
    fn add_last(&mut self, last: &Link) -> Option<()> {
        let extendable = is_extendable(&self.texts[0]);
        let before = match extendable {
            true => last_line_width(&self.texts[0]),
            false => self.texts.iter().map(|text| width(text)).sum(),
        } + last.tries;
        let limit = if self.count == 1 { usize::MAX } else { CHAIN_WIDTH };
        let budget = self.shape.width.min(limit).saturating_sub(before);
        let in_one_line = budget > 0 && self.texts.iter().all(|text| !text.contains('\n'));
        let own_line = self.link_shape.sub_width(self.shape.rhs_overhead() + last.tries);
        let shape = match (in_one_line, extendable) {
            (true, _) => self.shape.sub_width(last.tries)?,
            (_, true) => self.link_shape.sub_width(last.tries)?,
            _ => own_line?,
        };
        let mut chosen = None;
        if (in_one_line || extendable)
            && let Some(text) =
                shape.offset_left(before).and_then(|shape| last.layout(self.layout, shape))
        {
            let fits = first_line_width(&text) <= budget;
            let lines = text.lines().count();
            let alone = || Some(last.layout(self.layout, own_line?));
            let alone = if fits && lines >= 5 { None } else { alone()? };
            chosen = match alone {
                Some(alone) if !fits || alone.lines().count() < lines => Some(alone),
                _ => {
                    self.is_one_line = fits && in_one_line;
                    Some(text)
                }
            };
        }
        let fallback = last.layout(self.layout, shape)?;
        self.texts.push(chosen.unwrap_or(fallback));
        Some(())
    }

    fn joined(&self) -> Option<String> {
        if self.is_one_line {
            return Some(self.texts.concat());
        }
        if self.layout.one_line_chain {
            return None;
        }
        Some(self.texts.join(&newline(self.link_shape.indent)))
    }
}
