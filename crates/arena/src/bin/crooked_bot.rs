//! A bot that plays any legal move and, if told so, does one thing wrong: `crooked_bot [--uci] [FAULT]`.
//! The tests of the arena and of the doctor play against it. Without a fault it is an example of a small bot.

use std::io::{BufRead, BufWriter, Write};
use std::time::Duration;

use rocada_protocol::cecp::{Command, EditLine, Editor};
use rocada_protocol::uci;
use rocada_rules::{AnyPosition, Tolerance, Variant};

/// What its random moves begin with.
const SEED: u64 = 7;

struct Bot {
    fault: String,
    position: AnyPosition,
    playing: bool,
    moves_made: u32,
    seed: u64,
    editor: Option<Editor>,
    out: Box<dyn Write>,
}

impl Bot {
    fn say(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
        let _ = self.out.flush();
    }

    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Every game is played alike, whether the bot has played before or was launched for it.
    fn forget(&mut self) {
        self.moves_made = 0;
        self.seed = SEED;
    }

    fn random(&mut self, limit: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % limit.max(1)
    }

    fn wait_for_ever() -> ! {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }

    /// What goes wrong at the second move. Says whether the move is still to come.
    fn misbehave(&mut self) -> bool {
        match self.fault.clone().as_str() {
            "illegal" => self.say("move e1e5"),
            "false-draw" => self.say("1/2-1/2 {Draw by repetition}"),
            "false-win" => self.say("1-0 {White mates}\n0-1 {Black mates}"),
            "illegal-claim" => self.say("Illegal move: e2e4"),
            "resign" => self.say("resign"),
            "exit" => std::process::exit(3),
            "interrupted" => {
                interrupt_myself();
                Bot::wait_for_ever();
            }
            "abort" => std::process::abort(),
            "hang" => Bot::wait_for_ever(),
            "slow" => {
                std::thread::sleep(Duration::from_secs(2));
                return true;
            }
            "flood" => loop {
                if writeln!(self.out, "# still thinking").is_err() {
                    std::process::exit(0);
                }
            },
            "flood-one-line" => loop {
                if self.out.write_all(&[b'x'; 4096]).is_err() {
                    std::process::exit(0);
                }
            },
            _ => return true,
        }
        false
    }

    /// Lines that come before every move.
    fn mutter(&mut self) {
        match self.fault.clone().as_str() {
            "draw-pv" => self.say("4 0 1 100 e2e4 (Draw)"),
            "indented-move" => self.say("    1. ... Nf6"),
            "not-found" => self.say("book.bin: not found"),
            "tellusererror" => self.say("tellusererror I do not feel well"),
            "telluser" => self.say("telluser hello"),
            "offer-draw" => self.say("offer draw"),
            "error-line" => self.say("Error (unknown command): easy"),
            "noise" => self.say("DEBUG: 20 legal moves, value=-3\n\u{fffd}\n   at Bot.search(Bot.java:42)"),
            _ => {}
        }
    }

    fn choose(&mut self) -> Option<rocada_rules::Move> {
        let mut moves: Vec<_> = self.position.legal_moves().iter().copied().collect();
        moves.sort_by_key(|mv| self.position.uci(*mv));
        (!moves.is_empty()).then(|| moves[self.random(moves.len())])
    }

    fn go(&mut self) {
        self.moves_made += 1;
        if self.moves_made == 2 && !self.misbehave() {
            return;
        }
        let Some(mv) = self.choose() else { return };
        self.mutter();
        let mut text = self.position.cecp(mv);
        if self.has("no-promotion-letter") && mv.promotion().is_some() {
            text.pop();
        }
        let second = match self.fault.trim_end_matches("-late") {
            "two-moves" => Some(text.clone()),
            "two-choices" => self.choose().map(|other| self.position.cecp(other)),
            _ => None,
        };
        self.position.play(mv);
        self.say(&format!("move {text}"));
        if let Some(second) = second {
            if self.fault.ends_with("-late") {
                std::thread::sleep(Duration::from_millis(20));
            }
            self.say(&format!("move {second}"));
        }
    }

