//! The first pass: finds the specifications of a run, and which of them use which.
//!
//! Afterwards no name of a specification is left to look up, and every specification
//! follows those that it uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::Arena;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Name, OperationClass, SectionKind, SpecDecl};
use crate::syntax::split;
use crate::theory::lookup::{Lookup, Place, SpecNames};
use crate::theory::mention::{declared_sorts, mentioned_sorts};
use crate::theory::{INT, SpecId};

/// The maximum length of a chain of specifications that use each other.
const DEPTH_LIMIT: usize = 64;

/// A specification of the run.
pub(super) struct Gathered {
    pub name: String,
    /// The span of the name.
    pub span: Span,
    /// `None` for `int` and for a parameter that is declared nowhere.
    pub decl: Option<SpecDecl>,
    pub parameters: Vec<SpecId>,
    /// Parameters first.
    pub uses: Vec<SpecId>,
    /// The specification itself and all that it uses, directly or not.
    pub reach: BTreeSet<SpecId>,
    /// Whether a specification that it uses, directly or not, was not found. A name that
    /// seems undeclared may be declared there.
    pub incomplete: bool,
    /// Of a parameter: what its operations yield that constructors build.
    pub yielding: Option<SpecId>,
}

pub(super) struct Gathering {
    pub specs: Arena<SpecId, Gathered>,
    pub int: SpecId,
    /// The specifications of the file, in order.
    pub file: Vec<SpecId>,
    pub diagnostics: Vec<Diagnostic>,
}

pub(super) fn gather(names: &mut dyn SpecNames) -> Gathering {
    let main = names.main();
    let mut gatherer = Gatherer {
        names,
        specs: Arena::new(),
        visits: BTreeMap::new(),
        implicit: BTreeMap::new(),
        chain: Vec::new(),
        too_deep: false,
        ambiguous: BTreeSet::new(),
        diagnostics: Vec::new(),
    };
    let int = gatherer.declare_nothing(INT, Span { file: main, start: 0, end: 0 });
    let file = gatherer.visit_file();
    Gathering { specs: gatherer.specs, int, file, diagnostics: gatherer.diagnostics }
}

struct Gatherer<'s> {
    names: &'s mut dyn SpecNames,
    specs: Arena<SpecId, Gathered>,
    visits: BTreeMap<Place, Visit>,
    /// Parameters that are declared nowhere.
    implicit: BTreeMap<String, SpecId>,
    /// The specifications that are being gathered, outermost first.
    chain: Vec<Place>,
    /// Whether a chain was reported as too long. Further reports would repeat it.
    too_deep: bool,
    /// Names that have been reported as ambiguous.
    ambiguous: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy)]
enum Visit {
    UnderWay,
    Done(SpecId),
    Failed,
}

