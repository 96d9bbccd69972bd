type Value = Queue<u8>;

fn creator(_: &mut Random) -> Value {
    Queue::new()
}

fn call(pool: &mut Vec<Value>, random: &mut Random) -> String {
    let (mut value, e) = (random.of(pool).clone(), random.element());
    match random.below(5) {
        0 => {
            value.enqueue(e);
            pool.push(value);
            String::new()
        }
        1 => {
            let first = value.dequeue();
            pool.push(value);
            format!("{first:?}")
        }
        2 => format!("{}", value.is_empty()),
        3 => format!("{:?}", value.front()),
        _ => format!("{}", value == *random.of(pool)),
    }
}
