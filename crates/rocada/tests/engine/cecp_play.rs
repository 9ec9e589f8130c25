//! CECP: what the search really finds, what it tells, and the ends of games.

use rocada_rules::{AnyPosition, Variant};

use crate::harness::{Post, Rocada, chess_after, ms, patiently, play, post};

fn posts(rocada: &Rocada) -> Vec<Post> {
    rocada.history.iter().filter_map(|said| post(&said.text)).collect()
}

#[test]
fn cecp_044_the_engine_castles_in_coordinates() {
    let mut rocada = Rocada::cecp_game();
    // Castling gives check and attacks the rook that the king comes next to.
    rocada.send("force; setboard 3k4/8/8/8/8/8/1r6/R3K3 w Q - 0 1; st 1; go");
    assert_eq!(rocada.expect_move(ms(1500)).0, "e1c1");
    rocada.send("new; variant fischerandom; force; setboard 3k4/8/8/8/8/8/1r6/R3K3 w A - 0 1; st 1; go");
    assert_eq!(rocada.expect_move(ms(1500)).0, "O-O-O");
    rocada.finish();
}

#[test]
fn cecp_053_and_085_the_engine_mates_says_so_and_is_quiet() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("hard; force; setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1; go");
    assert_eq!(rocada.expect_move(ms(3000)).0, "d1d8");
    let result = rocada.next(ms(500)).expect("the result").text;
    assert!(result.starts_with("1-0 {"), "{result}");
    rocada.quiet(ms(500));
    rocada.finish();
}

/// The last score of a search of a second.
fn score_of(fen: &str) -> i32 {
    let mut rocada = Rocada::cecp_game();
    rocada.send(&format!("force; setboard {fen}; post; st 1; go"));
    rocada.expect_move(ms(1500));
    let posts = posts(&rocada);
    assert!(posts.iter().all(|post| !(30_000..100_000).contains(&post.score.abs())));
    rocada.finish();
    posts.last().expect("lines of thinking").score
}

#[test]
fn cecp_078_mates_are_counted_in_moves() {
    assert_eq!(score_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), 100_001);
    assert_eq!(score_of("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), 100_002);
    assert_eq!(score_of("8/7k/8/8/8/8/R7/1R5K w - - 0 1"), 100_003);
    assert_eq!(score_of("7k/R7/8/8/8/8/8/1R5K b - - 0 1"), -100_001);
    assert_eq!(score_of("6k1/8/1R6/8/8/8/R7/7K b - - 0 1"), -100_002);
}

#[test]
fn cecp_079_scores_are_for_the_side_to_move() {
    let white = score_of("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1");
    let black = score_of("4k3/ppp5/8/8/8/8/8/4K3 b - - 0 1");
    assert!(white > 100 && black > 100, "{white} {black}");
    assert!(score_of("4k3/8/8/8/8/8/PPP5/4K3 b - - 0 1") < -100);
}

#[test]
fn cecp_076_thinking_never_goes_back_and_every_line_is_legal() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("post; st 1; go");
    rocada.expect_move(ms(1500));
    let greeted = rocada.history.iter().position(|said| said.text.contains("done=1")).unwrap_or(0);
    for said in &rocada.history[greeted + 1..rocada.history.len() - 1] {
        let known = post(&said.text).is_some() || said.text.starts_with('#');
        assert!(known || said.text.starts_with("Hint:"), "{}", said.text);
    }
    let posts = posts(&rocada);
    assert!(posts.len() > 3);
    for pair in posts.windows(2) {
        assert!(pair[0].depth <= pair[1].depth && pair[0].time <= pair[1].time);
        assert!(pair[0].nodes <= pair[1].nodes);
    }
    for post in &posts {
        assert_eq!(post.extra.len(), 3);
        play(&mut AnyPosition::start(Variant::Chess), &post.moves);
    }
    rocada.finish();
}

