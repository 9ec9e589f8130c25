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

/// `timeout` sends its signal to the process and to the process's group.
#[cfg(unix)]
#[test]
fn two_interruptions_at_once_are_one_and_no_game_is_lost() {
    let folder = Folder::new("interrupted");
    let out = folder.file("games.rog");
    let arguments = ["datagen", "--nodes", "10", "--minutes", "5", "--threads", "1", "--out", &out];
    let child = Command::new(env!("CARGO_BIN_EXE_rocada"))
        .args(arguments)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    while !Path::new(&out).exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_secs(1));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id, &id]).status().expect("there is kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{:?}", output.status);
    let games = last_line(&output).strip_prefix("games ").map(str::to_owned).expect("it says how many");
    assert_ne!(games, "0");
    let verified = last_line(&rocada(&["data", "verify", &out]));
    assert!(verified.starts_with(&format!("{games} games")), "{verified}");
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
    let tuned = rocada(&["tune", "weights", "--data", &mixed, "--epochs", "2", "--out", &table]);
    assert!(tuned.status.success(), "{}", String::from_utf8_lossy(&tuned.stderr));
    let text = std::fs::read_to_string(Path::new(&table)).expect("it was written");
    assert!(text.contains("pub static CHESS: Weights"));
    let wrong = rocada(&["tune", "weights", "--variant", "crazyhouse", "--data", &mixed]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("games of chess"));
}

#[test]
fn evaluations_are_judged_by_the_scores_of_games() {
    let folder = Folder::new("judge");
    let [games, other] = ["games.rog", "other.rog"].map(|name| folder.file(name));
    assert!(datagen("chess", "6", "2", &games).status.success());
    assert!(datagen("crazyhouse", "2", "2", &other).status.success());
    let judged = rocada(&["data", "judge", &games, "--net", "classical", "--net", "classical"]);
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stderr));
    let text = String::from_utf8_lossy(&judged.stdout).into_owned();
    let errors: Vec<f64> =
        text.lines().skip(1).filter_map(|line| line.split(' ').next()?.parse().ok()).collect();
    assert!(text.contains("positions") && errors.len() == 2, "{text}");
    assert!(errors[0] == errors[1] && errors[0] > 0.0 && errors[0] < 0.2, "{text}");
    let wrong = rocada(&["data", "judge", &games, "--net", "not-there.nnue"]);
    assert!(error_of(&wrong).contains("cannot read the network"));
    let mixed = rocada(&["data", "judge", &games, &other, "--net", "classical"]);
    assert!(error_of(&mixed).contains("games of crazyhouse"));
}

