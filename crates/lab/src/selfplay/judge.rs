//! Ends games that are decided, so that no time is spent on them.

use rocada_rules::{Color, GameResult, Variant};

use crate::games::Ending;

/// Scores beyond this are mates.
const MATE: i32 = 31_000;

/// When a game is over before the rules say so. Scores in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A score so far from even …
    pub win_score: i32,
    /// … for so many plies is a win.
    pub win_plies: usize,
    /// A mate that was found is a win at once.
    pub mate_wins: bool,
    /// A score so near to even …
    pub draw_score: i32,
    /// … for so many plies is a draw …
    pub draw_plies: usize,
    /// … after this ply. `None`: never.
    pub draw_after: Option<usize>,
    /// A game that goes on for so many plies is a draw.
    pub most_plies: usize,
}

impl Adjudication {
    /// What fits the game. In crazyhouse pieces come back, so big scores turn round more often, and hardly a game is
    /// drawn; but the mates that a search finds there are long and end the game.
    pub const fn new(variant: Variant) -> Adjudication {
        match variant.has_drops() {
            false => Adjudication {
                win_score: 1500,
                win_plies: 5,
                mate_wins: false,
                draw_score: 8,
                draw_plies: 12,
                draw_after: Some(80),
                most_plies: 400,
            },
            true => Adjudication {
                win_score: 2500,
                win_plies: 5,
                mate_wins: true,
                draw_score: 0,
                draw_plies: 0,
                draw_after: None,
                most_plies: 400,
            },
        }
    }

    /// The verdict on a game with these scores (from White's view) after `plies` moves.
    pub fn judge(&self, scores: &[i16], plies: usize) -> Option<(GameResult, Ending)> {
        let last = i32::from(*scores.last()?);
        let winner = if last > 0 { Color::White } else { Color::Black };
        let win = (GameResult::Win(winner), Ending::WinAdjudicated);
        if self.mate_wins && last.abs() >= MATE {
            return Some(win);
        }
        let signed = |score: i32| if last < 0 { -score } else { score };
        let lasts = |count: usize, test: &dyn Fn(i32) -> bool| {
            scores.len() >= count && scores.iter().rev().take(count).all(|&score| test(i32::from(score)))
        };
        if lasts(self.win_plies, &|score| signed(score) >= self.win_score) {
            return Some(win);
        }
        let late = self.draw_after.is_some_and(|after| plies >= after);
        if late && lasts(self.draw_plies, &|score| score.abs() <= self.draw_score) {
            return Some((GameResult::Draw, Ending::DrawAdjudicated));
        }
        (plies >= self.most_plies).then_some((GameResult::Draw, Ending::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_clear_plies_win_and_a_change_of_sign_does_not() {
        let rules = Adjudication::new(Variant::Chess);
        let win = |color| Some((GameResult::Win(color), Ending::WinAdjudicated));
        assert_eq!(rules.judge(&[100, 1500, 1600, 1700, 1800, 1500], 60), win(Color::White));
        assert_eq!(rules.judge(&[-1500; 5], 60), win(Color::Black));
        assert_eq!(rules.judge(&[-1500, 1500, -1500, 1500, -1500], 60), None);
        assert_eq!(rules.judge(&[1500; 4], 60), None);
    }

    #[test]
    fn twelve_even_plies_draw_late_in_chess_only() {
        let draw = Some((GameResult::Draw, Ending::DrawAdjudicated));
        assert_eq!(Adjudication::new(Variant::Chess).judge(&[-8; 12], 80), draw);
        assert_eq!(Adjudication::new(Variant::Chess).judge(&[-8; 12], 79), None);
        assert_eq!(Adjudication::new(Variant::Crazyhouse).judge(&[0; 12], 80), None);
    }
}
