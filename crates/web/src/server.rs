//! The server as the command line sees it: bind, tell the address, run until somebody says stop.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::serve::ListenerExt as _;
use rocada_engine::Evaluations;
use tokio::sync::watch;

use crate::analysis::Analyst;
use crate::archive::Archive;
use crate::assets::Assets;
use crate::chance;
use crate::games::Games;
use crate::guard::Guard;
use crate::http::{Site, router};
use crate::orders::Services;
use crate::pool::Pool;
use crate::room::House;
use crate::store::Store;

/// The port that is tried when none is asked for.
pub const DEFAULT_PORT: u16 = 8088;
/// How often the wish to stop is looked at.
const GLANCE: Duration = Duration::from_millis(50);
/// How often analyses are written to disk.
const SAVE_EVERY: Duration = Duration::from_secs(20);
/// What tabs get to say goodbye.
const FAREWELL: Duration = Duration::from_millis(300);

/// How to serve.
pub struct Settings {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; `None`: the default one, or a free one if that is taken.
    pub port: Option<u16>,
    /// What every visitor must know; one is made if the address is not loopback.
    pub token: Option<String>,
    /// The folder for games and analyses.
    pub data: PathBuf,
    /// The page.
    pub page: Assets,
    /// How many cores searches may use; `None`: those that there are.
    pub cores: Option<usize>,
}

impl Settings {
    /// On this machine only, with the page that the binary carries.
    pub fn new(data: PathBuf) -> Settings {
        Settings {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            token: None,
            data,
            page: Assets::embedded(),
            cores: None,
        }
    }
}

/// Why there is no server.
#[derive(Debug)]
pub enum ServeError {
    /// The binary was built without the page.
    NoPage,
    /// The address cannot be used.
    Bind(SocketAddr, io::Error),
    /// The system gives no random numbers for a token.
    NoToken,
    /// A token that cannot be part of an address.
    BadToken,
    /// Something else failed.
    System(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::NoPage => f.write_str(
                "this binary was built without the page: install npm and run 'make build' in Rocada's folder",
            ),
            ServeError::Bind(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "port {} is taken: use another --port, or none to get a free one", address.port())
            }
            ServeError::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::NoToken => {
                f.write_str("the system gives no random numbers: choose a --token yourself")
            }
            ServeError::BadToken => {
                f.write_str("a token has at least 8 letters and digits, and nothing else")
            }
            ServeError::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

/// A server that has its address and waits to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

impl Server {
    /// Takes an address.
    ///
    /// # Errors
    /// If there is no page, the address cannot be used, or the token is none.
    pub fn bind(mut settings: Settings) -> Result<Server, ServeError> {
        if settings.page.is_empty() {
            return Err(ServeError::NoPage);
        }
        if let Some(token) = &settings.token
            && (token.len() < 8 || !token.bytes().all(|sign| sign.is_ascii_alphanumeric()))
        {
            return Err(ServeError::BadToken);
        }
        if settings.token.is_none() && !settings.address.is_loopback() {
            settings.token = Some(chance::secret().ok_or(ServeError::NoToken)?);
        }
        let listener = listen(settings.address, settings.port)?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        listener.set_nonblocking(true).map_err(ServeError::System)?;
        Ok(Server { listener, address, settings })
    }

    /// The address that the server got.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where a browser finds the board, with the token if there is one.
    pub fn url(&self) -> String {
        let query = self.settings.token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
        let mut address = self.address;
        // Nobody can go to "any address": on this machine this one is meant.
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        format!("http://{address}/{query}")
    }

    /// Serves until the flag is set. `note` hears what people should know.
    ///
    /// # Errors
    /// If the system refuses threads or the socket.
    pub fn run(self, stop: &AtomicBool, note: impl FnMut(String)) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(ServeError::System)?;
        let outcome = runtime.block_on(self.serve(stop, note));
        runtime.shutdown_timeout(FAREWELL);
        outcome
    }

    async fn serve(self, stop: &AtomicBool, mut note: impl FnMut(String)) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener).map_err(ServeError::System)?;
        let settings = self.settings;
        let there = || std::thread::available_parallelism().map_or(1, usize::from);
        let pool = Pool::new(settings.cores.unwrap_or_else(there));
        let archive = Arc::new(Archive::new(&settings.data));
        let (store, problem) = Store::open(&archive.analyses());
        problem.into_iter().for_each(&mut note);
        let store = Arc::new(store);
        let services = Arc::new(Services {
            games: Games::new(House { pool: Arc::clone(&pool), archive }),
            analyst: Analyst::new(pool, Arc::clone(&store)),
            evaluations: Evaluations::default(),
        });
        let (stopper, stopped) = watch::channel(false);
        let guard = Guard::new(self.address, settings.token);
        let site = Arc::new(Site::new(settings.page, guard, services, stopped));
        // Messages are short and follow each other: waiting to send them together would cost 40 ms each.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = tokio::spawn(async move { axum::serve(listener, router(site)).await });
        let saving = tokio::spawn(keep_saving(Arc::clone(&store)));
        while !stop.load(Ordering::Relaxed) && !serving.is_finished() {
            tokio::time::sleep(GLANCE).await;
        }
        saving.abort();
        let _ = stopper.send(true);
        // A tab that does not go is left behind.
        let _ = tokio::time::timeout(FAREWELL, farewell(&stopper)).await;
        serving.abort();
        if let Err(error) = store.save() {
            note(format!("The analyses cannot be kept: {error}."));
        }
        Ok(())
    }
}

/// Waits until all tabs have said goodbye. One receiver stays with the site itself.
async fn farewell(stopper: &watch::Sender<bool>) {
    while stopper.receiver_count() > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn keep_saving(store: Arc<Store>) {
    loop {
        tokio::time::sleep(SAVE_EVERY).await;
        let store = Arc::clone(&store);
        // What cannot be written now is tried again at the end, which tells.
        let _ = tokio::task::spawn_blocking(move || store.save()).await;
    }
}

fn listen(address: IpAddr, port: Option<u16>) -> Result<TcpListener, ServeError> {
    let wanted = SocketAddr::new(address, port.unwrap_or(DEFAULT_PORT));
    match TcpListener::bind(wanted) {
        Ok(listener) => Ok(listener),
        Err(error) if port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            let any = SocketAddr::new(address, 0);
            TcpListener::bind(any).map_err(|error| ServeError::Bind(any, error))
        }
        Err(error) => Err(ServeError::Bind(wanted, error)),
    }
}
