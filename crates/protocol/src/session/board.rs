//! What the session asks of a position: how the game stands, and what the position is when it is turned around.

use rocada_rules::{AnyPosition, Color, DrawClaim, FenError, Outcome, Square, Tolerance, Variant};

use crate::result_tag::ResultTag;

/// How the game has ended on the board, if it has. Material that GUIs do not agree about does not count, and
/// crazyhouse knows no draw by material.
pub(super) fn outcome(position: &AnyPosition) -> Option<Outcome> {
    let outcome = position.outcome();
    outcome.filter(|outcome| *outcome != Outcome::InsufficientMaterial || is_plain_material_draw(position))
}

/// At most one minor piece on each side: what every GUI calls insufficient.
fn is_plain_material_draw(position: &AnyPosition) -> bool {
    if position.variant().has_drops() {
        return false;
    }
    let men = |color: Color| {
        let of_color = |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.color == color);
        position.occupied().into_iter().filter(of_color).count()
    };
    Color::ALL.into_iter().all(|color| men(color) <= 2)
}

/// The result line of a finished game.
pub(super) fn outcome_result(outcome: Outcome) -> (ResultTag, &'static str) {
    match outcome {
        Outcome::Checkmate { winner: Color::White } => (ResultTag::WhiteWins, "White mates"),
        Outcome::Checkmate { winner: Color::Black } => (ResultTag::BlackWins, "Black mates"),
        Outcome::Stalemate => (ResultTag::Drawn, "Stalemate"),
        Outcome::InsufficientMaterial => (ResultTag::Drawn, "Draw by insufficient material"),
    }
}

/// The reason of a claim, as GUIs write it.
pub(super) fn claim_reason(claim: DrawClaim) -> &'static str {
    match claim {
        DrawClaim::ThreefoldRepetition => "Draw by repetition",
        DrawClaim::FiftyMoves => "Draw by fifty-move rule",
    }
}

/// A FEN's position, or what is wrong in a few words that repeat nothing of the text.
pub(super) fn read_fen(variant: Variant, fen: &str) -> Result<AnyPosition, String> {
    let read = |tolerance| AnyPosition::from_fen(variant, fen, tolerance);
    let position = read(Tolerance::Repair).or_else(|error| match variant.has_drops() {
        // Hands that no game can bring about are what people try out in crazyhouse.
        true => read(Tolerance::Lax).map_err(|_| error),
        false => Err(error),
    });
    position.map_err(|error| match error {
        FenError::Syntax { field, reason, .. } => format!("{}: {reason}", field.name()),
        FenError::Setup(error) => error.to_string().chars().take(90).collect(),
    })
}

/// The position seen from the other side: colours and ranks changed.
pub(super) fn mirrored(position: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = position.to_setup();
    let mut board = [None; 64];
    for (to, from) in board.iter_mut().zip((0..8).rev().flat_map(|rank| rank * 8..rank * 8 + 8)) {
        *to = setup.board.get(from).copied().flatten().map(|piece| piece.role.of(!piece.color));
    }
    setup.board = board;
    setup.promoted = setup.promoted.into_iter().map(turned).collect();
    setup.castling_rooks = setup.castling_rooks.into_iter().map(turned).collect();
    setup.en_passant = setup.en_passant.map(turned);
    setup.hands.swap(0, 1);
    setup.turn = !setup.turn;
    AnyPosition::from_setup(position.variant(), &setup, Tolerance::Repair).ok()
}

fn turned(square: Square) -> Square {
    Square::at(square.file(), 7 - square.rank())
}
