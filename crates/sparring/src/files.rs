//! What people do is kept in their folder, in files that are whole or not there at all.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder for what Rocada remembers of the user: `rocada` in the system's data folder, if there is one.
pub fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("rocada"))
}

/// Replaces a file at once: a reader sees the old text or the new one. Makes its folder.
///
/// # Errors
/// If the folder cannot be made or the file not written.
pub fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let draft = file.with_file_name(name);
    fs::write(&draft, text)?;
    fs::rename(&draft, file).inspect_err(|_| drop(fs::remove_file(&draft)))
}
