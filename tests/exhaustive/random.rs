
/// Draws instead of going through all: each instance is replaced by a random one of the same
/// size. `run` appends this to the emitted runtime.
impl Exhaustion<'_> {
    fn drawn(&mut self, span: usize, values: &[Value]) -> Result<Vec<Value>, End> {
        if std::env::var_os("SPECGEN_DRAWN").is_none() {
            return Ok(values.to_vec());
        }
        let mut draw = super::draw::Draw::new(self.instances);
        let sorts = self.sorts.clone();
        let mut drawn = Vec::new();
        for (value, sort) in values.iter().zip(sorts) {
            let levels = &self.spans[span].levels[sort];
            let steps = levels.iter().position(|level| level.contains(value));
            drawn.push(self.any(span, None, drawn.len(), sort, steps.unwrap_or(0), &mut draw)?);
        }
        Ok(drawn)
    }

    /// A random value of a sort: an element, a number, or a random term of so many steps.
    fn any(
        &mut self,
        span: usize,
        op: Option<usize>,
        place: usize,
        sort: usize,
        steps: usize,
        draw: &mut super::draw::Draw,
    ) -> Result<Value, End> {
        if !self.is_built(sort) {
            let values = self.plain(span, op, place, sort);
            return Ok(*draw.of(&values).expect("an instance has a value of this sort"));
        }
        // Most calls that are drawn are defined. Otherwise the first value of the size serves.
        for _ in 0..20 {
            let ops = self.subject.program.ops.iter().enumerate();
            let fitting: Vec<usize> = ops
                .filter(|(_, it)| it.is_constructor && it.result == Some(sort))
                .filter(|(_, it)| it.arguments.contains(&sort) == (steps > 0))
                .map(|(op, _)| op)
                .collect();
            let Some(op) = draw.of(&fitting).copied() else {
                break;
            };
            let sorts = self.subject.program.ops[op].arguments.clone();
            let mut left = steps.saturating_sub(1);
            let mut open = sorts.iter().filter(|it| self.is_built(**it)).count();
            let mut arguments = Vec::new();
            for (place, sort) in sorts.into_iter().enumerate() {
                let mut own = 0;
                if self.is_built(sort) {
                    open -= 1;
                    own = if open == 0 { left } else { draw.below(left + 1) };
                    left -= own;
                }
                arguments.push(self.any(span, Some(op), place, sort, own, draw)?);
            }
            let built = self.spans[span].run.step(&Step { op, arguments });
            if let Err(problem) = built {
                return Err(self.failure(span, Check::Step, problem));
            }
            let made = self.spans[span].run.world.len() - 1;
            if self.spans[span].run.world.way(made) == Way::Made {
                return Ok(Value::Step(made));
            }
        }
        let levels = &self.spans[span].levels[sort];
        let of_size = levels.get(steps).and_then(|level| level.first());
        let any = of_size.or_else(|| levels.iter().flatten().next());
        Ok(*any.expect("an instance has a value of this sort"))
    }
}
