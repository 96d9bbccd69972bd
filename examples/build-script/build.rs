//! Writes the tests of `MaxSet` into Cargo's folder for build products, and tells Cargo
//! to do so again when the specification or the mapping changes.

fn main() {
    let built = specgen::Builder::new().spec("specs/max_set.spec").map("specs/max_set.map").build();
    if let Err(failure) = built {
        eprintln!("{failure}");
        std::process::exit(1);
    }
}
