//! The opponents through the protocols: each bot of the course against the engine in CECP, and the options of strength.

use rocada_rules::{AnyPosition, Color, Variant};

use crate::harness::{Rocada, ms};

/// A conversation in which this opponent plays with a fixed seed.
fn sparring(opponent: &str) -> Rocada {
    let mut rocada = Rocada::cecp();
    rocada.send(&format!("option Opponent={opponent}; option Seed=5; new; easy; post; level 0 5 0"));
    rocada
}

/// The next move or `resign`, with the remarks before it.
fn answer(rocada: &mut Rocada) -> String {
    let (said, _) = rocada.expect(ms(20_000), |line| line.starts_with("move ") || line == "resign");
    said.strip_prefix("move ").unwrap_or("resign").to_owned()
}

/// A game of the bot (Black) against the engine (White) up to so many moves of each; gives the bot's answers.
fn game_against_rocada(opponent: &str, variant: Variant, moves: usize) -> Vec<String> {
    let name = if variant.has_drops() { "crazyhouse" } else { "normal" };
    let mut bot = sparring(opponent);
    let mut engine = Rocada::cecp();
    bot.send(&format!("variant {name}"));
    engine.send(&format!("new; variant {name}; easy; nopost; sd 2; go"));
    let mut board = AnyPosition::start(variant);
    let mut answers = Vec::new();
    for _ in 0..moves {
        let text = engine.expect_move(ms(20_000)).0;
        board.play(board.parse_move(&text).expect("the engine's move is legal"));
        if board.outcome().is_some() {
            break;
        }
        bot.send(&format!("usermove {text}"));
        let text = answer(&mut bot);
        answers.push(text.clone());
        if text == "resign" {
            break;
        }
        board.play(
            board.parse_move(&text).unwrap_or_else(|_| panic!("{opponent}: {text} in {}", board.fen())),
        );
        if board.outcome().is_some() {
            break;
        }
        engine.send(&format!("usermove {text}"));
    }
    bot.finish();
    engine.finish();
    answers
}

#[test]
fn every_bot_plays_a_game_against_rocada_in_cecp() {
    for bot in ["Random", "Castler", "Greedy", "Minions", "ArtOfWar"] {
        for variant in [Variant::Chess, Variant::Crazyhouse] {
            let answers = game_against_rocada(bot, variant, 8);
            assert!(answers.iter().all(|answer| answer != "resign"), "{bot}: {answers:?}");
        }
    }
}

#[test]
fn the_pawn_bot_moves_its_e_pawn_and_then_resigns() {
    let mut bot = sparring("Pawn");
    bot.send("usermove a2a3");
    let first = answer(&mut bot);
    assert!(first == "e7e6" || first == "e7e5", "{first}");
    // Its pawn is stopped at last: by a piece, or at the edge of the board.
    let target = if first == "e7e5" { "e2e4" } else { "e2e3" };
    bot.send(&format!("usermove {target}"));
    let mut last = answer(&mut bot);
    if last != "resign" {
        bot.send(&format!("usermove {}", if target == "e2e3" { "e3e4" } else { "a3a4" }));
        last = answer(&mut bot);
    }
    assert_eq!(last, "resign");
    // After the resignation it plays no more, but watches.
    bot.send("usermove a7a6; ping 7");
    bot.expect(ms(2_000), |line| line == "pong 7");
    bot.finish();
}

#[test]
fn the_castler_castles_and_takes_en_passant() {
    let mut bot = sparring("Castler");
    bot.send("force; setboard r3k2r/8/8/8/8/8/4P3/4K3 b kq - 0 1; go");
    assert_eq!(answer(&mut bot), "e8c8");
    bot.send("force; setboard 4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1; usermove e2e4; go");
    assert_eq!(answer(&mut bot), "d4e3");
    bot.finish();
}

#[test]
fn the_greedy_bot_captures() {
    let mut bot = sparring("Greedy");
    bot.send("force; setboard 4k3/8/8/3q4/8/8/3Q4/4K3 b - - 0 1; go");
    assert_eq!(answer(&mut bot), "d5d2");
    bot.finish();
}

