//! Runs FEN, EPD, SAN and book keys over the shared test data, wherever that is present.

mod common;

use std::fs;
use std::path::Path;

use common::shared_data;
use rocada_rules::{
    AnyPosition, CastlingStyle, Epd, FenStyle, Position, Rules, Setup, Standard, Tolerance, Variant, perft,
};

const STRICT_AND_REPAIR: [Tolerance; 2] = [Tolerance::Strict, Tolerance::Repair];

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).expect("a readable file")).into_owned()
}

/// The fields of each line that is no comment.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').collect())
}

fn variant_of(name: &str) -> Variant {
    name.parse().expect("a known variant")
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut symbols = text.chars();
    while let Some(symbol) = symbols.next() {
        plain.push(match symbol {
            '\\' => match symbols.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('0') => '\0',
                _ => '\\',
            },
            _ => symbol,
        });
    }
    plain
}

/// Tests one line of the verdicts; the error says what is wrong.
fn judge(fields: &[&str], tolerance: Tolerance) -> Result<(), String> {
    let &[_, variant, verdict, fen, moves, normalised, ..] = fields else {
        return Err("too few fields".to_owned());
    };
    let variant = variant_of(variant);
    let position = AnyPosition::from_fen(variant, &unescaped(fen), tolerance);
    let same_as_normalised = |position: &AnyPosition| -> Result<(), String> {
        if normalised.is_empty() {
            return Ok(());
        }
        let expected = AnyPosition::from_fen(variant, normalised, Tolerance::Strict)
            .map_err(|error| error.to_string())?;
        match position.fen() == expected.fen() && position.board() == expected.board() {
            true => Ok(()),
            false => Err(format!("is {}, not {normalised}", position.fen())),
        }
    };
    match (verdict, position) {
        ("valid", Ok(position)) => {
            let count = position.count_legal_moves();
            if count.to_string() != moves {
                return Err(format!("{count} legal moves, not {moves}"));
            }
            same_as_normalised(&position)
        }
        ("valid", Err(error)) => Err(error.to_string()),
        ("invalid", Ok(_)) => Err("accepted".to_owned()),
        ("lenient", Ok(position)) => same_as_normalised(&position),
        ("lenient" | "invalid", Err(_)) => Ok(()),
        _ => Err("unknown verdict".to_owned()),
    }
}

/// Collects failures so that one run shows them all.
fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn fen_verdicts_are_shared() {
    let Some(path) = shared_data("badinput/fen_verdicts.tsv") else {
        return;
    };
    let mut failures = Vec::new();
    for fields in rows(&read(&path)) {
        for tolerance in STRICT_AND_REPAIR {
            if let Err(failure) = judge(&fields, tolerance) {
                let (id, fen) = (fields[0], fields.get(3).unwrap_or(&""));
                failures.push(format!("{id} {tolerance:?} {fen}: {failure}"));
            }
        }
    }
    report(&failures);
}

#[test]
fn valid_fens_are_accepted_and_written_back() {
    let Some(path) = shared_data("badinput/cozy_valid_fens.tsv") else {
        return;
    };
    let shredder = FenStyle {
        castling: CastlingStyle::Shredder,
        en_passant: rocada_rules::EnPassantStyle::Always,
        ..FenStyle::default()
    };
    let mut failures = Vec::new();
    for fields in rows(&read(&path)) {
        match Position::<Standard>::from_fen(fields[0], Tolerance::Strict) {
            Ok(position) if position.fen_with(shredder) == fields[0] => {
                let again = Position::from_fen(&position.fen(), Tolerance::Strict);
                if again.as_ref() != Ok(&position) {
                    failures.push(format!("{}: X-FEN {} is another", fields[0], position.fen()));
                }
            }
            Ok(position) => failures.push(format!("{}: {}", fields[0], position.fen_with(shredder))),
            Err(error) => failures.push(format!("{}: {error}", fields[0])),
        }
    }
    report(&failures);
}

#[test]
fn invalid_fens_are_refused() {
    let Some(path) = shared_data("badinput/cozy_invalid_fens.tsv") else {
        return;
    };
    let text = read(&path);
    let accepted = |fields: &Vec<&str>| Position::<Standard>::from_fen(fields[0], Tolerance::Strict).is_ok();
    let failures: Vec<String> = rows(&text).filter(accepted).map(|fields| fields.join(" ")).collect();
    report(&failures);
}

