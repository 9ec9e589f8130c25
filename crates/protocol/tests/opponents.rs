//! What opponents below full strength need of a session: resignations, and the results of games.
#![allow(missing_docs)]

use std::time::Duration;

use rocada_protocol::ResultTag;
use rocada_protocol::session::{Action, Event, Input, SearchId, Session, SessionConfig};
use rocada_rules::Color;

/// Feeds lines; gives the actions of the last one.
fn feed(session: &mut Session, lines: &[&str]) -> Vec<Action> {
    lines
        .iter()
        .map(|line| session.step(Duration::ZERO, Input::Line(line.as_bytes())))
        .last()
        .unwrap_or_default()
}

fn search_of(actions: &[Action]) -> SearchId {
    let go = actions.iter().find_map(|action| match action {
        Action::Go(request) => Some(request.search),
        _ => None,
    });
    go.expect("a search was started")
}

fn sent(actions: &[Action]) -> Vec<String> {
    let line = |action: &Action| match action {
        Action::Send(line) => Some(line.clone()),
        _ => None,
    };
    actions.iter().filter_map(line).collect()
}

fn resign(session: &mut Session, search: SearchId) -> Vec<Action> {
    session.step(Duration::ZERO, Input::Event(Event::Resigns { search, instead: None }))
}

#[test]
fn in_cecp_the_engine_resigns_answers_pings_and_plays_no_more() {
    let mut session = Session::new(SessionConfig::default());
    let search = search_of(&feed(&mut session, &["xboard", "protover 2", "new", "usermove e2e4"]));
    assert!(sent(&feed(&mut session, &["ping 3"])).is_empty());
    assert_eq!(sent(&resign(&mut session, search)), ["resign", "pong 3"]);
    assert!(resign(&mut session, search).is_empty(), "only once");
    let after = feed(&mut session, &["usermove e7e5"]);
    assert!(!after.iter().any(|action| matches!(action, Action::Go(_))));
}

#[test]
fn in_uci_a_move_is_played_instead_of_a_resignation() {
    let mut session = Session::new(SessionConfig::default());
    let actions = feed(&mut session, &["uci", "position startpos", "go movetime 10"]);
    let search = search_of(&actions);
    let instead = rocada_rules::AnyPosition::start(rocada_rules::Variant::Chess).parse_move("a2a3").ok();
    let said = session.step(Duration::ZERO, Input::Event(Event::Resigns { search, instead }));
    let lines = sent(&said);
    assert!(lines.iter().any(|line| line.contains("resigns")), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a2a3"));
}

#[test]
fn a_result_is_told_once_and_with_the_side_that_the_engine_played() {
    let over = |actions: &[Action]| {
        actions.iter().find_map(|action| match action {
            Action::GameOver { result, engine, has_drops } => Some((*result, *engine, *has_drops)),
            _ => None,
        })
    };
    let mut session = Session::new(SessionConfig::default());
    let search = search_of(&feed(&mut session, &["xboard", "new", "variant crazyhouse", "usermove e2e4"]));
    resign(&mut session, search);
    let actions = feed(&mut session, &["result 1-0 {Black resigns}"]);
    assert_eq!(over(&actions), Some((ResultTag::WhiteWins, Color::Black, true)));
    assert_eq!(over(&feed(&mut session, &["result 1-0 {again}"])), None);
    // Whoever only watched has played no game.
    assert_eq!(over(&feed(&mut session, &["new", "force", "usermove e2e4", "result * {}"])), None);
}
