//! Trees of Rust code as text, laid out the way rustfmt does by default.
//!
//! Only what the lowering builds is covered. Where rustfmt's rules have names,
//! the constants below carry them.

use crate::refine::code::{Expr, Stmt};

const MAX_WIDTH: usize = 100;
const FN_CALL_WIDTH: usize = 60;
const CHAIN_WIDTH: usize = 60;
const ARRAY_WIDTH: usize = 60;
const STRUCT_LIT_WIDTH: usize = 18;
const SHORT_ARRAY_ELEMENT_WIDTH: usize = 10;
const TAB: usize = 4;

/// The statements of a block whose lines start at `indent`.
pub fn statements(block: &[Stmt], indent: usize) -> String {
    block.iter().map(|stmt| statement(stmt, indent)).collect::<Vec<_>>().join("\n")
}

/// The head of a function, up to its brace. A parameter without a type, such as
/// `&self`, is written as it is.
pub fn signature(
    head: &str,
    parameters: &[(String, String)],
    result: &str,
    indent: usize,
) -> String {
    let parameter = |(name, rust_type): &(String, String)| match rust_type.as_str() {
        "" => name.clone(),
        rust_type => format!("{name}: {rust_type}"),
    };
    let parameters: Vec<String> = parameters.iter().map(parameter).collect();
    let line = format!("{head}({}){result} {{", parameters.join(", "));
    if width(&line) <= MAX_WIDTH || parameters.is_empty() {
        return line;
    }
    let inner = pad(indent + TAB);
    let lines: String = parameters.iter().map(|it| format!("{inner}{it},\n")).collect();
    format!("{head}(\n{lines}{}){result} {{", pad(indent))
}

fn pad(indent: usize) -> String {
    " ".repeat(indent)
}

fn statement(stmt: &Stmt, indent: usize) -> String {
    let pad = pad(indent);
    match stmt {
        Stmt::Let { pattern, value } => assignment(&format!("{pad}let {pattern} ="), value, indent),
        Stmt::Static { name, rust_type, value } => {
            assignment(&format!("{pad}static {name}: {rust_type} ="), value, indent)
        }
        Stmt::LetElse { pattern, value, exit } => {
            let head = format!("{pad}let {pattern} = ");
            let text = expression(value, indent, head.len(), " else {".len());
            format!("{head}{text} else {{\n{pad}    {exit};\n{pad}}};")
        }
        Stmt::Expr(value) => format!("{pad}{};", expression(value, indent, indent, 1)),
        Stmt::Tail(value) => format!("{pad}{}", expression(value, indent, indent, 0)),
        Stmt::If { condition, then } => {
            let head = format!("{pad}if ");
            let text = expression(condition, indent, head.len(), " {".len());
            let open = if text.contains('\n') { format!("\n{pad}{{") } else { " {".to_owned() };
            format!("{head}{text}{open}\n{}\n{pad}}}", statements(then, indent + TAB))
        }
        Stmt::For { pattern, over, body } => {
            let head = format!("{pad}for {pattern} in ");
            let text = expression(over, indent, head.len(), " {".len());
            format!("{head}{text} {{\n{}\n{pad}}}", statements(body, indent + TAB))
        }
        Stmt::Block(block) => format!("{pad}{}", braces(block, indent)),
        Stmt::Comment(text) => {
            let lines = text.lines().map(|line| format!("{pad}// {line}").trim_end().to_owned());
            lines.collect::<Vec<_>>().join("\n")
        }
        Stmt::Blank => String::new(),
    }
}

/// `head value;`: on one line, else the value on the next, else broken up.
fn assignment(head: &str, value: &Expr, indent: usize) -> String {
    if let Some(line) = one_line(value) {
        if head.len() + 1 + width(&line) < MAX_WIDTH {
            return format!("{head} {line};");
        }
        if indent + TAB + width(&line) < MAX_WIDTH {
            return format!("{head}\n{}{line};", pad(indent + TAB));
        }
    }
    format!("{head} {};", expression(value, indent, head.len() + 1, 1))
}

