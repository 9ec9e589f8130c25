//! Raw bytes to clean lines and words. Nothing here knows a command; everything that comes from a pipe passes here first.

/// The longest line that is read to its end; what follows is thrown away. A game of 5000 moves fits.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Cuts a stream of bytes into lines, however the writer split them. Memory stays bounded.
#[derive(Clone, Debug, Default)]
pub struct LineBuffer {
    line: Vec<u8>,
}

impl LineBuffer {
    /// An empty buffer.
    pub fn new() -> LineBuffer {
        LineBuffer::default()
    }

    /// Takes the next bytes and returns the lines that are complete now, without their ends.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for &byte in bytes {
            if byte == b'\n' {
                lines.push(std::mem::take(&mut self.line));
            } else if self.line.len() < LONGEST_LINE {
                self.line.push(byte);
            }
        }
        lines
    }

    /// What came after the last line end, at the end of the stream.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.line.is_empty()).then(|| std::mem::take(&mut self.line))
    }
}

/// A line as text: bad UTF-8 replaced, control characters but the tab turned into blanks, ends trimmed, length bounded.
pub fn clean(bytes: &[u8]) -> String {
    let head = bytes.get(..LONGEST_LINE).unwrap_or(bytes);
    String::from_utf8_lossy(head)
        .trim_start_matches('\u{feff}')
        .chars()
        .map(|c| if c.is_control() && c != '\t' { ' ' } else { c })
        .collect::<String>()
        .trim()
        .to_owned()
}

/// The first word and the rest, both trimmed.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// Words that XBoard acts on wherever they stand in a line, in lower case.
const POISON: [&str; 20] = [
    "draw",
    "not found",
    "no such file",
    "permission denied",
    "can't alloc",
    "unknown host",
    "no remote directory",
    "protover",
    "analyze",
    "time",
    "otim",
    "llegal",
    "offer",
    "resign",
    "mates",
    "white",
    "black",
    "setboard",
    "...",
    "\"",
];

/// What a reply may repeat of an input: at most 80 printable ASCII characters, and none of the words that a GUI acts on.
pub(crate) fn echo(text: &str) -> String {
    let shown: String = text
        .trim()
        .chars()
        .take(80)
        .map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' })
        .collect();
    let lower = shown.to_ascii_lowercase();
    if POISON.iter().any(|word| lower.contains(word)) { "(not repeated)".to_owned() } else { shown }
}

/// A whole number of any size and sign, clamped into `i64`; blanks around it are gone already.
pub(crate) fn clamped_integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// A whole number from 0 up; negative ones become 0, huge ones the largest.
pub(crate) fn natural(text: &str) -> Option<u64> {
    clamped_integer(text).map(|number| u64::try_from(number).unwrap_or(0))
}

/// As [`natural`], for small numbers.
pub(crate) fn small_natural(text: &str) -> Option<u32> {
    natural(text).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_split_over_several_writes_are_joined() {
        let mut buffer = LineBuffer::new();
        assert!(buffer.push(b"usermove ").is_empty());
        assert_eq!(buffer.push(b"e2e4\nping 1\nqu"), [b"usermove e2e4".to_vec(), b"ping 1".to_vec()]);
        assert_eq!(buffer.rest(), Some(b"qu".to_vec()));
        assert_eq!(buffer.rest(), None);
    }

    #[test]
    fn a_huge_line_is_bounded_and_the_next_one_is_whole() {
        let mut buffer = LineBuffer::new();
        assert!(buffer.push(&vec![b'x'; 1 << 20]).is_empty());
        let lines = buffer.push(b"\nping 1\n");
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1], b"ping 1");
    }

    #[test]
    fn garbage_becomes_text() {
        assert_eq!(clean(b"  usermove\t e2e4 \r"), "usermove\t e2e4");
        assert_eq!(clean(b"\xff\x00ping"), "\u{fffd} ping");
        assert_eq!(clean(b""), "");
    }

    #[test]
    fn an_echo_is_short_printable_and_harmless() {
        assert_eq!(echo("frobnicate"), "frobnicate");
        assert_eq!(echo("\u{265e}f3"), "?f3");
        assert_eq!(echo("a Draw, please"), "(not repeated)");
        assert_eq!(echo(&"x".repeat(500)).len(), 80);
    }

    #[test]
    fn numbers_of_any_size_are_clamped() {
        assert_eq!(clamped_integer("-99999999999999999999"), Some(-i64::MAX));
        assert_eq!(natural("-5"), Some(0));
        assert_eq!(small_natural("99999999999"), Some(u32::MAX));
        assert_eq!(natural("abc"), None);
        assert_eq!(natural(""), None);
    }
}
