//! A loaded specification and the answers to questions about it.

use super::evaluation::{Evaluation, evaluate};
use super::lawful::broken_axiom;
use super::order::{Order, order};
use super::tables::tables;
use crate::error::{Error, Failure};
use crate::execute::Engine;
use crate::rules;
use crate::source::FileId;
use crate::theory::{Loader, OpId, SpecId, Theory, Variable, Workspace};

/// A loaded specification, and what is known about its parameters.
pub struct Session<L> {
    workspace: Workspace<L>,
    theory: Theory,
    file: FileId,
    subject: SpecId,
    order: Option<Order>,
    /// The elements that the order names.
    names: Vec<Variable>,
    /// A text for each fact.
    facts: Vec<FileId>,
    /// All elements that there are, if an algebra gives them.
    elements: Option<Vec<String>>,
}

impl<L: Loader> Session<L> {
    /// A session about one specification of a file.
    pub fn new(workspace: Workspace<L>, file: FileId, theory: Theory, subject: SpecId) -> Self {
        let (names, facts) = (Vec::new(), Vec::new());
        Self { workspace, theory, file, subject, order: None, names, facts, elements: None }
    }

    /// States the order of some elements, least first.
    pub fn set_order(&mut self, names: &[String]) -> Result<(), Error> {
        if names.is_empty() {
            return Ok(());
        }
        let order = order(&self.theory, self.subject).map_err(Error)?;
        let mut variables: Vec<Variable> = Vec::new();
        for name in names.iter().map(|name| name.trim()) {
            if !is_name(name) {
                return Err(Error(format!("--order: `{name}` is not a name; write `a,b,c`")));
            }
            if variables.iter().any(|known| known.name == name) {
                return Err(Error(format!("--order names `{name}` twice")));
            }
            variables.push(Variable { name: name.to_owned(), sort: order.sort });
        }
        self.names = variables;
        self.order = Some(order);
        Ok(())
    }

    /// States facts about elements, with commas between them.
    pub fn add_facts(&mut self, facts: &str) {
        for fact in statements(facts) {
            self.facts.push(self.workspace.sources.add("--with", fact));
        }
    }

    /// States that there are no elements but these.
    pub fn set_elements(&mut self, names: Vec<String>) {
        self.elements = Some(names);
    }

    /// Evaluates a term or formula.
    pub fn evaluate(&mut self, question: &str) -> Result<Evaluation, Failure> {
        let mut texts = vec![self.workspace.sources.add("question", question)];
        texts.extend(&self.facts);
        let asked = self.workspace.ask(self.file, self.subject, &self.names, &texts).map_err(
            |diagnostics| {
                let sources = self.workspace.sources.clone();
                Failure::Input { diagnostics, sources }
            },
        )?;
        let elements = self.elements.as_deref().unwrap_or_default();
        let is_unknown = |it: &&Variable| self.elements.is_some() && !elements.contains(&it.name);
        if let Some(Variable { name, .. }) = asked.variables.iter().find(is_unknown) {
            let elements = elements.join("`, `");
            let why = format!("`{name}` is no element of the algebra, which has `{elements}`");
            return Err(Error(why).into());
        }
        let (question, facts) = asked.questions.split_at(1);
        let order = self.order.as_ref().map(|order| (order, self.names.len()));
        let tables = tables(&asked, order, facts).map_err(|error| {
            let fact = &self.workspace.sources.file(self.facts[error.statement]).text;
            Error(format!("--with `{}`: {}", fact.trim(), error.message))
        })?;
        let program = rules::compile(&asked.theory, &self.workspace.sources);
        if let Some(axiom) = broken_axiom(&asked, &mut Engine::new(&program, &tables)) {
            let why = format!("the facts about elements break the parameter's axiom `{axiom}`");
            return Err(Error(why).into());
        }
        Ok(evaluate(&asked, &question[0], &program, &tables))
    }

    /// The operations that a question may use.
    pub fn operations(&self) -> Vec<String> {
        let reach = self.theory.reach(self.subject);
        let ops = self.theory.ops.iter().filter(|(_, op)| reach.contains(&op.spec));
        let mut names: Vec<String> = ops.map(|(_, op)| op.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The profiles of these operations, in order of declaration.
    pub fn profiles(&self) -> Vec<String> {
        let reach = self.theory.reach(self.subject);
        let is_visible = |op: &OpId| reach.contains(&self.theory.ops[*op].spec);
        self.theory.ops.ids().filter(is_visible).map(|op| self.theory.profile(op)).collect()
    }
}

/// Whether a question can mention the name.
fn is_name(text: &str) -> bool {
    text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        && !text.starts_with(|first: char| first.is_numeric())
        && !text.is_empty()
}

/// The parts of a text between commas that stand in no parentheses.
fn statements(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(part) if character != ',' || depth > 0 => part.push(character),
            _ => parts.push(String::new()),
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}
