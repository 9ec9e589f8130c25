//! Whole conversations, one per file in `transcripts/`. The language is described in `common/mod.rs`.

mod common;

use std::fs;
use std::path::Path;

#[test]
fn every_recorded_conversation_runs_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text file");
        let run = std::panic::catch_unwind(|| {
            common::run(&text);
        });
        assert!(run.is_ok(), "in {}", path.display());
        count += 1;
    }
    assert!(count >= 10, "only {count} conversations");
}
