//! Ends games early by what the players think of them. Off unless asked for.

use rocada_protocol::Score;
use rocada_rules::Color;

use crate::verdict::{End, Verdict};

/// When games end by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A side is lost when both agree.
    pub resign: Option<ResignRule>,
    /// A game is drawn when both agree.
    pub draw: Option<DrawRule>,
}

/// A side whose score stays below a limit, while the other side agrees, is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Centipawns.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: u32,
}

/// A game whose scores stay near zero is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Centipawns.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: u32,
    /// Not before this move of the game.
    pub from_move: u32,
}

/// Listens to the scores of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    /// Plies in a row in which the mover's score said that White, or Black, is lost.
    lost: [u32; 2],
    level: u32,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, plies: 0, lost: [0; 2], level: 0 }
    }

    /// A move was made with this score for the mover.
    pub(crate) fn hear(&mut self, mover: Color, score: Option<Score>) {
        self.plies += 1;
        let value = score.map(Score::value);
        if let Some(rule) = self.rules.resign {
            for loser in Color::ALL {
                let own = value.map(|value| if loser == mover { value } else { -value });
                let count = &mut self.lost[loser.index()];
                *count = if own.is_some_and(|own| own <= -rule.score) { *count + 1 } else { 0 };
            }
        }
        if let Some(rule) = self.rules.draw {
            let near = value.is_some_and(|value| value.abs() <= rule.score);
            self.level = if near { self.level + 1 } else { 0 };
        }
    }

    /// What the scores say.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if let Some(rule) = self.rules.resign {
            for loser in Color::ALL {
                if self.lost[loser.index()] >= 2 * rule.moves {
                    let text = "Adjudicated: both sides agree that the game is decided";
                    return Some(Verdict::win(!loser, End::AdjudicatedWin, text));
                }
            }
        }
        let rule = self.rules.draw?;
        (self.level >= 2 * rule.moves && self.plies >= 2 * rule.from_move).then(|| {
            Verdict::draw(End::AdjudicatedDraw, "Adjudicated: both sides agree that the game is level")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_protocol::ResultTag;

    fn hear(adjudicator: &mut Adjudicator, scores: &[i32]) {
        for (ply, &score) in scores.iter().enumerate() {
            let mover = if ply % 2 == 0 { Color::White } else { Color::Black };
            adjudicator.hear(mover, Some(Score::Centipawns(score)));
        }
    }

    #[test]
    fn a_game_is_lost_only_when_both_sides_say_so() {
        let resign = Some(ResignRule { score: 500, moves: 2 });
        let rules = Adjudication { resign, draw: None };
        let mut both = Adjudicator::new(rules);
        hear(&mut both, &[-600, 600, -700, 800]);
        assert_eq!(both.verdict().map(|verdict| verdict.result), Some(ResultTag::BlackWins));
        let mut one = Adjudicator::new(rules);
        hear(&mut one, &[-600, 100, -700, 100]);
        assert_eq!(one.verdict(), None);
    }

    #[test]
    fn a_level_game_is_drawn_after_its_first_moves() {
        let draw = Some(DrawRule { score: 10, moves: 2, from_move: 4 });
        let mut adjudicator = Adjudicator::new(Adjudication { resign: None, draw });
        hear(&mut adjudicator, &[0; 6]);
        assert_eq!(adjudicator.verdict(), None);
        hear(&mut adjudicator, &[5, -5]);
        assert_eq!(adjudicator.verdict().map(|verdict| verdict.result), Some(ResultTag::Drawn));
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked_for() {
        let mut adjudicator = Adjudicator::new(Adjudication::default());
        hear(&mut adjudicator, &[-9000; 100]);
        assert_eq!(adjudicator.verdict(), None);
    }
}
