//! Keeps games as PGN files: every game in the user's folder, and those that the person saves somewhere else.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rocada_arena::date_and_time;
use rocada_sparring::write_whole;

use crate::session::KeptGame;

/// Knows which game went into which file.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    /// The folder for all games, if there is one.
    folder: Option<PathBuf>,
    kept: HashMap<u32, PathBuf>,
    saved: Vec<PathBuf>,
    /// The last game could not be kept, and the person knows it.
    complained: bool,
}

impl Keeper {
    /// Keeps games in this folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Keeper {
        Keeper { folder, ..Keeper::default() }
    }

    /// Writes a game in place of its last version. Gives a sentence the first time that this fails.
    pub(crate) fn keep(&mut self, game: &KeptGame) -> Option<String> {
        let folder = self.folder.clone()?;
        let known = self.kept.get(&game.number).cloned();
        let file = known.unwrap_or_else(|| unused_name(&folder, game));
        match write_whole(&file, &game.pgn) {
            Ok(()) => {
                self.kept.insert(game.number, file);
                None
            }
            Err(_) if self.complained => None,
            Err(error) => {
                self.complained = true;
                Some(format!("Games cannot be kept in {}: {error}.", folder.display()))
            }
        }
    }

    /// The file of the last game that was kept.
    pub(crate) fn last_file(&self) -> Option<&Path> {
        self.kept.iter().max_by_key(|(number, _)| **number).map(|(_, file)| file.as_path())
    }

    /// Writes a game where the person wants it, but never over a file that somebody else made. Gives a sentence.
    pub(crate) fn save(&mut self, file: &Path, pgn: &str) -> String {
        if file.exists() && !self.saved.iter().any(|saved| saved == file) {
            return format!("{} is there already: choose another name.", file.display());
        }
        // A slip in a name must not make folders.
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return format!("{} cannot be written: there is no such folder.", file.display());
        }
        match write_whole(file, pgn) {
            Ok(()) => {
                self.saved.push(file.to_owned());
                format!("Saved in {}.", file.display())
            }
            Err(error) => format!("{} cannot be written: {error}.", file.display()),
        }
    }
}

/// A name such as `2026-11-16-143005-crazyhouse.pgn`, with a number if there is such a file.
fn unused_name(folder: &Path, game: &KeptGame) -> PathBuf {
    let stem = format!("{}-{}", stamp(game.began), game.variant);
    let numbered = |number: u32| match number {
        1 => folder.join(format!("{stem}.pgn")),
        _ => folder.join(format!("{stem}-{number}.pgn")),
    };
    (1..).map(numbered).find(|file| !file.exists()).unwrap_or_else(|| numbered(1))
}

fn stamp(time: SystemTime) -> String {
    let ((year, month, day), (hour, minute, second)) = date_and_time(time);
    format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::Variant;
    use std::fs;
    use std::time::Duration;

    /// A folder of its own that goes away at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("rocada-keeper-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn game(number: u32, pgn: &str) -> KeptGame {
        let began = SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_218_805);
        KeptGame { number, began, variant: Variant::Crazyhouse, pgn: pgn.to_owned() }
    }

    #[test]
    fn each_game_has_one_file_with_its_last_version() {
        let folder = Folder::new("games");
        let mut keeper = Keeper::new(Some(folder.0.join("games")));
        for (number, pgn) in [(1, "a"), (1, "b"), (2, "c")] {
            assert_eq!(keeper.keep(&game(number, pgn)), None);
        }
        let read = |name: &str| fs::read_to_string(folder.0.join("games").join(name)).expect("it is there");
        assert_eq!(read("2024-02-29-150005-crazyhouse.pgn"), "b");
        assert_eq!(read("2024-02-29-150005-crazyhouse-2.pgn"), "c");
        assert_eq!(fs::read_dir(folder.0.join("games")).expect("a folder").count(), 2);
        assert!(keeper.last_file().is_some_and(|file| file.ends_with("2024-02-29-150005-crazyhouse-2.pgn")));
    }

    #[test]
    fn only_own_files_are_written_over_and_a_full_disk_is_told_once() {
        let folder = Folder::new("saves");
        fs::create_dir_all(&folder.0).expect("a folder");
        let mut keeper = Keeper::new(Some(folder.0.join("file")));
        let theirs = folder.0.join("theirs.pgn");
        fs::write(&theirs, "x").expect("written");
        assert!(keeper.save(&theirs, "y").contains("there already"));
        let own = folder.0.join("own.pgn");
        assert!(keeper.save(&own, "y").starts_with("Saved in"));
        assert!(keeper.save(&own, "z").starts_with("Saved in"));
        assert!(keeper.save(&folder.0.join("no/such/folder.pgn"), "z").contains("cannot be written"));
        fs::write(folder.0.join("file"), "not a folder").expect("written");
        assert!(keeper.keep(&game(1, "a")).is_some_and(|told| told.contains("cannot be kept")));
        assert_eq!(keeper.keep(&game(1, "a")), None);
    }
}
