//! Openings: positions and short games from which matches begin.

use std::fmt;

use rocada_rules::{AnyPosition, Epd, Setup, Tolerance, Variant};

use crate::pgn_reader::{PgnGame, read_pgn};
use crate::player::Board;
use crate::random::Random;

/// Why a text is no set of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// Nothing in it.
    Empty,
    /// A record that cannot be read; the place and what is wrong.
    Bad {
        /// `line 3` or `game 3`.
        place: String,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Empty => {
                f.write_str("there are no openings in it; EPD lines or PGN games are needed")
            }
            OpeningError::Bad { place, reason } => write!(f, "{place}: {reason}"),
        }
    }
}

impl std::error::Error for OpeningError {}

/// Reads openings from EPD or PGN, whichever it is.
pub fn read_openings(variant: Variant, text: &str) -> Result<Vec<Board>, OpeningError> {
    let first = text.trim_start_matches('\u{feff}').trim_start();
    let is_pgn = first.starts_with('[') || first.starts_with("1.");
    let openings = if is_pgn { from_pgn(variant, text)? } else { from_epd(variant, text)? };
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn from_epd(variant: Variant, text: &str) -> Result<Vec<Board>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = |reason: String| OpeningError::Bad { place: format!("line {}", index + 1), reason };
        let epd = Epd::parse(line).map_err(|error| bad(error.to_string()))?;
        let base = AnyPosition::from_setup(variant, &epd.setup, Tolerance::Repair)
            .map_err(|error| bad(error.to_string()))?;
        openings.push(Board::new(base));
    }
    Ok(openings)
}

fn from_pgn(variant: Variant, text: &str) -> Result<Vec<Board>, OpeningError> {
    let games = read_pgn(text);
    let read = |(index, game): (usize, &PgnGame)| {
        board_of_game(variant, game)
            .map_err(|reason| OpeningError::Bad { place: format!("game {}", index + 1), reason })
    };
    games.iter().enumerate().map(read).collect()
}

/// The board at the end of a game, or one sentence that says what is wrong with it.
pub fn board_of_game(variant: Variant, game: &PgnGame) -> Result<Board, String> {
    let base = match game.tag("FEN") {
        Some(fen) => {
            AnyPosition::from_fen(variant, fen, Tolerance::Repair).map_err(|error| error.to_string())?
        }
        None => AnyPosition::start(variant),
    };
    let mut board = Board::new(base);
    board.current.set_960(variant.is_960());
    board.base.set_960(variant.is_960());
    for text in &game.moves {
        let mv = board.current.parse_move(text).map_err(|error| error.to_string())?;
        board.current.play(mv);
    }
    Ok(board)
}

/// The openings that a variant has by itself: the start position, or all 960 of them in an order that the seed gives.
pub fn default_openings(variant: Variant, seed: u64) -> Vec<Board> {
    if !variant.is_960() {
        return vec![Board::new(AnyPosition::start(variant))];
    }
    let mut openings: Vec<Board> = (0..960)
        .filter_map(Setup::chess960)
        .filter_map(|setup| AnyPosition::from_setup(variant, &setup, Tolerance::Repair).ok())
        .map(Board::new)
        .collect();
    Random::new(seed).shuffle(&mut openings);
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_and_pgn_are_told_apart() {
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n# remark\n";
        assert_eq!(read_openings(Variant::Chess, epd).map(|list| list.len()), Ok(1));
        let pgn = "[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4\n";
        let list = read_openings(Variant::Crazyhouse, pgn).expect("openings");
        assert_eq!(list.iter().map(|board| board.moves().len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn what_is_wrong_and_where_is_said() {
        let error = read_openings(Variant::Chess, "\nnonsense\n").expect_err("no opening");
        assert!(error.to_string().starts_with("line 2: "), "{error}");
        let error = read_openings(Variant::Chess, "1. e4 e4 *").expect_err("no opening");
        assert_eq!(error.to_string(), "game 1: 'e4' is not legal here");
        assert_eq!(read_openings(Variant::Chess, "\n").expect_err("nothing"), OpeningError::Empty);
    }

    #[test]
    fn chess960_has_its_starts_by_itself() {
        let openings = default_openings(Variant::Crazyhouse960, 1);
        assert_eq!(openings.len(), 960);
        let fens = |list: &[Board]| list.iter().map(|board| board.base.fen()).collect::<Vec<_>>();
        assert_ne!(fens(&openings), fens(&default_openings(Variant::Crazyhouse960, 2)));
    }
}
