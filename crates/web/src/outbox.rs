//! What waits to be sent to a tab. A tab that does not read is cut off instead of holding up anybody else.

use std::sync::Arc;

use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::messages::{Event, ServerMessage};

/// So many messages can wait for a slow tab.
const CAPACITY: usize = 512;

/// The way to a tab; as many copies as there are senders.
#[derive(Clone)]
pub(crate) struct Outbox {
    /// The tab's number.
    pub(crate) tab: u64,
    sender: Sender<ServerMessage>,
    overflow: Arc<Notify>,
}

impl Outbox {
    /// A way to a tab, and its end.
    pub(crate) fn new(tab: u64) -> (Outbox, Receiver<ServerMessage>) {
        let (sender, receiver) = channel(CAPACITY);
        (Outbox { tab, sender, overflow: Arc::default() }, receiver)
    }

    /// Sends without waiting. If too much is waiting already the tab is given up.
    pub(crate) fn send(&self, message: ServerMessage) {
        if self.sender.try_send(message).is_err() {
            self.overflow.notify_one();
        }
    }

    /// Sends, and waits if the tab is slow: for senders who can.
    pub(crate) async fn deliver(&self, event: Event) {
        // A tab that is gone is no error.
        let _ = self.sender.send(ServerMessage::Event { event }).await;
    }

    /// Tells that something happened.
    pub(crate) fn event(&self, event: Event) {
        self.send(ServerMessage::Event { event });
    }

    /// Waits until the tab is too slow.
    pub(crate) async fn overflowed(&self) {
        self.overflow.notified().await;
    }
}
