//! The engine's side of UCI. Every `go` is answered by exactly one `bestmove`.

use std::collections::VecDeque;

use rocada_rules::{AnyPosition, Color, Move, Variant};

use super::types::{Action, Event, GoRequest, Purpose, SearchId, Thinking};
use super::{Core, board, tools};
use crate::limits::SearchLimits;
use crate::options::OutOfRange;
use crate::score::Score;
use crate::text::echo;
use crate::time_text;
use crate::tool::Tool;
use crate::uci::{Command, Go, Info, Message, Start};

/// A search that has not been answered yet.
struct Search {
    id: SearchId,
    root: AnyPosition,
    limits: SearchLimits,
    /// What the engine found while it was not allowed to say so.
    held: Option<(Option<Move>, Option<Move>)>,
    /// No answer before `stop` (or, when pondering, `ponderhit`).
    infinite: bool,
    ponder: bool,
    /// Was the engine told to stop?
    stopping: bool,
}

/// A conversation in UCI.
pub(super) struct Uci {
    position: AnyPosition,
    search: Option<Search>,
    /// Commands that wait for the end of the search.
    deferred: VecDeque<Command>,
    debug: bool,
}

impl Uci {
    pub(super) fn new() -> Uci {
        Uci {
            position: AnyPosition::start(Variant::Chess),
            search: None,
            deferred: VecDeque::new(),
            debug: false,
        }
    }

    /// The search under way.
    pub(super) fn running(&self) -> Option<SearchId> {
        self.search.as_ref().map(|search| search.id)
    }

    /// Takes a command. What changes the engine or starts another search waits for the end of the present one.
    pub(super) fn command(&mut self, core: &mut Core, command: Command) {
        self.run(core, VecDeque::from([command]));
    }

    fn must_wait(&self, command: &Command) -> bool {
        let go_waits = || self.deferred.iter().any(|waiting| matches!(waiting, Command::Go(_)));
        match command {
            Command::SetOption { .. } | Command::NewGame | Command::Go(_) => self.search.is_some(),
            // These must not overtake what waits already.
            Command::Position { .. } => !self.deferred.is_empty(),
            Command::Tool(_) | Command::Stop | Command::PonderHit => go_waits(),
            _ => false,
        }
    }

    /// Carries out commands in order, as far as they need not wait. A `go` that must wait ends the present search;
    /// whenever a search has ended, what waited for it comes first.
    fn run(&mut self, core: &mut Core, mut queue: VecDeque<Command>) {
        while let Some(command) = queue.pop_front() {
            if self.must_wait(&command) {
                if matches!(command, Command::Go(_)) {
                    self.stop(core);
                }
                self.deferred.push_back(command);
            } else {
                self.execute(core, command);
            }
            if self.search.is_none() && !self.deferred.is_empty() {
                self.deferred.append(&mut queue);
                std::mem::swap(&mut self.deferred, &mut queue);
            }
        }
    }

    fn execute(&mut self, core: &mut Core, command: Command) {
        match command {
            Command::Uci => self.introduce(core),
            Command::IsReady => core.send(Message::ReadyOk),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(core, &name, value.as_deref()),
            Command::NewGame => core.new_game(),
            Command::Position { start, moves } => self.set_position(core, &start, &moves),
            Command::Go(go) => self.go(core, &go),
            Command::Stop => self.stop(core),
            Command::PonderHit => self.ponder_hit(core),
            Command::Quit => core.act(Action::Quit),
            Command::Tool(tool) => self.tool(core, &tool),
            Command::Malformed(word) => {
                say(core, &format!("cannot read the command {word}: its arguments are missing"));
            }
            Command::Unknown(line) => say(core, &format!("unknown command '{}', type help", echo(&line))),
            Command::Blank | Command::Register(_) => {}
        }
    }

    fn introduce(&mut self, core: &mut Core) {
        core.send(Message::Name(core.config.name.clone()));
        core.send(Message::Author(core.config.author.clone()));
        for line in core.config.options.uci_lines() {
            core.send(line);
        }
        core.send(Message::UciOk);
    }

    fn tool(&mut self, core: &mut Core, tool: &Tool) {
        for line in tools::run(core, tool, &mut self.position) {
            core.send(line);
        }
    }

