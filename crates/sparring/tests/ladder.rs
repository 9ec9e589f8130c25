//! The ladder: stronger levels beat weaker ones. `ROCADA_LADDER_GAMES` sets the games of each pair, `ROCADA_LADDER` the
//! levels to compare (`5-12`), `ROCADA_LADDER_VARIANT` the game; the scores are printed. `scripts/levels.sh` measures in
//! earnest.
#![allow(missing_docs)]
#![allow(clippy::print_stderr)]

mod common;

use rocada_rules::Variant;
use rocada_sparring::levels::{Level, Person};
use rocada_sparring::{Opponent, Selection};

fn level(number: f64) -> Person {
    Person::new(Level::new(number))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[test]
fn level_1_loses_to_greedy_but_not_every_game_to_random() {
    for variant in [Variant::Chess, Variant::Crazyhouse] {
        let greedy = Selection::Greedy.opponent(variant.has_drops()).expect("a bot");
        let lost = common::score(variant, &level(1.0), greedy.as_ref(), 200);
        eprintln!("{variant}: level 1 scores {lost:.2} against greedy");
        assert!(lost < 0.5, "{variant}: {lost}");
        let random = Selection::Random.opponent(variant.has_drops()).expect("a bot");
        let held = common::score(variant, &level(1.0), random.as_ref(), 20);
        eprintln!("{variant}: level 1 scores {held:.2} against random");
        assert!(held > 0.2, "{variant}: {held}");
    }
}

#[test]
fn three_levels_more_are_clearly_stronger() {
    for variant in [Variant::Chess, Variant::Crazyhouse] {
        for (weak, strong) in [(1.0, 4.0), (4.0, 7.0), (7.0, 10.0)] {
            let score = common::score(variant, &level(strong), &level(weak), 8);
            eprintln!("{variant}: level {strong} scores {score:.2} against level {weak}");
            assert!(score > 0.6, "{variant}: level {strong} scores {score} against level {weak}");
        }
    }
}

/// Prints the score of each level against the one below. Only on demand: it takes minutes.
#[test]
fn neighbours_are_ordered() {
    let Some(games) = variable("ROCADA_LADDER_GAMES").and_then(|text| text.parse().ok()) else { return };
    let range = variable("ROCADA_LADDER").unwrap_or_else(|| "1-10".to_owned());
    let (first, last) = range.split_once('-').expect("levels such as 5-12");
    let (first, last): (u32, u32) = (first.parse().expect("a level"), last.parse().expect("a level"));
    let variant: Variant =
        variable("ROCADA_LADDER_VARIANT").map_or(Variant::Chess, |text| text.parse().expect("a variant"));
    let mut inverted = Vec::new();
    for below in first..last {
        let (weak, strong) = (level(f64::from(below)), level(f64::from(below + 1)));
        let score = common::score(variant, &strong, &weak, games);
        eprintln!("{variant}: {} scores {score:.3} against {}", strong.name(), weak.name());
        if score < 0.5 {
            inverted.push(below);
        }
    }
    assert!(inverted.is_empty(), "weaker than the level below: {inverted:?}");
}
