//! CECP 85 to 92: ends and draws.

use crate::common::cecp;

/// Black is to move for the engine after White's next move, which brings a position for the third time.
const SHUFFLE: &str = "> force\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n> playother";

#[test]
fn cecp_085_the_engine_tells_that_it_mates_and_then_is_quiet() {
    cecp(
        "> hard\n> force\n> f2f3\n> e7e5\n> g2g4\n> go\n@ go play black\n! best d8h4 \n< move d8h4\n\
         < 0-1 {Black mates}\n> hint",
    );
}

#[test]
fn cecp_086_the_engine_tells_that_it_is_mated_or_stalemated() {
    cecp(
        "> usermove f2f3\n@ go\n! best e7e5\n< move e7e5\n> force\n> g2g4\n> playother\n> d8h4\n< 0-1 {Black mates}",
    );
    cecp(
        "> force\n> setboard 7k/8/8/6Q1/8/8/8/K7 w - - 0 1\n> playother\n> usermove g5g6\n< 1/2-1/2 {Stalemate}",
    );
}

#[test]
fn cecp_087_a_third_repetition_is_claimed_if_it_is_welcome() {
    // By the opponent's move, the engine worse: claim and move in one go.
    cecp(&format!(
        "{SHUFFLE}\n> g1f3\n@ go play black\n! think depth 5 cp -80\n! best d7d6\n< 1/2-1/2 {{Draw by repetition}}\n\
         < move d7d6"
    ));
}

#[test]
fn cecp_087_a_third_repetition_is_not_claimed_by_the_better_side() {
    cecp(&format!("{SHUFFLE}\n> g1f3\n@ go play black\n! think depth 5 cp 300\n! best d7d5\n< move d7d5"));
}

#[test]
fn cecp_087_an_own_move_that_repeats_is_announced_by_an_offer() {
    cecp(
        "> force\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n> g1f3\n> g8f6\n> f3g1\n> go\n@ go play black\n\
         ! think depth 5 cp 30\n! best f6g8\n< offer draw\n< move f6g8",
    );
}

#[test]
fn cecp_088_two_occurrences_or_other_rights_are_no_claim() {
    cecp(
        "> force\n> g1f3\n> g8f6\n> f3g1\n> f6g8\n> go\n@ go\n! think depth 5 cp -90\n! best g1f3\n< move g1f3",
    );
    // The rook's tour took the castling right away: the first occurrence does not count.
    cecp(
        "> force\n> setboard r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1\n> h1h2\n> a8a7\n> h2h1\n> a7a8\n> h1h2\n> a8a7\n> h2h1\n\
         > go\n@ go black\n! think depth 5 cp -90\n! best a7a6\n< move a7a6",
    );
    // Crazyhouse: the hands differ although the board is the same.
    cecp(
        "> variant crazyhouse\n> force\n> setboard 4k3/8/8/8/8/8/8/4K2R[Nn] w - - 0 1\n> N@f3\n> N@f6\n> f3g1\n> f6g8\n\
         > g1f3\n> g8f6\n> go\n@ go\n! think depth 5 cp -90\n! best h1h2\n< move h1h2",
    );
}

#[test]
fn cecp_089_fifty_moves_are_claimed_but_not_in_crazyhouse() {
    cecp(
        "> force\n> setboard 4k3/8/8/8/8/8/r7/4K2R w - - 99 80\n> playother\n> usermove h1h2\n@ go black\n\
         ! think depth 5 cp -10\n! best a2a1\n< 1/2-1/2 {Draw by fifty-move rule}\n< move a2a1",
    );
    cecp(
        "> force\n> setboard 4k3/8/8/8/8/8/r7/4K2R w - - 99 80\n> go\n@ go\n! think depth 5 cp 20\n! best h1h2\n\
         < offer draw\n< move h1h2",
    );
    // A mate with the hundredth ply wins.
    cecp(
        "> force\n> setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 80\n> go\n@ go\n! think depth 5 mate 1\n! best d1d8\n\
         < move d1d8\n< 1-0 {White mates}",
    );
    cecp(
        "> variant crazyhouse\n> force\n> setboard 4k3/8/8/8/8/8/r7/4K2R[] w - - 99 80\n> playother\n> usermove h1h2\n\
         @ go black\n! think depth 5 cp -10\n! best a2a1\n< move a2a1",
    );
}

#[test]
fn cecp_090_insufficient_material_is_what_all_guis_call_so() {
    for men in ["8", "6N1", "6B1", "6n1"] {
        cecp(&format!(
            "> force\n> setboard 4k3/8/8/8/8/8/{men}/4K3 w - - 0 1\n> go\n\
             < 1/2-1/2 {{Draw by insufficient material}}"
        ));
    }
    // Bishops on squares of one colour, and not.
    cecp(
        "> force\n> setboard 4k3/8/8/8/8/8/1b6/B3K3 w - - 0 1\n> go\n\
         < 1/2-1/2 {Draw by insufficient material}",
    );
    for men in ["5NN1", "5Bn1", "5Nn1", "5Bb1"] {
        cecp(&format!("> force\n> setboard 4k3/8/8/8/8/8/{men}/4K3 w - - 0 1\n> go\n@ go white"));
    }
    cecp("> variant crazyhouse\n> force\n> setboard 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n> go\n@ go white");
}

#[test]
fn cecp_091_a_draw_is_accepted_by_the_losing_side_only() {
    let set_up = "> force\n> setboard 7k/8/8/8/8/8/1q6/7K w - - 0 60\n";
    cecp(&format!(
        "{set_up}> draw\n> go\n@ go\n! think depth 5 cp -900\n! best h1g1\n< offer draw\n< move h1g1"
    ));
    cecp(&format!("{set_up}> h1g1\n> draw\n> go\n@ go\n! think depth 5 cp 900\n! best b2c3\n< move b2c3"));
    // An offer is answered once.
    cecp(
        "> draw\n> usermove e2e4\n@ go\n! think depth 5 cp 900\n! best e7e5\n< move e7e5\n> usermove d2d4\n@ go\n\
         ! think depth 5 cp -900\n! best e5d4\n< move e5d4",
    );
}

#[test]
fn cecp_092_after_the_end_only_a_take_back_brings_play() {
    cecp(
        "> force\n> setboard 7k/8/6Q1/8/8/8/8/K7 w - - 0 1\n> go\n@ go\n! best g6f7\n< move g6f7\n\
         < 1/2-1/2 {Stalemate}\n> usermove h8h7\n< Illegal move: h8h7\n> go\n< 1/2-1/2 {Stalemate}\n> undo\n\
         > usermove g6g5\n@ go play black",
    );
    cecp(
        "> force\n> setboard 4k3/8/8/8/8/8/8/r3K3 w - - 0 1\n> usermove e1d2\n> usermove a1d1\n> go\n@ go\n! best d2d1\n\
         < move d2d1\n< 1/2-1/2 {Draw by insufficient material}\n> usermove e8e7\n< Illegal move (game over): e8e7",
    );
}

#[test]
fn the_engine_resigns_after_three_hopeless_moves_if_it_may() {
    let hopeless = "! think depth 5 cp -2000\n";
    let game = format!(
        "> usermove a2a3\n@ go\n{hopeless}! best a7a6\n< move a7a6\n> usermove b2b3\n@ go\n{hopeless}! best b7b6\n\
         < move b7b6\n> usermove c2c3\n@ go\n{hopeless}! best c7c6\n"
    );
    cecp(&format!("> option Resign=1\n@ set Resign=true\n{game}< resign"));
    cecp(&format!("{game}< move c7c6"));
}
