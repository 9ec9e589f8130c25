//! The UCI checklist.

use crate::common::{Stage, uci, uci_stage};
use rocada_protocol::uci::Message;

fn introduction() -> Vec<String> {
    let mut stage = Stage::new();
    stage.say("uci");
    stage.sent
}

#[test]
fn uci_01_the_engine_introduces_itself_in_order() {
    let lines = introduction();
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "));
    assert_eq!(lines.last().unwrap(), "uciok");
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
}

#[test]
fn uci_02_isready_is_answered_before_uci_as_well() {
    let mut stage = Stage::new();
    stage.run("> isready\n< readyok\n> uci\n< …\n> isready\n< readyok");
}

#[test]
fn uci_03_every_option_line_can_be_read_and_its_default_is_in_range() {
    let lines = introduction().join("\n");
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_Variant", "Move Overhead"] {
        assert!(lines.contains(&format!("option name {name} type")), "{name}");
    }
    assert!(lines.contains("var crazyhouse"));
    for line in lines.lines().filter(|line| line.starts_with("option")) {
        let Message::Option(option) = Message::parse(line) else {
            panic!("{line}");
        };
        if option.kind == "spin" {
            let default: i64 = option.default.unwrap().parse().unwrap();
            assert!((option.min.unwrap()..=option.max.unwrap()).contains(&default), "{line}");
        }
        assert!(
            option
                .name
                .split(' ')
                .all(|word| !["name", "type", "default", "min", "max", "var"].contains(&word))
        );
    }
}

#[test]
fn uci_04_go_is_answered_by_infos_and_one_bestmove() {
    uci(
        "> position startpos\n> go depth 6\n@ go play depth=6\n! think depth 6 cp 20 nodes 10 time 5 pv e2e4\n\
         < info depth 6 seldepth 6 multipv 1 score cp 20 nodes 10 nps 2000 hashfull 0 tbhits 0 time 5 pv e2e4\n\
         ! best e2e4 ponder e7e5\n< bestmove e2e4 ponder e7e5\n! best e2e4",
    );
}

#[test]
fn uci_05_movetime_is_passed_on_with_the_overhead() {
    uci(
        "> setoption name MoveOverhead value 50\n@ set MoveOverhead=50\n> go movetime 500\n@ go movetime=500 overhead=50",
    );
}

#[test]
fn uci_06_nodes_are_passed_on() {
    uci("> go nodes 10000\n@ go nodes=10000");
}

#[test]
fn uci_07_clocks_below_zero_are_zero() {
    uci("> go wtime 100 btime 100\n@ go clock=100");
    uci("> go wtime 0 btime 100\n@ go clock=0");
    uci("> go wtime -50 btime 100\n@ go clock=0");
    uci(
        "> position startpos moves e2e4\n> go wtime 1 btime 100 winc 7 binc 8 movestogo 5\n@ go black clock=100 opponent=1 inc=8 togo=5",
    );
}

#[test]
fn uci_08_an_infinite_search_keeps_its_move_until_stop() {
    uci("> go infinite\n@ go infinite\n! best e2e4\n> stop\n< bestmove e2e4");
    uci("> go infinite\n@ go infinite\n> stop\n@ stop\n! best e2e4\n< bestmove e2e4");
    uci("> go\n@ go infinite\n! best e2e4\n> stop\n< bestmove e2e4");
}

#[test]
fn uci_09_also_when_there_is_nothing_left_to_search() {
    uci(
        "> position fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1\n> go infinite\n@ go\n! best a1b1\n> isready\n< readyok\n> stop\n< bestmove a1b1",
    );
}

#[test]
fn uci_10_isready_does_not_disturb_a_search() {
    uci(
        "> go infinite\n@ go\n> isready\n< readyok\n> debug on\n> stop\n@ stop\n! best e2e4\n< bestmove e2e4",
    );
}

#[test]
fn uci_11_stop_and_ponderhit_when_idle_are_ignored() {
    uci("> stop\n> ponderhit\n> go depth 1\n@ go\n! best e2e4\n< bestmove e2e4\n> stop\n> ponderhit");
    uci("> go depth 5\n@ go\n> ponderhit\n> stop\n@ stop\n> stop\n! best e2e4\n< bestmove e2e4");
}

#[test]
fn uci_12_a_ponder_search_ends_after_ponderhit_or_stop() {
    uci(
        "> go ponder wtime 1000 btime 1000\n@ go ponder pondering clock=1000\n> ponderhit\n@ ponderhit clock=1000\n\
         ! best e2e4\n< bestmove e2e4",
    );
    uci("> go ponder wtime 1000 btime 1000\n@ go ponder\n> stop\n@ stop\n! best e2e4\n< bestmove e2e4");
}

