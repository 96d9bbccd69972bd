//! The findings for people.

use super::{Axioms, Bound, Completeness, Confirmation, Gap, Line, Shown, Values};
use crate::count::counted;
use crate::model::Mode;
use crate::search::Core;
use crate::show::{View, model, svg_rows};
use crate::source::Sources;
use crate::theory::Theory;

/// All findings. With `with_models`, the models of each gap are printed as tables.
pub fn text(found: &Completeness, theory: &Theory, sources: &Sources, with_models: bool) -> String {
    let printer = Printer { theory, sources, with_models };
    let mut parts = vec![looked_at(&found.bound)];
    parts.extend(found.gaps.iter().map(|gap| printer.gap(gap)));
    parts.extend(found.values.iter().map(|values| printer.values(values)));
    parts.extend(printer.axioms(&found.axioms, &found.bound));
    parts.push(summary(found));
    parts.join("\n")
}

/// How far was looked.
pub fn looked_at(bound: &Bound) -> String {
    format!("looked at {}{}\n", observed(bound), over(bound))
}

/// `405 observations of 165 terms of up to 5 operations`
fn observed(bound: &Bound) -> String {
    format!(
        "{} of {} of up to {}",
        counted(bound.observations, "observation"),
        counted(bound.terms, "term"),
        counted(bound.operations, "operation")
    )
}

/// `, over 5 algebras of up to 3 elements`
fn over(bound: &Bound) -> String {
    if bound.elements == 0 {
        return String::new();
    }
    let algebras = counted(bound.algebras, "algebra");
    format!(", over {algebras} of up to {}", counted(bound.elements as usize, "element"))
}

/// The two models of each open gap side by side, one gap below the other. `None` if no gap has
/// two models.
pub fn drawn(found: &Completeness, theory: &Theory) -> Option<String> {
    let gaps = found.gaps.iter().map(|gap| &gap.confirmation);
    let all = gaps.chain(found.values.iter().map(|values| &values.confirmation));
    let mut rows: Vec<Vec<View>> = Vec::new();
    for confirmation in all {
        if let Confirmation::Open(shown) = confirmation {
            let views = shown.iter().map(|it| View::new(theory, &it.goal, &it.witness));
            rows.push(views.collect());
        }
    }
    (!rows.is_empty()).then(|| svg_rows(&rows))
}

fn summary(found: &Completeness) -> String {
    if found.bound.observations == 0 {
        return "nothing was observed: no small term has an observer\n".to_owned();
    }
    let gaps = found.open_gaps();
    let bound = observed(&found.bound);
    let mut text = match gaps {
        0 => format!("no gap found in {bound}\n"),
        _ => format!("{} found in {bound}\n", counted(gaps, "gap")),
    };
    if found.given_up > 0 {
        let given_up = counted(found.given_up, "observation");
        text += &format!("{given_up} took too many steps and say nothing\n");
    }
    text
}

struct Printer<'a> {
    theory: &'a Theory,
    sources: &'a Sources,
    with_models: bool,
}

