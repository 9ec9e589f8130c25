//! Step 5: look ahead. Negamax tries every move, every reply and every answer to it, and counts what is left on the board.
//!
//! What is new: an evaluation (what a piece is worth, and a table that says where it stands well) and a search that
//! assumes the opponent to find the best reply. Three plies see two own moves and one of the opponent's. Deeper, plain
//! negamax takes minutes; from depth 4 on the bot prunes with alpha and beta, which changes no answer and takes
//! seconds at most.

use rocada_rules::{AnyBoard, AnyPosition, Color, Move, Position, Role, Rules, Square};

use crate::dice::Dice;
use crate::opponent::{Answer, Choice, Judged, Opponent, Thought};

/// What the pieces are worth, pawn to king. A lost king is the end, so a mate is worth one.
const VALUES: [i32; 6] = [150, 320, 330, 500, 900, KING];
const KING: i32 = 20_000;

/// Beyond every score.
const INFINITE: i32 = 100_000;

/// What a piece gains by its square, rank 8 first, as White sees the board.
type Table = [[i32; 8]; 8];

/// Pawns: forward, in the centre first; those before the castled king stay.
const PAWN: Table = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [60, 60, 60, 60, 60, 60, 60, 60],
    [20, 25, 30, 40, 40, 30, 25, 20],
    [8, 10, 15, 30, 30, 15, 10, 8],
    [0, 0, 5, 25, 25, 5, 0, 0],
    [4, 0, -4, 5, 5, -4, 0, 4],
    [5, 8, 8, -20, -20, 8, 8, 5],
    [0, 0, 0, 0, 0, 0, 0, 0],
];

/// Knights: in the middle of things, never on the rim.
const KNIGHT: Table = [
    [-60, -40, -30, -30, -30, -30, -40, -60],
    [-40, -20, 0, 5, 5, 0, -20, -40],
    [-30, 5, 15, 20, 20, 15, 5, -30],
    [-30, 5, 20, 25, 25, 20, 5, -30],
    [-30, 0, 20, 25, 25, 20, 0, -30],
    [-30, 5, 15, 15, 15, 15, 5, -30],
    [-40, -20, 0, 5, 5, 0, -20, -40],
    [-60, -35, -30, -30, -30, -30, -35, -60],
];

/// Bishops: away from the edge, on long diagonals.
const BISHOP: Table = [
    [-20, -10, -10, -10, -10, -10, -10, -20],
    [-10, 0, 0, 0, 0, 0, 0, -10],
    [-10, 0, 8, 10, 10, 8, 0, -10],
    [-10, 8, 8, 12, 12, 8, 8, -10],
    [-10, 0, 14, 12, 12, 14, 0, -10],
    [-10, 12, 10, 8, 8, 10, 12, -10],
    [-10, 10, 0, 2, 2, 0, 10, -10],
    [-20, -10, -16, -10, -10, -16, -10, -20],
];

/// Rooks: on the seventh rank and in the centre files.
const ROOK: Table = [
    [5, 5, 5, 8, 8, 5, 5, 5],
    [15, 20, 20, 20, 20, 20, 20, 15],
    [-5, 0, 0, 0, 0, 0, 0, -5],
    [-5, 0, 0, 0, 0, 0, 0, -5],
    [-5, 0, 0, 0, 0, 0, 0, -5],
    [-5, 0, 0, 0, 0, 0, 0, -5],
    [-5, 0, 0, 0, 0, 0, 0, -5],
    [0, 0, 4, 10, 10, 4, 0, 0],
];

/// The queen: not in a corner.
const QUEEN: Table = [
    [-20, -10, -10, -5, -5, -10, -10, -20],
    [-10, 0, 0, 0, 0, 0, 0, -10],
    [-10, 0, 5, 5, 5, 5, 0, -10],
    [-5, 0, 5, 8, 8, 5, 0, -5],
    [-5, 0, 5, 8, 8, 5, 0, -5],
    [-10, 0, 5, 5, 5, 5, 0, -10],
    [-10, 0, 2, 2, 2, 2, 0, -10],
    [-20, -10, -10, -5, -5, -10, -10, -20],
];

/// The king of the middlegame: castled, behind its pawns.
const KING_MIDDLE: Table = [
    [-60, -60, -60, -60, -60, -60, -60, -60],
    [-50, -50, -50, -50, -50, -50, -50, -50],
    [-40, -40, -40, -50, -50, -40, -40, -40],
    [-30, -40, -40, -50, -50, -40, -40, -30],
    [-20, -30, -30, -40, -40, -30, -30, -20],
    [-10, -20, -20, -20, -20, -20, -20, -10],
    [15, 10, -5, -10, -10, -5, 10, 15],
    [20, 30, 15, 0, 0, 10, 35, 20],
];

