//! The trainer on small sets of real positions: random games judged by the classical evaluation.

use rocada_eval::classical::{Classical, Game as Evaluated};
use rocada_eval::nnue::{GameKind, Network, SCALE, active, output_bucket};
use rocada_rules::{Color, Crazyhouse, GameResult, Move, Position, Rules, Standard, Tolerance};

use super::kernel::sigmoid;
use super::layout::{Kind, TILE};
use super::load::replay;
use super::pool::{Pool, Views};
use super::*;
use crate::games::{Ending, Game, Start};

const KEEP_ALL: Filter =
    Filter { skip_plies: 0, most_score: i32::MAX, least_men: 0, keep_checks: true, keep_noisy: true };

fn shapes(game: GameKind, hidden: usize) -> impl Iterator<Item = Shape> {
    let king_buckets = Shape::KING_BUCKETS.into_iter();
    king_buckets.flat_map(move |king_buckets| {
        Shape::OUTPUT_BUCKETS.map(|output_buckets| Shape { game, hidden, king_buckets, output_buckets })
    })
}

/// A game of random moves with the scores of the classical evaluation.
fn random_game<R: Evaluated>(random: &mut Random) -> Game {
    let number = |random: &mut Random| random.below(960) as u16;
    let start = Start::Array(number(random), number(random));
    let mut position: Position<R> = start.position().expect("an array");
    let mut evaluation = Classical::<R>::new();
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    let plies = 40 + random.below(60);
    while moves.len() < plies && position.outcome().is_none() {
        let legal = position.legal_moves();
        let mv = legal[random.below(legal.len())];
        if moves.len() >= 6 {
            let value = evaluation.evaluate(&position).clamp(-5000, 5000) as i16;
            scores.push(if position.turn() == Color::White { value } else { -value });
        }
        position.play(mv);
        moves.push(mv);
    }
    let result = match scores.last().copied().unwrap_or(0) {
        100.. => GameResult::Win(Color::White),
        ..=-100 => GameResult::Win(Color::Black),
        _ => GameResult::Draw,
    };
    Game { start, moves, scores, result, ending: Ending::TooLong }
}

/// The positions that a filter leaves, with their own scores.
fn lessons(filter: &Filter) -> Lessons {
    Lessons { filter: *filter, ..Lessons::default() }
}

/// Random games as the loader would give them; every fourth is held out.
fn data_of<R: Evaluated>(shape: Shape, games: usize, filter: &Filter) -> Data {
    let mut random = Random::new(11);
    let mut data = Data {
        training: Pool::default(),
        held: Pool::default(),
        probes: Vec::new(),
        fingerprint: 7,
        views: Views::new(shape),
        generation: 2,
        games: [0, 0],
    };
    for number in 0..games {
        let game = random_game::<R>(&mut random);
        let held = number % 4 == 0;
        data.games[usize::from(held)] += 1;
        let (pool, probes) = match held {
            false => (&mut data.training, None),
            true => (&mut data.held, Some(&mut data.probes)),
        };
        replay::<R>(&game, &data.views, &lessons(filter), pool, probes).expect("legal moves");
    }
    data
}

fn data(shape: Shape, games: usize) -> Data {
    match shape.game {
        GameKind::Chess => data_of::<Standard>(shape, games, &Filter::default()),
        GameKind::Crazyhouse => data_of::<Crazyhouse>(shape, games, &Filter::default()),
    }
}

fn run(trainer: &mut Trainer<'_>) {
    while trainer.step().is_some() {}
}

