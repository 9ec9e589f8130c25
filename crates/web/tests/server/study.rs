//! Positions, analyses, graphs, explanations and PGN over real sockets.

use std::time::{Duration, Instant};

use crate::common::{Folder, Running, new_game};
use rocada_web::messages::{AnalysisView, Answer, Event, ScoreView, VariantName};
use serde_json::json;

fn analysis_with(depth: u32, lines: usize) -> impl FnMut(&Event) -> Option<AnalysisView> {
    move |event| match event {
        Event::Analysis(view) if view.depth >= depth && view.lines.len() == lines => Some(view.clone()),
        _ => None,
    }
}

#[tokio::test]
async fn positions_and_fens_are_described() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let place = json!({ "type": "position", "variant": "chess", "moves": ["e4", "e7e5", "Ng1-f3"] });
    let Answer::Position(position) = tab.ask(place).await else { panic!("a position") };
    assert_eq!(position.last_move.map(|mv| mv.san).as_deref(), Some("Nf3"));
    let valid =
        json!({ "type": "validateFen", "variant": "crazyhouse", "fen": "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1" });
    assert!(matches!(tab.ask(valid).await, Answer::Validation { position: Some(_), problem: None }));
    let wrong = json!({ "type": "validateFen", "variant": "chess", "fen": "4k3/8/8/8/8/8/8/8 w - - 0 1" });
    let Answer::Validation { position: None, problem: Some(told) } = tab.ask(wrong).await else {
        panic!("a problem")
    };
    assert!(told.contains("king"), "{told}");
}

#[tokio::test]
async fn an_analysis_deepens_and_comes_back_at_once_even_after_a_restart() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let place = json!({ "variant": "chess", "moves": ["e4"] });
    let order = json!({ "type": "startAnalysis", "place": place, "lines": 3 });
    let Answer::Analysis(first) = tab.ask(order.clone()).await else { panic!("an analysis") };
    assert!(first.lines.is_empty() && !first.stored);
    let found = tab.event(analysis_with(9, 3)).await;
    assert!(found.nodes > 0 && found.lines.iter().all(|line| line.wdl.iter().sum::<u16>() == 1000));
    assert!(!found.lines[0].moves[0].san.is_empty());
    tab.ask(json!({ "type": "stopAnalysis" })).await;
    let begin = Instant::now();
    let Answer::Analysis(again) = tab.ask(order.clone()).await else { panic!("an analysis") };
    assert!(again.stored && again.depth >= 9 && again.lines.len() == 3, "{again:?}");
    assert!(begin.elapsed() < Duration::from_secs(1));
    drop(tab);
    server.stop();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let Answer::Analysis(again) = tab.ask(order).await else { panic!("an analysis") };
    assert!(again.stored && again.depth >= 9);
}

#[tokio::test]
async fn updates_do_not_come_too_often() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let place = json!({ "variant": "crazyhouse", "moves": [] });
    tab.ask(json!({ "type": "startAnalysis", "place": place, "lines": 5 })).await;
    let begin = Instant::now();
    let mut updates = 0;
    while begin.elapsed() < Duration::from_secs(2) {
        tab.event(|event| matches!(event, Event::Analysis(_)).then_some(())).await;
        updates += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    assert!(f64::from(updates) <= 12.0 * seconds + 2.0, "{updates} in {seconds} s");
}

#[tokio::test]
async fn a_threat_is_what_the_other_side_would_do() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    // White threatens to mate on f7; Black is to move.
    let place = json!({ "variant": "chess", "moves": ["e4", "e5", "Qh5", "Nc6", "Bc4"] });
    tab.ask(json!({ "type": "startAnalysis", "place": place, "lines": 1, "threat": true })).await;
    let found = tab.event(analysis_with(2, 1)).await;
    assert_eq!(found.lines[0].moves[0].san, "Qxf7#");
    assert_eq!(found.lines[0].score, ScoreView::Mate(1));
    let check = json!({ "variant": "chess", "moves": ["e4", "e5", "Qh5", "Nc6", "Qxf7+"] });
    let told =
        tab.try_ask(json!({ "type": "startAnalysis", "place": check, "threat": true, "lines": 1 })).await;
    assert!(told.expect_err("no threat").contains("check"));
}

