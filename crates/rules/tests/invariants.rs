//! What must hold in every position that a game can reach, looked at on random games of all four variants.
//!
//! `ROCADA_INVARIANT_GAMES` sets the number of games for each variant and test.

mod support;

use std::collections::HashSet;

use rocada_rules::{
    AnyBoard, AnyPosition, Bitboard, CastlingStyle, Color, Crazyhouse, EnPassantStyle, FenStyle, Move,
    MoveList, Noisy, Observer, Piece, Position, Quiet, Role, Rules, Square, Standard, Tolerance, Variant,
    Wing, between,
};
use support::{Random, for_each_seed, from_environment, play_game};

const GAMES: u64 = 200;
const PLIES: usize = 120;

/// Shows every position of many games to `look`, in each variant of the rules.
fn on_games<R: Rules>(games: u64, look: impl Fn(&mut Position<R>, &mut Random) + Sync) {
    let games = from_environment("ROCADA_INVARIANT_GAMES", games);
    for variant in Variant::ALL.into_iter().filter(|variant| variant.has_drops() == R::DROPS) {
        for_each_seed(games, |seed| play_game(variant, seed, PLIES, &look));
    }
}

/// Declares a test for both rule sets.
macro_rules! in_both_games {
    ($name:ident, $games:expr, $look:ident) => {
        mod $name {
            use super::*;

            #[test]
            fn in_chess() {
                on_games::<Standard>($games, $look);
            }

            #[test]
            fn in_crazyhouse() {
                on_games::<Crazyhouse>($games, $look);
            }
        }
    };
}

/// All that can be asked about a position, its past included.
#[derive(PartialEq, Debug)]
struct Snapshot {
    pieces: Vec<Option<Piece>>,
    bitboards: Vec<Bitboard>,
    keys: [u64; 5],
    fen: String,
    castling_rooks: Vec<Option<Square>>,
    passed: Option<Square>,
    plies: usize,
    repetitions: usize,
}

fn snapshot<R: Rules>(position: &Position<R>) -> Snapshot {
    let mut bitboards = vec![position.checkers(), position.pinned(), position.promoted()];
    bitboards.extend(Color::ALL.map(|color| position.color(color)));
    bitboards.extend(Role::ALL.map(|role| position.role(role)));
    let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
    Snapshot {
        pieces: Square::all().map(|square| position.piece_at(square)).collect(),
        bitboards,
        keys: keys(position),
        fen: position.fen(),
        castling_rooks: rights.map(|(color, wing)| position.castling_rook(color, wing)).collect(),
        passed: position.passed_square(),
        plies: position.plies_made(),
        repetitions: position.repetitions(),
    }
}

fn keys<R: Rules>(position: &Position<R>) -> [u64; 5] {
    [
        position.key(),
        position.pawn_key(),
        position.non_pawn_key(Color::White),
        position.non_pawn_key(Color::Black),
        position.polyglot_key(),
    ]
}

fn unmake_restores<R: Rules>(position: &mut Position<R>, random: &mut Random) {
    let before = snapshot(position);
    // The debug text shows the private fields and the whole past: exact, but slow.
    let text = random.one_in(20).then(|| format!("{position:?}"));
    for &mv in &position.legal_moves() {
        position.play(mv);
        position.unmake(mv);
        if mv.is_noisy() || mv.is_castle() || random.one_in(8) {
            assert_eq!(snapshot(position), before, "after {mv:?}");
        }
    }
    if !position.in_check() {
        position.make_null();
        position.unmake_null();
    }
    assert_eq!(snapshot(position), before);
    if let Some(text) = text {
        assert_eq!(format!("{position:?}"), text);
    }
}

fn state_equals_that_rebuilt_from_fen<R: Rules>(position: &mut Position<R>, _: &mut Random) {
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let style = FenStyle { castling, en_passant: EnPassantStyle::Always, ..FenStyle::default() };
        let fen = position.fen_with(style);
        let rebuilt: Position<R> = Position::from_fen(&fen, Tolerance::Strict).expect("a reachable position");
        assert_eq!(rebuilt.fen_with(style), fen);
        assert_eq!(keys(&rebuilt), keys(position), "keys of {fen}");
        assert_eq!(rebuilt.checkers(), position.checkers(), "checkers of {fen}");
        assert_eq!(rebuilt.pinned(), position.pinned(), "pins of {fen}");
        assert!(rebuilt == *position, "equality of {fen}");
    }
}

fn checkers_and_pins_are_those_of_the_board<R: Rules>(position: &mut Position<R>, _: &mut Random) {
    let (us, them) = (position.turn(), !position.turn());
    let king = position.king(us);
    let occupied = position.occupied();
    assert_eq!(position.checkers(), position.attackers_of(them, king, occupied));
    // A man is pinned if a slider that attacks through it is stopped by nothing else.
    let pinned = position.color(us).into_iter().filter(|&square| {
        let without = occupied.without(square);
        let sliders = position.attackers_of(them, king, without) & !position.checkers();
        square != king && sliders.into_iter().any(|slider| between(king, slider).has(square))
    });
    assert_eq!(position.pinned(), pinned.collect::<Bitboard>(), "{}", position.fen());
}

fn is_legal_agrees_with_the_list<R: Rules>(position: &mut Position<R>, random: &mut Random) {
    let looked_at = random.one_in(12) || position.in_check() && random.one_in(3);
    if !looked_at {
        return;
    }
    let listed: HashSet<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        let expected = listed.contains(&mv.bits());
        assert_eq!(position.is_legal(mv), expected, "{mv:?} {:?} in {}", mv.kind(), position.fen());
    }
}

