//! What the study found out about one subject, kept from one run to the next.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::mutants::Mutant;
use crate::subject::{Package, Result, SUITES};

pub struct Row {
    pub name: String,
    pub mutants: Vec<Mutant>,
    /// The sizes of the suites, in the order of `SUITES`.
    pub sizes: Vec<usize>,
    /// How long the tests of all goals take.
    pub seconds: f64,
}

impl Row {
    pub fn tests(&self, suite: &str) -> usize {
        SUITES.iter().zip(&self.sizes).find(|(name, _)| **name == suite).map_or(0, |(_, n)| *n)
    }

    /// How many mutants a suite found.
    pub fn found(&self, suite: &str) -> usize {
        let place = SUITES.iter().position(|name| *name == suite);
        let found = |mutant: &&Mutant| place.is_some_and(|place| mutant.found[place]);
        self.mutants.iter().filter(found).count()
    }

    /// How many mutants axiom goals found, or sequences, which evaluate them on
    /// larger values.
    pub fn found_with_sequences(&self) -> usize {
        self.mutants.iter().filter(|mutant| mutant.found[0] || mutant.in_sequence).count()
    }

    /// The names of the mutants that no goal finds.
    pub fn survivors(&self) -> Vec<&str> {
        let left = |mutant: &&Mutant| !mutant.found[0] && !mutant.found[1];
        self.mutants.iter().filter(left).map(|mutant| mutant.name.as_str()).collect()
    }

    pub fn store(&self, root: &Path) -> Result<()> {
        let mutants: Vec<Value> = self
            .mutants
            .iter()
            .map(|m| json!({"name": m.name, "found": m.found, "in_sequence": m.in_sequence}))
            .collect();
        let value = json!({
            "name": self.name,
            "mutants": mutants,
            "sizes": self.sizes,
            "seconds": self.seconds,
        });
        Ok(std::fs::write(path(root, &self.name), serde_json::to_string_pretty(&value)?)?)
    }

    /// What an earlier run stored, if there was one.
    pub fn read(root: &Path, name: &str) -> Result<Option<Self>> {
        let Ok(text) = std::fs::read_to_string(path(root, name)) else { return Ok(None) };
        let value: Value = serde_json::from_str(&text)?;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mutant = |value: &Value| Mutant {
            name: value["name"].as_str().unwrap_or_default().to_owned(),
            found: list(&value["found"]).iter().map(|found| *found == true).collect(),
            in_sequence: value["in_sequence"] == true,
        };
        let count = |value: &Value| value.as_u64();
        Ok(Some(Self {
            name: name.to_owned(),
            mutants: list(&value["mutants"]).iter().map(mutant).collect(),
            sizes: list(&value["sizes"]).iter().filter_map(count).map(|n| n as usize).collect(),
            seconds: value["seconds"].as_f64().unwrap_or_default(),
        }))
    }
}

fn path(root: &Path, name: &str) -> PathBuf {
    root.join("target/study").join(name).join("result.json")
}

/// The sizes of all suites of a package.
pub fn sizes(package: &Package) -> Result<Vec<usize>> {
    let size = |suite: &&str| match *suite {
        "properties" if !package.has_properties() => Ok(0),
        suite => package.tests(suite),
    };
    SUITES.iter().map(size).collect()
}
