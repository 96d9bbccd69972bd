//! What exported models mean: their text, read back, says the same of a structure
//! as the evaluator of specgen, which knows nothing of Alloy.
//!
//! Structures are the witnesses that the search finds, and what becomes of them
//! when a single cell of a table is changed: most of those are no models any more,
//! and both sides must say so.

use specgen::arena::Id;
use specgen::goal::Goal;
use specgen::model::eval::{Evaluator, Truth};
use specgen::model::{Cell, Element, Mode, Model, check_goal, check_model, tuples};
use specgen::search::{Options, Verdict, search};
use specgen::theory::{OpId, SortKind, Theory};

use crate::alloy_check::{Exported, check, export};
use crate::alloy_evaluate::{Atom, Instance, Relation};
use crate::alloy_syntax::{Module, Node, Signature};
use crate::example;

/// The instance of Alloy that a model of specgen is.
fn instance(theory: &Theory, module: &Module, model: &Model) -> Instance {
    let mut instance = Instance::default();
    for (id, sort) in theory.sorts.iter() {
        if sort.kind != SortKind::Int {
            let name = &signature(module, &sort.name).name;
            let atoms = (0..model.size(id)).map(|element| vec![Atom::Of(name.clone(), element)]);
            instance.set(name, atoms.collect());
        }
    }
    instance.set("start", [vec![Atom::Start]].into());
    for (id, _) in theory.ops.iter() {
        let name = field(theory, module, id);
        instance.set(&name, relation(theory, module, model, id));
    }
    if module.signatures.iter().any(|signature| signature.name == "Any") {
        order(theory, module, model, &mut instance);
    }
    let bits = module.commands.iter().flat_map(|command| &command.scopes);
    let bits = bits.filter(|(_, _, name)| name == "Int").map(|(_, bits, _)| *bits).next();
    if let (Some(bits), Some(int)) = (bits, theory.int()) {
        instance.count(bits, model.carriers[int].low, model.size(int));
    }
    instance
}

/// Names that Alloy has taken get `_` behind them.
fn signature<'m>(module: &'m Module, sort: &str) -> &'m Signature {
    let mut found = module.signatures.iter().filter(|it| it.name.trim_end_matches('_') == sort);
    found.next().unwrap_or_else(|| panic!("no signature for {sort}"))
}

fn field(theory: &Theory, module: &Module, op: OpId) -> String {
    let wanted = theory.ops[op].name.trim_end_matches('_');
    let fields = module.signatures.iter().flat_map(|signature| &signature.fields);
    let found: Vec<_> = fields.filter(|field| field.name.trim_end_matches('_') == wanted).collect();
    assert_eq!(found.len(), 1, "fields for {wanted}");
    found[0].name.clone()
}

fn atom(theory: &Theory, module: &Module, model: &Model, of: (usize, Element)) -> Atom {
    let (id, sort) = theory.sorts.iter().nth(of.0).expect("a sort of the theory");
    match sort.kind {
        SortKind::Int => Atom::Number(model.carriers[id].low + i64::from(of.1)),
        _ => Atom::Of(signature(module, &sort.name).name.clone(), of.1),
    }
}

/// The table of an operation; those of `start` have it as the first column.
fn relation(theory: &Theory, module: &Module, model: &Model, op: OpId) -> Relation {
    let operation = &theory.ops[op];
    let name = field(theory, module, op);
    let of_start = signature(module, "start").fields.iter().any(|field| field.name == name);
    let table = model.table(op);
    let mut relation = Relation::new();
    for (arguments, cell) in table.tuples().zip(&table.cells) {
        let mut row: Vec<Atom> = if of_start { vec![Atom::Start] } else { Vec::new() };
        for (sort, element) in operation.arguments.iter().zip(arguments) {
            row.push(atom(theory, module, model, (sort.index(), element)));
        }
        match (cell, operation.result) {
            (Cell::Truth(truth), _) => row.push(Atom::Truth(*truth)),
            (Cell::Element(element), Some(sort)) => {
                row.push(atom(theory, module, model, (sort.index(), *element)));
            }
            _ => continue,
        }
        relation.insert(row);
    }
    relation
}

