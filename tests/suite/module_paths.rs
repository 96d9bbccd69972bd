//! The paths that a Rust file names, read from its tokens: what it imports, and what it
//! mentions elsewhere. Unit tests are left out.

use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

#[derive(Debug, Default)]
pub struct Paths {
    pub imports: Vec<Import>,
    pub mentions: Vec<Mention>,
}

#[derive(Debug)]
pub struct Import {
    pub path: Vec<String>,
    /// The name that the path is bound to in this file; `*` for a glob.
    pub name: String,
    pub is_public: bool,
    pub line: usize,
}

#[derive(Debug)]
pub struct Mention {
    pub path: Vec<String>,
    pub line: usize,
}

impl Paths {
    pub fn of(text: &str) -> Paths {
        let stream = TokenStream::from_str(text).expect("the file consists of Rust tokens");
        let mut paths = Paths::default();
        paths.read(stream);
        paths
    }

    fn read(&mut self, stream: TokenStream) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = self.read_at(&tokens, at);
        }
    }

    /// Reads what starts at a token, and returns where to continue.
    fn read_at(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        if is_punct(tokens.get(at), '#') {
            return after_attribute(tokens, at);
        }
        match &tokens[at] {
            TokenTree::Group(group) => {
                self.read(group.stream());
                at + 1
            }
            TokenTree::Ident(ident) if ident == "use" && !is_punct(tokens.get(at + 1), '<') => {
                let end = (at..tokens.len()).find(|&i| is_punct(tokens.get(i), ';'));
                let end = end.unwrap_or(tokens.len());
                let is_public = is_public(&tokens[..at]);
                self.read_use(&tokens[at + 1..end], &[], is_public);
                end
            }
            // A declaration names something new.
            TokenTree::Ident(ident) if ident == "mod" || ident == "fn" => at + 2,
            TokenTree::Ident(_) => self.read_path(tokens, at),
            _ => at + 1,
        }
    }

    /// A single name in small letters is taken as a variable or a field unless it is called.
    fn read_path(&mut self, tokens: &[TokenTree], start: usize) -> usize {
        let (path, end) = path_at(tokens, start);
        let is_part = start > 0 && {
            let after = |c| is_punct(tokens.get(start - 1), c);
            let is_range = start > 1 && is_punct(tokens.get(start - 2), '.');
            after(':') && start > 1 && is_punct(tokens.get(start - 2), ':')
                || after('.') && !is_range
        };
        let is_local = path.len() == 1
            && path[0].starts_with(|c: char| c.is_lowercase())
            && !matches!(tokens.get(end), Some(TokenTree::Group(_)));
        if !is_part && !is_local {
            let line = tokens[start].span().start().line;
            self.mentions.push(Mention { path, line });
        }
        end
    }

    /// Reads the tree of a `use`, whose paths continue a prefix.
    fn read_use(&mut self, tokens: &[TokenTree], prefix: &[String], is_public: bool) {
        for tree in tokens.split(|token| is_punct(Some(token), ',')) {
            let Some(first) = tree.first() else { continue };
            let line = first.span().start().line;
            let (rest, end) = path_at(tree, 0);
            let mut path = [prefix, &rest].concat();
            match tree.get(end..).unwrap_or_default() {
                [.., TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    self.read_use(&inner, &path, is_public);
                    continue;
                }
                [.., TokenTree::Punct(star)] if star.as_char() == '*' => path.push("*".to_owned()),
                [TokenTree::Ident(r#as), TokenTree::Ident(name)] if r#as == "as" => {
                    let name = name.to_string();
                    self.imports.push(Import { path, name, is_public, line });
                    continue;
                }
                _ => {}
            }
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            // `use name;` leads to no other file: it exports a macro, or names a crate.
            if path.len() == 1 {
                continue;
            }
            let name = path.last().cloned().unwrap_or_default();
            self.imports.push(Import { path, name, is_public, line });
        }
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether a visibility stands at the end of these tokens.
fn is_public(before: &[TokenTree]) -> bool {
    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(ident) if ident == "pub");
    match before {
        [.., pub_, TokenTree::Group(_)] => is_pub(pub_),
        [.., last] => is_pub(last),
        [] => false,
    }
}

/// The names joined by `::` from a token on, and where they end.
fn path_at(tokens: &[TokenTree], start: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    let mut at = start;
    while let Some(TokenTree::Ident(ident)) = tokens.get(at) {
        path.push(ident.to_string());
        at += 1;
        let is_joined = is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':');
        if !is_joined || !matches!(tokens.get(at + 2), Some(TokenTree::Ident(_))) {
            break;
        }
        at += 2;
    }
    (path, at)
}

/// Where the code after an attribute continues: after the whole item if it is for tests only.
fn after_attribute(tokens: &[TokenTree], at: usize) -> usize {
    let at = if is_punct(tokens.get(at + 1), '!') { at + 2 } else { at + 1 };
    let Some(TokenTree::Group(attribute)) = tokens.get(at) else { return at };
    let text = attribute.stream().to_string().replace(' ', "");
    if !text.starts_with("cfg(test") && !text.starts_with("cfg(all(test") {
        return at + 1;
    }
    let ends_item = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_punct(Some(token), ';'),
    };
    let length = tokens[at..].iter().position(ends_item);
    length.map_or(tokens.len(), |length| at + length + 1)
}
