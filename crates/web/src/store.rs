//! What was found in positions that were analysed: bounded in memory and on disk, the oldest forgotten first.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rocada_rules::AnyPosition;
use rocada_sparring::write_whole;
use serde::{Deserialize, Serialize};

use crate::messages::AnalysisLine;
use crate::pool::lock;

/// The first line of the file.
const HEADER: &str = "rocada analyses 1";
/// So many positions are kept: with a handful of lines each, some ten megabytes.
const MOST_ENTRIES: usize = 8_000;
/// A larger file is not ours.
const MOST_BYTES: u64 = 64 << 20;
/// Lines shorter than this are found again at once.
pub(crate) const LEAST_DEPTH: u32 = 8;
/// From this half-move clock on a position is another one: the fifty-move rule is near.
const CLOCK_COUNTS: u32 = 40;

/// What is known of a position.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub(crate) struct Known {
    /// Which position.
    key: String,
    /// The depth of the best line.
    pub(crate) depth: u32,
    /// Positions searched.
    pub(crate) nodes: u64,
    /// The best line first.
    pub(crate) lines: Vec<AnalysisLine>,
}

impl Known {
    pub(crate) fn new(position: &AnyPosition, nodes: u64, lines: Vec<AnalysisLine>) -> Known {
        let depth = lines.first().map_or(0, |line| line.depth);
        Known { key: key(position), depth, nodes, lines }
    }

    /// Does this say more than the other?
    fn is_better_than(&self, other: &Known) -> bool {
        (self.depth, self.lines.len()) >= (other.depth, other.lines.len())
            || self.depth >= other.depth.saturating_sub(2) && self.lines.len() > other.lines.len()
    }
}

/// The name of a position: variant and FEN, without the counters as long as they mean nothing.
fn key(position: &AnyPosition) -> String {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').take(4).collect();
    let clock = position.halfmove_clock().to_string();
    if position.halfmove_clock() >= CLOCK_COUNTS {
        fields.push(&clock);
    }
    format!("{} {}", position.variant(), fields.join(" "))
}

#[derive(Default)]
struct Shelf {
    entries: HashMap<String, (u64, Known)>,
    /// Counts what was put in or asked for: the smallest number is the oldest.
    now: u64,
}

impl Shelf {
    fn put(&mut self, known: Known) {
        self.now += 1;
        self.entries.insert(known.key.clone(), (self.now, known));
        if self.entries.len() > MOST_ENTRIES {
            // A tenth at once, so that this is seldom.
            let mut ages: Vec<u64> = self.entries.values().map(|(age, _)| *age).collect();
            ages.sort_unstable();
            let limit = ages.get(MOST_ENTRIES / 10).copied().unwrap_or(0);
            self.entries.retain(|_, (age, _)| *age > limit);
        }
    }
}

/// The memory of all analyses.
pub(crate) struct Store {
    file: PathBuf,
    shelf: Mutex<Shelf>,
    changed: AtomicBool,
}

impl Store {
    /// Opens the memory. One that cannot be used begins anew, and the sentence says so.
    pub(crate) fn open(file: &Path) -> (Store, Option<String>) {
        let (shelf, note) = match load(file) {
            Ok(shelf) => (shelf, None),
            Err(problem) => {
                let name = file.display();
                (
                    Shelf::default(),
                    Some(format!("The analyses in {name} cannot be used ({problem}): beginning anew.")),
                )
            }
        };
        (Store { file: file.to_owned(), shelf: Mutex::new(shelf), changed: AtomicBool::new(false) }, note)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, position: &AnyPosition) -> Option<Known> {
        let mut shelf = lock(&self.shelf);
        shelf.now += 1;
        let now = shelf.now;
        let (age, known) = shelf.entries.get_mut(&key(position))?;
        *age = now;
        Some(known.clone())
    }

    /// Keeps what was found if it says more than what is known.
    pub(crate) fn put(&self, known: Known) {
        if known.depth < LEAST_DEPTH {
            return;
        }
        let mut shelf = lock(&self.shelf);
        if shelf.entries.get(&known.key).is_none_or(|(_, old)| known.is_better_than(old)) {
            shelf.put(known);
            self.changed.store(true, Ordering::Relaxed);
        }
    }

    /// Writes the memory if it has changed.
    pub(crate) fn save(&self) -> io::Result<()> {
        if !self.changed.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        let text = {
            let shelf = lock(&self.shelf);
            let mut entries: Vec<&(u64, Known)> = shelf.entries.values().collect();
            entries.sort_unstable_by_key(|(age, _)| *age);
            let mut text = format!("{HEADER}\n");
            for (_, known) in entries {
                text.push_str(&serde_json::to_string(known)?);
                text.push('\n');
            }
            text
        };
        write_whole(&self.file, &text)
    }
}

fn load(file: &Path) -> Result<Shelf, String> {
    let size = match fs::metadata(file) {
        Ok(data) => data.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Shelf::default()),
        Err(error) => return Err(error.to_string()),
    };
    if size > MOST_BYTES {
        return Err(format!("{size} bytes are too many"));
    }
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err("the first line is wrong".to_owned());
    }
    let mut shelf = Shelf::default();
    for (number, line) in lines.enumerate() {
        let known = serde_json::from_str(line).map_err(|_| format!("line {} is damaged", number + 2))?;
        shelf.put(known);
    }
    Ok(shelf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{LineMove, ScoreView};
    use rocada_rules::Variant;

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("rocada-store-{name}-{}", std::process::id()))
    }

    fn known(position: &AnyPosition, depth: u32) -> Known {
        let moves = vec![LineMove { uci: "e2e4".to_owned(), san: "e4".to_owned() }];
        let line = AnalysisLine { score: ScoreView::Cp(30), wdl: [200, 700, 100], depth, moves };
        Known::new(position, 1_000, vec![line])
    }

    #[test]
    fn the_deepest_is_kept_and_comes_back_from_disk() {
        let folder = folder("deep");
        let file = folder.join("analyses.txt");
        let start = AnyPosition::start(Variant::Chess);
        let (store, note) = Store::open(&file);
        assert_eq!(note, None);
        store.put(known(&start, 20));
        store.put(known(&start, 12));
        store.put(known(&AnyPosition::start(Variant::Crazyhouse), 5));
        store.save().expect("it can be written");
        let (store, note) = Store::open(&file);
        assert_eq!(note, None);
        assert_eq!(store.get(&start).map(|known| known.depth), Some(20));
        assert_eq!(store.get(&AnyPosition::start(Variant::Crazyhouse)), None);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn a_damaged_file_begins_anew_with_a_sentence() {
        let folder = folder("damaged");
        let file = folder.join("analyses.txt");
        for text in ["", "something else\n", "rocada analyses 1\n{\"key\":\n"] {
            write_whole(&file, text).expect("it can be written");
            let (store, note) = Store::open(&file);
            assert!(note.is_some_and(|note| note.ends_with("beginning anew.")), "{text}");
            store.put(known(&AnyPosition::start(Variant::Chess), 20));
            store.save().expect("it can be written");
            assert_eq!(Store::open(&file).1, None);
        }
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn the_oldest_are_forgotten_when_there_are_too_many() {
        let mut shelf = Shelf::default();
        let template = known(&AnyPosition::start(Variant::Chess), 20);
        for number in 0..=MOST_ENTRIES {
            shelf.put(Known { key: number.to_string(), ..template.clone() });
        }
        assert!(shelf.entries.len() <= MOST_ENTRIES);
        assert!(!shelf.entries.contains_key("0"));
        assert!(shelf.entries.contains_key(&MOST_ENTRIES.to_string()));
    }
}