fn lists<R: Evaluated>() {
    let mut random = Random::new(3);
    for shape in shapes(GameKind::of::<R>(), 64) {
        let views = Views::new(shape);
        for _ in 0..15 {
            let game = random_game::<R>(&mut random);
            let mut position: Position<R> = game.start.position().expect("an array");
            for &mv in &game.moves {
                let mut pool = Pool::default();
                assert!(pool.push(&views, &position, -37, super::pool::Share::Won));
                let record = pool.get(0);
                for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
                    let (mut found, mut expected) = (Vec::new(), Vec::new());
                    views.list(&record, side, &mut found);
                    active(&position, color, &shape, |input| expected.push(input as u16));
                    assert_eq!(found, expected, "{}", position.fen());
                }
                assert_eq!(usize::from(record.output()), output_bucket(&position, &shape));
                assert_eq!((record.score(), record.result()), (-37, 1.0));
                position.play(mv);
            }
        }
    }
}

#[test]
fn both_sides_see_in_the_pool_what_play_sees() {
    lists::<Standard>();
    lists::<Crazyhouse>();
}

/// The mean loss in double precision by the plainest loops, as a function of the parameters.
fn plain_loss(layout: &layout::Layout, rows: &[[f64; TILE]], data: &Data, places: &[u32], share: f64) -> f64 {
    let at = |row: usize, neuron: usize, step: usize| rows[row + neuron / TILE * step][neuron % TILE];
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut loss = 0.0;
    for &place in places {
        let record = data.training.get(place);
        let output = usize::from(record.output());
        let mut value = rows[layout.output_bias()][output];
        for side in 0..2 {
            let mut inputs = Vec::new();
            data.views.list(&record, side, &mut inputs);
            for neuron in 0..layout.shape.hidden {
                let mut sum = at(layout.bias(0), neuron, 1);
                for &input in &inputs {
                    sum += at(usize::from(input), neuron, layout.shape.rows());
                    if layout.is_factorised() {
                        let row = layout.merged_rows() + usize::from(input) % layout.base();
                        sum += at(row, neuron, layout.base());
                    }
                }
                value += sum.clamp(0.0, 1.0).powi(2) * at(layout.output(output, side, 0), neuron, 1);
            }
        }
        let expected = sigmoid(f64::from(record.score()) / f64::from(SCALE));
        let target = share * f64::from(record.result()) + (1.0 - share) * expected;
        loss += (sigmoid(value) - target).powi(2);
    }
    loss / places.len() as f64
}

#[test]
fn gradients_equal_finite_differences() {
    for shape in shapes(GameKind::Chess, 64).chain(shapes(GameKind::Crazyhouse, 64)) {
        let data = data(shape, 12);
        let mut model = Model::random(shape, 5);
        let layout = model.layout;
        // Buckets that differ, sums on both sides of both clips, and nothing that has to be rounded.
        let mut random = Random::new(9);
        for (row, numbers) in model.rows.iter_mut().enumerate() {
            let one = layout.kind(row).one();
            let changed = |number: f32| number + (random.unit() as f32 - 0.5) * 0.5;
            numbers.0 = numbers.0.map(changed).map(|number| (number * one).round() / one);
        }
        let mut places = data.training.places();
        Random::new(2).shuffle(&mut places);
        places.truncate(30);
        let mut worker = Worker::new(layout);
        worker.clear_gradient();
        let aim = Aim { result_share: 0.3 };
        let views = &data.views;
        let losses = worker.learn(&model.played(), &data.training, views, &places, places.len(), aim);
        // Whole numbers again, so that a sum on a clip lies exactly there, as the kernel sees it.
        let exact = |(row, numbers): (usize, &Row)| {
            let one = f64::from(layout.kind(row).one());
            numbers.0.map(|number| (f64::from(number) * one).round() / one)
        };
        let mut rows: Vec<[f64; TILE]> = model.rows.iter().enumerate().map(exact).collect();
        let plain = plain_loss(&layout, &rows, &data, &places, 0.3);
        assert!((losses.mean().target - plain).abs() < 1e-5, "{shape}: {losses:?} {plain}");
        let mut checked = Vec::new();
        for kind in [Kind::Input, Kind::Bias, Kind::Output, Kind::OutputBias, Kind::Factoriser] {
            let order: Vec<(usize, usize)> =
                layout.in_order().filter(|&(row, _)| layout.kind(row) == kind).collect();
            let slope = |(row, lane): (usize, usize)| adam::slope(&layout, row, &[&worker.gradient]).0[lane];
            let moving: Vec<_> = order.iter().copied().filter(|&place| slope(place) != 0.0).collect();
            for _ in 0..if order.is_empty() { 0 } else { 12 } {
                checked.push(moving[random.below(moving.len())]);
                checked.push(order[random.below(order.len())]);
            }
        }
        for (row, lane) in checked {
            let before = rows[row][lane];
            let mut at = |number: f64| {
                rows[row][lane] = number;
                plain_loss(&layout, &rows, &data, &places, 0.3)
            };
            // Upwards only: a sum of whole numbers may lie exactly on the upper clip, where the kernel sees it clipped.
            let difference = (at(before + 1e-6) - at(before)) / 1e-6;
            rows[row][lane] = before;
            let slope = f64::from(adam::slope(&layout, row, &[&worker.gradient]).0[lane]);
            let close = (difference - slope).abs() < 2e-6 + 2e-3 * slope.abs();
            assert!(close, "{shape}: {:?} {row} {lane}: {difference} {slope}", layout.kind(row));
        }
    }
}

