//! Numbers and names that nobody can guess.

/// A number by chance, never 0.
pub(crate) fn number() -> u64 {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u64::from_le_bytes(bytes).max(1),
        // A system without chance: the time is better than nothing, and no secret is made of it.
        Err(_) => std::time::SystemTime::now()
            .duration_since(std::time::SystemTime::UNIX_EPOCH)
            .map_or(1, |since| since.as_nanos() as u64 | 1),
    }
}

/// A secret in 32 hexadecimal digits; `None` if the system gives no chance to make one.
pub(crate) fn secret() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The signs of a game's name: none that looks like another.
const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The name of a new game: ten signs.
pub(crate) fn game_id() -> String {
    let bits = number();
    let sign = |place: u32| SIGNS.get((bits >> (place * 5) & 31) as usize).copied();
    (0..10).filter_map(sign).map(char::from).collect()
}

/// Could a text be the name of a game?
pub(crate) fn is_game_id(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|sign| SIGNS.contains(&sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_no_paths() {
        for _ in 0..100 {
            assert!(is_game_id(&game_id()));
        }
        for bad in ["", "../../etc/", "abcdefghi/", "abcdefghi", "ABCDEFGHIJ", "abcdefghi\0"] {
            assert!(!is_game_id(bad), "{bad}");
        }
        assert_ne!(game_id(), game_id());
        assert_ne!(secret(), secret());
    }
}
