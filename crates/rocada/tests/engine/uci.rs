//! UCI: times, and what the search really finds.

use crate::harness::{Rocada, field, ms, patiently};

const MATE_IN_TWO: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// Waits for `bestmove`; gives it and the `info` lines since the last input.
fn search(rocada: &mut Rocada, lines: &str, within: u64) -> (String, Vec<String>) {
    let from = rocada.history.len();
    rocada.send(lines);
    let (line, _) = rocada.expect(ms(within), |line| line.starts_with("bestmove "));
    let infos = rocada.history[from..].iter().map(|said| said.text.clone());
    let infos = infos.filter(|line| line.contains(" pv ")).collect();
    (line.split(' ').nth(1).unwrap_or_default().to_owned(), infos)
}

#[test]
fn uci_01_the_introduction_comes_within_a_second() {
    patiently(|| {
        let mut rocada = Rocada::start();
        rocada.send("uci");
        rocada.expect_line(ms(1000), "uciok");
        let lines: Vec<&str> = rocada.history.iter().map(|said| said.text.as_str()).collect();
        assert!(lines[0].starts_with("id name Rocada ") && lines[1].starts_with("id author "));
        assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
        rocada.quit();
    });
}

#[test]
fn uci_03_the_options_are_offered() {
    let mut rocada = Rocada::start();
    rocada.send("uci");
    rocada.expect_line(ms(1000), "uciok");
    let offered = |name: &str| {
        rocada.history.iter().any(|said| said.text.starts_with(&format!("option name {name} type")))
    };
    for name in
        ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_Variant", "SyzygyPath", "EvalFile"]
            .into_iter()
            .chain(["UCI_Elo", "UCI_LimitStrength", "Skill Level", "Level", "Opponent"])
    {
        assert!(offered(name), "{name}");
    }
    rocada.quit();
}

#[test]
fn uci_22_the_lowest_strength_plays_legal_moves_and_full_strength_comes_back() {
    let mut rocada = Rocada::uci();
    rocada.send("setoption name UCI_LimitStrength value true; setoption name UCI_Elo value 200");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..20 {
        let line = format!("position startpos moves {}; go movetime 50", moves.join(" "));
        moves.push(search(&mut rocada, &line, 3000).0);
        // Panics at a move that is not legal.
        let position = crate::harness::chess_after(&moves.iter().map(String::as_str).collect::<Vec<_>>());
        if position.legal_moves().is_empty() {
            break;
        }
    }
    rocada.send("setoption name UCI_LimitStrength value false");
    let (best, infos) = search(&mut rocada, &format!("position fen {MATE_IN_TWO}; go depth 8"), 3000);
    assert!(infos.iter().any(|line| line.contains("score mate 2")), "{best}: {infos:?}");
    rocada.quit();
}

#[test]
fn uci_04_a_depth_is_reached() {
    let mut rocada = Rocada::uci();
    let (best, infos) = search(&mut rocada, "position startpos; go depth 6", 3000);
    crate::harness::chess_after(&[&best]);
    assert_eq!(infos.last().and_then(|line| field(line, "depth")), Some(6));
    rocada.send("isready");
    assert_eq!(rocada.next(ms(1000)).expect("readyok").text, "readyok");
    rocada.quit();
}

#[test]
fn uci_05_movetime_is_kept() {
    patiently(|| {
        let mut rocada = Rocada::uci();
        search(&mut rocada, "position startpos; go movetime 500", 550);
        rocada.quit();
    });
}

#[test]
fn uci_06_nodes_are_kept() {
    let mut rocada = Rocada::uci();
    let (_, infos) = search(&mut rocada, "position startpos; go nodes 10000", 3000);
    assert!(infos.last().and_then(|line| field(line, "nodes")).is_some_and(|nodes| nodes <= 10_500));
    rocada.quit();
}

#[test]
fn uci_07_short_clocks_are_kept() {
    patiently(|| {
        let mut rocada = Rocada::uci();
        for clock in ["100", "1", "0", "-50"] {
            search(&mut rocada, &format!("position startpos; go wtime {clock} btime {clock}"), 100);
        }
        rocada.quit();
    });
}

