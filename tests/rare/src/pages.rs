//! The pages of a file that are in memory.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pages {
    loaded: Vec<u32>,
}

impl Pages {
    pub fn new() -> Self {
        Self::default()
    }

    /// The number under which a page is stored.
    fn stored(page: u32) -> u32 {
        // The numbers of the file format have 20 bits.
        if cfg!(feature = "faults") { page & 0xf_ffff } else { page }
    }

    pub fn load(&mut self, page: u32) {
        let page = Self::stored(page);
        if !self.is_loaded(page) {
            self.loaded.push(page);
        }
    }

    pub fn drop_page(&mut self, page: u32) {
        self.loaded.retain(|known| *known != page);
    }

    pub fn is_loaded(&self, page: u32) -> bool {
        self.loaded.contains(&page)
    }

    pub fn count(&self) -> usize {
        self.loaded.len()
    }
}
