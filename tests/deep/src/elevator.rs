//! A car that serves calls in the direction of travel first.

use crate::fault;

#[derive(Debug)]
pub struct Elevator {
    floor: usize,
    up: bool,
    door: bool,
    calls: Vec<bool>,
    pending: usize,
    trips: usize,
}

impl Elevator {
    pub fn new(floors: usize) -> Option<Self> {
        (floors >= 2).then(|| Self {
            floor: 0,
            up: true,
            door: false,
            calls: vec![false; floors],
            pending: 0,
            trips: 0,
        })
    }

    pub fn call(&mut self, floor: usize) -> bool {
        let Some(call) = self.calls.get_mut(floor) else { return false };
        if !*call {
            self.pending += 1;
        }
        *call = true;
        true
    }

    pub fn step(&mut self) {
        self.door = false;
        if self.pending == 0 {
            return;
        }
        if self.calls[self.floor] {
            self.calls[self.floor] = false;
            self.pending -= 1;
            self.trips += 1;
            self.door = true;
            // A car that becomes empty below the top starts upwards again.
            if fault("elevator/upwards_when_idle") && self.pending == 0 && self.floor > 0 {
                self.up = true;
            }
            return;
        }
        let ahead = match self.up {
            true => self.above(self.floor),
            false => self.below(self.floor),
        };
        if !ahead {
            self.up = !self.up;
            // Moves at once instead of turning round first.
            if fault("elevator/turns_and_moves") && self.floor > 2 {
                self.floor -= 1;
            }
        } else if self.up {
            self.floor += 1;
        } else {
            self.floor -= 1;
            // A car on its way down skips the second floor if a call waits at the bottom.
            if fault("elevator/express_down") && self.floor == 2 && self.calls[0] {
                self.floor -= 1;
            }
        }
    }

    pub fn floors(&self) -> usize {
        self.calls.len()
    }

    pub fn floor(&self) -> usize {
        self.floor
    }

    pub fn pending(&self) -> usize {
        self.pending
    }

    pub fn trips(&self) -> usize {
        self.trips
    }

    pub fn is_going_up(&self) -> bool {
        self.up
    }

    pub fn is_door_open(&self) -> bool {
        self.door
    }

    pub fn is_called(&self, floor: usize) -> bool {
        self.calls.get(floor).is_some_and(|call| *call)
    }

    pub fn above(&self, floor: usize) -> bool {
        // The top floor is not looked at in houses of six floors and more.
        let top =
            self.calls.len() - usize::from(fault("elevator/top_ignored") && self.calls.len() > 5);
        (floor + 1..top).any(|floor| self.calls[floor])
    }

    pub fn below(&self, floor: usize) -> bool {
        (0..floor.min(self.calls.len())).any(|floor| self.calls[floor])
    }
}
