//! Games that Rocada plays against itself: legal, the same for the same seed, and to be continued.

use rocada_lab::games::{Game, Reader, Writer, verify};
use rocada_lab::selfplay::{Settings, Until, run};
use rocada_rules::Variant;

fn settings(variant: Variant) -> Settings {
    Settings { nodes: 60, seed: 4, table_kib: 256, ..Settings::new(variant) }
}

fn play(variant: Variant, threads: usize, first: u64, games: u64) -> Vec<Game> {
    let settings = settings(variant);
    let mut writer = Writer::new(Vec::new(), settings.label(), first);
    let until = Until { games: Some(games), time: None };
    run(&settings, threads, first, until, &mut writer, &mut |_| true).expect("memory takes all");
    let bytes = writer.finish().expect("memory takes all");
    Reader::new(&bytes[..]).flat_map(|chunk| chunk.and_then(|chunk| chunk.games()).expect("sound")).collect()
}

#[test]
fn games_of_all_variants_are_legal_and_end_as_they_say() {
    for variant in Variant::ALL {
        let games = play(variant, 2, 0, 4);
        assert_eq!(games.len(), 4);
        for game in &games {
            assert_eq!(verify(game, variant), Ok(()));
            assert!((8..=9).contains(&game.random_plies()));
        }
    }
}

#[test]
fn threads_and_restarts_do_not_change_the_games() {
    for variant in [Variant::Chess, Variant::Crazyhouse960] {
        let games = play(variant, 1, 0, 6);
        assert_eq!(games, play(variant, 3, 0, 6));
        assert_eq!(games[4..], play(variant, 2, 4, 6));
    }
}
