//! CECP 42 to 52: moves.

use crate::common::{Stage, cecp, cecp_stage};

const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

fn illegal(set_up: &str, text: &str) {
    cecp(&format!("> force\n{set_up}\n> usermove {text}\n< Illegal move: {text}"));
}

#[test]
fn cecp_042_promotions_are_read_in_every_case() {
    cecp(
        "> force\n> setboard 8/P6k/8/8/8/8/8/K7 w - - 0 1\n> usermove a7a8n\n> undo\n> usermove a7a8Q\n> undo\n\
         > usermove a7a8=q\n> undo\n> usermove a7a8q",
    );
}

#[test]
fn cecp_043_castling_is_read_in_every_form() {
    for text in ["e1g1", "O-O", "0-0", "e1h1", "e1c1", "O-O-O"] {
        cecp(&format!("> force\n> setboard {CASTLING}\n> usermove {text}"));
    }
}

#[test]
fn cecp_044_castling_in_normal_chess_is_written_as_a_king_move() {
    cecp(&format!("> force\n> setboard {CASTLING}\n> go\n@ go\n! best O-O\n< move e1g1"));
    cecp(&format!("> force\n> setboard {CASTLING}\n> go\n@ go\n! best O-O-O\n< move e1c1"));
}

#[test]
fn cecp_045_bare_moves_and_san_are_read() {
    cecp("> force\n> e2e4\n> Nf6\n> e5\n> Nd5");
}

#[test]
fn cecp_046_an_illegal_move_is_refused_and_the_game_goes_on() {
    cecp("> usermove e2e5\n< Illegal move: e2e5\n> usermove e2e4\n@ go play black\n! best e7e5\n< move e7e5");
}

#[test]
fn cecp_047_illegal_moves_of_every_kind_are_refused() {
    cecp("> usermove e7e5\n< Illegal move: e7e5");
    illegal("> setboard 4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2");
    illegal("> setboard 5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    illegal("> setboard 4k3/8/8/8/4pP2/8/8/4K3 b - - 0 1", "e4f3");
    illegal("> setboard 4k2r/p7/8/8/8/8/P7/4K2R w K - 0 1\n> e1e2\n> a7a6\n> e2e1\n> a6a5", "e1g1");
}

#[test]
fn cecp_048_nonsense_instead_of_a_move_gets_one_line() {
    for text in ["", "zz99", "e2e4e6", "e2", "\u{265e}f3", "e7e8", "a1a1"] {
        let mut stage = cecp_stage();
        stage.say(&format!("usermove {text}"));
        let lines = stage.take();
        assert_eq!(lines.len(), 1, "{text}: {lines:?}");
        assert!(lines[0].starts_with("< Illegal move: "), "{lines:?}");
        stage.run("> usermove e2e4\n@ go play black");
    }
}

#[test]
fn cecp_049_a_null_move_is_refused() {
    cecp("> force\n> @@@@\n< Illegal move: @@@@\n> usermove e2e4");
}

#[test]
fn cecp_050_a_move_out_of_turn_is_refused_and_the_thinking_goes_on() {
    cecp("> st 5\n> go\n@ go\n> usermove a2a3\n< Illegal move (out of turn): a2a3\n! best e2e4\n< move e2e4");
}

#[test]
fn cecp_051_blanks_tabs_and_carriage_returns_are_accepted() {
    let mut stage = cecp_stage();
    stage.say(" \t usermove \t e2e4 \t\r");
    assert_eq!(stage.take().len(), 1);
}

#[test]
fn cecp_052_a_line_in_two_writes_is_one_line() {
    use rocada_protocol::session::Input;
    use rocada_protocol::text::LineBuffer;
    let mut buffer = LineBuffer::new();
    let mut stage: Stage = cecp_stage();
    assert!(buffer.push(b"usermove ").is_empty());
    for line in buffer.push(b"e2e4\n") {
        stage.feed(Input::Line(&line));
    }
    assert_eq!(stage.take().len(), 1);
}
