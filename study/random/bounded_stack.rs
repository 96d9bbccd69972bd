type Value = BoundedStack<u8>;

fn creator(random: &mut Random) -> Value {
    loop {
        if let Some(value) = BoundedStack::with_capacity(random.below(4)) {
            return value;
        }
    }
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(8) {
        0 => {
            let result = value.push(e);
            pool.push(value);
            format!("{result:?}")
        }
        1 => {
            let popped = value.pop();
            pool.push(value);
            format!("{popped:?}")
        }
        2 => format!("{}", value.is_empty()),
        3 => format!("{}", value.is_full()),
        4 => format!("{:?}", value.peek()),
        5 => format!("{}", value.len()),
        6 => format!("{}", value.capacity()),
        _ => format!("{}", value == *random.of(pool)),
    }
}
