//! Files that are whole or not there at all.

use std::fs;
use std::io;
use std::path::Path;

/// Replaces a file at once: a reader sees the old text or the new one. Makes its folder.
pub(crate) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let draft = file.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&draft, text)?;
    fs::rename(&draft, file)
}
