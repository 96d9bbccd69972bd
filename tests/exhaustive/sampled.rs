
/// As many random instances as an exhaustive test has, with values of up to as many steps.
/// `SPECGEN_COUNTS` names a file with the number of instances of each axiom.
impl<'s> Exhaustion<'s> {
    fn run_or_sample(&mut self) -> Result<(), String> {
        let Some(counts) = std::env::var_os("SPECGEN_COUNTS") else { return self.run() };
        let counts = std::fs::read_to_string(counts).expect("the file of counts is readable");
        let name = format!("{} ", self.subject.axioms[self.axiom].name);
        let count = counts.lines().find_map(|line| line.strip_prefix(&name)?.parse::<u64>().ok());
        let most = self.most.expect("the number of steps is given");
        for span in &mut self.spans {
            span.levels.iter_mut().for_each(|levels| levels.resize(most + 1, Vec::new()));
        }
        let seed = super::settings::read("SPECGEN_SEED", 0).unwrap_or(0);
        let mut draw = super::draw::Draw::new(seed.wrapping_mul(1_000) + self.axiom as u64);
        for _ in 0..count.expect("the file has the axiom") {
            match self.sample(&mut draw, most) {
                Ok(()) => {}
                Err(End::Calls) => return Ok(()),
                Err(End::Failure(message)) => return Err(message),
            }
        }
        Ok(())
    }

    fn sample(&mut self, draw: &mut super::draw::Draw, most: usize) -> Result<(), End> {
        let span = draw.below(self.spans.len());
        if let Some(enter) = self.subject.algebras[self.spans[span].algebra].enter {
            enter();
        }
        let mut values = Vec::new();
        for (place, sort) in self.subject.axioms[self.axiom].sorts.clone().into_iter().enumerate() {
            let value = match self.is_built(sort) {
                true => {
                    let steps = draw.below(most + 1);
                    self.drawn(draw, span, sort, steps)?
                }
                false => draw.of(&self.plain(span, None, place, sort)).copied(),
            };
            match value {
                Some(value) => values.push(value),
                None => return Ok(()),
            }
        }
        self.evaluate(span, &values)
    }

    /// A random value of a sort; `None` where a constructor is undefined.
    fn drawn(
        &mut self,
        draw: &mut super::draw::Draw,
        span: usize,
        sort: usize,
        steps: usize,
    ) -> Result<Option<Value>, End> {
        let program = &self.subject.program;
        let own = |op: &super::super::execute::Operation| op.arguments.contains(&sort);
        let fits = |op: &usize| {
            let it = &program.ops[*op];
            it.is_constructor && it.result == Some(sort) && own(it) == (steps > 0)
        };
        let ops: Vec<usize> = (0..program.ops.len()).filter(fits).collect();
        let Some(op) = draw.of(&ops).copied() else {
            return if steps > 0 { self.drawn(draw, span, sort, 0) } else { Ok(None) };
        };
        let mut rest = steps.saturating_sub(1);
        let mut arguments = Vec::new();
        let count = program.ops[op].arguments.iter().filter(|it| **it == sort).count();
        for (place, wanted) in program.ops[op].arguments.clone().into_iter().enumerate() {
            let value = if wanted == sort {
                let share = if count == 1 { rest } else { draw.below(rest + 1) };
                rest -= share;
                self.drawn(draw, span, sort, share)?
            } else if self.is_built(wanted) {
                let share = draw.below(rest + 1);
                rest -= share;
                self.drawn(draw, span, wanted, share)?
            } else {
                draw.of(&self.plain(span, Some(op), place, wanted)).copied()
            };
            match value {
                Some(value) => arguments.push(value),
                None => return Ok(None),
            }
        }
        let step = Step { op, arguments };
        let run = &mut self.spans[span].run;
        let Some(terms) = run.arguments(&step) else { return Ok(None) };
        let Answer::Value(_) = run.ask(step.op, &terms) else { return Ok(None) };
        if let Err(problem) = run.step(&step) {
            return Err(self.failure(span, Check::Step, problem));
        }
        let run = &self.spans[span].run;
        let made = run.world.len() - 1;
        Ok((run.world.way(made) == Way::Made).then(|| Value::Step(made)))
    }
}
