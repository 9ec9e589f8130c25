//! What the server refuses, and that it goes on afterwards.

use std::net::IpAddr;
use std::time::Duration;

use crate::common::{Folder, Running, Tab};
use rocada_web::messages::{Answer, ServerMessage};
use serde_json::json;
use tokio_tungstenite::tungstenite;

async fn still_serves(server: &Running) {
    let mut tab = server.tab().await;
    assert!(matches!(tab.ask(json!({ "type": "hello" })).await, Answer::Welcome(_)));
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

async fn refused(server: &Running, origin: &str) -> u16 {
    match Tab::open(server.address, Some(origin)).await {
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(other) => panic!("an HTTP answer was expected, not {other}"),
        Ok(_) => 101,
    }
}

#[tokio::test]
async fn pages_of_other_sites_may_not_talk() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    for origin in ["http://evil.example", "https://lichess.org", "null", "http://127.0.0.1:1"] {
        assert_eq!(refused(&server, origin).await, 403, "{origin}");
    }
    still_serves(&server).await;
}

#[tokio::test]
async fn other_names_are_not_answered() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let port = server.address.port();
    for host in ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1:1".to_owned()] {
        let answer = server.http(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(status(&answer), "403", "{host}");
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        // The connection stays open after a refusal: only its beginning counts.
        let mut stream = std::net::TcpStream::connect(server.address).expect("a connection");
        std::io::Write::write_all(&mut stream, upgrade.as_bytes()).expect("it is read");
        let mut begin = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut begin).expect("an answer");
        assert_eq!(&begin, b"HTTP/1.1 403", "{host}");
    }
    for host in [format!("localhost:{port}"), format!("[::1]:{port}")] {
        let answer = server.http(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(status(&answer), "200", "{host}");
    }
    still_serves(&server).await;
}

#[tokio::test]
async fn no_path_leaves_the_page() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    for path in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "//secret.txt",
        "/assets/..\\..\\secret.txt",
        "/secret.txt",
        "/assets",
        "/assets/",
        "/index.html/",
        "/%00",
        "/ws/../secret.txt",
    ] {
        let answer = server.get(path);
        assert_eq!(status(&answer), "404", "{path}: {answer}");
        assert!(!answer.contains("secret\n"), "{path}");
    }
    let post = format!(
        "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_eq!(status(&server.http(&post)), "405");
    still_serves(&server).await;
}

#[tokio::test]
async fn the_page_brings_what_there_is_to_choose_from_as_data() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let page = server.get("/");
    let (_, data) = page.split_once(r#"<script type="application/json" id="welcome">"#).expect("a welcome");
    let (data, rest) = data.split_once("</script>").expect("its end");
    assert!(!data.contains('<') && !rest.contains("welcome"));
    let welcome: rocada_web::messages::Welcome = serde_json::from_str(data).expect("a welcome");
    assert!(welcome.opponents.len() > 20);
}

#[tokio::test]
async fn answers_carry_what_keeps_the_page_safe() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let page = server.get("/").to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "frame-ancestors 'none'",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(!page.contains("unsafe-inline"));
    assert!(page.contains("cache-control: no-cache"));
    let script = server.get("/assets/app-3F2A9C1B.js").to_lowercase();
    assert!(script.contains("immutable") && script.contains("text/javascript"));
    let tag = script.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let again = format!(
        "GET /assets/app-3F2A9C1B.js HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_eq!(status(&server.http(&again)), "304");
}

#[tokio::test]
async fn malformed_messages_get_a_sentence_and_the_conversation_goes_on() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let texts =
        ["", "hello", "{}", "[]", "{\"id\":1}", "{\"id\":-1,\"order\":{\"type\":\"hello\"}}", "null", &deep];
    for text in texts {
        tab.send_text(text.to_owned()).await;
        let answer = tab.receive().await;
        assert!(matches!(answer, Some(ServerMessage::Error { .. })), "{text}: {answer:?}");
    }
    tab.send_text("{\"id\":9,\"order\":{\"type\":\"fly\"}}".to_owned()).await;
    assert!(matches!(tab.receive().await, Some(ServerMessage::Error { id: Some(9), .. })));
    tab.send_bytes(vec![0, 159, 146, 150]).await;
    assert!(matches!(tab.receive().await, Some(ServerMessage::Error { id: None, .. })));
    for order in [
        json!({ "type": "position", "variant": "chess", "moves": ["e5"] }),
        json!({ "type": "position", "variant": "chess", "start": { "fen": "8/8/8" }, "moves": [] }),
        json!({ "type": "position", "variant": "chess", "moves": vec!["Nf3"; 3_000] }),
        json!({ "type": "openGame", "game": "../../etc/passwd" }),
        json!({ "type": "openGame", "game": "abcdefghij" }),
        json!({ "type": "newGame", "variant": "chess", "opponent": "kasparov", "color": "white" }),
        json!({ "type": "newGame", "variant": "chess", "opponent": "full", "color": "white", "clock": { "minutes": -1 } }),
        json!({ "type": "explain", "variant": "crazyhouse", "start": { "fen": "x" }, "moves": [] }),
        json!({ "type": "readPgn", "text": "" }),
    ] {
        let told = tab.try_ask(order.clone()).await.expect_err("it is refused");
        assert!(!told.is_empty() && !told.contains('\n'), "{order}: {told}");
    }
    assert!(matches!(tab.ask(json!({ "type": "hello" })).await, Answer::Welcome(_)));
}