fn noisy_and_quiet_moves_are_all_moves<R: Rules>(position: &mut Position<R>, _: &mut Random) {
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    position.generate::<Noisy, _>(&mut noisy);
    position.generate::<Quiet, _>(&mut quiet);
    assert!(noisy.iter().all(|mv| mv.is_noisy()) && quiet.iter().all(|mv| mv.is_quiet()));
    let mut both: Vec<Move> = noisy.iter().chain(quiet.iter()).copied().collect();
    let mut all = position.legal_moves().to_vec();
    both.sort_unstable();
    all.sort_unstable();
    assert_eq!(both, all, "{}", position.fen());
    all.dedup();
    assert_eq!(both.len(), all.len(), "a move twice in {}", position.fen());
    assert_eq!(position.count_legal_moves(), all.len() as u64);
}

fn gives_check_is_true_exactly_for_checks<R: Rules>(position: &mut Position<R>, _: &mut Random) {
    for &mv in &position.legal_moves() {
        let expected = position.gives_check(mv);
        position.play(mv);
        let (in_check, fen) = (position.in_check(), position.fen());
        position.unmake(mv);
        assert_eq!(expected, in_check, "{mv:?} to {fen}");
    }
}

fn quiet_checks_are_the_quiet_moves_that_give_check<R: Rules>(position: &mut Position<R>, _: &mut Random) {
    let mut checks = MoveList::new();
    position.generate_quiet_checks(&mut checks);
    let mut quiet = MoveList::new();
    position.generate::<Quiet, _>(&mut quiet);
    let expected: Vec<Move> = quiet.iter().copied().filter(|&mv| position.gives_check(mv)).collect();
    assert_eq!(checks.to_vec(), expected, "{}", position.fen());
}

/// A board that knows only what it is told.
#[derive(Clone, PartialEq, Debug)]
struct Mirror {
    board: [Option<Piece>; 64],
    hands: [[u8; 5]; 2],
    marks: Bitboard,
}

impl Mirror {
    fn of<R: Rules>(position: &Position<R>) -> Mirror {
        let setup = position.to_setup();
        Mirror { board: setup.board, hands: setup.hands, marks: setup.promoted }
    }
}

impl Observer for Mirror {
    fn add(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.board[square.index()].replace(piece), None, "{square} is not empty");
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.board[square.index()].take(), Some(piece), "what leaves {square}");
    }

    fn hand_gains(&mut self, color: Color, role: Role, count: u8) {
        self.hands[color.index()][role.index()] += 1;
        assert_eq!(self.hands[color.index()][role.index()], count);
    }

    fn hand_loses(&mut self, color: Color, role: Role, count: u8) {
        assert_eq!(self.hands[color.index()][role.index()], count);
        self.hands[color.index()][role.index()] -= 1;
    }

    fn mark(&mut self, _: Color, square: Square) {
        assert!(!self.marks.has(square));
        self.marks = self.marks.with(square);
    }

    fn unmark(&mut self, _: Color, square: Square) {
        assert!(self.marks.has(square));
        self.marks = self.marks.without(square);
    }
}

fn an_observer_can_follow<R: Rules>(position: &mut Position<R>, _: &mut Random) {
    let before = Mirror::of(position);
    for &mv in &position.legal_moves() {
        let mut mirror = before.clone();
        position.make(mv, &mut mirror);
        assert_eq!(mirror, Mirror::of(position), "{mv:?} to {}", position.fen());
        position.unmake(mv);
    }
}

in_both_games!(unmake_restores_the_position, GAMES, unmake_restores);
in_both_games!(state_is_that_of_the_fen, GAMES * 4, state_equals_that_rebuilt_from_fen);
in_both_games!(checkers_and_pins_are_right, GAMES * 4, checkers_and_pins_are_those_of_the_board);
in_both_games!(legality_agrees_with_the_list_on_all_patterns, GAMES / 4, is_legal_agrees_with_the_list);
in_both_games!(noisy_and_quiet_make_all, GAMES * 2, noisy_and_quiet_moves_are_all_moves);
in_both_games!(checks_are_foreseen, GAMES, gives_check_is_true_exactly_for_checks);
in_both_games!(quiet_checks_are_generated, GAMES, quiet_checks_are_the_quiet_moves_that_give_check);
in_both_games!(observers_can_follow, GAMES, an_observer_can_follow);

#[test]
fn the_move_list_holds_the_longest_lists() {
    let fens = [
        "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        "7k/8/8/8/8/8/8/K7[QRBNPqrbnp] b - - 0 1",
        "2k5/8/8/Q7/8/8/6R1/K7[QRBNPrbnp] w - - 0 1",
    ];
    for fen in fens {
        let any = AnyPosition::from_fen(Variant::Crazyhouse, fen, Tolerance::Strict).expect("a valid FEN");
        let AnyBoard::Crazyhouse(mut position) = any.into_board() else { unreachable!("it is crazyhouse") };
        let moves = position.legal_moves();
        assert!(moves.len() > 290 && moves.len() as u64 == position.count_legal_moves(), "{fen}");
        for &mv in &moves {
            position.play(mv);
            assert_eq!(position.legal_moves().len() as u64, position.count_legal_moves());
            position.unmake(mv);
        }
    }
}

#[test]
fn no_accepted_position_overflows_the_list_soon() {
    // As many queens as are accepted at all, and every role in hand.
    let fen = "7k/R7/1Q~6/Q~7/1Q~6/8/2Q~Q~4/K3Q~3[QRBNP] w - - 0 1";
    match AnyPosition::from_fen(Variant::Crazyhouse, fen, Tolerance::Lax) {
        Ok(position) => assert!(position.legal_moves().len() <= MoveList::CAPACITY / 4 * 3),
        Err(error) => assert!(error.to_string().contains("moves"), "{error}"),
    }
}