/// A construction order: whatever is built in fewer rounds comes earlier.
fn order(theory: &Theory, module: &Module, model: &Model, instance: &mut Instance) {
    let mut rounds: Vec<(Atom, usize)> = Vec::new();
    let round = |rounds: &[(Atom, usize)], atom: &Atom| {
        rounds.iter().find(|(known, _)| known == atom).map(|(_, round)| *round)
    };
    for number in 0.. {
        let before = rounds.clone();
        for (id, _) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
            for row in relation(theory, module, model, id) {
                let (result, arguments) = row.split_last().expect("a row has a result");
                let constructed = arguments.iter().zip(row_sorts(theory, id, arguments.len()));
                let built = constructed
                    .filter(|(_, sort)| *sort == Some(SortKind::Constructed))
                    .all(|(argument, _)| round(&before, argument).is_some());
                if built && round(&rounds, result).is_none() {
                    rounds.push((result.clone(), number));
                }
            }
        }
        if before.len() == rounds.len() {
            break;
        }
    }
    let all = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Constructed);
    let all = all.flat_map(|(id, _)| {
        (0..model.size(id)).map(move |element| atom(theory, module, model, (id.index(), element)))
    });
    let all: Vec<Atom> = all.collect();
    instance.set("Any", all.iter().map(|atom| vec![atom.clone()]).collect());
    let mut earlier = Relation::new();
    for (late, late_round) in &rounds {
        for (soon, soon_round) in &rounds {
            if soon_round < late_round {
                earlier.insert(vec![late.clone(), soon.clone()]);
            }
        }
    }
    instance.set("earlier", earlier);
}

/// The kinds of an operation's arguments, behind `start` if that is in front.
fn row_sorts(theory: &Theory, op: OpId, columns: usize) -> Vec<Option<SortKind>> {
    let arguments = &theory.ops[op].arguments;
    let kinds = arguments.iter().map(|sort| Some(theory.sorts[*sort].kind));
    let padding = std::iter::repeat_n(None, columns - arguments.len());
    padding.chain(kinds).collect()
}

/// Alloy does not tell what is undefined from what is not built; here the domain
/// condition does.
fn settled(theory: &Theory, model: &Model) -> Model {
    let mut settled = model.clone();
    if model.mode == Mode::Closed {
        return settled;
    }
    for (id, op) in theory.ops.iter() {
        let kind = op.result.map(|sort| theory.sorts[sort].kind);
        let Some(domain) = op.domain.as_ref().filter(|_| kind == Some(SortKind::Constructed))
        else {
            continue;
        };
        let rows: Vec<Vec<Element>> = model.table(id).tuples().collect();
        for (index, row) in rows.iter().enumerate() {
            let cell = &mut settled.tables[id].cells[index];
            if matches!(cell, Cell::Undefined | Cell::Outside) {
                let variables = &domain.variables;
                let evaluator = Evaluator { theory, model, variables, assignment: row };
                let holds = evaluator.formula(&domain.condition) == Truth::True;
                *cell = if holds { Cell::Outside } else { Cell::Undefined };
            }
        }
    }
    settled
}

/// The model and what becomes of it when one cell is another.
fn changed(theory: &Theory, model: &Model) -> Vec<Model> {
    let mut models = vec![model.clone()];
    for (id, op) in theory.ops.iter() {
        for index in 0..model.table(id).cells.len() {
            let old = model.table(id).cells[index];
            let new: Vec<Cell> = match op.result {
                None => vec![Cell::Truth(true), Cell::Truth(false)],
                Some(sort) => {
                    let none = if model.mode == Mode::Closed || op.domain.is_some() {
                        Cell::Undefined
                    } else {
                        Cell::Outside
                    };
                    (0..model.size(sort)).map(Cell::Element).chain([none]).collect()
                }
            };
            for cell in new.into_iter().filter(|cell| *cell != old) {
                let mut other = model.clone();
                other.tables[id].cells[index] = cell;
                models.push(settled(theory, &other));
            }
        }
    }
    models
}

