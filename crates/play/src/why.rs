//! `why`: what a move allowed, what would have been better, and what is threatened now. Every sentence stands beside the
//! line that proves it; the lines come from searches that the session asks for.

use rocada_engine::{Line, Score, wdl};
use rocada_rules::{AnyPosition, Color, Move};

use crate::game::side_name;
use crate::motif;
use crate::words;

/// One position that must be searched before the answer can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// What was best instead of the move?
    Before,
    /// What is the best answer to the move?
    After,
    /// What would the opponent do if it could move again?
    Pass,
}

/// A question about a move that is being looked into.
pub(crate) struct Inquiry {
    /// Where the move was played.
    before: AnyPosition,
    mv: Move,
    /// Where somebody passes, if a threat is wanted.
    passed: Option<AnyPosition>,
    open: Vec<Question>,
    best: Option<Line>,
    reply: Option<Line>,
    threat: Option<Line>,
}

/// A move that costs the mover fewer thousandths of a point than this gives nothing away. Pawns would be a bad measure:
/// nobody minds winning with five instead of fifteen of them.
const HARMLESS: i32 = 50;

/// A threat is worth telling from so much on.
const WORTH_TELLING: i32 = 150;

/// So many plies of a line are shown.
const SHOWN: usize = 8;

impl Inquiry {
    /// About a move; `now` is the position in which the opponent's threat is wanted, if it is.
    pub(crate) fn new(before: AnyPosition, mv: Move, now: Option<&AnyPosition>) -> Inquiry {
        let passed = now.and_then(AnyPosition::passed);
        let mut after = before.clone();
        after.play(mv);
        let mut open = Vec::new();
        if passed.as_ref().is_some_and(AnyPosition::has_legal_move) {
            open.push(Question::Pass);
        }
        if after.has_legal_move() {
            open.push(Question::After);
        }
        open.push(Question::Before);
        Inquiry { before, mv, passed, open, best: None, reply: None, threat: None }
    }

    /// The next position to search, if any is left.
    pub(crate) fn next_position(&self) -> Option<AnyPosition> {
        match self.open.last()? {
            Question::Before => Some(self.before.clone()),
            Question::After => Some(self.after()),
            Question::Pass => self.passed.clone(),
        }
    }

    fn after(&self) -> AnyPosition {
        let mut after = self.before.clone();
        after.play(self.mv);
        after
    }

    /// The answer to the last question.
    pub(crate) fn answer(&mut self, line: Option<Line>) {
        match self.open.pop() {
            Some(Question::Before) => self.best = line,
            Some(Question::After) => self.reply = line,
            Some(Question::Pass) => self.threat = line,
            None => {}
        }
    }

    /// All that was found out.
    pub(crate) fn explanation(&self, plain: bool) -> String {
        let teller = Teller { plain };
        let mut lines = teller.about_move(self);
        lines.extend(
            self.passed
                .as_ref()
                .zip(self.threat.as_ref())
                .and_then(|(passed, line)| teller.about_threat(passed, line, self.reply_value())),
        );
        lines.join("\n")
    }

    /// What the position after the move is worth to the opponent.
    fn reply_value(&self) -> Option<i32> {
        self.reply.as_ref().map(|line| value(line.score))
    }
}

/// A score as one number: mates are larger than anything else, nearer ones the largest.
pub(crate) fn value(score: Score) -> i32 {
    const MATE: i32 = 100_000;
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
        Score::Tablebase(plies) => {
            if plies > 0 {
                50_000
            } else {
                -50_000
            }
        }
    }
}

/// What the side to move can expect from the game, in thousandths of a point.
fn prospects(score: Score, has_drops: bool) -> i32 {
    let [win, draw, _] = wdl::chances(score, has_drops);
    i32::from(win) + i32::from(draw) / 2
}

/// A score in words, for whom it is good: `+0.35 for White`, `mate in 2 for Black`, `equal`.
pub(crate) fn score_text(score: Score, side: Color) -> String {
    let winner = |is_good: bool| side_name(if is_good { side } else { !side });
    match score {
        Score::Centipawns(value) if value.abs() < 10 => "equal".to_owned(),
        Score::Centipawns(value) => {
            format!("+{:.2} for {}", f64::from(value.abs()) / 100.0, winner(value > 0))
        }
        Score::Mate(moves) => format!("mate in {} for {}", moves.abs(), winner(moves > 0)),
        Score::Tablebase(plies) => format!("won for {}", winner(plies > 0)),
    }
}

struct Teller {
    plain: bool,
}

impl Teller {
    /// A line as it is shown.
    fn line(&self, position: &AnyPosition, moves: &[Move]) -> String {
        let moves = &moves[..moves.len().min(SHOWN)];
        if self.plain { words::describe_line(position, moves) } else { words::numbered_line(position, moves) }
    }

