type Value = Stack<u8>;

fn creator(_: &mut Random) -> Value {
    Stack::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(5) {
        0 => {
            value.push(e);
            pool.push(value);
            String::new()
        }
        1 => {
            let popped = value.pop();
            pool.push(value);
            format!("{popped:?}")
        }
        2 => format!("{}", value.is_empty()),
        3 => format!("{:?}", value.peek()),
        _ => format!("{}", value == *random.of(pool)),
    }
}
