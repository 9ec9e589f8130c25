//! How positions come about in CECP: set up, edited, turned around, taken back.

use rocada_rules::{AnyPosition, Color, Variant};

use super::{Cecp, Mode, error};
use crate::cecp::{Command, EditLine, Editor, Message, Selection, Tell};
use crate::session::types::Action;
use crate::session::{Core, board};
use crate::text::{echo, split_word};

impl Cecp {
    /// Puts another position on the board, with all that hangs on the old one forgotten.
    pub(super) fn replace_position(&mut self, position: AnyPosition) {
        self.position = position;
        self.illegal = None;
        self.position_changed();
    }

    /// Root moves and hints belong to one position only.
    pub(super) fn position_changed(&mut self) {
        self.unturned = None;
        self.excluded.clear();
        self.hint = None;
    }

    pub(super) fn set_board(&mut self, core: &mut Core, fen: &str) {
        self.stop_search(core);
        match board::read_fen(self.position.variant(), fen) {
            Ok(position) => self.replace_position(position),
            Err(reason) => {
                let placement = echo(split_word(fen).0);
                self.refuse_position(core, format!("Illegal position ({reason}): {placement}"));
            }
        }
        self.after_set_up(core);
    }

    /// Moves are refused until there is a position to play.
    fn refuse_position(&mut self, core: &mut Core, complaint: String) {
        self.position_changed();
        core.send(Message::Tell(Tell::UserError, complaint.clone()));
        self.illegal = Some(complaint);
    }

    fn after_set_up(&mut self, core: &mut Core) {
        self.hopeless = 0;
        if self.mode == Mode::Analyze && self.illegal.is_none() {
            self.start_analysis(core);
        }
    }

    /// `variant NAME`: the start position of another game.
    pub(super) fn set_variant(&mut self, core: &mut Core, name: &str) {
        // XBoard puts the size of the board in front of the name when it was given by hand.
        let plain = match name.split_once('_') {
            Some((size, plain)) if size.starts_with("8x8") => plain,
            _ => name,
        };
        match plain.parse::<Variant>() {
            Ok(variant) => {
                self.stop_search(core);
                self.replace_position(AnyPosition::start(variant));
                self.after_set_up(core);
            }
            Err(_) => error(core, "unsupported variant", name),
        }
    }

    pub(super) fn edit(&mut self, core: &mut Core) {
        self.stop_search(core);
        self.editor = Some(Editor::new(&self.position));
    }

    pub(super) fn edit_line(&mut self, core: &mut Core, line: &str) {
        let Some(mut editor) = self.editor.take() else { return };
        match Command::parse_edit(line) {
            EditLine::Quit => core.act(Action::Quit),
            EditLine::Done if editor.is_untouched() => self.after_set_up(core),
            EditLine::Done => {
                match editor.finish(&self.position) {
                    Ok(position) => self.replace_position(position),
                    Err(reason) => self.refuse_position(core, format!("Illegal position ({reason})")),
                }
                self.after_set_up(core);
            }
            other => {
                // A GUI that waits for an answer here would wait for ever.
                if let (EditLine::Other(text), Command::Ping(number)) = (&other, Command::parse(line)) {
                    core.act(Action::Log(format!("{text} inside edit")));
                    self.ping(core, &number);
                }
                editor.edit(&other);
                self.editor = Some(editor);
            }
        }
    }

    /// `white` and `black`: that side is on move, the engine plays the other one. XBoard also uses the pair to reach
    /// the right clock of old engines, turning the board and turning it back, which must leave no trace.
    pub(super) fn side_to_move(&mut self, core: &mut Core, color: Color) {
        self.stop_search(core);
        if self.illegal.is_some() {
            return;
        }
        if self.position.turn() != color {
            let hint = self.hint.take();
            match self.unturned.take() {
                Some(position) => self.position = position,
                None => {
                    let Some(turned) = self.position.passed() else {
                        self.hint = hint;
                        return;
                    };
                    self.unturned = Some(std::mem::replace(&mut self.position, turned));
                }
            }
            self.excluded.clear();
        }
        self.mode = Mode::Play(!color);
    }

    pub(super) fn take_back(&mut self, core: &mut Core, plies: usize) {
        if self.position.moves().len() < plies {
            let word = if plies == 1 { "undo" } else { "remove" };
            error(core, "command not legal now", word);
            return;
        }
        self.stop_search(core);
        for _ in 0..plies {
            self.position.undo();
            self.clock.taken_back(self.position.turn());
        }
        self.position_changed();
        self.hopeless = 0;
        if self.mode == Mode::Analyze {
            self.start_analysis(core);
        }
    }

    /// `exclude` and `include`: which root moves are searched in this position.
    pub(super) fn exclude(&mut self, core: &mut Core, which: &Selection, out: bool) {
        let legal = self.position.legal_moves();
        match which {
            Selection::All if out => self.excluded = legal.to_vec(),
            Selection::All => self.excluded.clear(),
            Selection::One(text) => {
                let Ok(mv) = self.position.parse_move(text) else {
                    return;
                };
                self.excluded.retain(|excluded| *excluded != mv);
                if out {
                    self.excluded.push(mv);
                }
            }
        }
        if self.mode == Mode::Analyze {
            self.stop_search(core);
            self.start_analysis(core);
        }
    }
}
