//! The answer to a question, as text in pieces.

use super::tables::{element, name};
use crate::count::grouped;
use crate::execute::{
    Answer, Contradiction, Engine, Formula, Gap, Line, Node, Program, Reason, Source, Tables,
    TermId,
};
use crate::rules;
use crate::theory::{Asked, Question, Term};

/// The outcome of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    pub question: String,
    pub finding: Finding,
    /// How it came about, outermost first.
    pub trace: Vec<TraceLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A value; where an operation of it has no rule, why.
    Value {
        text: String,
        open: Option<String>,
    },
    /// The call that is outside of its domain.
    Undefined {
        call: Option<String>,
    },
    /// The call that has no answer, and why.
    Undetermined {
        call: String,
        reason: &'static str,
        why: String,
    },
    Contradiction {
        call: String,
        sides: Vec<Side>,
    },
}

/// One of two results that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub result: String,
    /// What gave it.
    pub reason: String,
    pub trace: Vec<TraceLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    pub depth: usize,
    pub call: String,
    pub answer: String,
    /// The axiom, or what else gave the answer.
    pub reason: String,
}

/// Evaluates one of the questions.
pub(super) fn evaluate(
    asked: &Asked,
    question: &Question,
    program: &Program,
    tables: &Tables,
) -> Evaluation {
    let mut engine = Engine::new(program, tables);
    let values: Vec<TermId> = (0..asked.variables.len())
        .map(|index| match element(&asked.variables, index) {
            Node::Element { sort, number } => engine.element(sort, number),
            _ => engine.int(0),
        })
        .collect();
    let names = |sort, number| name(&asked.variables, sort, number);
    let view = View { program, name: &names };
    let (text, answer, lines) = match question {
        Question::Term(term) => {
            let expr = rules::expr(term);
            let answer = engine.evaluate(&expr, &values);
            (term_text(term, asked), answer, engine.trace_expr(&expr, &values))
        }
        Question::Formula(formula) => {
            let text = formula.text(&asked.theory, &asked.variables);
            let formula: Formula = rules::formula(formula);
            let answer = engine.decide(&formula, &values);
            (text, answer, engine.trace_formula(&formula, &values))
        }
    };
    let finding = match answer {
        Answer::Value(term) => view.value(&engine, term),
        Answer::Undefined => {
            Finding::Undefined { call: outside(&lines).map(|call| view.text(&engine, call)) }
        }
        Answer::Undetermined(gap) => view.undetermined(&engine, &gap),
        Answer::Contradiction(found) => view.contradiction(&mut engine, &found),
    };
    let trace = view.trace(&engine, &lines);
    Evaluation { question: text, finding, trace }
}

/// The call outside of its domain that makes an answer undefined. `None` if a divisor is 0.
fn outside(lines: &[Line]) -> Option<TermId> {
    let mut depth = 0;
    let undefined = || lines.iter().filter(|line| line.answer == Answer::Undefined);
    for line in undefined() {
        match line.source {
            Source::Domain if line.depth == depth => return Some(line.call),
            // What makes this call undefined is a level below it.
            _ if line.depth == depth => depth += 1,
            _ => {}
        }
    }
    // A call that another line needs, too, has its line there.
    undefined().find(|line| line.source == Source::Domain && depth > 0).map(|line| line.call)
}

fn term_text(term: &Term, asked: &Asked) -> String {
    term.text(&asked.theory, &asked.variables)
}

/// Answers in the syntax of specifications.
pub struct View<'a> {
    pub program: &'a Program,
    /// The name of an element, by its sort and number.
    pub name: &'a dyn Fn(usize, u32) -> String,
}

