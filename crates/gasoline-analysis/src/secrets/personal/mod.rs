//! What tells about people: addresses, numbers and accounts, each by its structure.

mod email;
mod iban;
mod phone;

use std::ops::Range;

use crate::limits::PHONE_ANNOUNCED_MIN_DIGITS;

/// What is told about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Datum {
    Email,
    Phone,
    Iban,
    /// Known by its name alone.
    Address,
    /// Known by its name alone.
    BirthDate,
}

/// Calls `report` for everything in `text` that tells about a person by its own structure.
pub(super) fn scan(text: &str, mut report: impl FnMut(Datum, Range<usize>)) {
    email::scan(text, |range| report(Datum::Email, range));
    // Most texts have no digits to speak of.
    if has_digits(text, PHONE_ANNOUNCED_MIN_DIGITS) {
        phone::scan(text, |range| report(Datum::Phone, range));
        iban::scan(text, |range| report(Datum::Iban, range));
    }
}

/// What `value` tells about a person if it is the member called `name`.
///
/// The name alone is not enough: `phone: true` and `address: "0x1f"` tell nothing.
pub fn personal_member(name: &str, value: &str) -> Option<Datum> {
    if !has_digits(value, 1) {
        return None;
    }
    let name: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let ends = |words: &[&str]| words.iter().any(|word| name.ends_with(word));
    if is_phone_name(&name) && phone::is_plausible(value) {
        Some(Datum::Phone)
    } else if ends(&["address", "address1", "addressline1", "street"]) && is_address(value) {
        Some(Datum::Address)
    } else if ends(&["dateofbirth", "dob", "birthdate", "birthday"]) && is_birth_date(value) {
        Some(Datum::BirthDate)
    } else {
        None
    }
}

fn has_digits(text: &str, least: usize) -> bool {
    text.bytes().filter(u8::is_ascii_digit).take(least).count() == least
}

fn is_phone_name(name: &str) -> bool {
    let ends = ["phone", "phonenumber", "phoneno", "telephone", "mobile", "mobilenumber", "msisdn"];
    let whole = ["tel", "telno", "fax", "faxnumber", "cell", "cellphone", "whatsapp"];
    let is_device = name.ends_with("microphone") || name.ends_with("headphone");
    !is_device && (ends.iter().any(|end| name.ends_with(end)) || whole.contains(&name))
}

/// `221B Baker Street`: a number and a word. Addresses of machines have no blank or no word.
fn is_address(value: &str) -> bool {
    let words = value.split_whitespace();
    let has_word =
        words.clone().any(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() >= 3);
    let has_number =
        words.clone().any(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    words.count() >= 2
        && has_word
        && has_number
        && !value.contains(['@', '{', '<'])
        && !value.contains("://")
}

/// `1990-05-17`, `17.05.1990`, `5/17/1990`: a day of the last or this century.
fn is_birth_date(value: &str) -> bool {
    let parts: Vec<&str> =
        value.get(..10.min(value.len())).unwrap_or("").split(['-', '/', '.']).collect();
    let numbers: Vec<u32> = parts.iter().filter_map(|part| part.parse().ok()).collect();
    numbers.len() == 3
        && parts.len() == 3
        && numbers.iter().any(|number| (1900..2100).contains(number))
        && numbers.iter().filter(|number| (1..=31).contains(*number)).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, value: &str, expected: Option<Datum>) {
        assert_eq!(personal_member(name, value), expected, "{name}: {value}");
    }

    #[test]
    fn a_name_needs_a_value_that_fits() {
        check("phone", "4155550132", Some(Datum::Phone));
        check("phoneNumber", "+49 30 901820", Some(Datum::Phone));
        check("phone", "true", None);
        check("microphone", "4155550132", None);
        check("shipping_address", "221B Baker Street", Some(Datum::Address));
        check("address", "0x52908400098527886E0F7030069857D2E4169EE7", None);
        check("address", "127.0.0.1", None);
        check("date_of_birth", "1990-05-17", Some(Datum::BirthDate));
        check("dob", "17.05.1990", Some(Datum::BirthDate));
        check("dob", "unknown", None);
        check("telemetry", "4155550132", None);
    }
}