#[test]
fn uci_13_a_ponder_search_on_a_mate_is_silent_until_it_may_speak() {
    for end in ["stop", "ponderhit"] {
        uci(&format!(
            "> position fen 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n> go ponder wtime 1000 btime 1000\n\
             < info depth 0 score mate 0\n> {end}\n< bestmove (none)"
        ));
        uci(&format!("> go ponder wtime 9 btime 9\n@ go ponder\n! best e2e4\n> {end}\n< bestmove e2e4"));
    }
}

#[test]
fn uci_14_two_goes_bring_two_bestmoves() {
    uci(
        "> go infinite\n@ go\n> go depth 3\n@ stop\n> isready\n< readyok\n! best e2e4\n< bestmove e2e4\n@ go depth=3\n\
         ! best d2d4\n< bestmove d2d4",
    );
    // With a position, an option and a stop between them, in order.
    uci(
        "> go infinite\n@ go\n> position startpos moves e2e4\n> setoption name MultiPV value 2\n> go depth 3\n@ stop\n\
         > stop\n! best d2d4\n< bestmove d2d4\n@ set MultiPV=2\n@ go black depth=3\n@ stop\n! best e7e5\n< bestmove e7e5",
    );
    // A search that was over already is answered at once.
    uci(
        "> go infinite\n@ go\n! best e2e4\n> go depth 3\n< bestmove e2e4\n@ go depth=3\n! best d2d4\n< bestmove d2d4",
    );
    uci(
        "> go infinite\n@ go\n> go depth 1\n@ stop\n> go depth 2\n! best e2e4\n< bestmove e2e4\n@ go depth=1\n@ stop\n\
         ! best d2d4\n< bestmove d2d4\n@ go depth=2\n! best c2c4\n< bestmove c2c4",
    );
}

#[test]
fn uci_15_a_finished_position_has_no_move() {
    uci(
        "> position fen 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n> go depth 3\n< info depth 0 score mate 0\n< bestmove (none)\n\
         > position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1\n> go depth 3\n< info depth 0 score cp 0\n< bestmove (none)",
    );
}

#[test]
fn uci_16_searchmoves_are_passed_on() {
    uci("> go searchmoves e2e4 d2d4 depth 5\n@ go depth=5 only=e2e4,d2d4");
    uci("> go depth 2 searchmoves 0000\n@ go depth=2\n! best e2e4\n< bestmove e2e4");
}

#[test]
fn uci_17_mate_is_passed_on_and_shown() {
    uci("> go mate 2\n@ go mate=2\n! think depth 3 mate 2 nodes 1 time 1 pv e2e4\n\
         < info depth 3 seldepth 3 multipv 1 score mate 2 nodes 1 nps 1000 hashfull 0 tbhits 0 time 1 pv e2e4\n\
         ! best e2e4\n< bestmove e2e4");
}

#[test]
fn uci_18_several_lines_are_numbered() {
    uci("> setoption name MultiPV value 3\n@ set MultiPV=3\n> go depth 8\n@ go\n\
         ! think depth 8 multipv 2 cp 3 nodes 1 time 1 pv d2d4\n\
         < info depth 8 seldepth 8 multipv 2 score cp 3 nodes 1 nps 1000 hashfull 0 tbhits 0 time 1 pv d2d4");
}

#[test]
fn uci_19_mates_are_counted_in_moves_for_the_mover() {
    uci("> go depth 8\n@ go\n! think depth 8 mate -1 nodes 1 time 1 pv d2d4\n\
         < info depth 8 seldepth 8 multipv 1 score mate -1 nodes 1 nps 1000 hashfull 0 tbhits 0 time 1 pv d2d4");
}

#[test]
fn uci_20_chances_are_shown_when_asked_for() {
    uci("> go depth 8\n@ go\n! think depth 8 cp 5 wdl nodes 1 time 1 pv d2d4\n\
         < info depth 8 seldepth 8 multipv 1 score cp 5 nodes 1 nps 1000 hashfull 0 tbhits 0 time 1 pv d2d4\n\
         ! best d2d4\n< bestmove d2d4\n> setoption name UCI_ShowWDL value true\n@ set UCI_ShowWDL=true\n> go depth 8\n@ go\n\
         ! think depth 8 cp 5 wdl nodes 1 time 1 pv d2d4\n\
         < info depth 8 seldepth 8 multipv 1 score cp 5 wdl 300 500 200 nodes 1 nps 1000 hashfull 0 tbhits 0 time 1 pv d2d4");
}

