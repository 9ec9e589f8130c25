//! The engine's side of CECP: modes, commands, and what each of them changes.

mod play;
mod settings;
mod setup;

use std::time::Duration;

use rocada_rules::{AnyPosition, Color, Move, Variant};

use super::clock::Clock;
use super::types::{Action, Event, SearchId, Thinking};
use super::{Core, tools};
use crate::cecp::{Command, Editor, Message};
use crate::result_tag::ResultTag;
use crate::text::{echo, split_word};
use crate::tool::Tool;

/// Who moves for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The engine plays neither side.
    Force,
    /// The engine plays this side.
    Play(Color),
    /// The engine thinks about whatever is on the board.
    Analyze,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Think,
    Ponder(Move),
    Analyze,
}

/// The search under way.
struct Search {
    id: SearchId,
    kind: Kind,
    root: AnyPosition,
    started: Duration,
    /// The last best line.
    last: Option<Thinking>,
    /// Depth, root move, its number, root moves in all.
    current: Option<(u32, Move, u32, u32)>,
    /// What a ponder search found before the guess was confirmed.
    found: Option<(Option<Move>, Option<Move>)>,
}

/// A search that stands still, since when, and what it said in the last moment.
struct Paused {
    since: Duration,
    held: Vec<Event>,
}

/// A conversation in CECP.
pub(super) struct Cecp {
    position: AnyPosition,
    /// The position before `white` or `black` turned it, to be restored when it is turned back.
    unturned: Option<AnyPosition>,
    /// Why the position that was set up cannot be played.
    illegal: Option<String>,
    mode: Mode,
    editor: Option<Editor>,
    search: Option<Search>,
    paused: Option<Paused>,
    clock: Clock,
    post: bool,
    hard: bool,
    /// After `new`, until the first move or `go`.
    fresh: bool,
    /// The side that the engine played in this game, until its result is known.
    played: Option<Color>,
    excluded: Vec<Move>,
    draw_offered: bool,
    /// Pings that wait for the end of the thinking.
    pings: Vec<String>,
    /// The reply that the engine expects.
    hint: Option<Move>,
    /// Own moves in a row whose score was hopeless.
    hopeless: u32,
    /// Settings that wait for the end of the thinking.
    waiting: Vec<(String, Option<String>)>,
    /// Did the GUI say `xboard`? Then it reads every line.
    by_machine: bool,
    /// May lines begin with `#`? Yes after the features said so and the GUI did not refuse.
    remarks: bool,
}

impl Cecp {
    /// The state after the start, which equals the state after `new`.
    pub(super) fn new() -> Cecp {
        Cecp {
            position: AnyPosition::start(Variant::Chess),
            unturned: None,
            illegal: None,
            mode: Mode::Play(Color::Black),
            editor: None,
            search: None,
            paused: None,
            clock: Clock::new(),
            post: false,
            hard: false,
            fresh: true,
            played: None,
            excluded: Vec::new(),
            draw_offered: false,
            pings: Vec::new(),
            hint: None,
            hopeless: 0,
            waiting: Vec::new(),
            by_machine: false,
            remarks: false,
        }
    }

    /// The search under way.
    pub(super) fn running(&self) -> Option<SearchId> {
        self.search.as_ref().map(|search| search.id)
    }

    fn is_thinking(&self) -> bool {
        matches!(&self.search, Some(search) if search.kind == Kind::Think)
    }

    pub(super) fn line(&mut self, core: &mut Core, line: &str) {
        if self.editor.is_some() {
            self.edit_line(core, line);
        } else {
            self.command(core, Command::parse(line));
        }
    }

    fn command(&mut self, core: &mut Core, command: Command) {
        match command {
            Command::Xboard => self.by_machine = true,
            Command::Protover(_) => self.announce(core),
            Command::Rejected(feature) => self.remarks &= split_word(&feature).0 != "debug",
            Command::New => self.new_game(core),
            Command::Quit => core.act(Action::Quit),
            Command::Force => self.force(core),
            Command::Exit if self.mode == Mode::Analyze => self.force(core),
            Command::Go => self.go(core),
            Command::PlayOther => self.play_other(core),
            Command::White => self.side_to_move(core, Color::White),
            Command::Black => self.side_to_move(core, Color::Black),
            Command::UserMove(text) | Command::BareMove(text) => self.user_move(core, &text),
            Command::MoveNow => self.move_now(core),
            Command::Ping(text) => self.ping(core, &text),
            Command::Draw => self.draw_offered = true,
            Command::Result(result, _) => self.game_over(core, result),
            Command::Edit => self.edit(core),
            Command::SetBoard(fen) => self.set_board(core, &fen),
            Command::Variant(name) => self.set_variant(core, &name),
            Command::Undo => self.take_back(core, 1),
            Command::Remove => self.take_back(core, 2),
            Command::Analyze => self.analyze(core),
            Command::Exclude(which) => self.exclude(core, &which, true),
            Command::Include(which) => self.exclude(core, &which, false),
            Command::Pause => self.pause(core),
            Command::Resume => self.resume(core),
            Command::Tool(tool) => self.tool(core, &tool),
            Command::Malformed(word) => error(core, "bad argument", &word),
            Command::Unknown(line) => error(core, "unknown command", split_word(&line).0),
            other => self.quiet_command(core, other),
        }
    }

