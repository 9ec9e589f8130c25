//! What is checked: the rule behind each check and how to repair what fails it.

/// A check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// A short name.
    pub id: &'static str,
    /// What is checked, in a few words.
    pub title: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// What to do when it fails.
    pub repair: &'static str,
}

macro_rules! cards {
    ($($name:ident = $id:literal, $title:literal, $rule:literal, $repair:literal;)*) => {$(
        pub(crate) const $name: Card = Card { id: $id, title: $title, rule: $rule, repair: $repair };
    )*};
}

cards! {
    START = "start", "starts and waits",
        "A bot waits for commands; it does not end, print a prompt or burn time before the first one.",
        "Read standard input in a loop and print nothing before the first command.";
    HANDSHAKE = "handshake", "answers the greeting",
        "CECP: after 'protover 2' the bot prints 'feature …' lines, the last with done=1, within 2 s. UCI: after 'uci' it prints 'id', 'option' lines and 'uciok'.",
        "Answer 'protover 2' with: feature ping=1 setboard=1 usermove=1 sigint=0 myname=\"My bot\" done=1 - or 'uci' with: id name My bot, then uciok.";
    BUFFERING = "buffering", "flushes every line",
        "A pipe is not a terminal: most languages keep output back until thousands of bytes are there. Every line must leave at once.",
        "Flush after each line: C setvbuf(stdout, NULL, _IONBF, 0); C++ std::endl; Python print(…, flush=True); Java System.out.flush(); Rust stdout().flush().";
    FEATURES = "features", "announces itself well",
        "Texts stand in quotes, numbers do not; each option has a line of its own; python-chess and lichess-bot need ping=1 and setboard=1; xboard sends SIGINT unless sigint=0.",
        "Print: feature myname=\"My bot\" ping=1 setboard=1 usermove=1 sigint=0 colors=0 variants=\"normal\" and, last, feature done=1.";
    OPTIONS = "options", "announces its options well",
        "Each 'option' line has a name and a type; a spin's default lies between min and max.",
        "Correct the option lines that are named above.";
    PING = "ping", "answers ping and isready in order",
        "'ping N' is answered by 'pong N' when everything before it is done; 'isready' by 'readyok', also while searching.",
        "When the line begins with 'ping ', print 'pong ' and the same number, and flush.";
    WHITE = "white", "plays White",
        "After 'new', 'force', 'go' in the start position the bot plays White and prints one legal 'move'.",
        "'go' means: from now on play the side that is on move, and move at once.";
    BLACK = "black", "answers as Black",
        "After 'new' the bot plays Black: it answers 'usermove e2e4' with a move, without any 'go'.",
        "After 'new' set your colour to Black and leave force mode; every move of the opponent then gets an answer.";
    FORCE = "force", "keeps quiet in force mode",
        "After 'force' the bot plays neither side: it makes the moves it is sent and prints none.",
        "Keep a flag: 'force' clears it, 'go' and 'new' set it; answer a move only while it is set.";
    GO = "go", "goes on after force",
        "'go' after moves in force mode: the bot plays the side that is on move now, in the position that it was led to.",
        "Make every move that arrives in force mode on your board, for both sides.";
    ILLEGAL = "illegal", "refuses illegal moves",
        "An illegal move is answered by 'Illegal move: MOVE' and the position stays as it was.",
        "Look the move up in your list of legal moves before you make it.";
    UNKNOWN = "unknown", "ignores what it does not know",
        "GUIs send commands that older bots have never heard of; these are ignored, or answered with 'Error (unknown command): X'.",
        "Give your loop a last branch for all other lines, which does nothing.";
    CASTLE_SHORT = "castling-short", "understands castling on the king's side",
        "Castling comes as e1g1 or e8g8 (O-O in Chess960); the rook jumps too.",
        "When the king moves two squares, move the rook from h to f.";
    CASTLE_LONG = "castling-long", "understands castling on the queen's side",
        "Castling comes as e1c1 or e8c8 (O-O-O in Chess960); the rook jumps too.",
        "When the king moves two squares, move the rook from a to d.";
    EN_PASSANT = "en-passant", "understands en passant",
        "A pawn that moves diagonally to an empty square captures the pawn beside it.",
        "Remove the passed pawn from the square beside the start, not from the target.";
    PROMOTION = "promotion", "understands promotions",
        "A promotion has a fifth letter: e7e8q, e7e8n; the pawn becomes that piece.",
        "Read the fifth letter of a move and put that piece on the board.";
    DROP = "drop", "understands drops",
        "In crazyhouse P@e4 puts a piece from the hand on an empty square; captured pieces change sides, promoted ones become pawns.",
        "Keep a hand for each side; remove the piece from it when it is dropped.";
    OWN_PROMOTION = "own-promotion", "promotes correctly",
        "Where only promotions are legal, the move must say what the pawn becomes: 'move e7e8q'.",
        "Append q, r, b or n to the move when a pawn reaches the last rank.";
    OWN_EN_PASSANT = "own-en-passant", "captures en passant when it must",
        "Where en passant is the only legal move, the game is not over.",
        "Generate en passant captures right after the double step.";
    OWN_DROP = "own-drop", "drops when it must",
        "Where only drops parry a check, the game is not over; a drop is written 'move N@f3'.",
        "Try a drop on each square between the king and the piece that checks it.";
    CLOCK = "clock", "moves in time",
        "With one second on the clock ('time 100', 'wtime 1000') a move must come within that second.",
        "Read 'time' (hundredths of a second, yours) or 'wtime'/'btime' (milliseconds) and use a small part of it for each move.";
    NEW_GAME = "new-game", "plays a second game",
        "'result' ends a game quietly; after 'new' the next one begins in the start position - unless reuse=0 was announced.",
        "Reset everything at 'new', or announce reuse=0.";
    STOP = "stop", "stops when told",
        "'go infinite' prints no bestmove before 'stop'; after 'stop' exactly one bestmove comes.",
        "Search in a thread of its own and look for 'stop' all the time.";
    MATED = "mated", "survives a finished game",
        "When the game is over the bot neither crashes nor invents a move; UCI answers 'bestmove (none)'.",
        "Check that the list of legal moves is not empty before you choose from it.";
    NOISE = "noise", "prints nothing that others misread",
        "XBoard acts upon words such as Draw, 'not found', a leading White or Black wherever they stand.",
        "Print remarks with '#' in front of them, or to standard error.";
    QUIT = "quit", "ends at quit",
        "'quit' ends the program at once; XBoard kills it after one second.",
        "Leave the loop at 'quit', from every state.";
    EOF = "eof", "ends when its input ends",
        "When standard input is closed, nobody is there any more: the program ends and does not spin.",
        "Treat end of input (null, EOF, an empty read) as 'quit'.";
    SIGINT = "sigint", "survives SIGINT",
        "XBoard sends SIGINT before commands unless the bot said sigint=0.",
        "Announce sigint=0 and ignore the signal: signal(SIGINT, SIG_IGN).";
    SIGTERM = "sigterm", "ends at SIGTERM",
        "A bot that is asked to terminate by the system ends.",
        "Do not block SIGTERM.";
    CHOICE = "choice", "plays only legal moves",
        "Every move is legal, in every position that a game reaches.",
        "Feed the position named above to your move generator and compare its moves with 'rocada perft 1 --divide --fen FEN'.";
}
