//! PGN with variations: text to tree and back.

use rocada_arena::{LineWriter, PgnGame, PgnToken, move_word, pgn_tokens, write_start_tags, write_tag};
use rocada_protocol::ResultTag;
use rocada_rules::{AnyPosition, Color, Tolerance, Variant};

use crate::messages::{Answer, PgnNode, PgnSummary, PgnTree};

/// More moves than anybody looks at.
const MOST_NODES: usize = 20_000;
/// Variations of variations of variations.
const MOST_DEPTH: usize = 64;
/// Games of one text.
const MOST_GAMES: usize = 5_000;

/// The tags that every game has, with what stands for "not known".
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
/// The tags that follow from the tree.
const DERIVED: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];

/// The marks that people write behind a move, with their numbers.
const GLYPHS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Reads all games of a text, and one of them with its moves.
pub(crate) fn read(text: &str, wanted: u32) -> Result<Answer, String> {
    let games = split(text)?;
    let Some(game) = games.get(wanted as usize) else {
        return Err(match games.len() {
            0 => "There is no game in this text.".to_owned(),
            count => format!("There is no game {wanted} in this text, which has {count}, counted from 0."),
        });
    };
    let tree = Reader::new(&game.tags)?.read(&game.body);
    let summary = |game: &Game<'_>| PgnSummary { tags: game.tags.clone(), plies: game.plies };
    Ok(Answer::Pgn { games: games.iter().map(summary).collect(), tree })
}

/// A game of a text, not yet understood.
#[derive(Default)]
struct Game<'a> {
    tags: Vec<(String, String)>,
    body: Vec<PgnToken<'a>>,
    plies: u32,
}

/// Cuts a text into games: a tag after moves, or a result, ends one.
fn split(text: &str) -> Result<Vec<Game<'_>>, String> {
    let mut games = Vec::new();
    let mut game = Game::default();
    let mut depth = 0_u32;
    for token in pgn_tokens(text) {
        let ends = matches!(&token, PgnToken::Word(word) if depth == 0 && result_of(word).is_some());
        match &token {
            PgnToken::Open => depth += 1,
            PgnToken::Close => depth -= 1,
            PgnToken::Word(word) if depth == 0 && !ends && move_word(word).is_some() => game.plies += 1,
            PgnToken::Tag(..) if !game.body.is_empty() => games.push(std::mem::take(&mut game)),
            _ => {}
        }
        match token {
            PgnToken::Tag(name, value) => game.tags.push((name, value)),
            token => game.body.push(token),
        }
        if ends {
            games.push(std::mem::take(&mut game));
        }
        if games.len() > MOST_GAMES {
            return Err(format!("The text has more than {MOST_GAMES} games."));
        }
    }
    if !game.tags.is_empty() || !game.body.is_empty() {
        games.push(game);
    }
    Ok(games)
}

fn result_of(word: &str) -> Option<ResultTag> {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*").then(|| ResultTag::parse(word)).flatten()
}

/// A line that is being read.
#[derive(Clone)]
struct Line {
    position: AnyPosition,
    last: Option<u32>,
    /// A move could not be understood: the rest of the line cannot either.
    is_broken: bool,
    /// Comments before its first move.
    before: String,
    has_moves: bool,
}

/// Builds a tree.
struct Reader {
    tree: PgnTree,
    line: Line,
    /// The lines that the present one is a variation of.
    outer: Vec<Line>,
}

impl Reader {
    fn new(tags: &[(String, String)]) -> Result<Reader, String> {
        let named = PgnGame { tags: tags.to_vec(), ..PgnGame::default() };
        let variant = match named.tag("Variant") {
            Some(name) => name.parse::<Variant>().map_err(|error| format!("{error}."))?,
            None => Variant::Chess,
        };
        let position = match named.tag("FEN") {
            Some(fen) => AnyPosition::from_fen(variant, fen, Tolerance::Repair)
                .map_err(|error| format!("The game begins in no position: {error}"))?,
            None => AnyPosition::start(variant),
        };
        let tree = PgnTree {
            variant: position.variant().into(),
            start_fen: position.fen(),
            tags: tags.to_vec(),
            comment: String::new(),
            nodes: Vec::new(),
            result: named.tag("Result").and_then(result_of).unwrap_or(ResultTag::Unknown).to_string(),
            problems: Vec::new(),
        };
        let line = Line { position, last: None, is_broken: false, before: String::new(), has_moves: false };
        Ok(Reader { tree, line, outer: Vec::new() })
    }

