//! Seconds, minutes and centiseconds as the protocols write them. Never fails on size or sign.

use std::time::Duration;

/// No clock of a game shows more than this; larger numbers are clamped to it.
pub(crate) const LONGEST: Duration = Duration::from_secs(1_000_000_000_000);

/// Seconds with or without a fraction or an exponent: `5`, `0.1`, `1e-05`. Negative ones become zero.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    if number.is_nan() {
        return None;
    }
    let bounded = number.clamp(0.0, LONGEST.as_secs_f64());
    Duration::try_from_secs_f64(bounded).ok()
}

/// The base time of `level`: `M` or `M:SS`; whatever follows the digits is ignored.
pub(crate) fn minutes(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes, leading_number(seconds).unwrap_or(0)),
        None => (text, 0),
    };
    let minutes = leading_number(minutes)?;
    let total = minutes.saturating_mul(60).saturating_add(seconds);
    Some(Duration::from_secs(total).min(LONGEST))
}

fn leading_number(text: &str) -> Option<u64> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
}

/// Centiseconds on a clock, at least one.
pub(crate) fn centiseconds(number: i64) -> Duration {
    let count = u64::try_from(number).unwrap_or(0).max(1);
    Duration::from_millis(count.saturating_mul(10)).min(LONGEST)
}

/// Milliseconds on a clock, which may be below zero.
pub(crate) fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0)).min(LONGEST)
}

/// Milliseconds as a whole number.
pub(crate) fn as_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Centiseconds as a whole number.
pub(crate) fn as_centiseconds(duration: Duration) -> u64 {
    as_millis(duration) / 10
}

/// `M:SS` for `level`.
pub(crate) fn write_minutes(duration: Duration) -> String {
    format!("{}:{:02}", duration.as_secs() / 60, duration.as_secs() % 60)
}

/// Seconds, with as many digits as a millisecond needs.
pub(crate) fn write_seconds(duration: Duration) -> String {
    let millis = as_millis(duration);
    if millis.is_multiple_of(1000) {
        return (millis / 1000).to_string();
    }
    format!("{}.{:03}", millis / 1000, millis % 1000).trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_fractions_and_exponents() {
        assert_eq!(seconds("5"), Some(Duration::from_secs(5)));
        assert_eq!(seconds("0.2"), Some(Duration::from_millis(200)));
        assert_eq!(seconds("1e-05"), Some(Duration::from_micros(10)));
        assert_eq!(seconds("-3"), Some(Duration::ZERO));
        assert_eq!(seconds("inf"), Some(LONGEST));
        assert_eq!(seconds("NaN"), None);
        assert_eq!(seconds("five"), None);
    }

    #[test]
    fn the_base_of_level_is_minutes_or_minutes_and_seconds() {
        assert_eq!(minutes("5"), Some(Duration::from_secs(300)));
        assert_eq!(minutes("2:30"), Some(Duration::from_secs(150)));
        assert_eq!(minutes("1:5"), Some(Duration::from_secs(65)));
        assert_eq!(minutes("25+5"), Some(Duration::from_secs(1500)));
        assert_eq!(minutes("99999999999999999999999"), Some(LONGEST));
        assert_eq!(minutes("x"), None);
    }

    #[test]
    fn written_times_are_read_back() {
        for millis in [0, 5, 100, 1000, 1500, 60_000] {
            let duration = Duration::from_millis(millis);
            assert_eq!(seconds(&write_seconds(duration)), Some(duration));
        }
        assert_eq!(write_minutes(Duration::from_secs(150)), "2:30");
    }
}
