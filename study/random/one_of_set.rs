type Value = OneOfSet<u8>;

fn creator(_: &mut Random) -> Value {
    OneOfSet::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(4) {
        0 => {
            let result = value.insert_one_of(e, random.element());
            pool.push(value);
            format!("{result:?}")
        }
        1 => format!("{}", value.is_empty()),
        2 => format!("{}", value.contains(&e)),
        _ => format!("{}", value == *random.of(pool)),
    }
}
