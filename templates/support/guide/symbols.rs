//! The functions of the running program, from its symbol table.

/// A function of the program.
#[derive(Clone, Debug)]
pub struct Function {
    pub start: usize,
    pub end: usize,
    pub name: String,
}

/// All functions, in order of their addresses. `None` if the program is no ELF file of 64 bits,
/// or has no symbol table.
pub fn functions((anchor, address): (&str, usize)) -> Option<Vec<Function>> {
    let bytes = std::fs::read(std::env::current_exe().ok()?).ok()?;
    if bytes.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let file = File(&bytes);
    let (sections, size) = (file.number(0x28, 8)?, file.number(0x3a, 2)?);
    let count = file.number(0x3c, 2)?;
    let table = (0..count)
        .map(|section| sections + section * size)
        .find(|section| file.number(section + 4, 4) == Some(SYMBOLS))?;
    let names = sections + size * file.number(table + 0x28, 4)?;
    let names = file.number(names + 0x18, 8)?;
    let (start, length) = (file.number(table + 0x18, 8)?, file.number(table + 0x20, 8)?);
    let mut found: Vec<Function> = (0..length / SYMBOL)
        .filter_map(|symbol| file.function(start + symbol * SYMBOL, names))
        .collect();
    let loaded = found.iter().find(|function| function.name == anchor)?;
    let offset = address.wrapping_sub(loaded.start);
    for function in &mut found {
        function.start = function.start.wrapping_add(offset);
        function.end = function.end.wrapping_add(offset);
    }
    found.sort_by_key(|function| function.start);
    Some(found)
}

const SYMBOLS: usize = 2;
/// The size of a symbol.
const SYMBOL: usize = 24;
/// The type of a symbol that is a function.
const FUNCTION: usize = 2;

struct File<'b>(&'b [u8]);

impl File<'_> {
    fn number(&self, at: usize, length: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(length)?)?;
        let number = bytes.iter().rev();
        Some(number.fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }

    fn function(&self, symbol: usize, names: usize) -> Option<Function> {
        let (start, size) = (self.number(symbol + 8, 8)?, self.number(symbol + 16, 8)?);
        if self.number(symbol + 4, 1)? & 0xf != FUNCTION || size == 0 {
            return None;
        }
        let name = self.0.get(names + self.number(symbol, 4)?..)?;
        let length = name.iter().position(|byte| *byte == 0)?;
        let name = String::from_utf8_lossy(&name[..length]).into_owned();
        Some(Function {
            start,
            end: start + size,
            name,
        })
    }
}

/// The crate and the modules that a function is in: `["core", "ptr"]`. Reads names as rustc writes
/// them with `-C symbol-mangling-version=v0`.
pub fn modules(name: &str) -> Vec<&str> {
    let mut rest = match name.strip_prefix("_R") {
        Some(rest) => rest,
        None => return Vec::new(),
    };
    loop {
        let tag = rest.chars().next();
        rest = rest.get(1..).unwrap_or_default();
        match tag {
            Some('N') => rest = rest.get(1..).unwrap_or_default(),
            Some('M') | Some('X') => rest = undisambiguated(rest),
            Some('I') | Some('Y') => {}
            Some('C') => break,
            _ => return Vec::new(),
        }
    }
    let mut found = Vec::new();
    while let Some((name, after)) = identifier(undisambiguated(rest)) {
        found.push(name);
        rest = after;
    }
    found
}

/// Without a number `s1_` that tells equal names apart.
fn undisambiguated(text: &str) -> &str {
    let inner = text.strip_prefix('s').and_then(|text| text.split_once('_'));
    match inner {
        Some((digits, rest)) if digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) => rest,
        _ => text,
    }
}

/// `4core` and what follows.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let size: usize = text[..length].parse().ok()?;
    let rest = text[length..].strip_prefix('_').unwrap_or(&text[length..]);
    Some((rest.get(..size)?, rest.get(size..)?))
}
