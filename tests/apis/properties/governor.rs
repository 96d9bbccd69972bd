use governor::clock::FakeRelativeClock;
use governor::{Quota, RateLimiter};
use proptest::prelude::*;
use std::num::NonZeroU32;
use std::time::Duration;

#[derive(Clone, Debug)]
enum Step {
    Check,
    Advance(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![2 => Just(Step::Check), 1 => (0..4u64).prop_map(Step::Advance)];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_bucket(burst in 1..5u32, steps in steps()) {
        let clock = FakeRelativeClock::default();
        let quota = Quota::with_period(Duration::from_secs(1)).unwrap();
        let quota = quota.allow_burst(NonZeroU32::new(burst).unwrap());
        let limiter = RateLimiter::direct_with_clock(quota, clock.clone());
        let (mut now, mut due) = (0u64, 0u64);
        for step in steps {
            match step {
                Step::Check => {
                    let is_free = due < now + u64::from(burst);
                    prop_assert_eq!(limiter.check().is_ok(), is_free);
                    if is_free {
                        due = due.max(now) + 1;
                    }
                }
                Step::Advance(by) => {
                    clock.advance(Duration::from_secs(by));
                    now += by;
                }
            }
        }
    }
}