/// An expression that starts at `column`, in a statement that starts at `indent`,
/// with `trailing` more characters behind it.
fn expression(expr: &Expr, indent: usize, column: usize, trailing: usize) -> String {
    let fits = |line: &String| column + width(line) + trailing <= MAX_WIDTH;
    if let Some(line) = one_line(expr).filter(fits) {
        return line;
    }
    match expr {
        // A string over several lines: its lines end with a backslash, so that
        // blanks at the start of the next do not count.
        Expr::Text(text) => text.replace('\n', &format!("\n{}", pad(column + 1))),
        Expr::Call(function, arguments) => {
            let head = one_line(function).unwrap_or_default();
            call(&head, arguments, indent, column, true)
        }
        Expr::Macro(name, arguments) => call(&format!("{name}!"), arguments, indent, column, false),
        Expr::Method(..) => chain(expr, indent, column, trailing),
        Expr::Prefix(symbol, operand) => {
            let operand = expression(operand, indent, column + symbol.len(), trailing);
            format!("{symbol}{operand}")
        }
        Expr::Suffix(operand, symbol) => {
            format!("{}{symbol}", expression(operand, indent, column, trailing + symbol.len()))
        }
        Expr::Binary(_, symbol, _) => binary(expr, symbol, indent, trailing),
        Expr::Cast(operand, rust_type) => {
            let behind = trailing + " as ".len() + rust_type.len();
            format!("{} as {rust_type}", expression(operand, indent, column, behind))
        }
        Expr::Paren(inner) => {
            format!("({})", expression(inner, indent, column + 1, trailing + 1))
        }
        Expr::Array(elements) => array(elements, indent),
        Expr::Tuple(elements) => call("", elements, indent, column, true),
        Expr::Index(list, place) => {
            let head = expression(list, indent, column, 0);
            format!("{head}[{}]", expression(place, indent, column + width(&head), trailing + 1))
        }
        Expr::Match(value, arms) => matching(value, arms, indent),
        Expr::Struct(name, fields) => structure(name, fields, indent),
        Expr::Closure(parameters, body) => closure(parameters, body, indent),
        Expr::Block(label, block) => {
            let label = label.as_ref().map(|label| format!("'{label}: ")).unwrap_or_default();
            format!("{label}{}", braces(block, indent))
        }
    }
}

fn braces(block: &[Stmt], indent: usize) -> String {
    format!("{{\n{}\n{}}}", statements(block, indent + TAB), pad(indent))
}

fn closure(parameters: &str, body: &Expr, indent: usize) -> String {
    match body {
        Expr::Block(None, block) => format!("{parameters} {}", braces(block, indent)),
        Expr::Block(..) => {
            format!("{parameters} {}", braces(&[Stmt::Tail(body.clone())], indent))
        }
        other => format!("{parameters} {}", braces(&[Stmt::Tail(other.clone())], indent)),
    }
}

/// Arguments one below the other, or the last one, if it has braces, at the end
/// of the line.
fn call(head: &str, arguments: &[Expr], indent: usize, column: usize, comma: bool) -> String {
    if let Some(text) = overflow(head, arguments, indent, column) {
        return text;
    }
    let inner = indent + TAB;
    let mut text = format!("{head}(");
    for (place, argument) in arguments.iter().enumerate() {
        let last = place + 1 == arguments.len();
        let separator = if last && !comma { "" } else { "," };
        text.push_str(&format!(
            "\n{}{}{separator}",
            pad(inner),
            expression(argument, inner, inner, 1)
        ));
    }
    format!("{text}\n{})", pad(indent))
}

fn overflow(head: &str, arguments: &[Expr], indent: usize, column: usize) -> Option<String> {
    let (last, others) = arguments.split_last()?;
    let open = matches!(last, Expr::Closure(..) | Expr::Block(..))
        || arguments.len() == 1
            && matches!(
                last,
                Expr::Call(..) | Expr::Struct(..) | Expr::Array(..) | Expr::Macro(..)
            );
    if !open {
        return None;
    }
    let others = others.iter().map(one_line).collect::<Option<Vec<_>>>()?;
    let mut text = format!("{head}({}", others.join(", "));
    if !others.is_empty() {
        text.push_str(", ");
    }
    let last = match last {
        Expr::Closure(parameters, body) => closure(parameters, body, indent),
        other => expression(other, indent, column + text.len(), 1),
    };
    let first_line = last.lines().next().unwrap_or_default();
    let fits = column + width(&text) + width(first_line) <= MAX_WIDTH && last.contains('\n');
    fits.then(|| format!("{text}{last})"))
}

