//! Lines that are harmless here but that XBoard acts upon.

/// What XBoard makes of a line that is meant as noise, if it makes anything of it.
pub fn xboard_misreads(line: &str) -> Option<&'static str> {
    let trimmed = line.trim_start();
    if trimmed.starts_with('#') {
        return None;
    }
    let deadly = [
        "unknown host",
        "No remote directory",
        "not found",
        "No such file",
        "can't alloc",
        "Permission denied",
    ];
    if deadly.iter().any(|words| line.contains(words)) {
        return Some("XBoard takes the engine for dead and stops reading it");
    }
    if trimmed.split_whitespace().nth(1) == Some("...") {
        return Some("XBoard takes the word after '...' for a move");
    }
    if line.contains("Draw") || line.contains("game is a draw") {
        return Some("XBoard takes it for a draw claim; a false claim loses");
    }
    let offers = line.contains("offer") && line.contains("draw");
    if offers && trimmed != "offer draw" {
        return Some("XBoard takes it for a draw offer");
    }
    if trimmed.starts_with("White") || trimmed.starts_with("Black") {
        return Some("XBoard takes it for a claim that this side wins");
    }
    if trimmed.starts_with("setboard ") {
        return Some("XBoard aborts the game and sets up this position");
    }
    let ends = ["checkmate", "computer mates", "opponent mates", "computer resigns"];
    if ends.iter().any(|words| trimmed.starts_with(words)) {
        return Some("XBoard takes it for the end of the game");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::xboard_misreads;

    #[test]
    fn poisonous_lines_are_recognised_and_the_others_are_not() {
        for line in [
            "8 0 10 100 e2e4 (Draw)",
            "    1. ... Nf6",
            "book.bin: not found",
            "White to move",
            "Black thinks",
            "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
            "I offer you a draw",
        ] {
            assert!(xboard_misreads(line).is_some(), "{line}");
        }
        for line in ["offer draw", "8 13 45 1234 e2e4", "# Draw", "debug: 5 moves", "", "move e2e4"] {
            assert_eq!(xboard_misreads(line), None, "{line}");
        }
    }
}
