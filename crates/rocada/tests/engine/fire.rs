//! Behaviour under fire: garbage, signals, broken pipes, and the end of the input at any moment.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Rocada, grace, ms, patiently};

/// States that a conversation can be in, and how to get there.
const STATES: [(&str, &str); 9] = [
    ("undecided", ""),
    ("idle", "xboard; protover 2; new"),
    ("force", "xboard; protover 2; new; force"),
    ("thinking", "xboard; protover 2; option OwnBook=0; new; st 30; go"),
    ("pondering", "xboard; protover 2; option OwnBook=0; new; hard; st 0.1; usermove e2e4"),
    ("analysing", "xboard; protover 2; new; post; analyze"),
    ("editing", "xboard; protover 2; new; force; edit; #"),
    ("uci infinite", "uci; setoption name Threads value 2; position startpos; go infinite"),
    ("uci ponder", "uci; position startpos moves e2e4; go ponder wtime 1000 btime 1000"),
];

fn in_state(lines: &str) -> Rocada {
    let mut rocada = Rocada::start();
    if !lines.is_empty() {
        rocada.send(lines);
    }
    if lines.contains("usermove") {
        rocada.expect_move(ms(5000));
    }
    rocada.listen(ms(400));
    rocada
}

#[test]
fn cecp_100_the_end_of_the_input_ends_the_process_in_every_state() {
    patiently(|| {
        for (_, lines) in STATES {
            let mut rocada = in_state(lines);
            rocada.close();
            rocada.ends_well(ms(50));
        }
    });
}

#[test]
fn cecp_100_quit_ends_the_process_in_every_state() {
    patiently(|| {
        for (_, lines) in STATES {
            let mut rocada = in_state(lines);
            rocada.send("quit");
            rocada.ends_well(ms(50));
        }
    });
}

#[test]
fn cecp_100_sigint_does_nothing_in_every_state() {
    for (state, lines) in STATES {
        let mut rocada = in_state(lines);
        rocada.signal("INT");
        rocada.signal("INT");
        let said = rocada.listen(ms(200));
        if !state.contains("uci") && state != "analysing" {
            assert!(said.is_empty(), "{state}: {said:?}");
        }
        rocada.quit();
    }
}

#[test]
fn cecp_100_sigterm_ends_the_process_in_every_state() {
    patiently(|| {
        for (_, lines) in STATES {
            let mut rocada = in_state(lines);
            rocada.signal("TERM");
            rocada.ends_well(ms(50));
        }
    });
}

#[test]
fn cecp_100_idle_states_use_no_processor() {
    for (state, lines) in STATES {
        if matches!(state, "thinking" | "pondering" | "analysing" | "uci infinite" | "uci ponder") {
            continue;
        }
        let mut rocada = in_state(lines);
        let before = rocada.processor_time();
        rocada.quiet(ms(500));
        assert!(rocada.processor_time() - before <= ms(20), "{state}");
        rocada.quit();
    }
}

#[test]
fn cecp_100_a_pause_stops_the_processor_and_the_clock() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("cores 2; st 1; go");
        rocada.quiet(ms(200));
        rocada.send("pause");
        rocada.quiet(ms(100));
        let before = rocada.processor_time();
        rocada.quiet(ms(1000));
        assert!(rocada.processor_time() - before <= ms(40));
        rocada.send("resume");
        let (_, took) = rocada.expect_move(ms(900));
        assert!(took > ms(300), "{took:?}");
        rocada.finish();
    });
}

#[test]
fn cecp_100_many_games_take_no_more_memory() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("memory 8");
    let games = |rocada: &mut Rocada, count: u32| {
        for _ in 0..count {
            rocada.send("new; easy; nopost; sd 2; usermove e2e4");
            rocada.expect_move(ms(2000));
            rocada.send("result 1-0 {x}; force; ping 1");
            rocada.expect_line(ms(2000), "pong 1");
        }
    };
    games(&mut rocada, 100);
    let before = rocada.memory();
    games(&mut rocada, 400);
    let after = rocada.memory();
    assert!(after < before + 2048, "{before} kB, then {after} kB");
    rocada.finish();
}