impl Printer<'_> {
    fn gap(&self, gap: &Gap) -> String {
        let head = match &gap.constructor {
            Some(constructor) => format!("`{}` on `{constructor}`", gap.observer),
            None => format!("`{}`", gap.observer),
        };
        let mut lines = vec![format!("{}: {head}", gap.confirmation.word())];
        let why = if gap.is_cycle { ", which depends on itself" } else { "" };
        lines.push(format!("  smallest term: {}{why}", gap.term));
        lines.extend(facts(&gap.facts));
        lines.extend(self.confirmation(&gap.confirmation));
        lines.push(format!("  leaves {} open", counted(gap.observations, "observation")));
        if !matches!(gap.confirmation, Confirmation::Forced { .. }) {
            lines.extend(self.line(&gap.line));
        }
        lines.join("\n") + "\n"
    }

    fn values(&self, values: &Values) -> String {
        let sort = self.theory.sort_text(values.sort);
        let mut lines =
            vec![format!("{}: whether values of `{sort}` are equal", values.confirmation.word())];
        lines.push(format!("  smallest pair: {} and {}", values.pair[0], values.pair[1]));
        lines.extend(facts(&values.facts));
        lines.push("  no observation tells them apart, and no axiom joins them".to_owned());
        lines.extend(self.confirmation(&values.confirmation));
        lines.push(format!("  {} like this", counted(values.pairs, "pair")));
        if !matches!(values.confirmation, Confirmation::Forced { .. }) {
            lines.extend(self.line(&values.line));
        }
        lines.join("\n") + "\n"
    }

    fn line(&self, line: &Line) -> Vec<String> {
        let declare = |line: &String| format!("  declare: {line}");
        let mut lines: Vec<String> = line.declarations.iter().map(declare).collect();
        lines.push(format!("  write:   {}", line.text));
        if line.is_instance {
            lines.push("           for all numbers, of which these are an example".to_owned());
        }
        if !line.is_exact {
            lines.push("           no short premise fits the open terms".to_owned());
        }
        lines
    }

    fn confirmation(&self, confirmation: &Confirmation) -> Vec<String> {
        match confirmation {
            Confirmation::Open(shown) => {
                let [one, other] = &**shown;
                let is_whole = [one, other].iter().all(|it| it.witness.model.mode == Mode::Closed);
                let allow = if is_whole { "allow" } else { "seem to allow" };
                let (one_value, other_value) = (&one.value, &other.value);
                let mut lines =
                    vec![format!("  the axioms {allow} {one_value}, and {other_value} as well")];
                if self.with_models {
                    lines.extend([one, other].map(|shown| self.model(shown)));
                }
                lines
            }
            Confirmation::Forced { value, core } => {
                vec![format!("  every model has {value}, because of {}", self.core(core))]
            }
            Confirmation::Unconfirmed { sizes } => {
                let sizes = sizes.iter().filter(|(sort, _)| Some(*sort) != self.theory.int());
                let sizes: Vec<_> = sizes
                    .map(|(sort, size)| format!("{size} {}", self.theory.sorts[*sort].name))
                    .collect();
                let searched = if sizes.is_empty() {
                    "no search fitted the limits".to_owned()
                } else {
                    format!("searched models of up to {}", sizes.join(", "))
                };
                vec![format!("  neither two models nor a proof were found; {searched}")]
            }
        }
    }

    fn model(&self, shown: &Shown) -> String {
        let tables = model(&View::new(self.theory, &shown.goal, &shown.witness));
        let lines = tables.trim_end().lines().map(|line| format!("    {line}"));
        let lines: Vec<_> = lines.map(|line| line.trim_end().to_owned()).collect();
        format!("\n    where it has {}:\n{}\n", shown.value, lines.join("\n"))
    }

    /// `peek_pushed (stack.spec:22) and pop_pushed (stack.spec:23)`
    fn core(&self, core: &Core) -> String {
        let names = core_names(self.theory, self.sources, core);
        match names.split_last() {
            None => "the signature alone".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }

    fn axioms(&self, axioms: &Axioms, bound: &Bound) -> Vec<String> {
        let mut parts = Vec::new();
        let title = |axiom| self.theory.axioms[axiom].title();
        for (axiom, core) in &axioms.implied {
            let core = self.core(core);
            parts.push(format!("follows: axiom `{}`, from {core}\n", title(*axiom)));
        }
        let same = format!("without it, the {} are the same", observed(bound));
        for axiom in &axioms.silent {
            let text = format!("silent: axiom `{}`\n  {same}\n", title(*axiom));
            parts.push(text);
        }
        for (axiom, pair) in &axioms.joining {
            let text = format!(
                "joins: axiom `{}`\n  {same}, but nothing joins\n  {} and {}\n",
                title(*axiom),
                pair[0],
                pair[1]
            );
            parts.push(text);
        }
        parts
    }
}

/// The axioms and domain conditions of a core, with their places.
pub fn core_names(theory: &Theory, sources: &Sources, core: &Core) -> Vec<String> {
    let axioms = core.axioms.iter().map(|id| {
        let axiom = &theory.axioms[*id];
        format!("{} ({})", axiom.title(), sources.place(axiom.span))
    });
    let domains = core.domains.iter().filter_map(|op| {
        let domain = theory.ops[*op].domain.as_ref()?;
        let name = &theory.ops[*op].name;
        Some(format!("the domain of {name} ({})", sources.place(domain.span)))
    });
    axioms.chain(domains).collect()
}

fn facts(facts: &[String]) -> Option<String> {
    (!facts.is_empty()).then(|| format!("  where {}", facts.join(", ")))
}
