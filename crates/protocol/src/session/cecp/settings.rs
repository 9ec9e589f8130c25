//! Features, options and the commands that are options under another name.

use super::{Cecp, Kind, Mode, error};
use crate::cecp::{Feature, Message};
use crate::options::{OptionError, OutOfRange};
use crate::session::Core;
use crate::session::types::Action;

impl Cecp {
    /// The features. `done=0` stands alone, each option stands alone, `done=1` comes last.
    pub(super) fn announce(&mut self, core: &mut Core) {
        self.by_machine = true;
        self.remarks = true;
        let numbers = |names: &[(&str, i64)]| -> Vec<Feature> {
            names.iter().map(|(name, value)| Feature::number(name, *value)).collect()
        };
        let mut first = vec![Feature::text("myname", &core.config.name)];
        first.extend(numbers(&[
            ("ping", 1),
            ("setboard", 1),
            ("usermove", 1),
            ("san", 0),
            ("time", 1),
            ("draw", 1),
            ("sigint", 0),
            ("colors", 0),
        ]));
        let second = numbers(&[
            ("reuse", 1),
            ("analyze", 1),
            ("name", 1),
            ("playother", 1),
            ("memory", 1),
            ("smp", 1),
            ("nps", 1),
            ("debug", 1),
            ("exclude", 1),
            ("pause", 1),
            ("ics", 0),
        ]);
        core.send(Message::Features(vec![Feature::number("done", 0)]));
        core.send(Message::Features(first));
        core.send(Message::Features(second));
        core.send(Message::Features(vec![Feature::text("variants", "normal,crazyhouse,fischerandom")]));
        core.send(Message::Features(vec![Feature::text("egt", "syzygy")]));
        for option in core.config.options.cecp_features() {
            core.send(Message::Features(vec![option]));
        }
        core.send(Message::Features(vec![Feature::number("done", 1)]));
    }

    /// `option`: an unknown name is the only thing to complain about at once.
    pub(super) fn set_option(&mut self, core: &mut Core, name: &str, value: Option<String>) {
        if core.config.options.get(name).is_none() {
            error(core, "unknown option", name);
        } else {
            self.set(core, name, value);
        }
    }

    /// Sets an option now, or after the move if the engine is thinking about one.
    pub(super) fn set(&mut self, core: &mut Core, name: &str, value: Option<String>) {
        if self.is_thinking() {
            self.waiting.push((name.to_owned(), value));
            return;
        }
        let change = match core.set_option(name, value.as_deref(), OutOfRange::Clamp) {
            Ok(Some(change)) => change,
            Ok(None) => return,
            Err(OptionError::Unknown(name)) => return error(core, "unknown option", &name),
            Err(OptionError::BadValue { name, .. }) => return error(core, "bad value", name),
        };
        let interrupted = self.search.take();
        if let Some(search) = &interrupted {
            core.act(Action::Stop(search.id));
        }
        core.act(Action::SetOption(change));
        match interrupted.map(|search| search.kind) {
            Some(Kind::Analyze) => self.start_analysis(core),
            Some(Kind::Ponder(_)) => self.start_ponder(core),
            Some(Kind::Think) | None => {}
        }
    }

    /// The settings that waited for the end of the thinking.
    pub(super) fn apply_waiting(&mut self, core: &mut Core) {
        for (name, value) in std::mem::take(&mut self.waiting) {
            self.set(core, &name, value);
        }
    }

    /// Directories that do not exist are the engine's business; not a word about them.
    pub(super) fn tablebases(&mut self, core: &mut Core, kind: &str, path: String) {
        if kind.to_ascii_lowercase().starts_with("syzygy") {
            self.set(core, "SyzygyPath", Some(path));
        }
    }

    /// `analyze`: think without end about what is on the board.
    pub(super) fn analyze(&mut self, core: &mut Core) {
        self.stop_search(core);
        self.mode = Mode::Analyze;
        self.fresh = false;
        self.start_analysis(core);
    }
}