/// Both sides say the same of each goal under every assignment.
fn compare_goals(theory: &Theory, module: &Module, goals: &[Goal], model: &Model) -> usize {
    let instance = instance(theory, module, model);
    let mut fulfilled = 0;
    for (goal, command) in goals.iter().zip(&module.commands) {
        let (names, body) = match &command.body {
            Node::Quantified(word, groups, body) if word == "some" => {
                (groups.iter().flat_map(|group| group.names.clone()).collect(), &**body)
            }
            body => (Vec::new(), body),
        };
        assert_eq!(names.len(), goal.variables.len(), "{}", goal.id());
        let sorts: Vec<usize> = goal.variables.iter().map(|it| it.sort.index()).collect();
        let sizes: Vec<u32> = goal.variables.iter().map(|it| model.size(it.sort)).collect();
        for assignment in tuples(&sizes) {
            let values = sorts.iter().zip(&assignment);
            let values = values.map(|(sort, it)| atom(theory, module, model, (*sort, *it)));
            let there = instance.with(&names, values.collect()).holds(body);
            let here = check_goal(theory, model, goal, &assignment).is_ok();
            assert_eq!(here, there, "{} for {assignment:?} in {model:?}", goal.id());
            fulfilled += usize::from(here);
        }
    }
    fulfilled
}

/// Both sides say the same of every structure near a witness. How many structures
/// were models and how many were none.
fn compare(exported: &Exported, scope: &str, limit: usize) -> [usize; 2] {
    let Exported { theory, goals, text, .. } = exported;
    let module = check(text, goals);
    let scope =
        specgen::search::ScopeLimits::parse(scope, theory).expect("the scope is well-formed");
    let options = Options { scope, ..Options::default() };
    let outcomes = search(theory, goals, &options, &mut |_| {}).expect("models are models");
    let mut witnesses: Vec<Model> = Vec::new();
    for outcome in &outcomes {
        if let Verdict::Covered(witness) = &outcome.verdict
            && !witnesses.contains(&witness.model)
        {
            witnesses.push(witness.model.clone());
        }
    }
    let covered =
        outcomes.iter().filter(|outcome| matches!(outcome.verdict, Verdict::Covered(_))).count();
    let mut counts = [0, 0];
    let mut fulfilled = 0;
    for witness in &witnesses {
        assert_eq!(witness.mode, exported.mode);
        fulfilled += compare_goals(theory, &module, goals, witness);
    }
    assert!(fulfilled >= covered, "every covered goal holds in its witness");
    let near: Vec<Model> = witnesses.iter().flat_map(|model| changed(theory, model)).collect();
    let step = near.len().div_ceil(limit).max(1);
    for model in near.iter().step_by(step) {
        let here = check_model(theory, model);
        let there = broken(&module, &instance(theory, &module, model));
        let same = here.is_ok() == there.is_none();
        assert!(same, "specgen: {here:?}, Alloy: {there:?}, in {model:?}");
        counts[usize::from(here.is_err())] += 1;
    }
    counts
}

/// The first thing in the model's text that the instance breaks.
fn broken(module: &Module, instance: &Instance) -> Option<String> {
    for signature in &module.signatures {
        for field in &signature.fields {
            if !instance.has_multiplicity(&signature.name, field) {
                return Some(field.name.clone());
            }
        }
        if signature.kind == "some" && instance.get(&signature.name).is_empty() {
            return Some(signature.name.clone());
        }
    }
    let instance = instance.knowing(&module.predicates);
    let fact = module.facts.iter().find(|(_, body)| !instance.holds(body));
    fact.map(|(name, _)| name.clone())
}

#[test]
fn the_exported_sorted_set_means_what_specgen_means() {
    for scope in ["", "Orderable=2,SortedSet=4"] {
        let exported = export(example::shipped("sorted_set.spec"), true, None, scope);
        let [models, others] = compare(&exported, scope, 300);
        assert!(models > 0 && others > 50, "{models} and {others}");
    }
}

#[test]
fn exported_fragments_numbers_and_constructed_arguments_mean_what_specgen_means() {
    let specs = [
        ("stack.spec", "Element<=2,Stack<=4"),
        ("queue.spec", "Element<=2,Queue<=4"),
        ("union_set.spec", "Element<=2,Set<=5"),
        ("bounded_stack.spec", "Element<=1,int=-1..2"),
        ("bag.spec", "Element<=2,Bag<=4,int=-1..3"),
        ("list.spec", "Element<=2,List<=4,int=-1..3"),
        ("accumulator.spec", "Combinable=2,Accumulator=2"),
        ("map.spec", "Key<=2,Value<=2"),
        ("search_tree.spec", "Orderable<=2"),
        ("comparator_sorted_set.spec", "Element<=2,Comparator<=2"),
    ];
    for (name, scope) in specs {
        let exported = export(example::shipped(name), false, None, scope);
        let [models, others] = compare(&exported, scope, 80);
        assert!(models > 0 && others > 10, "{name}: {models} and {others}");
    }
}
