//! The statistics against published results, independent formulas and simulations.

use super::*;
use crate::random::Random;

/// Results that users of fastchess published: pairs, Elo and error, normalised Elo and error, LOS in percent.
type Published = ([u64; 5], &'static str, &'static str, &'static str, &'static str, &'static str);
const PUBLISHED: [Published; 7] = [
    ([11, 1, 32, 8, 48], "149.26", "55.24", "148.57", "48.15", "100.00"),
    ([12, 6, 25, 8, 9], "-11.59", "56.66", "-12.83", "62.16", "34.29"),
    ([307, 619, 1202, 725, 353], "10.73", "6.70", "13.63", "8.50", "99.92"),
    ([84, 124, 343, 125, 164], "33.40", "14.24", "39.23", "16.61", "100.00"),
    ([0, 1, 58, 3, 438], "474.93", "44.28", "659.06", "21.53", "100.00"),
    ([34, 54, 63, 64, 75], "55.58", "27.65", "57.94", "28.28", "100.00"),
    ([332, 433, 498, 333, 334], "-8.64", "10.33", "-9.17", "10.96", "5.05"),
];

#[test]
fn published_estimates_are_met_to_the_last_digit() {
    for (pairs, elo, elo_error, nelo, nelo_error, los) in PUBLISHED {
        let estimate = Pentanomial(pairs).estimate();
        assert_eq!(format!("{:.2}", estimate.elo), elo, "{pairs:?}");
        assert_eq!(format!("{:.2}", estimate.elo_error), elo_error, "{pairs:?}");
        assert_eq!(format!("{:.2}", estimate.nelo), nelo, "{pairs:?}");
        assert_eq!(format!("{:.2}", estimate.nelo_error), nelo_error, "{pairs:?}");
        assert_eq!(format!("{:.2}", 100.0 * estimate.los), los, "{pairs:?}");
    }
}

/// Pairs, bounds, the ratio as users and authors of fastchess published it, and the ratio from an independent program:
/// for the logistic bounds by bisection, for the normalised ones by the best fit under a given mean and variance,
/// maximised over the mean.
type Ratio = ([u64; 5], (f64, f64), &'static str, &'static str);
const LOGISTIC: [Ratio; 2] = [
    ([223, 9863, 21279, 10037, 246], (0.5, 2.5), "-3.07", "-3.074126"),
    ([871, 26175, 55983, 26678, 821], (0.0, 2.0), "-4.98", "-4.978673"),
];
const NORMALIZED: [Ratio; 4] = [
    ([307, 619, 1202, 725, 353], (0.0, 5.0), "2.95", "2.949078"),
    ([84, 124, 343, 125, 164], (0.0, 1.0), "0.54", "0.535033"),
    ([365, 16618, 36229, 16974, 390], (0.0, 2.0), "2.25", "2.250368"),
    ([127, 4883, 10712, 5150, 104], (-1.75, 0.25), "3.01", "3.010154"),
];

#[test]
fn published_and_independent_likelihood_ratios_are_met_to_the_last_digit() {
    let check = |cases: &[Ratio], llr: fn([u64; 5], f64, f64) -> f64| {
        for (pairs, (low, high), published, independent) in cases {
            let ratio = llr(*pairs, *low, *high);
            assert_eq!(format!("{ratio:.2}"), *published, "{pairs:?}");
            assert_eq!(format!("{ratio:.6}"), *independent, "{pairs:?}");
        }
    };
    check(&LOGISTIC, llr_logistic);
    check(&NORMALIZED, llr_normalized);
    let (low, high) = Sprt::default().bounds();
    assert_eq!(format!("{low:.2} {high:.2}"), "-2.94 2.94");
}

/// The ratio of two normal distributions with the variance of the sample: the limit of the exact one for many games.
fn brownian_llr(pairs: [u64; 5], score0: f64, score1: f64) -> f64 {
    let (total, mean, variance) = moments(&pairs.map(|count| count as f64));
    total * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
}

#[test]
fn the_ratio_agrees_with_the_normal_approximation_for_many_games() {
    for pairs in [[171, 6902, 15361, 7292, 178], [900, 5000, 9000, 5100, 950]] {
        let approximate = brownian_llr(pairs, score_of_elo(0.0), score_of_elo(2.0));
        let exact = llr_logistic(pairs, 0.0, 2.0);
        assert!((exact - approximate).abs() < 0.01 * (1.0 + exact.abs()), "{exact} {approximate}");
        // In normalised Elo the bounds lie at so many deviations of a pair.
        let (_, _, variance) = moments(&pairs.map(|count| count as f64));
        let score = |nelo: f64| 0.5 + nelo / NELO_UNIT * (2.0 * variance).sqrt();
        let approximate = brownian_llr(pairs, score(0.0), score(2.0));
        let exact = llr_normalized(pairs, 0.0, 2.0);
        assert!((exact - approximate).abs() < 0.01 * (1.0 + exact.abs()), "{exact} {approximate}");
    }
}

#[test]
fn the_fitted_hypothesis_cannot_be_improved() {
    // The logistic ratio against the best fit under each bound, found here by brute force over one parameter: among
    // three outcomes a fixed mean leaves one degree of freedom.
    let counts = [300_u64, 0, 500, 0, 360];
    let total = 1160.0;
    let p = [300.0 / total, 500.0 / total, 360.0 / total];
    let best = |score: f64| {
        (1..20_000)
            .filter_map(|step| {
                let draw = f64::from(step) / 20_000.0;
                let win = score - draw / 2.0;
                let loss = 1.0 - draw - win;
                let fit: f64 = p.iter().zip([loss, draw, win]).map(|(p, q)| p * q.ln()).sum();
                (win > 0.0 && loss > 0.0).then_some(fit)
            })
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let expected = total * (best(score_of_elo(30.0)) - best(score_of_elo(0.0)));
    assert!((llr_logistic(counts, 0.0, 30.0) - expected).abs() < 0.01);
}

#[test]
fn the_ratio_is_antisymmetric() {
    let pairs = [30, 150, 400, 180, 40];
    let mirrored = [40, 180, 400, 150, 30];
    for llr in [llr_logistic, llr_normalized] {
        assert!((llr(pairs, -3.0, 3.0) + llr(mirrored, -3.0, 3.0)).abs() < 1e-6);
        assert!((llr(pairs, 0.0, 5.0) + llr(pairs, 5.0, 0.0)).abs() < 1e-6);
    }
}

#[test]
fn published_estimates_from_single_games_are_met_to_the_last_digit() {
    for (wins, losses, draws, nelo, nelo_error, los) in
        [(76, 89, 123, "-20.76", "40.13", "15.53"), (136, 96, 111, "49.77", "36.77", "99.60")]
    {
        let estimate = Trinomial { wins, draws, losses }.estimate();
        assert_eq!(format!("{:.2}", estimate.nelo), nelo);
        assert_eq!(format!("{:.2}", estimate.nelo_error), nelo_error);
        assert_eq!(format!("{:.2}", 100.0 * estimate.los), los);
    }
}

#[test]
fn single_games_have_the_textbook_error() {
    let games = Trinomial { wins: 40, draws: 40, losses: 20 };
    let estimate = games.estimate();
    assert_eq!(format!("{:.2}", estimate.elo), "70.44");
    // Variance of a game 0.4 * 1 + 0.4 / 4 - 0.36 = 0.14.
    let deviation = (0.14_f64 / 100.0).sqrt();
    let half = (elo_of_score(0.6 + 1.959_964 * deviation) - elo_of_score(0.6 - 1.959_964 * deviation)) / 2.0;
    assert!((estimate.elo_error - half).abs() < 1e-4);
    assert!((estimate.los - normal_cdf(0.1 / deviation)).abs() < 1e-12);
}

#[test]
fn extreme_results_have_no_error_bar_but_do_not_fail() {
    assert!(Pentanomial([0, 0, 0, 0, 9]).estimate().elo_error.is_infinite());
    assert_eq!(Pentanomial([0, 0, 9, 0, 0]).estimate().elo, 0.0);
    assert_eq!(Pentanomial::default().estimate().los, 0.5);
    for pairs in [[0, 0, 9, 0, 0], [9, 0, 0, 0, 0], [0, 0, 0, 0, 9], [1, 0, 0, 0, 1]] {
        assert!(llr_logistic(pairs, 0.0, 5.0).is_finite(), "{pairs:?}");
        assert!(llr_normalized(pairs, 0.0, 5.0).is_finite(), "{pairs:?}");
    }
}

/// Outcome probabilities with a given normalised Elo, by tilting a usual distribution.
fn probabilities(nelo: f64) -> [f64; 5] {
    let usual: [f64; 5] = [0.05, 0.22, 0.46, 0.22, 0.05];
    let (mut low, mut high) = (-2.0, 2.0);
    let tilt = |x: f64| {
        let tilted: [f64; 5] = std::array::from_fn(|i| usual[i] * (x * i as f64).exp());
        let total: f64 = tilted.iter().sum();
        tilted.map(|p| p / total)
    };
    let nelo_of = |p: &[f64; 5]| {
        let (_, mean, variance) = moments(p);
        (mean - 0.5) / (2.0 * variance).sqrt() * NELO_UNIT
    };
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if nelo_of(&tilt(middle)) < nelo { low = middle } else { high = middle }
    }
    tilt(low)
}

/// How many of so many simulated tests accept H1 when the truth is `nelo`.
fn accepted(sprt: &Sprt, nelo: f64, runs: u32, random: &mut Random) -> u32 {
    let p = probabilities(nelo);
    let draw = |random: &mut Random| {
        let mut left = random.unit();
        p.iter().position(|part| {
            left -= part;
            left < 0.0
        })
    };
    let mut count = 0;
    for _ in 0..runs {
        let mut pairs = Pentanomial::default();
        loop {
            for _ in 0..4 {
                pairs.add(draw(random).unwrap_or(4));
            }
            match sprt.state(&pairs) {
                SprtState::Open => {}
                SprtState::AcceptedH0 => break,
                SprtState::AcceptedH1 => {
                    count += 1;
                    break;
                }
            }
        }
    }
    count
}

#[test]
fn two_thousand_simulated_tests_keep_their_error_rates() {
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, ..Sprt::default() };
    let mut random = Random::new(20_261_116);
    // Five percent of 2000 is 100; three deviations of the sampling are 30.
    let false_alarms = accepted(&sprt, 0.0, 2000, &mut random);
    assert!(false_alarms <= 130, "{false_alarms} of 2000 accepted H1 though H0 was true");
    let found = accepted(&sprt, 40.0, 2000, &mut random);
    assert!(found >= 1870, "only {found} of 2000 accepted H1 though it was true");
}

#[test]
fn a_test_is_read_from_its_words() {
    let sprt: Sprt = "elo0=-1.75 elo1=0.25 alpha=0.1 model=logistic".parse().expect("a test");
    assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (-1.75, 0.25, 0.1, 0.05));
    assert_eq!(sprt.model, EloModel::Logistic);
    for text in ["elo0=5 elo1=0", "elo2=1", "elo0", "alpha=0.9", "elo0=x", "model=bayes"] {
        assert!(text.parse::<Sprt>().is_err(), "{text}");
    }
}
