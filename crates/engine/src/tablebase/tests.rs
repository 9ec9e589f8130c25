#![allow(clippy::unwrap_used)]

use super::*;
use rocada_rules::Tolerance;

#[test]
fn lists_of_folders_are_split_as_the_platform_does() {
    let folders: Vec<_> = split_folders("/a; /b ;;").collect();
    assert_eq!(folders, [Path::new("/a"), Path::new("/b")]);
    if cfg!(not(windows)) {
        assert_eq!(split_folders("/a:/b").count(), 2);
    }
}

#[test]
fn each_failure_has_its_sentence() {
    let error = |folders: &str| Syzygy::open(folders).unwrap_err().to_string();
    assert!(error("").starts_with("no tablebase folder is named"));
    assert!(error("/no/such/folder").starts_with("the tablebase folder '/no/such/folder' cannot be read"));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    assert!(error(source).starts_with("there are no Syzygy tables"));
}

#[test]
fn positions_reach_the_library_unchanged() {
    for fen in [
        "8/8/8/8/8/4k3/4p3/4K3 w - - 12 1",
        "8/8/8/8/k2Pp2Q/8/8/K7 b - - 0 1",
        "8/8/8/2k5/3Pp3/8/8/K7 b - d3 0 1",
        "qqqqk3/8/8/8/8/8/8/4K3 b - - 0 1",
    ] {
        let position: Position<Standard> = Position::from_fen(fen, Tolerance::Repair).unwrap();
        let chess = translate(&position).unwrap();
        let written = shakmaty::fen::Fen::from_position(&chess, shakmaty::EnPassantMode::Legal).to_string();
        assert_eq!(written, position.fen(), "{fen}");
    }
}