    /// Commands that neither start nor stop a search for a move.
    fn quiet_command(&mut self, core: &mut Core, command: Command) {
        match command {
            Command::Level { moves, base, increment } => self.clock.level(moves, base, increment),
            Command::MoveTime(time) => self.clock.per_move(time),
            Command::Depth(depth) => self.clock.set_depth(depth),
            Command::NodeRate(rate) => self.clock.set_node_rate(rate),
            Command::Time(time) => self.clock.set_mine(time, core.now),
            Command::OpponentTime(time) => self.clock.set_theirs(time),
            Command::Hint => self.give_hint(core),
            Command::Book => core.act(Action::ShowBook(Box::new(self.position.clone()))),
            Command::Hard => {
                self.hard = true;
                self.start_ponder(core);
            }
            Command::Easy => {
                self.hard = false;
                if matches!(&self.search, Some(search) if matches!(search.kind, Kind::Ponder(_))) {
                    self.stop_search(core);
                }
            }
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Status => self.status(core),
            Command::Memory(megabytes) => self.set(core, "Hash", Some(megabytes.to_string())),
            Command::Cores(cores) => self.set(core, "Threads", Some(cores.to_string())),
            Command::TablebasePath(kind, path) => self.tablebases(core, &kind, path),
            Command::Option(name, value) => self.set_option(core, &name, value),
            Command::Name(name) => core.act(Action::Log(format!("the opponent is {}", echo(&name)))),
            _ => {}
        }
    }

    fn new_game(&mut self, core: &mut Core) {
        self.stop_search(core);
        core.new_game();
        self.replace_position(AnyPosition::start(Variant::Chess));
        self.clock.new_game();
        self.draw_offered = false;
        self.hopeless = 0;
        self.fresh = true;
        self.played = None;
        if self.mode == Mode::Analyze {
            self.start_analysis(core);
        } else {
            self.mode = Mode::Play(Color::Black);
        }
    }

    fn game_over(&mut self, core: &mut Core, result: ResultTag) {
        self.force(core);
        if let Some(engine) = self.played.take() {
            let has_drops = self.position.variant().has_drops();
            core.act(Action::GameOver { result, engine, has_drops });
        }
    }

    fn force(&mut self, core: &mut Core) {
        self.stop_search(core);
        self.mode = Mode::Force;
    }

    /// Ends whatever is searched; the GUI hears no more of it. Pings that waited for it are answered.
    fn stop_search(&mut self, core: &mut Core) {
        if let Some(search) = self.search.take() {
            core.act(Action::Stop(search.id));
        }
        self.paused = None;
        self.apply_waiting(core);
        self.answer_pings(core);
    }

    fn ping(&mut self, core: &mut Core, text: &str) {
        let text: String = text.chars().filter(|c| matches!(c, ' '..='~')).take(80).collect();
        if self.is_thinking() {
            self.pings.push(text);
        } else {
            core.send(Message::Pong(text));
        }
    }

    fn answer_pings(&mut self, core: &mut Core) {
        for text in self.pings.drain(..) {
            core.send(Message::Pong(text));
        }
    }

    fn pause(&mut self, core: &mut Core) {
        if let (Some(search), None) = (&self.search, &self.paused) {
            core.act(Action::Pause(search.id));
            self.paused = Some(Paused { since: core.now, held: Vec::new() });
        }
    }

    fn resume(&mut self, core: &mut Core) {
        let Some(paused) = self.paused.take() else { return };
        self.clock.shift(core.now.saturating_sub(paused.since));
        if let Some(search) = &self.search {
            core.act(Action::Resume(search.id));
        }
        for event in paused.held {
            self.event(core, event);
        }
    }

    pub(super) fn event(&mut self, core: &mut Core, event: Event) {
        let current = self.running();
        let of_search = match &event {
            Event::Thinking { search, .. }
            | Event::CurrentMove { search, .. }
            | Event::BestMove { search, .. }
            | Event::Resigns { search, .. } => Some(*search),
            _ => None,
        };
        if of_search.is_some() && of_search != current {
            return;
        }
        if let (Some(_), Some(paused)) = (of_search, &mut self.paused) {
            paused.held.push(event);
            return;
        }
        match event {
            Event::Thinking { line, .. } => self.thinking(core, *line),
            Event::CurrentMove { depth, mv, number, total, .. } => {
                if let Some(search) = &mut self.search {
                    search.current = Some((depth, mv, number, total));
                }
            }
            Event::BestMove { best, ponder, .. } => self.best_move(core, best, ponder),
            Event::Resigns { instead, .. } => self.give_up(core, instead),
            Event::Book(lines) => show_book(core, &lines),
            Event::Text(lines) => lines.iter().for_each(|line| self.remark(core, line)),
            Event::Note(text) => self.remark(core, &text),
        }
    }

    fn tool(&mut self, core: &mut Core, tool: &Tool) {
        if *tool == Tool::Flip {
            self.stop_search(core);
        }
        let mut position = self.position.clone();
        for line in tools::run(core, tool, &mut position) {
            self.remark(core, &line);
        }
        if *tool == Tool::Flip {
            self.replace_position(position);
            if self.mode == Mode::Analyze {
                self.start_analysis(core);
            }
        }
    }

    /// A line for people. A GUI would act on some words, so it gets them as a remark.
    fn remark(&self, core: &mut Core, line: &str) {
        if !self.by_machine {
            core.send(line);
        } else if self.remarks {
            core.send(Message::Comment(line.to_owned()));
        }
    }
}

fn show_book(core: &mut Core, lines: &[String]) {
    for line in lines {
        core.send(Message::Other(format!(" {}", line.trim())));
    }
    if lines.is_empty() {
        core.send(" no book moves");
    }
    core.send(Message::Blank);
}

fn error(core: &mut Core, kind: &str, text: &str) {
    core.send(Message::Error { kind: kind.to_owned(), text: echo(text) });
}
