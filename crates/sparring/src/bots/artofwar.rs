//! Step 6: judgement. Alpha-beta with an evaluation of six terms: what the pieces are worth, where they stand (middlegame
//! and endgame), how they support each other, how freely they move, isolated pawns and blocked pawns. Giving check earns
//! a bonus, and the first moves answer what the opponent opened with.
//!
//! What is new: the evaluation sees more than material, and it changes its mind as the game goes on. The next step is the
//! engine itself, with a deeper search and terms whose weights are learnt instead of guessed.

use rocada_rules::{AnyBoard, AnyPosition, Bitboard, Color, Move, Position, Role, Rules, Square, attacks};

use crate::dice::Dice;
use crate::opponent::{Answer, Choice, Judged, Opponent, Thought};

/// What the pieces are worth.
const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// A mate; the sooner, the more.
const MATE: i32 = 30_000;
const INFINITE: i32 = 100_000;

/// For each move that gives check.
const CHECK_BONUS: i32 = 30;
/// For each own man that defends a man.
const SUPPORT: i32 = 3;
/// For each square that a piece reaches.
const MOBILITY: i32 = 3;
/// A pawn without a neighbour.
const ISOLATED: i32 = -14;
/// A pawn that cannot step.
const BLOCKED: i32 = -10;

/// Plies ahead. Crazyhouse has three times as many moves.
const DEPTH_CHESS: u32 = 4;
const DEPTH_CRAZYHOUSE: u32 = 3;

/// What to answer on the first move: the opponent's opening, and replies to it. The first line is for White.
const REPLIES: &[(&str, &[&str])] = &[
    ("", &["e4", "d4"]),
    ("e4", &["e5", "c5", "e6"]),
    ("d4", &["d5", "Nf6"]),
    ("c4", &["e5", "Nf6"]),
    ("Nf3", &["d5", "Nf6"]),
    ("f4", &["d5"]),
    ("b3", &["e5"]),
    ("g3", &["d5", "e5"]),
];

/// The bot with judgement.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArtOfWar;

impl Opponent for ArtOfWar {
    fn name(&self) -> String {
        "artofwar".to_owned()
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        let mut dice = Dice::for_move(seed, game);
        if let Some(mv) = opening_reply(game, &mut dice) {
            return Answer::play(mv, "an answer to the opponent's opening");
        }
        match game.board() {
            AnyBoard::Chess(position) => best_move(&mut position.clone(), DEPTH_CHESS, &mut dice),
            AnyBoard::Crazyhouse(position) => best_move(&mut position.clone(), DEPTH_CRAZYHOUSE, &mut dice),
        }
    }
}

/// The prepared first move, if the game began on the usual squares.
fn opening_reply(game: &AnyPosition, dice: &mut Dice) -> Option<Move> {
    let mut start = game.clone();
    let opening = match game.moves() {
        [] => String::new(),
        [_] => {
            let first = start.undo()?;
            start.san(first)
        }
        _ => return None,
    };
    let (_, replies) = REPLIES.iter().find(|(answered, _)| *answered == opening)?;
    if start.key() != AnyPosition::start(game.variant()).key() {
        return None;
    }
    game.parse_move(dice.pick(replies)?).ok()
}

/// Searches every move; of equally good ones the dice choose which comes first.
fn best_move<R: Rules>(position: &mut Position<R>, depth: u32, dice: &mut Dice) -> Answer {
    let mut moves = position.legal_moves();
    for i in (1..moves.len()).rev() {
        moves.swap(i, dice.below(i + 1));
    }
    moves.sort_by_key(|mv| -promise(position, *mv));
    let mut nodes = 0;
    let mut best: Option<(i32, Move)> = None;
    for &mv in &moves {
        let alpha = best.map_or(-INFINITE, |(score, _)| score);
        let score = after(position, mv, depth, 0, alpha, INFINITE, &mut nodes);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, mv));
        }
    }
    let Some((score, mv)) = best else { return Answer::resign("no move is left") };
    let thought = Thought { score: judged(score), depth, nodes, line: vec![mv] };
    let comment = format!("the best of {nodes} positions");
    Answer { choice: Choice::Move(mv), comment, thought: Some(thought) }
}

fn judged(score: i32) -> Judged {
    // Checks on the way to a mate earn their bonus too.
    const LEAST_MATE: i32 = MATE - 1_000;
    if score.abs() < LEAST_MATE {
        return Judged::Centipawns(score);
    }
    let moves = ((MATE - score.abs()).max(1) + 1) / 2;
    Judged::Mate(if score > 0 { moves.max(1) } else { -moves.max(1) })
}

/// What a move is worth, with the bonus if it gives check. The bonus shifts the window with it.
fn after<R: Rules>(
    position: &mut Position<R>,
    mv: Move,
    depth: u32,
    ply: i32,
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    position.play(mv);
    let bonus = if position.in_check() { CHECK_BONUS } else { 0 };
    let score = -alpha_beta(position, depth - 1, ply + 1, bonus - beta, bonus - alpha, nodes);
    position.unmake(mv);
    // A mate is worth no more for the checks before it.
    if score.abs() > MATE / 2 { score } else { score + bonus }
}

fn alpha_beta<R: Rules>(
    position: &mut Position<R>,
    depth: u32,
    ply: i32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { ply - MATE } else { 0 };
    }
    if depth == 0 {
        return evaluate(position);
    }
    moves.sort_by_key(|mv| -promise(position, *mv));
    let mut best = -INFINITE;
    for &mv in &moves {
        let score = after(position, mv, depth, ply, alpha, beta, nodes);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// How good a move looks before it is tried: big victims of small pieces first.
fn promise<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let value = |square| position.role_at(square).map_or(100, |role: Role| VALUES[role.index()]);
    let captured = if mv.is_capture() { 1_000 + value(mv.to()) - value(mv.from()) / 10 } else { 0 };
    captured + mv.promotion().map_or(0, |role| VALUES[role.index()])
}