#[test]
fn uci_08_and_09_infinite_ends_with_stop_only() {
    patiently(|| {
        let mut rocada = Rocada::uci();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            MATE_IN_ONE,
            "7k/8/8/8/8/8/5q2/7K w - - 0 1",
        ] {
            rocada.send(&format!("position fen {fen}; go infinite"));
            let lines = rocada.listen(ms(1000));
            assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
            rocada.send("stop");
            rocada.expect(ms(100), |line| line.starts_with("bestmove "));
        }
        rocada.quit();
    });
}

#[test]
fn uci_10_ready_while_searching() {
    patiently(|| {
        let mut rocada = Rocada::uci();
        rocada.send("position startpos; go infinite");
        rocada.listen(ms(300));
        rocada.send("isready");
        rocada.expect_line(ms(50), "readyok");
        assert!(!rocada.listen(ms(1500)).is_empty());
        rocada.send("stop");
        rocada.expect(ms(100), |line| line.starts_with("bestmove "));
        rocada.quit();
    });
}

#[test]
fn uci_12_a_ponder_hit_starts_the_clock() {
    patiently(|| {
        let mut rocada = Rocada::uci();
        rocada.send("position startpos moves e2e4; go ponder wtime 1000 btime 1000");
        let lines = rocada.listen(ms(500));
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
        rocada.send("ponderhit");
        rocada.expect(ms(1000), |line| line.starts_with("bestmove "));
        // Long pondering takes nothing from the clock that starts with the hit.
        rocada.send("position startpos moves e2e4; go ponder movetime 400");
        rocada.listen(ms(700));
        rocada.send("ponderhit");
        let (_, took) = rocada.expect(ms(450), |line| line.starts_with("bestmove "));
        assert!(took > ms(250), "{took:?}");
        rocada.send("position startpos; go ponder wtime 1000 btime 1000");
        rocada.listen(ms(200));
        rocada.send("stop");
        rocada.expect(ms(100), |line| line.starts_with("bestmove "));
        rocada.quit();
    });
}

#[test]
fn uci_16_only_the_wanted_moves_are_searched() {
    let mut rocada = Rocada::uci();
    let (best, infos) = search(&mut rocada, "position startpos; go searchmoves a2a3 h2h3 depth 5", 3000);
    assert!(["a2a3", "h2h3"].contains(&best.as_str()));
    assert!(infos.iter().all(|line| line.contains(" pv a2a3") || line.contains(" pv h2h3")));
    rocada.quit();
}

#[test]
fn uci_17_and_19_mates_are_found_and_counted() {
    let mut rocada = Rocada::uci();
    let (_, infos) = search(&mut rocada, &format!("position fen {MATE_IN_TWO}; go mate 2"), 5000);
    assert_eq!(infos.last().and_then(|line| field(line, "mate")), Some(2));
    let (_, infos) =
        search(&mut rocada, &format!("ucinewgame; position fen {MATE_IN_ONE}; go depth 5"), 5000);
    assert_eq!(infos.last().and_then(|line| field(line, "mate")), Some(1));
    let lost = "ucinewgame; position fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1; go depth 5";
    let (_, infos) = search(&mut rocada, lost, 5000);
    assert_eq!(infos.last().and_then(|line| field(line, "mate")), Some(-1));
    rocada.quit();
}

#[test]
fn uci_18_several_lines_are_different_and_sorted() {
    let mut rocada = Rocada::uci();
    let lines = "setoption name MultiPV value 3; position startpos; go depth 8";
    let (_, infos) = search(&mut rocada, lines, 5000);
    let last: Vec<&String> = infos.iter().filter(|line| field(line, "depth") == Some(8)).take(3).collect();
    assert_eq!(last.iter().map(|line| field(line, "multipv").unwrap_or(0)).collect::<Vec<_>>(), [1, 2, 3]);
    let scores: Vec<i64> = last.iter().filter_map(|line| field(line, "cp")).collect();
    assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{scores:?}");
    let mut first: Vec<&str> =
        last.iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 3);
    rocada.quit();
}