    fn greet(&mut self) {
        match self.fault.clone().as_str() {
            "no-done" => self.say("feature ping=1 setboard=1 usermove=1 variants=\"normal,crazyhouse\""),
            "student" => self.say(
                "feature done=0 sigint=0 sigterm=0 san=0 reuse=0 usermove=1 analyze=0 ping=0 setboard=0 level=0 \
                 variants=\"normal,crazyhouse\" name=\"x\" myname=\"Student\" done=1",
            ),
            "unknown-feature" => {
                self.say("feature done=0");
                self.say("feature ping=1 setboard=1 usermove=1 sigint=0 variants=\"normal\" setscore=1 option=\"A -check 0\" done=1");
            }
            // Without `sigint=0` XBoard interrupts the bot, and nothing here survives that.
            "sigint" => self.say("feature ping=1 setboard=1 usermove=1 variants=\"normal\" done=1"),
            "dies-at-rejected" => {
                self.say("feature hoorah=1 ping=1 setboard=1 usermove=1 sigint=0 variants=\"normal\" done=1");
            }
            "edit-only" => self.say("feature ping=1 usermove=1 sigint=0 variants=\"normal,crazyhouse\" done=1"),
            "unquoted" => self.say("feature myname=Crooked ping=1 setboard=1 usermove=1 sigint=0 done=1"),
            _ => {
                self.say("feature done=0");
                self.say("feature myname=\"Crooked bot\" ping=1 setboard=1 usermove=1 sigint=0 sigterm=1 colors=0 reuse=1");
                self.say("feature variants=\"normal,crazyhouse,fischerandom\"");
                self.say("feature done=1");
            }
        }
    }

    fn set_up(&mut self, fen: &str) {
        let variant = self.position.variant();
        if let Ok(position) = AnyPosition::from_fen(variant, fen, Tolerance::Lax) {
            self.position = position;
        }
    }

    fn opponent_moved(&mut self, text: &str) {
        let Ok(mv) = self.position.parse_move(text) else {
            if !self.has("no-illegal") {
                self.say(&format!("Illegal move: {text}"));
            }
            return;
        };
        let refuses_castling = match self.fault.as_str() {
            "no-letters" => text.starts_with("O-O"),
            "king-target" => !text[2..].starts_with(['c', 'g']),
            _ => false,
        };
        if refuses_castling && mv.is_castle() {
            return self.say(&format!("Error (unknown command): {text}"));
        }
        if self.has("forgets-castling") && mv.is_castle() {
            // Only the king moves in its head.
            let king = self
                .position
                .legal_moves()
                .iter()
                .copied()
                .find(|other| other.from() == mv.from() && !other.is_castle() && other.to() != mv.to());
            if let Some(king) = king {
                self.position.play(king);
            }
        } else {
            self.position.play(mv);
        }
        if self.playing || self.has("moves-in-force") {
            self.go();
        }
    }

    /// A line inside `edit`.
    fn edit(&mut self, mut editor: Editor, line: &str) {
        match Command::parse_edit(line) {
            EditLine::Done => {
                if let Ok(position) = editor.finish(&self.position) {
                    self.position = position;
                }
                return;
            }
            other => editor.edit(&other),
        }
        self.editor = Some(editor);
    }

