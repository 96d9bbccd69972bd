use crate::faulty;

/// What a calculator takes: a data sort that contains itself, in boxes.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    Num(i64),
    Sum(Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Calculator {
    entered: Vec<Expr>,
}

impl Calculator {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn enter(&mut self, expr: Expr) {
        self.entered.push(expr);
    }
    /// Adds the last two expressions.
    pub fn add(&mut self) -> Option<()> {
        if self.entered.len() < 2 {
            return None;
        }
        let (right, left) = (self.entered.pop().unwrap(), self.entered.pop().unwrap());
        let (left, right) = if faulty("expressions") { (right, left) } else { (left, right) };
        self.entered.push(Expr::Sum(Box::new(left), Box::new(right)));
        Some(())
    }
    pub fn len(&self) -> usize {
        self.entered.len()
    }
    pub fn last(&self) -> Option<&Expr> {
        self.entered.last()
    }
}
