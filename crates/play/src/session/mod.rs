//! The conversation between a person and the board, without any input or output: lines and events go in, effects come
//! out. Whoever drives it shows the texts, starts the searches and touches the files.

mod answers;
mod showing;
mod studies;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use rocada_arena::{Board, ClockRule, Random, ResultTag, board_of_game, default_openings, read_pgn};
use rocada_engine::{Clock, Evaluations, Event, Limits, Line, Request, Sparring};
use rocada_rules::{AnyPosition, Color, Move, Tolerance, Variant};
use rocada_sparring::{Adaptive, GameScore, Partner};

use crate::commands;
use crate::game::{Game, GameSetup, side_name};
use crate::input::{self, Meaning};
use crate::render::View;
use crate::why::Inquiry;

/// Which side the person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// This one.
    Fixed(Color),
    /// Any.
    Random,
    /// The side that is to move.
    ToMove,
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The game that is played.
    pub variant: Variant,
    /// The first game as far as it was played; `None`: it begins where the variant does.
    pub board: Option<Board>,
    /// Who plays against the person.
    pub opponent: Partner,
    /// The person's side.
    pub side: Side,
    /// The clocks.
    pub clock: ClockRule,
    /// How the board is shown.
    pub view: View,
    /// What the adaptive opponent remembers.
    pub memory: Adaptive,
    /// What chance begins with.
    pub seed: u64,
    /// When the session began.
    pub began: SystemTime,
    /// What bounds the opponent's search at full strength when there is no clock.
    pub thinking: Limits,
    /// What bounds each search for hints and explanations.
    pub study: Limits,
    /// What judges positions, for `eval`.
    pub evaluations: Evaluations,
}

/// What the session is told.
#[derive(Debug)]
pub enum Input<'a> {
    /// The person typed a line.
    Line(&'a str),
    /// The engine says something.
    Engine(Event),
    /// A file that [`Effect::Load`] wanted: its text, or one sentence that says why it cannot be read.
    Loaded(Result<String, String>),
    /// The answer to [`Effect::Learn`]: what is remembered now, and a sentence.
    Learnt(Adaptive, Option<String>),
    /// The person has left, or wants to: Ctrl-C, Ctrl-D, the end of the input.
    Leave,
}

/// What the session wants done, in order.
#[derive(Debug)]
pub enum Effect {
    /// Show a text.
    Show(String),
    /// Show a text until the opponent has moved, if there is somebody to see it.
    Glimpse(String),
    /// Let the engine search; the words say what for.
    Search(Box<Request>, &'static str),
    /// The engine may forget the last game.
    NewGame,
    /// Keep a game among the user's games, in place of its last version.
    Keep(KeptGame),
    /// Write a game to a file that the person named.
    Save(PathBuf, String),
    /// Read a file that the person named.
    Load(PathBuf),
    /// Let the adaptive opponent count a game.
    Learn {
        /// Is it a game with drops?
        has_drops: bool,
        /// How it ended for the person.
        score: GameScore,
    },
    /// It is over.
    Quit,
}

/// A game for the user's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptGame {
    /// Its number in this session.
    pub number: u32,
    /// When it began.
    pub began: SystemTime,
    /// What was played.
    pub variant: Variant,
    /// The game.
    pub pgn: String,
}

/// What the engine is asked for.
enum Task {
    /// Nothing: the person is to type.
    Idle,
    /// The opponent's move.
    Move,
    /// A hint for the person.
    Hint,
    /// Whether a draw is a good offer.
    Draw,
    /// An explanation.
    Why(Box<Inquiry>),
}

/// The state of the conversation.
pub struct Session {
    config: Config,
    game: Game,
    /// Who sits at the bottom, if the person turned the board round.
    flipped: bool,
    task: Task,
    /// The newest search.
    search: u64,
    /// The last complete line of the newest search.
    line: Option<Line>,
    /// What the opponent said about its move.
    remark: Option<String>,
    /// What the opponent thought of its position at its last move, in centipawns.
    opinion: Option<i32>,
    /// The number of the game that PGN files want, from `load`.
    wanted_game: usize,
    random: Random,
    now: Duration,
    effects: Vec<Effect>,
}

