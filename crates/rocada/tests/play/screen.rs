//! A terminal without a window: the program runs in it, keys go in, and what stands on its screen can be read.

use std::io::{Read as _, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(120);

/// How to start the program.
pub(crate) struct Start {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<&'static str>,
    pub(crate) environment: Vec<(&'static str, &'static str)>,
    pub(crate) rows: u16,
    pub(crate) columns: u16,
}

impl Start {
    pub(crate) fn new(name: &'static str, arguments: &[&'static str]) -> Start {
        Start { name, arguments: arguments.to_vec(), environment: Vec::new(), rows: 60, columns: 100 }
    }
}

/// What came out of the terminal.
struct Output {
    screen: vt100::Parser,
    raw: Vec<u8>,
}

/// The program in its terminal.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Arc<Mutex<Output>>,
    /// The terminal ends when this goes.
    _master: Box<dyn MasterPty + Send>,
    /// The user's data folder, of this test alone.
    pub(crate) folder: PathBuf,
}

impl Terminal {
    pub(crate) fn start(start: &Start) -> Terminal {
        let folder = std::env::temp_dir().join(format!("rocada-play-{}-{}", start.name, std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let size = PtySize { rows: start.rows, cols: start.columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rocada"));
        command.args(&start.arguments);
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("XDG_DATA_HOME", &folder);
        for (name, value) in &start.environment {
            command.env(name, value);
        }
        command.cwd(&folder);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let screen = vt100::Parser::new(start.rows, start.columns, 0);
        let output = Arc::new(Mutex::new(Output { screen, raw: Vec::new() }));
        let heard = Arc::clone(&output);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let mut output = heard.lock().expect("nobody panics here");
                output.screen.process(&bytes[..count]);
                output.raw.extend_from_slice(&bytes[..count]);
            }
        });
        Terminal { child, keys, output, _master: pair.master, folder }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys can be pressed");
        self.keys.flush().expect("keys can be pressed");
    }

    /// Types a line when the program waits for one, and waits until it is taken.
    pub(crate) fn type_line(&mut self, line: &str) {
        self.wait_for_prompt();
        self.press(line);
        let typed = format!("> {line}");
        self.wait_until(&typed, |contents| contents.trim_end().ends_with(&typed));
        self.press("\r");
        self.wait_until("an answer", |contents| !contents.trim_end().ends_with(&typed));
    }

    /// Leaves by the command; gives the exit code.
    pub(crate) fn quit(&mut self) -> u32 {
        self.wait_for_prompt();
        self.press("quit\r");
        self.wait_for_end()
    }

    /// All that stands on the screen.
    pub(crate) fn contents(&self) -> String {
        self.output.lock().expect("nobody panics here").screen.screen().contents()
    }

    /// All bytes that came.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().expect("nobody panics here").raw).into_owned()
    }

    /// Looks at the screen itself.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.output.lock().expect("nobody panics here").screen.screen())
    }

    fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let contents = self.contents();
            if is_there(&contents) {
                return contents;
            }
            assert!(Instant::now() < end, "waited in vain for {what}; the screen shows:\n{contents}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a text is on the screen; gives all of the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |contents| contents.contains(text))
    }

    /// Waits until the last line is the empty place for typing.
    pub(crate) fn wait_for_prompt(&self) -> String {
        self.wait_until("a prompt", |contents| contents.trim_end().ends_with('>'))
    }

    /// Waits until the program has ended by itself; gives its exit code.
    pub(crate) fn wait_for_end(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.exit_code();
            }
            assert!(Instant::now() < end, "it does not end; the screen shows:\n{}", self.contents());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The games in the user's folder.
    pub(crate) fn kept_games(&self) -> Vec<String> {
        let Ok(files) = std::fs::read_dir(self.folder.join("rocada/games")) else { return Vec::new() };
        let read = |file: std::io::Result<std::fs::DirEntry>| {
            let path = file.expect("a file").path();
            assert_eq!(path.extension().and_then(|end| end.to_str()), Some("pgn"), "{}", path.display());
            std::fs::read_to_string(path).expect("it can be read")
        };
        files.map(read).collect()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
