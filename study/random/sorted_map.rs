type Value = SortedMap<u8, u8>;

fn creator(_: &mut Random) -> Value {
    SortedMap::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, key) = (random.of(pool).clone(), random.element());
    match random.below(6) {
        0 => {
            let before = value.put(key, random.element());
            pool.push(value);
            format!("{before:?}")
        }
        1 => {
            let removed = value.remove(&key);
            pool.push(value);
            format!("{removed:?}")
        }
        2 => format!("{}", value.len()),
        3 => format!("{}", value.contains_key(&key)),
        4 => format!("{:?}", value.get(&key)),
        _ => format!("{}", value == *random.of(pool)),
    }
}
