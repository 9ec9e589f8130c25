//! `rocada bench` as scripts see it: a signature that is the same every time and on every vector unit.

use std::process::{Command, Output, Stdio};

use rocada_eval::nnue::Kernels;

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rocada"))
        .arg("bench")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

/// The nodes of the last line, `N nodes M nps`.
fn signature(arguments: &[&str]) -> u64 {
    let output = bench(arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.lines().last().unwrap_or_default().split_whitespace().collect();
    assert!(output.status.success() && words.len() == 4, "{arguments:?}: {text}");
    assert_eq!((words[1], words[3]), ("nodes", "nps"), "{arguments:?}: {text}");
    words[0].parse().expect("a number of nodes")
}

#[test]
fn every_vector_unit_gives_the_signature_that_a_second_run_gives() {
    for variant in ["chess960", "crazyhouse960"] {
        let expected = signature(&["--variant", variant]);
        assert!(expected > 100_000, "{variant}: {expected} nodes are too few to tell searches apart");
        for kernels in Kernels::supported() {
            let found = signature(&["--variant", variant, "--kernels", &kernels.to_string()]);
            assert_eq!(found, expected, "{variant} by {kernels}");
        }
    }
}

#[test]
fn the_signature_tells_evaluations_apart() {
    let variant = ["--variant", "crazyhouse960"];
    assert_ne!(signature(&variant), signature(&[&variant[..], &["--net", "classical"]].concat()));
}

#[test]
fn a_vector_unit_that_is_not_there_is_refused_in_a_sentence() {
    let output = bench(&["--kernels", "mmx"]);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && complaint.lines().count() == 1, "{complaint}");
    assert!(complaint.contains("only plain"), "{complaint}");
}
