//! The conversation with one tab: messages in, messages out, and nothing that a tab sends or leaves unread harms others.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::messages::{AnalysisView, Event, Order, Request, ServerMessage};
use crate::orders::{Services, Tab};
use crate::outbox::Outbox;

/// The longest message that is not PGN.
const MOST_BYTES: usize = 256 << 10;
/// The longest message at all: a megabyte of PGN, and what JSON puts around it.
pub(crate) const MOST_PGN_BYTES: usize = 1_300_000;
/// A tab may ask so often at once, and then so often a second.
const BURST: f64 = 300.0;
const RATE: f64 = 60.0;
/// A tab that takes no message for so long is gone.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often a silent tab is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Talks with a tab until it goes or the server stops.
pub(crate) async fn converse(
    mut socket: WebSocket,
    services: Arc<Services>,
    number: u64,
    mut stop: watch::Receiver<bool>,
) {
    let (outbox, mut waiting) = Outbox::new(number);
    let (board, mut newest) = watch::channel(None);
    let mut tab = Tab::new(services, outbox.clone(), board);
    let mut bucket = Bucket::new();
    let mut heard = Instant::now();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    let goodbye = loop {
        tokio::select! {
            // What waits goes out before anything new is read, so that a tab that reads is never too slow.
            biased;
            _ = stop.changed() => break (close_code::AWAY, "The server stops."),
            () = outbox.overflowed() => break (close_code::POLICY, "The page does not read fast enough."),
            Some(message) = waiting.recv() => {
                if send(&mut socket, &message).await.is_err() {
                    return;
                }
            }
            Ok(()) = newest.changed() => {
                let view: Option<AnalysisView> = newest.borrow_and_update().clone();
                if let Some(view) = view {
                    let message = ServerMessage::Event { event: Event::Analysis(view) };
                    if send(&mut socket, &message).await.is_err() {
                        return;
                    }
                }
            }
            _ = heartbeat.tick() => {
                if heard.elapsed() > 3 * HEARTBEAT {
                    return;
                }
                if timeout(PATIENCE, socket.send(Message::Ping(Bytes::new()))).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => receive(&mut tab, &outbox, &mut bucket, &text),
                    Some(Ok(Message::Binary(_))) => outbox.send(problem(None, "Messages are text, not bytes.")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(_)) => break (close_code::SIZE, "The message is too long or damaged."),
                }
            }
        }
    };
    let (code, reason) = goodbye;
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // Whoever does not listen to the end is gone already.
    let _ = timeout(Duration::from_millis(200), socket.send(Message::Close(Some(frame)))).await;
}

/// A tab that cannot be written to in time is lost.
async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), ()> {
    let text = serde_json::to_string(message).map_err(drop)?;
    match timeout(PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

fn problem(id: Option<u32>, sentence: impl Into<String>) -> ServerMessage {
    ServerMessage::Error { id, error: sentence.into() }
}

/// The number of a message that is otherwise no request.
#[derive(Deserialize)]
struct Numbered {
    id: u32,
}

fn receive(tab: &mut Tab, outbox: &Outbox, bucket: &mut Bucket, text: &str) {
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            let id = serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id);
            return outbox.send(problem(id, format!("This is no request: {error}.")));
        }
    };
    let is_pgn = matches!(request.order, Order::ReadPgn { .. } | Order::WritePgn { .. });
    if text.len() > MOST_BYTES && !is_pgn {
        let sentence = format!("The message has {} bytes; {MOST_BYTES} are the most.", text.len());
        return outbox.send(problem(Some(request.id), sentence));
    }
    if !bucket.take(Instant::now()) {
        return outbox.send(problem(Some(request.id), "Too many requests: wait a moment."));
    }
    tab.handle(request);
}

/// Bounds how often a tab may ask.
struct Bucket {
    left: f64,
    filled: Instant,
}

impl Bucket {
    fn new() -> Bucket {
        Bucket { left: BURST, filled: Instant::now() }
    }

    /// Takes one out, if there is one.
    fn take(&mut self, now: Instant) -> bool {
        self.left = (self.left + RATE * (now - self.filled).as_secs_f64()).min(BURST);
        self.filled = now;
        let some = self.left >= 1.0;
        if some {
            self.left -= 1.0;
        }
        some
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_empty_after_a_burst_and_fills_again() {
        let mut bucket = Bucket::new();
        let now = bucket.filled;
        assert_eq!((0..1_000).filter(|_| bucket.take(now)).count(), BURST as usize);
        let later = now + Duration::from_secs(1);
        assert_eq!((0..1_000).filter(|_| bucket.take(later)).count(), RATE as usize);
    }
}