    fn about_move(&self, inquiry: &Inquiry) -> Vec<String> {
        let before = &inquiry.before;
        let mover = before.turn();
        let played = self.line(before, &[inquiry.mv]);
        let after = inquiry.after();
        if !after.has_legal_move() {
            let end = if after.in_check() { "mates" } else { "stalemates" };
            return vec![format!("{played} {end}.")];
        }
        let (Some(best), Some(reply)) = (&inquiry.best, &inquiry.reply) else {
            return vec![format!("Nothing was found out about {played}.")];
        };
        let answer = self.line(&after, &reply.moves);
        let stands = score_text(reply.score, !mover);
        let has_drops = before.variant().has_drops();
        let loss = prospects(best.score, has_drops) - (1000 - prospects(reply.score, has_drops));
        if best.moves.first() == Some(&inquiry.mv) {
            return vec![format!("{played} is the best move that I see. It goes on {answer} ({stands}).")];
        }
        if loss < HARMLESS {
            return vec![format!("{played} gives nothing away. The best answer is {answer} ({stands}).")];
        }
        let mut lines = vec![format!("{played} allows {answer} ({stands}).")];
        lines.extend(motif::sentences(&after, &reply.moves, reply.score));
        let better = self.line(before, &best.moves);
        lines.push(format!("Better was {better} ({}).", score_text(best.score, mover)));
        lines
    }

    /// What whoever moved last would do next, if it is more than the position is worth to it anyway.
    fn about_threat(&self, passed: &AnyPosition, line: &Line, anyway: Option<i32>) -> Option<String> {
        let gain = value(line.score) - anyway.unwrap_or(0).max(0);
        if gain < WORTH_TELLING {
            return Some(format!("{} threatens nothing at the moment.", side_name(passed.turn())));
        }
        let shown = self.line(passed, &line.moves);
        let side = side_name(passed.turn());
        let stands = score_text(line.score, passed.turn());
        let mut sentences = vec![format!("{side} now threatens {shown} ({stands}).")];
        sentences.extend(motif::sentences(passed, &line.moves, line.score));
        Some(sentences.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_engine::ScoreKind;
    use rocada_rules::Variant;
    use std::time::Duration;

    fn line(position: &AnyPosition, text: &str, score: Score) -> Line {
        let mut at = position.clone();
        let mut moves = Vec::new();
        for word in text.split_whitespace() {
            let mv = at.parse_move(word).unwrap_or_else(|error| panic!("{error}"));
            at.play(mv);
            moves.push(mv);
        }
        Line {
            rank: 1,
            depth: 8,
            selective_depth: 8,
            score,
            kind: ScoreKind::Exact,
            moves,
            nodes: 0,
            tablebase_hits: 0,
            table_permille: 0,
            time: Duration::ZERO,
        }
    }

    fn game(text: &str) -> AnyPosition {
        let mut position = AnyPosition::start(Variant::Chess);
        for word in text.split_whitespace() {
            position.play(position.parse_move(word).expect("a legal move"));
        }
        position
    }

    /// Asks about the last move, with these answers.
    fn explained(moves: &str, last: &str, best: (&str, i32), reply: (&str, Score)) -> String {
        let before = game(moves);
        let mv = before.parse_move(last).expect("a legal move");
        let mut inquiry = Inquiry::new(before.clone(), mv, None);
        assert_eq!(inquiry.next_position().as_ref(), Some(&before));
        inquiry.answer(Some(line(&before, best.0, Score::Centipawns(best.1))));
        let after = inquiry.next_position().expect("the answer is asked for");
        inquiry.answer(Some(line(&after, reply.0, reply.1)));
        assert!(inquiry.next_position().is_none());
        inquiry.explanation(false)
    }

    #[test]
    fn a_blunder_is_told_with_its_refutation_and_the_better_move() {
        let told = explained("f3 e5", "g4", ("e4 Nc6", -50), ("Qh4#", Score::Mate(1)));
        let expected = "\
2. g4 allows 2... Qh4# (mate in 1 for Black).
Black mates in 1 move.
Better was 2. e4 Nc6 (+0.50 for Black).";
        assert_eq!(told, expected);
    }

    #[test]
    fn good_moves_are_told_so() {
        let best = explained("e4 e5", "Nf3", ("Nf3 Nc6", 30), ("Nc6", Score::Centipawns(-30)));
        assert_eq!(best, "2. Nf3 is the best move that I see. It goes on 2... Nc6 (+0.30 for White).");
        let good = explained("e4 e5", "Nc3", ("Nf3 Nc6", 30), ("Nf6", Score::Centipawns(-20)));
        assert_eq!(good, "2. Nc3 gives nothing away. The best answer is 2... Nf6 (+0.20 for White).");
        let won = explained("e4 e5", "Nc3", ("Nf3 Nc6", 1500), ("Nf6", Score::Centipawns(-900)));
        assert!(won.starts_with("2. Nc3 gives nothing away."), "{won}");
    }

    #[test]
    fn a_threat_is_what_would_be_played_after_a_pass() {
        let before = game("e4");
        let mv = before.parse_move("a6").expect("legal");
        let now = game("e4 a6 Qh5 Nc6 Bc4 h6");
        let mut attacked = now.clone();
        attacked.undo();
        let mut inquiry = Inquiry::new(before, mv, Some(&attacked));
        inquiry.answer(None);
        inquiry.answer(None);
        let passed = inquiry.next_position().expect("the threat is asked for");
        inquiry.answer(Some(line(&passed, "Qxf7#", Score::Mate(1))));
        let told = inquiry.explanation(true);
        assert!(
            told.contains("White now threatens White queen from h5 takes pawn on f7, checkmate"),
            "{told}"
        );
        assert!(told.contains("White mates in 1 move."), "{told}");
    }
}
