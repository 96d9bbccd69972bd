//! `Refused is ClockWentBack | TooMany`: enums and records.
//!
//! A data sort is a specification of its own. Its variants are constructors, and different
//! variants and different fields make different values. A field with a name is a projection.
//! Where only some variants have it, it is partial, and `isVariant` tells which variant a
//! value is.

use super::make::Maker;
use super::parameters::parameters_for;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{
    Arrow, AxiomDecl, BinaryOperator, DataDecl, DomainClause, Expr, Name, OperationClass,
    OperationDecl, Section, SectionKind, SortRef, SpecDecl, SpecFile, SpecOrigin, VariableGroup,
    VariantDecl,
};
use crate::syntax::print_spec::print_sort;

/// How many disequalities one axiom states.
const AT_ONCE: usize = 12;

/// Moves every data sort into a specification of its own, before the one that declares it.
pub(super) fn expand(file: &mut SpecFile, errors: &mut Vec<Diagnostic>) {
    let mut specs = Vec::new();
    for mut spec in std::mem::take(&mut file.specs) {
        let mut data = Vec::new();
        for section in &mut spec.sections {
            if let SectionKind::Sorts(_, found) = &mut section.kind {
                data.append(found);
            }
        }
        spec.sections.retain(|section| {
            let is_emptied =
                matches!(&section.kind, SectionKind::Sorts(sorts, _) if sorts.is_empty());
            data.is_empty() || !is_emptied
        });
        for decl in data {
            match Data::of(decl) {
                Ok(data) => specs.push(data.specification(&spec)),
                Err(error) => errors.push(error),
            }
        }
        specs.push(spec);
    }
    file.specs = specs;
}

struct Data {
    name: Name,
    variants: Vec<VariantDecl>,
    /// Named fields, in order of their first mention, with the variants that have them.
    fields: Vec<Field>,
    make: Maker,
}

struct Field {
    name: Name,
    sort: SortRef,
    /// The variants, and the position of the field in each.
    places: Vec<(usize, usize)>,
}

impl Data {
    fn of(decl: DataDecl) -> Result<Self, Diagnostic> {
        let mut fields: Vec<Field> = Vec::new();
        for (index, variant) in decl.variants.iter().enumerate() {
            for (place, field) in variant.fields.iter().enumerate() {
                let Some(name) = &field.name else { continue };
                match fields.iter_mut().find(|known| known.name.text == name.text) {
                    None => fields.push(Field {
                        name: name.clone(),
                        sort: field.sort.clone(),
                        places: vec![(index, place)],
                    }),
                    Some(known) if print_sort(&known.sort) != print_sort(&field.sort) => {
                        return Err(two_sorts(known, name, &field.sort));
                    }
                    Some(known) if known.places.iter().any(|(other, _)| *other == index) => {
                        return Err(named_twice(known, name));
                    }
                    Some(known) => known.places.push((index, place)),
                }
            }
        }
        let make = Maker { span: decl.name.span };
        Ok(Self { name: decl.name, variants: decl.variants, fields, make })
    }

    fn specification(&self, user: &SpecDecl) -> SpecDecl {
        let sorts = SectionKind::Sorts(vec![self.sort()], Vec::new());
        let mut sections = vec![self.make.section(sorts), self.constructors()];
        sections.extend(self.observers());
        sections.extend(self.domains());
        sections.extend(
            self.axioms()
                .into_iter()
                .map(|(groups, axioms)| self.make.section(SectionKind::Axioms(groups, axioms))),
        );
        let used = self.variants.iter().flat_map(|variant| &variant.fields);
        let used: Vec<&SortRef> = used.map(|field| &field.sort).collect();
        SpecDecl {
            name: self.name.clone(),
            parameters: parameters_for(&used, user),
            sections,
            origin: SpecOrigin::Data,
            span: self.name.span,
        }
    }

    fn sort(&self) -> SortRef {
        self.make.sort(&self.name.text, Vec::new())
    }

