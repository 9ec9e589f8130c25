//! Conversations as transcripts: what is typed, and what is said and done about it. The engine's answers are given by hand.

use rocada_engine::{ScoreKind, Verdict};
use rocada_rules::{Role, Square};

use super::*;

const ASCII: View = View { ascii: true, colour: false, plain: false, width: 80 };

/// A session with somebody who plays the engine.
struct Talk {
    session: Session,
    now: Duration,
    /// All that was said since the last question.
    said: Vec<String>,
    /// All that was done since the last question.
    done: Vec<String>,
    request: Option<Request>,
    kept: Vec<KeptGame>,
}

fn config() -> Config {
    Config {
        variant: Variant::Chess,
        board: None,
        opponent: "greedy".parse().expect("an opponent"),
        side: Side::Fixed(Color::White),
        clock: ClockRule::Unlimited,
        view: ASCII,
        memory: Adaptive::default(),
        seed: 1,
        began: SystemTime::UNIX_EPOCH,
        thinking: Limits::default(),
        study: Limits::default(),
        evaluations: Evaluations::default(),
    }
}

fn from_fen(variant: Variant, fen: &str) -> Config {
    let position = AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a valid FEN");
    Config { variant, board: Some(Board::new(position)), side: Side::ToMove, ..config() }
}

impl Talk {
    fn new(config: Config) -> Talk {
        let mut talk = Talk {
            session: Session::new(config),
            now: Duration::ZERO,
            said: Vec::new(),
            done: Vec::new(),
            request: None,
            kept: Vec::new(),
        };
        let effects = talk.session.start();
        talk.take(effects);
        talk
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Show(text) => self.said.push(text),
                Effect::Glimpse(_) => self.done.push("glimpse".to_owned()),
                Effect::Search(request, what_for) => {
                    self.done.push(what_for.to_owned());
                    self.request = Some(*request);
                }
                Effect::NewGame => self.done.push("new game".to_owned()),
                Effect::Keep(game) => self.kept.push(game),
                Effect::Save(path, pgn) => self.done.push(format!("save {} {pgn}", path.display())),
                Effect::Load(path) => self.done.push(format!("load {}", path.display())),
                Effect::Learn { score, .. } => self.done.push(format!("learn {score:?}")),
                Effect::Quit => self.done.push("quit".to_owned()),
            }
        }
    }

    fn step(&mut self, input: Input<'_>) -> String {
        self.said.clear();
        self.done.clear();
        let effects = self.session.step(self.now, input);
        self.take(effects);
        self.said.join("\n")
    }

    /// Types a line and gives all that is said.
    fn type_line(&mut self, line: &str) -> String {
        self.step(Input::Line(line))
    }

    /// The engine ends its search with these moves and this score.
    fn answer(&mut self, moves: &str, score: Score) -> String {
        let request = self.request.take().expect("something is searched");
        let mut at = request.position.clone();
        let mut line = Vec::new();
        for text in moves.split_whitespace() {
            let mv = at.parse_move(text).unwrap_or_else(|error| panic!("{error} in {}", at.fen()));
            line.push(mv);
            at.play(mv);
        }
        let best = line.first().copied();
        let line = Line {
            rank: 1,
            depth: 9,
            selective_depth: 9,
            score,
            kind: ScoreKind::Exact,
            moves: line,
            nodes: 1,
            tablebase_hits: 0,
            table_permille: 0,
            time: Duration::ZERO,
        };
        let verdict = Verdict { best, ponder: None, line: Some(line), nodes: 1 };
        self.step(Input::Engine(Event::Finished(request.id, Box::new(verdict))))
    }

    /// The opponent plays this.
    fn reply(&mut self, text: &str) -> String {
        self.answer(text, Score::Centipawns(0))
    }

    /// Both sides' moves, the person's first.
    fn moves(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            match self.session.is_busy() {
                true => self.reply(text),
                false => self.type_line(text),
            };
        }
    }
}

use rocada_engine::Score;

