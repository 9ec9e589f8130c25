//! `rocada ratings`: one scale for all players of some games.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use rocada_arena::ratings::{Meeting, Rating, rate};
use rocada_arena::{ResultTag, read_pgn};

use crate::failure::Failure;

/// Arguments of `rocada ratings`.
#[derive(clap::Args)]
#[command(after_help = "\
Fits the ratings that make the results most likely (Bradley and Terry), with 95 % error bars, and prints them as a
Markdown table, the strongest first.

Example:
  rocada ratings games.pgn --anchor 'Stockfish 1500=1500'")]
pub(crate) struct Ratings {
    /// Files of games.
    #[arg(required = true, value_name = "FILE.pgn")]
    files: Vec<PathBuf>,
    /// A player whose rating is given: NAME=ELO. May be given several times.
    #[arg(long = "anchor", value_name = "NAME=ELO")]
    anchors: Vec<String>,
}

impl Ratings {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let mut names: Vec<String> = Vec::new();
        let mut meetings = Vec::new();
        for file in &self.files {
            let fail = |error| Failure::new(format!("cannot read '{}': {error}", file.display()));
            let text = String::from_utf8_lossy(&std::fs::read(file).map_err(fail)?).into_owned();
            read_results(&text, &mut names, &mut meetings);
        }
        if meetings.is_empty() {
            return Err(Failure::new("the files hold no game with two names and a result"));
        }
        let anchors =
            self.anchors.iter().map(|text| anchor(text, &names)).collect::<Result<Vec<_>, Failure>>()?;
        let ratings = rate(names.len(), &meetings, &anchors);
        std::io::stdout().write_all(table(&names, &ratings, &anchors).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Adds the results of all games; a game without a result does not count.
fn read_results(text: &str, names: &mut Vec<String>, meetings: &mut Vec<Meeting>) {
    let mut index_of = |name: &str| {
        names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        })
    };
    for game in read_pgn(text) {
        let (Some(white), Some(black)) = (game.tag("White"), game.tag("Black")) else { continue };
        let score = match game.result.as_deref().and_then(ResultTag::parse) {
            Some(ResultTag::WhiteWins) => 1.0,
            Some(ResultTag::Drawn) => 0.5,
            Some(ResultTag::BlackWins) => 0.0,
            Some(ResultTag::Unknown) | None => continue,
        };
        if white != black {
            meetings.push((index_of(white), index_of(black), score));
        }
    }
}

fn anchor(text: &str, names: &[String]) -> Result<(usize, f64), Failure> {
    let bad = || Failure::new(format!("--anchor takes NAME=ELO, not '{text}'"));
    let (name, elo) = text.rsplit_once('=').ok_or_else(bad)?;
    let elo = elo.trim().parse().map_err(|_| bad())?;
    let known = names.iter().position(|known| known == name.trim());
    let index =
        known.ok_or_else(|| Failure::new(format!("nobody in these games is called '{}'", name.trim())))?;
    Ok((index, elo))
}

fn table(names: &[String], ratings: &[Rating], anchors: &[(usize, f64)]) -> String {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| ratings[*b].elo.total_cmp(&ratings[*a].elo));
    let mut text = "| player | Elo | error | games | score |\n|---|---|---|---|---|\n".to_owned();
    for index in order {
        let Rating { elo, error, games, score } = ratings[index];
        let error = match anchors.iter().any(|(anchor, _)| *anchor == index) {
            true => "anchor".to_owned(),
            false => format!("± {error:.0}"),
        };
        let percent = 100.0 * score;
        text.push_str(&format!("| {} | {elo:.0} | {error} | {games} | {percent:.0} % |\n", names[index]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_anchors_found() {
        let (mut names, mut meetings) = (Vec::new(), Vec::new());
        let pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
                   [White \"B\"]\n[Black \"A\"]\n[Result \"*\"]\n\n1. e4 *\n";
        read_results(pgn, &mut names, &mut meetings);
        assert_eq!(
            (names.as_slice(), meetings.as_slice()),
            (&["A".to_owned(), "B".to_owned()][..], &[(0, 1, 1.0)][..])
        );
        assert!(anchor("B=1500", &names).is_ok_and(|found| found == (1, 1500.0)));
        assert!(anchor("C=1500", &names).is_err() && anchor("B", &names).is_err());
    }
}
