//! The doctor finds what is wrong with broken bots, and nothing with sound ones.

use std::time::Duration;

use rocada_arena::doctor::{DoctorOrder, Examination, Grade, examine};
use rocada_arena::{EngineSpec, Protocol};
use rocada_rules::Variant;

fn order(arguments: &str, variant: Variant) -> DoctorOrder {
    let mut command = vec![env!("CARGO_BIN_EXE_crooked_bot").to_owned()];
    command.extend(arguments.split_whitespace().map(str::to_owned));
    let mut spec = EngineSpec::process(command);
    let is_uci = arguments.starts_with("--uci");
    spec.protocol = Some(if is_uci { Protocol::Uci } else { Protocol::Cecp });
    DoctorOrder {
        spec,
        variant: Some(variant),
        positions: 60,
        seed: 1,
        patience: Duration::from_secs(2),
        only: Vec::new(),
    }
}

fn see(arguments: &str, variant: Variant) -> Examination {
    examine(&order(arguments, variant), &mut |_| {}).expect("an examination")
}

/// The checks that failed.
fn faults(arguments: &str, variant: Variant) -> Vec<&'static str> {
    let examination = see(arguments, variant);
    let failed = examination.findings.iter().filter(|finding| finding.grade == Grade::Failed);
    failed.map(|finding| finding.card.id).collect()
}

/// The grade of one check and what was said about it.
fn finding(arguments: &str, check: &str) -> (Grade, String) {
    let mut order = order(arguments, Variant::Chess);
    order.only.push(check.to_owned());
    let examination = examine(&order, &mut |_| {}).expect("an examination");
    let finding = examination.findings.iter().find(|finding| finding.card.id == check).expect("the check");
    (finding.grade, finding.text.clone())
}

#[test]
fn a_sound_bot_has_no_fault_in_either_language_and_any_variant() {
    for arguments in ["", "student"] {
        for variant in [Variant::Chess, Variant::Crazyhouse] {
            assert_eq!(faults(arguments, variant), [""; 0], "{arguments} {variant}");
        }
    }
    assert_eq!(faults("", Variant::Chess960), [""; 0]);
}

#[test]
fn output_that_is_held_back_is_recognised() {
    assert_eq!(faults("buffered", Variant::Chess), ["buffering", "handshake"]);
    assert_eq!(faults("silent", Variant::Chess), ["handshake"]);
}

#[test]
fn wrong_play_is_found_and_the_position_told() {
    let (grade, text) = finding("illegal", "choice");
    assert_eq!(grade, Grade::Failed);
    assert!(text.contains("'e1e5' is not legal") && text.contains("the position is"), "{text}");
    assert_eq!(finding("no-promotion-letter", "own-promotion").0, Grade::Failed);
    assert_eq!(finding("forgets-castling", "castling-long").0, Grade::Failed);
    assert_eq!(finding("moves-in-force", "force").0, Grade::Failed);
    assert_eq!(finding("no-illegal", "illegal").0, Grade::Advice);
}

#[test]
fn wrong_manners_are_found() {
    assert_eq!(finding("no-quit", "quit").0, Grade::Failed);
    assert_eq!(finding("spins-at-eof", "eof").0, Grade::Failed);
    assert_eq!(finding("no-pong", "ping").0, Grade::Failed);
    assert_eq!(finding("no-done", "handshake").0, Grade::Failed);
    assert_eq!(finding("unquoted", "features").0, Grade::Failed);
    let (grade, text) = finding("unknown-feature", "features");
    assert_eq!(grade, Grade::Advice);
    assert!(text.contains("crashes"), "{text}");
    for arguments in ["dies-at-unknown", "--uci dies-at-unknown"] {
        let (grade, text) = finding(arguments, "unknown");
        assert_eq!(grade, Grade::Failed, "{arguments}");
        assert!(text.contains("exit code 5"), "{text}");
    }
    let (grade, text) = finding("dies-at-rejected", "white");
    assert_eq!(grade, Grade::Failed);
    assert!(text.contains("exit code 4"), "{text}");
    // Only who announced sigint=0 is safe from XBoard's signal.
    let (grade, text) = finding("sigint", "sigint");
    assert_eq!(grade, Grade::Failed);
    assert!(text.contains("signal 2 (SIGINT)"), "{text}");
    assert_eq!(finding("", "sigint").0, Grade::Advice);
    assert_eq!(faults("not-found", Variant::Chess), ["noise"]);
    assert_eq!(finding("false-draw", "choice").0, Grade::Failed);
}

#[test]
fn a_uci_bot_that_does_not_think_in_infinite_mode_is_told_so() {
    // The little bot answers at once, also when it should wait for `stop`; everything else is in order.
    assert_eq!(faults("--uci", Variant::Chess), ["stop"]);
    assert_eq!(faults("--uci", Variant::Crazyhouse), ["stop"]);
    assert_eq!(finding("--uci illegal", "choice").0, Grade::Failed);
}

#[test]
fn the_report_names_rule_repair_and_lines() {
    let examination = see("illegal", Variant::Chess);
    let text = examination.text();
    for words in ["failed   choice", "  rule:   Every move is legal", "  repair: ", " < move e1e5", " > go"] {
        assert!(text.contains(words), "'{words}' is not in {text}");
    }
    let json = examination.json().to_string();
    assert!(json.contains("\"healthy\": false") && json.contains("\"check\": \"choice\""));
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let spec = EngineSpec::process(vec!["./no-such-bot".to_owned()]);
    let order = DoctorOrder { spec, ..order("", Variant::Chess) };
    assert!(examine(&order, &mut |_| {}).is_err());
}
