type Value = Graph<u8>;

fn creator(_: &mut Random) -> Value {
    Graph::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, from, to) = (random.of(pool).clone(), random.element(), random.element());
    match random.below(3) {
        0 => {
            value.add_edge(from, to);
            pool.push(value);
            String::new()
        }
        1 => format!("{}", value.has_edge(&from, &to)),
        _ => format!("{}", value.reaches(&from, &to)),
    }
}