    fn set_option(&mut self, core: &mut Core, name: &str, value: Option<&str>) {
        // `crazyhouse960` and its like name both options at once.
        let names_variant = core.config.options.name_of(name) == Some("UCI_Variant");
        let mut value = value;
        let variant = value.and_then(|text| text.parse::<Variant>().ok());
        if let (true, Some(variant)) = (names_variant, variant) {
            if variant.is_960() {
                self.set_option(core, "UCI_Chess960", Some("true"));
            }
            value = Some(variant.with_960(false).name());
        }
        match core.set_option(name, value, OutOfRange::Refuse) {
            Ok(Some(change)) => {
                core.act(Action::SetOption(change));
                self.follow_variant(core);
            }
            Ok(None) => {}
            Err(error) => say(core, &error.to_string()),
        }
    }

    /// The variant that the options name.
    fn variant(core: &Core) -> Variant {
        let options = &core.config.options;
        let rules: Variant = options.text("UCI_Variant").parse().unwrap_or_default();
        rules.with_960(options.is_on("UCI_Chess960"))
    }

    /// Another game begins with its start position; another way of writing changes no position.
    fn follow_variant(&mut self, core: &Core) {
        let variant = Uci::variant(core);
        if variant.has_drops() != self.position.variant().has_drops() {
            self.position = AnyPosition::start(variant);
        } else {
            self.position.set_960(variant.is_960());
        }
    }

    /// A bad FEN leaves the old position; an illegal move ends the list of moves.
    fn set_position(&mut self, core: &mut Core, start: &Start, moves: &[String]) {
        let variant = Uci::variant(core);
        let mut position = match start {
            Start::Standard => AnyPosition::start(variant),
            Start::Fen(fen) => match board::read_fen(variant, fen) {
                Ok(position) => position,
                Err(reason) => {
                    say(core, &format!("bad FEN, the old position stays: {reason}"));
                    return;
                }
            },
        };
        for text in moves {
            match position.parse_move(text) {
                Ok(mv) => position.play(mv),
                Err(_) => {
                    let number = position.moves().len() + 1;
                    say(core, &format!("move {number} of the list is illegal and ends it: '{}'", echo(text)));
                    break;
                }
            }
        }
        self.position = position;
    }

    fn go(&mut self, core: &mut Core, go: &Go) {
        if let Some(depth) = go.perft {
            self.tool(core, &Tool::Perft(depth.min(30)));
            return;
        }
        let limits = self.limits(core, go);
        let id = core.next_search();
        let purpose = match (go.ponder, core.config.options.is_on("UCI_AnalyseMode")) {
            (true, _) => Purpose::Ponder,
            (_, true) => Purpose::Analyze,
            _ => Purpose::Play,
        };
        let has_moves = self.position.has_legal_move();
        self.search = Some(Search {
            id,
            root: self.position.clone(),
            limits: limits.clone(),
            held: None,
            infinite: go.is_unbounded(),
            ponder: go.ponder,
            stopping: false,
        });
        if has_moves {
            core.act(Action::Go(Box::new(GoRequest {
                search: id,
                position: self.position.clone(),
                limits,
                purpose,
            })));
            return;
        }
        let score = match self.position.in_check() {
            true => Score::Mate(0),
            false => Score::Centipawns(0),
        };
        core.send(Info { depth: Some(0), score: Some(score), ..Info::default() });
        self.finished(core, None, None);
    }

    fn limits(&self, core: &Core, go: &Go) -> SearchLimits {
        let white = self.position.turn() == Color::White;
        let (mine, theirs) = if white { (go.wtime, go.btime) } else { (go.btime, go.wtime) };
        let increment = if white { go.winc } else { go.binc };
        let time = time_text::milliseconds;
        let searchmoves = match &go.searchmoves {
            Some(texts) => texts.iter().filter_map(|text| self.position.parse_move(text).ok()).collect(),
            None => Vec::new(),
        };
        SearchLimits {
            clock: mine.or(theirs).map(time),
            opponent_clock: theirs.map(time),
            increment: increment.map(time).unwrap_or_default(),
            moves_to_go: go.movestogo.filter(|moves| *moves > 0),
            movetime: go.movetime.map(time),
            depth: go.depth.map(|depth| depth.max(1)),
            nodes: go.nodes,
            mate: go.mate,
            infinite: go.is_unbounded(),
            ponder: go.ponder,
            searchmoves,
            overhead: core.overhead(),
            nodes_per_second: None,
        }
    }

