//! Books and tablebases against the shared data.

#![allow(clippy::print_stderr)]

mod common;

use std::fs;
use std::time::Instant;

use common::shared_data;
use rocada_engine::book::{Book, Dice};
use rocada_engine::tablebase::Syzygy;
use rocada_rules::{AnyPosition, Epd, Position, Standard, Tolerance, Variant};
use rocada_search::{Tablebases, Wdl};

/// A line of an EPD file with its position.
type Record = (Epd, Position<Standard>);

/// The tables and the records of an EPD file.
fn tables_and_records(file: &str) -> Option<(Syzygy, Vec<Record>)> {
    let tables = Syzygy::open(shared_data("syzygy")?.to_str()?).expect("the tables can be loaded");
    let text = fs::read_to_string(shared_data(&format!("epd/{file}"))?).expect("the file can be read");
    let records = text.lines().map(|line| {
        let epd = Epd::parse(line).expect("a record");
        let position = epd.position(Tolerance::Repair).expect("a position");
        (epd, position)
    });
    Some((tables, records.collect()))
}

fn wdl_of(number: i32) -> Wdl {
    match number {
        2 => Wdl::Win,
        -2 => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

#[test]
fn inventory_tells_what_was_found() {
    let Some(folder) = shared_data("syzygy") else { return };
    let tables =
        Syzygy::open(&format!("/no/such/folder;{}", folder.display())).expect("one folder is enough");
    assert_eq!(tables.most_men(), 4);
    let told = tables.inventory().to_string();
    assert!(
        told.starts_with("found 35 WDL and 35 DTZ tablebases for up to 4 men; cannot be read: "),
        "{told}"
    );
}

#[test]
fn tables_agree_with_the_records() {
    for file in ["endgame_tb_wdl_dtz.epd", "endgame_pychess_wdl_dtz.epd", "endgame_tb_decisions.epd"] {
        let Some((tables, records)) = tables_and_records(file) else { return };
        assert!(records.len() > 100);
        for (epd, position) in &records {
            let wdl: i32 = epd.number("wdl").expect("a value");
            assert_eq!(tables.probe(position), Some(wdl_of(wdl)), "{epd}");
            assert_eq!(tables.distance_to_zeroing(position), epd.number("dtz"), "{epd}");
        }
    }
}

#[test]
fn best_root_moves_keep_the_result() {
    let Some((tables, records)) = tables_and_records("endgame_tb_decisions.epd") else { return };
    for (epd, position) in &records {
        let right = epd.moves("bm", |text| position.parse_move(text)).expect("legal moves");
        let best = tables.best_root_moves(position).expect("the tables know the position");
        assert!(!best.is_empty());
        assert!(best.iter().all(|mv| right.contains(mv)), "{epd}: {best:?}");
        let wdl: i32 = epd.number("wdl").expect("a value");
        let ranked = tables.root_moves(position).expect("the tables know the position");
        assert_eq!(ranked.len(), position.legal_moves().len());
        assert_eq!(ranked[0].1.wdl(), wdl_of(wdl), "{epd}");
    }
}

#[test]
fn wins_are_brought_home_by_the_tables_alone() {
    for file in ["mate_150_KBNvK.epd", "mate_150_KQvKR.epd", "mate_150_KRvK.epd"] {
        let Some((tables, records)) = tables_and_records(file) else { return };
        for (_, start) in records.iter().step_by(25) {
            if tables.probe(start) != Some(Wdl::Win) {
                continue;
            }
            let mut position = start.clone();
            for ply in 0.. {
                assert!(position.draw_claim().is_none(), "drawn at ply {ply}: {}", start.fen());
                assert!(ply < 200, "no mate: {}", start.fen());
                // The last of the best moves stands for a search that knows nothing.
                let Some(best) = tables.best_root_moves(&position) else { break };
                position.play(*best.last().expect("best moves"));
            }
            assert!(position.in_check() && !position.has_legal_move(), "{}", position.fen());
        }
    }
}

#[test]
fn castling_rights_and_many_men_are_beyond_the_tables() {
    let Some(folder) = shared_data("syzygy") else { return };
    let tables = Syzygy::open(&folder.to_string_lossy()).expect("the tables can be loaded");
    for fen in ["4k2r/8/8/8/8/8/8/4K3 w k - 0 1", "4k3/8/8/8/8/8/8/RRR1K3 w - - 0 1"] {
        let position = Position::from_fen(fen, Tolerance::Strict).expect("a position");
        assert_eq!(tables.probe(&position), None);
        assert!(tables.root_moves(&position).is_none());
    }
}

/// A folder of its own for a test, removed at its end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rocada-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn damaged_tables_do_no_harm() {
    let Some((_, records)) = tables_and_records("endgame_tb_wdl_dtz.epd") else { return };
    let source = shared_data("syzygy").expect("it was there");
    let mut dice = Dice::from_seed(1);
    for round in 0..8 {
        let folder = Folder::new(&format!("damaged-{round}"));
        for entry in fs::read_dir(&source).expect("a folder") {
            let path = entry.expect("an entry").path();
            let mut bytes = fs::read(&path).expect("a file");
            for _ in 0..dice.roll() % 8 {
                // Half of the faults are where they hurt most: in the head.
                let reach = if dice.roll().is_multiple_of(2) { bytes.len().min(300) } else { bytes.len() };
                let place = (dice.roll() % reach as u64) as usize;
                bytes[place] = dice.roll() as u8;
            }
            match dice.roll() % 8 {
                0 => continue,
                1 => bytes.truncate((dice.roll() % bytes.len() as u64) as usize),
                2 => bytes.truncate(bytes.len() / 128 * 64 + 16),
                _ => {}
            }
            fs::write(folder.0.join(path.file_name().expect("a name")), bytes)
                .expect("a file can be written");
        }
        let tables = Syzygy::open(&folder.0.to_string_lossy()).expect("some tables remain");
        for (_, position) in &records {
            tables.probe(position);
            tables.root_moves(position);
        }
        assert!(tables.most_men() > 0, "the library has panicked");
    }
}

#[test]
fn without_dtz_tables_the_result_is_still_kept() {
    let Some((_, records)) = tables_and_records("endgame_tb_decisions.epd") else { return };
    let folder = Folder::new("wdl-only");
    for entry in fs::read_dir(shared_data("syzygy").expect("it was there")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "rtbw") {
            fs::copy(&path, folder.0.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let tables = Syzygy::open(&folder.0.to_string_lossy()).expect("the tables can be loaded");
    for (epd, position) in records.iter().step_by(5) {
        let right = epd.moves("bm", |text| position.parse_move(text)).expect("legal moves");
        let best = tables.best_root_moves(position).expect("the tables know the position");
        assert!(best.iter().all(|mv| right.contains(mv)), "{epd}: {best:?}");
    }
}

#[test]
#[ignore = "a measurement: cargo test --release -- --ignored --nocapture"]
fn measure_probes() {
    let Some((tables, records)) = tables_and_records("endgame_tb_wdl_dtz.epd") else { return };
    let ask_all = || records.iter().filter(|(_, position)| tables.probe(position).is_some()).count();
    let asked = ask_all();
    // The best of many rounds, for others may use the machine.
    let best = (0..500).map(|_| {
        let began = Instant::now();
        assert_eq!(ask_all(), asked);
        began.elapsed()
    });
    eprintln!("{} ns a probe", best.min().unwrap_or_default().as_nanos() / asked as u128);
}

#[test]
fn real_polyglot_books_are_read() {
    for (file, entries) in [
        ("polyglot_gnuchess_book.bin", 180_358),
        ("polyglot_gnuchess_small.bin", 8_557),
        ("polyglot_lasker-trap.bin", 7),
    ] {
        let Some(path) = shared_data(&format!("openings/{file}")) else { return };
        let began = Instant::now();
        let book = Book::open(&path).expect("a book");
        eprintln!("{} ({:?})", book.describe(), began.elapsed());
        assert!(book.describe().ends_with(&format!("with {entries} moves")));
        let mut dice = Dice::from_seed(1);
        for _ in 0..100 {
            let mut position = AnyPosition::start(Variant::Chess);
            while let Some(mv) = book.choose(&position, || dice.roll()) {
                assert!(position.is_legal(mv));
                position.play(mv);
                assert!(position.moves().len() < 200, "the book goes on for ever");
            }
            assert!(!position.moves().is_empty() || entries == 7, "{file} does not know the start position");
        }
    }
}

#[test]
fn real_book_castles() {
    let Some(path) = shared_data("openings/polyglot_gnuchess_book.bin") else { return };
    let book = Book::open(&path).expect("a book");
    let mut position = AnyPosition::start(Variant::Chess);
    for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6".split(' ') {
        position.play(position.parse_move(text).expect("a legal move"));
    }
    assert!(book.candidates(&position).iter().any(|candidate| position.san(candidate.mv) == "O-O"));
}
