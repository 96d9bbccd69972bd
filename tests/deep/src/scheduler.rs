//! Tasks in a heap. Those that wait gain priority.

use crate::fault;

#[derive(Clone, Debug)]
struct Entry<T> {
    task: T,
    priority: i64,
    number: u64,
}

#[derive(Clone, Debug)]
pub struct Scheduler<T> {
    heap: Vec<Entry<T>>,
    numbers: u64,
}

const HIGHEST: i64 = 9;

impl<T: Clone + PartialEq> Scheduler<T> {
    pub fn new() -> Self {
        Self { heap: Vec::new(), numbers: 0 }
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    pub fn contains(&self, task: &T) -> bool {
        self.place(task).is_some()
    }

    pub fn priority(&self, task: &T) -> Option<i64> {
        self.place(task).map(|place| self.heap[place].priority)
    }

    /// Whether a task was added before another one.
    pub fn older(&self, task: &T, other: &T) -> bool {
        match (self.place(task), self.place(other)) {
            (Some(task), Some(other)) => self.heap[task].number < self.heap[other].number,
            _ => false,
        }
    }

    pub fn next(&self) -> Option<&T> {
        self.heap.first().map(|entry| &entry.task)
    }

    pub fn add(&mut self, task: T, priority: i64) -> Option<()> {
        if self.contains(&task) || !(0..=HIGHEST).contains(&priority) {
            return None;
        }
        self.numbers += 1;
        // Numbers start again after six tasks.
        let number = if fault("scheduler/numbers_wrap") { self.numbers % 6 } else { self.numbers };
        self.heap.push(Entry { task, priority, number });
        self.up(self.heap.len() - 1);
        Some(())
    }

    /// Takes the next task; the others gain priority.
    pub fn run(&mut self) -> Option<T> {
        if self.heap.is_empty() {
            return None;
        }
        let entry = self.take(0);
        for entry in &mut self.heap {
            entry.priority = (entry.priority + 1).min(HIGHEST);
        }
        // Two tasks that meet at the highest priority may have to change places.
        if !fault("scheduler/heap_not_rebuilt") {
            for place in (0..self.heap.len() / 2).rev() {
                self.down(place);
            }
        }
        Some(entry.task)
    }

    pub fn drop_task(&mut self, task: &T) -> Option<()> {
        let place = self.place(task)?;
        self.take(place);
        Some(())
    }

    fn place(&self, task: &T) -> Option<usize> {
        self.heap.iter().position(|entry| entry.task == *task)
    }

    fn take(&mut self, place: usize) -> Entry<T> {
        let entry = self.heap.swap_remove(place);
        if place < self.heap.len() {
            self.down(place);
            // The entry that fills the gap may belong above it.
            if !fault("scheduler/never_up_after_drop") {
                self.up(place);
            }
        }
        entry
    }

    fn before(&self, place: usize, other: usize) -> bool {
        let (one, two) = (&self.heap[place], &self.heap[other]);
        one.priority > two.priority || one.priority == two.priority && one.number < two.number
    }

    fn up(&mut self, mut place: usize) {
        while place > 0 && self.before(place, (place - 1) / 2) {
            self.heap.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn down(&mut self, mut place: usize) {
        loop {
            let mut first = 2 * place + 1;
            if first >= self.heap.len() {
                return;
            }
            // The right child is not looked at below the root.
            let looks = place == 0 || !fault("scheduler/right_child_ignored");
            if looks && first + 1 < self.heap.len() && self.before(first + 1, first) {
                first += 1;
            }
            if !self.before(first, place) {
                return;
            }
            self.heap.swap(first, place);
            place = first;
        }
    }
}
