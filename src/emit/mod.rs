//! Generated files: views, layout and templates.

use crate::lower::RustSuite;

mod artifact;
mod html;
mod imports;
mod render;
mod runtime;
mod seal;
mod support;
mod view;

pub use artifact::{Artifact, Layout, Provenance};
pub use html::html;
pub use render::{TEMPLATES, Templates};
pub use seal::{MARK, is_generated, is_intact, seal, unsealed};
pub use support::{
    ALONE, FOLDER as SUPPORT_FOLDER, PAIR, comparing_files, files as support_files, guide,
    observing_files, version as support_version,
};
pub use view::{SuiteView, VERSION, view};

/// Renders the files of one mapping.
pub fn render(
    suite: &RustSuite,
    name: &str,
    layout: Layout,
    provenance: &Provenance,
    templates: &Templates,
) -> Result<Vec<Artifact>, String> {
    let files = match layout {
        Layout::Folder => vec![
            ("main.rs.j2", format!("{name}/main.rs")),
            ("mocks.rs.j2", format!("{name}/mocks.rs")),
        ],
        Layout::File => vec![("file.rs.j2", format!("{name}.rs"))],
    };
    rendered(suite, files, provenance, templates)
}

/// Renders a mapping as a module of a program that has the runtime itself.
pub fn render_module(
    suite: &RustSuite,
    name: &str,
    provenance: &Provenance,
) -> Result<Vec<Artifact>, String> {
    let files = vec![
        ("module.rs.j2", format!("{name}/mod.rs")),
        ("mocks.rs.j2", format!("{name}/mocks.rs")),
    ];
    rendered(suite, files, provenance, &Templates::default())
}

fn rendered(
    suite: &RustSuite,
    files: Vec<(&str, String)>,
    provenance: &Provenance,
    templates: &Templates,
) -> Result<Vec<Artifact>, String> {
    let view = view(&runtime::qualified(suite), provenance.header());
    files
        .into_iter()
        .map(|(template, path)| Ok(Artifact { path, text: templates.render(template, &view)? }))
        .collect()
}
