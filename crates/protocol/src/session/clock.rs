//! The clocks of a CECP game: what the GUI said, and the engine's own count where it says nothing.

use std::time::Duration;

use rocada_rules::Color;

use crate::limits::SearchLimits;
use crate::time_text;

/// How time is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Control {
    /// `level`: a clock for many moves.
    Level { moves: u32, base: Duration, increment: Duration },
    /// `st`: so much for each move.
    PerMove(Duration),
}

/// What a base of zero minutes means: chess servers round up to it, and the real value comes with `time`.
const LEAST_BASE: Duration = Duration::from_secs(10);

/// What a move takes when `st 0` is all that is known: less than the second that was rounded down.
const UNKNOWN_MOVE_TIME: Duration = Duration::from_millis(500);

/// The engine's view of the time control.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Control,
    depth: Option<u32>,
    node_rate: Option<u64>,
    mine: Duration,
    theirs: Duration,
    /// Did the GUI say `time` since the engine's last move?
    told: bool,
    /// Did the GUI say `otim` since the opponent's last move?
    told_theirs: bool,
    /// Whose clock is `mine`? `None`: the next search decides.
    owner: Option<Color>,
    /// Moves of each side since the control began.
    moved: [u32; 2],
    /// Since when somebody's clock is running.
    since: Duration,
}

impl Clock {
    /// Five minutes, until the GUI says otherwise.
    pub(super) fn new() -> Clock {
        let base = Duration::from_secs(300);
        Clock {
            control: Control::Level { moves: 40, base, increment: Duration::ZERO },
            depth: None,
            node_rate: None,
            mine: base,
            theirs: base,
            told: false,
            told_theirs: false,
            owner: None,
            moved: [0; 2],
            since: Duration::ZERO,
        }
    }

    /// The clocks at the beginning of the control; depth and node limits are forgotten.
    pub(super) fn new_game(&mut self) {
        self.depth = None;
        self.node_rate = None;
        self.restart();
    }

    fn restart(&mut self) {
        if let Control::Level { base, .. } = self.control {
            let base = if base.is_zero() { LEAST_BASE } else { base };
            (self.mine, self.theirs) = (base, base);
        }
        (self.told, self.told_theirs) = (false, false);
        self.owner = None;
        self.moved = [0; 2];
    }

    pub(super) fn level(&mut self, moves: u32, base: Duration, increment: Duration) {
        self.control = Control::Level { moves, base, increment };
        self.restart();
    }

    pub(super) fn per_move(&mut self, time: Duration) {
        self.control = Control::PerMove(time);
        self.told = false;
    }

    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth.max(1));
    }

    pub(super) fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Zero means processor time, which is wall time for this engine.
    pub(super) fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = (rate > 0).then_some(rate);
    }

    pub(super) fn set_mine(&mut self, centiseconds: i64, now: Duration) {
        self.mine = time_text::centiseconds(centiseconds);
        self.told = true;
        self.owner = None;
        self.since = now;
    }

    pub(super) fn set_theirs(&mut self, centiseconds: i64) {
        self.theirs = time_text::centiseconds(centiseconds);
        self.told_theirs = true;
    }

    /// The engine plays `color` from now on: if the clocks are those of the other colour, they change places.
    pub(super) fn belongs_to(&mut self, color: Color) {
        if self.owner.is_some_and(|owner| owner != color) {
            std::mem::swap(&mut self.mine, &mut self.theirs);
        }
        self.owner = Some(color);
    }

    /// The engine's clock starts.
    pub(super) fn start(&mut self, now: Duration) {
        self.since = now;
    }

    /// A pause does not count.
    pub(super) fn shift(&mut self, paused: Duration) {
        self.since += paused;
    }

    /// A move was made by `color`; the engine plays `engine`, if it plays.
    pub(super) fn moved(&mut self, color: Color, engine: Option<Color>, now: Duration) {
        let count = self.moved.get_mut(color.index()).map_or(0, |count| {
            *count = count.saturating_add(1);
            *count
        });
        let used = now.saturating_sub(self.since);
        self.since = now;
        let Control::Level { moves, base, increment } = self.control else {
            self.told &= engine != Some(color);
            return;
        };
        let Some(engine) = engine else { return };
        let new_session = moves > 0 && count.is_multiple_of(moves);
        let gain = if new_session { increment + base } else { increment };
        if engine == color {
            self.mine = self.mine.saturating_sub(used) + gain;
            self.told = false;
        } else if std::mem::take(&mut self.told_theirs) {
            // The GUI has just said what is on that clock.
        } else {
            self.theirs = self.theirs.saturating_sub(used) + gain;
        }
    }

    /// A move of `color` was taken back.
    pub(super) fn taken_back(&mut self, color: Color) {
        if let Some(count) = self.moved.get_mut(color.index()) {
            *count = count.saturating_sub(1);
        }
    }

    /// What bounds a search for a move of `color`.
    pub(super) fn limits(&self, color: Color, overhead: Duration) -> SearchLimits {
        let mut limits = SearchLimits { depth: self.depth, overhead, ..SearchLimits::default() };
        match (self.control, self.node_rate) {
            (Control::PerMove(time), Some(rate)) => {
                let nodes = u128::from(time_text::as_millis(time)) * u128::from(rate) / 1000;
                limits.nodes = Some(u64::try_from(nodes).unwrap_or(u64::MAX).max(1));
            }
            (Control::PerMove(time), None) => {
                limits.movetime = Some(match (time.is_zero(), self.told) {
                    (false, false) => time,
                    (false, true) => time.min(self.mine),
                    (true, true) => self.mine,
                    (true, false) => UNKNOWN_MOVE_TIME,
                });
            }
            (Control::Level { moves, increment, .. }, rate) => {
                let made = self.moved.get(color.index()).copied().unwrap_or(0);
                limits.clock = Some(self.mine.max(Duration::from_millis(1)));
                limits.opponent_clock = Some(self.theirs);
                limits.increment = increment;
                limits.moves_to_go = (moves > 0).then(|| moves - made % moves.max(1));
                limits.nodes_per_second = rate;
            }
        }
        limits
    }
}
