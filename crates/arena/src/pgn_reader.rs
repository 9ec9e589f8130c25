//! Reads PGN: the parts of a text, and games as tags and the moves of the main line.

/// A game as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line as they are written.
    pub moves: Vec<String>,
    /// The result at the end of the moves; `None` if it is missing.
    pub result: Option<String>,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

/// A part of a PGN text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnToken<'a> {
    /// `[Name "value"]`.
    Tag(String, String),
    /// What stands in braces, or behind a semicolon.
    Comment(&'a str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// Anything else between blanks: a move, a number, a mark, the result.
    Word(&'a str),
}

/// Cuts a PGN text into its parts.
pub fn pgn_tokens(text: &str) -> impl Iterator<Item = PgnToken<'_>> {
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut depth = 0_u32;
    std::iter::from_fn(move || {
        loop {
            let (token, tail) = next_token(rest, depth)?;
            rest = tail;
            match token {
                Some(PgnToken::Open) => depth += 1,
                // One that closes nothing is a slip of the pen.
                Some(PgnToken::Close) if depth == 0 => continue,
                Some(PgnToken::Close) => depth -= 1,
                Some(_) => {}
                None => continue,
            }
            return token;
        }
    })
}

/// The next part, if these characters are one, and what follows; `None` at the end.
fn next_token(rest: &str, depth: u32) -> Option<(Option<PgnToken<'_>>, &str)> {
    let c = rest.chars().next()?;
    Some(match c {
        '{' => {
            let (comment, tail) = skip(rest).split_once('}').unwrap_or((skip(rest), ""));
            (Some(PgnToken::Comment(comment.trim())), tail)
        }
        ';' => {
            let (comment, tail) = skip(rest).split_once('\n').unwrap_or((skip(rest), ""));
            (Some(PgnToken::Comment(comment.trim())), tail)
        }
        '%' => (None, rest.split_once('\n').map_or("", |(_, tail)| tail)),
        '(' => (Some(PgnToken::Open), skip(rest)),
        ')' => (Some(PgnToken::Close), skip(rest)),
        '[' if depth == 0 => {
            let (tag, tail) = read_tag(rest);
            (tag.map(|(name, value)| PgnToken::Tag(name, value)), tail)
        }
        _ if c.is_whitespace() || c == ']' || c == '}' || c == '[' => (None, skip(rest)),
        _ => {
            let end = rest.find(|c: char| c.is_whitespace() || "(){};".contains(c)).unwrap_or(rest.len());
            let (word, tail) = rest.split_at(end);
            (Some(PgnToken::Word(word)), tail)
        }
    })
}

/// Reads all games of a text. A tag after moves, or a result, ends a game.
pub fn read_pgn(text: &str) -> Vec<PgnGame> {
    let mut games = Vec::new();
    let mut game = PgnGame::default();
    let mut depth = 0_u32;
    for token in pgn_tokens(text) {
        match token {
            PgnToken::Open => depth += 1,
            PgnToken::Close => depth -= 1,
            PgnToken::Comment(_) => {}
            PgnToken::Tag(name, value) => {
                if !game.moves.is_empty() || game.result.is_some() {
                    games.push(std::mem::take(&mut game));
                }
                game.tags.push((name, value));
            }
            PgnToken::Word(word) if depth == 0 && read_word(word, &mut game) => {
                games.push(std::mem::take(&mut game));
            }
            PgnToken::Word(_) => {}
        }
    }
    if !game.is_empty() {
        games.push(game);
    }
    games
}

fn skip(rest: &str) -> &str {
    let mut chars = rest.chars();
    chars.next();
    chars.as_str()
}

/// `[Name "value"]`; backslashes protect quotes.
fn read_tag(rest: &str) -> (Option<(String, String)>, &str) {
    let (line, tail) = rest.split_once('\n').unwrap_or((rest, ""));
    let inner = line.trim().trim_start_matches('[').trim_end_matches(']').trim();
    let tag = inner.split_once(char::is_whitespace).map(|(name, value)| {
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        (name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\"))
    });
    (tag, tail)
}

/// The move in a word of the move text, without its number; `None` for a number, a mark or nothing.
pub fn move_word(word: &str) -> Option<&str> {
    // `12.` and `12...` may stand directly before the move.
    let bare = match word.find('.') {
        Some(_) if word.starts_with(|c: char| c.is_ascii_digit()) => {
            word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.')
        }
        _ => word.trim_start_matches('.'),
    };
    let is_number = bare.chars().all(|c| c.is_ascii_digit());
    (!is_number && !bare.starts_with(['$', '!', '?'])).then_some(bare)
}

/// A word of the move text. Says whether it was the result.
fn read_word(word: &str, game: &mut PgnGame) -> bool {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        game.result = Some(word.to_owned());
        return true;
    }
    game.moves.extend(move_word(word).map(str::to_owned));
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_variations_and_marks_are_skipped() {
        let text = "[White \"A \\\"x\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {a (b} e5 $1 2.Nf3 (2. f4 exf4 (2... d5) 3. d4) Nc6 ; end\n3... a6 !? 1-0\n";
        let games = read_pgn(text);
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].tag("white"), Some("A \"x\""));
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6", "a6"]);
        assert_eq!(games[0].result.as_deref(), Some("1-0"));
    }

    #[test]
    fn games_without_results_or_tags_are_kept_apart() {
        let games = read_pgn("[A \"1\"]\n\n1. e4 e5\n\n[A \"2\"]\n\n1. d4\n*\n\n1. c4 *");
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].result, None);
        assert_eq!(games[1].moves, ["d4"]);
        assert_eq!(games[2].moves, ["c4"]);
        assert_eq!(read_pgn(" \n"), []);
    }
}
