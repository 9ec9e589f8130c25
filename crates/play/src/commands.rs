//! The commands that people type, each declared once: the parser, `help` and completion read this table.

use rocada_rules::{AnyPosition, Variant};
use rocada_sparring::Partner;

/// What a typed word asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum Command {
    Hint,
    Undo,
    Why,
    Eval,
    Moves,
    Map,
    Board,
    Flip,
    Draw,
    Resign,
    New,
    Level,
    Variant,
    Fen,
    Pgn,
    Save,
    Load,
    Plain,
    WhereAre,
    LastMove,
    Clocks,
    Pocket,
    Read,
    ReadBoard,
    Help,
    Quit,
}

/// One command.
pub(crate) struct Entry {
    pub(crate) command: Command,
    /// The words that mean it; the first one is its name.
    pub(crate) names: &'static [&'static str],
    /// What follows the name.
    pub(crate) arguments: &'static str,
    pub(crate) help: &'static str,
}

const fn entry(
    command: Command,
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
) -> Entry {
    Entry { command, names, arguments, help }
}

/// All commands in the order of `help`.
pub(crate) const COMMANDS: &[Entry] = &[
    entry(Command::Hint, &["hint"], "", "a good move and what may follow"),
    entry(Command::Undo, &["undo", "back"], "", "take back your last move"),
    entry(
        Command::Why,
        &["why"],
        "[reply]",
        "what your last move allowed; reply: what the answer allows you",
    ),
    entry(Command::Eval, &["eval"], "", "the position term by term"),
    entry(Command::Moves, &["moves", "m"], "[e4|N]", "legal moves: all, of a square, or of a kind of piece"),
    entry(Command::Map, &["map"], "[e4]", "how many pieces attack and defend each square; or which ones"),
    entry(Command::Board, &["board", "d"], "", "show the board"),
    entry(Command::Flip, &["flip"], "", "turn the board round"),
    entry(Command::Draw, &["draw"], "", "claim a draw, or offer one"),
    entry(Command::Resign, &["resign"], "", "give up this game"),
    entry(Command::New, &["new"], "[white|black|random]", "another game"),
    entry(Command::Level, &["level"], "[7|elo:1500|NAME]", "show or change the opponent"),
    entry(Command::Variant, &["variant"], "[NAME]", "show the variant, or begin a game of another"),
    entry(Command::Fen, &["fen"], "[FEN]", "show the position as FEN, or begin from one"),
    entry(Command::Pgn, &["pgn"], "", "show the game as PGN"),
    entry(Command::Save, &["save"], "FILE", "write the game to a file"),
    entry(Command::Load, &["load"], "FILE [NUMBER]", "go on with a game of a PGN file"),
    entry(Command::Plain, &["plain"], "", "words instead of a board, or back"),
    entry(Command::WhereAre, &["p"], "N", "where are the knights (K Q R B N P)"),
    entry(Command::LastMove, &["l", "last"], "", "the last move in words"),
    entry(Command::Clocks, &["c", "clock", "clocks"], "", "the clocks"),
    entry(Command::Pocket, &["pocket", "pockets"], "", "the pieces in hand"),
    entry(Command::Read, &["s"], "a|4", "read a file or a rank"),
    entry(Command::ReadBoard, &["b"], "", "read the board line by line"),
    entry(Command::Help, &["help", "?"], "", "this list"),
    entry(Command::Quit, &["quit", "exit", "q"], "", "leave; the game is kept"),
];

/// The command of a word.
pub(crate) fn find(word: &str) -> Option<Command> {
    let word = word.to_ascii_lowercase();
    COMMANDS.iter().find(|entry| entry.names.contains(&word.as_str())).map(|entry| entry.command)
}

/// The list of commands.
pub(crate) fn help() -> String {
    let intro = "\
Type a move: e4, Nf3, exd5, O-O, e8=Q, e2e4, or N@f3 to drop a knight. In Chess960 castle by O-O or king takes rook.
Or one of these:";
    let line = |entry: &Entry| {
        let call = format!("{} {}", entry.names[0], entry.arguments);
        format!("  {call:<26} {}", entry.help)
    };
    let lines: Vec<String> = COMMANDS.iter().map(line).collect();
    format!("{intro}\n{}", lines.join("\n"))
}

/// What completion puts in the place of the last word: where it begins, and the candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Completion {
    /// Words of the game.
    Words(usize, Vec<String>),
    /// Names of files.
    Files,
}

/// What may stand at the end of a line that is typed so far.
pub(crate) fn complete(line: &str, moves: &[String]) -> Completion {
    let begin = line.rfind(' ').map_or(0, |blank| blank + 1);
    let typed = &line[begin..];
    let fitting = |words: Vec<String>| {
        let fits = |word: &String| word.to_lowercase().starts_with(&typed.to_lowercase());
        Completion::Words(begin, words.into_iter().filter(fits).collect())
    };
    let squares = || ('a'..='h').flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}"))).collect();
    let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
    if begin == 0 {
        let names = COMMANDS.iter().map(|entry| entry.names[0].to_owned());
        return fitting(moves.iter().cloned().chain(names).collect());
    }
    match line.split_whitespace().next().and_then(find) {
        Some(Command::Save | Command::Load) => Completion::Files,
        Some(Command::Moves | Command::Map) => fitting(squares()),
        Some(Command::Level) => fitting(Partner::suggestions()),
        Some(Command::Variant) => fitting(Variant::ALL.map(|variant| variant.to_string()).to_vec()),
        Some(Command::New) => fitting(words(&["white", "black", "random"])),
        Some(Command::Why) => fitting(words(&["reply"])),
        Some(Command::WhereAre) => fitting(words(&["K", "Q", "R", "B", "N", "P"])),
        _ => Completion::Words(begin, Vec::new()),
    }
}

/// The legal moves as people write them, without what only comments on them.
pub(crate) fn move_words(position: &AnyPosition) -> Vec<String> {
    let bare = |&mv| position.san(mv).trim_end_matches(['+', '#']).to_owned();
    position.legal_moves().iter().map(bare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let moves = move_words(&AnyPosition::start(Variant::Chess));
        match complete(line, &moves) {
            Completion::Words(_, words) => words,
            Completion::Files => vec!["files".to_owned()],
        }
    }

    #[test]
    fn no_word_means_two_commands_and_none_is_a_move() {
        let mut names: Vec<&str> = COMMANDS.iter().flat_map(|entry| entry.names).copied().collect();
        for name in &names {
            for variant in Variant::ALL {
                assert!(AnyPosition::start(variant).parse_move(name).is_err(), "{name}");
            }
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn words_are_completed_by_what_may_stand_there() {
        assert_eq!(words("Nf"), ["Nf3"]);
        assert_eq!(words("nf"), ["Nf3"]);
        assert_eq!(words("hi"), ["hint"]);
        assert_eq!(words("moves e"), ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"]);
        assert_eq!(words("level gr"), ["greedy"]);
        assert_eq!(words("variant c"), ["chess", "chess960", "crazyhouse", "crazyhouse960"]);
        assert_eq!(words("save x"), ["files"]);
        assert_eq!(words("fen r"), Vec::<String>::new());
    }

    #[test]
    fn help_names_every_command_in_lines_that_fit() {
        for entry in COMMANDS {
            assert!(help().contains(&format!("  {} ", entry.names[0])), "{}", entry.names[0]);
        }
        assert!(help().lines().all(|line| line.len() <= 118), "{}", help());
    }
}
