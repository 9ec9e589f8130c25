//! Writes a game as PGN with clocks, scores and depths.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime};

use rocada_protocol::Score;
use rocada_rules::{AnyPosition, CastlingStyle, Color, FenStyle, Variant};

use crate::player::Board;
use crate::referee::{GameRecord, PlayedMove};
use crate::time_control::TimeControl;

/// The words around a game that the match knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnFrame {
    /// The tag `Event`.
    pub event: String,
    /// The tag `Site`.
    pub site: String,
    /// The tag `Round`: the game's number in the match.
    pub round: u32,
    /// What is said about moves whose time is not known: those of the opening.
    pub untimed: &'static str,
}

impl PgnFrame {
    /// A game of a match.
    pub fn of_match(event: &str, round: u32) -> PgnFrame {
        let site = "Rocada arena".to_owned();
        PgnFrame { event: event.to_owned(), site, round, untimed: "book" }
    }
}

/// The game as text, with an empty line at the end.
pub fn write_pgn(frame: &PgnFrame, record: &GameRecord) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| write_tag(&mut text, name, value);
    let verdict = &record.verdict;
    tag("Event", &frame.event);
    tag("Site", &frame.site);
    tag("Date", &date(record.began));
    tag("Round", &frame.round.to_string());
    tag("White", &record.names[0]);
    tag("Black", &record.names[1]);
    tag("Result", &verdict.result.to_string());
    write_start_tags(&mut text, &record.base);
    let mut tag = |name: &str, value: &str| write_tag(&mut text, name, value);
    if record.limits[0] == record.limits[1] {
        tag("TimeControl", &time_tag(&record.limits[0]));
    } else {
        tag("WhiteTimeControl", &time_tag(&record.limits[0]));
        tag("BlackTimeControl", &time_tag(&record.limits[1]));
    }
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", verdict.end.pgn());
    tag("Ending", verdict.end.name());
    text.push('\n');
    write_moves(&mut text, frame, record);
    text
}

/// Appends the tags that say which game begins where; none for chess as usual.
pub fn write_start_tags(text: &mut String, base: &AnyPosition) {
    match base.variant() {
        Variant::Chess => {}
        Variant::Chess960 => write_tag(text, "Variant", "Chess960"),
        // Readers recognise crazyhouse960 by the castling letters of the FEN.
        Variant::Crazyhouse | Variant::Crazyhouse960 => write_tag(text, "Variant", "Crazyhouse"),
    }
    if !Board::new(base.clone()).begins_as_usual() {
        let is_960 = base.variant().is_960();
        let castling = if is_960 { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        write_tag(text, "SetUp", "1");
        write_tag(text, "FEN", &base.fen_with(FenStyle { castling, ..FenStyle::default() }));
    }
}

/// Appends `[Name "value"]` and the end of the line.
pub fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn time_tag(limits: &TimeControl) -> String {
    limits.to_string()
}

fn write_moves(text: &mut String, frame: &PgnFrame, record: &GameRecord) {
    let mut lines = LineWriter::new(text);
    let mut number = record.base.fullmove_number();
    let mut color = record.base.turn();
    let mut needs_number = true;
    for played in &record.moves {
        match color {
            Color::White => lines.word(&format!("{number}.")),
            Color::Black if needs_number => lines.word(&format!("{number}...")),
            Color::Black => {}
        }
        lines.word(&played.san);
        let comment = comment(frame, played);
        needs_number = !comment.is_empty();
        if needs_number {
            comment.split(' ').for_each(|word| lines.word(word));
        }
        if color == Color::Black {
            number += 1;
        }
        color = !color;
    }
    let sentence = record.verdict.sentence.replace(['{', '}'], "'");
    format!("{{{sentence}}}").split_whitespace().for_each(|word| lines.word(word));
    lines.word(&record.verdict.result.to_string());
    text.push_str("\n\n");
}

/// `{+0.35/12 0.045s [%clk 0:00:07.9]}`: score for the mover, depth, time used, time left.
fn comment(frame: &PgnFrame, played: &PlayedMove) -> String {
    let Some(used) = played.used else {
        return if frame.untimed.is_empty() { String::new() } else { format!("{{{}}}", frame.untimed) };
    };
    let mut words = Vec::new();
    if let Some(score) = played.thought.score {
        let depth = played.thought.depth.unwrap_or(0);
        words.push(format!("{}/{depth}", score_text(score)));
    }
    words.push(format!("{:.3}s", used.as_secs_f64()));
    if let Some(left) = played.left {
        words.push(format!("[%clk {}]", clock_text(left)));
    }
    format!("{{{}}}", words.join(" "))
}

/// Pawns with a sign, or `+M3`.
pub(crate) fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Score::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    }
}

fn clock_text(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    format!("{}:{:02}:{:02}.{}", seconds / 3600, seconds / 60 % 60, seconds % 60, tenths % 10)
}

/// Appends words and breaks lines before they become long.
pub struct LineWriter<'a> {
    text: &'a mut String,
    width: usize,
}

impl<'a> LineWriter<'a> {
    /// Begins a line at the end of a text.
    pub fn new(text: &'a mut String) -> LineWriter<'a> {
        LineWriter { text, width: 0 }
    }

    /// Appends a word, on the next line if it does not fit here.
    pub fn word(&mut self, word: &str) {
        if self.width > 0 && self.width + 1 + word.len() > 100 {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += word.len();
    }
}

/// `YYYY.MM.DD` in universal time.
fn date(time: SystemTime) -> String {
    let ((year, month, day), _) = date_and_time(time);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day, and hour, minute and second, in universal time.
pub fn date_and_time(time: SystemTime) -> ((i64, i64, i64), (u64, u64, u64)) {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let day = civil(i64::try_from(seconds / 86_400).unwrap_or(0));
    (day, (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60))
}

/// Year, month and day of a number of days since 1970-01-01. Years are counted from March, so that the leap day is
/// the last one.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_773), (2026, 11, 16));
    }

    #[test]
    fn scores_and_clocks_are_readable() {
        assert_eq!(score_text(Score::Centipawns(-35)), "-0.35");
        assert_eq!(score_text(Score::Mate(-2)), "-M2");
        assert_eq!(clock_text(Duration::from_millis(3_723_450)), "1:02:03.4");
    }
}
