//! How the losses fell, as a table and as a picture.

use std::fmt::Write as _;

use plotters::prelude::*;

use super::kernel::Losses;

/// What was seen after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// From 1.
    pub epoch: u32,
    /// Steps done since the beginning.
    pub step: u64,
    /// The size of the last step.
    pub rate: f32,
    /// The mean losses while it learnt, so a little behind.
    pub training: Losses,
    /// The mean losses on the games held out.
    pub held: Losses,
}

/// The head of the table.
const COLUMNS: &str = "epoch,step,rate,training,training_score,training_result,held,held_score,held_result";

/// The curve as comma-separated values.
pub fn csv(curve: &[Point]) -> String {
    let mut text = format!("{COLUMNS}\n");
    for point in curve {
        let Point { epoch, step, rate, training, held } = point;
        let losses = [training, held].map(|l| format!("{:.8},{:.8},{:.8}", l.target, l.score, l.result));
        let _ = writeln!(text, "{epoch},{step},{rate:.3e},{},{}", losses[0], losses[1]);
    }
    text
}

/// A line of the picture: its name, colour and value at a point.
type Series = (&'static str, RGBColor, fn(&Point) -> f64);

/// The curve as a picture: the losses in training and on games held out, on a logarithmic scale.
///
/// # Errors
/// If there is nothing to draw.
pub fn svg(curve: &[Point], title: &str) -> Result<String, String> {
    let series: [Series; 3] = [
        ("training", BLUE, |point| point.training.target),
        ("held out", RED, |point| point.held.target),
        ("held out, score only", GREEN, |point| point.held.score),
    ];
    let values = || curve.iter().flat_map(|point| series.iter().map(|(_, _, value)| value(point)));
    let lowest = values().fold(f64::INFINITY, f64::min).max(1e-9) * 0.9;
    let highest = values().fold(0.0, f64::max).max(lowest) * 1.1;
    let mut text = String::new();
    {
        let picture = SVGBackend::with_string(&mut text, (900, 500)).into_drawing_area();
        let error = |error: &dyn std::fmt::Display| error.to_string();
        picture.fill(&WHITE).map_err(|e| error(&e))?;
        let epochs = 0..curve.last().map_or(1, |point| point.epoch);
        let mut chart = ChartBuilder::on(&picture)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(epochs, (lowest..highest).log_scale())
            .map_err(|e| error(&e))?;
        chart.configure_mesh().x_desc("epoch").y_desc("loss").draw().map_err(|e| error(&e))?;
        for (name, color, value) in series {
            let line = curve.iter().map(|point| (point.epoch, value(point)));
            chart
                .draw_series(LineSeries::new(line, color.stroke_width(2)))
                .map_err(|e| error(&e))?
                .label(name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 20, y)], color));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()
            .map_err(|e| error(&e))?;
        picture.present().map_err(|e| error(&e))?;
    }
    Ok(text)
}
