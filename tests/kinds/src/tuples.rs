use crate::faulty;

/// A path of points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track {
    points: Vec<(i32, i32)>,
}

impl Track {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn push(&mut self, point: (i32, i32)) {
        self.points.push(point);
    }
    pub fn points(&self) -> &[(i32, i32)] {
        &self.points
    }
    pub fn last(&self) -> Option<&(i32, i32)> {
        self.points.last()
    }
    pub fn bounds(&self) -> Option<((i32, i32), (i32, i32))> {
        let xs = || self.points.iter().map(|point| point.0);
        let ys = || self.points.iter().map(|point| point.1);
        let most = if faulty("tuples") { xs().max()? } else { ys().max()? };
        Some(((xs().min()?, ys().min()?), (xs().max()?, most)))
    }
}
