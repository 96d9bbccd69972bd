//! Properties as a person would write them: one for each axiom of the queue.

use crate::subjects::queue::Queue;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn queue() -> impl Strategy<Value = Queue<i32>> {
    prop::collection::vec(any::<Option<i32>>(), 0..20).prop_map(|steps| {
        let mut queue = Queue::new();
        for step in steps {
            match step {
                Some(element) => queue.enqueue(element),
                None => drop(queue.dequeue()),
            }
        }
        queue
    })
}

fn with(queue: &Queue<i32>, element: i32) -> Queue<i32> {
    let mut queue = queue.clone();
    queue.enqueue(element);
    queue
}

fn without(queue: &Queue<i32>) -> Queue<i32> {
    let mut queue = queue.clone();
    queue.dequeue();
    queue
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_new_queue_is_empty(_e: i32) {
        prop_assert!(Queue::<i32>::new().is_empty());
    }

    #[test]
    fn a_queue_with_an_element_is_not_empty(q in queue(), e: i32) {
        prop_assert!(!with(&q, e).is_empty());
    }

    #[test]
    fn the_first_is_in_front(e: i32) {
        prop_assert_eq!(with(&Queue::new(), e).front().copied(), Some(e));
    }

    #[test]
    fn the_front_stays(q in queue(), e: i32) {
        prop_assume!(!q.is_empty());
        prop_assert_eq!(with(&q, e).front().copied(), q.front().copied());
    }

    #[test]
    fn the_only_one_leaves(e: i32) {
        prop_assert!(without(&with(&Queue::new(), e)) == Queue::new());
    }

    #[test]
    fn the_front_leaves(q in queue(), e: i32) {
        prop_assume!(!q.is_empty());
        prop_assert!(without(&with(&q, e)) == with(&without(&q), e));
    }
}
