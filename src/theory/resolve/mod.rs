//! From syntax trees to a [`Theory`], in passes.
//!
//! 1. [`gather`]: no names of specifications are left to look up.
//! 2. [`signature`]: no names of sorts are left; operations have profiles.
//! 3. [`body`]: no names of operations and variables are left; domain
//!    conditions and axioms are well-sorted.
//!
//! Every pass reports all its errors and leaves out what is broken, so that one run shows
//! all errors and no consequences of them.

mod body;
mod build;
mod builder;
mod domains;
mod gather;
mod infer;
mod question;
mod report;
mod signature;
mod sorts;
mod variables;

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::{Arena, Id};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{Expr, Name, OperationDecl};
use crate::theory::lint;
use crate::theory::lookup::SpecNames;
use crate::theory::{
    Asked, INT, OpId, Operation, Sort, SortId, SortKind, Spec, SpecId, SpecOrigin, Theory, Variable,
};
pub use body::ATOM_LIMIT;
use gather::{Gathered, Gathering};

/// A file with everything that its specifications build on.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub theory: Theory,
    /// The specifications of the file itself, in order.
    pub file: Vec<SpecId>,
    pub warnings: Vec<Diagnostic>,
}

impl Loaded {
    /// The specifications that can be tested: those of the file that are not parameters and
    /// that no other specification uses.
    pub fn subjects(&self) -> Vec<SpecId> {
        let mut subjects = self.roots();
        let is_written = |id: &SpecId| self.theory.specs[*id].origin == SpecOrigin::Written;
        subjects.retain(|id| is_written(id) && !self.theory.is_parameter(*id));
        subjects
    }

    /// The specifications of the file that no other uses, parameters or not.
    /// Together they reach all of the file.
    pub fn roots(&self) -> Vec<SpecId> {
        let used: BTreeSet<SpecId> =
            self.theory.specs.values().flat_map(|spec| spec.uses.iter().copied()).collect();
        self.file.iter().copied().filter(|id| !used.contains(id)).collect()
    }

    /// The last subject, which is the default.
    pub fn default_subject(&self) -> Option<SpecId> {
        self.subjects().last().copied()
    }

    /// The specification of that name in the file.
    pub fn spec_named(&self, name: &str) -> Option<SpecId> {
        self.file.iter().copied().find(|id| self.theory.specs[*id].name == name)
    }
}

pub(super) fn resolve(names: &mut dyn SpecNames) -> Result<Loaded, Vec<Diagnostic>> {
    let main = names.main();
    let mut gathering = gather::gather(names);
    let mut found = std::mem::take(&mut gathering.diagnostics);
    let mut resolver = Resolver::new(names, &gathering);
    for id in gathering.specs.ids() {
        resolver.declare(id);
    }
    for id in gathering.specs.ids() {
        resolver.resolve_body(id);
    }
    let Resolver { theory, diagnostics, .. } = resolver;
    found.extend(diagnostics);
    let (mut errors, mut warnings): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|report| report.severity == Severity::Error);
    if !errors.is_empty() {
        errors.sort_by_key(Diagnostic::span);
        // Every use of a circle finds the circle again.
        errors.dedup();
        return Err(errors);
    }
    let file = gathering.file;
    warnings.extend(lint::lint(&theory, &file));
    // Only the authors of the file can act on lints.
    warnings.retain(|report| report.span().is_some_and(|span| span.file == main));
    warnings.sort_by_key(Diagnostic::span);
    Ok(Loaded { theory, file, warnings })
}

/// Resolves terms and formulas as seen from a specification of a file without errors.
pub(super) fn ask(
    specs: &mut dyn SpecNames,
    subject: SpecId,
    names: &[Variable],
    questions: &[Expr],
) -> Result<Asked, Vec<Diagnostic>> {
    let gathering = gather::gather(specs);
    let mut resolver = Resolver::new(specs, &gathering);
    for id in gathering.specs.ids() {
        resolver.declare(id);
    }
    for id in gathering.specs.ids() {
        resolver.resolve_body(id);
    }
    resolver.diagnostics.clear();
    match resolver.questions(subject, names, questions) {
        Some((questions, variables)) if resolver.diagnostics.is_empty() => {
            Ok(resolver.theory.restricted_with(subject, &questions, &variables))
        }
        _ => Err(resolver.diagnostics),
    }
}

