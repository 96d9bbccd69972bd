type Value = HashedSet<u8>;

impl Hashed for u8 {
    fn hash_code(&self) -> u64 {
        u64::from(*self)
    }
}

fn creator(_: &mut Random) -> Value {
    HashedSet::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(4) {
        0 => {
            let is_new = value.insert(e);
            pool.push(value);
            format!("{is_new}")
        }
        1 => {
            let removed = value.remove(&e);
            pool.push(value);
            format!("{removed}")
        }
        2 => format!("{}", value.contains(&e)),
        _ => format!("{}", value == *random.of(pool)),
    }
}
