//! `rocada serve` as a process: address, stop, errors.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder with a page and room for games, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("rocada-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("page")).expect("a folder");
        std::fs::write(folder.join("page/index.html"), "the board").expect("a file");
        Folder(folder)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rocada"));
        command.arg("serve").arg("--no-open").arg("--data").arg(self.0.join("data"));
        command.arg("--page").arg(self.0.join("page")).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn fail(&self, arguments: &[&str]) -> String {
        let Output { status, stderr, .. } = self.command(arguments).output().expect("it runs");
        assert_eq!(status.code(), Some(2));
        let told = String::from_utf8(stderr).expect("text");
        assert_eq!(told.lines().count(), 1, "{told}");
        told
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The process, and the address that it printed.
fn start(folder: &Folder, arguments: &[&str]) -> (Child, String) {
    let mut child = folder.command(arguments).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).expect("an address").trim().to_owned();
    (child, address)
}

fn get(address: &str) -> String {
    let host = address.split('/').next().expect("a host");
    let mut stream = TcpStream::connect(host).expect("a connection");
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn it_serves_until_it_is_told_to_stop() {
    let folder = Folder::new("stop");
    for signal in ["-INT", "-TERM"] {
        let (mut child, address) = start(&folder, &["--port", "0"]);
        assert!(get(&address).ends_with("the board"));
        let begin = Instant::now();
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let status = child.wait().expect("it ends");
        assert!(status.success(), "{signal}: {status}");
        assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    }
}

#[test]
fn a_port_that_is_taken_is_an_error_only_if_it_was_asked_for() {
    let folder = Folder::new("port");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    assert!(folder.fail(&["--port", &port]).contains(&format!("port {port} is taken")));
    // Whether or not somebody else has the default port: there is an address.
    let default = TcpListener::bind("127.0.0.1:8088");
    let (mut child, address) = start(&folder, &[]);
    assert!(get(&address).ends_with("the board"));
    if default.is_ok() {
        assert!(!address.contains(":8088"), "{address}");
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
}

#[test]
fn other_addresses_get_a_token_and_bad_ones_are_refused() {
    let folder = Folder::new("token");
    let (mut child, address) = start(&folder, &["--listen", "0.0.0.0", "--port", "0"]);
    assert!(address.contains("?token="), "{address}");
    assert!(get(&address).contains(" 403 "));
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    assert!(folder.fail(&["--token", "x y"]).contains("token"));
    assert!(folder.fail(&["--listen", "nowhere"]).contains("nowhere"));
}

#[test]
fn a_folder_without_a_page_is_told_in_a_sentence() {
    let folder = Folder::new("page");
    std::fs::remove_file(folder.0.join("page/index.html")).expect("it can be removed");
    assert!(folder.fail(&["--port", "0"]).contains("npm"));
}
