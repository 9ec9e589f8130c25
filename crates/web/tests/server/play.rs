//! Games over real sockets: moves, clocks, take-backs, two tabs, reconnecting, restarting.

use std::time::{Duration, Instant};

use crate::common::{Folder, Running, new_game};
use rocada_web::messages::{Answer, EndReason, Event, GameView, Side};
use serde_json::json;

fn on(kind: &str, game: &GameView) -> serde_json::Value {
    json!({ "type": kind, "game": game.id })
}

#[tokio::test]
async fn a_game_is_played_by_any_notation_and_a_hint_helps() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let game = tab.ask_game(new_game("level:3")).await;
    assert_eq!((game.color, game.moves.len(), game.position.moves.len()), (Side::White, 0, 20));
    let game = tab.play(&game.id, "e4").await;
    assert_eq!(game.moves.len(), 2);
    let Answer::Hint { best, line, .. } = tab.ask(on("hint", &game)).await else { panic!("a hint") };
    assert_eq!(line.first().map(|mv| &mv.uci), Some(&best.uci));
    let game = tab.play(&game.id, &best.uci).await;
    assert_eq!(game.moves.len(), 4);
    let told =
        tab.try_ask(json!({ "type": "move", "game": game.id, "move": "Ke5" })).await.expect_err("illegal");
    assert!(!told.is_empty());
    let stale = json!({ "type": "move", "game": game.id, "move": "a3", "ply": 2 });
    assert!(tab.try_ask(stale).await.is_err());
    let game = tab.ask_game(on("takeBack", &game)).await;
    assert_eq!(game.moves.len(), 2);
    let game = tab.ask_game(on("resign", &game)).await;
    let end = game.end.clone().expect("an end");
    assert_eq!((end.reason, end.result.as_str()), (EndReason::Resignation, "0-1"));
    assert!(tab.try_ask(on("takeBack", &game)).await.is_err());
    let next = tab.ask_game(on("rematch", &game)).await;
    assert_eq!(next.color, Side::Black);
    let next = tab.game_event(|view| view.id == next.id && view.moves.len() == 1).await;
    assert_eq!(next.position.turn, Side::Black);
    assert!(tab.try_ask(on("takeBack", &next)).await.is_err(), "there is no own move");
    let again = tab.ask_game(on("rematch", &game)).await;
    assert_eq!(again.id, next.id);
    let kept = std::fs::read_dir(folder.data().join("games")).expect("a folder").count();
    assert_eq!(kept, 1, "the finished game is kept as PGN");
}

#[tokio::test]
async fn the_server_adds_little_to_the_thinking_time() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let mut game = tab.ask_game(new_game("random")).await;
    let mut times = Vec::new();
    for _ in 0..20 {
        let Some(mv) = game.position.moves.first().cloned() else { break };
        let begin = Instant::now();
        game = tab.play(&game.id, &mv.uci).await;
        times.push(begin.elapsed());
        if game.end.is_some() {
            break;
        }
    }
    times.sort();
    // The random mover does not think: this is the way to the server and back, twice. The quickest of many, because
    // other tests and programs use the machine too.
    assert!(times[0] < Duration::from_millis(50), "{times:?}");
}

#[tokio::test]
async fn two_tabs_see_the_same_game() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let (mut one, mut other) = (server.tab().await, server.tab().await);
    let game = one.ask_game(new_game("greedy")).await;
    let seen = other.ask_game(on("openGame", &game)).await;
    assert_eq!(seen.id, game.id);
    one.play(&game.id, "d4").await;
    let seen = other.game_event(|view| view.moves.len() == 2).await;
    assert_eq!(seen.moves[0].san, "d4");
    other.play(&game.id, "c4").await;
    one.game_event(|view| view.moves.len() == 4).await;
    one.ask(on("closeGame", &game)).await;
    other.ask_game(on("resign", &game)).await;
    let Answer::Games { games } = one.ask(json!({ "type": "games" })).await else { panic!("games") };
    assert_eq!((games.len(), games[0].result.as_str(), games[0].plies), (1, "0-1", 4));
    assert!(!one.events.iter().any(|event| matches!(event, Event::Game { game } if game.end.is_some())));
}

