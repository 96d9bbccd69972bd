//! A reader for the part of Alloy that `specgen export` writes. It knows nothing
//! of the exporter, and binds operators as the Alloy grammar does: `or` most
//! loosely, then `iff`, `implies`, `and`, `not`, comparisons.

use std::iter::Peekable;
use std::vec::IntoIter;

#[derive(Clone, Debug, Default)]
pub struct Module {
    pub opens: Vec<String>,
    pub signatures: Vec<Signature>,
    pub facts: Vec<(String, Node)>,
    pub predicates: Vec<(String, Vec<Declaration>, Node)>,
    pub commands: Vec<Command>,
}

#[derive(Clone, Debug)]
pub struct Signature {
    /// `one`, `some`, `abstract` or nothing.
    pub kind: String,
    pub name: String,
    /// What it extends, or is a part of.
    pub parent: Option<String>,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    /// Between the signature and the result.
    pub columns: Vec<String>,
    /// `one`, `lone` or `set`.
    pub multiplicity: String,
    pub result: String,
}

#[derive(Clone, Debug)]
pub struct Declaration {
    pub names: Vec<String>,
    pub bound: Node,
}

#[derive(Clone, Debug)]
pub struct Command {
    /// From the comment in front.
    pub goal: String,
    pub name: String,
    pub body: Node,
    /// Whether exactly, how many, of what.
    pub scopes: Vec<(bool, u32, String)>,
}

/// An expression or a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Name(String),
    Number(i64),
    Join(Box<Node>, Box<Node>),
    /// `callee[argument, …]`
    Box(Box<Node>, Vec<Node>),
    Union(Box<Node>, Box<Node>),
    /// `*` with the identity, `^` without.
    Closure(char, Box<Node>),
    Comprehension(Vec<Declaration>, Option<Box<Node>>),
    /// `some`, `no`, `one`, `lone`
    Multiplicity(String, Box<Node>),
    Compare(String, Box<Node>, Box<Node>),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Iff(Box<Node>, Box<Node>),
    Implies(Box<Node>, Box<Node>, Option<Box<Node>>),
    Quantified(String, Vec<Declaration>, Box<Node>),
}

impl PartialEq for Declaration {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names && self.bound == other.bound
    }
}

const QUANTIFIERS: [&str; 5] = ["all", "some", "no", "one", "lone"];
const KEYWORDS: [&str; 24] = [
    "abstract", "all", "and", "else", "exactly", "extends", "fact", "for", "iff", "implies", "in",
    "lone", "no", "not", "one", "open", "or", "pred", "run", "set", "sig", "some", "as", "none",
];

/// Words, numbers and symbols; a comment that names a goal is kept.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        if let Some(goal) = line.strip_prefix("// goal ") {
            tokens.push(format!("// {goal}"));
            continue;
        }
        let mut rest = line.split("//").next().expect("a split has a first part");
        while let Some(first) = rest.chars().next() {
            let is_word = |letter: char| letter.is_alphanumeric() || "_/".contains(letter);
            let length = if first.is_whitespace() {
                1
            } else if is_word(first) {
                rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
            } else {
                let symbols = ["!=", "<=", ">=", "->"];
                symbols.iter().find(|symbol| rest.starts_with(**symbol)).map_or(1, |it| it.len())
            };
            if !first.is_whitespace() {
                tokens.push(rest[..length].to_owned());
            }
            rest = &rest[length..];
        }
    }
    tokens
}

pub fn parse(text: &str) -> Module {
    let mut parser = Parser { tokens: tokens(text).into_iter().peekable() };
    let mut module = Module::default();
    while parser.tokens.peek().is_some() {
        parser.paragraph(&mut module);
    }
    module
}

struct Parser {
    tokens: Peekable<IntoIter<String>>,
}

impl Parser {
    fn next(&mut self) -> String {
        self.tokens.next().expect("the text goes on")
    }

    fn at(&mut self, token: &str) -> bool {
        self.tokens.peek().is_some_and(|next| next == token)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.at(token);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, token: &str) {
        let next = self.next();
        assert_eq!(next, token, "before {:?}", self.tokens.clone().take(8).collect::<Vec<_>>());
    }

    fn name(&mut self) -> String {
        let name = self.next();
        let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        assert!(starts && !KEYWORDS.contains(&name.as_str()), "`{name}` is no name");
        name
    }

    fn paragraph(&mut self, module: &mut Module) {
        match self.next().as_str() {
            "open" => {
                let path = self.name();
                self.expect("as");
                module.opens.push(format!("{path} as {}", self.name()));
            }
            "fact" => {
                let name = self.name();
                let body = self.block();
                module.facts.push((name, body));
            }
            "pred" => {
                let name = self.name();
                self.expect("[");
                let parameters = self.declarations();
                self.expect("]");
                let body = self.block();
                module.predicates.push((name, parameters, body));
            }
            kind @ ("one" | "some" | "abstract") => {
                self.expect("sig");
                let signature = self.signature(kind);
                module.signatures.push(signature);
            }
            "sig" => {
                let signature = self.signature("");
                module.signatures.push(signature);
            }
            goal if goal.starts_with("// ") => {
                let command = self.command(&goal[3..]);
                module.commands.push(command);
            }
            other => panic!("a paragraph starts with `{other}`"),
        }
    }

    fn block(&mut self) -> Node {
        self.expect("{");
        let body = self.formula();
        self.expect("}");
        body
    }

