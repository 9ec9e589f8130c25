//! Static exchange evaluation: what a series of captures on one square wins or loses.

use crate::attacks::{bishop_attacks, rook_attacks};
use crate::make::behind;
use crate::{Bitboard, Color, Move, Position, Role, Rules, Square};

/// What each role is worth in an exchange, from pawn to king.
pub type ExchangeValues = [i32; 6];

impl<R: Rules> Position<R> {
    /// Does the move, followed by the best captures of both sides on its target square, win at least `threshold`?
    ///
    /// Pins are not looked at. In crazyhouse a capture wins twice: the piece leaves the enemy's board and joins the own
    /// hand, a promoted piece as a pawn.
    pub fn see_at_least(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = self.occupied().with(to);
        if !mv.is_drop() {
            occupied = occupied.without(from);
        }

        // What the move wins at once, if the opponent does nothing.
        let mut balance = -threshold;
        if mv.is_en_passant() {
            let victim = behind(us, to);
            occupied = occupied.without(victim);
            balance += self.worth(Role::Pawn, victim, values);
        } else if mv.is_capture()
            && let Some(victim) = self.role_at(to)
        {
            balance += self.worth(victim, to, values);
        }
        let mut at_stake = match (mv.drop_role(), mv.promotion()) {
            (Some(role), _) => Self::worth_of(role, role, values),
            (_, Some(role)) => {
                balance += values[role.index()] - values[Role::Pawn.index()];
                Self::worth_of(role, Role::Pawn, values)
            }
            _ => self.role_at(from).map_or(0, |role| self.worth(role, from, values)),
        };
        if balance < 0 {
            return false;
        }
        // Even if the piece that moved is lost for nothing, enough was won.
        balance -= at_stake;
        if balance >= 0 {
            return true;
        }

        let (diagonal, straight) = (
            self.role(Role::Bishop) | self.role(Role::Queen),
            self.role(Role::Rook) | self.role(Role::Queen),
        );
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !us;
        loop {
            let own = attackers & self.color(side);
            let Some((role, square)) = self.least_valuable(own) else { break };
            // A king may not capture what is defended.
            if role == Role::King && (attackers & self.color(!side)).any() {
                break;
            }
            occupied = occupied.without(square);
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            at_stake = self.worth(role, square, values);
            balance = -balance - 1 - at_stake;
            if balance >= 0 {
                break;
            }
        }
        // Whoever could not go on has lost the argument.
        side != us
    }

    /// The attacker that is risked first.
    fn least_valuable(&self, attackers: Bitboard) -> Option<(Role, Square)> {
        Role::ALL
            .into_iter()
            .find_map(|role| (attackers & self.role(role)).first().map(|square| (role, square)))
    }

    /// What capturing the man on `square` is worth.
    #[inline]
    fn worth(&self, role: Role, square: Square, values: &ExchangeValues) -> i32 {
        let held = if R::DROPS && self.promoted().has(square) { Role::Pawn } else { role };
        Self::worth_of(role, held, values)
    }

    /// What capturing a man is worth that falls into the hand as `held`.
    #[inline]
    fn worth_of(role: Role, held: Role, values: &ExchangeValues) -> i32 {
        values[role.index()] + if R::DROPS { values[held.index()] } else { 0 }
    }
}

impl<R: Rules> Position<R> {
    /// The men of `color` other than pawns and the king.
    #[inline]
    pub fn non_pawns(&self, color: Color) -> Bitboard {
        self.color(color) & !(self.role(Role::Pawn) | self.role(Role::King))
    }
}
