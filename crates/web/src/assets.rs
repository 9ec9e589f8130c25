//! The files of the page: those that the binary carries, or those of a folder for whoever works on the page.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::Path;

/// A file as the build script gives it: its path, its bytes, and those made small.
type File = (&'static str, &'static [u8], Option<&'static [u8]>);

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// The page that a browser asks for first.
const INDEX: &str = "index.html";
/// Enough for any page; a folder with more is the wrong folder.
const MOST_FILES: usize = 500;

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) bytes: Cow<'static, [u8]>,
    /// The same, made small by gzip.
    pub(crate) gzip: Option<&'static [u8]>,
    pub(crate) kind: &'static str,
    /// Names the content.
    pub(crate) tag: String,
    /// The name changes with the content, so a browser may keep it for ever.
    pub(crate) is_immutable: bool,
}

/// All files of the page by their paths. Nothing else can be asked for.
#[derive(Default)]
pub struct Assets(HashMap<String, Asset>);

impl Assets {
    /// The page that the binary carries; empty if it was built without one.
    pub fn embedded() -> Assets {
        let mut assets = Assets::default();
        for (path, bytes, gzip) in embedded::FILES {
            assets.add(path, Cow::Borrowed(bytes), *gzip);
        }
        assets
    }

    /// The page that lies in a folder, read once.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn read(folder: &Path) -> io::Result<Assets> {
        let mut assets = Assets::default();
        let mut folders = vec![(folder.to_owned(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                if entry.file_type()?.is_dir() {
                    folders.push((entry.path(), format!("{name}/")));
                } else if assets.0.len() < MOST_FILES {
                    assets.add(&name, Cow::Owned(fs::read(entry.path())?), None);
                }
            }
        }
        Ok(assets)
    }

    /// Is there a page at all?
    pub fn is_empty(&self) -> bool {
        !self.0.contains_key(INDEX)
    }

    fn add(&mut self, path: &str, bytes: Cow<'static, [u8]>, gzip: Option<&'static [u8]>) {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let asset = Asset {
            gzip,
            kind: kind_of(path),
            tag: format!("\"{:016x}\"", hasher.finish()),
            is_immutable: has_hash(path),
            bytes,
        };
        self.0.insert(path.to_owned(), asset);
    }

    /// The file at a path of the server.
    pub(crate) fn get(&self, path: &str) -> Option<&Asset> {
        let path = path.strip_prefix('/')?;
        self.0.get(if path.is_empty() { INDEX } else { path })
    }
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Does the name carry a hash of the content, as `app-3F2A9C1B.js` or `app.3f2a9c1b.js`?
fn has_hash(path: &str) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let part = stem.rsplit(['-', '.']).next().unwrap_or_default();
    let is_code = |sign: char| sign.is_ascii_digit() || sign.is_ascii_alphabetic();
    part != stem
        && part.len() >= 8
        && part.chars().all(is_code)
        && part.chars().any(|sign| sign.is_ascii_digit() || sign.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_names_may_be_kept_for_ever() {
        assert!(has_hash("assets/app-3F2A9C1B.js"));
        assert!(has_hash("app.3f2a9c1b.css"));
        for plain in ["index.html", "manifest.webmanifest", "piece-knightly.svg", "3F2A9C1B.js"] {
            assert!(!has_hash(plain), "{plain}");
        }
    }

    #[test]
    fn only_listed_paths_are_found() {
        let mut assets = Assets::default();
        assert!(assets.is_empty());
        assets.add("index.html", Cow::Borrowed(b"page"), None);
        assets.add("a/b.js", Cow::Borrowed(b"script"), None);
        assert!(assets.get("/").is_some() && assets.get("/a/b.js").is_some());
        for path in ["", "index.html", "/a", "/a/", "/a/../index.html", "//index.html", "/%2e%2e/index.html"]
        {
            assert!(assets.get(path).is_none(), "{path}");
        }
    }
}
