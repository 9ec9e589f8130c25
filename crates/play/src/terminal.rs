//! The edge: shows what the session says, asks the engine, reads what the person types, touches the files.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rocada_engine::{Engine, Event, Limits, Setting};
use rocada_sparring::{Adaptive, data_folder};

use crate::editor::Lines;
use crate::keeper::Keeper;
use crate::render::View;
use crate::session::{Config, Effect, Input, Session};

/// What the person wants to see, as far as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Letters instead of figurines.
    pub ascii: bool,
    /// Words instead of a board.
    pub plain: bool,
}

impl Style {
    /// How to show the board on this terminal, or in a pipe.
    pub fn view(self) -> View {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let is_terminal = io::IsTerminal::is_terminal(&io::stdout());
        let is_dumb = variable("TERM") == "dumb";
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        View {
            ascii: self.ascii || is_dumb || !is_unicode(variable),
            colour: is_terminal && !is_dumb && !no_colour,
            plain: self.plain,
            width: 80,
        }
    }
}

/// Does the locale say that the terminal understands UTF-8? The first variable that is set counts.
fn is_unicode(variable: impl Fn(&str) -> String) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable).find(|value| !value.is_empty());
    let Some(locale) = locale else { return cfg!(windows) };
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// How long the engine thinks about a move when there is no clock.
pub fn thinking_limits() -> Limits {
    Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() }
}

/// How long it looks into a position for hints and explanations: by nodes, so that the answer does not depend on the
/// machine, unless that is a slow one.
pub fn study_limits() -> Limits {
    Limits { nodes: Some(400_000), move_time: Some(Duration::from_secs(3)), ..Limits::default() }
}

/// How often an interruption is looked for while the engine thinks.
const GLANCE: Duration = Duration::from_millis(50);

/// A window with fewer rows shows no board while the opponent thinks.
const LEAST_ROWS: usize = 16;

/// Plays until the person leaves.
///
/// # Errors
/// If nothing can be read or shown any more.
pub fn run(config: Config) -> io::Result<ExitCode> {
    let folder = data_folder();
    let file = |name: &str| folder.as_ref().map(|folder| folder.join(name));
    let lines = Lines::open(file("history.txt"))?;
    let (events, heard) = channel();
    let engine = Engine::start(move |event| drop(events.send(event)));
    if config.seed != 0 {
        engine.set(Setting::Seed(config.seed));
    }
    let mut terminal = Terminal {
        has_effects: config.view.colour
            || lines.is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb"),
        interruption: Interruption::watch(lines.is_terminal())?,
        lines,
        engine,
        heard,
        keeper: Keeper::new(file("games")),
        session: Session::new(config),
        began: Instant::now(),
        glimpse: 0,
    };
    terminal.play()
}

/// Why the loop ends.
struct Over;

struct Terminal {
    session: Session,
    lines: Lines,
    engine: Engine,
    heard: Receiver<Event>,
    keeper: Keeper,
    interruption: Interruption,
    began: Instant,
    /// Can lines on the screen be taken back?
    has_effects: bool,
    /// Lines on the screen that go away when the engine has answered.
    glimpse: usize,
}

