//! From texts to goals: everything that happens before a search.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::emit::{Provenance, Templates};
use crate::error::{Error, Failure, ManifestSpan};
use crate::goal::{self, Goal, GoalOptions, Property};
use crate::infer::{Crates, Inferred, infer};
use crate::options::BuildOptions;
use crate::refine::{self, Refinement};
use crate::rust::Fragment;
use crate::search::ScopeLimits;
use crate::source::{Source, Sources};
use crate::syntax::mapping_ast::MappingFile;
use crate::syntax::parse_mapping;
use crate::theory::{Axiom, Loaded, Loader, SpecFileText, Theory, Workspace};
use crate::trial;

/// The texts of one build, and what to make of them.
pub struct Request<'l> {
    pub specs: Vec<Source>,
    pub mapping: MappingInput,
    /// Finds the specifications that `specs` refer to.
    pub loader: &'l mut (dyn Loader + Send),
    /// Finds the source of the types under test.
    pub crates: &'l mut (dyn Crates + Send),
    pub order: Order,
}

/// Which type implements a specification.
pub enum MappingInput {
    File(Source),
    /// The path of a type, without a mapping.
    Type(String),
}

/// What to generate from a mapping.
#[derive(Clone)]
pub struct Order {
    /// The name of the generated folder or file.
    pub name: String,
    pub provenance: Provenance,
    pub templates: Templates,
    pub options: BuildOptions,
    /// Where a manifest requests the build.
    pub origin: Option<ManifestSpan>,
    /// Which of several types that an entry lists is tested.
    pub implementer: usize,
}

/// A specification and its mapping, which is parsed but not yet checked.
pub struct Resolved<'l> {
    crates: &'l mut (dyn Crates + Send),
    sources: Sources,
    theory: Theory,
    mapping: MappingFile,
    warnings: Vec<Diagnostic>,
    order: Order,
}

/// A specification and a mapping without short forms.
pub struct Expanded {
    pub sources: Sources,
    theory: Theory,
    pub inferred: Inferred,
    warnings: Vec<Diagnostic>,
    order: Order,
}

/// A specification with a mapping that fits it.
pub struct Refined {
    pub sources: Sources,
    pub theory: Theory,
    /// In the long form.
    pub mapping: MappingFile,
    pub refinement: Refinement,
    /// Findings of lints, where the options ask for them.
    pub warnings: Vec<Diagnostic>,
    pub order: Order,
}

impl Refined {
    /// The observers that running the axioms leaves open on most small values, with their
    /// specifications.
    pub fn mostly_open(&self) -> Vec<[String; 2]> {
        trial::mostly_open(&self.theory, &self.sources)
    }

    /// The axioms that no test evaluates on the type.
    pub fn only_run(&self) -> impl Iterator<Item = String> {
        self.refinement.only_run(&self.theory).map(Axiom::title)
    }
}

/// All that is known before the search.
pub struct Posed {
    pub refined: Refined,
    pub goals: Vec<Goal>,
    pub scope: ScopeLimits,
}

/// A specification on its own.
pub struct Subject {
    /// The name of its file, as given.
    pub name: String,
    pub sources: Sources,
    pub theory: Theory,
}

/// Lets a workspace borrow the loader of a request.
pub(super) struct Borrowed<'l>(pub &'l mut dyn Loader);

impl Loader for Borrowed<'_> {
    fn others(&mut self, file: &str) -> Vec<SpecFileText> {
        self.0.others(file)
    }
}

/// Parses and resolves one specification file. Its subject is the named specification, or
/// the last one that is not a parameter.
pub fn theory(
    spec: Source,
    subject: Option<&str>,
    loader: &mut dyn Loader,
) -> Result<Subject, Failure> {
    let mut workspace = Workspace::new(Borrowed(loader));
    let loaded = workspace.load(&spec.name, &spec.text);
    let sources = workspace.sources;
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(diagnostics) => return Err(Failure::Input { diagnostics, sources }),
    };
    let chosen = match subject {
        Some(name) => loaded.spec_named(name).ok_or_else(|| unknown(&loaded, &spec.name, name))?,
        None => loaded.default_subject().ok_or_else(|| {
            let file = &spec.name;
            Error(format!("`{file}` has parameter specifications only, which have no goals"))
        })?,
    };
    Ok(Subject { name: spec.name, sources, theory: loaded.theory.restricted_to(chosen) })
}

