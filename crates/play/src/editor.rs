//! Where lines come from: a line editor with history and completion at a terminal, plain lines in a pipe.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::commands::{Completion, complete};

/// Lines that are remembered.
const HISTORY: usize = 500;

/// The source of lines.
pub(crate) enum Lines {
    /// A person at a terminal.
    Terminal(Box<Editor<Words, FileHistory>>, Option<PathBuf>),
    /// A pipe or a file.
    Pipe,
}

impl Lines {
    /// Reads from standard input, whatever it is. The history is kept in `file`.
    pub(crate) fn open(file: Option<PathBuf>) -> io::Result<Lines> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Lines::Pipe);
        }
        let config = Config::builder().max_history_size(HISTORY).map_err(io::Error::other)?;
        let config = config.history_ignore_dups(true).map_err(io::Error::other)?.build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Words::default()));
        if let Some(file) = &file {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        Ok(Lines::Terminal(Box::new(editor), file))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(..))
    }

    /// Columns and rows of the window, if there is one.
    pub(crate) fn window(&mut self) -> Option<(usize, usize)> {
        match self {
            Lines::Terminal(editor, _) => {
                editor.dimensions().map(|(columns, rows)| (usize::from(columns), usize::from(rows)))
            }
            Lines::Pipe => None,
        }
    }

    /// The next line; `None` if the person leaves. `moves` are what completion may offer.
    pub(crate) fn next(&mut self, prompt: &str, moves: Vec<String>) -> io::Result<Option<String>> {
        match self {
            Lines::Terminal(editor, _) => {
                if let Some(words) = editor.helper_mut() {
                    words.moves = moves;
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(line.trim());
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(_) => Ok(None),
                }
            }
            Lines::Pipe => {
                io::stdout().flush()?;
                let mut bytes = Vec::new();
                let count = io::stdin().lock().read_until(b'\n', &mut bytes)?;
                Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }

    /// Remembers the history for the next time.
    pub(crate) fn close(&mut self) {
        if let Lines::Terminal(editor, Some(file)) = self {
            let folder = file.parent().map_or(Ok(()), |folder: &Path| std::fs::create_dir_all(folder));
            // Nobody misses a history that cannot be written.
            let _ = folder.map(|()| editor.save_history(file));
        }
    }
}

/// Completes moves, commands and the names of files.
#[derive(Default)]
pub(crate) struct Words {
    moves: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        match complete(line.get(..at).unwrap_or(line), &self.moves) {
            Completion::Files => self.files.complete(line, at, context),
            Completion::Words(begin, words) => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((begin, words.into_iter().map(pair).collect()))
            }
        }
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
