//! Options as lines of UCI and CECP.

use super::{OptionKind, OptionSpec, OptionValue, Options};
use crate::cecp::Feature;
use crate::uci::OptionLine;

impl OptionSpec {
    /// The name in CECP: one word, without the prefix that only means UCI.
    pub fn cecp_name(&self) -> String {
        let name = self.name.strip_prefix("UCI_").unwrap_or(self.name);
        name.chars().filter(char::is_ascii_alphanumeric).collect()
    }

    /// The option as a UCI line.
    pub fn uci_line(&self) -> OptionLine {
        let mut line = OptionLine { name: self.name.to_owned(), ..OptionLine::default() };
        let kind = match &self.kind {
            OptionKind::Check(on) => {
                line.default = Some(on.to_string());
                "check"
            }
            OptionKind::Spin { default, min, max } => {
                line.default = Some(default.to_string());
                (line.min, line.max) = (Some(*min), Some(*max));
                "spin"
            }
            OptionKind::Combo(choices) => {
                line.default = choices.first().map(|choice| (*choice).to_owned());
                line.choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
                "combo"
            }
            OptionKind::Text(text) | OptionKind::File(text) | OptionKind::Path(text) => {
                line.default = Some(if text.is_empty() { "<empty>" } else { text }.to_owned());
                "string"
            }
            OptionKind::Button => "button",
        };
        kind.clone_into(&mut line.kind);
        line
    }

    /// The option with its present value as a CECP feature.
    pub fn cecp_feature(&self, value: &OptionValue) -> Feature {
        let name = self.cecp_name();
        let text = match &self.kind {
            OptionKind::Check(_) => format!("{name} -check {}", u8::from(*value == OptionValue::Check(true))),
            OptionKind::Spin { min, max, .. } => format!("{name} -spin {value} {min} {max}"),
            OptionKind::Combo(choices) => {
                let mark = |choice: &&str| {
                    let star = if *choice == value.to_string() { "*" } else { "" };
                    format!("{star}{choice}")
                };
                let choices: Vec<String> = choices.iter().map(mark).collect();
                format!("{name} -combo {}", choices.join(" /// "))
            }
            OptionKind::Text(_) => format!("{name} -string {value}"),
            OptionKind::File(_) => format!("{name} -file {value}"),
            OptionKind::Path(_) => format!("{name} -path {value}"),
            OptionKind::Button => format!("{name} -button"),
        };
        // Other characters than ASCII may stand in a path, but not in a line to the GUI.
        let printable = text.replace(|c: char| !matches!(c, ' '..='~'), "?");
        Feature::text("option", &printable)
    }
}

impl Options {
    /// The `option` lines of UCI.
    pub fn uci_lines(&self) -> Vec<OptionLine> {
        self.iter().map(|(spec, _)| spec.uci_line()).collect()
    }

    /// The table of the README.
    pub fn markdown_table(&self) -> String {
        let mut table = "| option | takes | default | what it does |\n|---|---|---|---|\n".to_owned();
        for (spec, _) in self.iter() {
            let default = match spec.default_value() {
                OptionValue::Pressed => String::new(),
                value => value.to_string(),
            };
            let (name, takes, help) = (spec.name, spec.expected(), spec.help);
            table.push_str(&format!("| `{name}` | {takes} | {default} | {help} |\n"));
        }
        table
    }

    /// The `option` features of CECP.
    pub fn cecp_features(&self) -> Vec<Feature> {
        self.iter().filter(|(spec, _)| spec.in_cecp).map(|(spec, value)| spec.cecp_feature(value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::cecp;
    use crate::options::{Options, OutOfRange};
    use crate::uci;

    #[test]
    fn uci_lines_are_read_back() {
        for line in Options::default().uci_lines() {
            assert_eq!(uci::Message::parse(&line.to_string()), uci::Message::Option(line));
        }
    }

    #[test]
    fn cecp_features_are_read_back_and_can_be_set_by_their_names() {
        let mut options = Options::default();
        for feature in options.clone().cecp_features() {
            let text = feature.to_string();
            assert_eq!(cecp::parse_features(&text), [feature]);
            let name = text.split(['"', ' ']).nth(1).unwrap();
            assert!(options.get(name).is_some(), "{name}");
            assert_ne!(
                options.set(name, Some("?"), OutOfRange::Clamp),
                Err(crate::options::OptionError::Unknown(name.into()))
            );
        }
    }

    #[test]
    fn the_table_has_a_row_for_every_option() {
        let options = Options::default();
        let table = options.markdown_table();
        assert_eq!(table.lines().count(), options.iter().count() + 2);
        assert!(table.lines().all(|row| row.matches('|').count() == 5));
    }

    #[test]
    fn an_empty_file_keeps_its_blank_and_the_chosen_word_its_star() {
        let mut options = Options::default();
        options.set("Opponent", Some("greedy"), OutOfRange::Clamp).unwrap();
        let lines: Vec<String> = options.cecp_features().iter().map(ToString::to_string).collect();
        assert!(lines.contains(&"option=\"BookFile -file \"".to_owned()));
        assert!(lines.iter().any(|line| line.contains("/// *Greedy ///")));
    }
}
