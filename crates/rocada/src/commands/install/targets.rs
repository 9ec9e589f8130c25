//! The files of each chess program: how the engine is written into them and read back.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::user_folder;
use crate::failure::Failure;

/// A chess program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    XBoard,
    PyChess,
    CuteChess,
    LichessBot,
}

/// The protocol that a program is told to speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    Cecp,
    Uci,
}

/// How a file says that the engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Start {
    pub(super) command: PathBuf,
    pub(super) protocol: Protocol,
}

/// Where XBoard looks for plug-ins besides the folder of the distribution.
const XBOARD_SYSTEM_FOLDER: &str = "/usr/local/share/games/plugins/xboard";

impl Target {
    pub(super) fn name(self) -> &'static str {
        match self {
            Target::XBoard => "XBoard",
            Target::PyChess => "PyChess",
            Target::CuteChess => "cutechess",
            Target::LichessBot => "lichess-bot",
        }
    }

    /// Writes the engine into the program's file and gives the file.
    pub(super) fn write(self, binary: &Path) -> Result<PathBuf, Failure> {
        let command = binary.to_str().ok_or_else(|| {
            Failure::new(format!(
                "'{}' is no text that plug-in files can hold: move the binary",
                binary.display()
            ))
        })?;
        match self {
            Target::XBoard => {
                let text = eng_file(command);
                // Root installs for everybody; XBoard looks nowhere else by itself.
                write_file(&Path::new(XBOARD_SYSTEM_FOLDER).join("rocada.eng"), &text)
                    .or_else(|_| write_file(&self.user_file()?, &text))
            }
            Target::PyChess | Target::CuteChess => {
                let file = self.user_file()?;
                let old = fs::read_to_string(&file).unwrap_or_default();
                write_file(&file, &self.with_entry(&old, &file, command)?)
            }
            Target::LichessBot => write_file(&self.user_file()?, &lichess_bot_file(binary)),
        }
    }

    fn user_file(self) -> Result<PathBuf, Failure> {
        let config = || user_folder("XDG_CONFIG_HOME", ".config");
        Ok(match self {
            Target::XBoard => {
                user_folder("XDG_DATA_HOME", ".local/share")?.join("games/plugins/xboard/rocada.eng")
            }
            Target::PyChess => config()?.join("pychess/engines.json"),
            Target::CuteChess => config()?.join("cutechess/engines.json"),
            Target::LichessBot => config()?.join("rocada/lichess-bot.yml"),
        })
    }

    /// The list of engines with ours at its end; an older entry of ours goes.
    fn with_entry(self, old: &str, file: &Path, command: &str) -> Result<String, Failure> {
        let mut engines = match old.trim() {
            "" => Vec::new(),
            text => serde_json::from_str::<Vec<Value>>(text).map_err(|error| {
                Failure::new(format!(
                    "{} is no list of engines ({error}): repair or remove it",
                    file.display()
                ))
            })?,
        };
        engines.retain(|engine| engine.get("name").and_then(Value::as_str) != Some(NAME));
        engines.push(match self {
            Target::PyChess => json!({
                "name": NAME,
                "protocol": "xboard",
                "command": command,
                "workingDirectory": Path::new(command).parent(),
                "recheck": true,
            }),
            _ => json!({
                "name": NAME,
                "protocol": "xboard",
                "command": command,
                "workingDirectory": Path::new(command).parent(),
                "variants": ["standard", "fischerandom", "crazyhouse"],
            }),
        });
        let text = serde_json::to_string_pretty(&engines).map_err(Failure::new)?;
        Ok(text + "\n")
    }

    /// What the file says, read as the program reads it.
    pub(super) fn read_back(self, file: &Path) -> Result<Start, Failure> {
        let text = fs::read_to_string(file)?;
        let command = match self {
            Target::XBoard => text.lines().nth(1).map(|line| line.trim_matches('"').to_owned()),
            Target::PyChess | Target::CuteChess => {
                let engines: Vec<Value> = serde_json::from_str(&text).map_err(Failure::new)?;
                let ours = engines.iter().find(|engine| engine["name"] == NAME);
                ours.and_then(|engine| engine["command"].as_str().map(str::to_owned))
            }
            Target::LichessBot => {
                let field = |name: &str| {
                    let line = text.lines().find_map(|line| line.trim().strip_prefix(name))?;
                    Some(line.split('#').next()?.trim().trim_matches('"').to_owned())
                };
                field("dir:").zip(field("name:")).map(|(folder, name)| format!("{folder}/{name}"))
            }
        };
        let command =
            command.ok_or_else(|| Failure::new(format!("{} does not name the engine", file.display())))?;
        let protocol = if self == Target::LichessBot { Protocol::Uci } else { Protocol::Cecp };
        Ok(Start { command: command.into(), protocol })
    }

    /// What is left to do for the user.
    pub(super) fn hint(self, file: &Path) -> Option<String> {
        match self {
            Target::XBoard if !file.starts_with(XBOARD_SYSTEM_FOLDER) => Some(format!(
                "XBoard itself looks only into {XBOARD_SYSTEM_FOLDER}: call this with sudo, or start 'xboard -fcp rocada'"
            )),
            Target::LichessBot => {
                Some("add your token and copy it to config.yml in the folder of lichess-bot".to_owned())
            }
            _ => None,
        }
    }
}

