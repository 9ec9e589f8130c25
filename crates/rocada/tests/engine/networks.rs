//! The option `EvalFile` in both protocols.

use std::path::PathBuf;

use rocada_eval::nnue::{GameKind, Network, Shape};

use crate::harness::{Rocada, ms};

/// A network file that goes away at the end of the test.
struct NetFile {
    path: PathBuf,
    id: String,
}

impl NetFile {
    fn new(name: &str, game: GameKind) -> NetFile {
        let network = Network::random(Shape::plain(game, 64), 1).expect("the shape is right");
        let path = std::env::temp_dir().join(format!("rocada-net-{}-{name}.nnue", std::process::id()));
        std::fs::write(&path, network.to_bytes()).expect("a temporary file");
        NetFile { path, id: network.id() }
    }

    fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }
}

impl Drop for NetFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// What `eval` says about networks, one line or none.
fn judge(rocada: &mut Rocada) -> Option<String> {
    rocada.send("eval; perft 1");
    let from = rocada.history.len();
    rocada.expect(ms(5000), |line| line.contains("Nodes searched"));
    let said = &rocada.history[from..];
    said.iter().map(|said| said.text.clone()).find(|line| line.contains("network "))
}

/// Waits for a remark, which is no answer in CECP.
fn hear(rocada: &mut Rocada, wanted: &str) {
    for number in 0..50 {
        rocada.send(&format!("ping {number}"));
        rocada.expect_line(ms(5000), &format!("pong {number}"));
        if rocada.history.iter().any(|said| said.text.contains(wanted)) {
            return;
        }
    }
    panic!("'{wanted}' was not said");
}

#[test]
fn a_network_is_used_for_its_own_game_and_can_be_put_away() {
    let (chess, house) = (NetFile::new("c", GameKind::Chess), NetFile::new("z", GameKind::Crazyhouse));
    let mut rocada = Rocada::uci();
    rocada.send(&format!("setoption name EvalFile value {}; position startpos", chess.name()));
    rocada.expect(ms(5000), |line| line.starts_with("info string judging chess by the network"));
    assert!(judge(&mut rocada).expect("a line").contains(&chess.id));
    rocada.send(&format!("setoption name EvalFile value {}", house.name()));
    rocada.expect(ms(5000), |line| line.contains(&chess.id) && line.contains(&house.id));
    // Both games can be searched with their networks.
    for variant in ["crazyhouse", "chess"] {
        rocada.send(&format!("setoption name UCI_Variant value {variant}; position startpos"));
        rocada.send("go nodes 3000");
        rocada.expect(ms(10_000), |line| line.starts_with("bestmove "));
    }
    rocada.send("setoption name EvalFile value classical");
    rocada.expect(ms(5000), |line| line.contains("chess by the classical evaluation"));
    assert_eq!(judge(&mut rocada), None);
    rocada.quit();
}

#[test]
fn a_bad_file_gets_one_sentence_and_changes_nothing() {
    let chess = NetFile::new("good", GameKind::Chess);
    let bad = NetFile::new("bad", GameKind::Chess);
    let mut bytes = std::fs::read(&bad.path).expect("it was written");
    bytes[5000] ^= 1;
    std::fs::write(&bad.path, &bytes).expect("it can be written");
    let mut rocada = Rocada::uci();
    rocada.send(&format!("setoption name EvalFile value {}; position startpos", chess.name()));
    rocada.send(&format!("setoption name EvalFile value {}", bad.name()));
    let (line, _) = rocada.expect(ms(5000), |line| line.contains("checksum is wrong"));
    assert!(line.starts_with("info string cannot use ") && line.contains(&chess.id), "{line}");
    rocada.send("setoption name EvalFile value /no/such/file.nnue");
    rocada
        .expect(ms(5000), |line| line.starts_with("info string cannot read the network /no/such/file.nnue"));
    assert!(judge(&mut rocada).expect("a line").contains(&chess.id));
    rocada.quit();
}

#[test]
fn cecp_takes_the_network_too() {
    let house = NetFile::new("x", GameKind::Crazyhouse);
    let mut rocada = Rocada::cecp();
    assert!(rocada.history.iter().any(|said| said.text.contains("option=\"EvalFile -file ")));
    rocada.send(&format!("variant crazyhouse; option EvalFile={}", house.name()));
    hear(&mut rocada, &format!("crazyhouse by the network {}", house.id));
    rocada.send("eval");
    hear(&mut rocada, &format!("# network {}: ", house.id));
    rocada.send("option EvalFile=/no/such/file.nnue");
    hear(&mut rocada, "# cannot read the network /no/such/file.nnue: ");
    rocada.quit();
}
