//! A specification whose values and parameters are enumerated.

use std::collections::BTreeMap;

use super::input::Borrowed;
use crate::arena::Id;
use crate::enumerate::{Algebra, Limit, Numbers, algebras};
use crate::error::{Error, Failure};
use crate::execute::{Formula, Program};
use crate::model::{Mode, ParameterTables};
use crate::rules;
use crate::search::ScopeLimits;
use crate::source::{Source, Sources};
use crate::theory::{
    Asked, Loaded, Loader, Question, SortId, SortKind, SpecId, Theory, Variable, Workspace,
};

/// The name of the value in a filter.
pub const VALUE: &str = "it";

/// What to enumerate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// The specification, if the file has several.
    pub subject: Option<&'w str>,
    /// The sort; without it, the last one that the specification constructs.
    pub sort: Option<&'w str>,
    /// As in [`ScopeLimits::parse`].
    pub scope: &'w str,
    /// A formula about [`VALUE`].
    pub filter: Option<&'w str>,
}

/// A specification, ready to be enumerated.
pub struct Enumerable {
    pub theory: Theory,
    pub sources: Sources,
    pub program: Program,
    /// The sort whose values are wanted; `None` for parameters alone.
    pub sort: Option<SortId>,
    /// The number of elements by sort.
    pub sizes: Vec<u32>,
    pub numbers: Numbers,
    pub filter: Option<Filter>,
}

impl Enumerable {
    /// The axioms of the body, with the sorts of their variables.
    pub fn body_axioms(&self) -> Vec<(Formula, Vec<usize>)> {
        let axioms = self.theory.body_axioms().map(|(_, axiom)| {
            let sorts = axiom.variables.iter().map(|it| it.sort.index()).collect();
            (rules::formula(&axiom.formula), sorts)
        });
        axioms.collect()
    }
}

/// A condition on values.
pub struct Filter {
    pub formula: Formula,
    /// By variable: the element that it stands for, or else the value.
    pub elements: Vec<Option<u32>>,
}

/// Loads a specification, finds the sort and resolves the filter.
pub fn enumerable(
    spec: Source,
    wanted: Wanted<'_>,
    loader: &mut dyn Loader,
) -> Result<Enumerable, Failure> {
    let mut workspace = Workspace::new(Borrowed(loader));
    let file = workspace.sources.add(&spec.name, &spec.text);
    let loaded = match workspace.load_file(file) {
        Ok(loaded) => loaded,
        Err(diagnostics) => return Err(Failure::Input { diagnostics, sources: workspace.sources }),
    };
    let subject = subject(&loaded, &spec.name, wanted.subject)?;
    let theory = loaded.theory.restricted_to(subject);
    let sort = sort(&theory, wanted.sort)?;
    let scope = ScopeLimits::parse(wanted.scope, &theory).map_err(|it| Error(it.to_string()))?;
    if let Some(built) =
        theory.sorts.iter().find(|(id, it)| it.kind == SortKind::Constructed && scope.limits(*id))
    {
        let name = &built.1.name;
        return Err(Error(format!(
            "--scope gives sizes of parameters; the values of `{name}` are bounded by --steps"
        ))
        .into());
    }
    let carriers = scope.at_once(&theory, Mode::Closed);
    let size = |(id, it): (SortId, &crate::theory::Sort)| match it.kind {
        SortKind::Parameter => carriers.size(id),
        _ => 0,
    };
    let sizes: Vec<u32> = theory.sorts.iter().map(size).collect();
    let numbers = theory.int().map_or(Numbers { low: 0, high: 0 }, |int| {
        let carrier = carriers.of(int);
        Numbers { low: carrier.low, high: carrier.low + i64::from(carrier.size) - 1 }
    });
    let Some(text) = wanted.filter else {
        let program = rules::compile(&theory, &workspace.sources);
        let sources = workspace.sources;
        return Ok(Enumerable { theory, sources, program, sort, sizes, numbers, filter: None });
    };
    let value = sort.ok_or_else(|| Error("--where filters values, not parameters".to_owned()))?;
    let names = names(&loaded, subject, &theory, &sizes, value);
    let question = workspace.sources.add("--where", text);
    let asked = workspace.ask(file, subject, &names, &[question]);
    let sources = workspace.sources;
    match asked {
        Ok(asked) => {
            let filter = filter(&asked, &names)?;
            let theory = asked.theory;
            let program = rules::compile(&theory, &sources);
            Ok(Enumerable { theory, sources, program, sort, sizes, numbers, filter: Some(filter) })
        }
        Err(diagnostics) => Err(Failure::Input { diagnostics, sources }),
    }
}