fn unknown(loaded: &Loaded, file: &str, name: &str) -> Error {
    let specs = loaded.file.iter().map(|id| loaded.theory.specs[*id].name.as_str());
    let specs: Vec<_> = specs.map(|spec| format!("`{spec}`")).collect();
    Error(format!("`{file}` has no specification `{name}`, only {}", specs.join(", ")))
}

/// Derives the goals of a specification.
pub fn goals(subject: &Subject, options: GoalOptions) -> Result<Vec<Goal>, Failure> {
    goal::goals(&subject.theory, options)
        .map_err(|diagnostics| Failure::Input { diagnostics, sources: subject.sources.clone() })
}

/// Parses the texts and resolves the specification that the mapping is about. Mistakes
/// in any of the texts are reported together.
pub(super) fn resolve(request: Request<'_>) -> Result<Resolved<'_>, Failure> {
    let Request { specs, mapping, loader, crates, order } = request;
    let mut workspace = Workspace::new(Borrowed(loader));
    let (mut loaded, mut errors): (Vec<Loaded>, Vec<Diagnostic>) = Default::default();
    for spec in &specs {
        match workspace.load(&spec.name, &spec.text) {
            Ok(theory) => loaded.push(theory),
            Err(found) => errors.extend(found),
        }
    }
    let (denied, warnings) = lints(&order.options, &loaded, &workspace.sources);
    errors.extend(denied);
    let mapping = match mapping {
        MappingInput::File(source) => source,
        MappingInput::Type(path) => match mapping_of_type(&loaded, &path) {
            Some(source) => source,
            None if errors.is_empty() => return Err(nothing_to_test(&specs, &order)),
            None => {
                let sources = workspace.sources;
                return Err(Failure::Input { diagnostics: errors, sources });
            }
        },
    };
    let file = workspace.sources.add(mapping.name, mapping.text);
    let sources = workspace.sources;
    match parse_mapping(&sources.file(file).text, file) {
        Ok(mut mapping) if errors.is_empty() => {
            choose_type(&mut mapping, order.implementer);
            let theory = choose(&loaded, &mapping).ok_or_else(|| nothing_to_test(&specs, &order));
            let theory = theory?;
            // Correct types would fail tests that are made from a contradiction.
            if let Some(contradiction) = trial::contradiction(&theory, &sources) {
                return Err(Failure::Input { diagnostics: vec![contradiction], sources });
            }
            Ok(Resolved { crates, sources, theory, mapping, warnings, order })
        }
        parsed => {
            errors.extend(parsed.err().into_iter().flatten());
            Err(Failure::Input { diagnostics: errors, sources })
        }
    }
}

/// The specifications that a mapping has entries for. A mapping with mistakes has none; a build
/// reports them.
pub fn mapped_specs(mapping: &Source) -> Vec<String> {
    let file = Sources::default().add(&mapping.name, &mapping.text);
    let tree = parse_mapping(&mapping.text, file);
    tree.map_or_else(
        |_| Vec::new(),
        |tree| tree.entries.into_iter().map(|it| it.spec.text).collect(),
    )
}

/// The last names of the types of the entry that lists most types. A mapping with mistakes has
/// none; a build reports them.
pub fn implementers(mapping: &Source) -> Vec<String> {
    let file = Sources::default().add(&mapping.name, &mapping.text);
    let Ok(tree) = parse_mapping(&mapping.text, file) else { return Vec::new() };
    let entry = tree.entries.into_iter().max_by_key(|entry| entry.other_types.len());
    let types = entry.into_iter().flat_map(|one| [vec![one.rust_type], one.other_types].concat());
    types.map(|ty| Fragment::new(ty.text).last_name().to_owned()).collect()
}

/// Takes one of the types that an entry lists. Entries with fewer types keep their first.
fn choose_type(mapping: &mut MappingFile, number: usize) {
    for entry in &mut mapping.entries {
        let others = std::mem::take(&mut entry.other_types);
        if let Some(chosen) = number.checked_sub(1).and_then(|place| others.get(place)) {
            entry.rust_type = chosen.clone();
        }
    }
}

/// The name of the mapping that `--type` stands for.
pub const MAPPING_OF_TYPE: &str = "--type";

/// The mapping that says nothing but the type, if there is a specification to map.
fn mapping_of_type(loaded: &[Loaded], path: &str) -> Option<Source> {
    let spec = loaded.iter().rev().find_map(|one| {
        let subject = one.default_subject()?;
        Some(one.theory.specs[subject].name.clone())
    });
    let text = format!("refinement\n  {} is {path};\nend refinement\n", spec?);
    Some(Source { name: MAPPING_OF_TYPE.to_owned(), text })
}

/// Findings of lints that the options deny, and the others.
fn lints(
    options: &BuildOptions,
    loaded: &[Loaded],
    sources: &Sources,
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let Some(levels) = &options.lints else { return Default::default() };
    let mut found: Vec<Diagnostic> =
        loaded.iter().flat_map(|loaded| loaded.warnings.iter().cloned()).collect();
    for loaded in loaded.iter().filter(|_| levels.shows(Code::OpenObserver)) {
        let roots = loaded.roots().into_iter();
        let theories = roots.map(|root| loaded.theory.restricted_to(root));
        found.extend(theories.flat_map(|theory| trial::open_observers(&theory, sources)));
    }
    levels.apply(found).into_iter().partition(|one| one.severity == Severity::Error)
}

/// The theory of the specification that an entry names; else of the last one, so that
/// the names of the entries are checked against something.
fn choose(loaded: &[Loaded], mapping: &MappingFile) -> Option<Theory> {
    let named = loaded.iter().find_map(|loaded| {
        let subjects = loaded.subjects();
        let is_named = |name: &str| mapping.entries.iter().any(|entry| entry.spec.text == name);
        let subject = subjects.iter().find(|id| is_named(&loaded.theory.specs[**id].name))?;
        Some(loaded.theory.restricted_to(*subject))
    });
    named.or_else(|| {
        let loaded = loaded.iter().rev();
        loaded.into_iter().find_map(|one| Some(one.theory.restricted_to(one.default_subject()?)))
    })
}

fn nothing_to_test(specs: &[Source], order: &Order) -> Failure {
    let names: Vec<_> = specs.iter().map(|spec| spec.name.as_str()).collect();
    let names = names.join("`, `");
    let why = format!("`{names}` has parameter specifications only, which are not tested");
    Failure::from(Error(why)).at(order.origin.as_ref())
}

/// Writes out what the mapping leaves to the source of its types.
pub(super) fn expand(resolved: Resolved<'_>) -> Result<Expanded, Failure> {
    let Resolved { crates, mut sources, theory, mapping, warnings, mut order } = resolved;
    match infer(&mapping, &theory, crates, &mut sources) {
        Ok(inferred) => {
            if inferred.is_as_written() {
                order.provenance.expansion = None;
            }
            Ok(Expanded { sources, theory, inferred, warnings, order })
        }
        Err(diagnostics) => Err(Failure::Input { diagnostics, sources }),
    }
}

/// Resolves the mapping against the theory.
pub(super) fn refine(expanded: Expanded) -> Result<Refined, Failure> {
    let Expanded { sources, theory, inferred, warnings, order } = expanded;
    match refine::resolve(&inferred.mapping, &theory) {
        Ok(refinement) => {
            let mapping = inferred.mapping;
            Ok(Refined { sources, theory, mapping, refinement, warnings, order })
        }
        Err(diagnostics) => Err(Failure::Input { diagnostics, sources }),
    }
}

/// Derives the goals of the chosen families, and the scope to search them in.
pub(super) fn pose(refined: Refined) -> Result<Posed, Failure> {
    let Refined { sources, theory, refinement, order, .. } = &refined;
    let options = &order.options;
    let equalities = refinement.own_equalities(theory);
    let mut goals = goal::goals(theory, GoalOptions::for_tests(options.goals, equalities))
        .map_err(|diagnostics| Failure::Input { diagnostics, sources: sources.clone() })?;
    goals.retain(|goal| match &goal.property {
        Property::Stated(statement) => refinement.is_tested(theory, *statement),
        Property::Congruence(axiom) => {
            axiom.formula.ops().iter().all(|op| refinement.functions.contains_key(op))
        }
    });
    let scope = ScopeLimits::parse(options.scope.as_deref().unwrap_or_default(), theory)
        .map_err(|error| Failure::from(Error(error.to_string())).at(order.origin.as_ref()))?
        .within(refinement.argument_ranges(theory));
    Ok(Posed { refined, goals, scope })
}