impl Terminal {
    fn play(&mut self) -> io::Result<ExitCode> {
        self.measure();
        let effects = self.session.start();
        let mut over = self.carry_out(effects)?;
        while over.is_none() {
            over = if self.interruption.came() {
                self.end_glimpse()?;
                self.step(Input::Leave)?
            } else if self.session.is_busy() {
                self.listen()?
            } else {
                self.read()?
            };
        }
        self.lines.close();
        if let Some(file) = self.keeper.last_file() {
            let text = format!("Your game is kept in {}", file.display());
            self.show(&text)?;
        }
        io::stdout().flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn measure(&mut self) {
        if let Some((columns, _)) = self.lines.window() {
            self.session.set_width(columns);
        }
    }

    /// One line of the person.
    fn read(&mut self) -> io::Result<Option<Over>> {
        self.measure();
        let prompt = self.session.prompt();
        let reading = self.interruption.leave_at_once();
        let line = self.lines.next(&prompt, self.session.move_words())?;
        drop(reading);
        self.measure();
        match line {
            Some(line) => self.step(Input::Line(&line)),
            None => self.step(Input::Leave),
        }
    }

    /// One event of the engine, if one comes soon.
    fn listen(&mut self) -> io::Result<Option<Over>> {
        match self.heard.recv_timeout(GLANCE) {
            Ok(event) => {
                if matches!(event, Event::Finished(..) | Event::Resigned(..)) {
                    self.end_glimpse()?;
                }
                self.step(Input::Engine(event))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the engine has stopped")),
        }
    }

    fn step(&mut self, input: Input<'_>) -> io::Result<Option<Over>> {
        let effects = self.session.step(self.began.elapsed(), input);
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<Option<Over>> {
        for effect in effects {
            match effect {
                Effect::Show(text) => self.show(&text)?,
                Effect::Glimpse(text) => self.show_glimpse(&text)?,
                Effect::Search(request, what_for) => {
                    if self.has_effects && !self.session.is_plain() {
                        self.show_glimpse(&format!("{what_for}..."))?;
                    }
                    self.engine.search(*request);
                }
                Effect::NewGame => self.engine.new_game(),
                Effect::Keep(game) => {
                    if let Some(complaint) = self.keeper.keep(&game) {
                        self.show(&complaint)?;
                    }
                }
                Effect::Save(file, pgn) => {
                    let told = self.keeper.save(&file, &pgn);
                    self.show(&told)?;
                }
                Effect::Load(file) => {
                    if let Some(over) = self.step(Input::Loaded(read_text(&file)))? {
                        return Ok(Some(over));
                    }
                }
                Effect::Learn { has_drops, score } => {
                    let note = Adaptive::learn(has_drops, score);
                    if let Some(over) = self.step(Input::Learnt(Adaptive::remembered(), note))? {
                        return Ok(Some(over));
                    }
                }
                Effect::Quit => return Ok(Some(Over)),
            }
        }
        Ok(None)
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.end_glimpse()?;
        writeln!(io::stdout(), "{text}")
    }

    /// Shows something that goes away again; nothing where that cannot be.
    fn show_glimpse(&mut self, text: &str) -> io::Result<()> {
        let rows = self.lines.window().map_or(0, |(_, rows)| rows);
        let count = text.lines().count();
        if !self.has_effects || self.glimpse + count >= rows || count > 1 && rows < LEAST_ROWS {
            return Ok(());
        }
        self.glimpse += count;
        let mut out = io::stdout();
        writeln!(out, "{text}")?;
        out.flush()
    }

    /// Takes back what was shown for a moment.
    fn end_glimpse(&mut self) -> io::Result<()> {
        let count = std::mem::take(&mut self.glimpse);
        if count > 0 {
            // Keys that were pressed meanwhile may have moved the cursor to the right.
            write!(io::stdout(), "\r\x1b[{count}A\x1b[J")?;
        }
        Ok(())
    }
}

/// A file as text; anything that is not UTF-8 is read as well as it can be.
fn read_text(file: &Path) -> Result<String, String> {
    const LARGEST: u64 = 64 << 20;
    let unreadable = |error: io::Error| format!("{} cannot be read: {error}", file.display());
    let size = std::fs::metadata(file).map_err(unreadable)?.len();
    if size > LARGEST {
        return Err(format!("{} is too large to be a game", file.display()));
    }
    let bytes = std::fs::read(file).map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Ctrl-C. While the engine thinks, the loop looks for it; while a line is read by the editor, it is a key like any other;
/// while a line is read without the editor, the program leaves at once: the game is kept after each move anyway.
struct Interruption {
    came: Arc<AtomicBool>,
    at_once: Arc<AtomicBool>,
}

/// As long as it lives, an interruption ends the program.
struct LeaveAtOnce(Arc<AtomicBool>);

impl Drop for LeaveAtOnce {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl Interruption {
    #[cfg(unix)]
    fn watch(is_terminal: bool) -> io::Result<Interruption> {
        use signal_hook::consts::SIGINT;
        use signal_hook::flag::{register, register_conditional_shutdown};
        let interruption = Interruption { came: Arc::default(), at_once: Arc::default() };
        if is_terminal {
            register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&interruption.at_once))?;
            register(SIGINT, Arc::clone(&interruption.came))?;
        }
        Ok(interruption)
    }

    /// Other systems end the program at once.
    #[cfg(not(unix))]
    fn watch(_: bool) -> io::Result<Interruption> {
        Ok(Interruption { came: Arc::default(), at_once: Arc::default() })
    }

    fn came(&self) -> bool {
        self.came.load(Ordering::SeqCst)
    }

    fn leave_at_once(&self) -> LeaveAtOnce {
        self.at_once.store(true, Ordering::SeqCst);
        LeaveAtOnce(Arc::clone(&self.at_once))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_locale_variable_that_is_set_decides() {
        let locale = |all: &'static str, lang: &'static str| {
            is_unicode(move |name| match name {
                "LC_ALL" => all.to_owned(),
                "LANG" => lang.to_owned(),
                _ => String::new(),
            })
        };
        assert!(locale("", "en_GB.UTF-8"));
        assert!(locale("C.utf8", "C"));
        assert!(!locale("C", "en_GB.UTF-8"));
        assert!(!locale("", "de_DE.ISO-8859-1"));
    }

    #[test]
    fn files_that_cannot_be_read_are_told_by_name() {
        let told = read_text(Path::new("/no/such/game.pgn")).expect_err("there is none");
        assert!(told.starts_with("/no/such/game.pgn cannot be read"), "{told}");
    }
}
