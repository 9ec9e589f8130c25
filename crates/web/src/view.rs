//! Positions, moves and scores in the words of the messages.

use rocada_arena::{End, Verdict};
use rocada_engine::{Score, wdl};
use rocada_protocol::ResultTag;
use rocada_rules::{AnyPosition, Bitboard, Color, Move, Role, Setup, Tolerance, Variant, Wing};

use crate::messages::{
    CastlingView, EndReason, GameEnd, Hand, Hands, LineMove, MoveView, Place, PositionView, RoleName,
    ScoreView, Side, Start, VariantName,
};

/// More moves than the longest game ever needed.
const MOST_MOVES: usize = 2_000;

impl From<VariantName> for Variant {
    fn from(name: VariantName) -> Variant {
        match name {
            VariantName::Chess => Variant::Chess,
            VariantName::Chess960 => Variant::Chess960,
            VariantName::Crazyhouse => Variant::Crazyhouse,
            VariantName::Crazyhouse960 => Variant::Crazyhouse960,
        }
    }
}

impl From<Variant> for VariantName {
    fn from(variant: Variant) -> VariantName {
        match variant {
            Variant::Chess => VariantName::Chess,
            Variant::Chess960 => VariantName::Chess960,
            Variant::Crazyhouse => VariantName::Crazyhouse,
            Variant::Crazyhouse960 => VariantName::Crazyhouse960,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl From<Role> for RoleName {
    fn from(role: Role) -> RoleName {
        match role {
            Role::Pawn => RoleName::Pawn,
            Role::Knight => RoleName::Knight,
            Role::Bishop => RoleName::Bishop,
            Role::Rook => RoleName::Rook,
            Role::Queen => RoleName::Queen,
            Role::King => RoleName::King,
        }
    }
}

/// The position where a game begins.
pub(crate) fn start_position(variant: VariantName, start: Option<&Start>) -> Result<AnyPosition, String> {
    let variant = Variant::from(variant);
    let Some(start) = start else { return Ok(AnyPosition::start(variant)) };
    if let Some(fen) = &start.fen {
        return AnyPosition::from_fen(variant, fen, Tolerance::Repair).map_err(|error| error.to_string());
    }
    let Some(number) = start.number else { return Ok(AnyPosition::start(variant)) };
    if !variant.is_960() {
        return Err(format!("Only the 960 variants have numbered starts, and this is {variant}."));
    }
    let setup = Setup::chess960(number)
        .ok_or_else(|| format!("There is no start position {number}: the numbers go from 0 to 959."))?;
    AnyPosition::from_setup(variant, &setup, Tolerance::Repair).map_err(|error| error.to_string())
}

/// The position at a place, with the moves that lead there.
pub(crate) fn position_at(place: &Place) -> Result<AnyPosition, String> {
    if place.moves.len() > MOST_MOVES {
        return Err(format!("A line of {} moves is too long: {MOST_MOVES} are the most.", place.moves.len()));
    }
    let mut position = start_position(place.variant, place.start.as_ref())?;
    for text in &place.moves {
        let mv = position.parse_move(text).map_err(|error| error.to_string())?;
        position.play(mv);
    }
    Ok(position)
}

/// A legal move of a position.
pub(crate) fn move_view(position: &AnyPosition, mv: Move) -> MoveView {
    let castling = mv.is_castle().then(|| Wing::of(mv.from(), mv.to()));
    let turn = position.turn();
    let to = castling.map_or(mv.to(), |wing| wing.king_target(turn));
    MoveView {
        uci: position.uci(mv),
        san: position.san(mv),
        from: (!mv.is_drop()).then(|| mv.from().to_string()),
        drop: mv.drop_role().map(RoleName::from),
        to: to.to_string(),
        promotion: mv.promotion().map(RoleName::from),
        capture: mv.is_capture(),
        castling: castling.map(|wing| CastlingView {
            rook_from: mv.to().to_string(),
            rook_to: wing.rook_target(turn).to_string(),
        }),
    }
}

/// A legal move in the short form.
pub(crate) fn line_move(position: &AnyPosition, mv: Move) -> LineMove {
    LineMove { uci: position.uci(mv), san: position.san(mv) }
}

/// The moves of a line, as far as they are legal one after the other.
pub(crate) fn line_moves(position: &AnyPosition, moves: &[Move]) -> Vec<LineMove> {
    position.write_line(moves, line_move)
}

/// The moves that led to a position.
pub(crate) fn moves_so_far(position: &AnyPosition) -> Vec<LineMove> {
    line_moves(&beginning(position), position.moves())
}

/// Where the moves of a position began.
pub(crate) fn beginning(position: &AnyPosition) -> AnyPosition {
    let mut start = position.clone();
    while start.undo().is_some() {}
    start
}

fn last_move(position: &AnyPosition) -> Option<MoveView> {
    let mut before = position.clone();
    let mv = before.undo()?;
    Some(move_view(&before, mv))
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn hand(position: &AnyPosition, color: Color) -> Hand {
    let count = |role| position.in_hand(color, role);
    Hand {
        pawn: count(Role::Pawn),
        knight: count(Role::Knight),
        bishop: count(Role::Bishop),
        rook: count(Role::Rook),
        queen: count(Role::Queen),
    }
}

/// All that a board shows of a position.
pub(crate) fn position_view(position: &AnyPosition) -> PositionView {
    let outcome = position.outcome();
    let moves = if outcome.is_some() { Vec::new() } else { legal_moves(position) };
    PositionView {
        variant: position.variant().into(),
        fen: position.fen(),
        turn: position.turn().into(),
        ply: u32::try_from(position.moves().len()).unwrap_or(u32::MAX),
        move_number: position.fullmove_number(),
        check: position.in_check().then(|| position.king(position.turn()).to_string()),
        checkers: names(position.checkers()),
        last_move: last_move(position),
        hands: position
            .variant()
            .has_drops()
            .then(|| Hands { white: hand(position, Color::White), black: hand(position, Color::Black) }),
        promoted: names(position.promoted()),
        moves,
        end: outcome.and_then(|outcome| end_view(&Verdict::by_rules(outcome))),
    }
}

fn legal_moves(position: &AnyPosition) -> Vec<MoveView> {
    position.legal_moves().iter().map(|&mv| move_view(position, mv)).collect()
}

/// The side that a result names as the winner.
pub(crate) fn winner(result: ResultTag) -> Option<Color> {
    match result {
        ResultTag::WhiteWins => Some(Color::White),
        ResultTag::BlackWins => Some(Color::Black),
        ResultTag::Drawn | ResultTag::Unknown => None,
    }
}

/// How a game ended; `None` for ends that only matches know.
pub(crate) fn end_view(verdict: &Verdict) -> Option<GameEnd> {
    let reason = match verdict.end {
        End::Checkmate => EndReason::Checkmate,
        End::Stalemate => EndReason::Stalemate,
        End::InsufficientMaterial => EndReason::InsufficientMaterial,
        End::Repetition => EndReason::Repetition,
        End::FiftyMoves => EndReason::FiftyMoves,
        End::DrawAgreed => EndReason::Agreement,
        End::Resignation => EndReason::Resignation,
        End::Time => EndReason::Time,
        _ => return None,
    };
    Some(GameEnd {
        result: verdict.result.to_string(),
        winner: winner(verdict.result).map(Side::from),
        reason,
        sentence: verdict.sentence.clone(),
    })
}

/// What a win that the tables know is worth on the scale of centipawns.
const TABLE_WIN: i32 = 20_000;

/// A score of the side to move as White sees it.
pub(crate) fn score_view(score: Score, turn: Color) -> ScoreView {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(value) => ScoreView::Cp(sign * value),
        Score::Mate(moves) => ScoreView::Mate(sign * moves),
        Score::Tablebase(plies) if plies > 0 => ScoreView::Cp(sign * (TABLE_WIN - plies)),
        Score::Tablebase(plies) => ScoreView::Cp(-sign * (TABLE_WIN + plies)),
    }
}

/// The chances that a score of the side to move stands for: White wins, draw, Black wins.
pub(crate) fn chances_view(score: Score, position: &AnyPosition) -> [u16; 3] {
    let [win, draw, loss] = wdl::chances(score, position.variant().has_drops());
    match position.turn() {
        Color::White => [win, draw, loss],
        Color::Black => [loss, draw, win],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(variant: VariantName, fen: &str, moves: &[&str]) -> Place {
        let start = (!fen.is_empty()).then(|| Start { fen: Some(fen.to_owned()), ..Start::default() });
        Place { variant, start, moves: moves.iter().map(|&text| text.to_owned()).collect() }
    }

    fn view(variant: VariantName, fen: &str, moves: &[&str]) -> PositionView {
        position_view(&position_at(&place(variant, fen, moves)).expect("a position"))
    }

    #[test]
    fn the_start_has_twenty_moves_and_no_hands_in_chess() {
        let start = view(VariantName::Chess, "", &[]);
        assert_eq!((start.moves.len(), start.ply, start.move_number), (20, 0, 1));
        assert_eq!((start.hands, start.last_move), (None, None));
    }

    #[test]
    fn a_mate_is_an_end_without_moves() {
        let mate = view(VariantName::Chess, "", &["f3", "e5", "g4", "Qh4#"]);
        assert_eq!(mate.check.as_deref(), Some("e1"));
        assert_eq!(mate.checkers, ["h4"]);
        assert!(mate.moves.is_empty());
        let end = mate.end.expect("an end");
        assert_eq!((end.result.as_str(), end.reason), ("0-1", EndReason::Checkmate));
        assert_eq!(mate.last_move.map(|mv| mv.uci).as_deref(), Some("d8h4"));
    }

    #[test]
    fn castling_names_both_squares_of_the_rook() {
        let fen = "bqnbrk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNBRK1R w KQkq - 0 1";
        let position = view(VariantName::Chess960, fen, &[]);
        let castling = position.moves.iter().find(|mv| mv.castling.is_some()).expect("castling");
        assert_eq!((castling.uci.as_str(), castling.to.as_str()), ("f1h1", "g1"));
        let rook = castling.castling.as_ref().expect("castling");
        assert_eq!((rook.rook_from.as_str(), rook.rook_to.as_str()), ("h1", "f1"));
    }

    #[test]
    fn hands_drops_and_marks_are_shown_in_crazyhouse() {
        let position = view(VariantName::Crazyhouse, "4k3/8/8/8/8/8/8/Q~3K3[Np] w - - 0 1", &[]);
        assert_eq!(position.promoted, ["a1"]);
        assert_eq!(position.hands.map(|hands| (hands.white.knight, hands.black.pawn)), Some((1, 1)));
        let drop = position.moves.iter().find(|mv| mv.uci == "N@f3").expect("a drop");
        assert_eq!((drop.drop, drop.from.as_deref()), (Some(RoleName::Knight), None));
    }

    #[test]
    fn numbered_starts_belong_to_the_960_variants() {
        let numbered = |variant, number| {
            start_position(variant, Some(&Start { number: Some(number), ..Start::default() }))
        };
        assert!(numbered(VariantName::Crazyhouse960, 959).is_ok());
        assert!(numbered(VariantName::Chess960, 960).is_err());
        assert!(numbered(VariantName::Chess, 0).is_err());
    }

    #[test]
    fn scores_are_whites() {
        assert_eq!(score_view(Score::Centipawns(35), Color::Black), ScoreView::Cp(-35));
        assert_eq!(score_view(Score::Mate(3), Color::Black), ScoreView::Mate(-3));
        assert_eq!(score_view(Score::Tablebase(-7), Color::White), ScoreView::Cp(-19_993));
    }
}
