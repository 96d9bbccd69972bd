type Value = PoSet<u8>;

fn creator(_: &mut Random) -> Value {
    PoSet::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(6) {
        0 => {
            value.insert(e);
            pool.push(value);
            String::new()
        }
        1 => {
            pool.push(value.maximal());
            String::new()
        }
        2 => format!("{}", value.is_empty()),
        3 => format!("{}", value.contains(&e)),
        4 => format!("{}", value.has_comparable(&e)),
        _ => format!("{}", value == *random.of(pool)),
    }
}
