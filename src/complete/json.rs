//! The findings for other programs.

use super::text::core_names;
use super::{Axioms, Bound, Completeness, Confirmation, Gap, Shown, Values};
use crate::json::{Value, json};
use crate::report::mode_word;
use crate::source::Sources;
use crate::theory::{AxiomId, Theory};

/// One JSON object.
pub fn json(found: &Completeness, spec: &str, theory: &Theory, sources: &Sources) -> String {
    let printer = Printer { theory, sources };
    let document = json!({
        "spec": spec,
        "bound": bound(&found.bound),
        "determined": found.determined,
        "given_up": found.given_up,
        "gaps": found.gaps.iter().map(|gap| printer.gap(gap)).collect::<Vec<_>>(),
        "values": found.values.iter().map(|values| printer.values(values)).collect::<Vec<_>>(),
        "axioms": printer.axioms(&found.axioms),
        "open": found.open_gaps(),
    });
    format!("{document:#}\n")
}

pub fn bound(bound: &Bound) -> Value {
    json!({
        "algebras": bound.algebras,
        "elements": bound.elements,
        "terms": bound.terms,
        "operations": bound.operations,
        "observations": bound.observations,
    })
}

struct Printer<'a> {
    theory: &'a Theory,
    sources: &'a Sources,
}

impl Printer<'_> {
    fn gap(&self, gap: &Gap) -> Value {
        let mut object = json!({
            "observer": gap.observer,
            "constructor": gap.constructor,
            "term": gap.term,
            "facts": gap.facts,
            "observations": gap.observations,
            "cycle": gap.is_cycle,
            "declarations": gap.line.declarations,
            "line": gap.line.text,
            "exact_premise": gap.line.is_exact,
        });
        self.confirm(&gap.confirmation, &mut object);
        object
    }

    fn values(&self, values: &Values) -> Value {
        let mut object = json!({
            "sort": self.theory.sort_text(values.sort),
            "pair": values.pair,
            "facts": values.facts,
            "pairs": values.pairs,
            "declarations": values.line.declarations,
            "line": values.line.text,
        });
        self.confirm(&values.confirmation, &mut object);
        object
    }

    fn confirm(&self, confirmation: &Confirmation, object: &mut Value) {
        object["verdict"] = json!(confirmation.word());
        match confirmation {
            Confirmation::Open(shown) => {
                let model = |shown: &Shown| {
                    let mode = mode_word(shown.witness.model.mode);
                    json!({ "value": shown.value, "mode": mode })
                };
                object["models"] = shown.iter().map(model).collect();
            }
            Confirmation::Forced { value, core } => {
                object["value"] = json!(value);
                object["core"] = json!(core_names(self.theory, self.sources, core));
            }
            Confirmation::Unconfirmed { sizes } => {
                let size = |(sort, size): &(_, u32)| json!([self.theory.sort_text(*sort), size]);
                object["searched"] = sizes.iter().map(size).collect();
            }
        }
    }

    fn axioms(&self, axioms: &Axioms) -> Value {
        let title = |axiom: AxiomId| self.theory.axioms[axiom].title();
        let implied = axioms.implied.iter().map(|(axiom, core)| {
            json!({ "axiom": title(*axiom), "core": core_names(self.theory, self.sources, core) })
        });
        let joining = axioms
            .joining
            .iter()
            .map(|(axiom, pair)| json!({ "axiom": title(*axiom), "pair": pair }));
        json!({
            "follow": implied.collect::<Vec<_>>(),
            "join": joining.collect::<Vec<_>>(),
            "silent": axioms.silent.iter().map(|axiom| title(*axiom)).collect::<Vec<_>>(),
        })
    }
}
