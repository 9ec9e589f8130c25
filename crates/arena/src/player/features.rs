//! What a CECP engine announces about itself.

use std::time::{Duration, Instant};

use rocada_protocol::cecp::{Command, Feature, FeatureValue, Message};
use rocada_rules::Variant;

use crate::fault::Fault;
use crate::process::Process;

/// With `done=0` an engine may take its time.
const LONG_START: Duration = Duration::from_secs(60);

/// The features that XBoard knows; it rejects all others.
const KNOWN_FEATURES: [&str; 31] = [
    "done",
    "ping",
    "setboard",
    "playother",
    "san",
    "usermove",
    "time",
    "draw",
    "sigint",
    "sigterm",
    "reuse",
    "analyze",
    "myname",
    "variants",
    "colors",
    "ics",
    "name",
    "pause",
    "nps",
    "debug",
    "memory",
    "smp",
    "egt",
    "option",
    "exclude",
    "highlight",
    "xedit",
    "fen960",
    "oocastle",
    "level",
    "setup",
];

/// What an engine announced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Features {
    pub(crate) ping: bool,
    pub(crate) setboard: bool,
    pub(crate) san: bool,
    pub(crate) usermove: bool,
    pub(crate) time: bool,
    pub(crate) draw: bool,
    pub(crate) sigint: bool,
    pub(crate) sigterm: bool,
    pub(crate) reuse: bool,
    pub(crate) colors: bool,
    pub(crate) name: bool,
    pub(crate) nps: bool,
    pub(crate) memory: bool,
    pub(crate) smp: bool,
    pub(crate) variants: Option<Vec<String>>,
    pub(crate) my_name: Option<String>,
    pub(crate) options: Vec<String>,
    /// `feature` was said at all.
    pub(crate) any: bool,
    /// The last `done`.
    pub(crate) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            san: false,
            usermove: false,
            time: true,
            draw: true,
            sigint: true,
            sigterm: true,
            reuse: true,
            colors: true,
            name: false,
            nps: false,
            memory: false,
            smp: false,
            variants: None,
            my_name: None,
            options: Vec::new(),
            any: false,
            done: None,
        }
    }
}

impl Features {
    /// Takes note of a feature.
    pub(crate) fn set(&mut self, feature: &Feature) {
        self.any = true;
        let on = matches!(&feature.value, FeatureValue::Number(number) if *number != 0);
        let text = match &feature.value {
            FeatureValue::Text(text) => text.clone(),
            FeatureValue::Number(number) => number.to_string(),
        };
        match feature.name.as_str() {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "san" => self.san = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "draw" => self.draw = on,
            "sigint" => self.sigint = on,
            "sigterm" => self.sigterm = on,
            "reuse" => self.reuse = on,
            "colors" => self.colors = on,
            "name" => self.name = on,
            "nps" => self.nps = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "variants" => self.variants = Some(text.split(',').map(|name| name.trim().to_owned()).collect()),
            "myname" => self.my_name = Some(text),
            "option" => self.options.push(text),
            "done" => self.done = Some(on),
            _ => {}
        }
    }

    /// Does it say that it plays this?
    pub(crate) fn plays(&self, variant: Variant) -> bool {
        match &self.variants {
            None => variant == Variant::Chess,
            Some(names) => names.iter().any(|name| name == cecp_name(variant)),
        }
    }
}

/// The name of a variant in CECP; crazyhouse960 has none of its own.
pub(crate) fn cecp_name(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => "normal",
        Variant::Chess960 => "fischerandom",
        Variant::Crazyhouse | Variant::Crazyhouse960 => "crazyhouse",
    }
}

/// Reads the features until `done=1`; an engine that says nothing is taken for one of version 1.
pub(crate) fn read_features(process: &mut Process, patience: Duration) -> Result<Features, Fault> {
    let mut features = Features::default();
    let begin = Instant::now();
    loop {
        let end = begin + if features.done == Some(false) { LONG_START } else { patience };
        let Some(heard) = process.hear(end)? else { return Ok(features) };
        if let Message::Features(said) = Message::parse(&heard.text) {
            for feature in &said {
                features.set(feature);
                if feature.name != "done" {
                    let known = KNOWN_FEATURES.contains(&feature.name.as_str());
                    let answer = if known { Command::Accepted } else { Command::Rejected };
                    process.send(&answer(feature.name.clone()).to_string())?;
                }
            }
            if features.done == Some(true) {
                process.answered();
                return Ok(features);
            }
        }
    }
}