impl Session {
    /// A session with its first game set up. [`Session::start`] begins it.
    pub fn new(config: Config) -> Session {
        let mut random = Random::new(config.seed);
        let board = match &config.board {
            Some(board) => board.clone(),
            None => Board::new(start_position(config.variant, &mut random)),
        };
        let human = chosen_side(config.side, &board, &mut random);
        let setup = GameSetup {
            board,
            human,
            opponent: config.opponent,
            rule: config.clock,
            number: 1,
            began: config.began,
            now: Duration::ZERO,
        };
        Session {
            game: Game::new(setup),
            flipped: false,
            task: Task::Idle,
            search: 0,
            line: None,
            remark: None,
            opinion: None,
            wanted_game: 1,
            random,
            now: Duration::ZERO,
            effects: Vec::new(),
            config,
        }
    }

    /// Welcomes the person; the opponent moves if it is its turn.
    pub fn start(&mut self) -> Vec<Effect> {
        self.introduce("Type a move such as e4 or Nf3, 'hint', 'help' or 'quit'.");
        std::mem::take(&mut self.effects)
    }

    /// One step. `now` counts from the beginning of the session.
    pub fn step(&mut self, now: Duration, input: Input<'_>) -> Vec<Effect> {
        self.now = now.max(self.now);
        match input {
            Input::Line(line) => self.typed(line),
            Input::Engine(event) => self.heard(event),
            Input::Loaded(text) => self.loaded(text),
            Input::Learnt(memory, note) => {
                self.config.memory = memory;
                if let Some(note) = note {
                    self.say(sentence(&note));
                }
            }
            Input::Leave => self.leave(),
        }
        std::mem::take(&mut self.effects)
    }

    /// Is the engine at work, so that nothing should be typed?
    pub fn is_busy(&self) -> bool {
        !matches!(self.task, Task::Idle)
    }

    /// What stands before the place for typing.
    pub fn prompt(&self) -> String {
        if self.game.verdict.is_some() {
            return "game over> ".to_owned();
        }
        let position = self.game.position();
        format!("{} {}> ", side_name(position.turn()), position.fullmove_number())
    }

    /// The legal moves as words, for completion.
    pub fn move_words(&self) -> Vec<String> {
        if self.game.verdict.is_some() { Vec::new() } else { commands::move_words(self.game.position()) }
    }

    /// Is the board told in words?
    pub fn is_plain(&self) -> bool {
        self.config.view.plain
    }

    /// The window has another width.
    pub fn set_width(&mut self, width: usize) {
        self.config.view.width = width;
    }

