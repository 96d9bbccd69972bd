//! The page of a report. Everything that it is given is escaped.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Error, Output, State, Value, context, escape_formatter};

use super::render::{describe, environment};
use crate::json::Serialize;

const PAGE: &str = include_str!("../../templates/report.html.j2");
const PARTS: &str = include_str!("../../templates/report_parts.html.j2");
const STYLE: &str = include_str!("../../templates/report.css");
const SCRIPT: &str = include_str!("../../templates/report.js");

/// Renders the page; the error says where the template went wrong.
pub fn html(view: &impl Serialize) -> Result<String, String> {
    let mut environment = environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(format);
    for (name, text) in [("report.html.j2", PAGE), ("report_parts.html.j2", PARTS)] {
        environment.add_template(name, text).map_err(|error| describe(&error))?;
    }
    let page = environment.get_template("report.html.j2").map_err(|error| describe(&error))?;
    let context = context! {
        page => Value::from(Serde(view)),
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(SCRIPT.to_owned()),
    };
    page.render(context).map_err(|error| describe(&error))
}

/// As minijinja would, but for slashes: they do no harm in a quoted attribute or
/// between elements, and ids are full of them.
fn format(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() => out.write_str(&escaped(text)).map_err(Error::from),
        _ => escape_formatter(out, state, value),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#x27;"),
            other => escaped.push(other),
        }
    }
    escaped
}
