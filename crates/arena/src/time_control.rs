//! How much time, how many nodes or plies a side has, and the clock that counts it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What the clock says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClockRule {
    /// A base time, an increment with each move, and perhaps the base again after so many moves.
    Game {
        /// Moves until the base is added again; `None`: the base is for the whole game.
        moves: Option<u32>,
        /// Time at the start.
        base: Duration,
        /// Time that each move adds.
        increment: Duration,
    },
    /// The same time for each move; nothing carries over.
    PerMove(Duration),
    /// No clock at all: nodes or depth bound the search.
    #[default]
    Unlimited,
}

/// Everything that bounds the thinking of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// The clock.
    pub clock: ClockRule,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// Does anything at all bound a search?
    pub fn is_bounded(&self) -> bool {
        self.clock != ClockRule::Unlimited || self.nodes.is_some() || self.depth.is_some()
    }
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTimeControl(String);

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no time control; write 8+0.08 (seconds), 40/60+0.6, 1:30+1 or inf", self.0)
    }
}

impl std::error::Error for BadTimeControl {}

/// The longest time that a control may name: a day.
const LONGEST: f64 = 86_400.0;

fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let total = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
    (0.0..=LONGEST).contains(&total).then(|| Duration::from_secs_f64(total))
}

/// Reads `BASE`, `BASE+INC`, `MOVES/BASE+INC` in seconds (base also as `M:SS`) and `inf`.
impl FromStr for ClockRule {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<ClockRule, BadTimeControl> {
        let bad = || BadTimeControl(text.to_owned());
        if matches!(text, "inf" | "infinite") {
            return Ok(ClockRule::Unlimited);
        }
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| bad())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, increment) = (seconds(base).ok_or_else(bad)?, seconds(increment).ok_or_else(bad)?);
        if base + increment == Duration::ZERO || moves == Some(0) {
            return Err(bad());
        }
        Ok(ClockRule::Game { moves, base, increment })
    }
}

fn decimal(duration: Duration) -> String {
    let text = format!("{:.3}", duration.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// As the PGN tag `TimeControl` and the command line write it.
impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockRule::Game { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                f.write_str(&decimal(*base))?;
                if *increment > Duration::ZERO {
                    write!(f, "+{}", decimal(*increment))?;
                }
                Ok(())
            }
            ClockRule::PerMove(time) => write!(f, "{}/move", decimal(*time)),
            ClockRule::Unlimited => f.write_str("-"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.clock != ClockRule::Unlimited {
            parts.push(self.clock.to_string());
        }
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() { f.write_str("-") } else { f.write_str(&parts.join(", ")) }
    }
}

/// The clock of one side in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    rule: ClockRule,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(rule: ClockRule) -> Clock {
        let (left, moves_to_go) = match rule {
            ClockRule::Game { moves, base, increment } => {
                (if base.is_zero() { increment } else { base }, moves)
            }
            ClockRule::PerMove(time) => (time, None),
            ClockRule::Unlimited => (Duration::ZERO, None),
        };
        Clock { rule, left, moves_to_go }
    }

    /// What is left for the next move; `None` if there is no clock.
    pub fn left(&self) -> Option<Duration> {
        (self.rule != ClockRule::Unlimited).then_some(self.left)
    }

    /// Moves until the base is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// A move took so long. Says whether it was in time, `margin` granted.
    pub fn press(&mut self, used: Duration, margin: Duration) -> bool {
        let in_time = self.rule == ClockRule::Unlimited || used <= self.left + margin;
        match self.rule {
            ClockRule::Game { moves, base, increment } => {
                self.left = self.left.saturating_sub(used) + increment;
                if let (Some(to_go), Some(moves)) = (&mut self.moves_to_go, moves) {
                    *to_go -= 1;
                    if *to_go == 0 {
                        *to_go = moves;
                        self.left += base;
                    }
                }
            }
            ClockRule::PerMove(time) => self.left = time,
            ClockRule::Unlimited => {}
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ClockRule {
        text.parse().expect("a time control")
    }

    #[test]
    fn controls_are_read_as_they_are_written() {
        for text in ["8+0.08", "40/60+0.6", "90+1", "40/300", "0.5+0.005"] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read("1:30+1"), read("90+1"));
        assert_eq!(read("inf"), ClockRule::Unlimited);
        for text in ["", "x", "8+x", "0", "0/5", "-3", "1e9", "/5"] {
            assert!(text.parse::<ClockRule>().is_err(), "{text}");
        }
    }

    #[test]
    fn increment_and_new_session_are_added_after_the_move() {
        let ms = Duration::from_millis;
        let mut clock = Clock::new(read("2/1+0.1"));
        assert_eq!(clock.left(), Some(ms(1000)));
        assert!(clock.press(ms(500), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(600)), Some(1)));
        assert!(clock.press(ms(600), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1100)), Some(2)));
    }

    #[test]
    fn the_flag_falls_one_tick_after_the_margin() {
        let ms = Duration::from_millis;
        let clock = Clock::new(ClockRule::PerMove(ms(100)));
        assert!({ clock }.press(ms(110), ms(10)));
        assert!(!{ clock }.press(ms(111), ms(10)));
        assert!(Clock::new(ClockRule::Unlimited).press(ms(99_999), Duration::ZERO));
    }
}
