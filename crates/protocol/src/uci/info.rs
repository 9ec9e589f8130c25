//! `info …`: what an engine tells while it thinks.

use std::fmt;

use crate::score::{Bound, Score};
use crate::text::clamped_integer;

/// The fields of an `info` line; what is `None` or empty is not written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Info {
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub multipv: Option<u32>,
    pub score: Option<Score>,
    pub bound: Bound,
    /// Win, draw, loss in thousandths.
    pub wdl: Option<[u16; 3]>,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    /// Thousandths of the hash table.
    pub hashfull: Option<u32>,
    pub tbhits: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    pub currmove: Option<String>,
    pub currmovenumber: Option<u32>,
    pub pv: Vec<String>,
    /// Free text, which ends the line.
    pub string: Option<String>,
}

/// The words that end a PV.
const WORDS: [&str; 17] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "wdl",
    "refutation",
    "currline",
    "cpuload",
];

impl Info {
    /// A line that carries only text.
    pub fn text(text: &str) -> Info {
        Info { string: Some(text.to_owned()), ..Info::default() }
    }

    /// Reads what follows the word `info`; unknown words are skipped.
    pub fn parse(text: &str) -> Info {
        let mut info = Info::default();
        let (fields, string) = match text.split_once("string ") {
            Some((fields, string)) if fields.is_empty() || fields.ends_with(char::is_whitespace) => {
                (fields, Some(string.trim().to_owned()))
            }
            _ => (text, None),
        };
        info.string = string;
        let mut words = fields.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "pv" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        info.pv.push(text.to_owned());
                    }
                }
                "score" => info.parse_score(&mut words),
                "wdl" => {
                    let mut number = || words.next()?.parse::<u16>().ok();
                    if let (Some(win), Some(draw), Some(loss)) = (number(), number(), number()) {
                        info.wdl = Some([win, draw, loss]);
                    }
                }
                "currmove" => info.currmove = words.next().map(str::to_owned),
                _ if WORDS.contains(&word) => {
                    if let Some(number) = words.next_if(|word| clamped_integer(word).is_some()) {
                        info.set(word, number);
                    }
                }
                _ => {}
            }
        }
        info
    }

    fn parse_score<'a>(&mut self, words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) {
        while let Some(word) =
            words.next_if(|word| matches!(*word, "cp" | "mate" | "lowerbound" | "upperbound"))
        {
            match word {
                "lowerbound" => self.bound = Bound::Lower,
                "upperbound" => self.bound = Bound::Upper,
                _ => {
                    let number = words.next_if(|word| clamped_integer(word).is_some());
                    let Some(value) = number.and_then(|word| word.parse::<i32>().ok()) else {
                        continue;
                    };
                    self.score = Some(match word {
                        "mate" => Score::Mate(value),
                        _ => Score::Centipawns(value),
                    });
                }
            }
        }
    }

    fn set(&mut self, word: &str, number: &str) {
        let big = crate::text::natural(number);
        let small = crate::text::small_natural(number);
        match word {
            "depth" => self.depth = small,
            "seldepth" => self.seldepth = small,
            "multipv" => self.multipv = small,
            "nodes" => self.nodes = big,
            "nps" => self.nps = big,
            "hashfull" => self.hashfull = small,
            "tbhits" => self.tbhits = big,
            "time" => self.time = big,
            "currmovenumber" => self.currmovenumber = small,
            _ => {}
        }
    }
}

fn field<T: fmt::Display>(f: &mut fmt::Formatter<'_>, word: &str, value: Option<T>) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {word} {value}"),
        None => Ok(()),
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        match self.score {
            Some(Score::Centipawns(value)) => write!(f, " score cp {value}")?,
            Some(Score::Mate(moves)) => write!(f, " score mate {moves}")?,
            None => {}
        }
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time)?;
        field(f, "currmove", self.currmove.as_ref())?;
        field(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        field(f, "string", self.string.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_is_read_as_it_is_written() {
        for line in [
            "info depth 6 seldepth 9 multipv 1 score cp -13 wdl 200 500 300 nodes 1000 nps 50000 hashfull 3 tbhits 0 time 20 pv e2e4 e7e5",
            "info depth 3 score mate -2 upperbound nodes 5 time 1 pv e2e4",
            "info depth 0 score mate 0",
            "info depth 9 currmove N@f3 currmovenumber 4",
            "info string hello pv score there",
        ] {
            let fields = line.strip_prefix("info ").unwrap();
            assert_eq!(Info::parse(fields).to_string(), line);
        }
    }

    #[test]
    fn broken_info_is_read_as_far_as_it_goes() {
        let info = Info::parse("depth x nodes 5 score cp pv e2e4 time");
        assert_eq!((info.nodes, info.score), (Some(5), None));
        assert_eq!(info.pv, ["e2e4"]);
        assert_eq!(Info::parse(""), Info::default());
    }
}
