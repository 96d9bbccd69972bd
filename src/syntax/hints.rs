//! Likely causes of syntax errors, shown as help.

use super::grammar::Rule;
use super::mismatch::{Mismatch, Piece};
use super::tokens::{SECTIONS, Token, TokenKind};
use crate::near_name::nearest;

const VARIABLES: &str = "variables are declared as `S, T: Sort;`";
const DATA: &str = "a data sort is declared as `Name is Variant | Variant(field: Sort)`";
const OPERATION: &str = "an operation is declared as `name: arguments --> result;`";

/// The likely cause of a mismatch.
pub(super) fn hint(mismatch: &Mismatch<'_>) -> Option<String> {
    let found = mismatch.found()?;
    label(mismatch)
        .or_else(|| habit(mismatch, found))
        .or_else(|| foreign_character(found))
        .or_else(|| signature(mismatch, found))
        .or_else(|| number_as_name(found))
        .or_else(|| structure(mismatch, found))
        .or_else(|| keyword_as_name(mismatch, found))
        .or_else(|| misspelt_section(mismatch))
}

fn foreign_character(found: &Token<'_>) -> Option<String> {
    (found.kind == TokenKind::Foreign).then(|| {
        "names are made of the letters a to z and A to Z, digits and `_`; \
         other characters may stand in comments only"
            .to_owned()
    })
}

fn number_as_name(found: &Token<'_>) -> Option<String> {
    let starts_as_number = found.text.starts_with(|c: char| c.is_ascii_digit());
    let is_number = found.text.chars().all(|c| c.is_ascii_digit());
    (starts_as_number && !is_number).then(|| "a name does not start with a digit".to_owned())
}

fn label(mismatch: &Mismatch<'_>) -> Option<String> {
    mismatch.in_label().then(|| "a label is a single name, such as `[commutative]`".to_owned())
}

/// Mistakes in declarations of sorts, operations and variables.
fn signature(mismatch: &Mismatch<'_>, found: &Token<'_>) -> Option<String> {
    let help = match (mismatch.piece, found.text) {
        (Piece::Sorts, _) if mismatch.seen(&["is", "|"]).is_some() => DATA,
        (Piece::Sorts, "is" | "=" | "|") => DATA,
        (Piece::Sorts, ";") => "sorts are listed without `;`",
        (Piece::Sorts, ",") if mismatch.open_bracket().is_none() => {
            "sorts are separated by blanks, not by commas"
        }
        (Piece::Operation, "->" | "=>" | "-" | "?" | "==>") => {
            "`-->` is the arrow of a total operation, `-->?` that of a partial one; \
             a predicate has none"
        }
        (Piece::Operation, "," | "*") if mismatch.expects(Rule::arrow) => {
            "the argument sorts are separated by blanks only"
        }
        (Piece::Head, "[") if mismatch.open_bracket().is_some() => {
            "parameters are names of specifications; sorts alone have arguments"
        }
        (Piece::Variables, _) if mismatch.expects(Rule::colon) => VARIABLES,
        (_, _) if mismatch.expects(Rule::colon) => OPERATION,
        _ => return None,
    };
    Some(help.to_owned())
}

/// Operators that may stand only once: a message and its help.
pub(super) fn chain(mismatch: &Mismatch<'_>) -> Option<(&'static str, &'static str)> {
    let comparisons = ["=", "!=", "<", "<=", ">", ">="];
    let found = mismatch.found().filter(|_| !mismatch.expects_operand())?.text;
    if comparisons.contains(&found) && mismatch.seen(&comparisons).is_some() {
        let help = "join two comparisons with `and`, or put one of them in parentheses";
        return Some(("comparisons do not chain", help));
    }
    if found == "if" && mismatch.seen(&["if"]).is_some() {
        let help = "join the premises with `and`, or put one `if` in parentheses";
        return Some(("`if` does not chain", help));
    }
    None
}

