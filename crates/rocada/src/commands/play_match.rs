//! `rocada match`: engines against each other.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use rocada_arena::stats::Sprt;
use rocada_arena::{
    Adjudication, Board, ClockRule, DrawRule, End, EngineSpec, Format, GameRecord, Match, MatchListener,
    Pairing, PgnFrame, PlayedBefore, Random, RefereeRules, Report, ResignRule, ResultTag, Schedule,
    Standings, Tablebase, TimeControl, UsageMeter, default_openings, read_openings, read_pgn, write_pgn,
};
use rocada_engine::tablebase::Syzygy;
use rocada_rules::Variant;

use crate::builtin::Players;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use crate::tablebases::RefereeTables;

/// Arguments of `rocada match`.
#[derive(clap::Args)]
#[command(after_help = "\
An engine is described by words: cmd=COMMAND proto=cecp|uci|auto name=NAME dir=DIRECTORY option.NAME=VALUE
memory=MB cores=N restart=auto|on|off and its own limits tc=8+0.08 movetime=MS nodes=N depth=N.
builtin:rocada, builtin:level=7, builtin:elo=1500 and the bots (pawn, random, castler, greedy, minions, artofwar) need no
command. The first engine is the new one, the second the base.

Examples:
  rocada match --engine cmd=./new --engine cmd=./base --games 1000 --tc 8+0.08 --openings book.epd --pgn games.pgn
  rocada match --engine 'cmd=./bot.py proto=cecp name=Bot' --engine builtin:random --variant crazyhouse --tc 60
  rocada match --engine cmd=./new --engine cmd=./base --nodes 10000 --sprt elo0=0 elo1=5 --games 40000

Exit codes: 0 played to the end (with --sprt: H1 accepted), 1 H0 accepted, 2 an error.")]
pub(crate) struct PlayMatch {
    /// An engine; give at least two.
    #[arg(long = "engine", value_name = "WORDS", required = true)]
    engines: Vec<String>,
    /// Games of each two engines that meet.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Seconds for the game and for each move: 8+0.08, 40/60+0.6.
    #[arg(long, value_name = "CONTROL", conflicts_with = "movetime")]
    tc: Option<ClockRule>,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes for each move.
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long)]
    depth: Option<u32>,
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess", value_name = "VARIANT")]
    variant: Variant,
    /// Positions (EPD) or short games (PGN) to begin with, each played twice with colours reversed.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in the order of the file.
    #[arg(long)]
    sequential: bool,
    /// What random choices begin with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first engine against all others; otherwise everybody meets everybody.
    #[arg(long)]
    gauntlet: bool,
    /// Stop when it is clear: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic].
    #[arg(long, value_name = "BOUNDS", num_args = 1..)]
    sprt: Option<Vec<String>>,
    /// Write the games here.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose games are in the PGN file.
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Write the result here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Milliseconds that a clock may be overdrawn.
    #[arg(long, default_value_t = 50, value_name = "MS")]
    timemargin: u64,
    /// Seconds after which an engine without a clock counts as hung.
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    hang: u64,
    /// Games are drawn after so many moves; 0 for never.
    #[arg(long, default_value_t = 600, value_name = "MOVES")]
    max_moves: u32,
    /// End games that both sides score so many centipawns for so many moves: score=600,moves=4.
    #[arg(long, value_name = "RULE")]
    resign: Option<String>,
    /// End games that both sides score near zero: score=10,moves=8,from=40.
    #[arg(long, value_name = "RULE")]
    draw: Option<String>,
    /// Folders with Syzygy tables, which end games whose result they know (chess and chess960).
    #[arg(long, visible_alias = "syzygy", value_name = "FOLDERS")]
    tb: Option<String>,
    /// The tag Event of the games.
    #[arg(long, default_value = "Rocada match")]
    event: String,
}

