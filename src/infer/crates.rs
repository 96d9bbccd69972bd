//! The source of crates, as an interface: nothing in this module touches a disk.

/// Finds the source of a library.
pub trait Crates {
    /// The files of the library of this name, as code outside of it writes the name. `crate` is
    /// the package around the project.
    fn files(&mut self, name: &str) -> Result<CrateFiles, NoCrate>;
}

/// The source of one library.
#[derive(Clone, Debug, Default)]
pub struct CrateFiles {
    /// The name of the library.
    pub name: String,
    /// The path of its root among the files.
    pub root: String,
    pub files: Vec<RustFile>,
    /// The features that are on; `None` where that is unknown.
    pub features: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
pub struct RustFile {
    /// From the folder of the root on, with `/` between the parts.
    pub path: String,
    /// As messages call it.
    pub name: String,
    pub text: String,
}

/// Why there is no source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCrate {
    pub why: String,
    /// The names of libraries that the project can use.
    pub known: Vec<String>,
}

impl NoCrate {
    /// Why nothing is known of any crate.
    pub const NO_CARGO: &str = "`cargo`, which knows where sources are, is not installed";

    pub fn lacks_cargo(&self) -> bool {
        self.why == Self::NO_CARGO
    }
}

/// Without a project there is only std.
pub struct NoCrates;

impl Crates for NoCrates {
    fn files(&mut self, _name: &str) -> Result<CrateFiles, NoCrate> {
        Err(NoCrate { why: "there is no Cargo package here".to_owned(), known: Vec::new() })
    }
}