/// Signs and words of other languages, in formulas.
fn habit(mismatch: &Mismatch<'_>, found: &Token<'_>) -> Option<String> {
    if !mismatch.in_formula() {
        return None;
    }
    let is_after = mismatch.seen(&["after"]).is_some() && mismatch.seen(&[":"]).is_some();
    if is_after && found.is_name() && mismatch.expects(Rule::semicolon) {
        return Some("effects are separated by commas".to_owned());
    }
    let help = match found.text {
        "==" => "equality is written `=`",
        "≠" => "inequality is written `!=`",
        "≤" | "≥" => "comparisons are written `<=` and `>=`",
        "&&" | "&" | "/\\" | "∧" => "conjunction is written `and`",
        "||" | "|" | "\\/" | "∨" => "disjunction is written `or`",
        "~" | "¬" => "negation is written `not` or `!`",
        "<=>" | "<->" | "<-->" | "<==>" | "↔" | "⇔" => "equivalence is written `iff`",
        "=>" | "==>" | "->" | "-->" | "→" | "⇒" | "implies" | "then" => {
            "implication is written the other way round: `conclusion if premise`"
        }
        "#" => "comments start with `//`",
        "." => "operations are called as `operation(value, …)`",
        "{" | "}" => "there are no braces; `(` and `)` group formulas",
        "not" | "!" if mismatch.expects_operand() => {
            "`not` binds looser than a comparison: put `(not …)` in parentheses"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

/// Statements whose parts don't fit together.
fn structure(mismatch: &Mismatch<'_>, found: &Token<'_>) -> Option<String> {
    let before = mismatch.before().map_or("", |token| token.text);
    match (mismatch.piece, found.text) {
        (_, "when") => Some("a choice is written `t = u when condition else v`".to_owned()),
        (Piece::DomainClause, _) if mismatch.expected == [Rule::arguments] && found.is_name() => {
            Some(VARIABLES.to_owned())
        }
        (Piece::DomainClause, _) if mismatch.expected == [Rule::arguments] => {
            Some(format!("an operation without arguments is written `{before}()`"))
        }
        (Piece::DomainClause, _)
            if mismatch.expects(Rule::k_if) || mismatch.expects(Rule::name) =>
        {
            Some("a domain condition is written `operation(variables) if condition;`".to_owned())
        }
        (Piece::DomainClause, ",")
            if mismatch.expects(Rule::k_else) || mismatch.seen(&["if"]).is_some() =>
        {
            Some(
                "join conditions with `and`, or give each an error: `condition else error, …`"
                    .to_owned(),
            )
        }
        (Piece::DomainClause, ";") if mismatch.expects(Rule::k_else) => {
            Some("where one condition has an error, each has: `condition else error, …`".to_owned())
        }
        (_, ")" | "]") if mismatch.open_bracket().is_none() => {
            Some(format!("this `{}` closes nothing", found.text))
        }
        _ => None,
    }
}

fn keyword_as_name(mismatch: &Mismatch<'_>, found: &Token<'_>) -> Option<String> {
    let name_expected = mismatch.expects_operand() || mismatch.expects(Rule::name);
    (found.is_keyword() && name_expected && mismatch.found < mismatch.range.end)
        .then(|| format!("`{}` is a keyword and cannot be a name", found.text))
}

/// `constructor` for `constructors`, and the like.
fn misspelt_section(mismatch: &Mismatch<'_>) -> Option<String> {
    let word = mismatch.found().filter(|word| !word.is_keyword())?;
    let section = section_like(word.text)?;
    Some(format!("did you mean the section `{section}`?"))
}

/// The section that a word stands for, by another name or misspelt.
pub(super) fn section_meant(word: &str) -> Option<&'static str> {
    section_like(word).or_else(|| nearest(word, SECTIONS.iter().copied()))
}

pub(super) fn section_like(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "sort" | "sorts" => Some("sorts"),
        "constructor" | "constructors" | "creators" => Some("constructors"),
        "observer" | "observers" | "predicates" => Some("observers"),
        "other" | "others" | "operations" => Some("others"),
        "auxiliary" | "auxiliaries" | "hidden" => Some("auxiliary"),
        "domain" | "domains" => Some("domains"),
        "axiom" | "axioms" => Some("axioms"),
        "imply" | "implies" | "theorems" => Some("implies"),
        _ => None,
    }
}
