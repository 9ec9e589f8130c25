//! A real server on a free port, and tabs that talk to it as a browser does.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use rocada_web::messages::{Answer, Event, GameView, Request, ServerMessage};
use rocada_web::{Assets, Server, Settings};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Nothing in these tests takes longer, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A folder that is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rocada-web-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("page/assets")).expect("a folder");
        std::fs::write(folder.join("page/index.html"), "<!doctype html><title>Board</title><!-- welcome -->")
            .expect("a file");
        std::fs::write(folder.join("page/assets/app-3F2A9C1B.js"), "'use strict';").expect("a file");
        std::fs::write(folder.join("secret.txt"), "secret").expect("a file");
        Folder(folder)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<String>>>,
}

impl Running {
    pub(crate) fn start(folder: &Folder) -> Running {
        Running::start_with(folder, |_| {})
    }

    pub(crate) fn start_with(folder: &Folder, change: impl FnOnce(&mut Settings)) -> Running {
        let page = Assets::read(&folder.path().join("page")).expect("a page");
        let mut settings = Settings { port: Some(0), page, ..Settings::new(folder.data()) };
        change(&mut settings);
        let server = Server::bind(settings).expect("an address");
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut notes = Vec::new();
            server.run(&flag, |note| notes.push(note)).expect("it runs");
            notes
        });
        Running { address, stop, thread: Some(thread) }
    }

    /// Stops the server; gives what it noted and how long it took to stop.
    pub(crate) fn stop(mut self) -> (Vec<String>, Duration) {
        let begin = Instant::now();
        self.stop.store(true, Ordering::Relaxed);
        let notes = self.thread.take().expect("a thread").join().expect("it ends well");
        (notes, begin.elapsed())
    }

    pub(crate) async fn tab(&self) -> Tab {
        Tab::open(self.address, None).await.expect("a conversation")
    }

    /// The whole answer to an HTTP request, as text.
    pub(crate) fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.write_all(request.as_bytes()).expect("it is read");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The answer to `GET path` under the right name.
    pub(crate) fn get(&self, path: &str) -> String {
        self.http(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A tab of a browser.
pub(crate) struct Tab {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    next: u32,
    /// Events that came while a reply was waited for.
    pub(crate) events: Vec<Event>,
}

impl Tab {
    pub(crate) async fn open(address: SocketAddr, origin: Option<&str>) -> Result<Tab, tungstenite::Error> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        let own = format!("http://{address}");
        let origin = origin.unwrap_or(&own).parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Tab { socket, next: 1, events: Vec::new() })
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("it is sent");
    }

    /// Sends something that the server need not read to the end.
    pub(crate) async fn try_send(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.expect("it is sent");
    }

    /// What comes next; `None` when the conversation is over.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time")?;
            match message.ok()? {
                Message::Text(text) => return Some(serde_json::from_str(&text).expect("a message")),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Asks, and gives the answer or the sentence.
    pub(crate) async fn try_ask(&mut self, order: Value) -> Result<Answer, String> {
        let id = self.next;
        self.next += 1;
        let text = json!({ "id": id, "order": order }).to_string();
        serde_json::from_str::<Request>(&text).expect("an order as the types say");
        self.send_text(text).await;
        loop {
            match self.receive().await.expect("a reply") {
                ServerMessage::Reply { id: answered, answer } if answered == id => return Ok(answer),
                ServerMessage::Error { id: Some(answered), error } if answered == id => return Err(error),
                ServerMessage::Event { event } => self.events.push(event),
                other => panic!("nobody asked for {other:?}"),
            }
        }
    }

    pub(crate) async fn ask(&mut self, order: Value) -> Answer {
        self.try_ask(order).await.expect("an answer")
    }

    pub(crate) async fn ask_game(&mut self, order: Value) -> GameView {
        match self.ask(order).await {
            Answer::Game(game) => *game,
            other => panic!("a game was expected, not {other:?}"),
        }
    }

    /// The next event that the function wants, from those that came already or will come.
    pub(crate) async fn event<T>(&mut self, mut wanted: impl FnMut(&Event) -> Option<T>) -> T {
        let begin = Instant::now();
        loop {
            while !self.events.is_empty() {
                let event = self.events.remove(0);
                if let Some(found) = wanted(&event) {
                    return found;
                }
            }
            assert!(begin.elapsed() < PATIENCE, "the event does not come");
            match self.receive().await.expect("an event") {
                ServerMessage::Event { event } => self.events.push(event),
                other => panic!("nobody asked for {other:?}"),
            }
        }
    }

    /// The game when it is as wanted.
    pub(crate) async fn game_event(&mut self, mut wanted: impl FnMut(&GameView) -> bool) -> GameView {
        let matching = |event: &Event| match event {
            Event::Game { game } if wanted(game) => Some((**game).clone()),
            _ => None,
        };
        self.event(matching).await
    }

    /// Makes a move and waits for the opponent's answer, or the end.
    pub(crate) async fn play(&mut self, game: &str, text: &str) -> GameView {
        let view = self.ask_game(json!({ "type": "move", "game": game, "move": text })).await;
        if view.end.is_some() {
            return view;
        }
        let after = view.moves.len();
        self.game_event(|view| view.moves.len() > after || view.end.is_some()).await
    }
}

/// A game of chess with White against an opponent.
pub(crate) fn new_game(opponent: &str) -> Value {
    json!({ "type": "newGame", "variant": "chess", "opponent": opponent, "color": "white" })
}
