type Value = TreeSet<u8>;

impl Order for u8 {
    fn greater_eq(&self, other: &Self) -> bool {
        self >= other
    }
}

fn creator(_: &mut Random) -> Value {
    TreeSet::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(5) {
        0 => {
            value.insert(e);
            pool.push(value);
            String::new()
        }
        1 => format!("{}", value.is_empty()),
        2 => format!("{}", value.contains(&e)),
        3 => format!("{:?}", value.largest()),
        _ => format!("{}", value == *random.of(pool)),
    }
}