/// The six terms, for the side to move.
fn evaluate<R: Rules>(position: &Position<R>) -> i32 {
    let us = position.turn();
    let phase = phase(position);
    side(position, us, phase) - side(position, !us, phase)
}

/// How much of the middlegame is left, 0 to 24.
fn phase<R: Rules>(position: &Position<R>) -> i32 {
    let mut phase = 0;
    for (role, weight) in [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)] {
        let held = position.in_hand(Color::White, role) + position.in_hand(Color::Black, role);
        phase += weight * (position.role(role).count() as i32 + i32::from(held));
    }
    phase.min(24)
}

fn side<R: Rules>(position: &Position<R>, us: Color, phase: i32) -> i32 {
    let mut score = 0;
    for role in Role::ALL {
        for square in position.pieces(us, role) {
            score += VALUES[role.index()] + square_value(role, square.relative(us), phase);
            let reached = attacks(role, us, square, position.occupied());
            score += SUPPORT * (reached & position.color(us)).count() as i32;
            if !matches!(role, Role::Pawn | Role::King) {
                score += MOBILITY * (reached & !position.color(us)).count() as i32;
            }
        }
        score += VALUES[role.index()] * i32::from(position.in_hand(us, role));
    }
    score + pawns(position, us)
}

/// Isolated and blocked pawns.
fn pawns<R: Rules>(position: &Position<R>, us: Color) -> i32 {
    let pawns = position.pieces(us, Role::Pawn);
    let blocked = pawns.forward(us) & position.occupied();
    let is_isolated = |square: &Square| {
        let file = Bitboard::file(square.file());
        (pawns & (file.west() | file.east())).is_empty()
    };
    let isolated = pawns.into_iter().filter(is_isolated).count() as i32;
    BLOCKED * blocked.count() as i32 + ISOLATED * isolated
}

/// What a square is worth to a piece, between middlegame and endgame, as its owner counts the ranks.
fn square_value(role: Role, square: Square, phase: i32) -> i32 {
    let (rank, file) = (i32::from(square.rank()), i32::from(square.file()));
    // 0 at the edge to 3 in the middle.
    let (rank_centre, file_centre) = (rank.min(7 - rank), file.min(7 - file));
    let centre = rank_centre + file_centre;
    let (middlegame, endgame) = match role {
        Role::Pawn => (3 * file_centre * i32::from(rank >= 3) + 3 * rank, 9 * rank),
        Role::Knight => (8 * centre - 24, 6 * centre - 18),
        Role::Bishop => (4 * centre - 10, 3 * centre - 8),
        Role::Rook => (3 * file_centre + 15 * i32::from(rank == 6), 2 * rank),
        Role::Queen => (centre - 4 * i32::from(rank >= 4), 5 * centre - 12),
        Role::King => (-9 * centre - 12 * rank + 20, 9 * centre - 20),
    };
    (middlegame * phase + endgame * (24 - phase)) / 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Standard, Tolerance, Variant};

    fn position(fen: &str) -> Position<Standard> {
        Position::from_fen(fen, Tolerance::Repair).expect("a FEN")
    }

    fn game(fen: &str) -> AnyPosition {
        AnyPosition::from_fen(Variant::Chess, fen, Tolerance::Repair).expect("a FEN")
    }

    fn san(game: &AnyPosition, seed: u64) -> String {
        match ArtOfWar.answer(game, seed).choice {
            Choice::Move(mv) => game.san(mv),
            Choice::Resign => "resigns".to_owned(),
        }
    }

    #[test]
    fn the_first_answer_depends_on_the_opponents_opening() {
        for (opening, replies) in REPLIES {
            let mut game = AnyPosition::start(Variant::Chess);
            if !opening.is_empty() {
                game.play(game.parse_move(opening).expect("legal"));
            }
            let mut seen: Vec<String> = (0..30).map(|seed| san(&game, seed)).collect();
            seen.sort();
            seen.dedup();
            let mut known: Vec<String> = replies.iter().map(|reply| (*reply).to_owned()).collect();
            known.sort();
            assert_eq!(seen, known, "after '{opening}'");
        }
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let start = Position::<Standard>::start();
        assert_eq!(evaluate(&start), 0);
    }

    #[test]
    fn isolated_and_blocked_pawns_cost() {
        let healthy = position("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1");
        let isolated = position("4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1");
        assert_eq!(pawns(&healthy, Color::White), 0);
        assert_eq!(pawns(&isolated, Color::White), 2 * ISOLATED);
        let blocked = position("4k3/8/8/8/8/pp6/PP6/4K3 w - - 0 1");
        assert_eq!(pawns(&blocked, Color::White), 2 * BLOCKED);
    }

    #[test]
    fn it_mates_rather_than_gives_a_check() {
        let game = game("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        let answer = ArtOfWar.answer(&game, 1);
        assert_eq!(san(&game, 1), "Rd8#");
        assert_eq!(answer.thought.expect("it thinks").score, Judged::Mate(1));
    }

    #[test]
    fn a_check_earns_its_bonus() {
        let mut position = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let mut nodes = 0;
        let check = position.parse_move("Ra8").expect("legal");
        let quiet = position.parse_move("Ra7").expect("legal");
        let mut value = |mv| after(&mut position, mv, 1, 0, -INFINITE, INFINITE, &mut nodes);
        assert!(value(check) > value(quiet));
    }
}
