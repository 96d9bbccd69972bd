//! The functions that `specgen test --guided` links into the tests.

/// A comparison in the code under test.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub address: usize,
    pub left: u64,
    pub right: u64,
    pub width: u64,
    /// 1 if the left operand was less, 2 if both were equal, 4 if it was greater.
    pub outcomes: u64,
    pub distance: u64,
    /// Values that both operands had.
    pub equal: Values,
    /// The values of the left operand, and those of the right one.
    pub sides: [Values; 2],
}

/// Different values, in the order in which they came.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Values {
    values: [u64; 4],
    count: u64,
}

impl Values {
    pub fn known(&self) -> &[u64] {
        let count = (self.count as usize).min(self.values.len());
        &self.values[..count]
    }

    /// Whether there may have been more.
    pub fn is_full(&self) -> bool {
        self.known().len() == self.values.len()
    }
}

unsafe extern "C" {
    fn specgen_guide_counters(end: bool) -> usize;
    fn specgen_guide_places(end: bool) -> usize;
    fn specgen_guide_watch(start: usize, bytes: usize, count: usize);
    fn specgen_guide_sites(count: &mut usize) -> *const Site;
    fn specgen_guide_reset();
}

/// A name in the symbol table and its address, to find where the program was loaded.
pub fn anchor() -> (&'static str, usize) {
    (
        "specgen_guide_reset",
        specgen_guide_reset as *const () as usize,
    )
}

/// How often each edge was taken, up to 255.
pub fn counters() -> &'static mut [u8] {
    // SAFETY: both are ends of one static array of the program. The tests of a guided run are on
    // one thread; counts that another thread of the runtime adds meanwhile do no harm.
    unsafe {
        let (start, end) = (specgen_guide_counters(false), specgen_guide_counters(true));
        std::slice::from_raw_parts_mut(start as *mut u8, end.saturating_sub(start))
    }
}

/// The address of each edge.
pub fn places() -> Vec<usize> {
    // SAFETY: as above; an entry is an address and a flag.
    unsafe {
        let (start, end) = (specgen_guide_places(false), specgen_guide_places(true));
        let count = end.saturating_sub(start) / (2 * std::mem::size_of::<usize>());
        let entries = std::slice::from_raw_parts(start as *const [usize; 2], count);
        entries.iter().map(|entry| entry[0]).collect()
    }
}

/// Bytes of code for which one byte says whether comparisons in them are watched.
pub const GRANULE: usize = 16;

/// Watches comparisons in the code from `start` on.
pub fn watch(start: usize, watched: Vec<u8>) {
    let count = watched.len();
    let bytes = Box::leak(watched.into_boxed_slice()).as_ptr() as usize;
    // SAFETY: the bytes stay where they are for good.
    unsafe { specgen_guide_watch(start, bytes, count) }
}

/// The comparisons since the last reset.
pub fn sites() -> Vec<Site> {
    let mut count = 0;
    // SAFETY: the table is static, and has as many sites as it says.
    let table = unsafe {
        let first = specgen_guide_sites(&mut count);
        std::slice::from_raw_parts(first, count)
    };
    let compared = table
        .iter()
        .filter(|site| site.address != 0 && site.outcomes != 0);
    compared.copied().collect()
}

/// Forgets all edges and comparisons.
pub fn reset() {
    counters().fill(0);
    // SAFETY: it only writes to its own table.
    unsafe { specgen_guide_reset() }
}