#[test]
fn uci_20_chances_sum_to_a_thousand() {
    let mut rocada = Rocada::uci();
    let lines = "setoption name UCI_ShowWDL value true; position startpos; go depth 6";
    let (_, infos) = search(&mut rocada, lines, 3000);
    for line in &infos {
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == "wdl").expect("chances");
        let sum: u32 = words[at + 1..at + 4].iter().map(|word| word.parse::<u32>().expect("a number")).sum();
        assert_eq!(sum, 1000, "{line}");
    }
    rocada.quit();
}

#[test]
fn uci_21_odd_values_do_no_harm() {
    let mut rocada = Rocada::uci();
    for option in [
        "Hash value 1",
        "Hash value 65536",
        "Hash value 999999999",
        "Hash value abc",
        "Hash",
        "Nonsense value 1",
    ] {
        rocada.send(&format!("setoption name {option}; isready"));
        rocada.expect_line(ms(2000), "readyok");
        search(&mut rocada, "position startpos; go depth 2", 3000);
    }
    rocada.quit();
}

#[test]
fn uci_25_and_26_crazyhouse_and_back() {
    let mut rocada = Rocada::uci();
    let drop = "setoption name UCI_Variant value crazyhouse; position fen 6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1; go depth 4";
    let (best, _) = search(&mut rocada, drop, 3000);
    assert!(best.starts_with("R@"), "{best}");
    let chess = "setoption name UCI_Variant value chess; position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4; go depth 4";
    search(&mut rocada, chess, 3000);
    assert!(rocada.history.iter().any(|said| said.text.contains("illegal")));
    rocada.quit();
}

#[test]
fn uci_27_castling_is_written_as_the_option_says() {
    let mut rocada = Rocada::uci();
    let fork = "position fen 3k4/8/8/8/8/8/1r6/R3K3 w Q - 0 1; go depth 8";
    assert_eq!(search(&mut rocada, fork, 3000).0, "e1c1");
    rocada.send("setoption name UCI_Chess960 value true");
    assert_eq!(search(&mut rocada, fork, 3000).0, "e1a1");
    rocada.quit();
}

#[test]
fn uci_28_a_new_game_does_not_hang() {
    let mut rocada = Rocada::uci();
    rocada.send("position startpos; go infinite");
    rocada.listen(ms(200));
    rocada.send("ucinewgame; isready");
    rocada.expect_line(ms(1000), "readyok");
    rocada.send("stop");
    rocada.expect(ms(1000), |line| line.starts_with("bestmove "));
    rocada.send("ucinewgame; isready");
    rocada.expect_line(ms(1000), "readyok");
    rocada.quit();
}

#[test]
fn uci_29_perft_counts_both_games() {
    let mut rocada = Rocada::uci();
    rocada.send("position startpos; go perft 4");
    rocada.expect_line(ms(5000), "Nodes searched: 197281");
    rocada.send("setoption name UCI_Variant value crazyhouse; position startpos; go perft 4");
    rocada.expect_line(ms(5000), "Nodes searched: 197281");
    rocada.quit();
}

#[test]
fn uci_30_the_end_comes_at_once_during_a_search() {
    patiently(|| {
        for end in ["quit", ""] {
            let mut rocada = Rocada::uci();
            rocada.send("setoption name Threads value 2; position startpos; go infinite");
            rocada.listen(ms(300));
            if end.is_empty() {
                rocada.close();
            } else {
                rocada.send(end);
            }
            rocada.ends_well(ms(50));
        }
    });
}

#[test]
fn without_a_greeting_it_is_uci_that_fishnet_speaks() {
    let mut rocada = Rocada::start();
    rocada.send("isready; position startpos moves; go nodes 1000");
    rocada.expect_line(ms(1000), "readyok");
    rocada.expect(ms(3000), |line| line.starts_with("bestmove "));
    rocada.quit();
}

#[test]
fn the_tools_for_people_answer() {
    let mut rocada = Rocada::start();
    rocada.send("d; eval");
    rocada.expect(ms(1000), |line| line.starts_with("fen rnbqkbnr/"));
    rocada.expect(ms(1000), |line| line.starts_with("total "));
    rocada.send("bench nonsense");
    rocada.expect(ms(1000), |line| line.starts_with("bench takes "));
    rocada.quit();
}
