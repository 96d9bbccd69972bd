//! The table in `docs/evaluation.md`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::mutants::Mutant;
use crate::result::Row;
use crate::subject::{Result, SUBJECTS};

const PAGE: &str = "docs/evaluation.md";
const BEGIN: &str = "<!-- written by study/run -->\n";
const END: &str = "<!-- end of what study/run writes -->\n";

/// Why mutants survive, by subject and name: `equivalent: …` or `gap: …`.
pub fn explanations(root: &Path) -> Result<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(root.join("study/survivors.txt"))?;
    let mut explanations = BTreeMap::new();
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(name) = lines.next() {
        let reason = lines.next().and_then(|line| line.strip_prefix("    "));
        let reason = reason.filter(|r| r.starts_with("equivalent: ") || r.starts_with("gap: "));
        let reason = reason.ok_or_else(|| format!("survivors.txt: {name} has no reason"))?;
        explanations.insert(name.to_owned(), reason.to_owned());
    }
    Ok(explanations)
}

/// Writes the table anew, and says whether every survivor has an explanation.
pub fn write(root: &Path) -> Result<bool> {
    let explanations = explanations(root)?;
    let mut rows = Vec::new();
    for name in SUBJECTS {
        if let Some(row) = Row::read(root, name)? {
            rows.push(row);
        }
    }
    replace(root, BEGIN, END, &table(&rows, &explanations))?;
    Ok(complain(&rows, &explanations))
}

/// Replaces what is between two lines of the page.
pub fn replace(root: &Path, begin: &str, end: &str, text: &str) -> Result<()> {
    let page = std::fs::read_to_string(root.join(PAGE))?;
    let (before, rest) = page.split_once(begin).ok_or("the page has no place for the table")?;
    let (_, after) = rest.split_once(end).ok_or("the place for the table has no end")?;
    Ok(std::fs::write(root.join(PAGE), format!("{before}{begin}\n{text}{end}{after}"))?)
}

/// Tells of survivors without an explanation, and of explanations without a survivor.
fn complain(rows: &[Row], explanations: &BTreeMap<String, String>) -> bool {
    let survivors: Vec<&str> = rows.iter().flat_map(Row::survivors).collect();
    let mut fine = true;
    for name in &survivors {
        if !explanations.contains_key(*name) {
            println!("unexplained: {name}");
            fine = false;
        }
    }
    for name in explanations.keys() {
        let studied = rows.iter().any(|row| name.starts_with(&format!("{}.rs:", row.name)));
        if studied && !survivors.contains(&name.as_str()) {
            println!("explained, but found: {name}");
            fine = false;
        }
    }
    fine
}

fn table(rows: &[Row], explanations: &BTreeMap<String, String>) -> String {
    let kind = |name: &str, kind: &str| {
        explanations.get(name).is_some_and(|reason| reason.starts_with(kind))
    };
    let mut text = String::from(
        "| subject | mutants | equivalent | found by axiom goals | and sequences | by all goals | gaps \
         | by random sequences | by properties | tests | seconds |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut total = [0; 7];
    for row in rows {
        let survivors = row.survivors();
        let equivalent = survivors.iter().filter(|name| kind(name, "equivalent")).count();
        let counts = [
            row.mutants.len(),
            equivalent,
            row.found("axioms"),
            row.found_with_sequences(),
            row.found("all"),
            survivors.len() - equivalent,
            row.found("random"),
        ];
        total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let [mutants, equivalent, axioms, sequences, all, gaps, random] = counts;
        let properties = match row.tests("properties") {
            0 => "–".to_owned(),
            tests => format!("{} ({tests} properties)", row.found("properties")),
        };
        text += &format!(
            "| {} | {mutants} | {equivalent} | {axioms} | {sequences} | {all} | {gaps} | {random} | {properties} \
             | {} / {} | {:.2} |\n",
            row.name,
            row.tests("axioms"),
            row.tests("all"),
            row.seconds,
        );
    }
    let [mutants, equivalent, axioms, sequences, all, gaps, random] = total;
    text += &format!(
        "| all | {mutants} | {equivalent} | {axioms} ({}) | {sequences} ({}) | {all} ({}) | {gaps} \
         | {random} ({}) | | | |\n",
        percent(axioms, mutants - equivalent),
        percent(sequences, mutants - equivalent),
        percent(all, mutants - equivalent),
        percent(random, mutants - equivalent),
    );
    text + &of_traits(rows, explanations) + &survivors(rows, explanations)
}

/// How axiom goals do where an axiom has a say.
fn of_traits(rows: &[Row], explanations: &BTreeMap<String, String>) -> String {
    let can_be_found = |mutant: &&Mutant| {
        let reason = explanations.get(&mutant.name);
        !reason.is_some_and(|reason| reason.starts_with("equivalent"))
    };
    let mutants = rows.iter().flat_map(|row| &row.mutants).filter(can_be_found);
    let (of_traits, own): (Vec<_>, Vec<_>) = mutants.partition(|mutant| mutant.is_of_trait());
    let axioms = own.iter().filter(|mutant| mutant.found[0]).count();
    format!(
        "\n{} of the mutants that can be found are in implementations of traits that no axiom \
         speaks of, such as\n`Hash` and `IntoIterator`. Of the other {}, axiom goals find \
         {axioms} ({}).\n",
        of_traits.len(),
        own.len(),
        percent(axioms, own.len()),
    )
}

pub fn percent(found: usize, of: usize) -> String {
    format!("{:.1} %", 100.0 * found as f64 / of.max(1) as f64)
}

fn survivors(rows: &[Row], explanations: &BTreeMap<String, String>) -> String {
    let mut text = String::from("\nThe mutants that no generated test finds:\n\n");
    text += "| mutant | why |\n|---|---|\n";
    for name in rows.iter().flat_map(Row::survivors) {
        let reason = explanations.get(name).map_or("unexplained", String::as_str);
        text += &format!("| `{}` | {reason} |\n", name.replace('|', "\\|"));
    }
    text + "\n"
}