#[test]
fn few_positions_are_learnt_by_heart() {
    let shape = Shape { hidden: 64, ..Shape::plain(GameKind::Chess, 64) };
    let mut data = data(shape, 70);
    // Scores that nothing explains but the position itself.
    let mut random = Random::new(1);
    let places = data.training.places();
    places.iter().for_each(|&place| data.training.set_score(place, random.below(1000) as i16 - 500));
    assert!((2000..5000).contains(&places.len()), "{}", places.len());
    let options = Options { epochs: 120, batch: Some(128), rate: 4e-3, ..Options::default() };
    let mut trainer = Trainer::new(&data, options);
    run(&mut trainer);
    let curve = trainer.curve();
    let (first, last) = (curve[0].training.target, curve[curve.len() - 1].training.target);
    assert!(last < 2e-4 && last < first / 50.0, "{first} {last}");
}

#[test]
fn rounding_costs_less_than_three_centipawns() {
    for game in GameKind::ALL {
        let shape = Shape { game, hidden: 64, king_buckets: 4, output_buckets: 8 };
        let data = data(shape, 160);
        let mut trainer = Trainer::new(&data, Options { epochs: 6, batch: Some(256), ..Options::default() });
        run(&mut trainer);
        let finished = trainer.finish("test").expect("a good name");
        let report = finished.report;
        assert!(report.compared > 200 && report.largest_error < 3.0, "{report:?}");
        assert!(report.symmetric && report.dead < 0.3, "{report:?}");
        assert_eq!((finished.network.shape(), finished.network.generation()), (&shape, 2));
    }
}

