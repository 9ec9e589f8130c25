//! The engine's options, declared once and shown in either protocol. Values are checked here; what they do is the
//! engine's business.

mod list;
mod render;

use std::fmt;

pub use list::{standard_options, working_options};

/// What kind of value an option takes, with its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check(bool),
    /// A number in a range.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words; the first is the default.
    Combo(&'static [&'static str]),
    /// Any text.
    Text(&'static str),
    /// The path of a file.
    File(&'static str),
    /// The path of one or several directories.
    Path(&'static str),
    /// Something to press.
    Button,
}

/// One option: everything that help, README, UCI, CECP and the web form need to show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// The name in UCI.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// One sentence for people.
    pub help: &'static str,
    /// Other names under which it may be set.
    pub aliases: &'static [&'static str],
    /// Is it announced in CECP? Some options are commands of their own there (`memory`, `cores`, `hard`, `variant`).
    pub in_cecp: bool,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Number(i64),
    /// Of a combo, text, file or path.
    Text(String),
    /// A button was pressed.
    Pressed,
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(on) => write!(f, "{on}"),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::Pressed => f.write_str("pressed"),
        }
    }
}

/// What to do with a number outside its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutOfRange {
    /// Complain, keep the old value.
    Refuse,
    /// Take the nearest value.
    Clamp,
}

/// An option that took a new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionChange {
    /// The option's name in UCI.
    pub name: &'static str,
    /// Its value now.
    pub value: OptionValue,
}

/// Why an option was not set. The old value stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown(String),
    /// The value is not what the option takes.
    BadValue {
        /// The option's name.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "no option is called '{name}'"),
            OptionError::BadValue { name, value, expected } => {
                write!(f, "option {name} takes {expected}, not '{value}'")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// All options with their present values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    entries: Vec<(OptionSpec, OptionValue)>,
    /// The names of the options that somebody has set, be it to the value they had.
    set: Vec<&'static str>,
}

impl Default for Options {
    fn default() -> Options {
        Options::new(standard_options())
    }
}

/// Two names are the same if they differ only in case, blanks, `_` and `-`.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_' | '-' | '\t')).map(|c| c.to_ascii_lowercase()).collect()
}

impl Options {
    /// Options at their defaults.
    pub fn new(specs: Vec<OptionSpec>) -> Options {
        let entries = specs
            .into_iter()
            .map(|spec| {
                let value = spec.default_value();
                (spec, value)
            })
            .collect();
        Options { entries, set: Vec::new() }
    }

    /// Each option with its present value, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&OptionSpec, &OptionValue)> {
        self.entries.iter().map(|(spec, value)| (spec, value))
    }

    fn index_of(&self, name: &str) -> Option<usize> {
        let wanted = plain(name);
        let find =
            |is_it: &dyn Fn(&OptionSpec) -> bool| self.entries.iter().position(|(spec, _)| is_it(spec));
        find(&|spec| plain(spec.name) == wanted)
            .or_else(|| find(&|spec| spec.in_cecp && plain(&spec.cecp_name()) == wanted))
            .or_else(|| find(&|spec| spec.aliases.iter().any(|alias| plain(alias) == wanted)))
    }

    /// The UCI name of an option, given any of its names.
    pub fn name_of(&self, name: &str) -> Option<&'static str> {
        self.entries.get(self.index_of(name)?).map(|(spec, _)| spec.name)
    }

    /// The present value of an option, under any of its names.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.entries.get(self.index_of(name)?).map(|(_, value)| value)
    }

    /// Did somebody set this option, be it to the value that it had?
    pub fn was_set(&self, name: &str) -> bool {
        self.set.contains(&name)
    }

    /// Is a check on? Unknown names are off.
    pub fn is_on(&self, name: &str) -> bool {
        matches!(self.get(name), Some(OptionValue::Check(true)))
    }

    /// The number of a spin; 0 for unknown names.
    pub fn number(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(OptionValue::Number(number)) => *number,
            _ => 0,
        }
    }

    /// The text of an option; empty for unknown names.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(OptionValue::Text(text)) => text,
            _ => "",
        }
    }

    /// Sets an option from text. `Ok(None)`: it had that value already, there is nothing to do.
    pub fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        out_of_range: OutOfRange,
    ) -> Result<Option<OptionChange>, OptionError> {
        let unknown = || OptionError::Unknown(crate::text::echo(name));
        let index = self.index_of(name).ok_or_else(unknown)?;
        let (spec, old) = self.entries.get_mut(index).ok_or_else(unknown)?;
        let new = spec.read(value, out_of_range)?;
        if !self.set.contains(&spec.name) {
            self.set.push(spec.name);
        }
        if *old == new && new != OptionValue::Pressed {
            return Ok(None);
        }
        old.clone_from(&new);
        Ok(Some(OptionChange { name: spec.name, value: new }))
    }
}