const TABLES: [&Table; 6] = [&PAWN, &KNIGHT, &BISHOP, &ROOK, &QUEEN, &KING_MIDDLE];

/// The bot that looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minions {
    depth: u32,
}

impl Default for Minions {
    fn default() -> Minions {
        Minions { depth: Minions::DEPTH }
    }
}

impl Minions {
    /// As its authors played it.
    pub const DEPTH: u32 = 3;

    /// As deep as it goes.
    pub const DEEPEST: u32 = 6;

    /// The bot with another depth, 1 to 6; from 4 on it prunes.
    pub fn with_depth(depth: u32) -> Minions {
        Minions { depth: depth.clamp(1, Minions::DEEPEST) }
    }
}

impl Opponent for Minions {
    fn name(&self) -> String {
        match self.depth {
            Minions::DEPTH => "minions".to_owned(),
            depth => format!("minions at depth {depth}"),
        }
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        let mut dice = Dice::for_move(seed, game);
        match game.board() {
            AnyBoard::Chess(position) => best_move(&mut position.clone(), self.depth, &mut dice),
            AnyBoard::Crazyhouse(position) => best_move(&mut position.clone(), self.depth, &mut dice),
        }
    }
}

/// A pruning search of the greatest depth stays below this: some crazyhouse positions would take minutes. The answer is
/// then that of the depth before.
const MOST_NODES: u64 = 6_000_000;

/// The move with the best score; of equal ones the dice choose.
fn best_move<R: Rules>(position: &mut Position<R>, depth: u32, dice: &mut Dice) -> Answer {
    let mut moves = position.legal_moves().to_vec();
    if moves.is_empty() {
        return Answer::resign("no move is left");
    }
    let mut search = Search { nodes: 0, most: u64::MAX };
    let mut scores = Vec::new();
    let mut reached = depth;
    if depth <= Minions::DEPTH {
        scores = root_scores(position, &moves, |position| -search.negamax(position, depth - 1));
    } else {
        // The best moves of a shallow search come first in the next: that is when pruning pays.
        for now in 2..=depth {
            search.most = if now > 3 { MOST_NODES } else { u64::MAX };
            let mut alpha = -INFINITE;
            let found = root_scores(position, &moves, |position| {
                let score = -search.alpha_beta(position, now - 1, -INFINITE, -alpha);
                alpha = alpha.max(score);
                score
            });
            if search.nodes >= search.most {
                break;
            }
            reached = now;
            let mut order: Vec<usize> = (0..moves.len()).collect();
            order.sort_by_key(|index| -found[*index]);
            moves = order.iter().map(|index| moves[*index]).collect();
            scores = order.iter().map(|index| found[*index]).collect();
        }
    }
    let best = scores.iter().copied().max().unwrap_or(0);
    // With pruning an equal score may stand for a worse one; only the first is sure.
    let equal: Vec<Move> = match depth <= Minions::DEPTH {
        true => moves.iter().zip(&scores).filter(|(_, score)| **score == best).map(|(mv, _)| *mv).collect(),
        false => moves[..1].to_vec(),
    };
    let mv = dice.pick(&equal).unwrap_or(moves[0]);
    let thought =
        Thought { score: judged(best, reached), depth: reached, nodes: search.nodes, line: vec![mv] };
    let comment = format!("the best of {} positions", search.nodes);
    Answer { choice: Choice::Move(mv), comment, thought: Some(thought) }
}

fn root_scores<R: Rules>(
    position: &mut Position<R>,
    moves: &[Move],
    mut score: impl FnMut(&mut Position<R>) -> i32,
) -> Vec<i32> {
    let mut scores = Vec::with_capacity(moves.len());
    for &mv in moves {
        position.play(mv);
        scores.push(score(position));
        position.unmake(mv);
    }
    scores
}

/// A lost king is a mate; how much depth was left tells how far it is.
fn judged(score: i32, depth: u32) -> Judged {
    if score.abs() < KING {
        return Judged::Centipawns(score);
    }
    let plies = depth.saturating_sub((score.abs() - KING) as u32);
    let moves = plies.div_ceil(2).max(1) as i32;
    Judged::Mate(if score > 0 { moves } else { -moves })
}

struct Search {
    nodes: u64,
    most: u64,
}