impl Gatherer<'_> {
    fn visit_file(&mut self) -> Vec<SpecId> {
        let file = self.names.main();
        self.report_duplicates();
        let places = (0..self.names.specs(file)).map(|index| Place { file, index });
        places
            .filter_map(|place| {
                let span = self.names.decl(place).name.span;
                self.visit(place, span)
            })
            .collect()
    }

    fn report_duplicates(&mut self) {
        let file = self.names.main();
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        for index in 0..self.names.specs(file) {
            let name = &self.names.decl(Place { file, index }).name;
            match first.get(&name.text) {
                None => drop(first.insert(name.text.clone(), name.span)),
                Some(span) => self.diagnostics.push(
                    Diagnostic::error(
                        Code::DuplicateSpecification,
                        format!("specification `{}` is declared twice", name.text),
                    )
                    .label(name.span, "declared again here")
                    .label(*span, "first declared here"),
                ),
            }
        }
    }

    /// Gathers a specification and everything that it uses.
    fn visit(&mut self, place: Place, used_at: Span) -> Option<SpecId> {
        match self.visits.get(&place) {
            Some(Visit::Done(id)) => return Some(*id),
            Some(Visit::Failed) => return None,
            Some(Visit::UnderWay) => {
                self.report_cycle(place, used_at);
                return None;
            }
            None => {}
        }
        if self.chain.len() == DEPTH_LIMIT {
            if !self.too_deep {
                self.report_depth(used_at);
            }
            self.too_deep = true;
            self.visits.insert(place, Visit::Failed);
            return None;
        }
        self.visits.insert(place, Visit::UnderWay);
        self.chain.push(place);
        let gathered = self.gather_one(place);
        self.chain.pop();
        let id = self.add_split(gathered);
        self.visits.insert(place, Visit::Done(id));
        Some(id)
    }

    fn add(&mut self, gathered: Gathered) -> SpecId {
        let id = self.specs.push(gathered);
        self.specs[id].reach.insert(id);
        id
    }

    /// A specification without constructors; what its operations yield is one of its own where
    /// constructors build it.
    fn add_split(&mut self, mut gathered: Gathered) -> SpecId {
        let builds = |decl: &&SpecDecl| constructors_keyword(decl).is_some();
        let decls = gathered.reach.iter().filter_map(|id| self.specs[*id].decl.as_ref());
        let built: Vec<&SpecDecl> = decls.filter(builds).collect();
        let decl = gathered.decl.as_ref().filter(|decl| !builds(decl));
        let Some(parts) = decl.and_then(|decl| split(decl, &built)) else {
            return self.add(gathered);
        };
        let uses = gathered.uses.clone();
        let (reach, parameters) = (gathered.reach.clone(), gathered.parameters.clone());
        gathered.reach.retain(|id| !self.is_built(*id));
        gathered.uses = gathered.reach.iter().copied().collect();
        gathered.decl = Some(parts.given);
        let (name, span, incomplete) = (gathered.name.clone(), gathered.span, gathered.incomplete);
        let id = self.add(gathered);
        let mut yielding = Gathered {
            name,
            span,
            decl: Some(parts.yielding),
            parameters,
            uses: vec![id],
            reach,
            incomplete,
            yielding: None,
        };
        yielding.reach.insert(id);
        yielding.uses.extend(uses);
        let yielding = self.add(yielding);
        self.specs[id].yielding = Some(yielding);
        id
    }

    fn is_built(&self, id: SpecId) -> bool {
        self.specs[id].reach.iter().any(|used| {
            self.specs[*used].decl.as_ref().is_some_and(|decl| constructors_keyword(decl).is_some())
        })
    }

    fn gather_one(&mut self, place: Place) -> Gathered {
        let decl = self.names.decl(place).clone();
        let mut gathered = Gathered {
            name: decl.name.text.clone(),
            span: decl.name.span,
            decl: None,
            parameters: Vec::new(),
            uses: Vec::new(),
            reach: BTreeSet::new(),
            incomplete: false,
            yielding: None,
        };
        self.gather_parameters(&decl, place, &mut gathered);
        self.gather_uses(&decl, place, &mut gathered);
        gathered.decl = Some(decl);
        gathered
    }

    fn gather_parameters(&mut self, decl: &SpecDecl, place: Place, gathered: &mut Gathered) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for name in &decl.parameters {
            if let Some(span) = first.insert(&name.text, name.span) {
                self.diagnostics.push(
                    Diagnostic::error(
                        Code::DuplicateParameter,
                        format!("parameter `{}` is named twice", name.text),
                    )
                    .label(name.span, "named again here")
                    .label(span, "first named here"),
                );
                continue;
            }
            match self.parameter(name, place) {
                Some(id) => {
                    gathered.parameters.push(id);
                    self.add_use(gathered, id);
                }
                None => gathered.incomplete = true,
            }
        }
    }

    fn parameter(&mut self, name: &Name, place: Place) -> Option<SpecId> {
        match self.find(name, place)? {
            Lookup::Found(found) => {
                let id = self.visit(found, name.span)?;
                self.check_parameter(name, id);
                Some(id)
            }
            Lookup::Missing => Some(self.implicit_parameter(name)),
            Lookup::Ambiguous(_) => None,
        }
    }

    /// Neither a parameter nor any specification that it uses may have constructors: a
    /// parameter states requirements on the element type, not how elements are built. What its
    /// operations only yield is no part of it any more.
    fn check_parameter(&mut self, name: &Name, id: SpecId) {
        let built = self.specs[id].reach.iter().find_map(|used| {
            let used = &self.specs[*used];
            Some((&used.name, constructors_keyword(used.decl.as_ref()?)?))
        });
        let Some((built, constructors)) = built else { return };
        let report = if *built == name.text {
            Diagnostic::error(
                Code::ConstructedParameter,
                format!("parameter `{built}` has constructors"),
            )
            .help(
                "to use a specification without making it a parameter, name its sort in a profile",
            )
        } else {
            Diagnostic::error(
                Code::ConstructedParameter,
                format!("parameter `{}` uses `{built}`, which has constructors", name.text),
            )
            .help(format!(
                "an operation of a parameter may yield a `{built}` if it is total, takes an element \
                 first and no constructed value, and some constructors need elements and numbers only"
            ))
        };
        self.diagnostics.push(
            report
                .label(name.span, "a parameter must leave its elements open")
                .label(constructors, "here they are built"),
        );
    }

    fn implicit_parameter(&mut self, name: &Name) -> SpecId {
        if let Some(id) = self.implicit.get(&name.text) {
            return *id;
        }
        let id = self.declare_nothing(&name.text, name.span);
        self.implicit.insert(name.text.clone(), id);
        id
    }

    fn declare_nothing(&mut self, name: &str, span: Span) -> SpecId {
        let id = self.specs.push(Gathered {
            name: name.to_owned(),
            span,
            decl: None,
            parameters: Vec::new(),
            uses: Vec::new(),
            reach: BTreeSet::new(),
            incomplete: false,
            yielding: None,
        });
        self.specs[id].reach.insert(id);
        id
    }

    /// A sort that is neither declared here nor by a parameter refers to the specification
    /// that declares it. Specifications of the same file are gathered first: they may
    /// declare sorts that other names refer to.
    fn gather_uses(&mut self, decl: &SpecDecl, place: Place, gathered: &mut Gathered) {
        let own = BTreeSet::from_iter(declared_sorts(decl));
        let open: Vec<&Name> = mentioned_sorts(decl)
            .into_iter()
            .filter(|name| !own.contains(name.text.as_str()) && name.text != INT)
            .collect();
        for name in &open {
            if !self.reaches_sort(gathered, &name.text)
                && let Some(found) = self.names.declares_sort(&name.text, place.file)
            {
                self.use_spec(found, name, gathered);
            }
        }
        for name in &open {
            if !self.reaches_sort(gathered, &name.text) {
                self.use_elsewhere(name, place, gathered);
            }
        }
    }

    fn use_elsewhere(&mut self, name: &Name, place: Place, gathered: &mut Gathered) {
        match self.find(name, place) {
            Some(Lookup::Found(found))
                if declared_sorts(self.names.decl(found)).any(|sort| sort == name.text) =>
            {
                self.use_spec(found, name, gathered);
            }
            // The next pass knows all sorts and reports it.
            Some(_) => {}
            None => gathered.incomplete = true,
        }
    }

    fn use_spec(&mut self, found: Place, name: &Name, gathered: &mut Gathered) {
        match self.visit(found, name.span) {
            Some(id) => self.add_use(gathered, id),
            None => gathered.incomplete = true,
        }
    }

    fn add_use(&self, gathered: &mut Gathered, id: SpecId) {
        if !gathered.uses.contains(&id) {
            gathered.uses.push(id);
            gathered.reach.extend(&self.specs[id].reach);
            gathered.incomplete |= self.specs[id].incomplete;
            if let Some(yielding) = self.specs[id].yielding {
                self.add_use(gathered, yielding);
            }
        }
    }

    fn reaches_sort(&self, gathered: &Gathered, name: &str) -> bool {
        gathered.reach.iter().any(|id| match &self.specs[*id].decl {
            Some(decl) => declared_sorts(decl).any(|sort| sort == name),
            None => self.specs[*id].name == name,
        })
    }

    /// `None` when the name is ambiguous, which is reported here.
    fn find(&mut self, name: &Name, place: Place) -> Option<Lookup> {
        match self.names.find(&name.text, place.file) {
            Lookup::Ambiguous(spans) => {
                self.report_ambiguity(name, &spans);
                None
            }
            answer => Some(answer),
        }
    }

    fn report_ambiguity(&mut self, name: &Name, spans: &[Span]) {
        if !self.ambiguous.insert(name.text.clone()) {
            return;
        }
        let mut report = Diagnostic::error(
            Code::AmbiguousSpecification,
            format!("{} files declare a specification `{}`", spans.len(), name.text),
        )
        .label(name.span, "it is unclear which one this refers to");
        for span in spans {
            report = report.label(*span, "declared here");
        }
        self.diagnostics.push(report.help(
            "declare it in this file, or name a folder that holds only one of them with --spec-path",
        ));
    }

    fn report_cycle(&mut self, place: Place, used_at: Span) {
        let start = self.chain.iter().position(|link| *link == place).unwrap_or(0);
        let names: Vec<_> = self.chain[start..]
            .iter()
            .chain([&place])
            .map(|link| format!("`{}`", self.names.decl(*link).name.text))
            .collect();
        let decl = self.names.decl(place);
        self.diagnostics.push(
            Diagnostic::error(
                Code::CyclicUse,
                format!("specification `{}` uses itself", decl.name.text),
            )
            .label(used_at, format!("`{}` is used here", decl.name.text))
            .label(decl.name.span, "declared here")
            .help(format!("the cycle is {}", names.join(" → "))),
        );
    }

    fn report_depth(&mut self, used_at: Span) {
        self.diagnostics.push(
            Diagnostic::error(Code::CyclicUse, "specifications build on each other too deeply")
                .label(used_at, format!("more than {DEPTH_LIMIT} specifications deep")),
        );
    }
}

/// The place of the first section that declares constructors.
pub(super) fn constructors_keyword(decl: &SpecDecl) -> Option<Span> {
    decl.sections
        .iter()
        .find(|section| {
            matches!(&section.kind, SectionKind::Operations(OperationClass::Constructor, ops)
                if !ops.is_empty())
        })
        .map(|section| section.keyword)
}
