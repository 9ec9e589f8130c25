//! The examination as text for people and as JSON for programs.

use std::fmt::Write as _;

use super::{Examination, Finding, Grade};
use crate::json::Json;

impl Grade {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Passed => "passed",
            Grade::Advice => "advice",
            Grade::Failed => "failed",
            Grade::Skipped => "skipped",
        }
    }
}

impl Examination {
    /// The report.
    pub fn text(&self) -> String {
        let mut text =
            format!("{} speaks {} and was asked to play {}.\n\n", self.name, self.protocol, self.variant);
        for finding in &self.findings {
            let _ = writeln!(
                text,
                "{:8} {:16} {}: {}",
                finding.grade.name(),
                finding.card.id,
                finding.card.title,
                finding.text
            );
        }
        for grade in [Grade::Failed, Grade::Advice] {
            for finding in self.findings.iter().filter(|finding| finding.grade == grade) {
                explain(finding, &mut text);
            }
        }
        let _ = writeln!(
            text,
            "\n{} passed, {} failed, {} advised, {} skipped",
            self.count(Grade::Passed),
            self.count(Grade::Failed),
            self.count(Grade::Advice),
            self.count(Grade::Skipped)
        );
        text
    }

    /// The report for programs.
    pub fn json(&self) -> Json {
        let findings = self.findings.iter().map(|finding| {
            let talk: Vec<String> = finding.talk.iter().map(ToString::to_string).collect();
            Json::Object(vec![
                ("check", finding.card.id.into()),
                ("title", finding.card.title.into()),
                ("grade", finding.grade.name().into()),
                ("text", finding.text.clone().into()),
                ("rule", finding.card.rule.into()),
                ("repair", finding.card.repair.into()),
                ("talk", talk.into()),
            ])
        });
        Json::Object(vec![
            ("name", self.name.clone().into()),
            ("protocol", self.protocol.to_string().into()),
            ("variant", self.variant.name().into()),
            ("healthy", self.is_healthy().into()),
            ("passed", (self.count(Grade::Passed) as u64).into()),
            ("failed", (self.count(Grade::Failed) as u64).into()),
            ("advice", (self.count(Grade::Advice) as u64).into()),
            ("skipped", (self.count(Grade::Skipped) as u64).into()),
            ("checks", Json::List(findings.collect())),
        ])
    }
}

fn explain(finding: &Finding, text: &mut String) {
    let _ = writeln!(text, "\n{} {}: {}", finding.grade.name(), finding.card.id, finding.text);
    let _ = writeln!(text, "  rule:   {}", finding.card.rule);
    let _ = writeln!(text, "  repair: {}", finding.card.repair);
    if !finding.talk.is_empty() {
        let _ = writeln!(text, "  lines ('>' to the bot, '<' from it; seconds since its start):");
        for line in &finding.talk {
            let _ = writeln!(text, "  {line}");
        }
    }
}
