type Value = IntervalTree<u8, (u8, u8)>;

impl HasInterval<u8> for (u8, u8) {
    fn low(&self) -> u8 {
        self.0.min(self.1)
    }

    fn high(&self) -> u8 {
        self.0.max(self.1)
    }
}

fn creator(_: &mut Random) -> Value {
    IntervalTree::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, point) = (random.of(pool).clone(), random.element());
    let interval = (random.element(), random.element());
    match random.below(7) {
        0 => {
            value.insert(interval);
            pool.push(value);
            String::new()
        }
        1 => {
            pool.push(value.containing(&point));
            String::new()
        }
        2 => format!("{}", value.is_empty()),
        3 => format!("{}", value.contains(&interval)),
        4 => format!("{}", value.covers(&point)),
        5 => format!("{}", value.overlaps(&interval)),
        _ => format!("{}", value == *random.of(pool)),
    }
}