#[test]
fn a_game_begins_with_the_board_and_goes_on_move_by_move() {
    let mut talk = Talk::new(config());
    let greeting = talk.said.join("\n");
    let expected = "\
Game 1, chess: you play White against Rocada greedy. Type a move such as e4 or Nf3, 'hint', 'help' or 'quit'.
 8  r  n  b  q  k  b  n  r    Rocada greedy (black)
 7  p  p  p  p  p  p  p  p
 6  .  .  .  .  .  .  .  .
 5  .  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  .
 3  .  .  .  .  .  .  .  .
 2  P  P  P  P  P  P  P  P
 1  R  N  B  Q  K  B  N  R    Player (white, to move)
    a  b  c  d  e  f  g  h";
    assert_eq!(greeting, expected);
    assert_eq!(talk.session.prompt(), "White 1> ");
    assert_eq!(talk.type_line("e4"), "");
    assert_eq!(talk.done, ["glimpse", "thinking"]);
    assert!(talk.session.is_busy());
    talk.step(Input::Engine(Event::Note("it likes the centre".to_owned())));
    let said = talk.reply("e5");
    assert!(said.contains(" 5  .  .  .  . (p) .  .  .    "), "{said}");
    assert!(said.contains("1. e4 e5"), "{said}");
    assert!(said.ends_with("Rocada greedy: 1... e5 (it likes the centre)"), "{said}");
    assert_eq!(talk.session.prompt(), "White 2> ");
}

#[test]
fn a_game_to_mate_is_told_kept_and_can_be_taken_back() {
    let mut talk = Talk::new(config());
    talk.moves("f3 e5 g4");
    let said = talk.reply("Qh4#");
    assert!(said.contains("Black mates. You lose: 0-1."), "{said}");
    assert_eq!(talk.session.prompt(), "game over> ");
    assert!(talk.type_line("e4").contains("'new' begins another one"));
    let pgn = &talk.kept.last().expect("the game is kept").pgn;
    assert!(pgn.contains("[White \"Player\"]") && pgn.contains("[Black \"Rocada greedy\"]"), "{pgn}");
    assert!(pgn.contains("2. g4") && pgn.contains("Qh4#") && pgn.trim_end().ends_with("0-1"), "{pgn}");
    assert!(talk.type_line("undo").contains("Taken back: g4 Qh4#."));
    assert_eq!(talk.session.prompt(), "White 2> ");
    assert!(talk.kept.last().expect("kept").pgn.trim_end().ends_with('*'));
}

#[test]
fn the_person_may_be_black_and_the_opponent_begins() {
    let mut talk = Talk::new(Config { side: Side::Fixed(Color::Black), ..config() });
    assert!(talk.session.is_busy());
    let said = talk.reply("e4");
    assert!(said.starts_with(" 1  R  N  B  K  Q"), "Black is at the bottom: {said}");
    assert!(talk.type_line("flip").starts_with(" 8  r"));
    assert_eq!(talk.type_line("undo"), "There is no move of yours to take back.");
}

#[test]
fn crazyhouse_shows_hands_and_takes_drops() {
    let mut talk = Talk::new(Config { variant: Variant::Crazyhouse, ..config() });
    talk.moves("e4 d5 exd5 Qxd5 Nc3 Qa5");
    let said = talk.type_line("pocket");
    assert_eq!(said, "White holds a pawn. Black holds a pawn.");
    assert_eq!(talk.type_line("P@e8").lines().count(), 1, "one sentence");
    assert!(talk.type_line("m P").contains("drop pawn: @"), "{}", talk.said.join("\n"));
    talk.type_line("@e5");
    let said = talk.reply("Nc6");
    assert!(said.contains("in hand: p") && said.contains("in hand: -"), "{said}");
}

