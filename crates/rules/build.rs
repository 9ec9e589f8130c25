//! Makes the attack tables, so that nothing has to be initialised at run time.
//!
//! Sliders are looked up by PEXT where the target has BMI2 and by magic multiplication elsewhere. AMD processors
//! before Zen 3 have BMI2 with a PEXT that takes hundreds of cycles; when the build is for the machine it runs on
//! (`target-cpu=native`) and that machine is one of them, magics are taken as well.

use std::fmt::Write as _;
use std::{env, fs, path::Path};

const ROOK: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(slider_pext)");
    let pext = target_has_fast_pext();
    if pext {
        println!("cargo::rustc-cfg=slider_pext");
    }
    let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&directory).join("attack_tables.rs"), tables(pext)).expect("OUT_DIR is writable");
}

fn target_has_fast_pext() -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let is_x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    let native = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().contains("target-cpu=native");
    is_x86_64 && features.split(',').any(|feature| feature == "bmi2") && !(native && host_has_slow_pext())
}

/// AMD families 0x15 to 0x17 (Excavator to Zen 2) run PEXT in microcode.
fn host_has_slow_pext() -> bool {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split(':').nth(1)).map(|value| value.trim().to_owned())
    };
    field("vendor_id").is_some_and(|vendor| vendor == "AuthenticAMD")
        && field("cpu family")
            .and_then(|family| family.parse::<u32>().ok())
            .is_some_and(|family| family <= 0x17)
}

fn tables(pext: bool) -> String {
    let mut out = String::new();
    let steps =
        |directions: &[(i8, i8)]| squares(|s| directions.iter().filter_map(|&d| step(s, d)).fold(0, with));
    table(&mut out, "KNIGHT_ATTACKS", &steps(&KNIGHT));
    table(&mut out, "KING_ATTACKS", &steps(&KING));
    let pawns = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
    writeln!(out, "static PAWN_ATTACKS: [[u64; 64]; 2] = {pawns:?};").unwrap();
    table(&mut out, "BISHOP_RAYS", &squares(|s| slide(s, &BISHOP, 0)));
    table(&mut out, "ROOK_RAYS", &squares(|s| slide(s, &ROOK, 0)));
    writeln!(out, "static BETWEEN: [[u64; 64]; 64] = {:?};", pairs(between)).unwrap();
    writeln!(out, "static LINE: [[u64; 64]; 64] = {:?};", pairs(line)).unwrap();

    let mut attacks = Vec::new();
    for (name, directions) in [("BISHOP_ENTRIES", &BISHOP), ("ROOK_ENTRIES", &ROOK)] {
        writeln!(out, "static {name}: [SliderEntry; 64] = [").unwrap();
        for square in 0..64 {
            let mask = relevant(square, directions);
            let offset = attacks.len();
            let magic = if pext {
                attacks.extend(subsets(mask).map(|occupied| slide(square, directions, occupied)));
                0
            } else {
                let (magic, part) = find_magic(square, directions, mask);
                attacks.extend(part);
                magic
            };
            let shift = 64 - mask.count_ones();
            writeln!(
                out,
                "SliderEntry {{ mask: {mask:#x}, magic: {magic:#x}, offset: {offset}, shift: {shift} }},"
            )
            .unwrap();
        }
        writeln!(out, "];").unwrap();
    }
    writeln!(out, "static SLIDER_ATTACKS: [u64; {}] = {attacks:?};", attacks.len()).unwrap();
    out
}

fn table(out: &mut String, name: &str, values: &[u64; 64]) {
    writeln!(out, "static {name}: [u64; 64] = {values:?};").unwrap();
}

fn squares(value: impl FnMut(u8) -> u64) -> [u64; 64] {
    let mut value = value;
    std::array::from_fn(|square| value(square as u8))
}

fn pairs(value: impl Fn(u8, u8) -> u64) -> Vec<[u64; 64]> {
    (0..64).map(|a| squares(|b| value(a, b))).collect()
}

fn with(set: u64, square: u8) -> u64 {
    set | 1 << square
}

fn step(square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    let file = (square & 7) as i8 + files;
    let rank = (square >> 3) as i8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

fn slide(square: u8, directions: &[(i8, i8)], occupied: u64) -> u64 {
    let mut attacks = 0;
    for &direction in directions {
        let mut at = square;
        while let Some(next) = step(at, direction) {
            attacks = with(attacks, next);
            if occupied >> next & 1 != 0 {
                break;
            }
            at = next;
        }
    }
    attacks
}

/// The squares on the rays whose occupation can matter: the last one of each ray cannot.
fn relevant(square: u8, directions: &[(i8, i8)]) -> u64 {
    let mut mask = 0;
    for &direction in directions {
        let mut at = square;
        while let Some(next) = step(at, direction) {
            if step(next, direction).is_some() {
                mask = with(mask, next);
            }
            at = next;
        }
    }
    mask
}

/// The direction from one square to another on the same line.
fn direction(a: u8, b: u8) -> Option<(i8, i8)> {
    KING.into_iter().find(|&d| slide(a, &[d], 0) >> b & 1 != 0)
}

fn between(a: u8, b: u8) -> u64 {
    direction(a, b).map_or(0, |d| slide(a, &[d], 1 << b) & !(1 << b))
}

fn line(a: u8, b: u8) -> u64 {
    direction(a, b).map_or(0, |(f, r)| slide(a, &[(f, r), (-f, -r)], 0) | 1 << a)
}

/// All subsets of a mask, in the order in which PEXT numbers them.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let current = next?;
        let following = current.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(current)
    })
}

/// A multiplier that sends every blocker set of the square to a slot without harmful collision, and the slots.
fn find_magic(square: u8, directions: &[(i8, i8)], mask: u64) -> (u64, Vec<u64>) {
    let bits = mask.count_ones();
    let cases: Vec<(u64, u64)> = subsets(mask).map(|o| (o, slide(square, directions, o))).collect();
    let mut slots = vec![0; 1 << bits];
    let mut seed = 0x9e37_79b9_7f4a_7c15 ^ u64::from(square);
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    loop {
        let magic = random() & random() & random();
        if (mask.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        slots.fill(0);
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.wrapping_mul(magic) >> (64 - bits)) as usize];
            let free = *slot == 0 || *slot == attacks;
            *slot = attacks;
            free
        });
        if fits {
            return (magic, slots);
        }
    }
}
