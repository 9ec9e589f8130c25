//! Playing and thinking in CECP: moves come in, searches start, moves and claims go out.

use rocada_rules::{AnyPosition, Move};

use super::{Cecp, Kind, Mode, Search};
use crate::cecp::{Message, Status, Tell, ThinkingLine};
use crate::limits::SearchLimits;
use crate::result_tag::ResultTag;
use crate::score::Score;
use crate::session::types::{Action, GoRequest, Purpose, Thinking};
use crate::session::{Core, board};
use crate::text::echo;
use crate::time_text;

/// After so many own moves in a row with a hopeless score the engine resigns, if it may.
const HOPELESS_MOVES: u32 = 3;

/// Before this move a draw is accepted only when the engine is clearly worse.
const ENDGAME_MOVE: u32 = 30;

/// What "clearly worse" is, in centipawns.
const CLEARLY_WORSE: i32 = -50;

impl Cecp {
    pub(super) fn go(&mut self, core: &mut Core) {
        self.stop_search(core);
        if self.complain_of_position(core) {
            return;
        }
        self.mode = Mode::Play(self.position.turn());
        self.think(core);
    }

    pub(super) fn play_other(&mut self, core: &mut Core) {
        self.stop_search(core);
        self.mode = Mode::Play(!self.position.turn());
        self.fresh = false;
        self.start_ponder(core);
    }

    pub(super) fn move_now(&mut self, core: &mut Core) {
        if let Some(search) = self.search.as_ref().filter(|search| search.kind == Kind::Think) {
            core.act(Action::Stop(search.id));
        }
    }

    /// Says again what is wrong with the position, if anything is.
    fn complain_of_position(&self, core: &mut Core) -> bool {
        if let Some(complaint) = &self.illegal {
            core.send(Message::Tell(Tell::UserError, complaint.clone()));
        }
        self.illegal.is_some()
    }

    /// A move of the opponent, or one that the GUI makes for us.
    pub(super) fn user_move(&mut self, core: &mut Core, text: &str) {
        if self.is_thinking() {
            return refuse(core, Some("out of turn"), text);
        }
        let readable = self.illegal.is_none() && text.is_ascii();
        let Some(mv) = self.position.parse_move(text).ok().filter(|_| readable) else {
            return refuse(core, None, text);
        };
        match self.mode {
            Mode::Force => self.make(core, mv),
            Mode::Analyze => {
                self.stop_search(core);
                self.make(core, mv);
                self.start_analysis(core);
            }
            Mode::Play(_) if board::outcome(&self.position).is_some() => {
                refuse(core, Some("game over"), text);
            }
            Mode::Play(engine) if engine == self.position.turn() => self.make(core, mv),
            Mode::Play(_) => self.opponent_moves(core, mv),
        }
    }

    fn opponent_moves(&mut self, core: &mut Core, mv: Move) {
        let guessed = matches!(&self.search, Some(search) if search.kind == Kind::Ponder(mv));
        if !guessed {
            self.stop_search(core);
            self.make(core, mv);
            self.think(core);
            return;
        }
        let paused = self.paused.is_some();
        self.make(core, mv);
        let limits = self.limits(core);
        let Some(search) = &mut self.search else { return };
        search.kind = Kind::Think;
        search.started = core.now;
        if let Some((best, ponder)) = search.found.take().filter(|_| !paused) {
            self.best_move(core, best, ponder);
            return;
        }
        core.act(Action::PonderHit { search: search.id, limits: Box::new(limits) });
    }

    /// Makes a legal move on the board.
    fn make(&mut self, core: &mut Core, mv: Move) {
        let engine = match self.mode {
            Mode::Play(color) => Some(color),
            _ => None,
        };
        let mover = self.position.turn();
        if self.fresh {
            // Until the first move is made no clock runs.
            self.clock.start(core.now);
        }
        self.position.play(mv);
        self.clock.moved(mover, engine, core.now);
        self.position_changed();
        self.fresh = false;
    }