#[test]
fn bad_input_gets_one_sentence_and_changes_nothing() {
    let mut talk = Talk::new(config());
    for bad in [
        "e5",
        "Nd2",
        "xyzzy",
        "O-O",
        "e2e5",
        "level kasparov",
        "variant shogi",
        "fen nonsense",
        "new red",
        "save",
        "load",
        "p X",
        "s z",
        "moves z9",
        "map k",
        "why not",
        "\u{1}\u{fffd}",
    ] {
        let said = talk.type_line(bad);
        assert_eq!(said.lines().count(), 1, "{bad}: {said}");
        assert!(talk.done.is_empty() && !talk.session.is_busy(), "{bad}: {:?}", talk.done);
    }
    assert_eq!(talk.type_line(""), "");
    assert_eq!(talk.session.prompt(), "White 1> ");
}

#[test]
fn a_hint_is_a_move_with_its_line() {
    let mut talk = Talk::new(config());
    talk.type_line("hint");
    assert_eq!(talk.done, ["looking for a hint"]);
    let said = talk.answer("e4 e5 Nf3", Score::Centipawns(35));
    assert_eq!(said, "Try e4 (+0.35 for White), and then 1... e5 2. Nf3.");
}

#[test]
fn why_tells_what_the_last_move_allowed_and_what_is_threatened() {
    let mut talk = Talk::new(config());
    assert_eq!(talk.type_line("why"), "White has not moved yet.");
    talk.moves("e4 e5 Qh5 Nc6 Qxf7 Kxf7");
    talk.type_line("why");
    assert_eq!(talk.done, ["looking into it"]);
    talk.answer("Nf3 Nf6", Score::Centipawns(20));
    talk.answer("Kxf7 Nf3", Score::Centipawns(850));
    let said = talk.answer("Nf6", Score::Centipawns(800));
    let expected = "\
3. Qxf7+ allows 3... Kxf7 4. Nf3 (+8.50 for Black).
The queen on f7 is not defended.
In this line White loses a queen.
Better was 3. Nf3 Nf6 (+0.20 for White).
Black threatens nothing at the moment.";
    assert_eq!(said, expected);
    talk.type_line("why reply");
    talk.answer("Kxf7", Score::Centipawns(850));
    let said = talk.answer("Nf3", Score::Centipawns(-850));
    assert!(said.starts_with("3... Kxf7 is the best move that I see."), "{said}");
}

#[test]
fn draws_are_claimed_by_the_rules_and_judged_by_the_score() {
    let mut talk = Talk::new(config());
    talk.moves("Nf3 Nf6");
    talk.type_line("draw");
    let said = talk.answer("d4", Score::Centipawns(5));
    assert_eq!(said, "Rocada greedy declines the draw: it is too early.");
    assert_eq!(talk.type_line("draw"), "You have offered a draw on this move already.");
    talk.moves("Ng1 Ng8 Nf3 Nf6 Ng1");
    let said = talk.reply("Ng8");
    assert!(said.contains("Draw by repetition: type 'draw' to claim it, or play on."), "{said}");
    let said = talk.type_line("draw");
    assert!(said.contains("A draw: 1/2-1/2."), "{said}");

    let mut talk = Talk::new(config());
    talk.type_line("draw");
    let said = talk.answer("e4", Score::Centipawns(300));
    assert!(said.contains("Draw agreed. A draw: 1/2-1/2."), "{said}");
}

#[test]
fn the_opponent_claims_a_draw_unless_it_stands_better() {
    let mut talk = Talk::new(Config { side: Side::Fixed(Color::Black), ..config() });
    talk.moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let said = talk.type_line("Ng8");
    assert!(said.contains("the position was there three times. A draw: 1/2-1/2."), "{said}");
}

