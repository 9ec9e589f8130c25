//! What stands on a screen as a picture: SVG, for the README.

use std::fmt::Write as _;

use vt100::{Cell, Color, Screen};

const CELL_WIDTH: usize = 9;
const CELL_HEIGHT: usize = 20;
const MARGIN: usize = 12;
const GROUND: &str = "#1c1c1c";
const TEXT: &str = "#d0d0d0";

/// The screen as SVG, without the empty rows at its end.
pub(crate) fn svg(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let is_empty = |row: &u16| (0..columns).all(|column| text_of(screen, *row, column).trim().is_empty());
    let used = (0..rows).rev().find(|row| !is_empty(row)).map_or(1, |last| usize::from(last) + 1);
    let (width, height) = (usize::from(columns) * CELL_WIDTH + 2 * MARGIN, used * CELL_HEIGHT + 2 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..used {
        draw_row(screen, row, columns, &mut text);
    }
    text + "</svg>\n"
}

fn draw_row(screen: &Screen, row: usize, columns: u16, text: &mut String) {
    let at = u16::try_from(row).unwrap_or(u16::MAX);
    let top = MARGIN + row * CELL_HEIGHT;
    let mut runs: Vec<(usize, String, String)> = Vec::new();
    for column in 0..columns {
        let Some(cell) = screen.cell(at, column) else { continue };
        let left = MARGIN + usize::from(column) * CELL_WIDTH;
        if let Some(ground) = color(cell.bgcolor()) {
            // A little wider than the cell, so that no line shows between two of them.
            let _ = writeln!(
                text,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{ground}\"/>",
                CELL_WIDTH + 1,
                CELL_HEIGHT + 1
            );
        }
        let sign = cell.contents();
        if sign.trim().is_empty() {
            continue;
        }
        let ink = color(cell.fgcolor()).unwrap_or_else(|| TEXT.to_owned());
        let is_plain = |text: &str| text.is_ascii();
        match runs.last_mut() {
            Some((begin, run, same))
                if *same == ink
                    && is_plain(run)
                    && is_plain(sign)
                    && *begin + run.chars().count() * CELL_WIDTH == left =>
            {
                run.push_str(sign);
            }
            _ => runs.push((left, sign.to_owned(), ink)),
        }
    }
    for (left, run, ink) in runs {
        let escaped = run.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let size = if run.is_ascii() { "" } else { " font-size=\"19\"" };
        let length = run.chars().count() * CELL_WIDTH;
        let fixed = if run.is_ascii() { format!(" textLength=\"{length}\"") } else { String::new() };
        let _ = writeln!(
            text,
            "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\"{size}{fixed}>{escaped}</text>",
            top + 15
        );
    }
}

fn text_of(screen: &Screen, row: u16, column: u16) -> &str {
    screen.cell(row, column).map_or("", Cell::contents)
}

/// A colour of the 256 as `#rrggbb`; nothing for the default one.
fn color(color: Color) -> Option<String> {
    let (red, green, blue) = match color {
        Color::Default => return None,
        Color::Rgb(red, green, blue) => (red, green, blue),
        Color::Idx(index @ 0..16) => {
            let on = if index < 8 { 205 } else { 255 };
            let part = |bit: u8| if index >> bit & 1 == 1 { on } else { 0 };
            (part(0), part(1), part(2))
        }
        Color::Idx(index @ 16..232) => {
            let level = |digit: u8| if digit == 0 { 0 } else { 55 + 40 * digit };
            let index = index - 16;
            (level(index / 36), level(index / 6 % 6), level(index % 6))
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
    };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}
