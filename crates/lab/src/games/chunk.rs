//! The games of a chunk before compression: three streams one after the other, so that like stands beside like.
//!
//! * heads, for each game: start (0: classical; 1: two array numbers; 2: length and FEN), random plies, plies (varints),
//!   and a byte with the result in bits 1 and 0 (0 Black won, 1 draw, 2 White won) and the ending above;
//! * moves: 16 bits each, as [`Move`] packs them;
//! * scores: the difference to the score before (0 at the start of a game), zigzag varints.

use rocada_rules::{Color, GameResult, Move};

use super::bytes::{Bytes, put_varint, unzigzag, zigzag};
use super::error::Trouble;
use super::header::Header;
use super::{Ending, Game, Start};

const CLASSICAL: u16 = 518;

/// Games on their way into a chunk.
#[derive(Clone, Default, Debug)]
pub(super) struct Streams {
    pub(super) games: u32,
    pub(super) plies: u32,
    pub(super) heads: Vec<u8>,
    pub(super) moves: Vec<u8>,
    pub(super) scores: Vec<u8>,
}

impl Streams {
    pub(super) fn push(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.moves.len() as u32;
        match &game.start {
            Start::Array(CLASSICAL, CLASSICAL) => self.heads.push(0),
            Start::Array(white, black) => {
                self.heads.push(1);
                put_varint(&mut self.heads, u64::from(*white));
                put_varint(&mut self.heads, u64::from(*black));
            }
            Start::Fen(fen) => {
                self.heads.push(2);
                put_varint(&mut self.heads, fen.len() as u64);
                self.heads.extend(fen.bytes());
            }
        }
        put_varint(&mut self.heads, game.random_plies() as u64);
        put_varint(&mut self.heads, game.moves.len() as u64);
        let result = match game.result {
            GameResult::Win(Color::Black) => 0,
            GameResult::Draw => 1,
            GameResult::Win(Color::White) => 2,
        };
        self.heads.push(result | (game.ending as u8) << 2);
        for mv in &game.moves {
            self.moves.extend(mv.bits().to_le_bytes());
        }
        let mut last = 0;
        for &score in game.scores.iter().take(game.moves.len()) {
            put_varint(&mut self.scores, u64::from(zigzag(i32::from(score) - last)));
            last = i32::from(score);
        }
    }

    pub(super) fn joined(&self) -> Vec<u8> {
        [&self.heads[..], &self.moves[..], &self.scores[..]].concat()
    }
}

/// Reads the games of an unpacked chunk.
pub(super) fn decode(header: &Header, unpacked: &[u8]) -> Result<Vec<Game>, Trouble> {
    let mut all = Bytes(unpacked);
    let streams = (|| {
        let heads = all.take(header.heads as usize)?;
        let moves = all.take(header.plies as usize * 2)?;
        Some([Bytes(heads), Bytes(moves), Bytes(all.take(header.scores as usize)?)])
    })();
    let Some([mut heads, mut moves, mut scores]) = streams else { return Err(Trouble::Content("size")) };
    let mut games = Vec::new();
    for _ in 0..header.games {
        games.push(game(&mut heads, &mut moves, &mut scores)?);
    }
    match all.is_empty() && heads.is_empty() && moves.is_empty() && scores.is_empty() {
        true => Ok(games),
        false => Err(Trouble::Content("count of games")),
    }
}

fn game(heads: &mut Bytes<'_>, moves: &mut Bytes<'_>, scores: &mut Bytes<'_>) -> Result<Game, Trouble> {
    let start = start(heads).ok_or(Trouble::Content("start position"))?;
    let head = (|| Some((heads.varint()?, heads.varint()?, heads.u8()?)))();
    let (random, plies, last) = head.ok_or(Trouble::Content("list of games"))?;
    let scored = plies.checked_sub(random).ok_or(Trouble::Content("number of moves"))?;
    let result = match last & 3 {
        0 => GameResult::Win(Color::Black),
        1 => GameResult::Draw,
        2 => GameResult::Win(Color::White),
        _ => return Err(Trouble::Content("result")),
    };
    let ending = *Ending::ALL.get(usize::from(last >> 2)).ok_or(Trouble::Content("ending"))?;
    let moves: Option<Vec<Move>> = (0..plies).map(|_| Move::from_bits(moves.u16()?)).collect();
    let moves = moves.ok_or(Trouble::Content("list of moves"))?;
    let mut score = 0i32;
    let scores: Option<Vec<i16>> = (0..scored)
        .map(|_| {
            let delta = u32::try_from(scores.varint()?).ok()?;
            score = score.checked_add(unzigzag(delta))?;
            i16::try_from(score).ok()
        })
        .collect();
    let scores = scores.ok_or(Trouble::Content("list of scores"))?;
    Ok(Game { start, moves, scores, result, ending })
}

fn start(heads: &mut Bytes<'_>) -> Option<Start> {
    Some(match heads.u8()? {
        0 => Start::Array(CLASSICAL, CLASSICAL),
        1 => {
            let mut number = || u16::try_from(heads.varint()?).ok().filter(|&number| number < 960);
            Start::Array(number()?, number()?)
        }
        2 => {
            let length = usize::try_from(heads.varint()?).ok()?;
            Start::Fen(std::str::from_utf8(heads.take(length)?).ok()?.to_owned())
        }
        _ => return None,
    })
}
