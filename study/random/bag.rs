type Value = Bag<u8>;

fn creator(_: &mut Random) -> Value {
    Bag::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(5) {
        0 => {
            value.insert(e);
            pool.push(value);
            String::new()
        }
        1 => {
            let removed = value.remove(&e);
            pool.push(value);
            format!("{removed}")
        }
        2 => format!("{}", value.len()),
        3 => format!("{}", value.count(&e)),
        _ => format!("{}", value == *random.of(pool)),
    }
}
