//! `specgen eval`: the value of a term, or the truth of a formula.

use std::path::PathBuf;

use clap::Args;

use super::build_flags::{Flags, SpecPath};
use super::enumerate::output;
use super::format::Format;
use super::prompt::Prompt;
use super::subject::fail;
use super::{ExitCode, terminal};
use crate::arena::Id;
use crate::count::{counted, grouped};
use crate::disk::{Disk, Folders};
use crate::enumerate::{Limit, algebras};
use crate::error::{Error, Failure};
use crate::eval::{Finding, Session, json, refusal_json, text};
use crate::pipeline::{self, Wanted};
use crate::source::Source;
use crate::theory::SortKind;

/// Evaluate a term or formula by the axioms of a specification
///
/// The axioms are run as rules. A free name stands for an element of a parameter, and
/// different names for different elements. What the axioms do not determine is reported as
/// undetermined, with the place where no axiom applies.
#[derive(Args)]
pub struct Arguments {
    /// Specification file; `-` reads standard input
    #[arg(value_name = "SPEC")]
    file: PathBuf,

    /// The term or formula; without it, lines are read and answered, and `?` lists the
    /// operations
    #[arg(value_name = "TERM")]
    term: Option<String>,

    /// The specification that the term is of, where the file has several
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,

    #[command(flatten)]
    spec_path: Flags<SpecPath>,

    /// Elements in ascending order: `a,b,c`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    order: Vec<String>,

    /// Facts about elements: `geq(a, b), not geq(b, a), hash(a) = 1` (repeatable)
    #[arg(long, value_name = "FACTS")]
    with: Vec<String>,

    /// An algebra of the parameters, by its line in `enumerate --of parameters`
    ///
    /// It states all facts about its elements, which are named as there: `Key0`, `Key1`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(conflicts_with_all = ["order", "with"])]
    algebra: Option<u32>,

    /// The sizes of the parameters of `--algebra`: `Key=2` [default: as for `enumerate`]
    #[arg(long, value_name = "SCOPE", requires = "algebra")]
    scope: Option<String>,

    /// Show each step with its axiom
    #[arg(long)]
    trace: bool,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut folders = Folders::new(Disk::default(), &arguments.spec_path.options.spec_path)?;
    let spec = folders.read(&arguments.file)?;
    let algebra = arguments.algebra_facts(spec.clone(), &mut folders)?;
    let mut session = pipeline::session(spec, arguments.subject.as_deref(), folders)?;
    session.set_order(&arguments.order)?;
    if let Some(GivenAlgebra { elements, facts }) = algebra {
        session.set_elements(elements);
        facts.iter().for_each(|fact| session.add_facts(fact));
    }
    arguments.with.iter().for_each(|facts| session.add_facts(facts));
    match &arguments.term {
        Some(term) => answer(&mut session, term, arguments),
        None => converse(&mut session, arguments),
    }
}

/// What `--algebra` says: all elements, and the facts about them.
struct GivenAlgebra {
    elements: Vec<String>,
    facts: Vec<String>,
}

impl Arguments {
    /// The algebra that is asked for.
    fn algebra_facts(
        &self,
        spec: Source,
        folders: &mut Folders,
    ) -> Result<Option<GivenAlgebra>, Failure> {
        let Some(number) = self.algebra else { return Ok(None) };
        let wanted = Wanted {
            subject: self.subject.as_deref(),
            scope: self.scope.as_deref().unwrap_or_default(),
            ..Wanted::default()
        };
        let subject = pipeline::enumerable(spec, wanted, folders)?;
        let mut limit = Limit { count: Some(number as usize), proceed: &mut |_| true };
        let (theory, program) = (&subject.theory, &subject.program);
        let (found, _) = algebras(theory, program, &subject.sizes, subject.numbers, &mut limit);
        let Some(algebra) = found.get(number as usize - 1) else {
            return Err(Error(format!(
                "--algebra {number}: the parameters have {}{}; `enumerate --of parameters` lists \
                 what there is",
                counted(grouped(found.len()), "algebra"),
                output::over(&subject)
            ))
            .into());
        };
        let elements =
            theory.sorts.ids().filter(|id| theory.sorts[*id].kind == SortKind::Parameter);
        let elements = elements.flat_map(|sort| {
            (0..subject.sizes[sort.index()]).map(move |element| theory.element_text(sort, element))
        });
        let facts = output::facts(&subject, algebra);
        Ok(Some(GivenAlgebra { elements: elements.collect(), facts }))
    }
}

/// Answers one line after the other. What is wrong with a line is shown, and the next
/// one is read.
fn converse(session: &mut Session<Folders>, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut prompt = Prompt::new(session.operations())?;
    while let Some(line) = prompt.next()? {
        match line.trim() {
            "" => {}
            "?" => terminal::print(&format!("{}\n", session.profiles().join("\n")))?,
            question => {
                if let Err(failure) = answer(session, question, arguments) {
                    fail(vec![failure])?;
                }
            }
        }
    }
    Ok(ExitCode::Fine)
}

fn answer(
    session: &mut Session<Folders>,
    question: &str,
    arguments: &Arguments,
) -> Result<ExitCode, Failure> {
    let evaluation = match session.evaluate(question) {
        Err(Failure::Input { diagnostics, sources }) if arguments.format == Format::Json => {
            terminal::print(&format!("{}\n", refusal_json(question, &diagnostics, &sources)))?;
            return Ok(ExitCode::BadInput);
        }
        evaluation => evaluation?,
    };
    terminal::print(&match arguments.format {
        Format::Text => text(&evaluation, arguments.trace),
        Format::Json => format!("{}\n", json(&evaluation, arguments.trace)),
    })?;
    Ok(match evaluation.finding {
        Finding::Contradiction { .. } => ExitCode::BadInput,
        _ => ExitCode::Fine,
    })
}
