//! What an instrumented program calls when it starts and when it compares numbers.
//!
//! `specgen test --guided` compiles this file to an object and links it into the tests, which
//! read through the functions `specgen_guide_…` what their calls did.

#![no_std]

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The most comparisons in the source that are watched.
const SITES: usize = 4096;

/// How many places of the table are tried for a comparison.
const PROBES: usize = 16;

/// Bytes of code for which one byte says whether they are watched.
const GRANULE: usize = 16;

/// A comparison in the code under test, since the last reset. The tests have the same layout.
#[repr(C)]
pub struct Site {
    /// Behind the comparison; 0 if the place is free.
    address: AtomicUsize,
    /// The operands when they were closest.
    left: AtomicU64,
    right: AtomicU64,
    width: AtomicU64,
    /// 1 if the left one was less, 2 if both were equal, 4 if it was greater.
    outcomes: AtomicU64,
    distance: AtomicU64,
    /// Values that both operands had.
    equal: Values,
    /// The values of the left operand, and those of the right one.
    sides: [Values; 2],
}

/// Different values, in the order in which they came; those after the first few are left out.
#[repr(C)]
struct Values {
    values: [AtomicU64; KEPT],
    count: AtomicU64,
}

/// The most values that are remembered between two resets.
const KEPT: usize = 4;

impl Values {
    fn remember(&self, value: u64) {
        let count = (self.count.load(Relaxed) as usize).min(KEPT);
        let is_known = self.values[..count].iter().any(|known| known.load(Relaxed) == value);
        if count < KEPT && !is_known {
            self.values[count].store(value, Relaxed);
            self.count.store(count as u64 + 1, Relaxed);
        }
    }
}

#[allow(clippy::declare_interior_mutable_const)]
const UNKNOWN: Values = Values {
    values: [
        AtomicU64::new(0),
        AtomicU64::new(0),
        AtomicU64::new(0),
        AtomicU64::new(0),
    ],
    count: AtomicU64::new(0),
};

#[allow(clippy::declare_interior_mutable_const)]
const FREE: Site = Site {
    address: AtomicUsize::new(0),
    left: AtomicU64::new(0),
    right: AtomicU64::new(0),
    width: AtomicU64::new(0),
    outcomes: AtomicU64::new(0),
    distance: AtomicU64::new(u64::MAX),
    equal: UNKNOWN,
    sides: [UNKNOWN, UNKNOWN],
};

static TABLE: [Site; SITES] = [FREE; SITES];

/// Start and end of the counters of edges, and of their addresses.
static COUNTERS: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];
static PLACES: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// The first watched address, the bytes that say which are watched, and their number.
static WATCHED: [AtomicUsize; 3] = [AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0)];

fn set(range: &[AtomicUsize; 2], start: usize, end: usize) {
    range[0].store(start, Relaxed);
    range[1].store(end, Relaxed);
}

#[no_mangle]
pub extern "C" fn __sanitizer_cov_8bit_counters_init(start: usize, end: usize) {
    set(&COUNTERS, start, end);
}

#[no_mangle]
pub extern "C" fn __sanitizer_cov_pcs_init(start: usize, end: usize) {
    set(&PLACES, start, end);
}

#[no_mangle]
pub extern "C" fn specgen_guide_counters(end: bool) -> usize {
    COUNTERS[usize::from(end)].load(Relaxed)
}

#[no_mangle]
pub extern "C" fn specgen_guide_places(end: bool) -> usize {
    PLACES[usize::from(end)].load(Relaxed)
}

#[no_mangle]
pub extern "C" fn specgen_guide_watch(start: usize, bytes: usize, count: usize) {
    WATCHED[2].store(0, Relaxed);
    WATCHED[0].store(start, Relaxed);
    WATCHED[1].store(bytes, Relaxed);
    WATCHED[2].store(count, Relaxed);
}

#[no_mangle]
pub extern "C" fn specgen_guide_sites(count: &mut usize) -> *const Site {
    *count = SITES;
    TABLE.as_ptr()
}

#[no_mangle]
pub extern "C" fn specgen_guide_reset() {
    for site in &TABLE {
        site.outcomes.store(0, Relaxed);
        for values in core::iter::once(&site.equal).chain(&site.sides) {
            values.count.store(0, Relaxed);
        }
        site.distance.store(u64::MAX, Relaxed);
    }
}

fn is_watched(address: usize) -> bool {
    let place = address.wrapping_sub(WATCHED[0].load(Relaxed)) / GRANULE;
    let bytes = WATCHED[1].load(Relaxed) as *const u8;
    // SAFETY: the tests keep as many bytes as they say.
    place < WATCHED[2].load(Relaxed) && unsafe { *bytes.add(place) } != 0
}

fn compared(address: usize, left: u64, right: u64, width: u64) {
    if !is_watched(address) {
        return;
    }
    let start = (address.wrapping_mul(0x9e37_79b9) >> 4) % SITES;
    for probe in 0..PROBES {
        let site = &TABLE[(start + probe) % SITES];
        if site.address.load(Relaxed) == 0 {
            site.address.store(address, Relaxed);
        }
        if site.address.load(Relaxed) == address {
            let outcome = match left.cmp(&right) {
                core::cmp::Ordering::Less => 1,
                core::cmp::Ordering::Equal => 2,
                core::cmp::Ordering::Greater => 4,
            };
            site.outcomes.fetch_or(outcome, Relaxed);
            if left == right {
                site.equal.remember(left);
            }
            site.sides[0].remember(left);
            site.sides[1].remember(right);
            let distance = left.abs_diff(right);
            if distance <= site.distance.load(Relaxed) {
                site.distance.store(distance, Relaxed);
                site.left.store(left, Relaxed);
                site.right.store(right, Relaxed);
                site.width.store(width, Relaxed);
            }
            return;
        }
    }
}

/// The address behind the call of the function that this is inlined into. This file is compiled
/// with frame pointers.
#[inline(always)]
fn caller() -> usize {
    let address: usize;
    // SAFETY: both read the return address from the frame.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        core::arch::asm!("mov {}, [rbp + 8]", out(reg) address, options(nostack, readonly));
    }
    #[cfg(target_arch = "aarch64")]
    unsafe {
        core::arch::asm!("ldr {}, [x29, #8]", out(reg) address, options(nostack, readonly));
    }
    address
}

macro_rules! comparisons {
    ($($name:ident $number:ty),*) => {$(
        #[no_mangle]
        #[inline(never)]
        pub extern "C" fn $name(left: $number, right: $number) {
            compared(caller(), left.into(), right.into(), <$number>::BITS.into());
        }
    )*};
}

comparisons!(
    __sanitizer_cov_trace_cmp1 u8,
    __sanitizer_cov_trace_cmp2 u16,
    __sanitizer_cov_trace_cmp4 u32,
    __sanitizer_cov_trace_cmp8 u64,
    __sanitizer_cov_trace_const_cmp1 u8,
    __sanitizer_cov_trace_const_cmp2 u16,
    __sanitizer_cov_trace_const_cmp4 u32,
    __sanitizer_cov_trace_const_cmp8 u64
);

/// `cases` has their number, their width, and the cases.
#[no_mangle]
#[inline(never)]
pub extern "C" fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64) {
    let address = caller();
    // SAFETY: the compiler wrote as many numbers as the first one says.
    let (count, width) = unsafe { (*cases as usize, *cases.add(1)) };
    for case in 0..count.min(GRANULE) {
        // Each case is a comparison of its own.
        let other = unsafe { *cases.add(2 + case) };
        compared(address + case, value, other, width);
    }
}