/// Under which name the programs list the engine.
const NAME: &str = "Rocada";

/// A plug-in file: the version of its format, the command, and the games. XBoard splits the command at blanks.
fn eng_file(command: &str) -> String {
    let quote = if command.contains(' ') { "\"" } else { "" };
    format!("plugin spec 0.0\n{quote}{command}{quote}\nchess,chess960,crazyhouse\n")
}

fn lichess_bot_file(binary: &Path) -> String {
    let folder = binary.parent().unwrap_or(Path::new("/"));
    let name = binary.file_name().unwrap_or_default();
    format!(
        "# Rocada for lichess-bot. The other settings are explained in config.yml.default of lichess-bot.\n\
         token: \"put your token here\"\n\
         url: \"https://lichess.org/\"\n\
         engine:\n\
         \x20 dir: \"{}\"\n\
         \x20 name: \"{}\"\n\
         \x20 protocol: \"uci\"\n\
         \x20 ponder: true\n\
         \x20 uci_options:\n\
         \x20   Move Overhead: 100\n\
         \x20   Hash: 256\n\
         challenge:\n\
         \x20 variants:\n\
         \x20   - standard\n\
         \x20   - chess960\n\
         \x20   - crazyhouse\n",
        folder.display(),
        name.display()
    )
}

fn write_file(file: &Path, text: &str) -> Result<PathBuf, Failure> {
    let told = |error| Failure::new(format!("cannot write {}: {error}", file.display()));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    fs::write(file, text).map_err(told)?;
    Ok(file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_engines_stay_in_the_list_and_ours_is_there_once() {
        let old = r#"[{"name": "Other", "command": "other"}, {"name": "Rocada", "command": "/old"}]"#;
        let file = Path::new("engines.json");
        let new = Target::CuteChess.with_entry(old, file, "/new/rocada").unwrap();
        let again = Target::CuteChess.with_entry(&new, file, "/new/rocada").unwrap();
        assert_eq!(new, again);
        let engines: Vec<Value> = serde_json::from_str(&new).unwrap();
        assert_eq!(engines.len(), 2);
        assert_eq!(engines[0]["name"], "Other");
        assert_eq!(engines[1]["command"], "/new/rocada");
        assert!(Target::PyChess.with_entry("{ broken", file, "x").is_err());
    }

    #[test]
    fn the_plug_in_files_for_packagers_are_the_same() {
        let file = eng_file("rocada");
        assert_eq!(file, include_str!("../../../../../packaging/xboard/rocada.eng"));
        assert_eq!(file, include_str!("../../../../../packaging/uci/rocada.eng"));
    }

    #[test]
    fn a_command_with_blanks_is_quoted() {
        assert_eq!(eng_file("/a b/rocada").lines().nth(1), Some("\"/a b/rocada\""));
        assert_eq!(eng_file("/a/rocada").lines().nth(1), Some("/a/rocada"));
    }
}
