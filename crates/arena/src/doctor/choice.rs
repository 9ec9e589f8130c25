//! The bot's choice of a move in many positions that random play reaches.

use std::time::Duration;

use rocada_rules::{AnyPosition, Variant};

use super::patient::{CecpPatient, UciPatient};
use super::{DoctorOrder, Outcome, failed, passed, settled, skipped};
use crate::fault::Fault;
use crate::player::Board;
use crate::process::Exchange;
use crate::random::Random;

/// Random moves before the bot plays: at most so many.
const OPENING_PLIES: usize = 50;
/// The bot's moves in one game: at most so many.
const MOVES_A_GAME: usize = 25;

/// A game of random moves that is not over.
fn random_opening(variant: Variant, random: &mut Random) -> Board {
    loop {
        let mut board = Board::new(AnyPosition::start(variant));
        for _ in 0..random.below(OPENING_PLIES) {
            let moves = board.current.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            board.current.play(mv);
        }
        if is_open(&board) {
            return board;
        }
    }
}

fn is_open(board: &Board) -> bool {
    board.current.outcome().is_none() && board.current.draw_claim().is_none()
}

fn random_move(board: &Board, random: &mut Random) -> rocada_rules::Move {
    let moves = board.current.legal_moves();
    moves[random.below(moves.len())]
}

/// How far the check came.
struct Count {
    wanted: usize,
    checked: usize,
    games: usize,
}

impl Count {
    fn verdict(&self) -> Outcome {
        passed(format!("{} legal moves in {} games", self.checked, self.games))
    }
}

/// Games of a CECP bot against random moves, from random openings.
pub(crate) fn cecp(
    order: &DoctorOrder,
    variant: Variant,
    greeting: Duration,
    progress: &mut dyn FnMut(&str),
) -> (Outcome, Vec<Exchange>) {
    if order.positions == 0 {
        return (skipped("no positions were asked for"), Vec::new());
    }
    let mut count = Count { wanted: order.positions, checked: 0, games: 0 };
    let mut random = Random::new(order.seed);
    while count.checked < count.wanted {
        progress(&format!("choice of a move: {} of {} positions", count.checked, count.wanted));
        let mut patient = match CecpPatient::new(order, greeting) {
            Ok(patient) => patient,
            Err(fault) => return (failed(fault.to_string()), Vec::new()),
        };
        loop {
            count.games += 1;
            match cecp_game(&mut patient, variant, &mut random, &mut count) {
                Ok(None) => {}
                Ok(Some(text)) => return (failed(text), patient.process.talk()),
                Err(fault) => return (settled(Err(fault)), patient.process.talk()),
            }
            if !patient.features.reuse || count.checked >= count.wanted {
                break;
            }
        }
    }
    (count.verdict(), Vec::new())
}

fn cecp_game(
    patient: &mut CecpPatient,
    variant: Variant,
    random: &mut Random,
    count: &mut Count,
) -> Result<Option<String>, Fault> {
    patient.new_game(variant)?;
    for &mv in random_opening(variant, random).moves() {
        patient.send_move(mv)?;
    }
    patient.settle()?;
    patient.go(200)?;
    for _ in 0..MOVES_A_GAME {
        if let Err(text) = patient.hear_move()? {
            return Ok(Some(format!("after {} good moves: {text}", count.checked)));
        }
        count.checked += 1;
        if count.checked >= count.wanted || !is_open(&patient.board) {
            break;
        }
        let mv = random_move(&patient.board, random);
        if patient.features.time {
            patient.say("time 200")?;
            patient.say("otim 200")?;
        }
        patient.send_move(mv)?;
        if !is_open(&patient.board) {
            break;
        }
    }
    patient.say("force")?;
    patient.say("result * {only a test}")?;
    if patient.features.reuse {
        patient.settle()?;
    }
    Ok(None)
}

/// Games of a UCI bot against random moves, from random openings.
pub(crate) fn uci(
    order: &DoctorOrder,
    variant: Variant,
    progress: &mut dyn FnMut(&str),
) -> (Outcome, Vec<Exchange>) {
    if order.positions == 0 {
        return (skipped("no positions were asked for"), Vec::new());
    }
    let mut count = Count { wanted: order.positions, checked: 0, games: 0 };
    let mut random = Random::new(order.seed);
    let mut patient = match UciPatient::new(order, variant) {
        Ok(patient) => patient,
        Err(fault) => return (failed(fault.to_string()), Vec::new()),
    };
    while count.checked < count.wanted {
        progress(&format!("choice of a move: {} of {} positions", count.checked, count.wanted));
        count.games += 1;
        match uci_game(&mut patient, variant, &mut random, &mut count) {
            Ok(None) => {}
            Ok(Some(text)) => return (failed(text), patient.process.talk()),
            Err(fault) => return (settled(Err(fault)), patient.process.talk()),
        }
    }
    (count.verdict(), Vec::new())
}

fn uci_game(
    patient: &mut UciPatient,
    variant: Variant,
    random: &mut Random,
    count: &mut Count,
) -> Result<Option<String>, Fault> {
    patient.new_game()?;
    patient.board = random_opening(variant, random);
    for _ in 0..MOVES_A_GAME {
        patient.go(&format!("movetime {}", Duration::from_millis(20).as_millis()))?;
        if let Err(text) = patient.hear_move()? {
            return Ok(Some(format!("after {} good moves: {text}", count.checked)));
        }
        count.checked += 1;
        if count.checked >= count.wanted || !is_open(&patient.board) {
            break;
        }
        let mv = random_move(&patient.board, random);
        patient.board.current.play(mv);
        if !is_open(&patient.board) {
            break;
        }
    }
    Ok(None)
}