impl PlayMatch {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let tables = self.open_tables()?;
        let mut contest = self.contest(tables.as_ref().map(|tables| tables as &dyn Tablebase))?;
        let names = contest.prepare().map_err(Failure::new)?;
        let pgn = self.open_pgn(&mut contest, &names)?;
        let conditions = self.conditions(&contest);
        let mut report = Report { names, sprt: contest.sprt, conditions, usage: None };
        let stop = interrupt::stop_flag()?;
        let total = u64::from(contest.schedule.games());
        let mut progress = Progress::new("match", total);
        progress.skip(contest.already.len() as u64);
        let mut scribe = Scribe {
            pgn,
            event: &self.event,
            report: &report,
            json: self.json.as_deref(),
            progress,
            error: None,
        };
        let meter = UsageMeter::start();
        let standings = contest.run(&mut scribe, &stop).map_err(Failure::new)?;
        let usage = meter.stop(contest.concurrency);
        if let Some(error) = scribe.error.take() {
            return Err(Failure::new(error));
        }
        drop(scribe);
        // A player without a process thinks in this one, and nobody can tell the two apart.
        report.usage = usage.filter(|_| contest.engines.iter().all(EngineSpec::is_process));
        let complete =
            standings.finished == contest.schedule.games() || decided(&contest, &standings).is_some();
        write_json(self.json.as_deref(), &report, &standings, complete)?;
        let mut out = std::io::stdout().lock();
        write!(out, "{}", report.text(&standings))?;
        if !complete {
            writeln!(out, "Interrupted; with --pgn and --resume the match goes on from here")?;
        }
        Ok(match decided(&contest, &standings) {
            Some(false) => ExitCode::from(1),
            _ => ExitCode::SUCCESS,
        })
    }

    /// The tables that end games early, if there are some for this variant.
    fn open_tables(&self) -> Result<Option<RefereeTables>, Failure> {
        let Some(folders) = &self.tb else { return Ok(None) };
        if self.variant.has_drops() {
            return Err(Failure::new(format!("--tb: there are no endgame tables for {}", self.variant)));
        }
        let tables = Syzygy::open(folders).map_err(|error| Failure::new(format!("--tb: {error}")))?;
        Ok(Some(RefereeTables(tables)))
    }

    fn contest<'a>(&self, tablebase: Option<&'a dyn Tablebase>) -> Result<Match<'a>, Failure> {
        let engines: Vec<EngineSpec> = self
            .engines
            .iter()
            .map(|text| {
                EngineSpec::parse(text).map_err(|error| Failure::new(format!("--engine '{text}': {error}")))
            })
            .collect::<Result<_, _>>()?;
        let clock = match (self.tc, self.movetime) {
            (Some(rule), _) => rule,
            (None, Some(ms)) => ClockRule::PerMove(Duration::from_millis(ms)),
            (None, None) => ClockRule::Unlimited,
        };
        let sprt = match &self.sprt {
            Some(words) => Some(words.join(" ").parse::<Sprt>().map_err(Failure::new)?),
            None => None,
        };
        let format = if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        Ok(Match {
            limits: TimeControl { clock, nodes: self.nodes, depth: self.depth },
            schedule: Schedule::new(format, engines.len(), self.games),
            engines,
            openings: self.read_openings()?,
            rules: RefereeRules {
                margin: Duration::from_millis(self.timemargin),
                hang: Duration::from_secs(self.hang),
                longest: (self.max_moves > 0).then_some(self.max_moves),
                adjudication: self.adjudication()?,
            },
            concurrency: self.concurrency,
            sprt,
            builtin: &Players,
            tablebase,
            already: Vec::new(),
        })
    }

    fn read_openings(&self) -> Result<Vec<Board>, Failure> {
        let Some(file) = &self.openings else {
            return Ok(default_openings(self.variant, self.seed));
        };
        let text = read_text(file)?;
        let mut openings = read_openings(self.variant, &text)
            .map_err(|error| Failure::new(format!("'{}': {error}", file.display())))?;
        if !self.sequential {
            Random::new(self.seed).shuffle(&mut openings);
        }
        Ok(openings)
    }

    fn adjudication(&self) -> Result<Adjudication, Failure> {
        let resign = match &self.resign {
            Some(text) => {
                let [score, moves, _] = rule_numbers("--resign", text, [600, 4, 0])?;
                Some(ResignRule { score, moves: moves.unsigned_abs() })
            }
            None => None,
        };
        let draw = match &self.draw {
            Some(text) => {
                let [score, moves, from] = rule_numbers("--draw", text, [10, 8, 40])?;
                Some(DrawRule { score, moves: moves.unsigned_abs(), from_move: from.unsigned_abs() })
            }
            None => None,
        };
        Ok(Adjudication { resign, draw })
    }

    /// Opens the PGN file; with `--resume` the games in it count as played.
    fn open_pgn(&self, contest: &mut Match<'_>, names: &[String]) -> Result<Option<File>, Failure> {
        let Some(file) = &self.pgn else { return Ok(None) };
        let shown = file.display();
        let fail = |error: std::io::Error| Failure::new(format!("cannot write '{shown}': {error}"));
        if file.metadata().is_ok_and(|data| data.len() > 0) {
            if !self.resume {
                return Err(Failure::new(format!(
                    "'{shown}' has games already; go on with --resume or name another file"
                )));
            }
            let (already, good) = played_games(&read_text(file)?, contest, names)
                .map_err(|error| Failure::new(format!("'{shown}': {error}")))?;
            contest.already = already;
            // A game that was cut off in the middle is played again.
            OpenOptions::new()
                .write(true)
                .open(file)
                .and_then(|pgn| pgn.set_len(good as u64))
                .map_err(fail)?;
        }
        OpenOptions::new().create(true).append(true).open(file).map(Some).map_err(fail)
    }

    fn conditions(&self, contest: &Match<'_>) -> String {
        let openings = match &self.openings {
            Some(file) => {
                file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
            }
            None => "the start position".to_owned(),
        };
        format!("{}, {}, openings from {openings}, seed {}", self.variant, contest.limits, self.seed)
    }
}