    fn constructors(&self) -> Section {
        let constructor = |variant: &VariantDecl| {
            let make = Maker { span: variant.name.span };
            let arguments = variant.fields.iter().map(|field| field.sort.clone()).collect();
            make.operation(variant.name.text.as_str(), arguments, Arrow::Total, self.sort())
        };
        let constructors = self.variants.iter().map(constructor).collect();
        self.make.operations(OperationClass::Constructor, constructors)
    }

    /// Whether a predicate says that a value is this variant.
    fn is_told(&self, variant: usize) -> bool {
        let partial = |field: &&Field| field.places.len() < self.variants.len();
        let places = self.fields.iter().filter(partial).flat_map(|field| &field.places);
        places.into_iter().any(|(other, _)| *other == variant)
    }

    fn observers(&self) -> Option<Section> {
        let mut observers: Vec<OperationDecl> = Vec::new();
        for (index, variant) in self.variants.iter().enumerate() {
            if self.is_told(index) {
                let make = Maker { span: variant.name.span };
                observers.push(make.predicate(test_name(variant), vec![self.sort()]));
            }
        }
        for field in &self.fields {
            let make = Maker { span: field.name.span };
            let everywhere = field.places.len() == self.variants.len();
            let arrow = if everywhere { Arrow::Total } else { Arrow::Partial };
            let (name, sort) = (field.name.text.as_str(), field.sort.clone());
            observers.push(make.operation(name, vec![self.sort()], arrow, sort));
        }
        let observers = (!observers.is_empty()).then_some(observers)?;
        Some(self.make.operations(OperationClass::Observer, observers))
    }

    fn domains(&self) -> Option<Section> {
        let make = self.make;
        let value = || make.variable("X");
        let clause = |field: &Field| -> Option<DomainClause> {
            let tests = field
                .places
                .iter()
                .map(|(variant, _)| make.call(&test_name(&self.variants[*variant]), vec![value()]));
            let condition = make.joined(BinaryOperator::Or, tests.collect())?;
            Some(make.clause(make.call(&field.name.text, vec![value()]), condition))
        };
        let partial = self.fields.iter().filter(|field| field.places.len() < self.variants.len());
        let clauses: Vec<DomainClause> = partial.filter_map(clause).collect();
        let groups = vec![make.group("X", self.sort())];
        (!clauses.is_empty()).then(|| make.section(SectionKind::Domains(groups, clauses)))
    }

    /// A section of axioms for each list of variables.
    fn axioms(&self) -> Vec<(Vec<VariableGroup>, Vec<AxiomDecl>)> {
        let mut sections = Vec::new();
        for index in 0..self.variants.len() {
            sections.push(self.projections(index));
            sections.extend(self.tests(index));
            sections.extend(self.injective(index));
            sections.extend(self.different(index));
        }
        sections.retain(|(_, axioms)| !axioms.is_empty());
        sections
    }

    /// A variant applied to variables `X1`, `X2`, …
    fn applied(&self, variant: usize, letter: &str, groups: &mut Vec<VariableGroup>) -> Expr {
        let variant = &self.variants[variant];
        let mut arguments = Vec::new();
        for (place, field) in variant.fields.iter().enumerate() {
            let name = variable_name(letter, place);
            groups.push(self.make.group(&name, field.sort.clone()));
            arguments.push(self.make.variable(&name));
        }
        self.make.call(&variant.name.text, arguments)
    }

    fn projections(&self, index: usize) -> (Vec<VariableGroup>, Vec<AxiomDecl>) {
        let make = self.make;
        let (mut groups, mut axioms) = (Vec::new(), Vec::new());
        let value = self.applied(index, "X", &mut groups);
        for field in &self.fields {
            let Some((_, place)) = field.places.iter().find(|(it, _)| *it == index) else {
                continue;
            };
            let projection = make.call(&field.name.text, vec![value.clone()]);
            let part = make.variable(&variable_name("X", *place));
            let formula = make.binary(BinaryOperator::Equal, projection, part);
            let label = format!("{}_{}", self.variants[index].name.text, field.name.text);
            axioms.push(make.axiom(label, formula));
        }
        (groups, axioms)
    }

