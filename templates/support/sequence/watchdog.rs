//! What a test of sequences does, for its watchdog.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use super::super::execute::Program;
use super::super::watchdog;
use super::super::watchdog::Watchdog;
use super::check::Check;
use super::subject::Subject;
use super::world::{self, Step};

/// What a test does.
#[derive(Default)]
struct Doing {
    steps: Vec<Step>,
    check: Option<Check>,
}

thread_local! {
    static DOING: RefCell<Arc<Mutex<Doing>>> = RefCell::default();
}

/// Watches the test of this thread.
pub fn watched(subject: &Subject) -> Watchdog {
    let program = subject.program.clone();
    let axioms: Vec<&str> = subject.axioms.iter().map(|axiom| axiom.name).collect();
    let doing = Arc::<Mutex<Doing>>::default();
    DOING.with(|known| *known.borrow_mut() = Arc::clone(&doing));
    Watchdog::start(move || match doing.lock() {
        Ok(doing) => shown(&program, &axioms, &doing),
        Err(_) => String::new(),
    })
}

/// Reports that the test of this thread takes a step; `before` is the number of steps so far.
pub fn steps(before: usize, step: &Step) {
    change(|doing| {
        doing.steps.truncate(before);
        doing.steps.push(step.clone());
        doing.check = None;
    });
}

/// Reports that the test of this thread checks what its steps have made.
pub fn checks(check: &Check) {
    change(|doing| doing.check = Some(check.clone()));
}

fn change(change: impl FnOnce(&mut Doing)) {
    watchdog::goes_on();
    DOING.with(|doing| {
        if let Ok(mut doing) = doing.borrow().lock() {
            change(&mut doing);
        }
    });
}

fn shown(program: &Program, axioms: &[&str], doing: &Doing) -> String {
    let call = |step: &Step| {
        let op = &program.ops[step.op];
        let earlier = |step| format!("v{step}");
        world::call_text(
            program,
            op.written(),
            &step.arguments,
            &op.arguments,
            &earlier,
        )
    };
    let mut text = match &doing.check {
        None | Some(Check::Step) => "in the last of these steps".to_owned(),
        Some(Check::Observe(step)) => format!("in {}, after", call(step)),
        Some(Check::Axiom(axiom, _)) => format!("in [{}], after", axioms[*axiom]),
        Some(Check::Equal(left, right)) => format!("in v{left} == v{right}, after"),
    };
    for (number, step) in doing.steps.iter().enumerate() {
        text.push_str(&format!("\n  v{number} = {}", call(step)));
    }
    text
}