    /// What bounds the search for the engine's next move.
    fn limits(&mut self, core: &Core) -> SearchLimits {
        let turn = self.position.turn();
        self.clock.belongs_to(turn);
        self.clock.start(core.now);
        let mut limits = self.clock.limits(turn, core.overhead());
        limits.searchmoves = self.allowed_moves().unwrap_or_default();
        limits
    }

    /// The root moves that are not excluded; `None` if no move is excluded.
    fn allowed_moves(&self) -> Option<Vec<Move>> {
        if self.excluded.is_empty() {
            return None;
        }
        let legal = self.position.legal_moves();
        Some(legal.iter().copied().filter(|mv| !self.excluded.contains(mv)).collect())
    }

    fn start(&mut self, core: &mut Core, kind: Kind, root: AnyPosition, limits: SearchLimits) {
        let id = core.next_search();
        let purpose = match kind {
            Kind::Think => Purpose::Play,
            Kind::Ponder(_) => Purpose::Ponder,
            Kind::Analyze => Purpose::Analyze,
        };
        core.act(Action::Go(Box::new(GoRequest { search: id, position: root.clone(), limits, purpose })));
        self.search =
            Some(Search { id, kind, root, started: core.now, last: None, current: None, found: None });
    }

    /// Thinks about the engine's move, unless the game is over.
    fn think(&mut self, core: &mut Core) {
        self.fresh = false;
        self.played = Some(self.position.turn());
        if let Some(outcome) = board::outcome(&self.position) {
            send_result(core, board::outcome_result(outcome));
            return;
        }
        let limits = self.limits(core);
        self.start(core, Kind::Think, self.position.clone(), limits);
    }

    /// Thinks about what the engine would answer to the reply that it expects.
    pub(super) fn start_ponder(&mut self, core: &mut Core) {
        let Mode::Play(engine) = self.mode else { return };
        let ready = self.hard && !self.fresh && self.search.is_none() && self.illegal.is_none();
        let Some(guess) = self.hint.filter(|_| ready && self.position.turn() != engine) else {
            return;
        };
        let text = self.position.cecp(guess);
        let mut root = self.position.clone();
        root.play(guess);
        if board::outcome(&root).is_some() {
            return;
        }
        if self.post {
            core.send(Message::Hint(text));
        }
        let mut limits = self.clock.limits(engine, core.overhead());
        limits.ponder = true;
        self.start(core, Kind::Ponder(guess), root, limits);
    }

    /// Thinks about the position on the board until something changes it.
    pub(super) fn start_analysis(&mut self, core: &mut Core) {
        if self.complain_of_position(core) || board::outcome(&self.position).is_some() {
            return;
        }
        let allowed = self.allowed_moves();
        if allowed.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let limits = SearchLimits {
            infinite: true,
            depth: self.clock.depth(),
            searchmoves: allowed.unwrap_or_default(),
            ..SearchLimits::default()
        };
        self.start(core, Kind::Analyze, self.position.clone(), limits);
    }

    pub(super) fn thinking(&mut self, core: &mut Core, line: Thinking) {
        let Some(search) = &mut self.search else { return };
        if self.post && !line.pv.is_empty() {
            core.send(ThinkingLine {
                depth: line.depth.max(1),
                score: line.score,
                bound: line.bound,
                centiseconds: time_text::as_centiseconds(line.time),
                nodes: line.nodes,
                extra: Some([u64::from(line.seldepth.max(line.depth)), line.nodes_per_second(), line.tbhits]),
                pv: search.root.write_line(&line.pv, AnyPosition::cecp),
            });
        }
        if line.multipv <= 1 {
            search.last = Some(line);
        }
    }

    /// The search is over: the move goes out, with whatever has to be said before and after it.
    pub(super) fn best_move(&mut self, core: &mut Core, best: Option<Move>, ponder: Option<Move>) {
        let Some(mut search) = self.search.take() else { return };
        match search.kind {
            Kind::Analyze => return,
            Kind::Ponder(_) => {
                search.found = Some((best, ponder));
                self.search = Some(search);
                return;
            }
            Kind::Think => {}
        }
        let legal = self.position.legal_moves();
        let best = best.filter(|mv| legal.contains(mv)).or_else(|| legal.first().copied());
        let score = search.last.map(|line| line.score);
        match best {
            Some(best) if !self.resigns(core, score) => self.send_move(core, best, ponder, score),
            _ => {}
        }
        self.apply_waiting(core);
        self.answer_pings(core);
        self.start_ponder(core);
    }

