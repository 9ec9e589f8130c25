//! One game of a person against an opponent: board, clock, end. Knows no tabs, no files and no engines.

use std::time::{Duration, Instant, SystemTime};

use rocada_arena::{
    Board, Clock, ClockRule, End, GameRecord, PgnFrame, PlayedMove, Thought, TimeControl, Verdict, write_pgn,
};
use rocada_protocol::ResultTag;
use rocada_rules::{AnyPosition, Color, Move, Square};
use rocada_sparring::{GameScore, Level, Partner, Selection};

use crate::messages::{ClockView, GameSummary, GameView, Side};
use crate::opponents;
use crate::view::{end_view, moves_so_far, position_view, winner};

/// The clock runs when both sides have made so many moves together: nobody loses time before the game has begun.
const UNTIMED_PLIES: usize = 2;

/// What does not change during a game.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Its name.
    pub(crate) id: String,
    /// The person's side.
    pub(crate) human: Color,
    /// The opponent.
    pub(crate) partner: Partner,
    /// The level of the adaptive opponent when the game began.
    pub(crate) adaptive: Level,
    /// The opponent takes the time that a person would take.
    pub(crate) human_time: bool,
    /// The opponent's chance.
    pub(crate) seed: u64,
    /// The clock.
    pub(crate) rule: ClockRule,
    /// When it began.
    pub(crate) began: SystemTime,
}

/// A game as far as it was played.
pub(crate) struct Game {
    pub(crate) terms: Terms,
    board: Board,
    played: Vec<PlayedMove>,
    /// Since when the side to move thinks; `None` while nobody is there.
    turn_began: Option<Instant>,
    pub(crate) verdict: Option<Verdict>,
    /// The person took a move back or was told one: the result says nothing about strength.
    pub(crate) helped: bool,
    /// After how many moves the person last offered a draw.
    pub(crate) offered_at: Option<usize>,
    /// An offer waits for its answer.
    pub(crate) offer_waits: bool,
    /// The opponent is thinking.
    pub(crate) thinking: bool,
    pub(crate) rematch: Option<String>,
    /// The adaptive opponent has heard of the end.
    pub(crate) counted: bool,
    /// Grows with every change.
    pub(crate) version: u32,
}

impl Game {
    /// A game that begins at `base`.
    pub(crate) fn new(terms: Terms, base: AnyPosition) -> Game {
        Game {
            terms,
            board: Board::new(base),
            played: Vec::new(),
            turn_began: None,
            verdict: None,
            helped: false,
            offered_at: None,
            offer_waits: false,
            thinking: false,
            rematch: None,
            counted: false,
            version: 1,
        }
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        &self.board.current
    }

    pub(crate) fn base(&self) -> &AnyPosition {
        &self.board.base
    }

    pub(crate) fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    fn has_drops(&self) -> bool {
        self.base().variant().has_drops()
    }

    /// Who answers; `None` is the engine itself.
    pub(crate) fn selection(&self) -> Option<Selection> {
        self.terms.partner.selection(self.terms.adaptive, self.has_drops())
    }

    /// The opponent's name.
    pub(crate) fn opponent_name(&self) -> String {
        self.terms.partner.name(self.terms.adaptive, self.has_drops())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.verdict.is_some()
    }

    pub(crate) fn is_humans_turn(&self) -> bool {
        self.position().turn() == self.terms.human
    }

    /// The clock of a side before the move that is being thought about.
    fn clock(&self, color: Color) -> Clock {
        let mut clock = Clock::new(self.terms.rule);
        let first = if self.base().turn() == color { 0 } else { 1 };
        for played in self.played.iter().skip(UNTIMED_PLIES + first).step_by(2) {
            clock.press(played.used.unwrap_or_default(), Duration::ZERO);
        }
        clock
    }

    fn clock_runs(&self) -> bool {
        self.terms.rule != ClockRule::Unlimited && !self.is_over() && self.played.len() >= UNTIMED_PLIES
    }

    /// What a side has left.
    pub(crate) fn left(&self, color: Color, now: Instant) -> Option<Duration> {
        let thinks = self.clock_runs() && self.position().turn() == color;
        let used = if thinks { self.thought_for(now) } else { Duration::ZERO };
        self.clock(color).left().map(|left| left.saturating_sub(used))
    }

    fn thought_for(&self, now: Instant) -> Duration {
        self.turn_began.map_or(Duration::ZERO, |began| now.saturating_duration_since(began))
    }

    /// What each move adds to the clock.
    pub(crate) fn increment(&self) -> Duration {
        match self.terms.rule {
            ClockRule::Game { increment, .. } => increment,
            ClockRule::PerMove(_) | ClockRule::Unlimited => Duration::ZERO,
        }
    }

