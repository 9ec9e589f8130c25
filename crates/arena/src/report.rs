//! The standings as text for people and as JSON for programs.

use std::fmt::Write as _;

use crate::json::Json;
use crate::standings::{Score, Standings};
use crate::stats::{Estimate, Pentanomial, Sprt, SprtState, Trinomial};
use crate::usage::Usage;

/// Writes about a match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The engines' names.
    pub names: Vec<String>,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// What the match is played with, in one line.
    pub conditions: String,
    /// What it has cost, once it is over and if that can be told.
    pub usage: Option<Usage>,
}

fn number(value: f64, digits: usize) -> String {
    if value.is_finite() { format!("{value:.digits$}") } else { "unknown".to_owned() }
}

/// `+3.21 +/- 5.60`
fn with_error(value: f64, error: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "+inf" } else { "-inf" }.to_owned();
    }
    format!("{value:+.2} +/- {}", number(error, 2))
}

impl Estimate {
    /// The Elo difference with its error, as reports tell it: `+3.21 +/- 5.60`.
    pub fn elo_text(&self) -> String {
        with_error(self.elo, self.elo_error)
    }
}

/// The estimate from pairs if there are enough of them, from single games otherwise.
fn best_estimate(games: &Trinomial, pairs: &Pentanomial) -> Estimate {
    if pairs.pairs() * 2 >= games.games().saturating_sub(1).max(1) {
        pairs.estimate()
    } else {
        games.estimate()
    }
}

impl Report {
    /// One line for a running match.
    pub fn line(&self, standings: &Standings) -> String {
        if self.names.len() > 2 {
            return format!("{} games", standings.finished);
        }
        let score = standings.main();
        let Trinomial { wins, draws, losses } = score.games;
        let estimate = best_estimate(&score.games, &score.pairs);
        let mut line = format!(
            "{} vs {}: +{wins} ={draws} -{losses}, Elo {}",
            self.names[0],
            self.names[1],
            estimate.elo_text()
        );
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let _ = write!(line, ", LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(&score.pairs));
        }
        line
    }

    /// The whole report.
    pub fn text(&self, standings: &Standings) -> String {
        let mut text = format!("{}\n", self.conditions);
        if self.names.len() == 2 {
            self.duel(standings, &mut text);
        } else {
            self.table(standings, &mut text);
        }
        let ends: Vec<String> = standings.ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
        if !ends.is_empty() {
            let _ = writeln!(text, "Endings: {}", ends.join(", "));
        }
        for (name, faults) in self.names.iter().zip(&standings.faults) {
            let list: Vec<String> =
                faults.iter().map(|(fault, count)| format!("{count} by {fault}")).collect();
            if !list.is_empty() {
                let _ = writeln!(text, "Lost through faults of {name}: {}", list.join(", "));
            }
        }
        if let Some(usage) = self.usage {
            let _ = writeln!(text, "{usage}");
        }
        text
    }

