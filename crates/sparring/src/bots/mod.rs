//! Six bots, each a little more than the one before: a course from the first legal move to a searching engine.
//! `docs/course.md` walks through them.

mod artofwar;
mod castler;
mod greedy;
mod minions;
mod pawn;
mod random;

pub use artofwar::ArtOfWar;
pub use castler::Castler;
pub use greedy::Greedy;
pub use minions::Minions;
pub use pawn::OnePawn;
pub use random::RandomMover;