#[test]
fn cecp_077_and_082_nothing_but_the_move_without_post() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("nopost; st 1; go");
    assert!(rocada.next(ms(1500)).is_some_and(|said| said.text.starts_with("move ")));
    rocada.quiet(ms(300));
    rocada.send("hard; usermove e7e5");
    rocada.expect_move(ms(1500));
    let lines = rocada.listen(ms(300));
    assert!(lines.iter().all(|line| line.starts_with("Hint: ")), "{lines:?}");
    rocada.finish();
}

#[test]
fn cecp_083_hints_and_book_moves_are_shown() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("bk");
    let first = rocada.next(ms(1000)).expect("a book line").text;
    assert!(first.starts_with(' ') && first.contains('%'), "{first}");
    rocada.expect_line(ms(500), "");
    rocada.send("hint; ping 1");
    let (line, _) = rocada.expect(ms(500), |line| line.starts_with("Hint: ") || line == "pong 1");
    if let Some(mv) = line.strip_prefix("Hint: ") {
        chess_after(&[mv]);
    }
    rocada.finish();
}

#[test]
fn the_book_answers_at_once_if_it_may() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("option OwnBook=1; usermove e2e4");
        rocada.expect_move(ms(100));
        rocada.send("new; option OwnBook=0; st 1; usermove e2e4");
        let (_, took) = rocada.expect_move(ms(1100));
        assert!(took > ms(200), "{took:?}");
        rocada.finish();
    });
}

#[test]
fn cecp_087_a_draw_is_claimed_only_when_it_is_welcome() {
    let shuffle = "usermove f2f1; usermove g8g7; usermove f1f2; usermove g7g8";
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 1; force; setboard 6k1/8/8/8/8/8/5Q2/6K1 w - - 0 1");
    rocada.send(&format!("{shuffle}; {shuffle}; playother; usermove f2f1"));
    let (line, _) = rocada.expect(ms(1500), |line| line.starts_with("1/2") || line.starts_with("move"));
    assert!(line.starts_with("1/2-1/2 {"), "{line}");
    rocada.listen(ms(300));
    rocada.send("new; st 1; force; setboard 6k1/5q2/8/8/8/8/8/6K1 w - - 0 1");
    let shuffle = "usermove g1g2; usermove f7f8; usermove g2g1; usermove f8f7";
    rocada.send(&format!("{shuffle}; {shuffle}; playother; usermove g1g2"));
    let (line, _) = rocada.expect(ms(1500), |line| line.starts_with("1/2") || line.starts_with("move"));
    assert!(line.starts_with("move "), "{line}");
    rocada.finish();
}

#[test]
fn cecp_091_a_lost_engine_takes_a_draw_and_a_winning_one_does_not() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 1; force; setboard 6k1/8/8/8/8/8/5Q2/6K1 b - - 0 1; draw; go");
    let (line, _) = rocada.expect(ms(1500), |line| line.starts_with("offer") || line.starts_with("move"));
    assert_eq!(line, "offer draw");
    rocada.expect_move(ms(1500));
    rocada.send("new; st 1; force; setboard 6k1/8/8/8/8/8/5Q2/6K1 w - - 0 1; draw; go");
    let (line, _) = rocada.expect(ms(1500), |line| line.starts_with("offer") || line.starts_with("move"));
    assert!(line.starts_with("move "), "{line}");
    rocada.finish();
}

#[test]
fn cecp_093_analysis_follows_the_board() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("post; analyze");
    let mut position = AnyPosition::start(Variant::Chess);
    let follow = |rocada: &mut Rocada, position: &AnyPosition| {
        rocada.send("ping 1");
        rocada.expect_line(ms(1000), "pong 1");
        let lines = rocada.listen(ms(250));
        let posts: Vec<Post> = lines.iter().filter_map(|line| post(line)).collect();
        assert!(!posts.is_empty() && posts.len() == lines.len(), "{lines:?}");
        posts.iter().for_each(|post| play(&mut position.clone(), &post.moves));
    };
    follow(&mut rocada, &position);
    rocada.send("usermove e2e4");
    play(&mut position, ["e2e4"]);
    follow(&mut rocada, &position);
    rocada.send("undo");
    follow(&mut rocada, &AnyPosition::start(Variant::Chess));
    rocada.send("setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let middle =
        AnyPosition::from_fen(Variant::Chess, fen, rocada_rules::Tolerance::Lax).expect("a good FEN");
    follow(&mut rocada, &middle);
    rocada.send("new; variant crazyhouse");
    follow(&mut rocada, &AnyPosition::start(Variant::Crazyhouse));
    rocada.send("exit");
    rocada.listen(ms(50));
    rocada.quiet(ms(500));
    rocada.send("nopost; st 1; go");
    rocada.expect_move(ms(1500));
    rocada.finish();
}