fn subject(loaded: &Loaded, file: &str, name: Option<&str>) -> Result<SpecId, Error> {
    let last = || loaded.default_subject().or(loaded.file.last().copied());
    let found = name.map_or_else(last, |name| loaded.spec_named(name));
    found.ok_or_else(|| {
        let specs = loaded.file.iter().map(|id| format!("`{}`", loaded.theory.specs[*id].name));
        let specs: Vec<String> = specs.collect();
        let name = name.unwrap_or_default();
        Error(format!("`{file}` has no specification `{name}`, only {}", specs.join(", ")))
    })
}

fn sort(theory: &Theory, name: Option<&str>) -> Result<Option<SortId>, Error> {
    let constructed = || theory.sorts.iter().filter(|(_, it)| it.kind == SortKind::Constructed);
    let Some(name) = name else { return Ok(constructed().next_back().map(|(id, _)| id)) };
    if let Some((id, _)) = constructed().find(|(_, it)| it.name == name) {
        return Ok(Some(id));
    }
    let names: Vec<String> = constructed().map(|(_, it)| format!("`{}`", it.name)).collect();
    Err(Error(match (theory.sorts.values().find(|it| it.name == name), names.as_slice()) {
        (Some(_), _) => format!(
            "`{name}` has no constructors; `--of parameters` lists the algebras of the parameters"
        ),
        (None, []) => format!("there is no sort `{name}`"),
        (None, names) => format!("there is no sort `{name}`; enumerate {}", names.join(" or ")),
    }))
}

/// The value and all elements, with the sorts of the theory that is loaded.
fn names(
    loaded: &Loaded,
    subject: SpecId,
    theory: &Theory,
    sizes: &[u32],
    value: SortId,
) -> Vec<Variable> {
    let reach = loaded.theory.reach(subject);
    let old = |name: &str| {
        let mut sorts = loaded.theory.sorts.iter();
        sorts.find(|(_, it)| it.name == name && reach.contains(&it.spec)).map(|(id, _)| id)
    };
    let mut names = Vec::new();
    if let Some(sort) = old(&theory.sorts[value].name) {
        names.push(Variable { name: VALUE.to_owned(), sort });
    }
    for (id, declared) in theory.sorts.iter() {
        if let Some(sort) = old(&declared.name) {
            let elements = 0..sizes[id.index()];
            let element = |number| Variable { name: theory.element_text(id, number), sort };
            names.extend(elements.map(element));
        }
    }
    names
}

fn filter(asked: &Asked, names: &[Variable]) -> Result<Filter, Error> {
    let Some(Question::Formula(formula)) = asked.questions.first() else {
        let why = "--where takes a formula, such as `isEmpty(it)` or `size(it) = 3`";
        return Err(Error(why.to_owned()));
    };
    if let Some(unknown) = asked.variables.get(names.len()) {
        const SHOWN: usize = 3;
        let shown = names.iter().skip(1).take(SHOWN).map(|name| name.name.as_str());
        let more = (names.len() > SHOWN + 1).then_some("…");
        let elements: Vec<&str> = shown.chain(more).collect();
        return Err(Error(format!(
            "--where: `{}` is not an element; the value is called `{VALUE}`, and elements {}",
            unknown.name,
            elements.join(", ")
        )));
    }
    // Elements of a sort are named in order.
    let mut counts = BTreeMap::new();
    let element = |variable: &Variable| {
        let next = counts.entry(variable.sort).or_insert(0);
        *next += 1;
        (variable.name != VALUE).then_some(*next - 1)
    };
    let elements = asked.variables.iter().map(element).collect();
    Ok(Filter { formula: rules::formula(formula), elements })
}

/// The most elements of a parameter's sort in exhaustive tests.
const ELEMENTS: u32 = 3;
/// The most algebras that an exhaustive test goes through.
const ALGEBRAS: usize = 16;
/// The numbers that operations of parameters yield in exhaustive tests.
const NUMBERS: Numbers = Numbers { low: 0, high: 2 };

/// All algebras of the parameters with up to [`ELEMENTS`] elements of each sort, up to
/// isomorphism; the smallest ones where there are many.
pub(super) fn small_algebras(theory: &Theory) -> Vec<ParameterTables> {
    let program = rules::program(theory);
    let is_given = |sort: &crate::theory::Sort| sort.kind == SortKind::Parameter;
    if !theory.sorts.values().any(is_given) {
        let none = Algebra::blank(&program, vec![0; theory.sorts.len()], NUMBERS);
        return vec![none.parameter_tables(&program)];
    }
    let mut found = Vec::new();
    for elements in 1..=ELEMENTS {
        let size = |sort: &crate::theory::Sort| if is_given(sort) { elements } else { 0 };
        let sizes: Vec<u32> = theory.sorts.values().map(size).collect();
        let mut proceed = |_| true;
        let count = Some(ALGEBRAS - found.len());
        let mut limit = Limit { count, proceed: &mut proceed };
        let (own, _) = algebras(theory, &program, &sizes, NUMBERS, &mut limit);
        found.extend(own.iter().map(|algebra| algebra.parameter_tables(&program)));
        if found.len() >= ALGEBRAS {
            break;
        }
    }
    found
}