#[tokio::test]
async fn an_opponent_answers_while_analyses_run() {
    let folder = Folder::new();
    let server = Running::start_with(&folder, |settings| settings.cores = Some(1));
    let mut watching = Vec::new();
    for moves in [["e4"], ["d4"]] {
        let mut tab = server.tab().await;
        let place = json!({ "variant": "chess", "moves": moves });
        tab.ask(json!({ "type": "startAnalysis", "place": place, "lines": 1 })).await;
        watching.push(tab);
    }
    for tab in &mut watching {
        tab.event(analysis_with(1, 1)).await;
    }
    let mut tab = server.tab().await;
    let game = tab.ask_game(new_game("level:4")).await;
    for _ in 0..3 {
        let game = tab.ask_game(json!({ "type": "openGame", "game": game.id })).await;
        tab.play(&game.id, &game.position.moves[0].uci).await;
    }
    for tab in &mut watching {
        tab.events.clear();
        tab.event(analysis_with(2, 1)).await;
    }
}

#[tokio::test]
async fn a_graph_has_a_point_for_every_position() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let place = json!({ "variant": "chess", "moves": ["f3", "e5", "g4", "Qh4#"] });
    let Answer::Graph { graph, points } = tab.ask(json!({ "type": "startGraph", "place": place })).await
    else {
        panic!("a graph")
    };
    assert_eq!(points, 5);
    let mut seen = Vec::new();
    while seen.len() < 5 {
        let point = tab
            .event(|event| match event {
                Event::GraphPoint(point) if point.graph == graph => Some(point.clone()),
                _ => None,
            })
            .await;
        seen.push(point);
    }
    seen.sort_by_key(|point| point.ply);
    assert_eq!(seen[4].wdl, [0, 0, 1000]);
    assert_eq!(seen[3].score, ScoreView::Mate(-1));
    assert_eq!(seen[3].best.as_ref().map(|mv| mv.san.as_str()), Some("Qh4#"));
}

#[tokio::test]
async fn a_position_is_explained() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let order = json!({ "type": "explain", "variant": "crazyhouse", "moves": ["e4", "d5", "exd5"] });
    let Answer::Explanation(view) = tab.ask(order).await else { panic!("an explanation") };
    assert!(view.terms.len() > 5 && view.terms.iter().any(|term| term.total != 0));
    assert_eq!(view.pieces.len(), 29);
    assert_eq!((view.control.white.len(), view.control.black.len()), (64, 64));
}

#[tokio::test]
async fn pgn_with_variations_goes_in_and_comes_out() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let text =
        "[Variant \"Crazyhouse\"]\n\n1. e4 e5 (1... d5 2. exd5 Qxd5 {good} 3. P@e4 $1) 2. Nf3 *\n\n1. d4 1-0";
    let Answer::Pgn { games, tree } = tab.ask(json!({ "type": "readPgn", "text": text })).await else {
        panic!("PGN")
    };
    assert_eq!((games.len(), tree.variant, tree.nodes.len()), (2, VariantName::Crazyhouse, 7));
    let Answer::PgnText { text } = tab.ask(json!({ "type": "writePgn", "tree": tree })).await else {
        panic!("a text")
    };
    let Answer::Pgn { tree: again, .. } = tab.ask(json!({ "type": "readPgn", "text": text })).await else {
        panic!("PGN")
    };
    assert_eq!(again.nodes, tree.nodes);
}

#[tokio::test]
async fn a_damaged_store_is_noted_and_the_server_runs() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.data()).expect("a folder");
    std::fs::write(folder.data().join("analyses.txt"), "damaged").expect("a file");
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    tab.ask(json!({ "type": "hello" })).await;
    let (notes, _) = server.stop();
    assert_eq!(notes.len(), 1, "{notes:?}");
}
