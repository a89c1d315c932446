//! The part of a response's shape that is asserted.

use gasoline_analysis::shape::{Members, ShapeReader};

use crate::limits::{CONTRACT_MAX_DEPTH, CONTRACT_MAX_MEMBERS};
use crate::plan::volatile::is_random;

pub(super) const READER: ShapeReader = ShapeReader { levels: CONTRACT_MAX_DEPTH, is_map };

/// Whether an object holds records by identifier, by date or by word.
fn is_map(members: &Members) -> bool {
    members.len() > CONTRACT_MAX_MEMBERS
        || members.keys().any(|name| {
            is_random(name) || (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
        })
}

#[cfg(test)]
mod tests {
    use gasoline_analysis::shape::{JsonShape, Member};
    use serde::de::DeserializeSeed;
    use serde_json::{Value, json};

    use super::*;

    fn of_value(value: &Value) -> JsonShape {
        READER.deserialize(value).expect("a shape")
    }

    fn member(name: &str, position: usize, shape: JsonShape, optional: bool) -> (Box<str>, Member) {
        (name.into(), Member { shape, optional, position })
    }

    #[test]
    fn members_that_some_elements_lack_are_optional() {
        let contract =
            of_value(&json!([{"id": 1, "note": "x"}, {"id": 2}, {"id": 3, "note": null}]));
        let note = JsonShape::OneOf(vec![JsonShape::String, JsonShape::Null]);
        let element = JsonShape::Object(
            [member("id", 0, JsonShape::Number, false), member("note", 1, note, true)].into(),
        );
        assert_eq!(contract, JsonShape::Array(Box::new(element)));
    }

    #[test]
    fn names_that_are_data_are_not_asserted() {
        assert_eq!(of_value(&json!({"17": {"a": 1}, "18": {"a": 2}})), JsonShape::Map);
    }

    #[test]
    fn an_empty_list_says_nothing_about_its_elements() {
        let contract = of_value(&json!([])).merge(of_value(&json!([1])));
        assert_eq!(contract, JsonShape::Array(Box::new(JsonShape::Number)));
    }
    #[test]
    fn maps_merge_with_objects_and_each_object_is_limited_separately() {
        let list = of_value(&json!([null, {"a": 1}, {"17": 1}]));
        let element = JsonShape::OneOf(vec![JsonShape::Null, JsonShape::Map]);
        assert_eq!(list, JsonShape::Array(Box::new(element)));
        let wide = |from: usize| (from..from + 30).map(|at| (format!("name{at}"), json!(1)));
        let object = |from| Value::Object(wide(from).collect());
        let JsonShape::Array(element) = of_value(&json!([object(0), object(20)])) else {
            panic!("an array")
        };
        let JsonShape::Object(members) = *element else { panic!("an object") };
        assert_eq!(members.len(), 50);
        assert_eq!(members.values().filter(|member| !member.optional).count(), 10);
    }
}