    fn say(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Show(text.into()));
    }

    fn has_drops(&self) -> bool {
        self.game.position().variant().has_drops()
    }

    fn opponent_name(&self) -> String {
        self.game.opponent.name(self.config.memory.level(self.has_drops()), self.has_drops())
    }

    /// White's name and Black's.
    fn names(&self) -> [String; 2] {
        let name = |color| if color == self.game.human { "Player".to_owned() } else { self.opponent_name() };
        Color::ALL.map(name)
    }

    /// Says who plays whom, shows the board, and lets the opponent move if it is its turn.
    fn introduce(&mut self, advice: &str) {
        let variant = self.game.position().variant();
        let opponent = self.opponent_name();
        let human = side_name(self.game.human);
        let number = self.game.number;
        self.say(format!("Game {number}, {variant}: you play {human} against {opponent}. {advice}"));
        self.game.judge(false);
        if let Some(verdict) = &self.game.verdict {
            let told = format!("The game is over here: {}.", verdict.sentence);
            self.show_board();
            return self.say(told);
        }
        if self.game.is_humans_turn() {
            self.show_position();
            self.announce();
        } else {
            self.ask_opponent();
        }
    }

    fn typed(&mut self, line: &str) {
        if self.is_busy() {
            return;
        }
        if self.game.verdict.is_none() && self.game.flag_has_fallen(self.now) && self.game.is_humans_turn() {
            return self.lose_on_time();
        }
        match input::read(line, self.game.position()) {
            Meaning::Nothing => {}
            Meaning::Command(command, arguments) => self.obey(command, &arguments),
            Meaning::Unclear(sentence) if self.game.verdict.is_none() => self.say(sentence),
            Meaning::Move(_) | Meaning::Unclear(_) if self.game.verdict.is_some() => {
                self.say("The game is over: 'new' begins another one, 'undo' takes back, 'quit' leaves.");
            }
            Meaning::Move(mv) => self.human_moves(mv),
            Meaning::Unclear(sentence) => self.say(sentence),
        }
    }

    fn lose_on_time(&mut self) {
        // The move does not matter: the clock is looked at first.
        let legal = self.game.position().legal_moves();
        if let Some(&any) = legal.first() {
            self.game.play(any, self.now);
            self.finish();
        }
    }

    fn human_moves(&mut self, mv: Move) {
        if !self.game.play(mv, self.now) {
            return self.finish();
        }
        let claims = self.opinion.is_none_or(|opinion| opinion < 50);
        self.game.judge(claims);
        self.keep();
        if self.game.verdict.is_some() {
            return self.finish();
        }
        self.ask_opponent();
    }

    /// Lets the opponent think about its move.
    fn ask_opponent(&mut self) {
        let has_clock = self.game.has_clock();
        let adaptive = self.config.memory.level(self.has_drops());
        let who = self.game.opponent.selection(adaptive, self.has_drops());
        let opponent = who.map(|who| Sparring { who, human_time: has_clock });
        let color = self.game.position().turn();
        let limits = match self.game.left(color, self.now) {
            Some(time) => Limits {
                clock: Some(Clock { time, increment: self.game.increment(), moves_to_go: None }),
                ..Limits::default()
            },
            None => self.config.thinking.clone(),
        };
        let position = self.game.position().clone();
        self.task = Task::Move;
        self.remark = None;
        if !self.config.view.plain {
            let board = self.board_text();
            self.effects.push(Effect::Glimpse(board));
        }
        self.search(Request { id: 0, position, limits, for_play: true, opponent }, "thinking");
    }

    fn search(&mut self, mut request: Request, what_for: &'static str) {
        self.search += 1;
        self.line = None;
        request.id = self.search;
        self.effects.push(Effect::Search(Box::new(request), what_for));
    }

    fn heard(&mut self, event: Event) {
        match event {
            Event::Line(id, line) if id == self.search && line.rank == 1 => self.line = Some(*line),
            Event::Finished(id, verdict) if id == self.search => {
                let line = verdict.line.clone().or_else(|| self.line.take());
                match std::mem::replace(&mut self.task, Task::Idle) {
                    Task::Move => self.opponent_moves(verdict.best, line),
                    Task::Hint => self.give_hint(verdict.best, line),
                    Task::Draw => self.answer_offer(line),
                    Task::Why(inquiry) => self.go_on_asking(inquiry, line),
                    Task::Idle => {}
                }
            }
            Event::Resigned(id, _) if id == self.search => {
                self.task = Task::Idle;
                self.opponent_resigns();
            }
            Event::Note(text) if matches!(self.task, Task::Move) => self.remark = Some(text),
            _ => {}
        }
    }

    fn opponent_moves(&mut self, best: Option<Move>, line: Option<Line>) {
        let legal = best.filter(|&mv| self.game.position().is_legal(mv));
        let Some(mv) = legal else { return self.opponent_resigns() };
        self.opinion = line.map(|line| crate::why::value(line.score));
        if !self.game.play(mv, self.now) {
            return self.finish();
        }
        self.game.judge(false);
        self.keep();
        if self.game.verdict.is_some() {
            return self.finish();
        }
        self.show_position();
        let last = self.last_move_text();
        let remark = self.remark.take().map_or_else(String::new, |remark| format!(" ({remark})"));
        self.say(format!("{}: {last}{remark}", self.opponent_name()));
        self.announce();
    }

    fn opponent_resigns(&mut self) {
        let loser = !self.game.human;
        self.end_by(ResultTag::win_of(!loser), format!("{} resigns", side_name(loser)));
    }

    /// Ends the game by a decision of the players.
    fn end_by(&mut self, result: ResultTag, sentence: String) {
        let end = match result {
            ResultTag::Drawn => rocada_arena::End::DrawAgreed,
            _ => rocada_arena::End::Resignation,
        };
        self.game.verdict = Some(rocada_arena::Verdict { result, end, sentence });
        self.finish();
    }

    /// The game has ended: says so, keeps it, lets the adaptive opponent learn.
    fn finish(&mut self) {
        let Some(verdict) = self.game.verdict.clone() else { return };
        self.show_position();
        if self.game.played().last().is_some() && self.config.view.plain {
            let last = self.last_move_text();
            self.say(sentence(&last));
        }
        let human = self.game.human;
        let (fate, score) = match verdict.result {
            ResultTag::Drawn => ("A draw", GameScore::Drawn),
            result if result == ResultTag::win_of(human) => ("You win", GameScore::Won),
            _ => ("You lose", GameScore::Lost),
        };
        self.say(format!("{}. {fate}: {}.", verdict.sentence, verdict.result));
        self.keep();
        if self.game.opponent == Partner::Adaptive && !self.game.counted {
            self.game.counted = true;
            match self.game.helped {
                true => {
                    self.say("The adaptive opponent does not count games with hints or moves taken back.");
                }
                false => self.effects.push(Effect::Learn { has_drops: self.has_drops(), score }),
            }
        }
        self.say(
            "'new' begins another game, 'why' explains your last move, 'undo' takes it back, 'quit' leaves.",
        );
    }

    /// Keeps the game as it stands; a game without moves is none.
    fn keep(&mut self) {
        if self.game.played().is_empty() {
            return;
        }
        self.effects.push(Effect::Keep(KeptGame {
            number: self.game.number,
            began: self.game.began(),
            variant: self.game.position().variant(),
            pgn: self.game.pgn(self.names()),
        }));
    }

    fn leave(&mut self) {
        self.keep();
        self.effects.push(Effect::Quit);
    }

    /// Begins another game on a board; the present one is kept as it stands.
    fn begin_game(&mut self, board: Board, side: Side) {
        self.keep();
        let human = chosen_side(side, &board, &mut self.random);
        self.game = Game::new(GameSetup {
            board,
            human,
            opponent: self.game.opponent,
            rule: self.config.clock,
            number: self.game.number + 1,
            began: self.config.began + self.now,
            now: self.now,
        });
        self.opinion = None;
        self.effects.push(Effect::NewGame);
        self.introduce("");
    }

    /// A game of a PGN file.
    fn loaded(&mut self, text: Result<String, String>) {
        let read = text.and_then(|text| board_of_pgn(&text, self.wanted_game));
        match read {
            Ok(board) => self.begin_game(board, Side::ToMove),
            Err(reason) => self.say(sentence(&reason)),
        }
    }
}

