//! Sorts: declarations and references.

use super::Resolver;
use crate::arena::Id;
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name;
use crate::syntax::ast::{Name, SortRef};
use crate::theory::{INT, Sort, SortId, SortKind, SpecId, SpecOrigin};

impl Resolver<'_> {
    /// Declares the sort of a specification. Further sorts are reported, and still declared
    /// so that references to them resolve.
    pub(super) fn declare_sorts(&mut self, spec: SpecId, sorts: &[&SortRef]) {
        for (position, sort) in sorts.iter().enumerate() {
            if self.report_duplicate_sort(spec, &sort.name) {
                continue;
            }
            if position > 0 {
                self.report(more_than_one_sort(sort, sorts[0]));
            }
            self.add_sort(Sort {
                name: sort.name.text.clone(),
                spec,
                arguments: Vec::new(),
                kind: SortKind::Parameter,
                span: sort.span,
            });
        }
        let is_whole = self.theory.specs[spec].origin != SpecOrigin::Yielding;
        if sorts.is_empty() && is_whole {
            let name = &self.gathered[spec].name;
            let report = Diagnostic::error(Code::SortCount, format!("`{name}` declares no sort"))
                .label(self.gathered[spec].span, "every specification is about one sort")
                .help(format!("add a section `sorts {name}`"));
            self.report(report);
        }
    }

    /// The brackets of a declaration, once all sorts of its specification exist.
    pub(super) fn declare_sort_arguments(&mut self, spec: SpecId, sorts: &[&SortRef]) {
        for sort in sorts {
            let arguments: Vec<_> = sort
                .arguments
                .iter()
                .filter_map(|argument| self.argument(argument, spec))
                .collect();
            let mut declared = self.own_sorts[spec.index()].iter().copied();
            let found = declared.find(|id| self.theory.sorts[*id].span == sort.span);
            if let Some(id) = found {
                self.theory.sorts[id].arguments = arguments;
            }
        }
    }

    /// A sort is made over sorts of other specifications, never over itself.
    fn argument(&mut self, argument: &SortRef, spec: SpecId) -> Option<SortId> {
        let sort = self.sort(argument, spec)?;
        if self.theory.sorts[sort].spec != spec {
            return Some(sort);
        }
        self.report(
            Diagnostic::error(
                Code::SortArguments,
                format!("sort `{}` cannot be made over itself", argument.name.text),
            )
            .label(argument.span, "declared by this specification")
            .help("the brackets name sorts of parameters"),
        );
        None
    }

    fn report_duplicate_sort(&mut self, spec: SpecId, name: &Name) -> bool {
        if name.text == INT {
            let report = Diagnostic::error(Code::DuplicateSort, "the sort `int` is built in")
                .label(name.span, "cannot be declared");
            self.report(report);
            return true;
        }
        let Some(first) = self.visible_sorts(&name.text, spec).first().copied() else {
            return false;
        };
        let first = &self.theory.sorts[first];
        let label = self.declared_by(first.spec, spec);
        let report = Diagnostic::error(
            Code::DuplicateSort,
            format!("sort `{}` is declared twice", name.text),
        )
        .label(name.span, "declared again here")
        .label(first.span, label);
        self.report(report);
        true
    }

    /// The label of the first of two declarations, as seen from the second.
    pub(super) fn declared_by(&self, owner: SpecId, spec: SpecId) -> String {
        if owner == spec {
            return "first declared here".to_owned();
        }
        format!("declared by `{}`, which this specification uses", self.gathered[owner].name)
    }

    /// The sorts of that name that a specification sees.
    fn visible_sorts(&self, name: &str, spec: SpecId) -> Vec<SortId> {
        let named = |used: &SpecId| self.sorts_by_name.get(&(*used, name.to_owned()));
        self.gathered[spec].reach.iter().filter_map(named).flatten().copied().collect()
    }

    /// The sort that a reference refers to.
    pub(super) fn sort(&mut self, reference: &SortRef, spec: SpecId) -> Option<SortId> {
        let name = &reference.name;
        if name.text == INT {
            let int = self.use_int(spec);
            return self.check_sort_arguments(int, reference, spec);
        }
        match self.visible_sorts(&name.text, spec).as_slice() {
            [] => {
                self.report_undeclared_sort(name, spec);
                None
            }
            [sort] => self.check_sort_arguments(*sort, reference, spec),
            several => {
                if self.is_first_miss(name, spec) {
                    self.report_ambiguous_sort(name, several);
                }
                None
            }
        }
    }

    /// Arguments may be left out. Where they are written they must be those of
    /// the sort's declaration, or the sorts of its specification's parameters:
    /// `Comparator[Element]` is right although `Comparator` is declared plainly.
    fn check_sort_arguments(
        &mut self,
        sort: SortId,
        reference: &SortRef,
        spec: SpecId,
    ) -> Option<SortId> {
        if reference.arguments.is_empty() {
            return Some(sort);
        }
        let written: Option<Vec<SortId>> =
            reference.arguments.iter().map(|argument| self.sort(argument, spec)).collect();
        let written = written?;
        let declared = self.theory.sorts[sort].arguments.clone();
        let parameters = self.parameter_sorts(self.theory.sorts[sort].spec);
        if written == declared || written == parameters {
            return Some(sort);
        }
        let expected = if declared.is_empty() { parameters } else { declared };
        self.report_sort_arguments(sort, reference, &expected);
        None
    }

    fn parameter_sorts(&self, spec: SpecId) -> Vec<SortId> {
        let parameters = &self.theory.specs[spec].parameters;
        let of = |id: &SpecId| self.own_sorts[id.index()].first().copied();
        parameters.iter().filter_map(of).collect()
    }

    fn report_sort_arguments(&mut self, sort: SortId, reference: &SortRef, expected: &[SortId]) {
        let name = &reference.name.text;
        let texts: Vec<_> = expected.iter().map(|id| self.theory.sort_text(*id)).collect();
        let (label, help) = if texts.is_empty() {
            ("has no arguments".to_owned(), format!("write `{name}`"))
        } else {
            let texts = texts.join(", ");
            (format!("its arguments are `{texts}`"), format!("write `{name}[{texts}]` or `{name}`"))
        };
        let mut report = Diagnostic::error(
            Code::SortArguments,
            format!("sort `{name}` does not have these arguments"),
        )
        .label(reference.span, label)
        .help(help);
        if self.theory.sorts[sort].kind != SortKind::Int {
            report = report.label(self.theory.sorts[sort].span, "declared here");
        }
        self.report(report);
    }

    fn report_ambiguous_sort(&mut self, name: &Name, sorts: &[SortId]) {
        let mut report = Diagnostic::error(
            Code::AmbiguousSort,
            format!("there are {} sorts named `{}`", sorts.len(), name.text),
        )
        .label(name.span, "it is unclear which one this refers to");
        for sort in sorts {
            let sort = &self.theory.sorts[*sort];
            let spec = &self.gathered[sort.spec].name;
            report = report.label(sort.span, format!("declared by `{spec}` here"));
        }
        self.report(report);
    }

    fn report_undeclared_sort(&mut self, name: &Name, spec: SpecId) {
        if !self.is_first_miss(name, spec) {
            return;
        }
        let mut report = Diagnostic::error(
            Code::UndeclaredSort,
            format!("sort `{}` is not declared", name.text),
        )
        .label(name.span, "neither declared here nor in a specification in use");
        if let Some(help) = self.undeclared_sort_help(&name.text, spec) {
            report = report.help(help);
        }
        self.report(report);
    }

    fn undeclared_sort_help(&mut self, name: &str, spec: SpecId) -> Option<String> {
        let reach = &self.gathered[spec].reach;
        let visible = self.theory.sorts.values().filter(|sort| reach.contains(&sort.spec));
        if let Some(help) = instead_of(name) {
            return Some(help.to_owned());
        }
        let by_spec = visible.clone().find(|sort| self.gathered[sort.spec].name == name);
        if let Some(sort) = by_spec {
            return Some(format!(
                "`{name}` is a specification; the sort that it declares is `{}`",
                sort.name
            ));
        }
        let near = near_name::hint(name, visible.map(|sort| sort.name.as_str()).chain([INT]));
        near.or_else(|| self.misspelt_parameter(spec))
            .or_else(|| {
                let known = self.names.known_names();
                near_name::hint(name, known.iter().map(String::as_str))
            })
            .or_else(|| {
                let unreadable = self.names.unreadable();
                let label = unreadable.join(", ");
                (!unreadable.is_empty()).then(|| format!("not searched: {label}"))
            })
    }

    /// A parameter that is declared nowhere is a plain sort. A misspelt parameter is thus
    /// noticed only where a sort is used that it should have declared.
    fn misspelt_parameter(&mut self, spec: SpecId) -> Option<String> {
        let known = self.names.known_names();
        self.gathered[spec].parameters.iter().map(|id| &self.gathered[*id]).find_map(|parameter| {
            let undeclared = parameter.decl.is_none();
            let near = near_name::hint(&parameter.name, known.iter().map(String::as_str));
            let label = |hint| format!("no specification `{}` was found; {hint}", parameter.name);
            near.filter(|_| undeclared).map(label)
        })
    }
}

fn more_than_one_sort(sort: &SortRef, first: &SortRef) -> Diagnostic {
    Diagnostic::error(
        Code::SortCount,
        format!("`{}` is a second sort in one specification", sort.name.text),
    )
    .label(sort.span, "a specification declares one sort")
    .label(first.span, "the first sort")
    .help(format!(
        "declare `{}` in a specification of its own; naming it in a profile is enough to use it",
        sort.name.text
    ))
}

/// What to write in the place of a type of Rust.
fn instead_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "Sequence" => "write the sort of its elements in brackets: `Sequence[Element]`",
        "Vec" => "lists of elements are `Sequence[Element]`",
        "Option" => "`-->?` declares an operation that is not always defined",
        "bool" => "declare the two values as a data sort: `Truth is True | False`",
        "String" | "str" => "make strings a parameter, `Cart[Text]`, or a `Sequence[Letter]`",
        "char" => "make letters a parameter: `Buffer[Letter]`",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => "numbers are of sort `int`, whatever the width of their type",
        _ => return None,
    })
}