#[tokio::test]
async fn oversized_messages_are_refused() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    let fen = "x".repeat(300_000);
    let order = json!({ "type": "validateFen", "variant": "chess", "fen": fen });
    let told = tab.try_ask(order).await.expect_err("it is too long");
    assert!(told.contains("bytes"), "{told}");
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20_000);
    let answer = tab.ask(json!({ "type": "readPgn", "text": moves })).await;
    assert!(matches!(answer, Answer::Pgn { .. }), "long PGN is fine");
    tab.try_send("x".repeat(3_000_000)).await;
    while tab.receive().await.is_some() {}
    still_serves(&server).await;
}

#[tokio::test]
async fn a_flood_of_requests_is_slowed_down() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tab = server.tab().await;
    for id in 0..1_000 {
        tab.send_text(format!("{{\"id\":{id},\"order\":{{\"type\":\"stopAnalysis\"}}}}")).await;
    }
    let (mut refused, mut served) = (0, 0);
    for _ in 0..1_000 {
        match tab.receive().await {
            Some(ServerMessage::Error { error, .. }) => {
                assert!(error.contains("wait"), "{error}");
                refused += 1;
            }
            Some(_) => served += 1,
            None => break,
        }
    }
    assert!(refused > 100, "{refused} {served}");
    still_serves(&server).await;
}

#[tokio::test]
async fn two_hundred_tabs_are_served_and_more_are_refused_politely() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut tabs = Vec::new();
    for _ in 0..200 {
        tabs.push(server.tab().await);
    }
    for tab in &mut tabs {
        assert!(matches!(tab.ask(json!({ "type": "hello" })).await, Answer::Welcome(_)));
    }
    let own = format!("http://{}", server.address);
    assert_eq!(refused(&server, &own).await, 503);
    tabs.truncate(100);
    let mut tries = 0;
    while refused(&server, &own).await != 101 {
        tries += 1;
        assert!(tries < 100, "closed tabs must make room");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    still_serves(&server).await;
    let (_, time) = server.stop();
    assert!(time < Duration::from_secs(3), "{time:?}");
}

#[tokio::test]
async fn a_tab_that_does_not_read_holds_up_nobody() {
    let folder = Folder::new();
    let server = Running::start(&folder);
    let mut deaf = server.tab().await;
    for id in 0..300 {
        let order = json!({ "type": "explain", "variant": "chess", "moves": [] });
        deaf.send_text(json!({ "id": id, "order": order }).to_string()).await;
    }
    still_serves(&server).await;
}

#[tokio::test]
async fn other_addresses_demand_a_token() {
    let folder = Folder::new();
    let any: IpAddr = "0.0.0.0".parse().expect("an address");
    let server = Running::start_with(&folder, |settings| {
        settings.address = any;
        settings.token = Some("abcdefgh12".to_owned());
    });
    let port = server.address.port();
    let get = |path: &str, more: &str| {
        server.http(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}Connection: close\r\n\r\n"
        ))
    };
    assert_eq!(status(&get("/", "")), "403");
    assert_eq!(status(&get("/?token=wrong", "")), "403");
    assert_eq!(status(&get("/ws", "")), "403");
    let welcome = get("/?token=abcdefgh12", "");
    assert_eq!(status(&welcome), "303");
    assert!(
        welcome.to_lowercase().contains("set-cookie: rocada_token=abcdefgh12; httponly; samesite=strict")
    );
    assert_eq!(status(&get("/", "Cookie: rocada_token=abcdefgh12\r\n")), "200");
}
