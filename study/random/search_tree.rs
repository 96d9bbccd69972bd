type Value = SearchTree<u8>;

fn creator(_: &mut Random) -> Value {
    SearchTree::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(7) {
        0 => {
            value.insert(e);
            pool.push(value);
            String::new()
        }
        1 => format!("{}", value.is_empty()),
        2 => format!("{}", value.contains(&e)),
        3 => format!("{:?}", value.root()),
        4 => format!("{}", value.left().map(|left| pool.push(left.clone())).is_some()),
        5 => format!("{}", value.right().map(|right| pool.push(right.clone())).is_some()),
        _ => format!("{}", value == *random.of(pool)),
    }
}
