//! What a match has cost: how much of the processors went to the engines and how much to the match itself.

use std::fmt;
use std::time::{Duration, Instant};

use crate::json::Json;

/// Processor time of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// From beginning to end.
    pub wall: Duration,
    /// Processor time of all engines.
    pub engines: Duration,
    /// Processor time of the match itself.
    pub runner: Duration,
    /// How many processors the games could keep busy.
    pub cores: usize,
}

impl Usage {
    /// The part of the processors that a time stands for.
    fn share(&self, time: Duration) -> f64 {
        time.as_secs_f64() / (self.wall.as_secs_f64() * self.cores as f64).max(f64::EPSILON)
    }

    /// For programs.
    pub(crate) fn json(&self) -> Json {
        Json::Object(vec![
            ("wall_seconds", self.wall.as_secs_f64().into()),
            ("engine_seconds", self.engines.as_secs_f64().into()),
            ("runner_seconds", self.runner.as_secs_f64().into()),
            ("cores", (self.cores as f64).into()),
            ("engine_share", self.share(self.engines).into()),
            ("runner_share", self.share(self.runner).into()),
        ])
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The engines used {:.1} % of {} core{}, the match itself {:.1} %",
            100.0 * self.share(self.engines),
            self.cores,
            if self.cores == 1 { "" } else { "s" },
            100.0 * self.share(self.runner)
        )
    }
}

/// Measures from its making on.
#[derive(Clone, Copy, Debug)]
pub struct UsageMeter {
    begin: Instant,
    times: Option<Times>,
}

/// Processor time of this process and of all children that it has waited for.
#[derive(Clone, Copy, Debug)]
struct Times {
    own: Duration,
    children: Duration,
}

impl UsageMeter {
    /// Begins to measure.
    pub fn start() -> UsageMeter {
        UsageMeter { begin: Instant::now(), times: Times::now() }
    }

    /// What was used since then, when all engines have ended; `None` where the system does not tell.
    pub fn stop(&self, concurrency: usize) -> Option<Usage> {
        let (before, after) = (self.times?, Times::now()?);
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(concurrency.max(1));
        Some(Usage {
            wall: self.begin.elapsed(),
            engines: after.children.saturating_sub(before.children),
            runner: after.own.saturating_sub(before.own),
            cores,
        })
    }
}

impl Times {
    #[cfg(target_os = "linux")]
    fn now() -> Option<Times> {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        Times::parse(&text, rustix::param::clock_ticks_per_second())
    }

    #[cfg(not(target_os = "linux"))]
    fn now() -> Option<Times> {
        None
    }

    /// Reads the 14th to the 17th field: user and system time, of the process and of its children, in ticks.
    #[cfg(target_os = "linux")]
    fn parse(text: &str, ticks_a_second: u64) -> Option<Times> {
        // The second field is a file name in parentheses, which may contain anything.
        let (_, fields) = text.rsplit_once(')')?;
        let ticks: Vec<u64> =
            fields.split_whitespace().skip(11).take(4).map_while(|field| field.parse().ok()).collect();
        let &[user, system, children_user, children_system] = ticks.as_slice() else { return None };
        let time = |ticks: u64| Duration::from_secs_f64(ticks as f64 / ticks_a_second as f64);
        Some(Times { own: time(user + system), children: time(children_user + children_system) })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_times_stand_in_their_places() {
        let text = "26 (a (b) c) S 1 26 26 0 -1 4194560 1182 1203 0 0 150 50 300 100 20 0 1 0 30 6 8";
        let times = Times::parse(text, 100).expect("times");
        assert_eq!(times.own, Duration::from_secs(2));
        assert_eq!(times.children, Duration::from_secs(4));
        assert!(Times::parse("26 (x) S 1", 100).is_none());
    }

    #[test]
    fn shares_are_of_all_cores() {
        let usage = Usage {
            wall: Duration::from_secs(10),
            engines: Duration::from_secs(19),
            runner: Duration::from_millis(100),
            cores: 2,
        };
        assert_eq!(usage.to_string(), "The engines used 95.0 % of 2 cores, the match itself 0.5 %");
    }

    #[test]
    fn work_of_children_is_seen_when_they_have_ended() {
        let meter = UsageMeter::start();
        let script = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let status = std::process::Command::new("sh").args(["-c", script]).status().expect("a shell");
        assert!(status.success());
        let usage = meter.stop(1).expect("times");
        assert!(usage.engines >= Duration::from_millis(20), "{usage:?}");
    }
}
