type Value = UnionSet<u8>;

fn creator(random: &mut Random) -> Value {
    match random.below(2) {
        0 => UnionSet::empty(),
        _ => UnionSet::singleton(random.element()),
    }
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (value, other) = (random.of(pool).clone(), random.of(pool).clone());
    match random.below(4) {
        0 => {
            pool.push(value.union(other));
            String::new()
        }
        1 => format!("{}", value.is_empty()),
        2 => format!("{}", value.contains(&random.element())),
        _ => format!("{}", value == other),
    }
}