    fn signature(&mut self, kind: &str) -> Signature {
        let name = self.name();
        let has_parent = self.eat("extends") || self.eat("in");
        let parent = has_parent.then(|| self.name());
        self.expect("{");
        let mut fields = Vec::new();
        while !self.eat("}") {
            fields.push(self.field());
            assert!(self.eat(",") || self.at("}"), "fields are separated by commas");
        }
        Signature { kind: kind.to_owned(), name, parent, fields }
    }

    fn field(&mut self) -> Field {
        let name = self.name();
        self.expect(":");
        let mut columns = Vec::new();
        if self.eat("(") {
            columns.push(self.name());
            while self.eat("->") {
                columns.push(self.name());
            }
            self.expect(")");
            self.expect("->");
        } else if !["one", "lone", "set"].iter().any(|word| self.at(word)) {
            columns.push(self.name());
            self.expect("->");
        }
        let multiplicity = self.next();
        assert!(["one", "lone", "set"].contains(&multiplicity.as_str()), "{multiplicity}");
        Field { name, columns, multiplicity, result: self.name() }
    }

    fn command(&mut self, goal: &str) -> Command {
        self.expect("run");
        let name = self.name();
        let body = self.block();
        self.expect("for");
        let mut scopes = Vec::new();
        loop {
            let exactly = self.eat("exactly");
            let size = self.next().parse().expect("a scope is a number");
            scopes.push((exactly, size, self.name()));
            if !self.eat(",") {
                return Command { goal: goal.to_owned(), name, body, scopes };
            }
        }
    }

    fn declarations(&mut self) -> Vec<Declaration> {
        let mut declarations = Vec::new();
        loop {
            let mut names = vec![self.name()];
            while self.eat(",") {
                names.push(self.name());
            }
            self.expect(":");
            let bound = self.union();
            declarations.push(Declaration { names, bound });
            if !self.eat(",") {
                return declarations;
            }
        }
    }

    fn formula(&mut self) -> Node {
        let mut left = self.iff();
        while self.eat("or") {
            left = Node::Or(Box::new(left), Box::new(self.iff()));
        }
        left
    }

    fn iff(&mut self) -> Node {
        let mut left = self.implies();
        while self.eat("iff") {
            left = Node::Iff(Box::new(left), Box::new(self.implies()));
        }
        left
    }

    fn implies(&mut self) -> Node {
        let premise = self.and();
        if !self.eat("implies") {
            return premise;
        }
        let conclusion = Box::new(self.implies());
        let otherwise = self.eat("else").then(|| Box::new(self.implies()));
        Node::Implies(Box::new(premise), conclusion, otherwise)
    }

    fn and(&mut self) -> Node {
        let mut left = self.not();
        while self.eat("and") {
            left = Node::And(Box::new(left), Box::new(self.not()));
        }
        left
    }

    fn not(&mut self) -> Node {
        if self.eat("not") { Node::Not(Box::new(self.not())) } else { self.compare() }
    }

    fn compare(&mut self) -> Node {
        if let Some(word) = QUANTIFIERS.iter().find(|word| self.at(word)) {
            return self.quantified(word);
        }
        let left = self.union();
        for symbol in ["=", "!=", "in", "<", "<=", ">", ">="] {
            if self.eat(symbol) {
                return Node::Compare(symbol.to_owned(), Box::new(left), Box::new(self.union()));
            }
        }
        left
    }

    /// `some x: X | …` or `some x`
    fn quantified(&mut self, word: &str) -> Node {
        self.next();
        if self.declares() {
            let declarations = self.declarations();
            self.expect("|");
            return Node::Quantified(word.to_owned(), declarations, Box::new(self.formula()));
        }
        Node::Multiplicity(word.to_owned(), Box::new(self.union()))
    }

    /// Whether names and a colon follow.
    fn declares(&self) -> bool {
        let mut tokens = self.tokens.clone();
        loop {
            tokens.next();
            match tokens.next().as_deref() {
                Some(":") => return true,
                Some(",") => {}
                _ => return false,
            }
        }
    }

    fn union(&mut self) -> Node {
        let mut left = self.join();
        while self.eat("+") {
            left = Node::Union(Box::new(left), Box::new(self.join()));
        }
        left
    }

    fn join(&mut self) -> Node {
        let mut left = self.primary();
        loop {
            if self.eat(".") {
                left = Node::Join(Box::new(left), Box::new(self.primary()));
            } else if self.eat("[") {
                let mut arguments = vec![self.union()];
                while self.eat(",") {
                    arguments.push(self.union());
                }
                self.expect("]");
                left = Node::Box(Box::new(left), arguments);
            } else {
                return left;
            }
        }
    }

    fn primary(&mut self) -> Node {
        if self.eat("(") {
            let inner = self.formula();
            self.expect(")");
            return inner;
        }
        if self.eat("{") {
            let declarations = self.declarations();
            let body = self.eat("|").then(|| Box::new(self.formula()));
            self.expect("}");
            return Node::Comprehension(declarations, body);
        }
        for closure in ["*", "^"] {
            if self.eat(closure) {
                let sign = closure.chars().next().expect("it is a letter");
                return Node::Closure(sign, Box::new(self.primary()));
            }
        }
        if self.eat("-") {
            let number: i64 = self.next().parse().expect("a sign is followed by a number");
            return Node::Number(-number);
        }
        if self.eat("none") {
            return Node::Name("none".to_owned());
        }
        let is_number = |token: &String| token.starts_with(|first: char| first.is_ascii_digit());
        if self.tokens.peek().is_some_and(is_number) {
            return Node::Number(self.next().parse().expect("digits are a number"));
        }
        Node::Name(self.name())
    }
}