    /// Ends the search: what is held back is said now, otherwise the engine is told to hurry.
    fn stop(&mut self, core: &mut Core) {
        let Some(search) = &mut self.search else { return };
        (search.infinite, search.ponder) = (false, false);
        if let Some((best, ponder)) = search.held.take() {
            self.answer(core, best, ponder);
        } else if !search.stopping {
            search.stopping = true;
            core.act(Action::Stop(search.id));
        }
    }

    fn ponder_hit(&mut self, core: &mut Core) {
        let Some(search) = self.search.as_mut().filter(|search| search.ponder) else {
            return;
        };
        search.ponder = false;
        search.limits.ponder = false;
        match search.held.take() {
            Some(held) if search.infinite => search.held = Some(held),
            Some((best, ponder)) => self.answer(core, best, ponder),
            None => {
                core.act(Action::PonderHit { search: search.id, limits: Box::new(search.limits.clone()) });
            }
        }
    }

    /// The search has found its move: say it, or keep it until it may be said.
    fn finished(&mut self, core: &mut Core, best: Option<Move>, ponder: Option<Move>) {
        let Some(search) = &mut self.search else { return };
        if search.infinite || search.ponder {
            search.held = Some((best, ponder));
        } else {
            self.answer(core, best, ponder);
        }
    }

    fn answer(&mut self, core: &mut Core, best: Option<Move>, ponder: Option<Move>) {
        let Some(search) = self.search.take() else { return };
        let legal = search.root.legal_moves();
        let best = best.filter(|mv| legal.contains(mv)).or_else(|| legal.first().copied());
        let mut after = search.root.clone();
        let mut reply = None;
        if let Some(best) = best {
            after.play(best);
            reply = ponder.filter(|mv| after.legal_moves().contains(mv)).map(|mv| after.uci(mv));
        }
        core.send(Message::BestMove { best: best.map(|mv| search.root.uci(mv)), ponder: reply });
    }

    pub(super) fn event(&mut self, core: &mut Core, event: Event) {
        let current = self.running();
        match event {
            Event::Thinking { search, line } if Some(search) == current => self.thinking(core, &line),
            Event::CurrentMove { search, depth, mv, number, .. } if Some(search) == current => {
                self.current_move(core, depth, mv, number);
            }
            Event::BestMove { search, best, ponder } if Some(search) == current => {
                self.finished(core, best, ponder);
            }
            Event::Resigns { search, instead } if Some(search) == current => {
                say(core, "it resigns, but UCI has no word for that");
                self.finished(core, instead, None);
            }
            Event::Text(lines) => lines.into_iter().for_each(|line| core.send(line)),
            Event::Book(lines) => lines.iter().for_each(|line| say(core, line)),
            Event::Note(text) => say(core, &text),
            Event::Thinking { .. }
            | Event::CurrentMove { .. }
            | Event::BestMove { .. }
            | Event::Resigns { .. } => {}
        }
        if self.search.is_none() {
            let waiting = std::mem::take(&mut self.deferred);
            self.run(core, waiting);
        }
    }

    fn thinking(&mut self, core: &mut Core, line: &Thinking) {
        let Some(search) = self.search.as_ref().filter(|search| search.held.is_none()) else {
            return;
        };
        let show_wdl = core.config.options.is_on("UCI_ShowWDL");
        core.send(Info {
            depth: Some(line.depth),
            seldepth: Some(line.seldepth.max(line.depth)),
            multipv: Some(line.multipv.max(1)),
            score: Some(line.score),
            bound: line.bound,
            wdl: line.wdl.filter(|_| show_wdl),
            nodes: Some(line.nodes),
            nps: Some(line.nodes_per_second()),
            hashfull: Some(line.hashfull),
            tbhits: Some(line.tbhits),
            time: Some(time_text::as_millis(line.time)),
            pv: search.root.write_line(&line.pv, AnyPosition::uci),
            ..Info::default()
        });
    }

    fn current_move(&mut self, core: &mut Core, depth: u32, mv: Move, number: u32) {
        let Some(search) = &self.search else { return };
        core.send(Info {
            depth: Some(depth),
            currmove: Some(search.root.uci(mv)),
            currmovenumber: Some(number.max(1)),
            ..Info::default()
        });
    }
}

fn say(core: &mut Core, text: &str) {
    core.send(Info::text(text));
}