impl View<'_> {
    pub fn text(&self, engine: &Engine<'_>, term: TermId) -> String {
        engine.terms().text(self.program, term, self.name)
    }

    fn value(&self, engine: &Engine<'_>, term: TermId) -> Finding {
        let gap = engine.gap(term);
        match (gap, engine.terms().node(term)) {
            (Some(gap), Node::Apply(op, _)) => {
                let sort = self.program.ops[*op].result;
                let is_constructed = sort.is_some_and(|sort| {
                    self.program.sorts[sort].kind == crate::execute::SortKind::Constructed
                });
                if is_constructed {
                    let (_, why) = self.why(engine, &gap);
                    Finding::Value { text: self.text(engine, term), open: Some(why) }
                } else {
                    self.undetermined(engine, &gap)
                }
            }
            _ => Finding::Value { text: self.text(engine, term), open: None },
        }
    }

    fn undetermined(&self, engine: &Engine<'_>, gap: &Gap) -> Finding {
        let (reason, why) = self.why(engine, gap);
        Finding::Undetermined { call: self.text(engine, gap.call), reason, why }
    }

    /// A word for scripts, and a sentence.
    fn why(&self, engine: &Engine<'_>, gap: &Gap) -> (&'static str, String) {
        let call = self.text(engine, gap.call);
        let within = |message: &str| match engine.terms().node(gap.call) {
            Node::Apply(..) => format!("{message} in `{call}`"),
            _ => message.to_owned(),
        };
        match &gap.reason {
            Reason::NoRule => ("no-axiom", format!("no axiom applies to `{call}`")),
            Reason::NoTable => match self.open_argument(engine, gap.call) {
                Some(inner) => self.why(engine, &inner),
                None => (
                    "no-table",
                    format!("it depends on `{call}`; state what it is by --order or --with"),
                ),
            },
            Reason::Cycle => ("cycle", format!("`{call}` depends on itself")),
            Reason::Equality => ("equality", format!("no axiom says whether `{call}` holds")),
            Reason::Overflow => ("overflow", within("a number does not fit 64 bits")),
            Reason::Steps(running) => {
                let calls: Vec<_> =
                    running.iter().map(|call| self.shortened(engine, *call)).collect();
                let calls = calls.join("\n  needed for ");
                ("steps", format!("the rules run away\n  {calls}"))
            }
        }
    }

    /// Why an argument of a parameter's operation is no element.
    fn open_argument(&self, engine: &Engine<'_>, call: TermId) -> Option<Gap> {
        match engine.terms().node(call) {
            Node::Apply(_, arguments) => arguments.iter().find_map(|it| engine.gap(*it)),
            _ => None,
        }
    }

    /// A call cut to fit a line. The size shows how terms grow.
    fn shortened(&self, engine: &Engine<'_>, call: TermId) -> String {
        const LENGTH: usize = 60;
        let text = self.text(engine, call);
        if text.len() <= LENGTH {
            return text;
        }
        let start: String = text.chars().take(LENGTH).collect();
        format!("{start}… ({} operations)", grouped(engine.terms().size(call) as usize))
    }

    fn contradiction(&self, engine: &mut Engine<'_>, found: &Contradiction) -> Finding {
        let sides = self.sides(engine, found);
        Finding::Contradiction { call: self.text(engine, found.call), sides }
    }

    /// The results that differ, each with its derivation.
    pub fn sides(&self, engine: &mut Engine<'_>, found: &Contradiction) -> Vec<Side> {
        let mut sides = Vec::new();
        for (result, source) in &found.results {
            let lines = engine.trace_source(found.call, *source);
            sides.push(Side {
                result: result.map_or("undefined".to_owned(), |term| self.text(engine, term)),
                reason: self.reason(engine, found.call, *source),
                trace: self.trace(engine, &lines),
            });
        }
        sides
    }

    pub fn trace(&self, engine: &Engine<'_>, lines: &[Line]) -> Vec<TraceLine> {
        let line = |line: &Line| TraceLine {
            depth: line.depth,
            call: self.text(engine, line.call),
            answer: match &line.answer {
                Answer::Value(term) if *term == line.call => "undetermined".to_owned(),
                Answer::Value(term) => self.text(engine, *term),
                Answer::Undefined => "undefined".to_owned(),
                _ => "undetermined".to_owned(),
            },
            reason: self.reason(engine, line.call, line.source),
        };
        lines.iter().map(line).collect()
    }

    fn reason(&self, engine: &Engine<'_>, call: TermId, source: Source) -> String {
        match source {
            Source::Rule(rule) => {
                let axiom = &self.program.axioms[self.program.rules[rule].axiom];
                format!("[{}] {}   ({})", axiom.label, axiom.text, axiom.place)
            }
            Source::Domain => "its domain condition".to_owned(),
            Source::Table => "given".to_owned(),
            Source::Rewritten(_) => self.rewriting(engine, call),
            Source::Comparison => "by observers and equations".to_owned(),
            Source::Itself => match engine.gap(call) {
                Some(gap) => self.why(engine, &gap).1,
                None => "no axiom applies".to_owned(),
            },
        }
    }

    /// Which axioms gave the arguments of a call their normal form.
    fn rewriting(&self, engine: &Engine<'_>, call: TermId) -> String {
        let Node::Apply(_, arguments) = engine.terms().node(call) else { return String::new() };
        let sources = arguments.iter().filter_map(|argument| engine.source(*argument));
        let axioms: Vec<_> = sources
            .filter(|source| matches!(source, Source::Rule(_)))
            .map(|source| self.reason(engine, call, source))
            .collect();
        axioms.join(" and ")
    }
}
