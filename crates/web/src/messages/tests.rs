//! The page's types are made from the server's.

use std::fmt::Write as _;
use std::path::Path;

use ts_rs::TS;

use super::*;

/// The declarations of these types as TypeScript, with their documentation.
macro_rules! declarations {
    ($config:ident: $($kind:ty),* $(,)?) => {{
        let mut text = String::new();
        $(
            if let Some(docs) = <$kind as TS>::docs() {
                let _ = writeln!(text, "{}", docs.trim_end());
            }
            let _ = writeln!(text, "export {}\n", <$kind as TS>::decl($config));
        )*
        text
    }};
}

fn typescript() -> String {
    let config = &ts_rs::Config::new();
    let text = declarations!(config:
        Request, Order, VariantName, Side, SideWish, RoleName, Place, Start, NewGame, ClockWish, ServerMessage, Answer,
        Event, Welcome, OpponentView, OpponentKind, PositionView, Hands, Hand, MoveView, CastlingView, GameEnd,
        EndReason, GameView, GameSummary, ClockView, LineMove, ScoreView, AnalysisView, AnalysisState, AnalysisLine,
        GraphPoint, ExplanationView, TermView, PieceWorth, ControlMap, PgnSummary, PgnTree, PgnNode,
    );
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!(
        "// Made from crates/web/src/messages.rs by its tests: ROCADA_UPDATE=1 cargo test -p rocada-web messages\n\n{}\n",
        lines.join("\n").trim_end()
    )
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated/messages.ts");
    let text = typescript();
    if std::env::var_os("ROCADA_UPDATE").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&file, &text).expect("it can be written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == text, "out of date: run ROCADA_UPDATE=1 cargo test -p rocada-web messages");
}

#[test]
fn orders_read_as_documented() {
    let text = r#"{"id":7,"order":{"type":"position","variant":"chess","moves":["e4"]}}"#;
    let request: Request = serde_json::from_str(text).expect("a request");
    assert!(
        matches!(request.order, Order::Position(place) if place.moves == ["e4"] && place.start.is_none())
    );
    let text = r#"{"id":8,"order":{"type":"move","game":"x","move":"N@f3"}}"#;
    let request: Request = serde_json::from_str(text).expect("a request");
    assert!(matches!(request.order, Order::Move { text, ply: None, .. } if text == "N@f3"));
}
