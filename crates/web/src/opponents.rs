//! Everybody to play against, as the page shows them.

use rocada_sparring::{Adaptive, Level, Partner, Selection};

use crate::messages::{OpponentKind, OpponentView};

/// Everybody, the weakest first.
pub(crate) fn all(memory: &Adaptive) -> Vec<OpponentView> {
    let bots = Selection::BOTS.into_iter().map(|(_, bot)| Partner::Chosen(bot));
    let levels = (1..20).map(|level| Partner::Chosen(Selection::Level(Level::new(f64::from(level)))));
    let others = [Partner::Full, Partner::Adaptive];
    let show = |partner| OpponentView {
        elo_crazyhouse: view(partner, memory.level(true), true).elo_crazyhouse,
        ..view(partner, memory.level(false), false)
    };
    bots.chain(levels).chain(others).map(show).collect()
}

/// One of them, in the game with or without drops, if the adaptive one is at this level.
pub(crate) fn view(partner: Partner, adaptive: Level, has_drops: bool) -> OpponentView {
    let level = partner.level(adaptive, has_drops);
    let elo = |has_drops: bool| partner.level(adaptive, has_drops).map(|level| level.elo(has_drops));
    OpponentView {
        key: partner.to_string(),
        name: partner.name(adaptive, has_drops),
        kind: kind(partner),
        level: level.map(Level::number),
        elo_chess: elo(false),
        elo_crazyhouse: elo(true),
        about: about(partner).to_owned(),
    }
}

fn kind(partner: Partner) -> OpponentKind {
    match partner {
        Partner::Full => OpponentKind::Full,
        Partner::Adaptive => OpponentKind::Adaptive,
        Partner::Chosen(Selection::Level(_) | Selection::Elo(_)) => OpponentKind::Level,
        Partner::Chosen(_) => OpponentKind::Bot,
    }
}

fn about(partner: Partner) -> &'static str {
    match partner {
        Partner::Full => "plays as well as it can",
        Partner::Adaptive => "becomes stronger when you win and weaker when you lose",
        Partner::Chosen(Selection::Pawn) => "moves one pawn, and resigns when it is stuck",
        Partner::Chosen(Selection::Random) => "moves at random",
        Partner::Chosen(Selection::Castler) => "wants to castle, then moves at random",
        Partner::Chosen(Selection::Greedy) => "takes whatever it can",
        Partner::Chosen(Selection::Minions(_)) => "counts material a few moves ahead",
        Partner::Chosen(Selection::ArtOfWar) => "looks ahead and weighs six things",
        Partner::Chosen(Selection::Level(_) | Selection::Elo(_)) => "plays and errs like a person",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_leads_back_to_somebody() {
        let everybody = all(&Adaptive::default());
        assert_eq!(everybody.len(), 6 + 19 + 2);
        for opponent in everybody {
            let partner: Partner = opponent.key.parse().expect("an opponent");
            assert_eq!(view(partner, Adaptive::default().level(false), false), opponent);
        }
    }
}
