//! What must hold for every position and every text: random games and random nonsense.

use rocada_rules::{
    AnyPosition, CastlingStyle, Color, Crazyhouse, EnPassantStyle, Epd, FenStyle, HandStyle, Position, Role,
    Rules, Setup, Square, Standard, Tolerance, Variant,
};

const TOLERANCES: [Tolerance; 3] = [Tolerance::Strict, Tolerance::Repair, Tolerance::Lax];

/// A small generator of random numbers (xorshift), the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound.max(1)
    }
}

fn check_position<R: Rules>(position: &Position<R>) {
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        for hand in [HandStyle::Brackets, HandStyle::Dash, HandStyle::Slash] {
            let style = FenStyle { castling, hand, en_passant: EnPassantStyle::Always };
            let fen = position.fen_with(style);
            let again = Position::<R>::from_fen(&fen, Tolerance::Strict);
            assert_eq!(again.map(|again| again.to_setup()), Ok(position.to_setup()), "{fen}");
        }
    }
    let again: Position<R> =
        Position::from_setup(&position.to_setup(), Tolerance::Strict).expect("a position");
    assert_eq!(again.key(), position.key());
    let mut written = Vec::new();
    for &mv in &position.legal_moves() {
        for chess960 in [false, true] {
            assert_eq!(position.parse_coordinate(&position.uci(mv, chess960)), Ok(mv));
            assert_eq!(position.parse_coordinate(&position.cecp(mv, chess960)), Ok(mv));
        }
        let san = position.san(mv);
        assert_eq!(position.parse_move(&san), Ok(mv), "{san} in {}", position.fen());
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {}", position.fen());
        written.push(san);
    }
    let count = written.len();
    written.sort();
    written.dedup();
    assert_eq!(written.len(), count, "two moves are written alike in {}", position.fen());
}

fn play_random_games<R: Rules>(games: u16, seed: u64) {
    let mut random = Random(seed);
    for game in 0..games {
        let number = if game % 2 == 0 { 518 } else { random.below(960) as u16 };
        let setup = Setup::double_chess960(number, number).expect("a number below 960");
        let mut position: Position<R> = Position::from_setup(&setup, Tolerance::Strict).expect("a start");
        for ply in 0..120 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else {
                break;
            };
            position.play(mv);
            if ply % 3 == 0 {
                check_position(&position);
            }
        }
    }
}

#[test]
fn chess_is_written_and_read_back() {
    play_random_games::<Standard>(30, 0x1234_5678_9abc_def1);
}

#[test]
fn crazyhouse_is_written_and_read_back() {
    play_random_games::<Crazyhouse>(12, 0xfeed_beef_1234_5679);
}

/// Texts from which nonsense is made.
const SEEDS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2",
    "rkr5/8/8/8/8/8/8/5RKR[QRBNPqrbnp] w HFca - 10 20",
    "4k3/8/8/2pP4/8/8/8/4K2Q~[12Pp] w - c6 0 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR/Qq w KQkq f6 0 3",
    "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\"; dm 3; c0 \"a;b\";",
    "e2e4",
    "Nbxd7+!?",
    "exd8=Q#",
    "O-O-O",
    "N@f3",
    "♘f3",
];

/// A text made from a seed by cutting, replacing, inserting and doubling.
fn mutated(random: &mut Random) -> String {
    const SIGNS: &str = "/12345678pnbrqkPNBRQK[]~-wb ahx@=+#0O;\"_\té漢\u{feff}";
    let mut text: Vec<char> = SEEDS[random.below(SEEDS.len())].chars().collect();
    let signs: Vec<char> = SIGNS.chars().collect();
    for _ in 0..=random.below(5) {
        let place = random.below(text.len() + 1);
        let sign = signs[random.below(signs.len())];
        match random.below(6) {
            0 => text.truncate(place),
            1 => text.insert(place, sign),
            2 if place < text.len() => {
                text.remove(place);
            }
            3 if place < text.len() => text.swap(place, 0),
            4 => text.extend_from_within(place..),
            _ if place < text.len() => text[place] = sign,
            _ => {}
        }
    }
    text.into_iter().collect()
}

fn garbage(random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..random.below(80)).map(|_| random.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text as everything there is; what is accepted must be playable.
fn read_as_everything(text: &str, random: &mut Random) {
    for variant in Variant::ALL {
        let start = AnyPosition::start(variant);
        if let Ok(mv) = start.parse_move(text) {
            assert!(start.legal_moves().contains(&mv));
        }
        for tolerance in TOLERANCES {
            let Ok(mut position) = AnyPosition::from_fen(variant, text, tolerance) else {
                continue;
            };
            let again = AnyPosition::from_fen(position.variant(), &position.fen(), tolerance);
            assert_eq!(again.map(|again| again.fen()), Ok(position.fen()), "{text}");
            for _ in 0..6 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len())) else {
                    break;
                };
                assert_eq!(position.parse_move(&position.san(mv)), Ok(mv), "{text}");
                position.play(mv);
            }
            while position.undo().is_some() {}
        }
    }
    if let Ok(epd) = Epd::parse(text) {
        assert_eq!(Epd::parse(&epd.to_string()).map(|again| again.setup.board), Ok(epd.setup.board));
    }
}

#[test]
fn nonsense_never_panics() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..30_000 {
        let text = if round % 4 == 0 { garbage(&mut random) } else { mutated(&mut random) };
        read_as_everything(&text, &mut random);
    }
}

/// A board crowded with random men, mostly queens, and with full hands.
fn crowded(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        for _ in 0..random.below(31) {
            let role = Role::ALL[[4, 4, 4, 3, 1, 2, 0][random.below(7)]];
            let rank = 1 + random.below(6) as u8;
            setup.set_piece(Square::at(random.below(8) as u8, rank), Some(role.of(color)));
        }
        for role in Role::DROPPABLE {
            let count = random.below(4) as u8;
            setup.add_to_hand(color, role, count).expect("a small hand");
        }
        let king = Square::at(random.below(8) as u8, 0).relative(color);
        setup.set_piece(king, Some(Role::King.of(color)));
    }
    setup
}

#[test]
fn crowded_boards_are_refused_or_playable() {
    let mut random = Random(77);
    let mut accepted = 0;
    for _ in 0..4000 {
        let setup = crowded(&mut random);
        let Ok(mut position) = Position::<Crazyhouse>::from_setup(&setup, Tolerance::Lax) else {
            continue;
        };
        accepted += 1;
        for _ in 0..40 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else {
                break;
            };
            position.play(mv);
        }
    }
    assert!(accepted > 20, "only {accepted} boards were accepted");
}

#[test]
fn every_beginning_of_a_text_is_harmless() {
    let mut random = Random(1);
    for seed in SEEDS {
        for (end, _) in seed.char_indices() {
            read_as_everything(&seed[..end], &mut random);
        }
    }
}
