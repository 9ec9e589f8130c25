//! What each command does.

use std::path::PathBuf;

use rocada_arena::{Board, ResultTag};
use rocada_engine::{control_text, terms_text};
use rocada_rules::{AnyPosition, Color, Move, Role, Square, Tolerance, Variant};
use rocada_sparring::Partner;

use super::showing::clock_text;
use super::{Effect, Session, Side, sentence, start_position};
use crate::commands::{self, Command};
use crate::game::side_name;
use crate::motif;
use crate::words;

impl Session {
    /// Does what a command asks for.
    pub(super) fn obey(&mut self, command: Command, arguments: &str) {
        match command {
            Command::Hint => self.ask_hint(),
            Command::Undo => self.undo(),
            Command::Why => self.ask_why(arguments),
            Command::Eval => self.say(terms_text(self.game.position(), &self.config.evaluations)),
            Command::Moves => self.list_moves(arguments),
            Command::Map => self.show_map(arguments),
            Command::Board => self.show_board(),
            Command::Flip => {
                self.flipped = !self.flipped;
                self.show_board();
            }
            Command::Draw => self.draw(),
            Command::Resign => self.resign(),
            Command::New => self.new_game(arguments),
            Command::Level => self.change_level(arguments),
            Command::Variant => self.change_variant(arguments),
            Command::Fen => self.fen(arguments),
            Command::Pgn => {
                let pgn = self.game.pgn(self.names());
                self.say(pgn.trim_end());
            }
            Command::Save => self.save(arguments),
            Command::Load => self.load(arguments),
            Command::Plain => self.change_plain(),
            Command::WhereAre => self.tell_where(arguments),
            Command::LastMove => self.tell_last_move(),
            Command::Clocks => self.tell_clocks(),
            Command::Pocket => self.say(words::pockets(self.game.position())),
            Command::Read => self.read_squares(arguments),
            Command::ReadBoard => self.say(words::read_board(self.game.position())),
            Command::Help => self.say(commands::help()),
            Command::Quit => self.leave(),
        }
    }

    /// Takes back the person's last move, and the answer to it.
    fn undo(&mut self) {
        if self.game.last_ply_of(self.game.human).is_none() {
            return self.say("There is no move of yours to take back.");
        }
        let mut taken = Vec::new();
        loop {
            taken.extend(self.game.undo(self.now).map(|played| played.san));
            if self.game.is_humans_turn() {
                break;
            }
        }
        taken.reverse();
        self.opinion = None;
        self.keep();
        self.show_position();
        self.say(format!("Taken back: {}.", taken.join(" ")));
        self.announce();
    }

    fn list_moves(&mut self, arguments: &str) {
        let position = self.game.position();
        let legal = position.legal_moves();
        let moved =
            |mv: &Move| mv.drop_role().or_else(|| position.piece_at(mv.from()).map(|piece| piece.role));
        let square = Square::from_name(arguments.to_ascii_lowercase().as_bytes());
        let role = arguments.chars().next().and_then(Role::from_letter).filter(|_| arguments.len() == 1);
        let (moves, what): (Vec<Move>, String) = match (square, role) {
            _ if arguments.is_empty() => (legal.to_vec(), String::new()),
            (Some(square), _) => {
                let from: Vec<Move> =
                    legal.iter().filter(|mv| !mv.is_drop() && mv.from() == square).copied().collect();
                match position.piece_at(square) {
                    Some(_) if !from.is_empty() => (from, format!(" from {square}")),
                    _ => (
                        legal.iter().filter(|mv| mv.to() == square).copied().collect(),
                        format!(" to {square}"),
                    ),
                }
            }
            (None, Some(role)) => {
                let of_role = |mv: &&Move| moved(mv) == Some(role);
                (legal.iter().filter(of_role).copied().collect(), format!(" of a {}", role.name()))
            }
            (None, None) => {
                return self
                    .say(format!("'{arguments}' is neither a square nor a piece: 'moves e4' or 'moves N'."));
            }
        };
        if moves.is_empty() {
            return self.say(format!("There is no legal move{what}."));
        }
        let text = match self.config.view.plain {
            true => moves.iter().map(|&mv| words::describe(position, mv)).collect::<Vec<_>>().join("; "),
            false => by_piece(position, &moves),
        };
        let count = moves.len();
        let plural = if count == 1 { "" } else { "s" };
        self.say(format!("{count} legal move{plural}{what}:\n{text}"));
    }

