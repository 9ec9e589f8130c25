//! Who plays whom with which colours and from which opening.

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// From 0.
    pub number: u32,
    /// White's index among the engines, and Black's.
    pub players: [usize; 2],
    /// Which opening, from 0.
    pub opening: usize,
    /// The encounter that the game belongs to.
    pub encounter: usize,
}

/// All games of a match, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    games_each: u32,
}

impl Schedule {
    /// A schedule in which each encounter has so many games.
    pub fn new(format: Format, engines: usize, games_each: u32) -> Schedule {
        let first_players = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => 1,
        };
        let encounters = (0..first_players).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect();
        Schedule { encounters, games_each }
    }

    /// The pairs of engines that meet.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        self.games_each * u32::try_from(self.encounters.len()).unwrap_or(u32::MAX)
    }

    /// A game by its number. Both games of a pair follow each other, and all encounters get an opening before the next
    /// opening comes.
    pub fn pairing(&self, number: u32) -> Option<Pairing> {
        if number >= self.games() {
            return None;
        }
        let per_round = 2 * self.encounters.len();
        let whole = number as usize;
        // With an odd number of games the last round has one game for each encounter.
        let whole_rounds = (self.games_each / 2) as usize;
        let (round, encounter, second) = if whole < whole_rounds * per_round {
            (whole / per_round, whole % per_round / 2, whole % 2 == 1)
        } else {
            (whole_rounds, whole - whole_rounds * per_round, false)
        };
        let [a, b] = *self.encounters.get(encounter)?;
        let players = if second { [b, a] } else { [a, b] };
        Some(Pairing { number, players, opening: round, encounter })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_twice_with_colours_reversed() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 5);
        let games: Vec<Pairing> = (0..5).filter_map(|number| schedule.pairing(number)).collect();
        assert_eq!(games.iter().map(|game| game.opening).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
        assert_eq!(games[0].players, [0, 1]);
        assert_eq!(games[1].players, [1, 0]);
        assert_eq!(schedule.pairing(5), None);
    }

    #[test]
    fn a_gauntlet_has_the_first_against_the_rest() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3]]);
        let robin = Schedule::new(Format::RoundRobin, 4, 3);
        assert_eq!((robin.encounters().len(), robin.games()), (6, 18));
        let mut each = [0; 6];
        (0..18).filter_map(|number| robin.pairing(number)).for_each(|game| each[game.encounter] += 1);
        assert_eq!(each, [3; 6]);
    }
}