#[test]
fn a_run_from_a_checkpoint_ends_with_the_same_network() {
    for shape in shapes(GameKind::Crazyhouse, 64) {
        let data = data(shape, 30);
        let options = Options { epochs: 3, batch: Some(200), ..Options::default() };
        let mut whole = Trainer::new(&data, options);
        let mut checkpoints = vec![whole.checkpoint()];
        while whole.step().is_some() {
            checkpoints.push(whole.checkpoint());
        }
        assert!(checkpoints.len() > 10);
        let last = checkpoints.last().expect("there are some").clone();
        for checkpoint in checkpoints.iter().step_by(4) {
            let mut resumed = Trainer::resume(&data, options, checkpoint).expect("a sound checkpoint");
            assert_eq!(resumed.checkpoint(), *checkpoint);
            run(&mut resumed);
            assert_eq!(resumed.checkpoint(), last);
            assert_eq!(resumed.curve(), whole.curve());
        }
        let again = &mut Trainer::new(&data, options);
        run(again);
        assert_eq!(again.checkpoint(), last, "the same seed and threads");
        let other = &mut Trainer::new(&data, Options { seed: 2, ..options });
        run(other);
        assert_ne!(other.floats(), again.floats());
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let shape = Shape::plain(GameKind::Chess, 64);
    let data = data(shape, 8);
    let options = Options { batch: Some(100), ..Options::default() };
    let mut trainer = Trainer::new(&data, options);
    trainer.step();
    let bytes = trainer.checkpoint();
    let resume = |bytes: &[u8], options: Options| Trainer::resume(&data, options, bytes).map(|_| ());
    let mut random = Random::new(8);
    for _ in 0..40 {
        let mut broken = bytes.clone();
        let place = random.below(broken.len());
        broken[place] ^= 1 << random.below(8);
        assert!(resume(&broken, options).is_err(), "byte {place}");
        assert!(resume(&bytes[..place], options).is_err(), "{place} bytes");
    }
    let error = resume(&bytes, Options { batch: Some(50), ..options }).expect_err("another batch");
    let message = "it was made with batch 100, not 50: use the same, or remove it to begin anew";
    assert_eq!(error.to_string(), message);
    assert_eq!(resume(&trainer.floats(), options), Err(CheckpointError::NoCheckpoint));
    let warm = |bytes: &[u8]| Trainer::warm(&data, options, bytes).map(|trainer| trainer.floats());
    assert_eq!(warm(&trainer.floats()), Ok(trainer.floats()));
    assert!(matches!(warm(&bytes), Err(CheckpointError::Network(_))));
    let floats = trainer.floats();
    assert_eq!(warm(&floats[..floats.len() - 1]), Err(CheckpointError::Damaged));
}

#[test]
fn a_grown_network_says_the_same_at_first_and_learns_on() {
    for game in GameKind::ALL {
        let small = data(Shape::plain(game, 64), 12);
        let options = Options { epochs: 2, batch: Some(100), ..Options::default() };
        let mut trainer = Trainer::new(&small, options);
        run(&mut trainer);
        let network = trainer.finish("small").expect("a good name").network;
        for shape in shapes(game, 64).chain(shapes(game, 128)) {
            let large = data(shape, 12);
            for bytes in [trainer.floats(), network.to_bytes()] {
                let mut grown = Trainer::warm(&large, options, &bytes).expect("it can grow");
                let first = grown.finish("grown").expect("a good name").network;
                assert_eq!(first.shape(), &shape);
                for fen in &large.probes {
                    match game {
                        GameKind::Chess => assert_same::<Standard>(&first, &network, fen),
                        GameKind::Crazyhouse => assert_same::<Crazyhouse>(&first, &network, fen),
                    }
                }
                run(&mut grown);
                assert!(learnt(&grown) < learnt(&trainer), "{shape}");
            }
        }
        let wide = data(Shape::plain(game, 128), 12);
        let floats = Trainer::new(&wide, options).floats();
        let error = Trainer::warm(&small, options, &floats).expect_err("it is larger");
        assert!(error.to_string().contains("cannot grow"), "{error}");
    }
}

/// The loss of the last epoch on what was learnt from.
fn learnt(trainer: &Trainer<'_>) -> f64 {
    trainer.curve().last().expect("an epoch is over").training.target
}

fn assert_same<R: Rules>(one: &Network, two: &Network, fen: &str) {
    let position = Position::<R>::from_fen(fen, Tolerance::Lax).expect("a probe");
    assert_eq!(one.evaluate_scalar(&position), two.evaluate_scalar(&position), "{fen}");
}

/// How many positions of a game of given moves a filter keeps.
fn kept<R: Rules>(moves: &[Move], scores: &[i16], filter: &Filter) -> usize {
    let game = Game {
        start: Start::Array(518, 518),
        moves: moves.to_vec(),
        scores: scores.to_vec(),
        result: GameResult::Draw,
        ending: Ending::TooLong,
    };
    let mut pool = Pool::default();
    let views = Views::new(Shape::plain(GameKind::of::<R>(), 64));
    replay::<R>(&game, &views, &lessons(filter), &mut pool, None).expect("legal moves");
    pool.len()
}

fn moves<R: Rules>(text: &str) -> Vec<Move> {
    let mut position = Position::<R>::start();
    let play = |word| {
        let mv = position.parse_move(word).expect("a legal move");
        position.play(mv);
        mv
    };
    text.split(' ').map(play).collect()
}

#[test]
fn filters_leave_out_what_they_say() {
    // White's second move takes; Black's last move answers a check.
    let line = moves::<Standard>("e4 d5 exd5 e6 Bb5+ Bd7 Nf3");
    let scores = [0, 20, -30, 400, 31_998, 0, 0];
    let strict = Filter::default();
    assert_eq!(kept::<Standard>(&line, &scores, &KEEP_ALL), 7);
    assert_eq!(kept::<Standard>(&line, &scores, &strict), 4, "capture, mate and check are out");
    assert_eq!(kept::<Standard>(&line, &scores, &Filter { keep_checks: true, ..strict }), 5);
    assert_eq!(kept::<Standard>(&line, &scores, &Filter { keep_noisy: true, ..strict }), 5);
    assert_eq!(kept::<Standard>(&line, &scores, &Filter { most_score: 300, ..strict }), 3);
    assert_eq!(kept::<Standard>(&line, &scores, &Filter { skip_plies: 2, ..strict }), 2);
    assert_eq!(kept::<Standard>(&line, &scores, &Filter { least_men: 32, ..strict }), 2);
    assert_eq!(kept::<Standard>(&line, &scores[3..], &KEEP_ALL), 4, "random moves have no score");
    // The drop gives check.
    let line = moves::<Crazyhouse>("e4 d5 exd5 Qxd5 Nc3 Qa5 P@b5 Nf6 a3 Bd7 d4 P@d2+ Bxd2");
    assert!(line[11].is_drop());
    let strict = kept::<Crazyhouse>(&line, &[0; 13], &strict);
    assert_eq!(strict, 13 - 2 - 1 - 1, "two captures, the drop with check and the answer");
}

#[test]
fn batches_and_steps_fit_the_number_of_positions() {
    let shape = Shape::plain(GameKind::Chess, 64);
    let data = data(shape, 12);
    let mut trainer = Trainer::new(&data, Options { epochs: 2, batch: Some(64), ..Options::default() });
    let positions = data.positions()[0];
    let mut seen = 0;
    while let Some(status) = trainer.step() {
        assert!(status.positions <= 64 && status.positions >= 32);
        seen += status.positions;
    }
    assert_eq!(seen, 2 * positions);
    assert_eq!(trainer.curve().len(), 2);
    assert_eq!(schedule(0, 10_000), schedule(0, 10_000).min(0.01), "the first step is small");
    assert!(schedule(300, 10_000) > 0.99 && schedule(9_999, 10_000) < 0.006);
    assert!((sigmoid(0.0) - 0.5).abs() < 1e-6);
}

#[test]
fn the_curve_is_a_table_and_a_picture() {
    let losses = |x: f64| Losses { target: x, score: x / 2.0, result: x * 2.0, positions: 10 };
    let curve: Vec<Point> = (1..=3)
        .map(|epoch| {
            let loss = 0.1 / f64::from(epoch);
            let (training, held) = (losses(loss), losses(loss * 1.1));
            Point { epoch, step: u64::from(epoch) * 7, rate: 1e-3, training, held }
        })
        .collect();
    let table = csv(&curve);
    assert_eq!(table.lines().count(), 4);
    assert!(table.lines().all(|line| line.split(',').count() == 9), "{table}");
    let picture = svg(&curve, "test").expect("there are points");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
}
