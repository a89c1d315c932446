//! Safe values in place of secrets and of what belongs to people.

use gasoline_analysis::secrets::{self, is_secret_name};
use gasoline_protocol::sensitive::REDACTED;
use serde_json::Value;

/// Stands for a value that is never written down; printed as a variable with this default.
pub(crate) const USER_PROVIDED: &str = "[user-provided]";

/// Replaces, and gives the same address the same stand-in.
#[derive(Debug, Default)]
pub(super) struct Safe {
    emails: Vec<String>,
}

impl Safe {
    /// Whether the replacing changed an address of somebody.
    pub(super) fn has_replaced(&self) -> bool {
        !self.emails.is_empty()
    }

    /// `secret` is what stands for secrets.
    pub(super) fn value(&mut self, value: &mut Value, name: Option<&str>, secret: &str) {
        match value {
            Value::String(text) => *text = self.text(text, name, secret),
            Value::Number(_) if name.is_some_and(is_secret_name) => {
                *value = Value::String(secret.to_owned());
            }
            Value::Array(items) => {
                for item in items {
                    self.value(item, name, secret);
                }
            }
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    self.value(member, Some(name), secret);
                }
            }
            _ => {}
        }
    }

    pub(super) fn text(&mut self, text: &str, name: Option<&str>, secret: &str) -> String {
        let is_secret =
            name.is_some_and(is_secret_name) || text.contains("***") || text == REDACTED;
        if is_secret && !text.is_empty() {
            return secret.to_owned();
        }
        if let Some(stand_in) = name.and_then(personal)
            && !text.is_empty()
        {
            return stand_in.to_owned();
        }
        if secrets::find(text).any(|hit| hit.rule.masks) {
            return secret.to_owned();
        }
        self.without_emails(text)
    }

    fn without_emails(&mut self, text: &str) -> String {
        let mut safe = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(place) = rest.find('@') {
            let is_part = |one: char| one.is_ascii_alphanumeric() || "._%+-".contains(one);
            let start = rest[..place].rfind(|one| !is_part(one)).map_or(0, |before| {
                before + rest[before..].chars().next().map_or(1, char::len_utf8)
            });
            let after = &rest[place + 1..];
            let length =
                after.find(|one: char| !(one.is_ascii_alphanumeric() || one == '.' || one == '-'));
            let host = after[..length.unwrap_or(after.len())].trim_end_matches(['.', '-']);
            let end = place + 1 + host.len();
            if start == place || !host.contains('.') {
                safe.push_str(&rest[..=place]);
                rest = after;
                continue;
            }
            let email = &rest[start..end];
            let number = self.emails.iter().position(|known| known == email).unwrap_or_else(|| {
                self.emails.push(email.to_owned());
                self.emails.len() - 1
            });
            safe.push_str(&rest[..start]);
            safe.push_str(&format!("user{}@example.com", number + 1));
            rest = &rest[end..];
        }
        safe.push_str(rest);
        safe
    }
}

/// What stands for personal data, by the name of its member.
fn personal(name: &str) -> Option<&'static str> {
    let lower: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    match lower.as_str() {
        "phone" | "phonenumber" | "mobile" | "mobilenumber" | "tel" | "telephone" => {
            Some("+1 555 0100")
        }
        "street" | "address1" | "addressline1" | "streetaddress" => Some("1 Test Street"),
        "iban" => Some("DE00 0000 0000 0000 0000 00"),
        "ssn" | "socialsecuritynumber" | "taxid" => Some("000-00-0000"),
        "birthday" | "birthdate" | "dateofbirth" | "dob" => Some("2000-01-01"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_and_people_are_replaced_and_the_rest_stays() {
        let mut value = json!({
            "token": "abc", "name": "Milk", "email": "ada@shop.example", "phone": "+49 30 1234",
            "log": "from ada@shop.example to bob@shop.example", "key": "sk_liv***abc", "n": 3,
            "at": "user @ home", "list": [{"password": 7}],
        });
        Safe::default().value(&mut value, None, "safe");
        assert_eq!(
            value,
            json!({
                "token": "safe", "name": "Milk", "email": "user1@example.com", "phone": "+1 555 0100",
                "log": "from user1@example.com to user2@example.com", "key": "safe", "n": 3,
                "at": "user @ home", "list": [{"password": "safe"}],
            })
        );
    }
}