    fn tests(&self, told: usize) -> Option<(Vec<VariableGroup>, Vec<AxiomDecl>)> {
        if !self.is_told(told) {
            return None;
        }
        let make = self.make;
        let (mut groups, mut axioms) = (Vec::new(), Vec::new());
        for index in 0..self.variants.len() {
            let value = self.applied(index, &format!("X{}_", index + 1), &mut groups);
            let test = test_name(&self.variants[told]);
            let holds = make.call(&test, vec![value]);
            let formula = if index == told { holds } else { make.not(holds) };
            axioms.push(make.axiom(format!("{test}_{}", self.variants[index].name.text), formula));
        }
        Some((groups, axioms))
    }

    /// Fields without a name: different ones make different values.
    fn injective(&self, index: usize) -> Option<(Vec<VariableGroup>, Vec<AxiomDecl>)> {
        let make = self.make;
        let variant = &self.variants[index];
        let mut groups = Vec::new();
        let one = self.applied(index, "X", &mut groups);
        let other = self.applied(index, "Y", &mut groups);
        let unnamed = variant.fields.iter().enumerate().filter(|(_, field)| field.name.is_none());
        let same = unnamed.map(|(place, _)| {
            let variable = |letter| make.variable(&variable_name(letter, place));
            make.binary(BinaryOperator::Equal, variable("X"), variable("Y"))
        });
        let same = make.joined(BinaryOperator::And, same.collect())?;
        let premise = make.binary(BinaryOperator::Equal, one, other);
        let formula = make.binary(BinaryOperator::If, same, premise);
        let axiom = make.axiom(format!("{}_injective", variant.name.text), formula);
        Some((groups, vec![axiom]))
    }

    /// Later variants are other values, where no predicate says so.
    fn different(&self, index: usize) -> Vec<(Vec<VariableGroup>, Vec<AxiomDecl>)> {
        let make = self.make;
        let open = |other: &usize| !self.is_told(index) && !self.is_told(*other);
        let others: Vec<usize> = (index + 1..self.variants.len()).filter(open).collect();
        let name = &self.variants[index].name.text;
        let section = |(number, others): (usize, &[usize])| {
            let mut groups = Vec::new();
            let value = self.applied(index, "X", &mut groups);
            let mut parts = Vec::new();
            for other in others {
                let letter = format!("Y{}_", other + 1);
                let other = self.applied(*other, &letter, &mut groups);
                parts.push(make.binary(BinaryOperator::NotEqual, value.clone(), other));
            }
            let formula = make.joined(BinaryOperator::And, parts)?;
            let label = match number {
                0 => format!("{name}_only"),
                number => format!("{name}_only_{}", number + 1),
            };
            Some((groups, vec![make.axiom(label, formula)]))
        };
        others.chunks(AT_ONCE).enumerate().filter_map(section).collect()
    }
}

/// `isWrongState`
fn test_name(variant: &VariantDecl) -> String {
    let mut letters = variant.name.text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("is{}{}", first.map(String::from).unwrap_or_default(), letters.as_str())
}

fn variable_name(letter: &str, place: usize) -> String {
    format!("{letter}{}", place + 1)
}

fn two_sorts(known: &Field, name: &Name, sort: &SortRef) -> Diagnostic {
    Diagnostic::error(Code::DataForm, format!("field `{}` has two sorts", name.text))
        .label(sort.span, format!("`{}` here", print_sort(sort)))
        .label(known.sort.span, format!("`{}` here", print_sort(&known.sort)))
        .help("a field is one projection for all variants; give one of them another name")
}

fn named_twice(known: &Field, name: &Name) -> Diagnostic {
    Diagnostic::error(Code::DataForm, format!("field `{}` is declared twice", name.text))
        .label(name.span, "declared again here")
        .label(known.name.span, "first declared here")
}
