//! `rocada play`: a game in the terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use rocada_arena::{Board, ClockRule};
use rocada_engine::Evaluations;
use rocada_play::{Config, Side, Style, board_of_pgn, study_limits, thinking_limits};
use rocada_rules::{AnyPosition, Color, Tolerance, Variant};
use rocada_sparring::{Adaptive, Partner};

use crate::failure::Failure;

/// Arguments of `rocada play`.
#[derive(clap::Args)]
#[command(after_help = "\
Type moves (e4, Nf3, O-O, e2e4, N@f3 to drop a knight) and commands; 'help' lists them: hint, undo, why, eval, moves, map,
flip, draw, resign, new, level, variant, save, load, fen, pgn, plain and others. The Tab key completes, the arrow keys go
through what was typed before. Every game is kept as PGN in the data folder (on Linux ~/.local/share/rocada/games).

Without colours if NO_COLOR is set; letters instead of figurines if the locale is not UTF-8 or TERM is dumb.

Examples:
  rocada play
  rocada play --level 7 --color black --clock 5+3
  rocada play --variant crazyhouse --level elo:1500
  rocada play --level greedy --plain
  rocada play --fen '8/8/8/8/8/4k3/4p3/4K3 b - - 0 1' --level full
  rocada play --load game.pgn")]
pub(crate) struct Play {
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess", value_name = "VARIANT")]
    variant: Variant,
    /// The opponent: 1 to 20, elo:1500, adaptive, full, or a bot (pawn, random, castler, greedy, minions, artofwar).
    #[arg(long, default_value = "adaptive", value_name = "LEVEL")]
    level: Partner,
    /// Begin from this position.
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    fen: Option<String>,
    /// Your side: white, black or random; the side to move if a position or a game is given, otherwise white.
    #[arg(long, visible_alias = "colour", value_name = "COLOR")]
    color: Option<SideName>,
    /// Play with clocks: minutes for the game, and seconds that each move adds, such as 5+3.
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<GameClock>,
    /// Words instead of a board, for screen readers.
    #[arg(long)]
    plain: bool,
    /// Letters instead of figurines.
    #[arg(long)]
    ascii: bool,
    /// Go on with the first game of a PGN file.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// What chance begins with; 0: every game is another.
    #[arg(long, default_value_t = 0, value_name = "NUMBER", hide = true)]
    seed: u64,
}

impl Play {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let board = self.board()?;
        let side = match self.color {
            Some(SideName(side)) => side,
            None if board.is_some() => Side::ToMove,
            None => Side::Fixed(Color::White),
        };
        let now = SystemTime::now();
        let chance = now.duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let config = Config {
            variant: self.variant,
            board,
            opponent: self.level,
            side,
            clock: self.clock.map_or(ClockRule::Unlimited, |GameClock(rule)| rule),
            view: Style { ascii: self.ascii, plain: self.plain }.view(),
            memory: Adaptive::remembered(),
            seed: if self.seed == 0 { chance } else { self.seed },
            began: now,
            thinking: thinking_limits(),
            study: study_limits(),
            evaluations: Evaluations::default(),
        };
        Ok(rocada_play::run(config)?)
    }

    /// The board to begin with, if one was given.
    fn board(&self) -> Result<Option<Board>, Failure> {
        if let Some(file) = &self.load {
            let text = std::fs::read(file)
                .map_err(|error| Failure::new(format!("{} cannot be read: {error}", file.display())))?;
            let board = board_of_pgn(&String::from_utf8_lossy(&text), 1)
                .map_err(|reason| Failure::new(format!("{}: {reason}", file.display())))?;
            return Ok(Some(board));
        }
        let read = |fen: &String| AnyPosition::from_fen(self.variant, fen, Tolerance::Repair).map(Board::new);
        self.fen.as_ref().map(read).transpose().map_err(Failure::new)
    }
}

/// A side by its name.
#[derive(Clone, Copy)]
struct SideName(Side);

impl FromStr for SideName {
    type Err = String;

    fn from_str(text: &str) -> Result<SideName, String> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(SideName(Side::Fixed(Color::White))),
            "black" | "b" => Ok(SideName(Side::Fixed(Color::Black))),
            "random" => Ok(SideName(Side::Random)),
            _ => Err("use white, black or random".to_owned()),
        }
    }
}

/// A clock as people write it: minutes, and seconds that each move adds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct GameClock(ClockRule);

impl FromStr for GameClock {
    type Err = String;

    fn from_str(text: &str) -> Result<GameClock, String> {
        let bad = || "write minutes and seconds such as 5+3, 0.5+1 or 10".to_owned();
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str, most: f64| {
            text.parse::<f64>().ok().filter(|number| (0.0..=most).contains(number)).ok_or_else(bad)
        };
        let base = Duration::from_secs_f64(60.0 * read(minutes, 1440.0)?);
        let increment = Duration::from_secs_f64(read(seconds, 3600.0)?);
        if base + increment == Duration::ZERO {
            return Err(bad());
        }
        Ok(GameClock(ClockRule::Game { moves: None, base, increment }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let rule = |text: &str| text.parse::<GameClock>().map(|GameClock(rule)| rule.to_string());
        assert_eq!(rule("5+3").as_deref(), Ok("300+3"));
        assert_eq!(rule("0.5").as_deref(), Ok("30"));
        assert_eq!(rule("0+2").as_deref(), Ok("0+2"));
        for bad in ["", "x", "5+", "-1+3", "0+0", "NaN", "1e9"] {
            assert!(rule(bad).is_err(), "{bad}");
        }
    }
}
