//! What the person sees of the game: the board, the newest moves, the clocks, and what must be known before moving.

use std::time::Duration;

use rocada_rules::Color;

use super::Session;
use crate::render::{self, Scene};
use crate::words;

impl Session {
    /// The last move with its number, or in words.
    pub(super) fn last_move_text(&self) -> String {
        let count = self.game.played().len();
        let Some(last) = self.game.played().last() else { return "no move yet".to_owned() };
        let before = self.game.position_at(count - 1);
        match self.config.view.plain {
            true => words::describe(&before, last.mv),
            false => words::numbered_line(&before, &[last.mv]),
        }
    }

    /// Says what the person must know before moving: check, draws that can be claimed.
    pub(super) fn announce(&mut self) {
        if self.game.position().in_check() {
            self.say("You are in check.");
        }
        if let Some(claim) = self.game.position().draw_claim() {
            self.say(format!("{claim}: type 'draw' to claim it, or play on."));
        }
    }

    /// The board, unless it is told in words.
    pub(super) fn show_position(&mut self) {
        if !self.config.view.plain {
            self.show_board();
        }
    }

    pub(super) fn show_board(&mut self) {
        let text = self.board_text();
        self.say(text);
    }

    pub(super) fn board_text(&self) -> String {
        let position = self.game.position();
        if self.config.view.plain {
            return words::read_board(position);
        }
        let bottom = if self.flipped { !self.game.human } else { self.game.human };
        let names = self.names();
        let player = |color: Color| {
            let clock = self
                .game
                .left(color, self.now)
                .map_or_else(String::new, |left| format!("  {}", clock_text(left)));
            let to_move =
                if self.game.verdict.is_none() && position.turn() == color { ", to move" } else { "" };
            format!("{} ({}{to_move}){clock}", names[color.index()], color)
        };
        let scene = Scene {
            position,
            last: position.moves().last().map(|&mv| (mv, !position.turn())),
            bottom,
            players: Color::ALL.map(player),
            moves: self.newest_moves(),
        };
        render::draw(&scene, self.config.view)
    }

    /// The last three numbered moves, a line each.
    fn newest_moves(&self) -> Vec<String> {
        let played = self.game.played();
        let blacks_first = self.game.position_at(0).turn() == Color::Black;
        // Plies that come before White's move of each pair.
        let shift = usize::from(blacks_first);
        let first_number = self.game.position_at(0).fullmove_number();
        let mut lines: Vec<String> = Vec::new();
        for (ply, played) in played.iter().enumerate() {
            let number = first_number as usize + (ply + shift) / 2;
            match ((ply + shift) % 2, lines.last_mut()) {
                (0, _) => lines.push(format!("{number}. {}", played.san)),
                (_, Some(line)) => line.push_str(&format!(" {}", played.san)),
                (_, None) => lines.push(format!("{number}... {}", played.san)),
            }
        }
        lines.split_off(lines.len().saturating_sub(3))
    }
}

/// `4:53`, and tenths in the last minute.
pub(super) fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..60 => format!("0:{:04.1}", left.as_secs_f64()),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}