#[test]
fn epd_verdicts_are_shared() {
    let Some(path) = shared_data("badinput/epd_verdicts.tsv") else {
        return;
    };
    let mut failures = Vec::new();
    for fields in rows(&read(&path)) {
        let epd = Epd::parse(fields[2]);
        let position = epd.clone().ok().and_then(|epd| epd.position::<Standard>(Tolerance::Repair).ok());
        let sound = match (&epd, &position) {
            (Ok(epd), Some(position)) => ["bm", "am", "sm"]
                .into_iter()
                .all(|opcode| epd.moves(opcode, |text| position.parse_move(text)).is_ok()),
            _ => false,
        };
        match fields[1] {
            "valid" if !sound => failures.push(format!("{} is not read: {}", fields[0], fields[2])),
            "invalid" if position.is_some() => failures.push(format!("{} is accepted", fields[0])),
            _ => {}
        }
    }
    report(&failures);
}

#[test]
fn book_keys_agree() {
    let Some(path) = shared_data("openings/polyglot_keys.tsv") else {
        return;
    };
    for fields in rows(&read(&path)) {
        let position = Position::<Standard>::from_fen(fields[1], Tolerance::Repair).expect(fields[1]);
        assert_eq!(format!("{:016x}", position.polyglot_key()), fields[0], "{}", fields[1]);
    }
}

#[test]
fn chess960_starts_have_their_numbers() {
    let Some(path) = shared_data("openings/chess960_starts.epd") else {
        return;
    };
    let text = read(&path);
    assert_eq!(text.lines().count(), 960);
    for (number, line) in (0..).zip(text.lines()) {
        assert_eq!(Setup::from_fen(line).ok(), Setup::chess960(number), "{number}");
    }
}

#[test]
fn unreachable_positions_are_playable_in_lax() {
    let Some(path) = shared_data("perft/chess960_unreachable_lax.perft") else {
        return;
    };
    for line in read(&path).lines().filter(|line| !line.is_empty()) {
        let epd = Epd::parse(line).expect(line);
        let mut position: Position<Standard> = epd.position(Tolerance::Lax).expect(line);
        for depth in 1..=3 {
            let expected = epd.number(&format!("D{depth}"));
            assert_eq!(Some(perft(&mut position, depth)), expected, "{line}");
        }
    }
}

#[test]
fn suite_moves_are_read_and_written() {
    let Some(folder) = shared_data("epd") else {
        return;
    };
    let mut failures = Vec::new();
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "epd") {
            continue;
        }
        let drops = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("crazyhouse"));
        for line in read(&path).lines().filter(|line| !line.is_empty()) {
            let count = if drops {
                check_suite_line::<rocada_rules::Crazyhouse>(line)
            } else {
                check_suite_line::<Standard>(line)
            };
            match count {
                Ok(count) => seen += count,
                Err(failure) => failures.push(format!("{}: {failure}: {line}", path.display())),
            }
        }
    }
    report(&failures);
    assert!(seen > 10_000, "only {seen} moves in the suites");
}

/// Reads the best and worst moves of a record and writes them back; gives their number.
fn check_suite_line<R: Rules>(line: &str) -> Result<usize, String> {
    let epd = Epd::parse(line).map_err(|error| error.to_string())?;
    let position: Position<R> = epd.position(Tolerance::Repair).map_err(|error| error.to_string())?;
    let mut count = 0;
    for opcode in ["bm", "am"] {
        let moves = epd.moves(opcode, |text| position.parse_move(text)).map_err(|error| error.to_string())?;
        for &mv in &moves {
            let texts = [position.san(mv), position.uci(mv, false), position.uci(mv, true)];
            for text in texts {
                if position.parse_move(&text) != Ok(mv) {
                    return Err(format!("{text} is not read back"));
                }
            }
            let written = epd
                .operation(opcode)
                .is_some_and(|operation| operation.operands.iter().any(|o| o.text == position.san(mv)));
            if !written {
                return Err(format!("wrote {}", position.san(mv)));
            }
        }
        count += moves.len();
    }
    Ok(count)
}
