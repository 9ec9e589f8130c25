//! Puts the page of `web/dist` into the binary, as far as it was built. Never needs node itself.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets its variables"));
    let page = variable("CARGO_MANIFEST_DIR").join("../../web/dist");
    let out = variable("OUT_DIR");
    // Cargo builds again and again when it shall watch something that is not there: an empty folder means "no page".
    let _ = fs::create_dir_all(&page);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, "", &mut files);
    files.sort();
    let mut text = String::from("pub(super) static FILES: &[super::File] = &[\n");
    for (index, (name, path)) in files.iter().enumerate() {
        let gzip = smaller(path, &out.join(format!("page-{index}.gz")));
        writeln!(text, "    ({name:?}, include_bytes!({path:?}), {gzip}),").expect("writing to a string");
    }
    text.push_str("];\n");
    fs::write(out.join("page.rs"), text).expect("OUT_DIR is writable");
}

/// All files of a folder with their paths in the page. Source maps stay outside.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else if !name.ends_with(".map")
            && let Ok(path) = path.canonicalize()
        {
            files.push((name, path));
        }
    }
}

/// The file made small by gzip, where that pays.
fn smaller(path: &Path, target: &Path) -> String {
    let bytes = fs::read(path).expect("the page can be read");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes).expect("writing to memory");
    let small = encoder.finish().expect("writing to memory");
    if small.len() + small.len() / 10 >= bytes.len() {
        return "None".to_owned();
    }
    fs::write(target, small).expect("OUT_DIR is writable");
    format!("Some(include_bytes!({target:?}))")
}