    /// How long until the flag of the side to move falls, if its clock runs.
    pub(crate) fn until_flag(&self, now: Instant) -> Option<Duration> {
        if !self.clock_runs() || self.turn_began.is_none() {
            return None;
        }
        self.left(self.position().turn(), now)
    }

    /// Somebody looks at the game: the clock goes on, if it did not.
    pub(crate) fn wake(&mut self, now: Instant) {
        self.turn_began.get_or_insert(now);
    }

    /// Makes a legal move of the side to move, unless its time is over: then it has lost.
    pub(crate) fn play(&mut self, mv: Move, now: Instant) {
        if self.fall(now) {
            return;
        }
        let used = self.thought_for(now);
        self.put(mv, used);
        self.turn_began = Some(now);
    }

    /// Appends a move that took so long.
    pub(crate) fn put(&mut self, mv: Move, used: Duration) {
        let mover = self.position().turn();
        let san = self.position().san(mv);
        self.board.current.play(mv);
        let played = PlayedMove { mv, san, used: Some(used), left: None, thought: Thought::default() };
        self.played.push(played);
        let left = self.clock(mover).left();
        if let Some(played) = self.played.last_mut() {
            played.left = left;
        }
        self.offer_waits = false;
        self.version += 1;
        self.judge();
    }

    fn judge(&mut self) {
        let position = self.position();
        let outcome = position.outcome().map(Verdict::by_rules);
        self.verdict = outcome.or_else(|| position.draw_claim().map(Verdict::by_claim));
    }

    /// Ends the game if the time of the side to move is over. Says whether it was.
    pub(crate) fn fall(&mut self, now: Instant) -> bool {
        if self.until_flag(now) != Some(Duration::ZERO) {
            return false;
        }
        let late = self.position().turn();
        let verdict = match can_win(self.position(), !late) {
            true => Verdict::win(!late, End::Time, format!("{} ran out of time", side_name(late))),
            false => {
                let sentence = "Draw: out of time, but the other side has only a king";
                Verdict::draw(End::Time, sentence)
            }
        };
        self.end(verdict);
        true
    }

    /// The game is over.
    pub(crate) fn end(&mut self, verdict: Verdict) {
        self.verdict = Some(verdict);
        self.thinking = false;
        self.offer_waits = false;
        self.version += 1;
    }

    /// Takes back the person's last move and the answer to it. Says whether there was one.
    pub(crate) fn take_back(&mut self, now: Instant) -> bool {
        let plies = if self.is_humans_turn() { 2 } else { 1 };
        if self.played.len() < plies {
            return false;
        }
        for _ in 0..plies {
            self.board.current.undo();
            self.played.pop();
        }
        self.helped = true;
        self.thinking = false;
        self.offer_waits = false;
        self.offered_at = None;
        self.turn_began = Some(now);
        self.version += 1;
        true
    }

    /// How the game ended for the person, if it says anything about strength.
    pub(crate) fn score(&self) -> Option<GameScore> {
        let verdict = self.verdict.as_ref().filter(|_| !self.helped)?;
        Some(match winner(verdict.result) {
            None => GameScore::Drawn,
            Some(color) if color == self.terms.human => GameScore::Won,
            Some(_) => GameScore::Lost,
        })
    }

    /// What the clocks show.
    pub(crate) fn clock_view(&self, now: Instant) -> Option<ClockView> {
        let ms = |duration: Duration| u32::try_from(duration.as_millis()).unwrap_or(u32::MAX);
        Some(ClockView {
            white_ms: ms(self.left(Color::White, now)?),
            black_ms: ms(self.left(Color::Black, now)?),
            increment_ms: ms(self.increment()),
            running: self.clock_runs().then(|| self.position().turn().into()),
        })
    }

    /// All that the page shows.
    pub(crate) fn view(&self, now: Instant) -> GameView {
        let mut position = position_view(self.position());
        let end = self.verdict.as_ref().and_then(end_view);
        if end.is_some() {
            position.moves.clear();
        }
        GameView {
            id: self.terms.id.clone(),
            version: self.version,
            variant: self.base().variant().into(),
            opponent: opponents::view(self.terms.partner, self.terms.adaptive, self.has_drops()),
            color: self.terms.human.into(),
            start_fen: self.base().fen(),
            moves: moves_so_far(self.position()),
            position,
            end,
            thinking: self.thinking,
            draw_offered: self.offer_waits,
            clock: self.clock_view(now),
            rematch: self.rematch.clone(),
            began: self.began_ms(),
        }
    }

    fn began_ms(&self) -> f64 {
        let since = self.terms.began.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as f64
    }