struct Resolver<'g> {
    names: &'g mut dyn SpecNames,
    gathered: &'g Arena<SpecId, Gathered>,
    theory: Theory,
    int: SortId,
    /// By specification.
    own_sorts: Vec<Vec<SortId>>,
    own_ops: Vec<Vec<OpId>>,
    sorts_by_name: BTreeMap<(SpecId, String), Vec<SortId>>,
    ops_by_name: BTreeMap<(SpecId, String), Vec<OpId>>,
    op_decls: BTreeMap<OpId, &'g OperationDecl>,
    /// Operations whose profile has errors. Calls to them are not reported.
    broken_ops: BTreeSet<(SpecId, String)>,
    /// Names of sorts and operations that were reported as undeclared.
    missed: BTreeSet<(SpecId, String)>,
    diagnostics: Vec<Diagnostic>,
}

impl<'g> Resolver<'g> {
    fn new(names: &'g mut dyn SpecNames, gathering: &'g Gathering) -> Self {
        let mut theory = Theory::default();
        for gathered in gathering.specs.values() {
            theory.specs.push(Spec {
                name: gathered.name.clone(),
                span: gathered.span,
                origin: gathered.decl.as_ref().map_or(SpecOrigin::Written, |decl| decl.origin),
                parameters: gathered.parameters.clone(),
                uses: gathered.uses.clone(),
            });
        }
        let int = theory.sorts.push(Sort {
            name: INT.to_owned(),
            spec: gathering.int,
            arguments: Vec::new(),
            kind: SortKind::Int,
            span: gathering.specs[gathering.int].span,
        });
        Self {
            names,
            gathered: &gathering.specs,
            theory,
            int,
            own_sorts: vec![Vec::new(); gathering.specs.len()],
            own_ops: vec![Vec::new(); gathering.specs.len()],
            sorts_by_name: BTreeMap::new(),
            ops_by_name: BTreeMap::new(),
            op_decls: BTreeMap::new(),
            broken_ops: BTreeSet::new(),
            missed: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether an undeclared name should be reported: once per specification, and never
    /// where a specification that it uses was not found.
    fn is_first_miss(&mut self, name: &Name, spec: SpecId) -> bool {
        !self.gathered[spec].incomplete && self.missed.insert((spec, name.text.clone()))
    }

    /// The built-in sort. The specification uses it from now on.
    fn use_int(&mut self, spec: SpecId) -> SortId {
        let int = self.theory.sorts[self.int].spec;
        let uses = &mut self.theory.specs[spec].uses;
        if !uses.contains(&int) {
            uses.push(int);
        }
        self.int
    }

    /// The operations of that name that a specification sees.
    fn visible_ops(&self, name: &str, spec: SpecId) -> Vec<OpId> {
        let named = |used: &SpecId| self.ops_by_name.get(&(*used, name.to_owned()));
        self.gathered[spec].reach.iter().filter_map(named).flatten().copied().collect()
    }

    /// Whether a name may refer to an operation whose profile has errors.
    fn is_broken(&self, name: &str, spec: SpecId) -> bool {
        let broken = |used: &SpecId| self.broken_ops.contains(&(*used, name.to_owned()));
        self.gathered[spec].reach.iter().any(broken)
    }

    fn add_sort(&mut self, sort: Sort) -> SortId {
        let (name, spec) = (sort.name.clone(), sort.spec);
        let id = self.theory.sorts.push(sort);
        self.sorts_by_name.entry((spec, name)).or_default().push(id);
        self.own_sorts[spec.index()].push(id);
        id
    }

    fn add_op(&mut self, op: Operation, decl: &'g OperationDecl) -> OpId {
        let (name, spec) = (op.name.clone(), op.spec);
        let id = self.theory.ops.push(op);
        self.op_decls.insert(id, decl);
        self.ops_by_name.entry((spec, name)).or_default().push(id);
        self.own_ops[spec.index()].push(id);
        id
    }
}