/// The board at the end of a game of a PGN text, games counted from 1.
pub fn board_of_pgn(text: &str, number: usize) -> Result<Board, String> {
    let games = read_pgn(text);
    let game = number.checked_sub(1).and_then(|index| games.get(index));
    let Some(game) = game else {
        return Err(match games.len() {
            0 => "there is no game in the file".to_owned(),
            1 => format!("there is no game {number}: the file has one"),
            count => format!("there is no game {number}: the file has {count}"),
        });
    };
    let variant: Variant = match game.tag("Variant") {
        Some(name) => name.parse().map_err(|error: rocada_rules::UnknownVariant| error.to_string())?,
        None => Variant::Chess,
    };
    // Crazyhouse960 has no name of its own in PGN: the castling letters tell.
    let variant = match game.tag("FEN") {
        Some(fen) => AnyPosition::from_fen(variant, fen, Tolerance::Repair)
            .map_err(|error| error.to_string())?
            .variant(),
        None => variant,
    };
    board_of_game(variant, game).map_err(|reason| format!("game {number} cannot be played: {reason}"))
}

/// Where a variant begins: in the 960 ones anywhere.
fn start_position(variant: Variant, random: &mut Random) -> AnyPosition {
    default_openings(variant, random.next_u64())
        .into_iter()
        .next()
        .map_or_else(|| AnyPosition::start(variant), |board| board.base)
}

fn chosen_side(side: Side, board: &Board, random: &mut Random) -> Color {
    match side {
        Side::Fixed(color) => color,
        Side::Random => Color::ALL[random.below(2)],
        Side::ToMove => board.current.turn(),
    }
}

/// A text as a sentence: a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut signs = text.trim_end_matches('.').chars();
    let first = signs.next().map(|sign| sign.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", signs.as_str())
}
