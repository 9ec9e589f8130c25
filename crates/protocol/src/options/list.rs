//! The options of Rocada, one declaration each.

use super::{OptionKind, OptionSpec};

/// An option without other names; `in_cecp` says whether CECP announces it.
const fn option(name: &'static str, kind: OptionKind, in_cecp: bool, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind, help, aliases: &[], in_cecp }
}

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// Everything that can be set.
pub fn standard_options() -> Vec<OptionSpec> {
    let mut all = machine();
    all.extend(game());
    all.extend(strength());
    all.extend(files());
    all
}

/// Options whose feature is not finished. An option that does nothing is a lie, so these are not offered: a name
/// leaves this list together with the change that makes it work.
const UNFINISHED: &[&str] = &["UCI_Opponent"];

/// What can be set and really does something: what the binary offers.
pub fn working_options() -> Vec<OptionSpec> {
    let mut all = standard_options();
    all.retain(|spec| !UNFINISHED.contains(&spec.name));
    all
}

/// Options about the machine and the search.
fn machine() -> Vec<OptionSpec> {
    vec![
        option("Hash", spin(64, 1, 65_536), false, "Megabytes for the table of searched positions."),
        option("Threads", spin(1, 1, 512), false, "Processors that search together."),
        option("Clear Hash", OptionKind::Button, true, "Forget all searched positions."),
        option("MultiPV", spin(1, 1, 256), true, "How many lines to show."),
        option(
            "Ponder",
            OptionKind::Check(false),
            false,
            "Think on the opponent's time (the GUI decides when).",
        ),
        OptionSpec {
            aliases: &["Overhead", "Lag"],
            ..option(
                "Move Overhead",
                spin(30, 0, 10_000),
                true,
                "Milliseconds that each move may lose on its way to the GUI; never used for thinking.",
            )
        },
    ]
}

/// Options about the game and its output.
fn game() -> Vec<OptionSpec> {
    vec![
        OptionSpec {
            aliases: &["Chess960"],
            ..option("UCI_Chess960", OptionKind::Check(false), false, "Castling is written king takes rook.")
        },
        OptionSpec {
            aliases: &["Variant"],
            ..option(
                "UCI_Variant",
                OptionKind::Combo(&["chess", "crazyhouse"]),
                false,
                "The game that the next position belongs to.",
            )
        },
        option(
            "UCI_AnalyseMode",
            OptionKind::Check(false),
            false,
            "The search is for analysis, not for a game.",
        ),
        option("UCI_ShowWDL", OptionKind::Check(false), false, "Show the chances of win, draw and loss."),
        option("UCI_Opponent", OptionKind::Text(""), false, "Title, rating, kind and name of the opponent."),
        option(
            "UCI_EngineAbout",
            OptionKind::Text("Rocada, free software under the GPL 3 or later"),
            false,
            "What this engine is.",
        ),
        option("Resign", OptionKind::Check(false), true, "Give up hopeless games (CECP)."),
        option(
            "Resign Score",
            spin(900, 200, 10_000),
            true,
            "Centipawns behind, for three moves in a row, that count as hopeless.",
        ),
    ]
}

/// Options about who plays and how well.
fn strength() -> Vec<OptionSpec> {
    vec![
        option(
            "Opponent",
            OptionKind::Combo(&[
                "Rocada", "Adaptive", "Pawn", "Random", "Castler", "Greedy", "Minions", "ArtOfWar",
            ]),
            true,
            "Who plays: Rocada, somebody who follows your results, or one of the sparring bots.",
        ),
        option("Minions Depth", spin(3, 1, 6), true, "How many plies the bot Minions looks ahead."),
        option(
            "Level",
            spin(0, 0, 20),
            true,
            "Strength from 1 (beginner) to 20; 0 and 20 are full strength.",
        ),
        option(
            "Skill Level",
            spin(20, -20, 20),
            true,
            "Strength as other engines count it; 20 is full strength.",
        ),
        option("UCI_LimitStrength", OptionKind::Check(false), true, "Play at the strength of UCI_Elo."),
        option("UCI_Elo", spin(1500, 50, 3600), true, "Strength in Elo; setting it limits the strength."),
        option("HumanTime", OptionKind::Check(false), true, "Take as long for a move as a person would."),
        option(
            "Seed",
            spin(0, 0, 1_000_000_000),
            true,
            "What the chance of levels and bots begins with; 0: every game is another.",
        ),
    ]
}

/// Options that name files.
fn files() -> Vec<OptionSpec> {
    vec![
        option("OwnBook", OptionKind::Check(true), true, "Play the first moves from the opening book."),
        option(
            "BookFile",
            OptionKind::File(""),
            true,
            "An opening book in Polyglot format; empty: the built-in one.",
        ),
        option("SyzygyPath", OptionKind::Path(""), true, "Directories with Syzygy endgame tables."),
        option(
            "EvalFile",
            OptionKind::File(""),
            true,
            "A network, used for its own game; empty: the built-in ones; classical: none.",
        ),
        option("Debug Log File", OptionKind::File(""), true, "Write all protocol lines to this file."),
    ]
}
