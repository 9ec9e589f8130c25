//! The board in the browser: a server on this machine that owns the rules, the games and the analyses. The page knows no
//! rules; it asks with [`messages`].
//!
//! ```text
//! server   address, start and stop          guard    who may talk to it       assets   the files of the page
//! http     the routes                       socket   a conversation           orders   what a tab wants and gets
//! games    all games        room   a game and its visitors    game   one game     archive   games on disk
//! analysis what a tab sees of a search      pool     who may use the machine  store    what was analysed before
//! view     positions as messages            explain  why it is worth that     pgn      trees of moves
//! ```

// Everything here handles what comes from outside: nothing may panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::unreachable
    )
)]

mod analysis;
mod archive;
mod assets;
mod chance;
mod explain;
mod game;
mod games;
mod guard;
mod http;
pub mod messages;
mod opponents;
mod orders;
mod outbox;
mod pgn;
mod pool;
mod room;
mod server;
mod socket;
mod store;
mod view;

pub use assets::Assets;
pub use server::{DEFAULT_PORT, ServeError, Server, Settings};
