//! `feature NAME=VALUE …`, the engine's announcement of what it can do.

use std::fmt;

/// The value of a feature: bare numbers, quoted texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeatureValue {
    /// A number, written bare.
    Number(i64),
    /// A text, written in quotes.
    Text(String),
}

/// One `NAME=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What is announced.
    pub name: String,
    /// What about it.
    pub value: FeatureValue,
}

impl Feature {
    /// A feature with a number.
    pub fn number(name: &str, value: i64) -> Feature {
        Feature { name: name.to_owned(), value: FeatureValue::Number(value) }
    }

    /// A feature with a text; quotes inside, which the protocol cannot write, become apostrophes.
    pub fn text(name: &str, value: &str) -> Feature {
        Feature { name: name.to_owned(), value: FeatureValue::Text(value.replace('"', "'")) }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            FeatureValue::Number(number) => write!(f, "{}={number}", self.name),
            FeatureValue::Text(text) => write!(f, "{}=\"{text}\"", self.name),
        }
    }
}

/// Reads what follows the word `feature`. Values without quotes that are no numbers are taken as texts up to the next
/// blank; words without `=` are skipped.
pub fn parse_features(text: &str) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.split_whitespace().last().unwrap_or_default().to_owned();
        let (value, remaining) = match after.strip_prefix('"') {
            Some(quoted) => {
                let (inner, remaining) = quoted.split_once('"').unwrap_or((quoted, ""));
                (FeatureValue::Text(inner.to_owned()), remaining)
            }
            None => {
                let (word, remaining) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
                let value =
                    word.parse().map_or_else(|_| FeatureValue::Text(word.to_owned()), FeatureValue::Number);
                (value, remaining)
            }
        };
        if !name.is_empty() {
            features.push(Feature { name, value });
        }
        rest = remaining;
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_as_they_are_written() {
        let features = [
            Feature::text("myname", "Rocada 0.1"),
            Feature::number("ping", 1),
            Feature::text("option", "MultiPV -spin 1 1 64"),
        ];
        let line = features.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(line, "myname=\"Rocada 0.1\" ping=1 option=\"MultiPV -spin 1 1 64\"");
        assert_eq!(parse_features(&line), features);
    }

    #[test]
    fn sloppy_features_of_other_engines_are_read() {
        assert_eq!(
            parse_features("myname=Foo  done=1"),
            [Feature::text("myname", "Foo"), Feature::number("done", 1)]
        );
        assert_eq!(parse_features("myname=\"open"), [Feature::text("myname", "open")]);
        assert_eq!(parse_features("junk"), []);
        assert_eq!(parse_features("=="), []);
        assert_eq!(parse_features("variants=\"a=b,c\" x"), [Feature::text("variants", "a=b,c")]);
    }
}
