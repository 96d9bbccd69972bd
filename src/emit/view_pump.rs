//! What templates see of pumped tests.

use serde::Serialize;

use super::layout::{signature, statements};
use super::view::{TestView, test};
use crate::refine::{RustElement, RustPump, RustStep};

/// The tests of values that grow in one way.
#[derive(Debug, Serialize)]
pub struct PumpView {
    pub module: String,
    pub rust_type: String,
    /// The constructors that values grow by.
    pub by: String,
    /// What is to be known of the elements, as a static.
    pub model: String,
    /// The tables of the model as a static, or nothing.
    pub tables: String,
    /// The type of tables that a function computes, and its body.
    pub computed: Option<(String, String)>,
    pub elements: Vec<ElementView>,
    pub steps: Vec<StepView>,
    pub grown: String,
    pub tests: Vec<TestView>,
}

/// A function from numbers to elements.
#[derive(Debug, Serialize)]
pub struct ElementView {
    pub name: String,
    pub rust_type: String,
    pub sort: String,
    pub body: String,
}

/// A function that applies an operation to a value.
#[derive(Debug, Serialize)]
pub struct StepView {
    pub operation: String,
    pub signature: String,
    pub body: String,
}

pub fn pump(pump: &RustPump) -> PumpView {
    let tables = pump.large.tables.as_ref().map(|tables| &tables.stmt);
    let tables = tables.map(|stmt| statements(std::slice::from_ref(stmt), 4));
    let computed = pump.large.tables.as_ref().and_then(|tables| tables.computed.as_ref());
    let computed = computed.map(|(rust_type, body)| (rust_type.clone(), statements(body, 8)));
    PumpView {
        module: pump.module.clone(),
        rust_type: pump.rust_type.clone(),
        by: pump.by.clone(),
        model: statements(std::slice::from_ref(&pump.large.told), 4),
        tables: tables.unwrap_or_default(),
        computed,
        elements: pump.large.elements.iter().map(element).collect(),
        steps: pump.steps.iter().map(|item| step(item, &pump.rust_type)).collect(),
        grown: statements(&pump.grown, 8),
        tests: pump.tests.iter().map(test).collect(),
    }
}

fn element(element: &RustElement) -> ElementView {
    ElementView {
        name: element.name.clone(),
        rust_type: element.rust_type.clone(),
        sort: element.sort_name.clone(),
        body: statements(&element.body, 8),
    }
}

fn step(step: &RustStep, rust_type: &str) -> StepView {
    let head = format!("    fn {}", step.name);
    let result = format!(" -> Option<{rust_type}>");
    StepView {
        operation: step.operation.clone(),
        signature: signature(&head, &step.parameters, &result, 4),
        body: statements(&step.body, 8),
    }
}
