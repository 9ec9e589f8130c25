//! Who plays, by the options: the engine, somebody of a level, the adaptive opponent, or a bot of the course.

use rocada_engine::Sparring;
use rocada_protocol::ResultTag;
use rocada_protocol::options::Options;
use rocada_rules::Color;
use rocada_sparring::{Adaptive, GameScore, Level, Selection};

/// The opponent that the options name; `None` is the engine at full strength. A named bot comes first, then the level, then
/// the rating, then the skill.
pub(super) fn chosen(options: &Options, has_drops: bool) -> Option<Sparring> {
    let who = named(options, has_drops).or_else(|| strength(options))?;
    let full = who.level(has_drops).is_some_and(Level::is_full);
    (!full).then(|| Sparring { who, human_time: options.is_on("HumanTime") })
}

fn named(options: &Options, has_drops: bool) -> Option<Selection> {
    let name = options.text("Opponent");
    if name == "Adaptive" {
        return Some(Selection::Level(Adaptive::remembered().level(has_drops)));
    }
    match Selection::bot(name)? {
        Selection::Minions(_) => {
            let depth = u32::try_from(options.number("Minions Depth")).ok()?;
            Some(Selection::Minions(depth))
        }
        bot => Some(bot),
    }
}

fn strength(options: &Options) -> Option<Selection> {
    let level = options.number("Level");
    if level > 0 {
        return Some(Selection::Level(Level::new(level as f64)));
    }
    // Some GUIs set only the rating, and some send every option: what is said about the limit itself counts more.
    let limited = match options.was_set("UCI_LimitStrength") {
        true => options.is_on("UCI_LimitStrength"),
        false => options.was_set("UCI_Elo"),
    };
    if limited {
        return i32::try_from(options.number("UCI_Elo")).ok().map(Selection::Elo);
    }
    let skill = options.number("Skill Level");
    (skill < 20).then(|| Selection::Level(Level::from_skill(skill)))
}

/// Counts a game of the adaptive opponent and tells its new level.
pub(super) fn game_over(
    options: &Options,
    result: ResultTag,
    engine: Color,
    has_drops: bool,
) -> Option<String> {
    if options.text("Opponent") != "Adaptive" {
        return None;
    }
    let score = match (result, engine) {
        (ResultTag::Unknown, _) => return None,
        (ResultTag::Drawn, _) => GameScore::Drawn,
        (ResultTag::WhiteWins, Color::White) | (ResultTag::BlackWins, Color::Black) => GameScore::Lost,
        (ResultTag::WhiteWins, Color::Black) | (ResultTag::BlackWins, Color::White) => GameScore::Won,
    };
    Adaptive::learn(has_drops, score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_protocol::options::{OutOfRange, working_options};

    fn options(settings: &[(&str, &str)]) -> Options {
        let mut options = Options::new(working_options());
        for (name, value) in settings {
            options.set(name, Some(value), OutOfRange::Refuse).expect("a good value");
        }
        options
    }

    fn who(settings: &[(&str, &str)]) -> Option<Selection> {
        chosen(&options(settings), false).map(|sparring| sparring.who)
    }

    #[test]
    fn nothing_set_is_the_engine() {
        assert_eq!(who(&[]), None);
        assert_eq!(who(&[("Level", "20")]), None);
        assert_eq!(who(&[("Skill Level", "20")]), None);
    }

    #[test]
    fn limit_and_rating_work_together_and_alone() {
        assert_eq!(who(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "1200")]), Some(Selection::Elo(1200)));
        assert_eq!(who(&[("UCI_LimitStrength", "true")]), Some(Selection::Elo(1500)));
        assert_eq!(who(&[("UCI_Elo", "1200")]), Some(Selection::Elo(1200)));
        assert_eq!(who(&[("UCI_Elo", "1500")]), Some(Selection::Elo(1500)));
        assert_eq!(who(&[("UCI_LimitStrength", "false"), ("UCI_Elo", "1200")]), None);
    }

    #[test]
    fn the_highest_rating_is_full_strength_in_both_games() {
        let mut options = options(&[]);
        options.set("UCI_Elo", Some("99999"), OutOfRange::Clamp).expect("the largest number there is");
        let most = i32::try_from(options.number("UCI_Elo")).expect("a rating");
        assert!([false, true].iter().all(|&has_drops| Level::from_elo(most, has_drops).is_full()));
    }

    #[test]
    fn skill_below_zero_is_accepted() {
        assert_eq!(who(&[("Skill Level", "-20")]), Some(Selection::Level(Level::WEAKEST)));
        assert!(who(&[("Skill Level", "19")]).is_some());
    }

    #[test]
    fn every_choice_of_the_combo_is_somebody() {
        for (name, bot) in Selection::BOTS {
            assert_eq!(who(&[("Opponent", name)]), Some(bot));
        }
        assert_eq!(who(&[("Opponent", "Minions"), ("Minions Depth", "5")]), Some(Selection::Minions(5)));
    }
}
