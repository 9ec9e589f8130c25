//! All games: those that somebody looks at in memory, the others on disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use rocada_arena::ClockRule;
use rocada_rules::{AnyPosition, Color};
use rocada_sparring::Partner;

use crate::chance::{game_id, number};
use crate::game::{Game, Terms};
use crate::messages::{ClockWish, GameSummary, GameView, NewGame, SideWish, Start};
use crate::outbox::Outbox;
use crate::pool::lock;
use crate::room::{House, Room};
use crate::view::start_position;

/// So many games at a time: more than anybody plays.
const MOST_ROOMS: usize = 400;
/// How many games a list shows.
const LISTED: usize = 30;
/// The longest clock.
const MOST_MINUTES: f64 = 180.0;
const MOST_INCREMENT: f64 = 180.0;

/// Every game by its name.
pub(crate) struct Games {
    pub(crate) house: House,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

impl Games {
    pub(crate) fn new(house: House) -> Games {
        Games { house, rooms: Mutex::default() }
    }

    /// The room of a game; one that nobody looked at comes from disk.
    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, String> {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(id) {
            return Ok(Arc::clone(room));
        }
        let room = Room::new(self.house.clone(), self.house.archive.load(id)?);
        insert(&mut rooms, id, &room)?;
        Ok(room)
    }

    /// Begins a game, and the tab looks at it.
    pub(crate) fn begin(&self, wish: &NewGame, outbox: &Outbox) -> Result<GameView, String> {
        let partner: Partner = wish.opponent.parse().map_err(|error| format!("{error}."))?;
        let rule = wish.clock.map_or(Ok(ClockRule::Unlimited), clock_rule)?;
        let start = chosen_start(wish);
        let base = start_position(wish.variant, start.as_ref())?;
        if base.outcome().is_some() {
            return Err("The game is over in this position already.".to_owned());
        }
        let human = match wish.color {
            SideWish::White => Color::White,
            SideWish::Black => Color::Black,
            SideWish::Random if number().is_multiple_of(2) => Color::White,
            SideWish::Random => Color::Black,
        };
        self.open(self.terms(human, partner, wish.human_time, rule, &base), base, outbox)
    }

    fn terms(
        &self,
        human: Color,
        partner: Partner,
        human_time: bool,
        rule: ClockRule,
        base: &AnyPosition,
    ) -> Terms {
        let adaptive = self.house.archive.adaptive().level(base.variant().has_drops());
        let (id, seed, began) = (game_id(), number(), SystemTime::now());
        Terms { id, human, partner, adaptive, human_time, seed, rule, began }
    }

    fn open(&self, terms: Terms, base: AnyPosition, outbox: &Outbox) -> Result<GameView, String> {
        let id = terms.id.clone();
        let game = Game::new(terms, base);
        let kept = self.house.archive.save(&game);
        kept.map_err(|error| format!("The game cannot be kept on disk: {error}."))?;
        let room = Room::new(self.house.clone(), game);
        insert(&mut lock(&self.rooms), &id, &room)?;
        Ok(room.enter(outbox))
    }

    /// The same game again with colours changed.
    pub(crate) fn rematch(&self, id: &str, outbox: &Outbox) -> Result<GameView, String> {
        let room = self.room(id)?;
        if let Some(next) = room.rematch() {
            return Ok(self.room(&next)?.enter(outbox));
        }
        let (old, base, is_over) =
            room.with(|game| (game.terms.clone(), game.base().clone(), game.is_over()));
        if !is_over {
            return Err("The game goes on; a rematch comes after its end.".to_owned());
        }
        let terms = self.terms(!old.human, old.partner, old.human_time, old.rule, &base);
        let view = self.open(terms, base, outbox)?;
        room.set_rematch(view.id.clone(), outbox.tab);
        Ok(view)
    }

    /// The newest games.
    pub(crate) fn list(&self) -> Vec<GameSummary> {
        let archive = &self.house.archive;
        let known = |id: &String| lock(&self.rooms).get(id).map(Arc::clone);
        archive
            .newest(LISTED)
            .iter()
            .filter_map(|id| match known(id) {
                Some(room) => Some(room.with(|game| game.summary())),
                None => archive.load(id).ok().map(|game| game.summary()),
            })
            .collect()
    }
}

/// Adds a room; those that nobody looks at are on disk and can go.
fn insert(rooms: &mut HashMap<String, Arc<Room>>, id: &str, room: &Arc<Room>) -> Result<(), String> {
    if rooms.len() >= MOST_ROOMS {
        rooms.retain(|_, room| !room.is_empty());
    }
    if rooms.len() >= MOST_ROOMS {
        return Err(format!("{MOST_ROOMS} games are open already: close some of them."));
    }
    rooms.insert(id.to_owned(), Arc::clone(room));
    Ok(())
}

/// The start that was asked for; in a 960 variant any of them if nothing was said.
fn chosen_start(wish: &NewGame) -> Option<Start> {
    let variant = rocada_rules::Variant::from(wish.variant);
    let says_nothing = wish.start.as_ref().is_none_or(|start| start.fen.is_none() && start.number.is_none());
    if variant.is_960() && says_nothing {
        let number = u16::try_from(number() % 960).ok();
        return Some(Start { number, ..Start::default() });
    }
    wish.start.clone()
}

fn clock_rule(wish: ClockWish) -> Result<ClockRule, String> {
    let minutes_fit = wish.minutes > 0.0 && wish.minutes <= MOST_MINUTES;
    if !minutes_fit || !(0.0..=MOST_INCREMENT).contains(&wish.increment) {
        return Err(format!(
            "A clock has more than 0 and up to {MOST_MINUTES} minutes, and up to {MOST_INCREMENT} seconds for each move."
        ));
    }
    let base = Duration::from_secs_f64(wish.minutes * 60.0);
    Ok(ClockRule::Game { moves: None, base, increment: Duration::from_secs_f64(wish.increment) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_without_sense_are_refused() {
        let clock = |minutes, increment| clock_rule(ClockWish { minutes, increment });
        assert!(clock(0.5, 0.0).is_ok());
        for (minutes, increment) in
            [(0.0, 1.0), (-1.0, 0.0), (f64::NAN, 0.0), (1e9, 0.0), (1.0, -1.0), (1.0, f64::NAN)]
        {
            assert!(clock(minutes, increment).is_err(), "{minutes} {increment}");
        }
    }
}
