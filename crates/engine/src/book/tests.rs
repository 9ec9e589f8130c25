#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use std::time::Instant;

use rocada_rules::{AnyPosition, Tolerance, Variant};

use super::embedded::{LineError, Lines};
use super::polyglot::Polyglot;
use super::*;

/// The position after some moves.
fn after(variant: Variant, moves: &str) -> AnyPosition {
    let mut position = AnyPosition::start(variant);
    for text in moves.split_whitespace() {
        position.play(position.parse_move(text).unwrap());
    }
    position
}

fn read_fen(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen, Tolerance::Strict).unwrap()
}

/// A move in the bits of Polyglot.
fn polyglot_bits(from: &str, to: &str, promotion: u16) -> u16 {
    let index = |name: &str| u16::try_from(rocada_rules::Square::from_name(name.as_bytes()).unwrap().index());
    promotion << 12 | index(from).unwrap() << 6 | index(to).unwrap()
}

/// The bytes of a Polyglot file.
fn polyglot_file(entries: &[(u64, u16, u16)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (key, mv, weight) in entries {
        bytes.extend(key.to_be_bytes());
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    bytes
}

fn polyglot_book(entries: &[(u64, u16, u16)]) -> Result<Book, PolyglotError> {
    let polyglot = Polyglot::read(Path::new("test.bin"), &polyglot_file(entries))?;
    Ok(Book { source: Source::Polyglot(polyglot) })
}

fn written(position: &AnyPosition, moves: &[BookMove]) -> Vec<String> {
    moves.iter().map(|candidate| position.san(candidate.mv)).collect()
}

#[test]
fn every_embedded_line_can_be_played() {
    for (variant, text) in [
        (Variant::Chess, include_str!("../../openings/chess.txt")),
        (Variant::Crazyhouse, include_str!("../../openings/crazyhouse.txt")),
    ] {
        if let Err(error) = Lines::read(variant, text) {
            panic!("openings/{variant}.txt: {error}");
        }
    }
}

#[test]
fn embedded_lines_are_read_at_once() {
    // The bound is wide, for the machine may be busy; alone it takes some two milliseconds.
    for (variant, text) in [
        (Variant::Chess, include_str!("../../openings/chess.txt")),
        (Variant::Crazyhouse, include_str!("../../openings/crazyhouse.txt")),
    ] {
        let began = Instant::now();
        let lines = Lines::read(variant, text).unwrap();
        let spent = began.elapsed();
        eprintln!("{variant}: {} lines, {} positions in {spent:?}", lines.count(), lines.positions());
        assert!(spent.as_millis() < 200, "{spent:?}");
    }
}

#[test]
fn every_first_move_of_chess_is_answered() {
    let book = Book::embedded(Variant::Chess);
    let start = AnyPosition::start(Variant::Chess);
    for &mv in &start.legal_moves() {
        let mut position = start.clone();
        position.play(mv);
        assert!(!book.candidates(&position).is_empty(), "no answer to {}", start.san(mv));
    }
}

#[test]
fn common_openings_are_answered_with_variety() {
    let book = Book::embedded(Variant::Chess);
    for (moves, least) in [
        ("", 4),
        ("e4", 6),
        ("d4", 4),
        ("c4", 4),
        ("Nf3", 4),
        ("e4 e5", 3),
        ("e4 c5", 4),
        ("e4 e6", 3),
        ("e4 c6", 3),
        ("e4 e5 Nf3", 3),
        ("e4 e5 Nf3 Nc6", 4),
        ("d4 d5", 3),
        ("d4 Nf6", 4),
        ("d4 d5 c4", 3),
        ("d4 Nf6 c4", 4),
    ] {
        let found = book.candidates(&after(Variant::Chess, moves));
        assert!(found.len() >= least, "after '{moves}' only {} moves", found.len());
    }
    let crazyhouse = Book::embedded(Variant::Crazyhouse);
    for (moves, least) in [("", 3), ("e4", 4), ("d4", 2), ("e4 e5", 3)] {
        let found = crazyhouse.candidates(&after(Variant::Crazyhouse, moves));
        assert!(found.len() >= least, "crazyhouse after '{moves}' only {} moves", found.len());
    }
}

#[test]
fn transpositions_are_known() {
    let book = Book::embedded(Variant::Chess);
    let one = after(Variant::Chess, "d4 Nf6 c4 e6 Nc3 d5");
    let other = after(Variant::Chess, "c4 e6 Nc3 d5 d4 Nf6");
    assert!(!book.candidates(&one).is_empty());
    assert_eq!(book.candidates(&one), book.candidates(&other));
}

#[test]
fn embedded_book_serves_chess960_only_from_the_classical_start() {
    let book = Book::embedded(Variant::Chess960);
    let classical = after(Variant::Chess960, "e4 e5 Nf3");
    assert!(!book.candidates(&classical).is_empty());
    let other = read_fen(Variant::Chess960, "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w HDhd - 0 1");
    assert!(book.candidates(&other).is_empty());
}

#[test]
fn book_of_one_game_is_silent_in_the_other() {
    assert!(Book::embedded(Variant::Chess).candidates(&AnyPosition::start(Variant::Crazyhouse)).is_empty());
    assert!(Book::embedded(Variant::Crazyhouse).candidates(&AnyPosition::start(Variant::Chess)).is_empty());
}

#[test]
fn doubted_moves_are_answered_and_never_chosen() {
    let lines = Lines::read(Variant::Chess, "2 e4 f6? d4 # a comment\n\n1 d4\n").unwrap();
    assert_eq!(lines.count(), 2);
    assert_eq!(lines.candidates(&AnyPosition::start(Variant::Chess)).len(), 2);
    assert!(lines.candidates(&after(Variant::Chess, "e4")).is_empty());
    assert_eq!(lines.candidates(&after(Variant::Chess, "e4 f6")).len(), 1);
}

#[test]
fn bad_lines_are_told_with_their_number() {
    let error = Lines::read(Variant::Chess, "1 e4 e5\n1 e4 e5 Ke3\n").unwrap_err();
    assert!(matches!(error, LineError::Move { line: 2, .. }), "{error}");
    let error = Lines::read(Variant::Chess, "e4 e5\n").unwrap_err();
    assert_eq!(error.to_string(), "line 1: 'e4' is no weight such as 3");
}

#[test]
fn lines_after_a_bad_one_are_still_right() {
    let error = Lines::read(Variant::Chess, "1 e4 e5 Nf3 Ke3\n1 e4 e5 Nf3 Nc6\n1 d4 d5 Nh5\n").unwrap_err();
    assert!(matches!(error, LineError::Move { line: 1, .. }), "{error}");
}

#[test]
fn moves_are_chosen_as_often_as_they_weigh() {
    let start = AnyPosition::start(Variant::Chess);
    let key = start.polyglot_key();
    let book = polyglot_book(&[
        (key, polyglot_bits("e2", "e4", 0), 3),
        (key, polyglot_bits("d2", "d4", 0), 1),
        (key, polyglot_bits("a2", "a4", 0), 0),
    ])
    .unwrap();
    assert_eq!(written(&start, &book.candidates(&start)), ["e4", "d4", "a4"]);
    let mut dice = Dice::from_seed(7);
    let mut count = [0; 2];
    for _ in 0..4000 {
        match start.san(book.choose(&start, || dice.roll()).unwrap()).as_str() {
            "e4" => count[0] += 1,
            "d4" => count[1] += 1,
            other => panic!("{other} was chosen"),
        }
    }
    assert!((2850..3150).contains(&count[0]), "{count:?}");
}

#[test]
fn nothing_is_chosen_where_nothing_is_known() {
    let book = Book::embedded(Variant::Chess);
    let position = read_fen(Variant::Chess, "8/8/8/4k3/8/8/4K3/8 w - - 0 1");
    assert_eq!(book.choose(&position, || 0), None);
    let mate = read_fen(Variant::Chess, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(book.choose(&mate, || 0), None);
}

#[test]
fn book_that_runs_in_circles_is_left() {
    let book = Book::embedded(Variant::Chess);
    let circle = after(Variant::Chess, "Nf3 Nf6 Ng1 Ng8");
    assert!(!book.candidates(&circle).is_empty());
    assert_eq!(book.choose(&circle, || 0), None);
}

#[test]
fn polyglot_castling_becomes_castling() {
    let position = read_fen(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let key = position.polyglot_key();
    for (to, san) in [("h1", "O-O"), ("a1", "O-O-O"), ("g1", "O-O"), ("c1", "O-O-O")] {
        let book = polyglot_book(&[(key, polyglot_bits("e1", to, 0), 1)]).unwrap();
        assert_eq!(written(&position, &book.candidates(&position)), [san]);
    }
    // Without the right the same bits are no move.
    let position = read_fen(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
    let book = polyglot_book(&[(position.polyglot_key(), polyglot_bits("e1", "h1", 0), 1)]).unwrap();
    assert!(book.candidates(&position).is_empty());
}

#[test]
fn polyglot_promotions_keep_their_piece() {
    let position = read_fen(Variant::Chess, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    let key = position.polyglot_key();
    let entries: Vec<_> =
        (0..8).map(|promotion| (key, polyglot_bits("a7", "a8", promotion), 9 - promotion)).collect();
    let book = polyglot_book(&entries).unwrap();
    assert_eq!(written(&position, &book.candidates(&position)), ["a8=N", "a8=B", "a8=R", "a8=Q"]);
}

#[test]
fn illegal_and_doubled_polyglot_moves_do_no_harm() {
    let start = AnyPosition::start(Variant::Chess);
    let key = start.polyglot_key();
    let mut entries: Vec<_> = (0..=u16::MAX).map(|bits| (key, bits, 1)).collect();
    entries.push((key, polyglot_bits("e2", "e4", 0), u16::MAX));
    let book = polyglot_book(&entries).unwrap();
    let found = book.candidates(&start);
    assert_eq!(found.len(), 20);
    assert!(found.iter().all(|candidate| start.is_legal(candidate.mv)));
    assert!(found.first().unwrap().weight > u32::from(u16::MAX));
    assert!(book.candidates(&AnyPosition::start(Variant::Crazyhouse)).is_empty());
}

#[test]
fn files_that_are_no_books_are_refused_with_a_sentence() {
    let error = |path: &str| Book::open(path).unwrap_err().to_string();
    assert!(error("/no/such/book.bin").starts_with("the book '/no/such/book.bin' cannot be read"));
    assert!(error(env!("CARGO_MANIFEST_DIR")).contains("is not a file"));
    let read = |bytes: &[u8]| Polyglot::read(Path::new("x.bin"), bytes).unwrap_err().to_string();
    assert_eq!(read(&[]), "the book 'x.bin' is empty");
    assert!(read(&[0; 17]).contains("17 bytes"));
    assert!(read(&polyglot_file(&[(2, 0, 1), (2, 1, 1), (1, 0, 1)])).contains("entry 3"));
}

#[test]
fn books_say_how_many_positions_were_read() {
    let book = polyglot_book(&[(1, 0, 1), (1, 5, 1), (3, 0, 1)]).unwrap();
    assert_eq!(book.positions(), 2);
    assert_eq!(book.describe(), "the book 'test.bin' knows 2 positions with 3 moves");
    assert!(Book::embedded(Variant::Chess).describe().starts_with("the embedded chess book knows "));
}