#[test]
fn sets_of_parameters_are_compared_and_wrong_changes_are_named() {
    let compare = |more: &[&str]| {
        let command = ["tune", "compare", "--nodes", "20", "--pairs", "3", "--threads", "2"];
        rocada(&[&command, more].concat())
    };
    let done = compare(&["--variant", "crazyhouse", "--set", "rfp_margin=90", "--set", "lmp_base=3"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("Pairs with") && text.contains("Elo "), "{text}");
    for (arguments, sentence) in [
        (&[][..], "nothing is changed"),
        (&["--set", "rfp_margin"], "NAME=VALUE"),
        (&["--set", "rfp_margin=many"], "NAME=VALUE"),
        (&["--set", "rfp_margin=9999"], "rfp_margin goes from"),
        (&["--set", "rfp=9"], "there is no parameter 'rfp'"),
        (&["--state", "not-there.spsa"], "there is no such file"),
    ] {
        let wrong = compare(arguments);
        assert_eq!(wrong.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&wrong.stderr);
        assert!(text.contains(sentence), "{arguments:?}: {text}");
    }
}

#[test]
fn the_search_is_tuned_by_play_and_a_stopped_run_goes_on() {
    let folder = Folder::new("spsa");
    let state = folder.file("chess.spsa");
    let tune = |pairs: &str, more: &[&str]| {
        let words =
            ["tune", "search", "--nodes", "20", "--pairs", pairs, "--state", &state, "--threads", "2"];
        rocada(&[&words[..], more].concat())
    };
    let first = tune("3", &["--only", "rfp_margin"]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert!(String::from_utf8_lossy(&first.stdout).contains("rfp_margin = "));
    let kept = || std::fs::read_to_string(&state).expect("the state is kept");
    assert!(kept().starts_with("pairs 3\n"));
    assert!(tune("5", &[]).status.success());
    assert!(kept().starts_with("pairs 5\n"));

    let wrong = tune("9", &["--only", "rfp"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("there is no parameter 'rfp'"));
    std::fs::write(&state, "pairs many\n").expect("the file can be written");
    let broken = tune("9", &[]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("the line for 'pairs' has no number"));
}

fn error_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned()
}

const QUICK: [&str; 11] =
    ["train", "--hidden", "64", "--epochs", "30", "--batch", "100", "--threads", "1", "--held", "0.2"];

#[test]
fn a_killed_training_goes_on_and_ends_with_the_same_network() {
    let folder = Folder::new("train-kill");
    let games = folder.file("games.rog");
    assert!(datagen("crazyhouse", "60", "2", &games).status.success());
    let (whole, killed) = (folder.file("whole.nnue"), folder.file("killed.nnue"));
    let done = rocada(&[&QUICK[..], &[&games, "--out", &whole]].concat());
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for ending in ["nnue", "floats", "csv", "svg"] {
        assert!(Path::new(&whole).with_extension(ending).exists(), "{ending}");
    }
    assert!(!Path::new(&whole).with_extension("checkpoint").exists());
    let checkpoint = Path::new(&killed).with_extension("checkpoint");
    let arguments =
        [&QUICK[..], &[&games, "--out", &killed, "--resume", "--checkpoint-every", "0.001"]].concat();
    let mut kills = 0;
    for wait in [30, 5, 60, 17] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
            .args(&arguments)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the binary runs");
        let before = std::fs::read(&checkpoint).unwrap_or_default();
        // Until it has learnt something more, and then for a while.
        while std::fs::read(&checkpoint).unwrap_or_default() == before
            && child.try_wait().expect("it can be asked").is_none()
        {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        std::thread::sleep(std::time::Duration::from_millis(wait));
        kills += usize::from(child.try_wait().expect("it can be asked").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(kills > 0, "the run was over before it could be killed");
    if checkpoint.exists() {
        let other = rocada(&[&arguments[..], &["--seed", "9"]].concat());
        assert!(error_of(&other).contains("seed 1, not 9"), "{}", error_of(&other));
        let anew = rocada(&[&QUICK[..], &[&games, "--out", &killed]].concat());
        assert!(error_of(&anew).contains("--resume goes on"), "{}", error_of(&anew));
        let resumed = rocada(&arguments);
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    }
    for ending in ["floats", "csv"] {
        let bytes = |file: &str| std::fs::read(Path::new(file).with_extension(ending)).expect("it is there");
        assert_eq!(bytes(&whole), bytes(&killed), "{ending}");
    }
}

#[test]
fn wrong_calls_of_the_trainer_get_one_sentence() {
    let folder = Folder::new("train-wrong");
    let [chess, house, net, noise] =
        ["chess.rog", "house.rog", "net.nnue", "noise.rog"].map(|name| folder.file(name));
    assert!(datagen("chess", "12", "2", &chess).status.success());
    assert!(datagen("crazyhouse", "2", "2", &house).status.success());
    std::fs::write(&noise, "no games at all").expect("a file");
    let train = |more: &[&str]| rocada(&[&QUICK[..], &["--out", &net], more].concat());
    assert!(error_of(&train(&[&chess, &house])).contains("games of crazyhouse"));
    assert!(error_of(&train(&[&noise])).contains("noise.rog"));
    assert!(error_of(&train(&[&folder.file("none.rog")])).contains("none.rog"));
    assert!(error_of(&train(&[&chess, "--king-buckets", "3"])).contains("--king-buckets 1 or 4"));
    assert!(error_of(&train(&[&chess, "--wdl", "1.5"])).contains("from 0 to 1"));
    assert!(error_of(&train(&[&chess, "--most-score", "0"])).contains("too few positions"));
    assert!(error_of(&train(&[&chess, "--from", &chess])).contains("not a network of Rocada"));
    assert!(error_of(&train(&[&chess, "--from", "embedded"])).contains("cannot grow"));
    assert!(!Path::new(&net).exists());
    let warm = folder.file("warm.nnue");
    assert!(train(&[&chess]).status.success());
    for from in [folder.file("net.floats"), net.clone()] {
        let from = rocada(&[&QUICK[..], &[&chess, "--from", &from, "--out", &warm]].concat());
        assert!(from.status.success(), "{}", String::from_utf8_lossy(&from.stderr));
        std::fs::remove_file(&warm).expect("it was made");
    }
    assert!(error_of(&train(&[&chess])).contains("there already"));
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