#[test]
fn cecp_099_garbage_is_survived() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("ping 1");
    rocada.expect_line(ms(1000), "pong 1");
    let before = rocada.memory();
    let mut line = vec![b'x'; 1 << 20];
    line.push(b'\n');
    rocada.write(&line);
    let mut random = 12345_u32;
    let mut byte = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 24) as u8
    };
    let mut noise: Vec<u8> = (0..1 << 20).map(|_| byte()).collect();
    noise.push(b'\n');
    // A line of noise is no `quit`, but it must not be one by chance either.
    rocada.write(&noise);
    rocada.write(&b"ping 5\n".repeat(10_000));
    let mut blanks = vec![b' '; 100_000];
    blanks.push(b'\n');
    rocada.write(&blanks);
    for word in
        ["level", "st", "sd", "memory", "cores", "option", "egtpath", "setboard", "usermove", "include"]
    {
        for rest in ["", " ", " 99999999999999999999", " -5", " abc", " = =", " \u{265e}"] {
            if word != "memory" && word != "cores" {
                rocada.send(&format!("{word}{rest}"));
            }
        }
    }
    rocada.send("egtpath syzygy /does/not/exist; ping 98");
    rocada.expect_line(ms(10_000), "pong 98");
    assert!(rocada.history.iter().all(|said| said.text.len() <= 200 || said.text.starts_with("feature")));
    for word in ["not found", "No such file", "Permission denied"] {
        assert!(!rocada.history.iter().any(|said| !said.text.starts_with('#') && said.text.contains(word)));
    }
    let after = rocada.memory();
    assert!(after < before + 10_240, "{before} kB, then {after} kB");
    rocada.finish();
}

#[test]
fn uci_30_garbage_is_survived() {
    let mut rocada = Rocada::uci();
    let mut line = b"position fen ".to_vec();
    line.extend(vec![b'8'; 1 << 20]);
    line.push(b'\n');
    rocada.write(&line);
    rocada
        .write(b"\x00\xff\xfe go go go \x01\n\n\nposition startpos moves e2e5\nsetoption\nsetoption name\n");
    rocada.write(&b"isready\n".repeat(10_000));
    rocada.send("stop; go depth 1");
    rocada.expect(ms(5000), |line| line.starts_with("bestmove "));
    rocada.quit();
}

#[test]
fn a_pipe_that_nobody_reads_ends_the_process_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let _ = stdin.write_all(b"uci\n");
    let begin = Instant::now();
    let output = child.wait_with_output().expect("the process ends");
    assert!(begin.elapsed() < ms(500) + grace());
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_pipe_does_not_keep_the_process_alive() {
    patiently(|| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin.write_all(&b"uci\n".repeat(200)).expect("the pipe takes it");
        std::thread::sleep(ms(300));
        drop(stdin);
        let begin = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            let waited = begin.elapsed();
            if waited > Duration::from_secs(5) {
                let _ = child.kill();
            }
            std::thread::sleep(ms(2));
        }
        assert!(begin.elapsed() < ms(150) + grace(), "{:?}", begin.elapsed());
    });
}

#[test]
fn everything_said_before_the_end_is_answered() {
    for _ in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin.write_all(b"uci\nucinewgame\nsetoption name Hash value 256\nisready\nd").expect("it listens");
        drop(stdin);
        let output = child.wait_with_output().expect("the process ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            said.contains("uciok") && said.contains("readyok") && said.contains("fen rnbqkbnr/"),
            "{said}"
        );
    }
}

#[test]
fn a_closed_stderr_does_no_harm() {
    let command = format!("exec {} 2>&-", env!("CARGO_BIN_EXE_rocada"));
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(b"uci\nsetoption name SyzygyPath value /does/not/exist\nisready\n").expect("it listens");
    std::thread::sleep(ms(500));
    drop(stdin);
    let output = child.wait_with_output().expect("the process ends");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("readyok"));
}

#[test]
fn the_debug_log_file_holds_the_conversation() {
    let path = std::env::temp_dir().join(format!("rocada-log-{}.txt", std::process::id()));
    let mut rocada = Rocada::uci();
    rocada.send(&format!("setoption name Debug Log File value {}; isready", path.display()));
    rocada.expect_line(ms(1000), "readyok");
    rocada.quit();
    let log = std::fs::read_to_string(&path).expect("the log exists");
    std::fs::remove_file(&path).expect("the log can be removed");
    assert!(log.contains("> isready") && log.contains("< readyok"), "{log}");
}