#[test]
fn the_adaptive_opponent_learns_once_and_only_from_games_without_help() {
    let adaptive = || Config { opponent: Partner::Adaptive, ..config() };
    let mut talk = Talk::new(adaptive());
    talk.moves("f3 e5");
    talk.type_line("resign");
    assert!(talk.done.contains(&"learn Lost".to_owned()), "{:?}", talk.done);
    let mut memory = Adaptive::default();
    memory.record(false, GameScore::Lost);
    let said =
        talk.step(Input::Learnt(memory, Some("the adaptive opponent plays at level 3 now".to_owned())));
    assert_eq!(said, "The adaptive opponent plays at level 3 now.");
    assert!(talk.type_line("new").contains("Rocada level 3, adaptive"));

    let mut talk = Talk::new(adaptive());
    talk.moves("f3 e5");
    talk.type_line("undo");
    let said = talk.type_line("resign");
    assert!(said.contains("does not count games with hints"), "{said}");
    assert!(talk.done.iter().all(|done| !done.starts_with("learn")));
}

#[test]
fn clocks_run_for_the_side_to_move_and_a_fallen_flag_loses() {
    let clock =
        ClockRule::Game { moves: None, base: Duration::from_secs(60), increment: Duration::from_secs(2) };
    let mut talk = Talk::new(Config { clock, ..config() });
    talk.now = Duration::from_secs(10);
    talk.type_line("e4");
    let limits = talk.request.as_ref().expect("a search").limits.clone();
    assert_eq!(limits.clock.map(|clock| clock.time), Some(Duration::from_secs(60)));
    assert!(talk.request.as_ref().expect("a search").opponent.is_some_and(|who| who.human_time));
    talk.now = Duration::from_secs(15);
    talk.reply("e5");
    assert_eq!(talk.type_line("c"), "White has 0:52.0, Black 0:57.0.");
    talk.now = Duration::from_secs(200);
    let said = talk.type_line("Nf3");
    assert!(said.contains("White has overstepped the time. You lose: 0-1."), "{said}");
    assert!(talk.kept.last().expect("kept").pgn.contains("[Termination \"time forfeit\"]"));
    assert!(talk.type_line("undo").contains("Taken back: e4 e5."));
    assert_eq!(talk.type_line("c"), "White has 1:00, Black 1:00.");
}

#[test]
fn games_are_saved_shown_and_loaded() {
    let mut talk = Talk::new(Config { variant: Variant::Crazyhouse, ..config() });
    talk.moves("e4 d5 exd5 Qxd5");
    talk.type_line("save my game.pgn");
    let pgn = talk.done[0].strip_prefix("save my game.pgn ").expect("saved").to_owned();
    assert!(pgn.contains("[Variant \"Crazyhouse\"]"), "{pgn}");
    assert_eq!(talk.type_line("pgn"), pgn.trim_end());
    talk.type_line("load other.pgn 2");
    assert_eq!(talk.done, ["load other.pgn"]);
    let said = talk.step(Input::Loaded(Ok(pgn.clone())));
    assert_eq!(said, "There is no game 2: the file has one.");
    talk.type_line("load other.pgn");
    let said = talk.step(Input::Loaded(Ok(pgn)));
    assert!(said.starts_with("Game 2, crazyhouse: you play White"), "{said}");
    assert!(said.contains("2. exd5 Qxd5"), "{said}");
    assert_eq!(talk.type_line("l"), "Black Qxd5: queen from d8 takes pawn on d5.");
    let said = talk.step(Input::Loaded(Err("x cannot be read: no such file".to_owned())));
    assert_eq!(said, "X cannot be read: no such file.");
}

#[test]
fn positions_are_shown_and_set_as_fen_in_every_variant() {
    let mut talk = Talk::new(config());
    let fen = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1";
    assert!(talk.type_line(&format!("fen {fen}")).contains("you play Black"));
    assert_eq!(talk.type_line("fen"), fen);
    let said = talk.type_line("variant chess960");
    assert!(said.contains("chess960"), "{said}");
    let fischer = "2kr4/8/8/8/8/8/8/1R2KR2 w BFd - 0 1";
    let mut talk = Talk::new(from_fen(Variant::Chess960, fischer));
    talk.type_line("O-O");
    let position = &talk.request.as_ref().expect("a search").position;
    assert_eq!(position.piece_at(Square::at(6, 0)).map(|piece| piece.role), Some(Role::King));
    let mut talk = Talk::new(Config { variant: Variant::Crazyhouse960, ..config() });
    assert!(talk.type_line("variant").starts_with("This is crazyhouse960."));
}

