//! Runs over the project's own table of positions and moves.

use rocada_rules::{AnyPosition, Tolerance, Variant};

const TABLE: &str = include_str!("data/notation.tsv");

#[test]
fn every_move_of_the_table_is_written_and_read() {
    let mut lines = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, uci, uci960, san] = fields[..] else {
            panic!("five fields are wanted: {line}");
        };
        let variant: Variant = variant.parse().expect(line);
        let mut position = AnyPosition::from_fen(variant, fen, Tolerance::Strict)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(position.fen(), fen, "{line}");
        for text in [uci, uci960, san] {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{line}: {error}"));
            position.set_960(false);
            assert_eq!(position.uci(mv), uci, "{line}");
            position.set_960(true);
            assert_eq!(position.uci(mv), uci960, "{line}");
            assert_eq!(position.san(mv), san, "{line}");
        }
        lines += 1;
    }
    assert!(lines > 20);
}

#[test]
fn mated_side_has_no_move_to_write() {
    let fen = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
    let position = AnyPosition::from_fen(Variant::Crazyhouse, fen, Tolerance::Strict).expect("a valid FEN");
    assert!(position.in_check() && !position.has_legal_move());
}