fn read_text(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file)
        .map_err(|error| Failure::new(format!("cannot read '{}': {error}", file.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Did the test accept the new engine, or refuse it?
fn decided(contest: &Match<'_>, standings: &Standings) -> Option<bool> {
    use rocada_arena::stats::SprtState;
    match contest.sprt?.state(&standings.main().pairs) {
        SprtState::Open => None,
        SprtState::AcceptedH0 => Some(false),
        SprtState::AcceptedH1 => Some(true),
    }
}

/// `score=600,moves=4,from=40`; what is missing has its default.
fn rule_numbers(flag: &str, text: &str, defaults: [i32; 3]) -> Result<[i32; 3], Failure> {
    let mut numbers = defaults;
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let bad = || Failure::new(format!("{flag}: '{word}' is no rule; write score=N,moves=N,from=N"));
        let (key, value) = word.split_once('=').ok_or_else(bad)?;
        let value: i32 = value.parse().map_err(|_| bad())?;
        let index = ["score", "moves", "from"].iter().position(|name| *name == key).ok_or_else(bad)?;
        numbers[index] = value.max(0);
    }
    Ok(numbers)
}

/// The games of an interrupted match, and up to where the file is good.
fn played_games(
    text: &str,
    contest: &Match<'_>,
    names: &[String],
) -> Result<(Vec<PlayedBefore>, usize), String> {
    let mut played: Vec<PlayedBefore> = Vec::new();
    let mut good = 0;
    let starts: Vec<usize> = text.match_indices("[Event ").map(|(index, _)| index).collect();
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        let games = read_pgn(text.get(start..end).unwrap_or_default());
        let [game] = games.as_slice() else { break };
        let Some(result) = game.result.as_deref().and_then(ResultTag::parse) else { break };
        let round: u32 = game.tag("Round").and_then(|round| round.parse().ok()).unwrap_or(0);
        let pairing = round
            .checked_sub(1)
            .and_then(|number| contest.schedule.pairing(number))
            .ok_or_else(|| format!("its game {} is not of this match", index + 1))?;
        let [white, black] = pairing.players.map(|player| names[player].as_str());
        if (game.tag("White"), game.tag("Black")) != (Some(white), Some(black)) {
            return Err(format!("round {round} is not {white} against {black}: it is another match"));
        }
        if !played.iter().any(|game| game.number == pairing.number) {
            let end = game.tag("Ending").and_then(End::from_name);
            played.push(PlayedBefore { number: pairing.number, result, end });
        }
        good = end;
    }
    Ok((played, good))
}

fn write_json(
    file: Option<&Path>,
    report: &Report,
    standings: &Standings,
    complete: bool,
) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let text = format!("{}\n", report.json(standings, complete));
    std::fs::write(file, text)
        .map_err(|error| Failure::new(format!("cannot write '{}': {error}", file.display())))
}

/// Writes down every game.
struct Scribe<'a> {
    pgn: Option<File>,
    event: &'a str,
    report: &'a Report,
    json: Option<&'a Path>,
    progress: Progress,
    error: Option<String>,
}

impl MatchListener for Scribe<'_> {
    fn game(&mut self, pairing: &Pairing, record: &GameRecord, standings: &Standings) {
        let frame = PgnFrame::of_match(self.event, pairing.number + 1);
        if let Some(pgn) = &mut self.pgn
            && let Err(error) = pgn.write_all(write_pgn(&frame, record).as_bytes())
        {
            self.error.get_or_insert(format!("cannot write the games: {error}"));
        }
        let verdict = &record.verdict;
        if verdict.end.is_fault() {
            self.progress.say(&format!("game {}: {}", frame.round, verdict.sentence));
        }
        for (_, line, meaning) in record.warnings.iter().take(1) {
            self.progress
                .say(&format!("game {}: the line '{line}' is tolerated here, but {meaning}", frame.round));
        }
        self.progress.note(&self.report.line(standings));
        self.progress.step();
        // The numbers of a running match, for whoever watches.
        let _ = write_json(self.json, self.report, standings, false);
    }
}
