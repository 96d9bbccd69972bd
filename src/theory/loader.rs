//! Access to specification files, as an interface: nothing in this module touches a disk.

/// Reads the search folders.
pub trait Loader {
    /// The other specification files that a file may refer to, in search order. Called
    /// only if a name is not declared in the file itself.
    fn others(&mut self, file: &str) -> Vec<SpecFileText>;
}

/// A file of the search folders.
#[derive(Clone, Debug)]
pub struct SpecFileText {
    pub name: String,
    /// The text, or why it could not be read.
    pub text: Result<String, String>,
}

/// The loader of texts that refer only to themselves and to the library.
pub struct NoFolders;

impl Loader for NoFolders {
    fn others(&mut self, _file: &str) -> Vec<SpecFileText> {
        Vec::new()
    }
}
