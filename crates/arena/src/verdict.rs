//! How a game ended: the result, the kind of end and one sentence.

use std::fmt;

use rocada_protocol::ResultTag;
use rocada_rules::{Color, DrawClaim, Outcome};

use crate::fault::{Fault, FaultKind};

/// The kind of a game's end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Nobody can mate.
    InsufficientMaterial,
    /// The position was there three times.
    Repetition,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// Both sides offered a draw.
    DrawAgreed,
    /// A side gave up.
    Resignation,
    /// A flag fell.
    Time,
    /// An illegal move.
    IllegalMove,
    /// A claim that the rules do not support.
    FalseClaim,
    /// A legal move was called illegal.
    FalseIllegalClaim,
    /// The process ended.
    Crash,
    /// No move came though no clock was running.
    Hang,
    /// `ping` or `isready` was not answered.
    Stall,
    /// Output without end.
    Flood,
    /// The engine could not be started for the game.
    NoStart,
    /// Scores said that it was won.
    AdjudicatedWin,
    /// Scores said that it was drawn.
    AdjudicatedDraw,
    /// A tablebase knew the result.
    Tablebase,
    /// The game was too long.
    TooLong,
    /// The match was interrupted.
    Interrupted,
}

impl End {
    /// All kinds.
    pub const ALL: [End; 21] = [
        End::Checkmate,
        End::Stalemate,
        End::InsufficientMaterial,
        End::Repetition,
        End::FiftyMoves,
        End::DrawAgreed,
        End::Resignation,
        End::Time,
        End::IllegalMove,
        End::FalseClaim,
        End::FalseIllegalClaim,
        End::Crash,
        End::Hang,
        End::Stall,
        End::Flood,
        End::NoStart,
        End::AdjudicatedWin,
        End::AdjudicatedDraw,
        End::Tablebase,
        End::TooLong,
        End::Interrupted,
    ];

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<End> {
        End::ALL.into_iter().find(|end| end.name() == name)
    }

    /// A short name, for JSON, tables and the tag `Ending` of PGN.
    pub fn name(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::InsufficientMaterial => "insufficient material",
            End::Repetition => "repetition",
            End::FiftyMoves => "fifty moves",
            End::DrawAgreed => "draw agreed",
            End::Resignation => "resignation",
            End::Time => "time",
            End::IllegalMove => "illegal move",
            End::FalseClaim => "false claim",
            End::FalseIllegalClaim => "false illegal-move claim",
            End::Crash => "crash",
            End::Hang => "hang",
            End::Stall => "stall",
            End::Flood => "flood",
            End::NoStart => "no start",
            End::AdjudicatedWin => "adjudicated win",
            End::AdjudicatedDraw => "adjudicated draw",
            End::Tablebase => "tablebase",
            End::TooLong => "too long",
            End::Interrupted => "interrupted",
        }
    }

    /// Did an engine do something that it must not do?
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            End::Time
                | End::IllegalMove
                | End::FalseClaim
                | End::FalseIllegalClaim
                | End::Crash
                | End::Hang
                | End::Stall
                | End::Flood
                | End::NoStart
        )
    }

    /// The word of PGN's `Termination` tag.
    pub fn pgn(self) -> &'static str {
        match self {
            End::Time => "time forfeit",
            End::IllegalMove | End::FalseClaim | End::FalseIllegalClaim | End::Flood => "rules infraction",
            End::Crash | End::Hang | End::Stall | End::NoStart => "abandoned",
            End::AdjudicatedWin | End::AdjudicatedDraw | End::Tablebase | End::TooLong => "adjudication",
            End::Interrupted => "unterminated",
            _ => "normal",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A game's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The result.
    pub result: ResultTag,
    /// What kind of end.
    pub end: End,
    /// What happened, in one sentence.
    pub sentence: String,
}

impl Verdict {
    /// A drawn game.
    pub fn draw(end: End, sentence: impl Into<String>) -> Verdict {
        Verdict { result: ResultTag::Drawn, end, sentence: sentence.into() }
    }

    /// A game that `winner` won.
    pub fn win(winner: Color, end: End, sentence: impl Into<String>) -> Verdict {
        Verdict { result: ResultTag::win_of(winner), end, sentence: sentence.into() }
    }

    /// The rules have ended the game.
    pub fn by_rules(outcome: Outcome) -> Verdict {
        match outcome {
            Outcome::Checkmate { winner } => Verdict::win(winner, End::Checkmate, format!("{outcome}")),
            Outcome::Stalemate => Verdict::draw(End::Stalemate, "Stalemate"),
            Outcome::InsufficientMaterial => {
                Verdict::draw(End::InsufficientMaterial, "Draw: nobody has enough material to mate")
            }
        }
    }

    /// A draw that a player may claim, and that the referee claims for both.
    pub fn by_claim(claim: DrawClaim) -> Verdict {
        match claim {
            DrawClaim::ThreefoldRepetition => {
                Verdict::draw(End::Repetition, "Draw: the position was there three times")
            }
            DrawClaim::FiftyMoves => {
                Verdict::draw(End::FiftyMoves, "Draw: fifty moves without a capture or a pawn move")
            }
        }
    }

    /// A player's fault loses the game.
    pub fn by_fault(loser: Color, name: &str, fault: &Fault, has_clock: bool) -> Verdict {
        let (end, what) = match fault.kind {
            FaultKind::NotStarted | FaultKind::Handshake | FaultKind::Unsupported => {
                (End::NoStart, "could not begin the game")
            }
            FaultKind::Crashed => (End::Crash, "crashed"),
            FaultKind::TimeUp if has_clock => (End::Time, "loses on time"),
            FaultKind::TimeUp | FaultKind::Hung => (End::Hang, "hangs"),
            FaultKind::Stalled => (End::Stall, "stalls"),
            FaultKind::Flood => (End::Flood, "floods its output"),
        };
        Verdict::win(!loser, end, format!("{name} ({}) {what}: {fault}", crate::referee::color_name(loser)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_end_has_a_name_of_its_own_that_leads_back_to_it() {
        for end in End::ALL {
            assert_eq!(End::from_name(end.name()), Some(end));
        }
        assert_eq!(End::from_name("white wins"), None);
    }
}
