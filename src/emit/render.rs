//! Templates of generated code.

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};

use super::view::SuiteView;

/// The embedded templates by name.
pub const TEMPLATES: &[(&str, &str)] = &[
    ("main.rs.j2", include_str!("../../templates/main.rs.j2")),
    ("mocks.rs.j2", include_str!("../../templates/mocks.rs.j2")),
    ("file.rs.j2", include_str!("../../templates/file.rs.j2")),
    ("module.rs.j2", include_str!("../../templates/module.rs.j2")),
    ("testers.j2", include_str!("../../templates/testers.j2")),
    ("types.j2", include_str!("../../templates/types.j2")),
];

/// A set of templates: the embedded ones, or some of them replaced.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    replaced: BTreeMap<String, String>,
}

impl Templates {
    /// Replaces a template. The name must be one of [`TEMPLATES`].
    pub fn replace(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.replaced.insert(name.into(), text.into());
    }

    /// Renders one template; the error says where it went wrong.
    pub fn render(&self, name: &str, view: &SuiteView) -> Result<String, String> {
        let mut environment = environment();
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        for (known, text) in TEMPLATES {
            let text = self.replaced.get(*known).map_or(*text, String::as_str);
            environment
                .add_template_owned(*known, text.to_owned())
                .map_err(|error| describe(&error))?;
        }
        let template = environment.get_template(name).map_err(|error| describe(&error))?;
        let text = template.render(Serde(view)).map_err(|error| describe(&error))?;
        // Optional parts leave blank lines behind.
        Ok(format!("{}\n", text.trim_end()))
    }
}

/// The values that all templates share.
pub fn environment<'t>() -> Environment<'t> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(
        SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()
            .expect("the delimiters are the default ones"),
    );
    environment
}

pub fn describe(error: &minijinja::Error) -> String {
    format!("{error:#}")
}
