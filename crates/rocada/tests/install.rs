//! The files for people: `rocada install`, the manual page, the completions and the table in the README.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rocada_protocol::options::{Options, working_options};

/// A home directory of its own, removed afterwards.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Home {
        let path = std::env::temp_dir().join(format!("rocada home {name} {}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Home(path)
    }

    /// The binary below this home, in a folder with a blank in its name.
    fn binary(&self) -> PathBuf {
        let binary = self.0.join("rocada");
        if !binary.exists() {
            std::fs::copy(env!("CARGO_BIN_EXE_rocada"), &binary).expect("the binary can be copied");
        }
        binary
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(self.binary())
            .args(arguments)
            .env("HOME", &self.0)
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .output()
            .expect("the binary runs")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn install_writes_files_that_start_the_engine() {
    let home = Home::new("install");
    let output = home.run(&["install", "--pychess", "--cutechess", "--lichess-bot"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.matches("answers through it").count(), 3, "{said}");
    for file in ["pychess/engines.json", "cutechess/engines.json", "rocada/lichess-bot.yml"] {
        assert!(home.0.join(".config").join(file).exists(), "{file}");
    }
    // A second time nothing is doubled.
    assert!(home.run(&["install", "--cutechess"]).status.success());
    let list = std::fs::read_to_string(home.0.join(".config/cutechess/engines.json")).expect("the list");
    assert_eq!(list.matches("\"Rocada\"").count(), 1);
}

#[test]
fn a_broken_list_is_left_alone() {
    let home = Home::new("broken");
    let file = home.0.join(".config/cutechess/engines.json");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
    std::fs::write(&file, "{ not a list").expect("a file can be written");
    let output = home.run(&["install", "--cutechess"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "{ not a list");
}

#[test]
fn the_manual_page_and_the_completions_name_the_commands() {
    let home = Home::new("documents");
    let page = home.run(&["man"]);
    assert!(page.status.success() && String::from_utf8_lossy(&page.stdout).contains("perft"));
    for shell in ["bash", "zsh", "fish"] {
        let script = home.run(&["completions", shell]);
        assert!(script.status.success() && String::from_utf8_lossy(&script.stdout).contains("install"));
    }
    let folder = home.0.join("man1");
    assert!(home.run(&["man", "--dir", &folder.to_string_lossy()]).status.success());
    assert!(folder.join("rocada.1").exists() && folder.join("rocada-install.1").exists());
}

#[test]
fn the_table_of_options_in_the_readme_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(path).expect("the README");
    let table = Options::new(working_options()).markdown_table();
    assert!(readme.contains(&table), "put this table into the README:\n{table}");
}