#[test]
fn minions_and_artofwar_mate_in_one_and_say_what_they_think() {
    for bot in ["Minions", "ArtOfWar"] {
        let mut rocada = sparring(bot);
        rocada.send("force; setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1; go");
        assert_eq!(answer(&mut rocada), "d1d8", "{bot}");
        assert!(rocada.history.iter().any(|said| said.text.contains(" 100001 ")), "{bot} tells its mate");
        rocada.expect(ms(500), |line| line.starts_with("1-0 {"));
        rocada.finish();
    }
}

#[test]
fn minions_at_depth_5_takes_seconds_at_most() {
    let mut rocada = sparring("Minions");
    rocada.send("option MinionsDepth=5; force");
    rocada.send("setboard r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10; go");
    assert_ne!(answer(&mut rocada), "resign");
    rocada.finish();
}

#[test]
fn a_level_plays_the_same_game_for_the_same_seed() {
    let game = || {
        let mut rocada = Rocada::cecp();
        rocada.send("option Level=6; option Seed=9; new; easy; nopost; level 0 5 0");
        let mut moves = Vec::new();
        for mv in ["a2a3", "h2h3", "b2b3", "g2g3"] {
            rocada.send(&format!("usermove {mv}"));
            moves.push(rocada.expect_move(ms(20_000)).0);
        }
        rocada.finish();
        moves
    };
    assert_eq!(game(), game());
}

#[test]
fn uci_limits_work_alone_and_a_resignation_is_still_a_move() {
    for setting in
        ["UCI_Elo value 800", "UCI_LimitStrength value true", "Skill Level value -9", "Level value 3"]
    {
        let mut rocada = Rocada::uci();
        rocada.send(&format!("setoption name {setting}; position startpos; go movetime 10000"));
        // A level needs no time: it is the same on every machine.
        rocada.expect(ms(5_000), |line| line.starts_with("bestmove "));
        rocada.quit();
    }
    let mut rocada = Rocada::uci();
    rocada.send("setoption name Opponent value pawn; position startpos moves e2e4 e7e5; go movetime 100");
    let (said, _) = rocada.expect(ms(5_000), |line| line.starts_with("bestmove "));
    let text = said.strip_prefix("bestmove ").unwrap_or_default().to_owned();
    let mut board = AnyPosition::start(Variant::Chess);
    for mv in ["e2e4", "e7e5", &text] {
        board.play(board.parse_move(mv).expect("legal"));
    }
    assert_eq!(board.turn(), Color::Black);
    rocada.quit();
}

#[test]
fn human_time_is_spent_and_can_be_cut_short() {
    let mut rocada = Rocada::uci();
    rocada.send(
        "setoption name Level value 5; setoption name HumanTime value true; setoption name Seed value 3",
    );
    rocada.send("position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10");
    rocada.send("go wtime 600000 btime 600000");
    rocada.quiet(ms(300));
    rocada.send("stop");
    rocada.expect(ms(1_000), |line| line.starts_with("bestmove "));
    rocada.quit();
}

#[test]
fn the_adaptive_opponent_follows_the_results_and_tells_its_level() {
    let folder = std::env::temp_dir().join(format!("rocada-adaptive-cecp-{}", std::process::id()));
    let mut rocada = Rocada::start_with(&[("XDG_DATA_HOME", folder.as_path())]);
    rocada.send("xboard; protover 2");
    rocada.expect(ms(5_000), |line| line.contains("done=1"));
    rocada.send("option Opponent=Adaptive; new; easy; nopost; level 0 5 0; usermove e2e4");
    rocada.expect_move(ms(20_000));
    rocada.send("result 1-0 {White mates}; ping 1");
    rocada.expect(ms(2_000), |line| line == "pong 1");
    rocada.finish();
    let memory = std::fs::read_to_string(folder.join("rocada/adaptive.txt")).expect("it remembers");
    assert!(memory.starts_with("chess 7 1\n"), "{memory}");
    std::fs::remove_dir_all(folder).expect("it can be removed");
}
