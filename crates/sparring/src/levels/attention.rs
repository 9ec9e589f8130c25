//! Attention: which moves a person does not see. Whether a move is seen depends on its kind and on the game's seed, not on
//! chance at the moment of choosing: for some moves of the game the blind spot stays where it is, in every line that is
//! thought through. So nobody plays into a capture that he has seen.

use rocada_eval::classical::Game;
use rocada_rules::{Move, Position, Role, Square, attacks, between, bishop_rays, rook_rays};

use crate::dice::{mix, unit};

/// How many plies of the game a blind spot lasts.
const BLIND_PLIES: usize = 8;

/// The stretch of the game in which a move falls.
pub(super) fn epoch(plies: usize) -> u64 {
    (plies / BLIND_PLIES) as u64
}

/// What somebody who knows the rules overlooks, by the kind of move: the chance that it is not seen.
mod overlooked {
    pub(super) const UNDERPROMOTION: f64 = 0.9;
    pub(super) const LONG_DIAGONAL: f64 = 0.65;
    pub(super) const BACKWARD: f64 = 0.5;
    pub(super) const DISCOVERY: f64 = 0.6;
    pub(super) const LONG_LINE: f64 = 0.4;
    pub(super) const QUIET_DEFENDER: f64 = 0.45;
    pub(super) const DROP: f64 = 0.45;
    pub(super) const DROP_BEHIND: f64 = 0.6;
    pub(super) const KNIGHT: f64 = 0.35;
    pub(super) const OTHER: f64 = 0.25;
    /// What a capture is to the same move without one.
    pub(super) const CAPTURE: f64 = 0.6;
    /// What a check is to the same move without one.
    pub(super) const CHECK: f64 = 0.5;
}

/// The eyes of one person in one stretch of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attention {
    seed: u64,
    lapses: f64,
}

impl Attention {
    pub(super) fn new(seed: u64, epoch: u64, lapses: f64) -> Attention {
        Attention { seed: mix(mix(seed, 0xA77E), epoch), lapses }
    }

    /// Is this legal move seen? A recapture always is, and so is everything in check, where people look at each move.
    pub(super) fn sees<R: Game>(&self, position: &Position<R>, mv: Move, last_to: Option<Square>) -> bool {
        if self.lapses <= 0.0 || position.in_check() {
            return true;
        }
        if mv.is_capture() && last_to == Some(mv.to()) {
            return true;
        }
        let role = mv.drop_role().or_else(|| position.role_at(mv.from())).unwrap_or(Role::Pawn);
        let spot = u64::from(mv.bits()) << 4 | (role.index() as u64) << 1 | position.turn().index() as u64;
        let luck = unit(mix(self.seed, spot));
        let chance = self.lapses * chance(position, mv, role);
        luck >= chance || (luck >= chance * overlooked::CHECK && position.gives_check(mv))
    }
}

/// The chance that a beginner overlooks the move.
fn chance<R: Game>(position: &Position<R>, mv: Move, role: Role) -> f64 {
    if mv.is_castle() {
        return 0.05;
    }
    let us = position.turn();
    if mv.is_drop() {
        let behind = mv.to().relative_rank(us) < 4;
        return if behind { overlooked::DROP_BEHIND } else { overlooked::DROP };
    }
    if let Some(promoted) = mv.promotion() {
        return if promoted == Role::Queen { 0.1 } else { overlooked::UNDERPROMOTION };
    }
    let mut chance = by_geometry(mv, role, mv.to().relative_rank(us) < mv.from().relative_rank(us));
    if uncovers(position, mv) {
        chance = f64::max(chance, overlooked::DISCOVERY);
    }
    if mv.is_capture() {
        return chance * overlooked::CAPTURE;
    }
    if defends(position, mv, role) {
        chance = f64::max(chance, overlooked::QUIET_DEFENDER);
    }
    chance
}

fn by_geometry(mv: Move, role: Role, backward: bool) -> f64 {
    let (from, to) = (mv.from(), mv.to());
    let distance = from.distance(to);
    let diagonal = from.file() != to.file() && from.rank() != to.rank();
    let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    let mut chance = if role == Role::Knight { overlooked::KNIGHT } else { overlooked::OTHER };
    if slides && distance >= 4 {
        chance = if diagonal { overlooked::LONG_DIAGONAL } else { overlooked::LONG_LINE };
    }
    if backward && role != Role::King {
        chance = f64::max(chance, overlooked::BACKWARD);
    }
    chance
}

