type Value = PriorityQueue<u8>;

fn creator(_: &mut Random) -> Value {
    PriorityQueue::new()
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
            let greatest = value.pop();
            pool.push(value);
            format!("{greatest:?}")
        }
        2 => format!("{}", value.is_empty()),
        3 => format!("{:?}", value.peek()),
        _ => format!("{}", value == *random.of(pool)),
    }
}
