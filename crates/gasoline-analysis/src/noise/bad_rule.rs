//! Why a rule was not added or not removed.

use gasoline_protocol::Hint;

use super::rule::Category;
use crate::limits::NOISE_MAX_RULES;

/// The first rule of a list that cannot be added; none of the list was.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`rules[{index}]{fault}")]
pub struct BadRule {
    pub index: usize,
    pub fault: Fault,
}

/// What is the matter with a rule.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error(".matchSpec` says nothing that a `{}` event could match", .0.name())]
    Empty(Category),
    #[error(".matchSpec.{member}` is no part of a `{}` event", .category.name())]
    Misplaced { member: &'static str, category: Category },
    #[error(".matchSpec.{member}` cannot be read: {reason}")]
    Unreadable { member: &'static str, reason: String },
    #[error(".matchSpec.{member}` matches everything")]
    Everything { member: &'static str },
    #[error(".matchSpec` has `statusMin` {least} above `statusMax` {most}")]
    NoStatus { least: u16, most: u16 },
    #[error("` would be one more than the {NOISE_MAX_RULES} rules kept, built-in ones included")]
    TooMany,
}

impl Hint for BadRule {
    fn hint(&self) -> String {
        match &self.fault {
            Fault::Empty(category) | Fault::Misplaced { category, .. } => match category {
                Category::Console => {
                    "give `messageRegex` or `sourceRegex`, and to narrow it `level` or `urlRegex`"
                }
                Category::Network => "give `urlRegex`, `method`, `statusMin` or `statusMax`",
                Category::Websocket => "give `urlRegex`",
            }
            .to_owned(),
            Fault::Unreadable { .. } => {
                "write it without slashes, look-around and back-references: `^\\[app\\] ping`"
                    .to_owned()
            }
            Fault::Everything { .. } => {
                "name words that only the noise has, for example `^\\[app\\] ping`".to_owned()
            }
            Fault::NoStatus { least, most } => {
                format!("swap them: `statusMin` {most}, `statusMax` {least}")
            }
            Fault::TooMany => {
                "call `configure_noise` with `remove` or `reset` first, or join rules with `|`"
                    .to_owned()
            }
        }
    }
}

/// Why a rule stays.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotRemove {
    #[error("`{id}` is built in and cannot be removed")]
    BuiltIn { id: String },
    #[error("no rule `{id}`; {}", known_rules(.known))]
    Unknown { id: String, known: Vec<String> },
}

impl Hint for CannotRemove {
    fn hint(&self) -> String {
        match self {
            Self::BuiltIn { .. } => {
                "leave it: what it marks is ranked down, and still shown".to_owned()
            }
            Self::Unknown { .. } => {
                "call `configure_noise` with `list` to see every rule".to_owned()
            }
        }
    }
}

fn known_rules(ids: &[String]) -> String {
    if ids.is_empty() {
        return "only built-in rules are in force".to_owned();
    }
    let ids: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
    format!("one of {}", ids.join(", "))
}