    fn show_map(&mut self, arguments: &str) {
        let position = self.game.position();
        if arguments.is_empty() && !self.config.view.plain {
            return self.say(control_text(position));
        }
        if arguments.is_empty() {
            let attacked = |square: &Square| {
                position
                    .piece_at(*square)
                    .is_some_and(|piece| motif::attackers(position, !piece.color, *square).any())
            };
            let lines: Vec<String> =
                Square::all().filter(attacked).map(|square| control_sentence(position, square)).collect();
            return self.say(match lines.is_empty() {
                true => "No piece is attacked; 'map e4' tells about a square.".to_owned(),
                false => lines.join("\n"),
            });
        }
        match Square::from_name(arguments.to_ascii_lowercase().as_bytes()) {
            Some(square) => self.say(control_sentence(position, square)),
            None => self.say(format!("'{arguments}' is not a square: 'map' or 'map e4'.")),
        }
    }

    fn resign(&mut self) {
        if self.game.verdict.is_some() {
            return self.say("The game is over already.");
        }
        let human = self.game.human;
        self.end_by(ResultTag::win_of(!human), format!("{} resigns", side_name(human)));
    }

    fn new_game(&mut self, arguments: &str) {
        let side = match arguments.to_ascii_lowercase().as_str() {
            "" => Side::Fixed(self.game.human),
            "white" | "w" => Side::Fixed(Color::White),
            "black" | "b" => Side::Fixed(Color::Black),
            "random" => Side::Random,
            _ => {
                return self.say(format!(
                    "'{arguments}' is no side: 'new', 'new white', 'new black' or 'new random'."
                ));
            }
        };
        let variant = self.game.position().variant();
        self.begin_variant(variant, side);
    }

    fn begin_variant(&mut self, variant: Variant, side: Side) {
        let start = start_position(variant, &mut self.random);
        self.begin_game(Board::new(start), side);
    }