impl Search {
    /// What the position is worth to the side to move, if both sides play their best for `depth` plies.
    fn negamax<R: Rules>(&mut self, position: &mut Position<R>, depth: u32) -> i32 {
        self.nodes += 1;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return end_score(position, depth);
        }
        if depth == 0 {
            return evaluate(position);
        }
        let mut best = -INFINITE;
        for &mv in &moves {
            position.play(mv);
            best = best.max(-self.negamax(position, depth - 1));
            position.unmake(mv);
        }
        best
    }

    /// The same with pruning: a reply that refutes a move ends the search for better refutations.
    fn alpha_beta<R: Rules>(
        &mut self,
        position: &mut Position<R>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return end_score(position, depth);
        }
        if depth == 0 || self.nodes >= self.most {
            return evaluate(position);
        }
        moves.sort_by_key(|mv| -promise(position, *mv));
        let mut best = -INFINITE;
        for &mv in &moves {
            position.play(mv);
            let score = -self.alpha_beta(position, depth - 1, -beta, -alpha);
            position.unmake(mv);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// How good a move looks before it is tried: big victims of small pieces first.
fn promise<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let mut promise = 0;
    if mv.is_capture() {
        let victim = position.role_at(mv.to()).unwrap_or(Role::Pawn);
        let hunter = position.role_at(mv.from()).unwrap_or(Role::Pawn);
        promise += 1_000 + VALUES[victim.index()] - VALUES[hunter.index()].min(900) / 10;
    }
    if let Some(role) = mv.promotion() {
        promise += VALUES[role.index()];
    }
    promise
}

/// Mated, the sooner the worse; or stalemate.
fn end_score<R: Rules>(position: &Position<R>, depth: u32) -> i32 {
    if position.in_check() { -(KING + depth as i32) } else { 0 }
}

/// What stands on the board and lies in the hands, for the side to move.
fn evaluate<R: Rules>(position: &Position<R>) -> i32 {
    let us = position.turn();
    side(position, us) - side(position, !us)
}

fn side<R: Rules>(position: &Position<R>, color: Color) -> i32 {
    let mut sum = 0;
    for role in Role::ALL {
        for square in position.pieces(color, role) {
            sum += VALUES[role.index()] + bonus(role, color, square);
        }
        sum += VALUES[role.index()] * i32::from(position.in_hand(color, role));
    }
    sum
}

/// The tables show the board as White sees it, from the last rank down.
fn bonus(role: Role, color: Color, square: Square) -> i32 {
    let row = 7 - square.relative_rank(color);
    TABLES[role.index()][usize::from(row)][usize::from(square.file())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Tolerance, Variant};

    fn game(variant: Variant, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(variant, fen, Tolerance::Strict).expect("a FEN")
    }

    fn thought(answer: &Answer) -> &Thought {
        answer.thought.as_ref().expect("it thinks")
    }

    #[test]
    fn it_finds_a_mate_in_two() {
        let game = game(Variant::Chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1");
        let answer = Minions::default().answer(&game, 1);
        assert_eq!(thought(&answer).score, Judged::Mate(2));
    }

    #[test]
    fn pruning_changes_no_score() {
        for (variant, fen) in [
            (Variant::Chess, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
            (Variant::Crazyhouse, "r1bqk2r/ppp2ppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[B] w KQkq - 0 7"),
        ] {
            let game = game(variant, fen);
            match game.board() {
                AnyBoard::Chess(position) => same(&mut position.clone(), 3),
                AnyBoard::Crazyhouse(position) => same(&mut position.clone(), 2),
            }
        }
        fn same<R: Rules>(position: &mut Position<R>, depth: u32) {
            let mut search = Search { nodes: 0, most: u64::MAX };
            let plain = search.negamax(position, depth);
            let full = std::mem::take(&mut search.nodes);
            assert_eq!(search.alpha_beta(position, depth, -INFINITE, INFINITE), plain);
            assert!(search.nodes < full / 2, "{} of {full}", search.nodes);
        }
    }

    #[test]
    fn deeper_takes_a_bounded_number_of_positions() {
        let hard = "r4rk1/ppp2ppp/5n2/3pp3/4P3/2NP4/PPP2PPP/R4RK1[QBNqbn] w - - 0 9";
        let game = game(Variant::Crazyhouse, hard);
        let answer = Minions::with_depth(5).answer(&game, 1);
        assert!(thought(&answer).nodes < MOST_NODES + 600_000, "{}", thought(&answer).nodes);
    }

    #[test]
    fn the_tables_are_the_same_for_both_colours() {
        let game = game(Variant::Chess, "r3k2r/ppp2ppp/2n5/3p4/3P4/2N5/PPP2PPP/R3K2R w KQkq - 0 1");
        let AnyBoard::Chess(position) = game.board() else { unreachable!("it is chess") };
        assert_eq!(evaluate(position), 0);
    }
}