#[test]
fn the_plain_mode_speaks_in_words() {
    let mut talk = Talk::new(Config { view: View { plain: true, ..ASCII }, ..config() });
    assert_eq!(talk.said.len(), 1, "no board: {:?}", talk.said);
    talk.type_line("e4");
    assert_eq!(talk.done, ["thinking"], "nothing that goes away again");
    assert_eq!(talk.reply("Nf6"), "Rocada greedy: knight from g8 to f6");
    assert_eq!(talk.type_line("l"), "Black Nf6: knight from g8 to f6.");
    assert_eq!(talk.type_line("p N"), "White knights: b1 and g1. Black knights: f6 and b8.");
    assert_eq!(talk.type_line("s e"), "File e: e1 white king, e4 white pawn, e7 black pawn, e8 black king.");
    assert_eq!(talk.type_line("s 4"), "Rank 4: e4 white pawn.");
    assert_eq!(
        talk.type_line("m g1"),
        "3 legal moves from g1:\nknight from g1 to e2; knight from g1 to f3; knight from g1 to h3"
    );
    assert_eq!(talk.type_line("map e4"), "e4, white pawn: attacked by knight f6, defended by none.");
    assert_eq!(talk.type_line("map"), "e4, white pawn: attacked by knight f6, defended by none.");
    assert_eq!(talk.type_line("b").lines().count(), 9);
    assert_eq!(talk.type_line("c").lines().count(), 1);
    assert!(talk.type_line("plain").starts_with(" 8  r"));
}

#[test]
fn commands_for_looking_leave_the_game_alone() {
    let mut talk = Talk::new(config());
    assert!(talk.type_line("map").contains("1:0"), "{}", talk.said.join("\n"));
    assert!(talk.type_line("eval").contains("total"), "{}", talk.said.join("\n"));
    assert!(talk.type_line("moves").contains("knight b1: Na3 Nc3"), "{}", talk.said.join("\n"));
    assert_eq!(talk.type_line("moves e4"), "1 legal move to e4:\n  pawn e2: e4");
    assert_eq!(talk.type_line("moves e5"), "There is no legal move to e5.");
    assert!(talk.type_line("level").contains("against Rocada greedy"));
    assert!(talk.type_line("level 7").contains("Rocada level 7"));
    assert!(talk.type_line("help").contains("N@f3"));
    assert!(talk.kept.is_empty() && talk.request.is_none());
}

#[test]
fn leaving_keeps_the_unfinished_game() {
    let mut talk = Talk::new(config());
    talk.step(Input::Leave);
    assert_eq!(talk.done, ["quit"]);
    assert!(talk.kept.is_empty(), "a game without moves is none");
    let mut talk = Talk::new(config());
    talk.type_line("e4");
    talk.step(Input::Leave);
    assert_eq!(talk.done, ["quit"], "even while the opponent thinks");
    assert!(talk.kept.last().expect("kept").pgn.contains("[Result \"*\"]"));
    let mut talk = Talk::new(config());
    talk.moves("e4 e5");
    talk.type_line("quit");
    assert_eq!(talk.done, ["quit"]);
}

#[test]
fn an_opponent_that_resigns_loses() {
    let mut talk = Talk::new(config());
    talk.type_line("e4");
    let id = talk.request.as_ref().expect("a search").id;
    let said = talk.step(Input::Engine(Event::Resigned(id, None)));
    assert!(said.contains("Black resigns. You win: 1-0."), "{said}");
}

#[test]
fn a_finished_position_is_told_at_once() {
    let talk = Talk::new(from_fen(Variant::Chess, "4r1k1/8/8/8/8/8/3q4/4K3 w - - 0 1"));
    let said = talk.said.join("\n");
    assert!(
        said.contains("The game is over here: Black mates.") || said.contains("You are in check."),
        "{said}"
    );
}
