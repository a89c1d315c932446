//! Members that are objects and nothing else: serde's derived readers also take an array for a
//! struct, its items for the fields in order.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// An object.
pub(crate) fn whole<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Object::deserialize(deserializer).map(|object| object.0)
}

/// An object or none.
pub(crate) fn one<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let object = Option::<Object<T>>::deserialize(deserializer)?;
    Ok(object.map(|object| object.0))
}

/// A list of objects or none.
pub(crate) fn list<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let objects = Option::<Vec<Object<T>>>::deserialize(deserializer)?;
    Ok(objects.map(|objects| objects.into_iter().map(|object| object.0).collect()))
}

/// Objects by name, or none.
pub(crate) fn map<'de, D, K, T>(deserializer: D) -> Result<Option<BTreeMap<K, T>>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    T: Deserialize<'de>,
{
    let objects = Option::<BTreeMap<K, Object<T>>>::deserialize(deserializer)?;
    Ok(objects.map(|all| all.into_iter().map(|(name, object)| (name, object.0)).collect()))
}

struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(ObjectVisitor(PhantomData)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::boundary::Boundary;
    use crate::events::action::EnhancedAction;
    use crate::events::page::DomSnapshot;
    use crate::events::performance::PerformanceSnapshot;

    #[test]
    fn an_array_is_no_object() {
        for role in [json!([null, null]), json!("button"), json!(1)] {
            let action = json!({"type": "click", "selectors": {"role": role}}).to_string();
            assert!(serde_json::from_str::<EnhancedAction<'_>>(&action).is_err(), "{action}");
        }
        for (name, value) in [
            ("timing", json!([1, 2])),
            ("longTasks", json!([1, 2, 3])),
            ("network", json!([1])),
            ("network", json!({"byType": {"script": [1, 2]}})),
            ("network", json!({"slowestRequests": [["/a", 1, 2]]})),
        ] {
            let sample = json!({"url": "/", name: value}).to_string();
            assert!(serde_json::from_str::<PerformanceSnapshot<'_>>(&sample).is_err(), "{sample}");
        }
        let outline = json!({"elements": [["heading", 1]]}).to_string();
        assert!(serde_json::from_str::<DomSnapshot<'_>>(&outline).is_err());
        let end = json!({"test_id": "t", "action": "end", "error": ["m", "s"]}).to_string();
        assert!(serde_json::from_str::<Boundary>(&end).is_err());
    }

    #[test]
    fn objects_and_null_are_read() {
        let action =
            json!({"type": "click", "selectors": {"role": {"role": "button"}}}).to_string();
        let action: EnhancedAction<'_> = serde_json::from_str(&action).expect("an action");
        let role = action.selectors.and_then(|selectors| selectors.role).expect("a role");
        assert_eq!(role.role.as_deref(), Some("button"));
        let sample = json!({"url": "/", "timing": null, "network": {"byType": null}}).to_string();
        serde_json::from_str::<PerformanceSnapshot<'_>>(&sample).expect("a sample");
        let outline = json!({"elements": [{"role": "heading"}], "dynamic": null}).to_string();
        serde_json::from_str::<DomSnapshot<'_>>(&outline).expect("an outline");
    }
}
