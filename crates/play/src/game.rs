//! One game between a person and an opponent: the board, the clocks, how it ended. Knows nothing of texts but PGN.

use std::time::{Duration, SystemTime};

use rocada_arena::{
    Board, Clock, ClockRule, End, GameRecord, PgnFrame, PlayedMove, ResultTag, Thought, TimeControl, Verdict,
    write_pgn,
};
use rocada_rules::{AnyPosition, Color, Move};
use rocada_sparring::Partner;

/// A game as far as it was played.
pub(crate) struct Game {
    board: Board,
    played: Vec<PlayedMove>,
    /// The clocks before each move.
    past_clocks: Vec<[Clock; 2]>,
    clocks: [Clock; 2],
    rule: ClockRule,
    /// When the clock of the side to move was started.
    turn_began: Duration,
    began: SystemTime,
    /// The number of the game in this session.
    pub(crate) number: u32,
    /// The person's side.
    pub(crate) human: Color,
    pub(crate) opponent: Partner,
    /// How it ended, if it has.
    pub(crate) verdict: Option<Verdict>,
    /// The person took a move back or was told one: the result says nothing about strength.
    pub(crate) helped: bool,
    /// The adaptive opponent has counted it.
    pub(crate) counted: bool,
    /// The person offered a draw in this position.
    pub(crate) offered: bool,
}

/// What makes a game.
pub(crate) struct GameSetup {
    pub(crate) board: Board,
    pub(crate) human: Color,
    pub(crate) opponent: Partner,
    pub(crate) rule: ClockRule,
    pub(crate) number: u32,
    pub(crate) began: SystemTime,
    /// Now, as the session counts time.
    pub(crate) now: Duration,
}

impl Game {
    pub(crate) fn new(setup: GameSetup) -> Game {
        let moves = setup.board.moves().to_vec();
        let texts = setup.board.write_moves(0, AnyPosition::san);
        let played = |(mv, san)| PlayedMove { mv, san, used: None, left: None, thought: Thought::default() };
        let clocks = [Clock::new(setup.rule); 2];
        Game {
            played: moves.into_iter().zip(texts).map(played).collect(),
            past_clocks: vec![clocks; setup.board.moves().len()],
            clocks,
            rule: setup.rule,
            turn_began: setup.now,
            began: setup.began,
            number: setup.number,
            human: setup.human,
            opponent: setup.opponent,
            board: setup.board,
            verdict: None,
            helped: false,
            counted: false,
            offered: false,
        }
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        &self.board.current
    }

    /// The moves with their texts, the first one first.
    pub(crate) fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    pub(crate) fn is_humans_turn(&self) -> bool {
        self.position().turn() == self.human
    }

    pub(crate) fn has_clock(&self) -> bool {
        self.rule != ClockRule::Unlimited
    }

    /// What the clock of a side shows now.
    pub(crate) fn left(&self, color: Color, now: Duration) -> Option<Duration> {
        let running = self.verdict.is_none() && self.position().turn() == color;
        let used = if running { now.saturating_sub(self.turn_began) } else { Duration::ZERO };
        self.clocks[color.index()].left().map(|left| left.saturating_sub(used))
    }

    /// What each move adds to the clock.
    pub(crate) fn increment(&self) -> Duration {
        match self.rule {
            ClockRule::Game { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// Stops the clock of the side to move. Says whether it was in time.
    fn press(&mut self, now: Duration) -> (bool, Duration) {
        let used = now.saturating_sub(self.turn_began);
        let side = self.position().turn().index();
        (self.clocks[side].press(used, Duration::ZERO), used)
    }

    /// Plays a legal move, unless the flag has fallen: then the game is lost and the answer is `false`.
    pub(crate) fn play(&mut self, mv: Move, now: Duration) -> bool {
        let mover = self.position().turn();
        let before = self.clocks;
        let (in_time, used) = self.press(now);
        if !in_time {
            self.clocks = before;
            let sentence = format!("{} has overstepped the time", side_name(mover));
            self.verdict = Some(Verdict::win(!mover, End::Time, sentence));
            return false;
        }
        let san = self.position().san(mv);
        let left = self.clocks[mover.index()].left();
        self.past_clocks.push(before);
        self.played.push(PlayedMove { mv, san, used: Some(used), left, thought: Thought::default() });
        self.board.current.play(mv);
        self.turn_began = now;
        self.offered = false;
        true
    }

    /// Has the flag of the side to move fallen?
    pub(crate) fn flag_has_fallen(&self, now: Duration) -> bool {
        self.left(self.position().turn(), now) == Some(Duration::ZERO)
    }

    /// Takes back the last move and opens the game again.
    pub(crate) fn undo(&mut self, now: Duration) -> Option<PlayedMove> {
        self.board.current.undo()?;
        if let Some(clocks) = self.past_clocks.pop() {
            self.clocks = clocks;
        }
        self.turn_began = now;
        self.verdict = None;
        self.offered = false;
        self.helped = true;
        self.played.pop()
    }

    /// The position after so many moves.
    pub(crate) fn position_at(&self, ply: usize) -> AnyPosition {
        let mut position = self.board.current.clone();
        while position.moves().len() > ply && position.undo().is_some() {}
        position
    }

    /// The last move of a side: how many moves came before it.
    pub(crate) fn last_ply_of(&self, color: Color) -> Option<usize> {
        let count = self.played.len();
        let last_mover = !self.position().turn();
        let back = if last_mover == color { 1 } else { 2 };
        count.checked_sub(back)
    }

    /// Ends the game by the rules if they say so. `opponent_claims`: the opponent takes a draw that it may claim.
    pub(crate) fn judge(&mut self, opponent_claims: bool) {
        let position = self.position();
        let claim = position.draw_claim();
        let forced = position.repetitions() >= 4
            || !position.variant().has_drops() && position.halfmove_clock() >= 150;
        let taken = forced || !self.is_humans_turn() && opponent_claims;
        let outcome = position.outcome().map(Verdict::by_rules);
        self.verdict = outcome.or_else(|| claim.filter(|_| taken).map(Verdict::by_claim));
    }

    /// When it began.
    pub(crate) fn began(&self) -> SystemTime {
        self.began
    }

    /// The game as PGN; unfinished ones have the result `*`.
    pub(crate) fn pgn(&self, names: [String; 2]) -> String {
        let unfinished = || Verdict {
            result: ResultTag::Unknown,
            end: End::Interrupted,
            sentence: "The game was not finished".to_owned(),
        };
        let limits = TimeControl { clock: self.rule, ..TimeControl::default() };
        let record = GameRecord {
            names,
            limits: [limits; 2],
            base: self.board.base.clone(),
            moves: self.played.clone(),
            verdict: self.verdict.clone().unwrap_or_else(unfinished),
            warnings: Vec::new(),
            talk: Vec::new(),
            began: self.began,
            broken: [false; 2],
        };
        let frame = PgnFrame {
            event: "Rocada in the terminal".to_owned(),
            site: "Terminal".to_owned(),
            round: self.number,
            untimed: "",
        };
        write_pgn(&frame, &record)
    }
}

/// `White` or `Black`, as sentences begin.
pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
