//! Puts the networks of the folder `nets` into the binary, as far as they are there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets its variables"));
    let nets = variable("CARGO_MANIFEST_DIR").join("../../nets");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", nets.display());
    let mut text = String::new();
    for (name, file) in [("CHESS", "chess.nnue"), ("CRAZYHOUSE", "crazyhouse.nnue")] {
        let bytes = embed(&nets.join(file));
        writeln!(text, "pub(super) static {name}: Option<&[u8]> = {bytes};").expect("writing to a string");
    }
    fs::write(variable("OUT_DIR").join("nets.rs"), text).expect("OUT_DIR is writable");
}

fn embed(path: &Path) -> String {
    match path.canonicalize() {
        Ok(path) if path.is_file() => format!("Some(include_bytes!({:?}))", path.display().to_string()),
        _ => "None".to_owned(),
    }
}