    /// The game in a list.
    pub(crate) fn summary(&self) -> GameSummary {
        GameSummary {
            id: self.terms.id.clone(),
            variant: self.base().variant().into(),
            opponent: self.opponent_name(),
            color: Side::from(self.terms.human),
            fen: self.position().fen(),
            plies: u32::try_from(self.played.len()).unwrap_or(u32::MAX),
            result: self.verdict.as_ref().map_or(ResultTag::Unknown, |verdict| verdict.result).to_string(),
            began: self.began_ms(),
        }
    }

    /// The game as PGN; `*` while it goes on.
    pub(crate) fn pgn(&self) -> String {
        let mut names = ["You".to_owned(), self.opponent_name()];
        if self.terms.human == Color::Black {
            names.reverse();
        }
        let unfinished = || Verdict {
            result: ResultTag::Unknown,
            end: End::Interrupted,
            sentence: "The game goes on".to_owned(),
        };
        let limits = TimeControl { clock: self.terms.rule, ..TimeControl::default() };
        let record = GameRecord {
            names,
            limits: [limits; 2],
            base: self.base().clone(),
            moves: self.played.clone(),
            verdict: self.verdict.clone().unwrap_or_else(unfinished),
            warnings: Vec::new(),
            talk: Vec::new(),
            began: self.terms.began,
            broken: [false; 2],
        };
        let frame = PgnFrame {
            event: "Rocada in the browser".to_owned(),
            site: "Browser".to_owned(),
            round: 1,
            untimed: "",
        };
        write_pgn(&frame, &record)
    }
}

/// Could this side ever mate? In crazyhouse always: whatever is captured comes back.
fn can_win(position: &AnyPosition, color: Color) -> bool {
    let own = |square: Square| position.piece_at(square).is_some_and(|piece| piece.color == color);
    position.variant().has_drops() || Square::all().filter(|&square| own(square)).count() > 1
}

/// `White` or `Black`, as sentences begin.
pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::Variant;

    fn game(rule: ClockRule) -> Game {
        let terms = Terms {
            id: "test".to_owned(),
            human: Color::White,
            partner: Partner::Full,
            adaptive: Level::new(5.0),
            human_time: false,
            seed: 1,
            rule,
            began: SystemTime::UNIX_EPOCH,
        };
        Game::new(terms, AnyPosition::start(Variant::Chess))
    }

    fn play(game: &mut Game, text: &str, now: Instant) {
        let mv = game.position().parse_move(text).expect("a legal move");
        game.play(mv, now);
    }

    fn minute() -> ClockRule {
        let (base, increment) = (Duration::from_secs(60), Duration::from_secs(2));
        ClockRule::Game { moves: None, base, increment }
    }

    #[test]
    fn the_clock_runs_from_the_third_ply_and_comes_back_with_a_move() {
        let mut game = game(minute());
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        game.wake(begin);
        play(&mut game, "e4", at(100));
        play(&mut game, "e5", at(200));
        assert_eq!(game.left(Color::White, at(210)), Some(Duration::from_secs(50)));
        play(&mut game, "Nf3", at(210));
        assert_eq!(game.left(Color::White, at(220)), Some(Duration::from_secs(52)));
        assert_eq!(game.left(Color::Black, at(220)), Some(Duration::from_secs(50)));
        assert!(game.take_back(at(230)));
        assert_eq!(game.left(Color::White, at(230)), Some(Duration::from_secs(60)));
        assert_eq!(game.score(), None);
    }

    #[test]
    fn a_flag_falls_and_a_late_move_is_not_made() {
        let mut game = game(minute());
        let begin = Instant::now();
        game.wake(begin);
        play(&mut game, "e4", begin);
        play(&mut game, "e5", begin);
        play(&mut game, "Nf3", begin + Duration::from_secs(61));
        assert_eq!(game.played().len(), 2);
        let view = game.view(begin);
        assert_eq!(view.end.map(|end| end.result).as_deref(), Some("0-1"));
        assert_eq!(game.score(), Some(GameScore::Lost));
    }

    #[test]
    fn repetition_ends_the_game() {
        let mut game = game(ClockRule::Unlimited);
        let now = Instant::now();
        for _ in 0..2 {
            ["Nf3", "Nf6", "Ng1", "Ng8"].iter().for_each(|text| play(&mut game, text, now));
        }
        assert_eq!(game.verdict.as_ref().map(|verdict| verdict.end), Some(End::Repetition));
        assert!(game.view(now).position.moves.is_empty());
        assert!(game.pgn().contains("1/2-1/2"));
    }

    #[test]
    fn nothing_of_the_opponent_is_taken_back_alone() {
        let mut game = game(ClockRule::Unlimited);
        game.terms.human = Color::Black;
        let now = Instant::now();
        play(&mut game, "e4", now);
        assert!(!game.take_back(now));
        play(&mut game, "e5", now);
        assert!(game.take_back(now));
        assert_eq!(game.played().len(), 1);
    }
}
