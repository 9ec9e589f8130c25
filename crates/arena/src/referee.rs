//! Plays one game between two players by Rocada's own rules and judges it. Never waits longer than the clocks allow.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use rocada_protocol::ResultTag;
use rocada_rules::{AnyPosition, Color, Move};

use crate::adjudication::{Adjudication, Adjudicator};
use crate::fault::Fault;
use crate::player::{Board, Choice, GameStart, Player, Reply, Thought, Turn};
use crate::process::{Exchange, shortened};
use crate::time_control::{Clock, ClockRule, TimeControl};
use crate::verdict::{End, Verdict};

/// How games are judged.
#[derive(Clone, Debug)]
pub struct RefereeRules {
    /// How far a clock may be overdrawn.
    pub margin: Duration,
    /// How long a move may take when no clock runs.
    pub hang: Duration,
    /// Full moves after which a game is drawn.
    pub longest: Option<u32>,
    /// Ends by score.
    pub adjudication: Adjudication,
}

impl Default for RefereeRules {
    fn default() -> RefereeRules {
        RefereeRules {
            margin: Duration::from_millis(50),
            hang: Duration::from_secs(120),
            longest: Some(600),
            adjudication: Adjudication::default(),
        }
    }
}

/// Knows the results of endgames.
pub trait Tablebase: Sync {
    /// The result with best play, if it is known.
    fn result(&self, position: &AnyPosition) -> Option<ResultTag>;
}

/// A move of a game with all that is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// In standard algebraic notation.
    pub san: String,
    /// How long it took; `None` for opening moves.
    pub used: Option<Duration>,
    /// What was left on the clock afterwards.
    pub left: Option<Duration>,
    /// What the player told.
    pub thought: Thought,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// White's name and Black's.
    pub names: [String; 2],
    /// White's limits and Black's.
    pub limits: [TimeControl; 2],
    /// Where it began.
    pub base: AnyPosition,
    /// All moves, those of the opening too.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub verdict: Verdict,
    /// Lines that were tolerated here: colour, line, what would happen elsewhere.
    pub warnings: Vec<(Color, String, String)>,
    /// After a fault: the end of the conversation with the engine at fault.
    pub talk: Vec<Exchange>,
    /// When it began.
    pub began: SystemTime,
    /// Who must be started anew: White, Black.
    pub broken: [bool; 2],
}

/// One game.
pub struct Game<'a> {
    /// White and Black.
    pub players: [&'a mut dyn Player; 2],
    /// What they are called in this match.
    pub names: [String; 2],
    /// The board with the opening made on it.
    pub board: Board,
    /// White's limits and Black's.
    pub limits: [TimeControl; 2],
    /// How it is judged.
    pub rules: &'a RefereeRules,
    /// Knows endgames, perhaps.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// Ends the game without a result.
    pub stop: &'a AtomicBool,
}

/// The state of a running game.
struct Course {
    clocks: [Clock; 2],
    moves: Vec<PlayedMove>,
    adjudicator: Adjudicator,
    /// Who offered a draw with the last move.
    offer: Option<Color>,
    broken: [bool; 2],
    at_fault: Option<Color>,
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Game<'_> {
    /// Plays it to its end.
    pub fn play(mut self) -> GameRecord {
        let began = SystemTime::now();
        let names = self.names.clone();
        let mut course = Course {
            clocks: self.limits.map(|limits| Clock::new(limits.clock)),
            moves: opening_moves(&self.board),
            adjudicator: Adjudicator::new(self.rules.adjudication),
            offer: None,
            broken: [false; 2],
            at_fault: None,
        };
        let verdict = match self.begin(&names, &mut course) {
            Some(verdict) => verdict,
            None => self.run(&names, &mut course),
        };
        let talk = course.at_fault.map_or_else(Vec::new, |color| self.players[color.index()].talk());
        let mut warnings = Vec::new();
        for color in Color::ALL {
            let player = &mut self.players[color.index()];
            warnings.extend(player.take_warnings().into_iter().map(|(line, text)| (color, line, text)));
            if !course.broken[color.index()]
                && player.end(&self.board, verdict.result, &verdict.sentence).is_err()
            {
                course.broken[color.index()] = true;
            }
        }
        GameRecord {
            names,
            limits: self.limits,
            base: self.board.base,
            moves: course.moves,
            verdict,
            warnings,
            talk,
            began,
            broken: course.broken,
        }
    }

