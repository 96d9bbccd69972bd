//! A text in one layout.

use crate::error::{Error, Failure};
use crate::format::{self, Language};
use crate::source::{Source, Sources, with_line_feeds};
use crate::syntax::{parse_mapping, parse_spec};

/// A specification file or a mapping, formatted. A text with syntax errors has no layout.
pub fn format(source: &Source) -> Result<String, Failure> {
    let mut sources = Sources::default();
    let text = with_line_feeds(source.text.clone());
    let file = sources.add(&source.name, text.as_str());
    let language = Language::of(&text);
    let parsed = match language {
        Language::Specification => parse_spec(&text, file).map(drop),
        Language::Mapping => parse_mapping(&text, file).map(drop),
    };
    if let Err(diagnostics) = parsed {
        return Err(Failure::Input { diagnostics, sources });
    }
    format::format(&text, language).ok_or_else(|| {
        let name = &source.name;
        Failure::from(Error(format!("internal error: formatting `{name}` would lose words")))
    })
}