/// `a.b().c()`, with each call on a line of its own.
fn chain(expr: &Expr, indent: usize, column: usize, trailing: usize) -> String {
    let mut calls = Vec::new();
    let mut root = expr;
    while let Expr::Method(receiver, name, arguments) = root {
        calls.push((name, arguments));
        root = receiver;
    }
    calls.reverse();
    if let Some(text) = chain_with_open_end(root, &calls, indent, column) {
        return text;
    }
    let inner = indent + TAB;
    let mut text = expression(root, indent, column, 0);
    let mut calls = calls.into_iter().peekable();
    if calls.len() == 1 {
        let (name, arguments) = calls.next().expect("there is one call");
        let one = match arguments.as_slice() {
            // A closure alone may be as wide as the page.
            [closure @ Expr::Closure(..)] => one_line(closure).map(|it| format!(".{name}({it})")),
            _ => one_line(&Expr::call(format!(".{name}"), arguments.clone())),
        };
        let fits = |line: &String| inner + width(line) + trailing <= MAX_WIDTH;
        if let Some(line) = one.filter(fits) {
            return format!("{text}\n{}{line}", pad(inner));
        }
        return call(&format!("{text}.{name}"), arguments, indent, column, true);
    }
    // A short root at the start of a line does not stand alone.
    while text.len() + column <= TAB + indent && !text.contains('\n') {
        let Some((name, arguments)) = calls.next() else { break };
        let arguments = arguments.iter().map(|argument| one_line(argument).unwrap_or_default());
        text.push_str(&format!(".{name}({})", arguments.collect::<Vec<_>>().join(", ")));
    }
    while let Some((name, arguments)) = calls.next() {
        let behind = if calls.peek().is_none() { trailing } else { 0 };
        let one = Expr::Call(Box::new(Expr::text(format!(".{name}"))), arguments.clone());
        text.push_str(&format!("\n{}{}", pad(inner), expression(&one, inner, inner, behind)));
    }
    text
}

/// `a.b().c(|x| {` and the closure's lines.
fn chain_with_open_end(
    root: &Expr,
    calls: &[(&String, &Vec<Expr>)],
    indent: usize,
    column: usize,
) -> Option<String> {
    let ((name, arguments), others) = calls.split_last()?;
    let mut head = one_line(root)?;
    for (name, arguments) in others {
        let arguments = arguments.iter().map(one_line).collect::<Option<Vec<_>>>()?;
        head.push_str(&format!(".{name}({})", arguments.join(", ")));
    }
    head.push_str(&format!(".{name}"));
    let opens =
        |last: &Expr| matches!(last, Expr::Closure(_, body) if matches!(**body, Expr::Block(..)));
    if width(&head) > CHAIN_WIDTH || !arguments.last().is_some_and(opens) {
        return None;
    }
    let text = overflow(&head, arguments, indent, column)?;
    let first = text.lines().next().unwrap_or_default();
    (others.is_empty() || width(first) <= CHAIN_WIDTH).then_some(text)
}

