//! Which file needs which import.

use super::view::SuiteView;
use crate::refine::{Use, mentions};

/// Puts each import where its name is used. Whether a trait is imported for its
/// methods can't be seen. So what is not named in the tests stays there all the
/// same if the mapping has Rust code of its own, or if its signatures do not
/// account for it.
pub fn distribute(uses: &[Use], view: &mut SuiteView) {
    let (tests, mocks) = (code_of_tests(view), code_of_mocks(view));
    let has_code = !view.functions.is_empty() || !view.preludes.is_empty();
    let mut of_tests = vec![Import::plain("mocks::*")];
    let mut of_mocks = Vec::new();
    let mut of_file = Vec::new();
    for import in uses {
        let Some(name) = &import.name else {
            of_tests.push(Import::perhaps(&import.text));
            of_mocks.push(Import::perhaps(&import.text));
            of_file.push(Import::perhaps(&import.text));
            continue;
        };
        let (in_tests, in_mocks) = (mentions(&tests, name), mentions(&mocks, name));
        let is_type = name.starts_with(char::is_uppercase);
        let for_methods = is_type && (has_code || !import.in_signatures && !in_mocks);
        if in_mocks {
            of_mocks.push(Import::plain(&import.text));
        }
        if in_tests {
            of_tests.push(Import::plain(&import.text));
        } else if for_methods {
            of_tests.push(Import::perhaps(&import.text));
        }
        if in_tests || in_mocks {
            of_file.push(Import::plain(&import.text));
        } else if for_methods {
            of_file.push(Import::perhaps(&import.text));
        }
    }
    view.uses_of_tests = lines(of_tests);
    view.uses_of_mocks = lines(of_mocks);
    view.uses_of_file = lines(of_file);
}

struct Import {
    path: String,
    /// Whether it may turn out not to be needed.
    perhaps: bool,
}

impl Import {
    fn plain(path: &str) -> Self {
        Self { path: path.to_owned(), perhaps: false }
    }

    fn perhaps(path: &str) -> Self {
        Self { path: path.to_owned(), perhaps: true }
    }
}

/// `use` lines in the order of rustfmt.
fn lines(imports: Vec<Import>) -> Vec<String> {
    let (perhaps, plain): (Vec<_>, Vec<_>) = imports.into_iter().partition(|one| one.perhaps);
    let sorted = |imports: Vec<Import>| {
        let mut paths: Vec<String> = imports.into_iter().map(|import| import.path).collect();
        paths.sort_by_key(|path| key(path));
        paths.dedup();
        paths
    };
    let plain = merged(sorted(plain)).into_iter().map(|path| (path, ""));
    let attribute = "#[allow(unused_imports)]\n";
    let mut lines: Vec<_> =
        plain.chain(sorted(perhaps).into_iter().map(|path| (path, attribute))).collect();
    lines.sort_by_key(|(path, _)| key(path));
    let mut grouped = Vec::new();
    for (place, (path, attribute)) in lines.iter().enumerate() {
        // A blank line where the editions would not agree on the order.
        let before = place.checked_sub(1).map(|before| newer_key(&lines[before].0));
        if before.is_some_and(|before| before > newer_key(path)) {
            grouped.push(String::new());
        }
        grouped.push(format!("{attribute}use {path};"));
    }
    grouped
}

/// The order since edition 2024, which knows no classes of names.
fn newer_key(path: &str) -> Vec<(u8, String)> {
    let rank = |segment: &str| {
        let (class, name) = rank(segment);
        (class.min(3), name)
    };
    path.split("::").map(rank).collect()
}

fn key(path: &str) -> Vec<(u8, String)> {
    path.split("::").map(rank).collect()
}

/// Types of one module as one import: `module::{A, B}`. The paths are sorted.
fn merged(paths: Vec<String>) -> Vec<String> {
    let mut merged: Vec<(String, Vec<String>)> = Vec::new();
    for path in paths {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", &path));
        let is_type = name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphabetic);
        match merged.last_mut() {
            Some((known, names)) if known == module && is_type && !module.is_empty() => {
                names.push(name.to_owned());
            }
            _ if is_type => merged.push((module.to_owned(), vec![name.to_owned()])),
            _ => merged.push((path.clone(), Vec::new())),
        }
    }
    let text = |(module, names): (String, Vec<String>)| match names.as_slice() {
        [] => module,
        [name] if module.is_empty() => name.clone(),
        [name] => format!("{module}::{name}"),
        names => format!("{module}::{{{}}}", names.join(", ")),
    };
    merged.into_iter().map(text).collect()
}

/// Keywords first, then names in snake case, then types, then constants.
fn rank(segment: &str) -> (u8, String) {
    let class = match segment {
        "self" => 0,
        "super" => 1,
        "crate" => 2,
        "*" => 6,
        name if name.chars().all(|letter| !letter.is_uppercase()) => 3,
        name if name.chars().any(char::is_lowercase) => 4,
        _ => 5,
    };
    (class, segment.to_owned())
}

fn code_of_tests(view: &SuiteView) -> String {
    let mut code = String::new();
    let mut add = |text: &str| {
        code.push_str(text);
        code.push('\n');
    };
    view.subjects.iter().for_each(|subject| add(&subject.rust_type));
    view.preludes.iter().for_each(|items| add(items));
    for function in &view.functions {
        add(&function.signature);
        add(&function.body);
    }
    for function in &view.same {
        add(&function.signature);
        add(&function.body);
    }
    for axiom in &view.axioms {
        add(&axiom.signature);
        add(&axiom.body);
        axiom.tests.iter().for_each(|test| add(&test.body));
    }
    for laws in &view.laws {
        add(&laws.samples);
        laws.tests.iter().for_each(|test| add(&test.body));
    }
    code
}

fn code_of_mocks(view: &SuiteView) -> String {
    let mut code = String::new();
    let mut add = |text: &str| {
        code.push_str(text);
        code.push('\n');
    };
    for mock in &view.mocks {
        for item in &mock.impls {
            add(&item.trait_name);
            item.associated.iter().for_each(|pair| add(&pair.rust_type));
            for method in &item.methods {
                add(&method.signature);
                add(&method.body);
            }
        }
        if let Some(closure) = &mock.closure {
            add(&closure.rust_type);
            add(&closure.body);
        }
    }
    code
}
