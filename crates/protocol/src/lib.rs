//! CECP and UCI as text, and the session that speaks them. No input or output, no threads, no search: lines and
//! events come in, actions go out, and the caller carries them out.
//!
//! * [`cecp`] and [`uci`]: the lines of both protocols in both directions, read and written.
//! * [`options`]: every option declared once, shown in either protocol.
//! * [`session`]: the state machine of the engine's side.
//!
//! ```
//! use std::time::Duration;
//! use rocada_protocol::session::{Action, Input, Session, SessionConfig};
//!
//! let mut session = Session::new(SessionConfig::default());
//! let actions = session.step(Duration::ZERO, Input::Line(b"isready"));
//! assert_eq!(actions, [Action::Send("readyok".to_owned())]);
//! let actions = session.step(Duration::ZERO, Input::Line(b"go depth 3"));
//! assert!(matches!(&actions[..], [Action::Go(request)] if request.limits.depth == Some(3)));
//! ```

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

pub mod cecp;
pub mod limits;
pub mod options;
mod result_tag;
mod score;
pub mod session;
pub mod text;
mod time_text;
mod tool;
pub mod uci;

pub use limits::SearchLimits;
pub use result_tag::ResultTag;
pub use score::{Bound, Score};
pub use tool::Tool;