    /// Tells both players; one that cannot begin loses.
    fn begin(&mut self, names: &[String; 2], course: &mut Course) -> Option<Verdict> {
        for color in Color::ALL {
            let start = GameStart {
                board: &self.board,
                color,
                limits: &self.limits[color.index()],
                opponent: &names[(!color).index()],
            };
            if let Err(fault) = self.players[color.index()].begin(&start) {
                return Some(self.judge_fault(color, names, &fault, course));
            }
        }
        None
    }

    fn run(&mut self, names: &[String; 2], course: &mut Course) -> Verdict {
        loop {
            if let Some(verdict) = self.ended(course) {
                return verdict;
            }
            let color = self.board.current.turn();
            let turn = turn(&self.board, &self.limits, self.rules, course);
            let answer = self.players[color.index()].think(&turn);
            let next = match answer {
                Ok(reply) => self.judge_reply(color, names, &reply, course),
                Err(fault) => Some(self.judge_fault(color, names, &fault, course)),
            };
            if let Some(verdict) = next {
                return verdict;
            }
        }
    }

    /// Is it over before anybody moves?
    fn ended(&self, course: &Course) -> Option<Verdict> {
        let position = &self.board.current;
        if let Some(outcome) = position.outcome() {
            return Some(Verdict::by_rules(outcome));
        }
        if let Some(claim) = position.draw_claim() {
            return Some(Verdict::by_claim(claim));
        }
        if let Some(result) = self.tablebase.and_then(|tables| tables.result(position)) {
            let sentence = format!("Adjudicated: the tablebase says {result}");
            return Some(Verdict { result, end: End::Tablebase, sentence });
        }
        if let Some(verdict) = course.adjudicator.verdict() {
            return Some(verdict);
        }
        let full_moves = position.moves().len() / 2;
        if self.rules.longest.is_some_and(|longest| full_moves >= longest as usize) {
            let sentence = format!("Adjudicated a draw: {full_moves} moves are enough");
            return Some(Verdict::draw(End::TooLong, sentence));
        }
        if self.stop.load(Ordering::Relaxed) {
            let sentence = "The match was interrupted".to_owned();
            return Some(Verdict { result: ResultTag::Unknown, end: End::Interrupted, sentence });
        }
        None
    }

    fn judge_fault(&self, color: Color, names: &[String; 2], fault: &Fault, course: &mut Course) -> Verdict {
        course.broken[color.index()] = true;
        course.at_fault = Some(color);
        let has_clock = self.limits[color.index()].clock != ClockRule::Unlimited;
        Verdict::by_fault(color, &names[color.index()], fault, has_clock)
    }

    /// Plays the move or ends the game.
    fn judge_reply(
        &mut self,
        color: Color,
        names: &[String; 2],
        reply: &Reply,
        course: &mut Course,
    ) -> Option<Verdict> {
        let who = format!("{} ({})", names[color.index()], color_name(color));
        let line = shortened(&reply.line, 120);
        let clock = &mut course.clocks[color.index()];
        let left = clock.left();
        let in_time = clock.press(reply.used, self.rules.margin);
        let fault = |end, text: String, course: &mut Course| {
            course.at_fault = Some(color);
            course.broken[color.index()] = true;
            Some(Verdict::win(!color, end, text))
        };
        if !in_time {
            let (used, left) = (reply.used.as_secs_f64(), left.unwrap_or_default().as_secs_f64());
            let text = format!(
                "{who} loses on time: it used {used:.3} s and had {left:.3} s; the line was '{line}'"
            );
            course.at_fault = Some(color);
            return Some(Verdict::win(!color, End::Time, text));
        }
        let text = match &reply.choice {
            Choice::Move(text) => text,
            Choice::Resign => {
                return Some(Verdict::win(!color, End::Resignation, format!("{who} resigns")));
            }
            Choice::Claim(result) => return self.judge_claim(color, &who, *result, &line, course),
            Choice::ClaimIllegal => {
                let last = course.moves.last().map_or("the position", |last| last.san.as_str());
                let text = format!("{who} calls a legal move illegal: {last} is legal, it said '{line}'");
                return fault(End::FalseIllegalClaim, text, course);
            }
        };
        let mv = match self.board.current.parse_move(text) {
            Ok(mv) => mv,
            Err(error) => {
                let fen = self.board.current.fen();
                let hint = self.hint_about(text, course);
                let text = format!(
                    "{who} makes an illegal move: {error}{hint}; the line was '{line}', the position {fen}"
                );
                return fault(End::IllegalMove, text, course);
            }
        };
        let clock_left = course.clocks[color.index()].left();
        let san = self.board.current.san(mv);
        course.moves.push(PlayedMove {
            mv,
            san,
            used: Some(reply.used),
            left: clock_left,
            thought: reply.thought,
        });
        self.board.current.play(mv);
        course.adjudicator.hear(color, reply.thought.score);
        self.judge_offer(color, reply.offers_draw, course)
    }

