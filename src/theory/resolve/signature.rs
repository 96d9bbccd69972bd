//! The second pass: sorts and the profiles of operations.

use super::Resolver;
use super::gather::{Gathered, constructors_keyword};
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{OperationClass, OperationDecl, SectionKind, SpecDecl};
use crate::theory::mention::sort_decls;
use crate::theory::{OpId, Operation, Sort, SortId, SortKind, SpecId, SpecOrigin};

impl<'g> Resolver<'g> {
    /// Declares the sorts and operations of a specification.
    pub(super) fn declare(&mut self, spec: SpecId) {
        let gathered: &'g Gathered = &self.gathered[spec];
        match &gathered.decl {
            Some(decl) => self.declare_all(spec, decl),
            None if spec == self.theory.sorts[self.int].spec => {}
            // A parameter that is only a name is a sort without operations.
            None => drop(self.add_sort(Sort {
                name: gathered.name.clone(),
                spec,
                arguments: Vec::new(),
                kind: SortKind::Parameter,
                span: gathered.span,
            })),
        }
    }

    fn declare_all(&mut self, spec: SpecId, decl: &'g SpecDecl) {
        let sorts: Vec<_> = sort_decls(decl).collect();
        self.declare_sorts(spec, &sorts);
        self.declare_sort_arguments(spec, &sorts);
        let mut declared = Vec::new();
        for section in &decl.sections {
            if let SectionKind::Operations(class, ops) = &section.kind {
                declared.extend(ops.iter().filter_map(|op| self.declare_op(spec, *class, op)));
            }
        }
        for sort in self.own_sorts[spec.index()].clone() {
            self.classify_sort(sort, &declared, decl);
        }
    }

    fn declare_op(
        &mut self,
        spec: SpecId,
        class: OperationClass,
        decl: &'g OperationDecl,
    ) -> Option<OpId> {
        let arguments: Vec<_> = decl.arguments.iter().map(|sort| self.sort(sort, spec)).collect();
        let result = decl.result.as_ref().map(|result| self.sort(&result.sort, spec));
        let arguments: Option<Vec<SortId>> = arguments.into_iter().collect();
        let (Some(arguments), Some(result)) = (arguments, transpose(result)) else {
            self.broken_ops.insert((spec, decl.name.text.clone()));
            return None;
        };
        if self.report_duplicate_op(spec, decl, &arguments) {
            return None;
        }
        let op = Operation {
            name: decl.name.text.clone(),
            spec,
            class,
            arguments,
            result,
            domain: None,
            answer: decl.answer.clone(),
            span: decl.span,
        };
        let id = self.add_op(op, decl);
        match class {
            OperationClass::Constructor => self.check_constructor(id, decl),
            OperationClass::Observer => self.check_observer(id, decl),
            OperationClass::Other | OperationClass::Auxiliary => {}
        }
        Some(id)
    }

    fn report_duplicate_op(
        &mut self,
        spec: SpecId,
        decl: &OperationDecl,
        arguments: &[SortId],
    ) -> bool {
        let same = |op: &OpId| self.theory.ops[*op].arguments == arguments;
        let Some(first) = self.visible_ops(&decl.name.text, spec).into_iter().find(same) else {
            return false;
        };
        let first = &self.theory.ops[first];
        let is_sequence = |spec: SpecId| self.theory.specs[spec].origin == SpecOrigin::Sequence;
        if is_sequence(spec) && is_sequence(first.spec) {
            // `nil` of a sequence of sequences: its place says which one is meant.
            return false;
        }
        let label = self.declared_by(first.spec, spec);
        let report = Diagnostic::error(
            Code::DuplicateOperation,
            format!("operation `{}` with these arguments is declared twice", decl.name.text),
        )
        .label(decl.name.span, "declared again here")
        .label(first.span, label)
        .help("operations of one name must differ in the sorts of their arguments");
        self.report(report);
        true
    }

    fn check_constructor(&mut self, id: OpId, decl: &OperationDecl) {
        let op = &self.theory.ops[id];
        let own = &self.own_sorts[op.spec.index()];
        if own.is_empty() || op.result.is_some_and(|result| own.contains(&result)) {
            return;
        }
        let sort = self.theory.sort_text(own[0]);
        let (span, found) = match &decl.result {
            Some(result) => (result.sort.span, "yields another sort"),
            None => (decl.span, "this is a predicate"),
        };
        let report = Diagnostic::error(
            Code::ConstructorResult,
            format!("constructor `{}` does not yield `{sort}`", decl.name.text),
        )
        .label(span, found)
        .help(format!(
            "constructors build elements of `{sort}`; declare this one under `observers` or `others`"
        ));
        self.report(report);
    }

    fn check_observer(&mut self, id: OpId, decl: &OperationDecl) {
        let op = &self.theory.ops[id];
        let own = &self.own_sorts[op.spec.index()];
        if own.is_empty() || op.arguments.first().is_some_and(|first| own.contains(first)) {
            return;
        }
        let sort = self.theory.sort_text(own[0]);
        let (span, label) = match decl.arguments.first() {
            Some(first) => (first.span, format!("the first argument should be `{sort}`")),
            None => (decl.span, format!("takes no `{sort}`")),
        };
        let report = Diagnostic::error(
            Code::ObserverArgument,
            format!("observer `{}` does not take a `{sort}` first", decl.name.text),
        )
        .label(span, label)
        .help("reorder the arguments, or declare the operation under `others`");
        self.report(report);
    }

    /// A sort with constructors is constructed, and needs a creator: a constructor that
    /// takes no element of the sort.
    fn classify_sort(&mut self, sort: SortId, declared: &[OpId], decl: &SpecDecl) {
        let ops = &self.theory.ops;
        let yields = |op: &&Operation| op.is_constructor() && op.result == Some(sort);
        let constructors: Vec<_> = declared.iter().map(|id| &ops[*id]).filter(yields).collect();
        if constructors.is_empty() {
            return;
        }
        let has_creator = constructors.iter().any(|op| !op.arguments.contains(&sort));
        self.theory.sorts[sort].kind = SortKind::Constructed;
        if !has_creator {
            self.report_no_creator(sort, decl);
        }
    }

    fn report_no_creator(&mut self, sort: SortId, decl: &SpecDecl) {
        let text = self.theory.sort_text(sort);
        let span = constructors_keyword(decl).unwrap_or(decl.name.span);
        let report = Diagnostic::error(Code::NoCreator, format!("`{text}` has no creator"))
            .label(span, format!("each of these constructors takes a `{text}`"))
            .help(format!(
                "add a constructor that takes no `{text}`, such as `empty: --> {text};`"
            ));
        self.report(report);
    }
}

/// `None` if the result has an error.
fn transpose(result: Option<Option<SortId>>) -> Option<Option<SortId>> {
    match result {
        None => Some(None),
        Some(sort) => sort.map(Some),
    }
}
