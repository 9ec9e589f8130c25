//! What the engine is asked on behalf of the person: a hint, an explanation, whether a draw is a fair offer.

use rocada_arena::{ResultTag, Verdict};
use rocada_engine::{Line, Request};
use rocada_rules::{AnyPosition, Move};

use super::{Session, Task};
use crate::game::side_name;
use crate::why::{self, Inquiry};
use crate::words;

/// So many plies follow a hint.
const SHOWN: usize = 6;

/// The opponent takes a draw if it stands at least so badly, in centipawns.
const WORSE: i32 = -80;

/// Or if the game is long and it stands no better than this.
const EQUAL: i32 = 20;

/// The move from which on an equal game is long.
const LONG: u32 = 30;

impl Session {
    /// Searches a position at full strength.
    fn study(&mut self, position: AnyPosition, what_for: &'static str) {
        let limits = self.config.study.clone();
        self.search(Request { id: 0, position, limits, for_play: false, opponent: None }, what_for);
    }

    pub(super) fn ask_hint(&mut self) {
        if self.game.verdict.is_some() {
            return self.say("The game is over; 'new' begins another one.");
        }
        self.game.helped = true;
        self.task = Task::Hint;
        self.study(self.game.position().clone(), "looking for a hint");
    }

    pub(super) fn give_hint(&mut self, best: Option<Move>, line: Option<Line>) {
        let position = self.game.position();
        let Some(mv) = best.filter(|&mv| position.is_legal(mv)) else {
            return self.say("There is no hint here.");
        };
        let mut after = position.clone();
        after.play(mv);
        let follows = line.as_ref().filter(|line| line.moves.first() == Some(&mv));
        let follows = follows.map_or(&[][..], |line| &line.moves[1..line.moves.len().min(SHOWN)]);
        let follows = match self.config.view.plain {
            true => words::describe_line(&after, follows),
            false => words::numbered_line(&after, follows),
        };
        let follows = if follows.is_empty() { String::new() } else { format!(", and then {follows}") };
        let score = line
            .map_or_else(String::new, |line| format!(" ({})", why::score_text(line.score, position.turn())));
        let name = match self.config.view.plain {
            true => format!("{}, {}", position.san(mv), words::describe(position, mv)),
            false => position.san(mv),
        };
        self.say(format!("Try {name}{score}{follows}."));
    }

    /// Claims a draw if the rules allow it, offers one if not.
    pub(super) fn draw(&mut self) {
        if self.game.verdict.is_some() {
            return self.say("The game is over already.");
        }
        if let Some(claim) = self.game.position().draw_claim() {
            self.game.verdict = Some(Verdict::by_claim(claim));
            return self.finish();
        }
        if self.game.offered {
            return self.say("You have offered a draw on this move already.");
        }
        self.game.offered = true;
        self.task = Task::Draw;
        self.study(self.game.position().clone(), "thinking about your offer");
    }

    pub(super) fn answer_offer(&mut self, line: Option<Line>) {
        // The line is the person's: what is good for the person is bad for the opponent.
        let stands = line.map_or(i32::MAX, |line| -why::value(line.score));
        let is_long = self.game.position().fullmove_number() >= LONG;
        if stands <= WORSE || is_long && stands <= EQUAL {
            return self.end_by(ResultTag::Drawn, "Draw agreed".to_owned());
        }
        let name = self.opponent_name();
        let reason = if stands > EQUAL { "it stands better" } else { "it is too early" };
        self.say(format!("{name} declines the draw: {reason}."));
    }

    /// Looks into the person's last move and into what the opponent threatens; or into the opponent's last move.
    pub(super) fn ask_why(&mut self, arguments: &str) {
        let (color, with_threat) = match arguments.to_ascii_lowercase().as_str() {
            "" | "me" => (self.game.human, true),
            "reply" | "you" => (!self.game.human, false),
            _ => return self.say(format!("'why {arguments}' is not known: 'why' or 'why reply'.")),
        };
        let Some(ply) = self.game.last_ply_of(color) else {
            return self.say(format!("{} has not moved yet.", side_name(color)));
        };
        let before = self.game.position_at(ply);
        let Some(mv) = self.game.played().get(ply).map(|played| played.mv) else { return };
        self.game.helped = true;
        let is_open = self.game.verdict.is_none() && self.game.is_humans_turn();
        let now = Some(self.game.position()).filter(|_| with_threat && is_open);
        self.go_on_asking_from(Box::new(Inquiry::new(before, mv, now)));
    }

    fn go_on_asking_from(&mut self, inquiry: Box<Inquiry>) {
        match inquiry.next_position() {
            Some(position) => {
                self.task = Task::Why(inquiry);
                self.study(position, "looking into it");
            }
            None => {
                let text = inquiry.explanation(self.config.view.plain);
                self.say(text);
            }
        }
    }

    pub(super) fn go_on_asking(&mut self, mut inquiry: Box<Inquiry>, line: Option<Line>) {
        inquiry.answer(line);
        self.go_on_asking_from(inquiry);
    }
}