/// Does the move open a line of an own slider to the enemy's king, queen or a rook?
fn uncovers<R: Game>(position: &Position<R>, mv: Move) -> bool {
    let us = position.turn();
    let from = mv.from();
    let targets = position.color(!us)
        & (position.role(Role::King) | position.role(Role::Queen) | position.role(Role::Rook));
    let lines = [
        (position.diagonal_sliders(us) & bishop_rays(from), bishop_rays(from)),
        (position.straight_sliders(us) & rook_rays(from), rook_rays(from)),
    ];
    lines.into_iter().any(|(sliders, rays)| {
        sliders.into_iter().any(|slider| {
            (targets & rays).into_iter().any(|target| {
                let line = between(slider, target);
                line.has(from) && !line.has(mv.to()) && !(line & position.occupied()).more_than_one()
            })
        })
    })
}

/// Does the move, which attacks nothing itself, only guard an own man that is attacked?
fn defends<R: Game>(position: &Position<R>, mv: Move, role: Role) -> bool {
    let us = position.turn();
    let occupied = position.occupied().without(mv.from());
    let reached = attacks(role, us, mv.to(), occupied);
    if (reached & position.color(!us)).any() {
        return false;
    }
    let guarded = reached & position.color(us);
    guarded.into_iter().any(|square| position.attackers_of(!us, square, occupied).any())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Crazyhouse, Standard, Tolerance};

    fn chess(fen: &str) -> Position<Standard> {
        Position::from_fen(fen, Tolerance::Strict).expect("a FEN")
    }

    /// How many of 1000 beginners see the move.
    fn seen<R: Game>(position: &Position<R>, text: &str, last_to: Option<Square>) -> usize {
        let mv = position.parse_move(text).expect("a legal move");
        (0..1_000).filter(|seed| Attention::new(*seed, 0, 1.0).sees(position, mv, last_to)).count()
    }

    #[test]
    fn long_diagonals_backward_moves_and_discoveries_are_overlooked_most() {
        let position = chess("4k3/8/8/8/8/8/1B5P/4K3 w - - 0 1");
        assert!(seen(&position, "h3", None) > 700);
        assert!(seen(&position, "Bg7", None) < 400);
        assert!(seen(&position, "Ba1", None) < 600);
        let discovery = chess("4q1k1/8/8/8/8/4N3/8/K3R3 w - - 0 1");
        assert!(seen(&discovery, "Nc4", None) < 450);
        let nothing = chess("6k1/8/8/8/8/4N3/8/K3R3 w - - 0 1");
        assert!(seen(&nothing, "Nc4", None) > 550);
    }

    #[test]
    fn drops_are_overlooked_more_than_moves() {
        let position: Position<Crazyhouse> =
            Position::from_fen("4k3/8/8/8/8/8/7P/4K3[N] w - - 0 1", Tolerance::Strict).expect("a FEN");
        assert!(seen(&position, "N@c6", None) < 650);
        assert!(seen(&position, "N@c2", None) < 500);
    }

    #[test]
    fn recaptures_and_ways_out_of_check_are_always_seen() {
        let position = chess("6k1/6p1/8/8/8/8/1B6/K7 w - - 0 1");
        let g7 = position.parse_move("Bxg7").expect("legal").to();
        assert_eq!(seen(&position, "Bxg7", Some(g7)), 1_000);
        assert!(seen(&position, "Bxg7", None) < 1_000);
        let check = chess("6k1/8/8/8/8/8/1B6/K6r w - - 0 1");
        assert_eq!(seen(&check, "Ka2", None), 1_000);
    }

    #[test]
    fn a_blind_spot_stays_for_a_while() {
        let position = chess("4k3/8/8/8/8/8/1B5P/4K3 w - - 0 1");
        let mv = position.parse_move("Bg7").expect("legal");
        let eyes = |plies| Attention::new(3, epoch(plies), 1.0).sees(&position, mv, None);
        assert_eq!(eyes(8), eyes(15));
        assert!((0..30).any(|stretch| eyes(8 * stretch) != eyes(0)), "but not for ever");
    }
}