    /// The search is over: the engine resigns. A guess is not worth that much.
    pub(super) fn give_up(&mut self, core: &mut Core, instead: Option<Move>) {
        if !self.is_thinking() {
            return self.best_move(core, instead, None);
        }
        self.search = None;
        core.send(Message::Resign);
        self.mode = Mode::Force;
        self.apply_waiting(core);
        self.answer_pings(core);
    }

    fn send_move(&mut self, core: &mut Core, best: Move, ponder: Option<Move>, score: Option<Score>) {
        let mut after = self.position.clone();
        after.play(best);
        let outcome = board::outcome(&after);
        let welcome = score.is_some_and(|score| score.value() <= 0);
        if let Some(claim) = self.position.draw_claim().filter(|_| welcome) {
            send_result(core, (ResultTag::Drawn, board::claim_reason(claim)));
        } else if outcome.is_none() && (after.draw_claim().is_some() || self.accepts_draw(score)) {
            // Before a move that brings a draw about, the offer is the claim.
            core.send(Message::OfferDraw);
        }
        self.draw_offered = false;
        core.send(Message::Move(self.position.cecp(best)));
        self.make(core, best);
        match outcome {
            Some(outcome) => send_result(core, board::outcome_result(outcome)),
            None => self.hint = ponder.filter(|mv| self.position.legal_moves().contains(mv)),
        }
    }

    fn accepts_draw(&self, score: Option<Score>) -> bool {
        let enough = match self.position.fullmove_number() >= ENDGAME_MOVE {
            true => 0,
            false => CLEARLY_WORSE,
        };
        self.draw_offered && score.is_some_and(|score| score.value() <= enough)
    }

    /// Gives up if that is allowed and the last moves were all hopeless.
    fn resigns(&mut self, core: &mut Core, score: Option<Score>) -> bool {
        let options = &core.config.options;
        let threshold = options.number("Resign Score");
        let hopeless = score.is_some_and(|score| i64::from(score.value()) <= -threshold);
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        let resigns = options.is_on("Resign") && self.hopeless >= HOPELESS_MOVES;
        if resigns {
            core.send(Message::Resign);
            self.mode = Mode::Force;
        }
        resigns
    }

    /// `hint`: the reply that the engine expects, when the other side is to move.
    pub(super) fn give_hint(&mut self, core: &mut Core) {
        if let Some(mv) = self.hint.filter(|_| !self.is_thinking()) {
            core.send(Message::Hint(self.position.cecp(mv)));
        }
    }

    /// `.`: how far the analysis is.
    pub(super) fn status(&mut self, core: &mut Core) {
        let Some(search) = self.search.as_ref().filter(|search| search.kind == Kind::Analyze) else {
            return;
        };
        let roots = u32::try_from(search.root.count_legal_moves()).unwrap_or(0);
        let last = search.last.as_ref();
        let (depth, left, total, current) = match search.current {
            Some((depth, mv, number, total)) => {
                (depth, total.saturating_sub(number), total, Some(search.root.cecp(mv)))
            }
            None => (last.map_or(0, |line| line.depth), 0, roots, None),
        };
        core.send(Message::Status(Status {
            centiseconds: time_text::as_centiseconds(core.now.saturating_sub(search.started)),
            nodes: last.map_or(0, |line| line.nodes),
            depth,
            left,
            total,
            current,
        }));
    }
}

fn send_result(core: &mut Core, (result, reason): (ResultTag, &str)) {
    core.send(Message::Result(result, Some(reason.to_owned())));
}

fn refuse(core: &mut Core, reason: Option<&str>, text: &str) {
    core.send(Message::IllegalMove { reason: reason.map(str::to_owned), text: echo(text) });
}
