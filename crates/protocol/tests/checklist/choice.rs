//! Which protocol a conversation is in.

use crate::common::{Stage, run};
use rocada_protocol::session::Protocol;

fn protocol_after(lines: &[&str]) -> Option<Protocol> {
    let mut stage = Stage::new();
    lines.iter().for_each(|line| stage.say(line));
    stage.session.protocol()
}

#[test]
fn the_first_line_decides() {
    for line in
        ["uci", "isready", "position startpos", "setoption name Hash value 1", "go depth 1", "ucinewgame"]
    {
        assert_eq!(protocol_after(&[line]), Some(Protocol::Uci), "{line}");
    }
    for line in ["xboard", "new", "go", "st 1", "e2e4", "protover 2", "gibberish", "force"] {
        assert_eq!(protocol_after(&[line]), Some(Protocol::Cecp), "{line}");
    }
}

#[test]
fn blanks_remarks_and_tools_leave_it_open() {
    let lines = ["", "  ", "# remark", "d", "perft 2", "bench", "eval", "help"];
    assert_eq!(protocol_after(&lines), None);
    assert_eq!(protocol_after(&[&lines[..], &["uci"]].concat()), Some(Protocol::Uci));
    assert_eq!(protocol_after(&[&lines[..], &["xboard"]].concat()), Some(Protocol::Cecp));
}

#[test]
fn a_guess_can_be_corrected_but_not_a_name() {
    assert_eq!(protocol_after(&["gibberish", "uci"]), Some(Protocol::Uci));
    assert_eq!(protocol_after(&["isready", "xboard"]), Some(Protocol::Cecp));
    assert_eq!(protocol_after(&["xboard", "uci"]), Some(Protocol::Cecp));
    assert_eq!(protocol_after(&["uci", "xboard"]), Some(Protocol::Uci));
    run("> go\n@ go play white\n> uci\n@ stop\n< …\n! best e2e4\n> isready\n< readyok");
}

#[test]
fn quit_and_the_end_of_input_work_before_anything_else() {
    run("> quit\n@ quit");
    run("> <eof>\n@ quit");
    run("> bench\n@ tool bench\n! text 5 nodes 7 nps\n< 5 nodes 7 nps\n> quit\n@ quit");
}