impl OptionSpec {
    /// The value at the start.
    pub fn default_value(&self) -> OptionValue {
        match &self.kind {
            OptionKind::Check(on) => OptionValue::Check(*on),
            OptionKind::Spin { default, .. } => OptionValue::Number(*default),
            OptionKind::Combo(choices) => {
                OptionValue::Text(choices.first().copied().unwrap_or_default().to_owned())
            }
            OptionKind::Text(text) | OptionKind::File(text) | OptionKind::Path(text) => {
                OptionValue::Text((*text).to_owned())
            }
            OptionKind::Button => OptionValue::Pressed,
        }
    }

    /// What the option takes, in words.
    pub fn expected(&self) -> String {
        match &self.kind {
            OptionKind::Check(_) => "true or false".to_owned(),
            OptionKind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            OptionKind::Combo(choices) => format!("one of {}", choices.join(", ")),
            OptionKind::Text(_) => "a text".to_owned(),
            OptionKind::File(_) => "a file name".to_owned(),
            OptionKind::Path(_) => "a directory".to_owned(),
            OptionKind::Button => "no value".to_owned(),
        }
    }

    /// Reads a value. A missing value is an empty text.
    fn read(&self, value: Option<&str>, out_of_range: OutOfRange) -> Result<OptionValue, OptionError> {
        let text = value.unwrap_or_default().trim();
        let bad = || OptionError::BadValue {
            name: self.name,
            value: crate::text::echo(text),
            expected: self.expected(),
        };
        Ok(match &self.kind {
            OptionKind::Check(_) => match text.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" | "yes" => OptionValue::Check(true),
                "false" | "0" | "off" | "no" => OptionValue::Check(false),
                _ => return Err(bad()),
            },
            OptionKind::Spin { min, max, .. } => {
                let number = crate::text::clamped_integer(text).ok_or_else(bad)?;
                if !(*min..=*max).contains(&number) && out_of_range == OutOfRange::Refuse {
                    return Err(bad());
                }
                OptionValue::Number(number.clamp(*min, *max))
            }
            OptionKind::Combo(choices) => {
                let choice = choices.iter().find(|choice| plain(choice) == plain(text));
                OptionValue::Text((*choice.ok_or_else(bad)?).to_owned())
            }
            OptionKind::Text(_) | OptionKind::File(_) | OptionKind::Path(_) => match text {
                "<empty>" => OptionValue::Text(String::new()),
                _ => OptionValue::Text(text.to_owned()),
            },
            OptionKind::Button => OptionValue::Pressed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, name: &str, value: &str) -> Result<Option<OptionChange>, OptionError> {
        options.set(name, Some(value), OutOfRange::Refuse)
    }

    #[test]
    fn names_match_in_any_case_with_or_without_blanks() {
        let mut options = Options::default();
        for (name, value) in
            [("Move Overhead", 11), ("MoveOverhead", 12), ("move_overhead", 13), ("MOVE OVERHEAD", 14)]
        {
            assert!(set(&mut options, name, &value.to_string()).unwrap().is_some());
            assert_eq!(options.number("Move Overhead"), value);
        }
        set(&mut options, "Elo", "1700").unwrap();
        assert_eq!(options.number("UCI_Elo"), 1700);
    }

    #[test]
    fn a_wrong_value_leaves_the_old_one() {
        let mut options = Options::default();
        let before = options.clone();
        for (name, value) in [
            ("Hash", "abc"),
            ("Hash", "999999999999"),
            ("Hash", ""),
            ("Ponder", "maybe"),
            ("UCI_Variant", "atomic"),
            ("Nonsense", "1"),
        ] {
            assert!(set(&mut options, name, value).is_err(), "{name} {value}");
        }
        assert!(options.set("Hash", None, OutOfRange::Refuse).is_err());
        assert_eq!(options, before);
    }

    #[test]
    fn cecp_takes_the_nearest_number() {
        let mut options = Options::default();
        options.set("MultiPV", Some("0"), OutOfRange::Clamp).unwrap();
        assert_eq!(options.number("MultiPV"), 1);
        options.set("MultiPV", Some("9999999"), OutOfRange::Clamp).unwrap();
        assert_eq!(options.number("MultiPV"), 256);
    }

    #[test]
    fn a_value_that_is_there_already_changes_nothing_but_a_button_always_acts() {
        let mut options = Options::default();
        let hash = options.number("Hash").to_string();
        assert_eq!(set(&mut options, "hash", &hash), Ok(None));
        assert!(options.set("Clear Hash", None, OutOfRange::Refuse).unwrap().is_some());
        assert!(options.set("ClearHash", None, OutOfRange::Refuse).unwrap().is_some());
    }

    #[test]
    fn texts_keep_their_blanks_and_empty_can_be_said() {
        let mut options = Options::default();
        set(&mut options, "BookFile", "/my books/a b.bin").unwrap();
        assert_eq!(options.text("bookfile"), "/my books/a b.bin");
        set(&mut options, "BookFile", "<empty>").unwrap();
        assert_eq!(options.text("BookFile"), "");
    }
}