#[test]
fn uci_21_wrong_options_get_one_line_and_change_nothing() {
    uci(
        "> setoption name Hash value 1\n@ set Hash=1\n> setoption name Hash value 999999999\n< info string option Hash*\n\
         > setoption name Hash value abc\n< info string option Hash*\n> setoption name Nonsense value 1\n\
         < info string no option is called 'Nonsense'\n> setoption name Hash\n< info string option Hash*\n> setoption\n\
         < info string*\n> setoption name hASH value 2\n@ set Hash=2\n> setoption name BookFile value /a b/c  d.bin\n\
         @ set BookFile=/a b/c d.bin\n> setoption name Clear Hash\n@ set ClearHash=pressed",
    );
}

#[test]
fn uci_22_strength_options_are_passed_on_each_alone() {
    uci("> setoption name UCI_LimitStrength value true\n@ set UCI_LimitStrength=true\n\
         > setoption name UCI_Elo value 500\n@ set UCI_Elo=500\n> setoption name UCI_LimitStrength value false\n\
         @ set UCI_LimitStrength=false\n> setoption name Skill Level value -9\n@ set SkillLevel=-9");
}

#[test]
fn uci_23_a_bad_position_is_told_and_the_last_good_one_stays() {
    uci(
        "> position startpos moves e2e4\n> position fen garbage\n< info string bad FEN, the old position stays:*\n\
         > go depth 1\n@ go black\n! best e7e5\n< bestmove e7e5\n> position startpos moves e2e4 e2e4 e7e5\n\
         < info string move 2 of the list is illegal*\n> go depth 1\n@ go black\n> position\n< info string*",
    );
}

#[test]
fn uci_24_unknown_words_and_odd_blanks_are_skipped() {
    let mut stage = uci_stage();
    stage.run("> joho go depth 1\n@ go depth=1\n! best e2e4\n< bestmove e2e4");
    stage.say("  go \t depth   1 \r");
    assert_eq!(stage.take().len(), 1);
    uci("> what on earth\n< info string unknown command*\n> \n> register later\n> debug off");
}

#[test]
fn uci_25_crazyhouse_positions_of_every_dialect() {
    uci("> setoption name UCI_Variant value crazyhouse\n@ set UCI_Variant=crazyhouse\n\
         > position startpos moves e2e4 d7d5 e4d5 d8d5\n> go depth 4\n@ go white\n! best p@e4\n< bestmove P@e4");
    for hand in ["[Pp]", "[-]", "[]", "/Pp", "/", ""] {
        uci(&format!(
            "> setoption name UCI_Variant value crazyhouse\n@ set\n\
             > position fen rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR{hand} b KQkq - 0 1 moves e7e5\n> go depth 1\n@ go white"
        ));
    }
    uci(
        "> setoption name UCI_Variant value crazyhouse960\n@ set UCI_Chess960=true\n@ set UCI_Variant=crazyhouse\n\
         > setoption name UCI_Variant value atomic\n< info string option UCI_Variant takes*",
    );
}

#[test]
fn uci_26_back_in_chess_drops_are_refused() {
    uci(
        "> setoption name UCI_Variant value crazyhouse\n@ set\n> setoption name UCI_Variant value chess\n@ set\n\
         > position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4\n< info string move 5*\n> go depth 1\n@ go white",
    );
}

#[test]
fn uci_27_castling_is_written_as_the_option_says() {
    uci(
        "> setoption name UCI_Chess960 value true\n@ set\n> position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1\n\
         > position fen 2r1kr2/pppppppp/8/8/8/8/PPPPPPPP/2R1KR2 w KQkq - 0 1\n> go depth 1\n@ go\n! best O-O\n< bestmove e1f1\n\
         > go depth 1\n@ go\n! best O-O-O\n< bestmove e1c1",
    );
    uci(
        "> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1\n> go depth 1\n@ go\n! best O-O-O\n< bestmove e8c8",
    );
    uci("> position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1\n> go depth 1\n@ go black");
}

#[test]
fn uci_28_ucinewgame_during_a_search_waits_for_its_end() {
    uci(
        "> go infinite\n@ go\n> ucinewgame\n> isready\n< readyok\n> stop\n@ stop\n! best e2e4\n< bestmove e2e4\n@ newgame\n> isready\n< readyok",
    );
}

#[test]
fn uci_29_go_perft_is_a_tool() {
    uci("> go perft 4\n@ tool perft 4 white\n! text Nodes searched: 197281\n< Nodes searched: 197281");
}

#[test]
fn uci_30_quit_and_the_end_of_input_leave_at_once() {
    uci("> go infinite\n@ go\n> quit\n@ quit\n> isready");
    uci("> go infinite\n@ go\n> <eof>\n@ quit");
    let mut stage = uci_stage();
    stage.say(&"y".repeat(1 << 20));
    assert_eq!(stage.take().len(), 1);
    stage.still_alive();
}
