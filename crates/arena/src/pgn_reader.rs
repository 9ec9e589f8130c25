//! Reads PGN: tags and the moves of the main line. Comments, variations and marks are skipped.

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

/// Reads all games of a text. A tag after moves, or a result, ends a game.
pub fn read_pgn(text: &str) -> Vec<PgnGame> {
    let mut games = Vec::new();
    let mut game = PgnGame::default();
    let mut depth = 0_u32;
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(c) = rest.chars().next() {
        rest = match c {
            '{' => after(rest, '}'),
            ';' | '%' => after(rest, '\n'),
            '(' => {
                depth += 1;
                skip(rest)
            }
            ')' => {
                depth = depth.saturating_sub(1);
                skip(rest)
            }
            '[' if depth == 0 => {
                if !game.moves.is_empty() || game.result.is_some() {
                    games.push(std::mem::take(&mut game));
                }
                read_tag(rest, &mut game)
            }
            _ if c.is_whitespace() || c == ']' || c == '}' || c == '[' => skip(rest),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "(){};".contains(c)).unwrap_or(rest.len());
                let (word, tail) = rest.split_at(end);
                if depth == 0 && read_word(word, &mut game) {
                    games.push(std::mem::take(&mut game));
                }
                tail
            }
        };
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

fn after(rest: &str, end: char) -> &str {
    rest.split_once(end).map_or("", |(_, tail)| tail)
}

/// `[Name "value"]`; backslashes protect quotes.
fn read_tag<'a>(rest: &'a str, game: &mut PgnGame) -> &'a str {
    let (line, tail) = rest.split_once('\n').unwrap_or((rest, ""));
    let inner = line.trim().trim_start_matches('[').trim_end_matches(']').trim();
    if let Some((name, value)) = inner.split_once(char::is_whitespace) {
        let value = value.trim();
        let value = value.strip_prefix('"').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value);
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        game.tags.push((name.to_owned(), value));
    }
    tail
}

/// A word of the move text. Says whether it was the result.
fn read_word(word: &str, game: &mut PgnGame) -> bool {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        game.result = Some(word.to_owned());
        return true;
    }
    // `12.` and `12...` may stand directly before the move.
    let bare = match word.find('.') {
        Some(_) if word.starts_with(|c: char| c.is_ascii_digit()) => {
            word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.')
        }
        _ => word.trim_start_matches('.'),
    };
    let is_number = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit());
    if !bare.is_empty() && !is_number && !bare.starts_with('$') && !bare.starts_with(['!', '?']) {
        game.moves.push(bare.to_owned());
    }
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
