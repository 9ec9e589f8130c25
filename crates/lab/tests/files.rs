//! Files of games: what is written comes back, kills cost little, damage is told and never panics.

use std::path::PathBuf;

use rocada_lab::games::{
    Ending, EvaluationId, Fault, Game, GamesError, Label, Reader, Start, Trouble, Writer, open_to_append,
    verify,
};
use rocada_lab::random::Random;
use rocada_rules::{AnyPosition, DrawClaim, GameResult, Move, Outcome, Setup, Variant};

fn label(variant: Variant) -> Label {
    Label { variant, generation: 3, evaluation: EvaluationId::new("classical-test"), nodes: 700, seed: 9 }
}

/// A game of random moves with random scores, ended by the rules or by length.
fn random_game(variant: Variant, random: &mut Random) -> Game {
    let start = match (variant.is_960(), random.below(4)) {
        (true, 0) => Start::Array(random.below(960) as u16, random.below(960) as u16),
        (true, _) => Start::Fen(Setup::chess960(random.below(960) as u16).expect("a number below 960").fen()),
        (false, _) => Start::Array(518, 518),
    };
    let mut position: AnyPosition =
        start.any_position(variant).expect("a known start").expect("a start that can be played");
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    let (result, ending) = loop {
        if let Some(outcome) = position.outcome() {
            let ending = match outcome {
                Outcome::Checkmate { .. } => Ending::Checkmate,
                Outcome::Stalemate => Ending::Stalemate,
                Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            };
            break (outcome.into(), ending);
        }
        match position.draw_claim() {
            Some(DrawClaim::ThreefoldRepetition) => break (GameResult::Draw, Ending::Repetition),
            Some(DrawClaim::FiftyMoves) => break (GameResult::Draw, Ending::FiftyMoves),
            None if moves.len() >= 300 => break (GameResult::Draw, Ending::TooLong),
            None => {}
        }
        let legal = position.legal_moves();
        let mv = legal[random.below(legal.len())];
        if moves.len() >= 8 {
            scores.push(random.next_u64() as i16);
        }
        position.play(mv);
        moves.push(mv);
    };
    Game { start, moves, scores, result, ending }
}

fn random_games(variant: Variant, count: usize) -> Vec<Game> {
    let mut random = Random::of(77, variant as u64);
    (0..count).map(|_| random_game(variant, &mut random)).collect()
}

fn written(variant: Variant, chunks: &[&[Game]]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), label(variant), 0);
    for games in chunks {
        games.iter().for_each(|game| writer.push(game).expect("memory takes all"));
        writer.flush().expect("memory takes all");
    }
    writer.finish().expect("memory takes all")
}

fn read(bytes: &[u8]) -> Result<Vec<Game>, GamesError> {
    let mut all = Vec::new();
    for chunk in Reader::new(bytes) {
        all.extend(chunk?.games()?);
    }
    Ok(all)
}

/// A file that goes away at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("rocada-{}-{name}.rog", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn random_games_of_all_variants_come_back() {
    for variant in Variant::ALL {
        let games = random_games(variant, 30);
        let bytes = written(variant, &[&games[..20], &games[20..]]);
        assert_eq!(read(&bytes).expect("a sound file"), games);
        let headers: Vec<_> =
            Reader::new(&bytes[..]).map(|chunk| chunk.expect("a sound file").header).collect();
        assert_eq!(headers.len(), 2);
        assert_eq!((headers[1].label, headers[1].first_game, headers[1].games), (label(variant), 20, 10));
        for game in &games {
            assert_eq!(verify(game, variant), Ok(()));
        }
    }
}

#[test]
fn torn_file_is_cut_and_continued() {
    let games = random_games(Variant::Crazyhouse, 12);
    let bytes = written(Variant::Crazyhouse, &[&games[..5], &games[5..9]]);
    let whole = written(Variant::Crazyhouse, &[&games[..5]]).len();
    let scratch = Scratch::new("torn");
    for kept in [whole + 1, whole + 50, whole + 100, bytes.len() - 1] {
        std::fs::write(&scratch.0, &bytes[..kept]).expect("a temporary file");
        let error = read(&bytes[..kept]).expect_err("it is torn");
        assert!(matches!(error, GamesError::Chunk { trouble: Trouble::Torn, .. }), "{error}");
        let (mut writer, resumed) =
            open_to_append(&scratch.0, label(Variant::Crazyhouse)).expect("a torn file is fine");
        assert_eq!((resumed.games, resumed.next_game, resumed.cut), (5, 5, (kept - whole) as u64));
        games[5..].iter().for_each(|game| writer.push(game).expect("the disk has room"));
        writer.finish().expect("the disk has room");
        assert_eq!(read(&std::fs::read(&scratch.0).expect("it is there")).expect("sound again"), games);
    }
}

#[test]
fn games_of_another_label_are_not_mixed_in() {
    let scratch = Scratch::new("label");
    std::fs::write(&scratch.0, written(Variant::Chess, &[&random_games(Variant::Chess, 1)])).expect("a file");
    let other = Label { seed: 10, ..label(Variant::Chess) };
    let error = open_to_append(&scratch.0, other).expect_err("another seed");
    assert!(matches!(error, GamesError::OtherLabel { field: "seed", .. }), "{error}");
    assert!(open_to_append(&scratch.0, label(Variant::Chess)).is_ok());
}

#[test]
fn damage_is_told_and_never_panics() {
    let games = random_games(Variant::Chess960, 6);
    let bytes = written(Variant::Chess960, &[&games]);
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let mut broken = bytes.clone();
        let place = random.below(broken.len());
        broken[place] ^= 1 << random.below(8);
        assert!(read(&broken).is_err(), "byte {place}");
    }
    for length in 0..200 {
        let noise: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
        assert_eq!(read(&noise).is_ok(), length == 0);
    }
}

#[test]
fn verify_finds_an_illegal_move() {
    let mut game = random_games(Variant::Chess, 1).remove(0);
    let ply = game.moves.len() / 2;
    game.moves[ply] = Move::from_bits(1).expect("not zero");
    assert!(matches!(verify(&game, Variant::Chess), Err(Fault::Illegal { ply: found, .. }) if found == ply));
}

#[test]
fn verify_finds_a_wrong_ending_and_a_wrong_result() {
    let games = random_games(Variant::Crazyhouse, 40);
    let mated = games.iter().find(|game| game.ending == Ending::Checkmate).expect("random games end in mate");
    let mut short = mated.clone();
    short.moves.pop();
    short.scores.pop();
    assert_eq!(verify(&short, Variant::Crazyhouse), Err(Fault::Ending(Ending::Checkmate)));
    let drawn = Game { result: GameResult::Draw, ..mated.clone() };
    assert_eq!(verify(&drawn, Variant::Crazyhouse), Err(Fault::Result(GameResult::Draw)));
}
