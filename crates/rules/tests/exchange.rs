//! Static exchange evaluation against a plain search of the captures on one square, on random games.

mod support;

use rocada_rules::{
    Bitboard, Color, Crazyhouse, ExchangeValues, Move, Piece, Position, Role, Rules, Square, Standard,
    Variant, attacks,
};
use support::{Random, for_each_seed, play_game};

const VALUES: [ExchangeValues; 2] = [[100, 320, 330, 500, 900, 20_000], [1, 3, 3, 5, 9, 1000]];

/// A board on which only captures on one square happen. Nothing is kept between two looks at it.
struct Exchange<'a> {
    board: [Option<Piece>; 64],
    promoted: Bitboard,
    target: Square,
    values: &'a ExchangeValues,
    drops: bool,
}

impl Exchange<'_> {
    fn occupied(&self) -> Bitboard {
        Square::all().filter(|square| self.board[square.index()].is_some()).collect()
    }

    /// The men of a side that attack the target.
    fn attackers(&self, color: Color) -> Vec<(Role, Square)> {
        let occupied = self.occupied();
        let attacker = |square: Square| {
            let piece = self.board[square.index()]?;
            let hits = attacks(piece.role, color, square, occupied).has(self.target);
            (piece.color == color && hits).then_some((piece.role, square))
        };
        Square::all().filter_map(attacker).collect()
    }

    /// What capturing a man on a square wins.
    fn worth(&self, role: Role, square: Square) -> i32 {
        let held = if self.promoted.has(square) { Role::Pawn } else { role };
        self.values[role.index()] + if self.drops { self.values[held.index()] } else { 0 }
    }

    /// The most that `side` wins by going on or not, with its least valuable man first.
    fn best(&mut self, side: Color) -> i32 {
        let Some((role, from)) = self.attackers(side).into_iter().min() else { return 0 };
        let Some(victim) = self.board[self.target.index()] else { return 0 };
        if role == Role::King && !self.attackers(!side).is_empty() {
            return 0;
        }
        let gain = self.worth(victim.role, self.target);
        let (board, promoted) = (self.board, self.promoted);
        self.promoted = self.promoted.without(self.target).without(from);
        if promoted.has(from) {
            self.promoted = self.promoted.with(self.target);
        }
        self.board[self.target.index()] = self.board[from.index()].take();
        let value = gain - self.best(!side);
        (self.board, self.promoted) = (board, promoted);
        value.max(0)
    }
}

/// What the move and the exchange after it win.
fn value<R: Rules>(position: &Position<R>, mv: Move, values: &ExchangeValues) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let us = position.turn();
    let mut setup = position.to_setup();
    let mut exchange =
        Exchange { board: setup.board, promoted: setup.promoted, target: mv.to(), values, drops: R::DROPS };
    let to = mv.to();
    let mut won = 0;
    if mv.is_capture() {
        let square = if mv.is_en_passant() { Square::at(to.file(), mv.from().rank()) } else { to };
        let victim = exchange.board[square.index()].take().expect("something to capture");
        won += exchange.worth(victim.role, square);
        exchange.promoted = exchange.promoted.without(square);
    }
    let piece = match mv.drop_role() {
        Some(role) => Some(role.of(us)),
        None => setup.board[mv.from().index()].take(),
    };
    if !mv.is_drop() {
        exchange.board[mv.from().index()] = None;
        if exchange.promoted.has(mv.from()) {
            exchange.promoted = exchange.promoted.without(mv.from()).with(to);
        }
    }
    exchange.board[to.index()] = piece;
    if let Some(role) = mv.promotion() {
        won += values[role.index()] - values[Role::Pawn.index()];
        exchange.board[to.index()] = Some(role.of(us));
        exchange.promoted = exchange.promoted.with(to);
    }
    won - exchange.best(!us)
}

fn compare<R: Rules>(position: &mut Position<R>, random: &mut Random) {
    let values = &VALUES[random.below(VALUES.len())];
    for &mv in &position.legal_moves() {
        if mv.is_drop() && !random.one_in(6) {
            continue;
        }
        let expected = value(position, mv, values);
        for (threshold, reached) in [(expected, true), (expected + 1, false), (expected - 1, true)] {
            let answer = position.see_at_least(mv, threshold, values);
            let fen = position.fen();
            assert_eq!(answer, reached, "{mv:?} wins {expected}, asked for {threshold} in {fen}");
        }
        let other = random.below(4000) as i32 - 2000;
        assert_eq!(position.see_at_least(mv, other, values), expected >= other);
    }
}

fn on_games<R: Rules>(variant: Variant) {
    for_each_seed(150, |seed| play_game(variant, seed, 150, compare::<R>));
}

#[test]
fn exchanges_in_chess_equal_those_of_a_search() {
    on_games::<Standard>(Variant::Chess);
}

#[test]
fn exchanges_in_crazyhouse_equal_those_of_a_search() {
    on_games::<Crazyhouse>(Variant::Crazyhouse);
}