    /// A move that was possible a turn ago tells about a bot that moves twice or does not make its own moves.
    fn hint_about(&self, text: &str, course: &Course) -> &'static str {
        let mut earlier = self.board.current.clone();
        let own_turn = course.moves.iter().rev().nth(1).is_some_and(|played| played.used.is_some());
        let possible = own_turn
            && earlier.undo().is_some()
            && earlier.undo().is_some()
            && earlier.parse_move(text).is_ok();
        if possible { ", but was one turn before (perhaps it gave two moves in one turn)" } else { "" }
    }

    /// Two offers in a row agree on a draw.
    fn judge_offer(&self, color: Color, offers: bool, course: &mut Course) -> Option<Verdict> {
        if offers && course.offer == Some(!color) {
            return Some(Verdict::draw(End::DrawAgreed, "Draw agreed"));
        }
        if offers {
            course.offer = Some(color);
        } else if course.offer == Some(!color) {
            course.offer = None;
        }
        None
    }

    /// A claim ends the game: rightly if it is the claimer's own loss or what the rules say, else it loses.
    fn judge_claim(
        &self,
        color: Color,
        who: &str,
        result: ResultTag,
        line: &str,
        course: &mut Course,
    ) -> Option<Verdict> {
        if result == ResultTag::win_of(!color) {
            return Some(Verdict::win(!color, End::Resignation, format!("{who} resigns")));
        }
        course.at_fault = Some(color);
        course.broken[color.index()] = true;
        let what = if result == ResultTag::Drawn { "draw" } else { "win" };
        let fen = self.board.current.fen();
        let text = format!(
            "{who} makes a false {what} claim: the game is not over; the line was '{line}', the position {fen}"
        );
        Some(Verdict::win(!color, End::FalseClaim, text))
    }
}

/// What the side to move is asked.
fn turn<'a>(
    board: &'a Board,
    limits: &'a [TimeControl; 2],
    rules: &RefereeRules,
    course: &'a Course,
) -> Turn<'a> {
    let color = board.current.turn();
    let (own, other) = (color.index(), (!color).index());
    let patience = match course.clocks[own].left() {
        // A little more than the clock allows, so that the clock decides and not the waiting.
        Some(left) => left + rules.margin + Duration::from_millis(20),
        None => rules.hang,
    };
    let opponent_increment = match limits[other].clock {
        ClockRule::Game { increment, .. } => increment,
        _ => Duration::ZERO,
    };
    Turn {
        board,
        limits: &limits[own],
        clock: &course.clocks[own],
        opponent_clock: &course.clocks[other],
        opponent_increment,
        draw_offered: course.offer == Some(!color),
        patience,
    }
}

/// The opening as moves that took no time.
fn opening_moves(board: &Board) -> Vec<PlayedMove> {
    let sans = board.write_moves(0, AnyPosition::san);
    let moves = board.moves().iter().zip(sans);
    moves
        .map(|(&mv, san)| PlayedMove { mv, san, used: None, left: None, thought: Thought::default() })
        .collect()
}
