//! The laboratory's commands from outside: games are made, continued after a kill, checked, split, merged and learnt from.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rocada_eval::nnue::{GameKind, Network, Shape};

fn rocada(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rocada")).args(arguments).output().expect("the binary runs")
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

/// A folder that goes away at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rocada-lab-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn datagen(variant: &str, games: &str, threads: &str, out: &str) -> Output {
    let fixed = ["datagen", "--nodes", "40", "--seed", "5", "--variant", variant];
    rocada(&[&fixed[..], &["--games", games, "--threads", threads, "--out", out]].concat())
}

#[test]
fn a_killed_run_is_continued_and_makes_the_same_games() {
    let folder = Folder::new("kill");
    let (one, two) = (folder.file("one.rog"), folder.file("two.rog"));
    assert_eq!(last_line(&datagen("crazyhouse960", "8", "2", &one)), "games 8");
    assert_eq!(last_line(&datagen("crazyhouse960", "5", "1", &two)), "games 5");
    // Half a chunk, as a kill leaves it.
    let mut bytes = std::fs::read(&two).expect("it was written");
    let whole = bytes.len();
    bytes.extend_from_within(..whole / 2);
    std::fs::write(&two, &bytes).expect("it can be written");
    let torn = rocada(&["data", "verify", &two]);
    assert_eq!(torn.status.code(), Some(1));
    assert_eq!(last_line(&datagen("crazyhouse960", "8", "1", &two)), "games 8");
    for file in [&one, &two] {
        let verified = rocada(&["data", "verify", file]);
        assert_eq!(verified.status.code(), Some(0));
        assert!(last_line(&verified).starts_with("8 games"), "{}", last_line(&verified));
    }
    let plies = |file: &str| {
        let text = rocada(&["data", "inspect", file]).stdout;
        String::from_utf8_lossy(&text).lines().nth(2).unwrap_or_default().to_owned()
    };
    assert_eq!(plies(&one), plies(&two));
}

#[test]
fn games_are_split_merged_shuffled_and_learnt_from() {
    let folder = Folder::new("learn");
    let all = folder.file("all.rog");
    assert!(datagen("chess", "30", "2", &all).status.success());
    let [some, rest, merged, mixed] = ["some", "rest", "merged", "mixed"].map(|name| folder.file(name));
    let split = rocada(&["data", "split", &all, "--share", "0.3", "--out", &some, "--rest", &rest]);
    assert!(split.status.success());
    assert!(rocada(&["data", "merge", &some, &rest, "--out", &merged]).status.success());
    assert!(rocada(&["data", "shuffle", &merged, "--out", &mixed]).status.success());
    assert!(last_line(&rocada(&["data", "verify", &mixed])).starts_with("30 games"));
    let again = rocada(&["data", "merge", &some, "--out", &merged]);
    assert_eq!(again.status.code(), Some(2), "a file that is there is not overwritten");
    let table = folder.file("chess.rs");
    let tuned = rocada(&["tune", "--weights", "--data", &mixed, "--epochs", "2", "--out", &table]);
    assert!(tuned.status.success(), "{}", String::from_utf8_lossy(&tuned.stderr));
    let text = std::fs::read_to_string(Path::new(&table)).expect("it was written");
    assert!(text.contains("pub static CHESS: Weights"));
    let wrong = rocada(&["tune", "--weights", "--variant", "crazyhouse", "--data", &mixed]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("games of chess"));
}

/// Writes a network that has learnt nothing; gives its name.
fn random_net(folder: &Folder, game: GameKind) -> (String, String) {
    let network = Network::random(Shape::plain(game, 64), 3).expect("the shape is right");
    let path = folder.file(&format!("{game}.nnue"));
    std::fs::write(&path, network.to_bytes()).expect("it can be written");
    (path, network.id())
}

#[test]
fn games_judged_by_a_network_carry_its_name() {
    let folder = Folder::new("net");
    let (net, id) = random_net(&folder, GameKind::Crazyhouse);
    let out = folder.file("net.rog");
    let arguments = ["datagen", "--nodes", "40", "--variant", "crazyhouse", "--games", "3", "--threads", "1"];
    let made = rocada(&[&arguments[..], &["--net", &net, "--out", &out]].concat());
    assert_eq!(last_line(&made), "games 3", "{}", String::from_utf8_lossy(&made.stderr));
    let text = rocada(&["data", "inspect", &out]).stdout;
    assert!(String::from_utf8_lossy(&text).contains(&id), "{}", String::from_utf8_lossy(&text));
    assert_eq!(rocada(&["data", "verify", &out]).status.code(), Some(0));
    // The same file cannot be continued by another judge, and a network of chess judges no crazyhouse.
    let other = rocada(&[&arguments[..], &["--out", &out]].concat());
    assert_eq!(other.status.code(), Some(2));
    let (chess, _) = random_net(&folder, GameKind::Chess);
    let wrong = rocada(&[&arguments[..], &["--net", &chess, "--out", &folder.file("wrong.rog")]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("the network is for chess, not for crazyhouse"));
}

#[test]
fn eval_shows_what_the_network_thinks_beside_the_terms() {
    let folder = Folder::new("eval");
    let (net, id) = random_net(&folder, GameKind::Chess);
    let text = |arguments: &[&str]| {
        let output = rocada(&[&["eval"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let both = text(&["--net", &net]);
    assert!(both.contains("mobility") || both.contains("Mobility"), "{both}");
    assert!(both.contains(&format!("network {id}: ")) && both.contains("worth to the network"), "{both}");
    assert!(!text(&["--net", "classical"]).contains("network"));
    // A network of chess says nothing about crazyhouse.
    assert!(!text(&["--net", "classical", "--net", &net, "--variant", "crazyhouse"]).contains("network"));
    let bad = rocada(&["eval", "--net", "/no/such.nnue"]);
    assert_eq!(bad.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&bad.stderr).lines().count(), 1);
}