    fn read(mut self, body: &[PgnToken<'_>]) -> PgnTree {
        for token in body {
            match token {
                PgnToken::Tag(..) => {}
                PgnToken::Comment(text) => self.comment(text),
                PgnToken::Open => self.open(),
                PgnToken::Close => {
                    if let Some(line) = self.outer.pop() {
                        self.line = line;
                    }
                }
                PgnToken::Word(word) => self.word(word),
            }
        }
        self.tree
    }

    fn open(&mut self) {
        let mut line = self.line.clone();
        let went_back = line.position.undo().is_some();
        line.last =
            line.last.and_then(|last| self.tree.nodes.get(last as usize)).and_then(|node| node.parent);
        line.is_broken |= !went_back || self.outer.len() >= MOST_DEPTH;
        (line.before, line.has_moves) = (String::new(), false);
        self.outer.push(std::mem::replace(&mut self.line, line));
    }

    fn comment(&mut self, text: &str) {
        let node = self.line.last.filter(|_| self.line.has_moves);
        let place = match node.and_then(|last| self.tree.nodes.get_mut(last as usize)) {
            Some(node) => &mut node.comment,
            None if self.outer.is_empty() => &mut self.tree.comment,
            None => &mut self.line.before,
        };
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(text);
    }

    fn word(&mut self, word: &str) {
        if self.line.is_broken {
            return;
        }
        if let Some(result) = result_of(word).filter(|_| self.outer.is_empty()) {
            self.tree.result = result.to_string();
        } else if let Some(number) = nag(word) {
            self.mark(number);
        } else if let Some(text) = move_word(word) {
            let glyph = GLYPHS.into_iter().find(|(glyph, _)| text.ends_with(glyph));
            let bare = glyph.map_or(text, |(glyph, _)| text.strip_suffix(glyph).unwrap_or(text));
            self.play(bare);
            if let Some((_, number)) = glyph {
                self.mark(number);
            }
        }
    }

    fn mark(&mut self, number: u8) {
        if let Some(node) = self.line.last.and_then(|last| self.tree.nodes.get_mut(last as usize)) {
            node.nags.push(number);
        }
    }

    fn play(&mut self, text: &str) {
        let line = &mut self.line;
        let number = line.position.fullmove_number();
        let problem = match line.position.parse_move(text) {
            Ok(_) if self.tree.nodes.len() >= MOST_NODES => {
                format!("the game has more than {MOST_NODES} moves")
            }
            Ok(mv) => {
                let (uci, san) = (line.position.uci(mv), line.position.san(mv));
                line.position.play(mv);
                self.tree.nodes.push(PgnNode {
                    parent: line.last,
                    uci,
                    san,
                    fen: line.position.fen(),
                    nags: Vec::new(),
                    comment_before: std::mem::take(&mut line.before),
                    comment: String::new(),
                });
                line.last = u32::try_from(self.tree.nodes.len() - 1).ok();
                line.has_moves = true;
                return;
            }
            Err(error) => error.to_string(),
        };
        line.is_broken = true;
        self.tree.problems.push(format!("Move {number}: {problem}."));
    }
}

/// The number of `$3` or `!!`.
fn nag(word: &str) -> Option<u8> {
    let glyph = || GLYPHS.into_iter().find(|(glyph, _)| *glyph == word).map(|(_, number)| number);
    word.strip_prefix('$').and_then(|number| number.parse().ok()).or_else(glyph)
}

/// Writes a tree as PGN.
pub(crate) fn write(tree: &PgnTree) -> Result<Answer, String> {
    let base = AnyPosition::from_fen(tree.variant.into(), &tree.start_fen, Tolerance::Repair)
        .map_err(|error| error.to_string())?;
    if tree.nodes.len() > MOST_NODES {
        return Err(format!("The tree has {} moves; {MOST_NODES} are the most.", tree.nodes.len()));
    }
    let result = result_of(&tree.result).ok_or_else(|| format!("'{}' is no result.", tree.result))?;
    let mut text = String::new();
    write_tags(&mut text, tree, &base, result);
    text.push('\n');
    let mut writer = Writer { tree, children: children(tree)?, words: Vec::new(), opening: false };
    writer.comment(&tree.comment);
    let first = std::mem::take(&mut writer.children.0);
    writer.line(&first, base, 0)?;
    writer.words.push(result.to_string());
    let mut lines = LineWriter::new(&mut text);
    writer.words.iter().for_each(|word| lines.word(word));
    text.push_str("\n\n");
    Ok(Answer::PgnText { text })
}

fn write_tags(text: &mut String, tree: &PgnTree, base: &AnyPosition, result: ResultTag) {
    let known = PgnGame { tags: tree.tags.clone(), ..PgnGame::default() };
    for (name, unknown) in ROSTER {
        write_tag(text, name, known.tag(name).unwrap_or(unknown));
    }
    write_tag(text, "Result", &result.to_string());
    write_start_tags(text, base);
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
    let is_written = |name: &str| {
        let mut names = ROSTER.iter().map(|(name, _)| *name).chain(DERIVED);
        names.any(|known| known.eq_ignore_ascii_case(name))
    };
    for (name, value) in tree.tags.iter().filter(|(name, _)| is_name(name) && !is_written(name)) {
        write_tag(text, name, value);
    }
}

/// The first moves, and for each move its answers.
type Children = (Vec<usize>, Vec<Vec<usize>>);

fn children(tree: &PgnTree) -> Result<Children, String> {
    let mut first = Vec::new();
    let mut answers: Vec<Vec<usize>> = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        match node.parent.map(|parent| parent as usize) {
            None => first.push(index),
            Some(parent) if parent < index => {
                if let Some(answers) = answers.get_mut(parent) {
                    answers.push(index);
                }
            }
            Some(parent) => return Err(format!("Move {index} stands before its parent {parent}.")),
        }
    }
    Ok((first, answers))
}