#[test]
fn cecp_094_the_state_of_an_analysis_is_told() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("post; analyze");
        rocada.listen(ms(1500));
        rocada.send(".");
        let (line, _) = rocada.expect(ms(100), |line| line.starts_with("stat01: "));
        let numbers = line["stat01: ".len()..].split(' ').take(5);
        assert_eq!(numbers.filter(|word| word.parse::<u64>().is_ok()).count(), 5, "{line}");
        rocada.send("exit; .");
        rocada.listen(ms(50));
        rocada.quiet(ms(200));
        rocada.finish();
    });
}

#[test]
fn cecp_095_an_analysis_with_nothing_to_do_is_idle() {
    for fen in [
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    ] {
        let mut rocada = Rocada::cecp_game();
        rocada.send(&format!("force; setboard {fen}; post; analyze"));
        rocada.listen(ms(500));
        let before = rocada.processor_time();
        rocada.listen(ms(500));
        // A mate that is found may still be searched deeper; a game that is over may not.
        if !fen.contains("3R2K1") {
            assert!(rocada.processor_time() - before < ms(60));
        }
        rocada.send("exit");
        rocada.finish();
    }
}

#[test]
fn cecp_096_analysis_keeps_to_the_included_moves() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("force; exclude all; include a2a3; post; analyze");
    let lines = rocada.listen(ms(400));
    let first = |lines: &[String]| -> Vec<String> {
        lines.iter().filter_map(|line| post(line)).map(|post| post.moves[0].clone()).collect()
    };
    let moves = first(&lines);
    assert!(!moves.is_empty() && moves.iter().all(|mv| mv == "a2a3"), "{moves:?}");
    rocada.send("include all; ping 1");
    rocada.expect_line(ms(1000), "pong 1");
    let moves = first(&rocada.listen(ms(400)));
    assert!(moves.iter().any(|mv| mv != "a2a3"), "{moves:?}");
    rocada.finish();
}

#[test]
fn cecp_097_crazyhouse_drops_are_played() {
    let mut rocada = Rocada::cecp_game();
    // The queen dropped beside the king mates; nothing else does.
    rocada.send("new; variant crazyhouse; force; setboard 6k1/5ppp/8/8/8/8/8/6K1[Rr] w - - 0 1; st 1; go");
    let (mv, _) = rocada.expect_move(ms(1500));
    assert!(mv.starts_with("R@") && mv.ends_with('8'), "{mv}");
    assert!(rocada.next(ms(500)).is_some_and(|said| said.text.starts_with("1-0")));
    rocada.finish();
}

#[test]
fn pondering_hits_and_misses_both_give_a_move() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("post; hard; level 0 0:10 0; usermove e2e4");
    let mut position = chess_after(&["e2e4"]);
    for turn in 0..6 {
        let (mv, _) = rocada.expect_move(ms(4000));
        play(&mut position, [&mv]);
        rocada.listen(ms(150));
        let hint = rocada.history.iter().rev().find_map(|said| said.text.strip_prefix("Hint: "));
        let legal = position.legal_moves();
        let guess = hint.filter(|_| turn % 2 == 0).and_then(|text| position.parse_move(text).ok());
        let reply = position.uci(guess.unwrap_or(legal[legal.len() / 2]));
        play(&mut position, [&reply]);
        rocada.send(&format!("time 800; otim 800; usermove {reply}"));
    }
    rocada.expect_move(ms(4000));
    rocada.send("easy");
    rocada.finish();
}
