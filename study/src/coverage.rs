//! Which lines and regions of the subjects the generated tests reach, by `specgen test --coverage`.

use std::path::Path;
use std::process::Command;

use crate::page::{self, percent};
use crate::plain::plain;
use crate::subject::{Result, SUBJECTS};

const BEGIN: &str = "<!-- written by study/run coverage -->\n";
const END: &str = "<!-- end of what study/run coverage writes -->\n";

/// Runs the tests of `out/` on the subjects without their faults, and writes the table anew.
pub fn write(root: &Path) -> Result<()> {
    let folder = root.join("target/study/coverage");
    package(root, &folder)?;
    let output = Command::new(root.join("target/debug/specgen"))
        .current_dir(&folder)
        .args(["test", "--coverage", "--out"])
        .arg(root.join("out"))
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    if !output.status.success() || !text.contains("reached by tests\n") {
        return Err(format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    println!("{}", text.split("\n\n").take(2).collect::<Vec<_>>().join("\n\n"));
    page::replace(root, BEGIN, END, &table(&text)?)
}

/// A library with all subjects, and a program with all of their tests.
fn package(root: &Path, folder: &Path) -> Result<()> {
    for part in ["src", "tests"] {
        std::fs::create_dir_all(folder.join(part))?;
    }
    let (mut library, mut tests) = (String::new(), String::new());
    for name in SUBJECTS {
        let source = std::fs::read_to_string(root.join(format!("tests/subjects/{name}.rs")))?;
        std::fs::write(folder.join(format!("src/{name}.rs")), plain(&source)?)?;
        library += &format!("pub mod {name};\n");
        let suite = root.join(format!("out/{name}/main.rs"));
        tests += &format!("#[path = {suite:?}]\nmod {name};\n");
    }
    std::fs::write(folder.join("src/lib.rs"), library)?;
    std::fs::write(folder.join("tests/generated.rs"), tests)?;
    let manifest = "[package]\nname = \"subjects\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                    [workspace]\n";
    Ok(std::fs::write(folder.join("Cargo.toml"), manifest)?)
}

fn table(text: &str) -> Result<String> {
    let mut table = "| subject | lines | regions |\n|---|---|---|\n".to_owned();
    let mut total = [0; 4];
    for name in SUBJECTS {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("  src/{name}.rs: ")));
        let line = line.ok_or_else(|| format!("{name} was not reached"))?;
        // `47 of 48 lines, 60 of 63 regions`
        let numbers: Vec<usize> =
            line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        let [lines, all_lines, regions, all_regions] = numbers[..] else {
            return Err(format!("{name}: {line}").into());
        };
        total.iter_mut().zip(numbers).for_each(|(sum, count)| *sum += count);
        table += &format!("| {name} | {lines} of {all_lines} | {regions} of {all_regions} |\n");
    }
    let [lines, all_lines, regions, all_regions] = total;
    table += &format!(
        "| all | {lines} of {all_lines} ({}) | {regions} of {all_regions} ({}) |\n",
        percent(lines, all_lines),
        percent(regions, all_regions)
    );
    Ok(table + "\n")
}
