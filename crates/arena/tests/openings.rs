//! The opening files of the shared data, all of them.

#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};

use rocada_arena::read_openings;
use rocada_rules::Variant;

/// The folder with the openings; on the CI machine it must be there.
fn folder() -> Option<PathBuf> {
    let shared = std::env::var_os("ROCADA_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let found = shared.join("openings");
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(found.exists() || !required, "{} is missing", found.display());
    if !found.exists() {
        eprintln!("note: {} is not here, its test is skipped", found.display());
    }
    found.exists().then_some(found)
}

#[test]
fn every_shared_set_of_openings_is_read_to_its_end() {
    let Some(folder) = folder() else { return };
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let variant = match name.split('_').next() {
            Some("crazyhouse") => Variant::Crazyhouse,
            Some("chess960" | "dfrc") => Variant::Chess960,
            _ => Variant::Chess,
        };
        let is_pgn = name.ends_with(".pgn");
        if !is_pgn && !name.ends_with(".epd") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let records = if is_pgn {
            text.matches("[Event ").count()
        } else {
            text.lines().filter(|line| !line.is_empty()).count()
        };
        let openings = read_openings(variant, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(openings.len(), records, "{name}");
        assert!(openings.iter().all(|board| board.current.has_legal_move()), "{name}");
        files += 1;
    }
    assert!(files >= 15, "only {files} files");
}