struct Writer<'a> {
    tree: &'a PgnTree,
    children: Children,
    words: Vec<String>,
    /// The next word begins a variation.
    opening: bool,
}

impl Writer<'_> {
    fn word(&mut self, word: String) {
        let opening = std::mem::take(&mut self.opening);
        self.words.push(if opening { format!("({word}") } else { word });
    }

    fn close(&mut self) {
        self.opening = false;
        if let Some(word) = self.words.last_mut() {
            word.push(')');
        }
    }

    /// Says whether there was anything to say.
    fn comment(&mut self, text: &str) -> bool {
        let text = text.replace('{', "(").replace('}', ")");
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Some((first, rest)) = words.split_first() {
            match rest.split_last() {
                None => self.word(format!("{{{first}}}")),
                Some((last, middle)) => {
                    self.word(format!("{{{first}"));
                    middle.iter().for_each(|word| self.word((*word).to_owned()));
                    self.word(format!("{last}}}"));
                }
            }
        }
        !words.is_empty()
    }

    /// A line from these alternatives on: the first one is played, the others are variations.
    fn line(
        &mut self,
        alternatives: &[usize],
        mut position: AnyPosition,
        depth: usize,
    ) -> Result<(), String> {
        if depth > MOST_DEPTH {
            return Err(format!("Variations are nested more than {MOST_DEPTH} times."));
        }
        let mut alternatives = alternatives.to_vec();
        let mut needs_number = true;
        while let Some((&main, others)) = alternatives.split_first() {
            let before = position.clone();
            needs_number = self.node(main, &mut position, needs_number)?;
            for &other in others {
                self.opening = true;
                self.line(&[other], before.clone(), depth + 1)?;
                self.close();
                needs_number = true;
            }
            let answers = self.children.1.get_mut(main).map(std::mem::take).unwrap_or_default();
            alternatives = answers;
        }
        Ok(())
    }

    /// A move with what is said about it. Says whether the next move needs its number.
    fn node(&mut self, index: usize, position: &mut AnyPosition, needs_number: bool) -> Result<bool, String> {
        let tree = self.tree;
        let node = tree.nodes.get(index).ok_or("A move is missing.")?;
        let needs_number = self.comment(&node.comment_before) || needs_number;
        let mv = position.parse_move(&node.uci).map_err(|error| error.to_string())?;
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.word(format!("{number}.")),
            Color::Black if needs_number => self.word(format!("{number}...")),
            Color::Black => {}
        }
        self.word(position.san(mv));
        node.nags.iter().for_each(|number| self.word(format!("${number}")));
        position.play(mv);
        Ok(self.comment(&node.comment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::VariantName;

    fn tree(text: &str) -> PgnTree {
        match read(text, 0) {
            Ok(Answer::Pgn { tree, .. }) => tree,
            other => panic!("a tree was expected, not {other:?}"),
        }
    }

    fn text(tree: &PgnTree) -> String {
        match write(tree) {
            Ok(Answer::PgnText { text }) => text,
            other => panic!("a text was expected, not {other:?}"),
        }
    }

    const RUY: &str = "[White \"A\"]\n[Black \"B\"]\n[Opening \"Ruy \\\"Lopez\\\"\"]\n[Result \"1-0\"]\n\n\
        {Before} 1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3 $2) 2... d6) 2. Nf3! Nc6 $14 \
        ({or} 2... Nf6) 3. Bb5 {[%clk 0:01:00]} 1-0\n";

    #[test]
    fn a_game_with_variations_survives_a_round_trip() {
        let first = tree(RUY);
        assert_eq!(first.problems, Vec::<String>::new());
        assert_eq!(first.nodes.len(), 10);
        assert_eq!((first.comment.as_str(), first.result.as_str()), ("Before", "1-0"));
        let marked = first.nodes.iter().find(|node| node.san == "Nf6").expect("a variation");
        assert_eq!(marked.comment_before, "or");
        let again = tree(&text(&first));
        assert_eq!(again.nodes, first.nodes);
        assert_eq!((again.comment, again.result), (first.comment, first.result));
        assert!(again.tags.contains(&("Opening".to_owned(), "Ruy \"Lopez\"".to_owned())));
    }

    #[test]
    fn the_text_reads_as_people_write_it() {
        let written = text(&tree(RUY));
        let body = written.split("\n\n").nth(1).expect("moves").replace('\n', " ");
        let expected = "{Before} 1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3 $2) 2... d6) 2. Nf3 $1 Nc6 $14 \
            ({or} 2... Nf6) 3. Bb5 {[%clk 0:01:00]} 1-0";
        assert_eq!(body, expected);
    }

    #[test]
    fn crazyhouse_drops_and_960_starts_come_back() {
        let zh = tree("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *");
        assert_eq!((zh.variant, zh.nodes.len()), (VariantName::Crazyhouse, 5));
        assert_eq!(tree(&text(&zh)).nodes, zh.nodes);
        let fen = "bqnbrk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNBRK1R w KQkq - 0 1";
        let random = tree(&format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n1. O-O O-O *"));
        assert_eq!(random.nodes.first().map(|node| node.uci.as_str()), Some("f1h1"));
        assert_eq!(tree(&text(&random)).nodes, random.nodes);
    }

    #[test]
    fn what_cannot_be_read_is_told_and_the_rest_is_kept() {
        let tree = tree("1. e4 (1. d4 Qx9 d5) e5 2. Ke3 Nc6 *");
        assert_eq!(tree.nodes.len(), 3);
        assert_eq!(tree.problems.len(), 2, "{:?}", tree.problems);
        assert!(read("", 0).is_err());
        assert!(read("1. e4 *", 1).is_err());
        assert!(read("[FEN \"nonsense\"]\n\n1. e4 *", 0).is_err());
    }

    #[test]
    fn many_games_are_listed() {
        let Ok(Answer::Pgn { games, tree }) =
            read("[A \"1\"]\n\n1. e4 e5\n\n[A \"2\"]\n\n1. d4 1-0\n1. c4 *", 1)
        else {
            panic!("three games");
        };
        assert_eq!(games.iter().map(|game| game.plies).collect::<Vec<_>>(), [2, 1, 1]);
        assert_eq!(tree.nodes.len(), 1);
    }

    #[test]
    fn a_tree_without_sense_is_refused() {
        let mut bad = tree(RUY);
        bad.nodes[0].parent = Some(5);
        assert!(write(&bad).is_err());
        let mut bad = tree(RUY);
        bad.nodes[0].uci = "e2e5".to_owned();
        assert!(write(&bad).is_err());
        let deep = format!("1. e4 {}", "(1. d4 ".repeat(500));
        assert!(tree(&deep).nodes.len() <= MOST_DEPTH + 2);
    }
}
