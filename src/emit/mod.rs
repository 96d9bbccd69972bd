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
    FOLDER as SUPPORT_FOLDER, files as support_files, guide, observing_files,
    version as support_version,
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
    let view = view(&runtime::qualified(suite), provenance.header());
    let files = match layout {
        Layout::Folder => vec![
            ("main.rs.j2", format!("{name}/main.rs")),
            ("mocks.rs.j2", format!("{name}/mocks.rs")),
        ],
        Layout::File => vec![("file.rs.j2", format!("{name}.rs"))],
    };
    files
        .into_iter()
        .map(|(template, path)| Ok(Artifact { path, text: templates.render(template, &view)? }))
        .collect()
}
