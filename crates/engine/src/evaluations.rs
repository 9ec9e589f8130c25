//! What judges the positions of each game: a network from a file, one that the binary carries, or the classical terms.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rocada_eval::Evaluator;
use rocada_eval::classical::Game;
use rocada_eval::nnue::{GameKind, Kernels, NetError, Network};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/nets.rs"));
}

/// The word that asks for the classical evaluation where a network file could be named.
const CLASSICAL: &str = "classical";
/// The word that asks for the networks of the binary; nothing at all asks for them too.
const EMBEDDED: &str = "embedded";

/// Why a network file cannot be used.
#[derive(Debug)]
pub enum NetFileError {
    /// It cannot be read.
    Unreadable(String, io::Error),
    /// It is no network that can be used.
    Bad(String, NetError),
}

impl fmt::Display for NetFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetFileError::Unreadable(path, error) => write!(f, "cannot read the network {path}: {error}"),
            NetFileError::Bad(path, error) => write!(f, "cannot use {path}: {error}"),
        }
    }
}

impl std::error::Error for NetFileError {}

/// Reads a network from a file.
pub fn open_network(path: &Path) -> Result<Network, NetFileError> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    // One byte more than the largest network: enough to see that a file is too long, however long it is.
    let most = Network::MAX_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| NetFileError::Unreadable(name(), error))?;
    Network::from_bytes(&bytes).map_err(|error| NetFileError::Bad(name(), error))
}

/// The network of a game that the binary carries, if it carries one.
pub fn embedded_network(game: GameKind) -> Option<Arc<Network>> {
    static NETWORKS: [OnceLock<Option<Arc<Network>>>; 2] = [const { OnceLock::new() }; 2];
    let load = || {
        // A test makes sure that what is embedded can be used.
        let network = Network::from_bytes(embedded_bytes(game)?).ok()?;
        network.check_game(game).is_ok().then(|| Arc::new(network))
    };
    NETWORKS[game as usize].get_or_init(load).clone()
}

fn embedded_bytes(game: GameKind) -> Option<&'static [u8]> {
    match game {
        GameKind::Chess => embedded::CHESS,
        GameKind::Crazyhouse => embedded::CRAZYHOUSE,
    }
}

/// The evaluation of each game.
#[derive(Clone, Debug)]
pub struct Evaluations {
    networks: [Option<Arc<Network>>; 2],
    kernels: Kernels,
}

impl Default for Evaluations {
    /// The networks of the binary, and the classical terms where it has none.
    fn default() -> Evaluations {
        Evaluations { networks: GameKind::ALL.map(embedded_network), kernels: Kernels::best() }
    }
}

impl Evaluations {
    /// The classical terms in both games.
    pub fn classical() -> Evaluations {
        Evaluations { networks: [None, None], kernels: Kernels::best() }
    }

    /// Computes networks by these kernels instead of the fastest.
    pub fn set_kernels(&mut self, kernels: Kernels) {
        self.kernels = kernels;
    }

    /// Takes what a text names: `classical`, nothing or `embedded` for what the binary carries, or a network file,
    /// which is used for its own game. If it cannot be used nothing changes.
    pub fn choose(&mut self, text: &str) -> Result<(), NetFileError> {
        match text.trim() {
            "" | EMBEDDED => self.networks = Evaluations::default().networks,
            CLASSICAL => self.networks = Evaluations::classical().networks,
            path => {
                let network = open_network(Path::new(path))?;
                let game = network.shape().game;
                self.networks[game as usize] = Some(Arc::new(network));
            }
        }
        Ok(())
    }

    /// The network that judges a game, if one does.
    pub fn network(&self, game: GameKind) -> Option<&Arc<Network>> {
        self.networks[game as usize].as_ref()
    }

    /// A new evaluator for a game.
    pub fn evaluator<R: Game>(&self) -> Evaluator<R> {
        let network = self.network(GameKind::of::<R>());
        let evaluator =
            network.and_then(|network| Evaluator::network_by(Arc::clone(network), self.kernels).ok());
        evaluator.unwrap_or_default()
    }
}

/// One sentence that says what judges.
impl fmt::Display for Evaluations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |game: GameKind| match self.network(game) {
            Some(network) => format!("{game} by the network {}", network.id()),
            None => format!("{game} by the classical evaluation"),
        };
        write!(f, "judging {}, {}", name(GameKind::Chess), name(GameKind::Crazyhouse))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_binary_carries_can_be_used() {
        for game in GameKind::ALL {
            assert_eq!(embedded_bytes(game).is_some(), embedded_network(game).is_some(), "{game}");
        }
    }

    #[test]
    fn words_and_files_are_told_apart() {
        let mut evaluations = Evaluations::default();
        for word in ["classical", "embedded", "", " "] {
            assert!(evaluations.choose(word).is_ok(), "{word}");
        }
        assert!(matches!(evaluations.choose("/no/such.nnue"), Err(NetFileError::Unreadable(..))));
        assert!(matches!(evaluations.choose("Cargo.toml"), Err(NetFileError::Bad(..))));
        assert!(matches!(evaluations.choose("src"), Err(NetFileError::Unreadable(..))));
    }
}
