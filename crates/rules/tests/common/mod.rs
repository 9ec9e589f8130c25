//! Finds the shared test data, which does not travel with the repository.

use std::path::{Path, PathBuf};

/// The path of a file or folder of the shared data, or `None` with a note if it is not there.
///
/// It is looked for in the folder that `ROCADA_SHARED` names, else in `shared/data` beside the project's root.
///
/// # Panics
/// If it is not there although `CI=true` says that it has to be.
#[allow(clippy::print_stderr)]
pub(crate) fn shared_data(path: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os("ROCADA_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => {
            // Asked at run time: a target folder that two clones share must not lead from one to the other.
            let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
            Path::new(&package).join("../../../shared/data")
        }
    };
    let found = folder.join(path);
    if found.exists() {
        return Some(found);
    }
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!required, "{} is missing", found.display());
    eprintln!("note: {} is not here, its test is skipped", found.display());
    None
}