    fn change_level(&mut self, arguments: &str) {
        if arguments.is_empty() {
            let name = self.opponent_name();
            return self.say(format!(
                "You play against {name}. Others: 'level 7' (1 to 20), 'level elo:1500', 'level adaptive', 'level full', or a bot: {}.",
                rocada_sparring::Selection::BOTS.map(|(name, _)| name).join(", ")
            ));
        }
        match arguments.parse::<Partner>() {
            Ok(opponent) => {
                self.game.opponent = opponent;
                let name = self.opponent_name();
                self.say(format!("From now on you play against {name}."));
            }
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn change_variant(&mut self, arguments: &str) {
        let present = self.game.position().variant();
        if arguments.is_empty() {
            let names = Variant::ALL.map(|variant| variant.to_string()).join(", ");
            return self.say(format!("This is {present}. There are {names}."));
        }
        match arguments.parse::<Variant>() {
            Ok(variant) => self.begin_variant(variant, Side::Fixed(self.game.human)),
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn fen(&mut self, arguments: &str) {
        if arguments.is_empty() {
            return self.say(self.game.position().fen());
        }
        match AnyPosition::from_fen(self.game.position().variant(), arguments, Tolerance::Repair) {
            Ok(position) => self.begin_game(Board::new(position), Side::ToMove),
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn save(&mut self, arguments: &str) {
        if arguments.is_empty() {
            return self.say("Say where: 'save game.pgn'.");
        }
        let pgn = self.game.pgn(self.names());
        self.effects.push(Effect::Save(PathBuf::from(arguments), pgn));
    }

    fn load(&mut self, arguments: &str) {
        let (path, number) = match arguments.rsplit_once(' ') {
            Some((path, number)) if number.bytes().all(|sign| sign.is_ascii_digit()) => {
                (path.trim(), number.parse().unwrap_or(usize::MAX))
            }
            _ => (arguments, 1),
        };
        if path.is_empty() {
            return self.say("Say which file: 'load game.pgn', or 'load games.pgn 3' for the third game.");
        }
        self.wanted_game = number;
        self.effects.push(Effect::Load(PathBuf::from(path)));
    }

    fn change_plain(&mut self) {
        self.config.view.plain = !self.config.view.plain;
        match self.config.view.plain {
            true => self.say(
                "Words instead of a board. 'b' reads the board, 's e' a file, 's 4' a rank, 'p N' says where the knights \
                 are, 'm e4' the moves of a piece, 'l' the last move, 'c' the clocks, 'pocket' the hands.",
            ),
            false => self.show_board(),
        }
    }

    fn tell_where(&mut self, arguments: &str) {
        let role = arguments.chars().next().and_then(Role::from_letter).filter(|_| arguments.len() == 1);
        match role {
            Some(role) => self.say(words::where_are(self.game.position(), role)),
            None => self.say("Say which piece: 'p K', 'p Q', 'p R', 'p B', 'p N' or 'p P'."),
        }
    }

    fn tell_last_move(&mut self) {
        let count = self.game.played().len();
        let told = self.game.played().last().map(|last| {
            let before = self.game.position_at(count - 1);
            format!("{} {}: {}.", side_name(before.turn()), last.san, words::describe(&before, last.mv))
        });
        self.say(told.unwrap_or_else(|| "No move has been made yet.".to_owned()));
    }

    fn tell_clocks(&mut self) {
        let clock = |color| self.game.left(color, self.now).map(clock_text);
        let told = clock(Color::White).zip(clock(Color::Black));
        self.say(match told {
            Some((white, black)) => format!("White has {white}, Black {black}."),
            None => "There is no clock in this game; 'rocada play --clock 5+3' has one.".to_owned(),
        });
    }

    fn read_squares(&mut self, arguments: &str) {
        let position = self.game.position();
        let text = match arguments.as_bytes() {
            [file @ (b'a'..=b'h' | b'A'..=b'H')] => {
                words::read_file(position, file.to_ascii_lowercase() - b'a')
            }
            [rank @ b'1'..=b'8'] => words::read_rank(position, rank - b'1'),
            _ => "Say which file or rank: 's a' or 's 4'.".to_owned(),
        };
        self.say(text);
    }
}

/// Moves in lines, one for each piece that can move, and one for each kind of drop.
fn by_piece(position: &AnyPosition, moves: &[Move]) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for &mv in moves {
        let name = match mv.drop_role() {
            Some(role) => format!("drop {}", role.name()),
            None => {
                let role = position.piece_at(mv.from()).map_or("piece", |piece| piece.role.name());
                format!("{role} {}", mv.from())
            }
        };
        let san = position.san(mv);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, texts)) => texts.push(san),
            None => groups.push((name, vec![san])),
        }
    }
    let lines: Vec<String> =
        groups.into_iter().map(|(name, texts)| format!("  {name}: {}", texts.join(" "))).collect();
    lines.join("\n")
}

/// Which pieces of both sides attack or defend a square.
fn control_sentence(position: &AnyPosition, square: Square) -> String {
    let by = |color| words::pieces_on(position, motif::attackers(position, color, square));
    match position.piece_at(square) {
        Some(piece) => format!(
            "{square}, {}: attacked by {}, defended by {}.",
            words::piece_name(piece),
            by(!piece.color),
            by(piece.color)
        ),
        None => format!(
            "{square}, empty: White reaches it with {}, Black with {}.",
            by(Color::White),
            by(Color::Black)
        ),
    }
}