#[tokio::test]
async fn a_game_goes_on_after_reconnecting_and_after_a_restart() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let game = tab.ask_game(new_game("level:2")).await;
    let game = tab.play(&game.id, "Nf3").await;
    drop(tab);
    let mut tab = server.tab().await;
    let seen = tab.ask_game(on("openGame", &game)).await;
    assert_eq!(seen.moves, game.moves);
    // The move is made, but the answer is not waited for.
    tab.ask_game(json!({ "type": "move", "game": game.id, "move": seen.position.moves[0].uci })).await;
    let (_, time) = server.stop();
    assert!(time < Duration::from_secs(3), "{time:?}");
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let seen = tab.ask_game(on("openGame", &game)).await;
    assert!(seen.moves.len() >= 3);
    let seen = match seen.moves.len() {
        3 => tab.game_event(|view| view.moves.len() == 4).await,
        _ => seen,
    };
    assert_eq!(seen.moves[..2], game.moves[..]);
    assert_eq!(seen.position.turn, Side::White);
    let game = tab.play(&seen.id, &seen.position.moves[0].uci).await;
    assert_eq!(game.moves.len(), 6);
}

#[tokio::test]
async fn the_flag_falls_on_the_server() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let mut order = new_game("random");
    order["clock"] = json!({ "minutes": 0.01, "increment": 0 });
    let game = tab.ask_game(order).await;
    assert_eq!(game.clock.map(|clock| (clock.white_ms, clock.running)), Some((600, None)));
    tab.play(&game.id, "e4").await;
    let game = tab.game_event(|view| view.end.is_some()).await;
    let end = game.end.clone().expect("an end");
    assert_eq!((end.reason, end.result.as_str()), (EndReason::Time, "0-1"));
    assert!(tab.try_ask(json!({ "type": "move", "game": game.id, "move": "d4" })).await.is_err());
}

#[tokio::test]
async fn a_draw_is_taken_by_an_opponent_who_is_lost_and_refused_by_one_who_wins() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    for (fen, accepted) in
        [("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40", true), ("qq2k3/8/8/8/8/8/8/4K3 w - - 0 40", false)]
    {
        let mut order = new_game("level:5");
        order["start"] = json!({ "fen": fen });
        let game = tab.ask_game(order).await;
        let game = tab.ask_game(on("offerDraw", &game)).await;
        assert!(game.draw_offered);
        let id = game.id.clone();
        let answer = tab
            .event(|event| match event {
                Event::DrawAnswer { game, accepted, .. } if *game == id => Some(*accepted),
                _ => None,
            })
            .await;
        assert_eq!(answer, accepted, "{fen}");
        if !accepted {
            assert!(tab.try_ask(on("offerDraw", &game)).await.is_err(), "once in a position");
        }
    }
}

#[tokio::test]
async fn chess960_castles_king_takes_rook() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let fen = "bqnbrk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNBRK1R w KQkq - 0 1";
    let order = json!({ "type": "newGame", "variant": "chess960", "start": { "fen": fen }, "opponent": "pawn", "color": "white" });
    let game = tab.ask_game(order).await;
    let castling = game.position.moves.iter().find(|mv| mv.castling.is_some()).expect("castling").clone();
    assert_eq!(castling.uci, "f1h1");
    let game = tab.play(&game.id, &castling.uci).await;
    assert_eq!(game.moves[0].san, "O-O");
    let any =
        json!({ "type": "newGame", "variant": "crazyhouse960", "opponent": "random", "color": "black" });
    let game = tab.ask_game(any).await;
    let game = tab.game_event(|view| view.id == game.id && view.moves.len() == 1).await;
    assert!(game.position.hands.is_some());
}

#[tokio::test]
async fn crazyhouse_pieces_are_dropped() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2";
    let order = json!({ "type": "newGame", "variant": "crazyhouse", "start": { "fen": fen }, "opponent": "random", "color": "white" });
    let game = tab.ask_game(order).await;
    let game = tab.play(&game.id, "exd5").await;
    let drop = game.position.moves.iter().find(|mv| mv.drop.is_some()).expect("a drop").clone();
    assert!(drop.uci.starts_with("P@"), "{drop:?}");
    let game = tab.play(&game.id, &drop.uci).await;
    assert_eq!(game.moves[2].uci, drop.uci);
}

#[tokio::test]
async fn the_adaptive_opponent_learns_from_a_game_without_help() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let game = tab.ask_game(new_game("adaptive")).await;
    let level = game.opponent.level.expect("a level");
    tab.ask_game(on("resign", &game)).await;
    let now = tab
        .event(|event| match event {
            Event::AdaptiveLevel { level, .. } => Some(*level),
            _ => None,
        })
        .await;
    assert!(now < level, "{now} {level}");
    let next = tab.ask_game(new_game("adaptive")).await;
    assert_eq!(next.opponent.level, Some(now));
}