    fn duel(&self, standings: &Standings, text: &mut String) {
        let score = standings.main();
        let Trinomial { wins, draws, losses } = score.games;
        let games = score.games.games();
        let estimate = best_estimate(&score.games, &score.pairs);
        let _ = writeln!(text, "New: {}   Base: {}", self.names[0], self.names[1]);
        let _ = writeln!(
            text,
            "Games of the new one: {games}, won {wins}, drawn {draws}, lost {losses}, points {} ({:.2} %)",
            score.games.points(),
            100.0 * score.games.score()
        );
        let _ = writeln!(
            text,
            "Elo {}, normalised {}, LOS {:.2} %",
            estimate.elo_text(),
            with_error(estimate.nelo, estimate.nelo_error),
            100.0 * estimate.los
        );
        let _ = writeln!(text, "Pairs with 0, 0.5, 1, 1.5, 2 points: {:?}", score.pairs.0);
        let name = &self.names[0];
        let base = &self.names[1];
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            let verdict = match sprt.state(&score.pairs) {
                SprtState::Open => "not decided yet".to_owned(),
                SprtState::AcceptedH0 => format!("H0 accepted: {name} gains less than hoped over {base}"),
                SprtState::AcceptedH1 => format!("H1 accepted: {name} is better than {base}"),
            };
            let _ = writeln!(
                text,
                "SPRT elo0={} elo1={} {}: LLR {:.2} ({low:.2}, {high:.2}), {verdict}",
                sprt.elo0,
                sprt.elo1,
                sprt.model,
                sprt.llr(&score.pairs)
            );
        }
    }

    fn table(&self, standings: &Standings, text: &mut String) {
        let mut rows: Vec<(usize, Trinomial, Estimate)> = (0..self.names.len())
            .map(|engine| {
                let (games, pairs) = standings.of_engine(engine);
                (engine, games, best_estimate(&games, &pairs))
            })
            .collect();
        rows.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let _ = writeln!(
            text,
            "{:>4} {:width$} {:>6} {:>6} {:>6} {:>6} {:>7} {:>8} {:>8}",
            "rank", "engine", "games", "won", "drawn", "lost", "score", "Elo", "+/-"
        );
        for (rank, (engine, games, estimate)) in rows.iter().enumerate() {
            let _ = writeln!(
                text,
                "{:>4} {:width$} {:>6} {:>6} {:>6} {:>6} {:>6.2}% {:>+8.1} {:>8}",
                rank + 1,
                self.names[*engine],
                games.games(),
                games.wins,
                games.draws,
                games.losses,
                100.0 * games.score(),
                estimate.elo,
                number(estimate.elo_error, 1)
            );
        }
    }

    /// Everything for programs.
    pub fn json(&self, standings: &Standings, complete: bool) -> Json {
        let encounters: Vec<Json> = standings
            .encounters()
            .map(|([first, second], score)| self.encounter_json(first, second, score))
            .collect();
        let ends: Vec<Json> = standings
            .ends
            .iter()
            .map(|(end, count)| Json::Object(vec![("end", (*end).into()), ("games", (*count).into())]))
            .collect();
        let faults: Vec<Json> = self
            .names
            .iter()
            .zip(&standings.faults)
            .flat_map(|(name, faults)| faults.iter().map(move |(fault, count)| (name, fault, count)))
            .map(|(name, fault, count)| {
                Json::Object(vec![
                    ("engine", name.clone().into()),
                    ("fault", (*fault).into()),
                    ("games", (*count).into()),
                ])
            })
            .collect();
        Json::Object(vec![
            ("engines", self.names.clone().into()),
            ("conditions", self.conditions.clone().into()),
            ("finished", standings.finished.into()),
            ("complete", complete.into()),
            ("encounters", Json::List(encounters)),
            ("ends", Json::List(ends)),
            ("faults", Json::List(faults)),
            ("usage", self.usage.map_or(Json::Null, |usage| usage.json())),
        ])
    }

    fn encounter_json(&self, first: usize, second: usize, score: &Score) -> Json {
        let estimate = best_estimate(&score.games, &score.pairs);
        let sprt = self.sprt.map_or(Json::Null, |sprt| {
            let (low, high) = sprt.bounds();
            let state = match sprt.state(&score.pairs) {
                SprtState::Open => "open",
                SprtState::AcceptedH0 => "H0",
                SprtState::AcceptedH1 => "H1",
            };
            Json::Object(vec![
                ("elo0", sprt.elo0.into()),
                ("elo1", sprt.elo1.into()),
                ("model", sprt.model.to_string().into()),
                ("llr", sprt.llr(&score.pairs).into()),
                ("lower", low.into()),
                ("upper", high.into()),
                ("state", state.into()),
            ])
        });
        Json::Object(vec![
            ("new", self.names[first].clone().into()),
            ("base", self.names[second].clone().into()),
            ("games", score.games.games().into()),
            ("wins", score.games.wins.into()),
            ("draws", score.games.draws.into()),
            ("losses", score.games.losses.into()),
            ("pentanomial", score.pairs.0.to_vec().into()),
            ("elo", estimate.elo.into()),
            ("elo_error", estimate.elo_error.into()),
            ("nelo", estimate.nelo.into()),
            ("nelo_error", estimate.nelo_error.into()),
            ("los", estimate.los.into()),
            ("sprt", sprt),
        ])
    }
}
