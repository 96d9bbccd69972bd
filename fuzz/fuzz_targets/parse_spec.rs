//! No text makes the parser panic, hang or overflow its stack; what it accepts
//! survives printing; what it refuses is explained at places in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use specgen::source::Sources;
use specgen::syntax::{parse_spec, print_spec};

fuzz_target!(|text: &str| {
    let file = Sources::default().add("fuzz.spec", "");
    match parse_spec(text, file) {
        Ok(tree) => {
            let printed = print_spec(&tree);
            let again = parse_spec(&printed, file).expect("what is printed is correct");
            assert_eq!(print_spec(&again), printed);
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            let mut labels = errors.iter().flat_map(|error| &error.labels);
            assert!(labels.all(|label| text.get(label.span.range()).is_some()));
        }
    }
});