/// Operands of one operator one below the other, the operator first.
fn binary(expr: &Expr, symbol: &str, indent: usize, trailing: usize) -> String {
    let mut operands = Vec::new();
    flatten(expr, symbol, &mut operands);
    let inner = indent + TAB;
    let last = operands.len() - 1;
    let lines = operands.iter().enumerate().map(|(place, operand)| {
        let behind = if place == last { trailing } else { 0 };
        if place == 0 {
            expression(operand, indent, indent, behind)
        } else {
            let column = inner + symbol.len() + 1;
            let text = expression(operand, inner, column, behind);
            format!("{}{symbol} {text}", pad(inner))
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn flatten<'e>(expr: &'e Expr, symbol: &str, operands: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(left, own, right) if *own == symbol => {
            flatten(left, symbol, operands);
            operands.push(right);
        }
        other => operands.push(other),
    }
}

fn array(elements: &[Expr], indent: usize) -> String {
    let inner = indent + TAB;
    let lines: Option<Vec<String>> = elements.iter().map(one_line).collect();
    let short = |line: &String| line.len() <= SHORT_ARRAY_ELEMENT_WIDTH;
    if let Some(lines) = lines.filter(|lines| lines.iter().all(short)) {
        return format!("[\n{}\n{}]", filled(&lines, inner), pad(indent));
    }
    if let [only] = elements
        && is_bracketed(only)
    {
        return format!("[{}]", expression(only, indent, indent + 1, 1));
    }
    let mut text = "[".to_owned();
    for element in elements {
        text.push_str(&format!("\n{}{},", pad(inner), expression(element, inner, inner, 1)));
    }
    format!("{text}\n{}]", pad(indent))
}

/// Whether an only element opens its brackets on the line of the list.
fn is_bracketed(expr: &Expr) -> bool {
    match expr {
        Expr::Prefix(_, operand) => is_bracketed(operand),
        other => matches!(other, Expr::Array(..) | Expr::Struct(..)),
    }
}

/// Short elements, as many to a line as fit.
fn filled(elements: &[String], indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for element in elements {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + element.len() < MAX_WIDTH => {
                line.push_str(&format!(" {element},"));
            }
            _ => lines.push(format!("{}{element},", pad(indent))),
        }
    }
    lines.join("\n")
}

fn matching(value: &Expr, arms: &[(String, Expr)], indent: usize) -> String {
    let inner = indent + TAB;
    let column = indent + "match ".len();
    let mut text = format!("match {} {{", expression(value, indent, column, " {".len()));
    for (pattern, value) in arms {
        let head = format!("{}{pattern} => ", pad(inner));
        text.push_str(&format!("\n{head}{},", expression(value, inner, head.len(), 1)));
    }
    format!("{text}\n{}}}", pad(indent))
}

fn structure(name: &str, fields: &[(String, Expr)], indent: usize) -> String {
    let inner = indent + TAB;
    let mut text = format!("{name} {{");
    for (field, value) in fields {
        let head = format!("{}{field}: ", pad(inner));
        text.push_str(&format!("\n{head}{},", expression(value, inner, head.len(), 1)));
    }
    format!("{text}\n{}}}", pad(indent))
}

/// The expression on one line, where rustfmt would allow that however wide the
/// page is.
fn one_line(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Text(text) => (!text.contains('\n')).then(|| text.clone()),
        Expr::Call(function, arguments) => {
            let function = one_line(function)?;
            Some(format!("{function}({})", list(arguments, FN_CALL_WIDTH)?))
        }
        Expr::Macro(name, arguments) => {
            Some(format!("{name}!({})", list(arguments, FN_CALL_WIDTH)?))
        }
        Expr::Method(receiver, name, arguments) => {
            let text =
                format!("{}.{name}({})", one_line(receiver)?, list(arguments, FN_CALL_WIDTH)?);
            let chained = matches!(**receiver, Expr::Method(..));
            (!chained || width(&text) <= CHAIN_WIDTH).then_some(text)
        }
        Expr::Prefix(symbol, operand) => Some(format!("{symbol}{}", one_line(operand)?)),
        Expr::Suffix(operand, symbol) => Some(format!("{}{symbol}", one_line(operand)?)),
        Expr::Binary(left, symbol, right) => {
            Some(format!("{} {symbol} {}", one_line(left)?, one_line(right)?))
        }
        Expr::Cast(operand, rust_type) => Some(format!("{} as {rust_type}", one_line(operand)?)),
        Expr::Paren(inner) => Some(format!("({})", one_line(inner)?)),
        Expr::Array(elements) => {
            // An only element that can't be broken may be as wide as the page.
            let is_whole = matches!(&elements[..], [Expr::Text(_)]);
            let limit = if is_whole { usize::MAX } else { ARRAY_WIDTH };
            Some(format!("[{}]", list(elements, limit)?))
        }
        Expr::Tuple(elements) => Some(format!("({})", list(elements, FN_CALL_WIDTH)?)),
        Expr::Index(list, place) => Some(format!("{}[{}]", one_line(list)?, one_line(place)?)),
        Expr::Match(..) => None,
        Expr::Struct(name, fields) => {
            let fields = fields
                .iter()
                .map(|(field, value)| Some(format!("{field}: {}", one_line(value)?)))
                .collect::<Option<Vec<_>>>()?
                .join(", ");
            (width(&fields) <= STRUCT_LIT_WIDTH).then(|| format!("{name} {{ {fields} }}"))
        }
        Expr::Closure(parameters, body) => match &**body {
            Expr::Block(..) => None,
            body => Some(format!("{parameters} {}", one_line(body)?)),
        },
        Expr::Block(..) => None,
    }
}

fn list(elements: &[Expr], limit: usize) -> Option<String> {
    let text = elements.iter().map(one_line).collect::<Option<Vec<_>>>()?.join(", ");
    (width(&text) <= limit).then_some(text)
}

fn width(text: &str) -> usize {
    text.chars().count()
}