    fn cecp(&mut self, line: &str) {
        if let Some(editor) = self.editor.take() {
            return self.edit(editor, line);
        }
        match Command::parse(line) {
            Command::Rejected(_) if self.has("dies-at-rejected") => std::process::exit(4),
            Command::Unknown(_) if self.has("dies-at-unknown") => std::process::exit(5),
            Command::Edit if self.has("edit-only") => self.editor = Some(Editor::new(&self.position)),
            Command::Protover(_) if self.has("silent") => Bot::wait_for_ever(),
            Command::Protover(_) => self.greet(),
            Command::New => {
                self.position = AnyPosition::start(Variant::Chess);
                self.playing = true;
                self.forget();
            }
            Command::Variant(name) => {
                if let Ok(variant) = name.parse() {
                    self.position = AnyPosition::start(variant);
                }
            }
            Command::Force => self.playing = false,
            Command::Go => {
                self.playing = true;
                self.go();
            }
            Command::SetBoard(fen) => self.set_up(&fen),
            Command::UserMove(text) | Command::BareMove(text) => self.opponent_moved(&text),
            Command::Ping(text) if !self.has("no-pong") => self.say(&format!("pong {text}")),
            Command::Result(..) => self.playing = false,
            Command::Quit if !self.has("no-quit") => std::process::exit(0),
            _ => {}
        }
    }

    fn uci(&mut self, line: &str) {
        match uci::Command::parse(line) {
            uci::Command::Uci => {
                self.say("id name Crooked bot\nid author The Rocada authors");
                self.say("option name UCI_Variant type combo default chess var chess var crazyhouse");
                self.say("option name UCI_Chess960 type check default false\nuciok");
            }
            uci::Command::IsReady if !self.has("no-pong") => self.say("readyok"),
            uci::Command::SetOption { name, value: Some(value) } if name == "UCI_Variant" => {
                if let Ok(variant) = value.parse() {
                    self.position = AnyPosition::start(variant);
                }
            }
            uci::Command::NewGame => self.forget(),
            uci::Command::Position { start, moves } => {
                let variant = self.position.variant();
                self.position = AnyPosition::start(variant);
                if let uci::Start::Fen(fen) = start {
                    self.set_up(&fen);
                }
                for text in moves {
                    if let Ok(mv) = self.position.parse_coordinate(&text) {
                        self.position.play(mv);
                    }
                }
            }
            uci::Command::Go(_) => {
                self.moves_made += 1;
                if self.moves_made == 2 {
                    match self.fault.as_str() {
                        "illegal" => return self.say("bestmove e1e5"),
                        "no-move" => return self.say("bestmove (none)"),
                        "exit" | "abort" | "hang" | "slow" | "flood" => {
                            self.misbehave();
                        }
                        _ => {}
                    }
                }
                let text = self.choose().map_or("(none)".to_owned(), |mv| self.position.uci(mv));
                self.say(&format!("info depth 1 score cp 0 nodes 1 pv {text}\nbestmove {text}"));
                if self.has("two-moves") {
                    self.say(&format!("bestmove {text}"));
                }
            }
            uci::Command::Quit => std::process::exit(0),
            uci::Command::Unknown(_) if self.has("dies-at-unknown") => std::process::exit(5),
            _ => {}
        }
    }
}

/// What a terminal does when somebody presses Ctrl-C.
fn interrupt_myself() {
    let _ = std::process::Command::new("kill").args(["-s", "INT", &std::process::id().to_string()]).status();
}

/// Keeps everything until the program ends, as a block-buffered language does.
struct Unflushed(BufWriter<std::io::Stdout>);

impl Write for Unflushed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let speaks_uci = arguments.first().is_some_and(|word| word == "--uci");
    if speaks_uci {
        arguments.remove(0);
    }
    let fault = arguments.first().cloned().unwrap_or_default();
    let out: Box<dyn Write> = if fault == "buffered" {
        Box::new(Unflushed(BufWriter::with_capacity(1 << 16, std::io::stdout())))
    } else {
        Box::new(std::io::stdout())
    };
    let position = AnyPosition::start(Variant::Chess);
    let mut bot = Bot { fault, position, playing: true, moves_made: 0, seed: SEED, editor: None, out };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if bot.has("buffered") && line == "quit" {
            break;
        }
        if speaks_uci { bot.uci(&line) } else { bot.cecp(&line) }
    }
    if bot.has("spins-at-eof") {
        loop {
            std::hint::spin_loop();
        }
    }
}
