type Value = UnionFind<u8>;

fn creator(_: &mut Random) -> Value {
    UnionFind::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(2) {
        0 => {
            value.join(e, random.element());
            pool.push(value);
            String::new()
        }
        _ => format!("{}", value.find(&e)),
    }
}
