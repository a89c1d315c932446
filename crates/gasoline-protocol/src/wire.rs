//! Enums that travel as strings: a variant and its name are written once, side by side. And the
//! condition for members that are left out.

/// For `skip_serializing_if`: a count of 0 goes without saying.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares an enum whose variants have names on the wire, in messages and in arguments:
///
/// ```
/// gasoline_protocol::wire_enum! {
///     /// Which way a message went.
///     #[derive(PartialOrd, Ord)]
///     pub enum Direction {
///         Incoming = "incoming",
///         /// From the page to the server.
///         Outgoing = "outgoing",
///     }
/// }
/// ```
///
/// Every such enum has
/// - `Debug`, `Clone`, `Copy`, `PartialEq`, `Eq`, and `Serialize` as the name,
/// - `ALL`, the variants in the order of the declaration,
/// - `name()`, and `FromStr` for the way back; its error lists the names: ``one of `a`, `b` ``.
///
/// `Deserialize` and `JsonSchema` use the same names where the declaration derives them.
#[macro_export]
macro_rules! wire_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $enum:ident {
            $( $(#[$variant_attribute:meta])* $variant:ident = $name:tt ),+ $(,)?
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
        $(#[$attribute])*
        $visibility enum $enum {
            $( $(#[$variant_attribute])* #[serde(rename = $name)] $variant ),+
        }

        impl $enum {
            $visibility const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::str::FromStr for $enum {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                Self::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
                    format!("one of `{}`", Self::ALL.map(Self::name).join("`, `"))
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use schemars::{JsonSchema, schema_for};
    use serde::Deserialize;
    use serde_json::json;

    wire_enum! {
        #[derive(Default, Deserialize, JsonSchema)]
        pub(super) enum Choice {
            #[default]
            One = "one",
            TwoWords = "two-words",
        }
    }

    #[test]
    fn every_use_has_the_same_names() {
        assert_eq!(Choice::ALL.map(Choice::name), ["one", "two-words"]);
        for choice in Choice::ALL {
            assert_eq!(choice.name().parse(), Ok(choice));
            assert_eq!(json!(choice), choice.name());
            assert_eq!(Choice::deserialize(json!(choice)).ok(), Some(choice));
        }
        assert_eq!(schema_for!(Choice).get("enum"), Some(&json!(["one", "two-words"])));
        assert_eq!(Choice::default(), Choice::One);
    }

    #[test]
    fn another_name_is_an_error_that_lists_them() {
        assert_eq!("TwoWords".parse::<Choice>(), Err("one of `one`, `two-words`".to_owned()));
    }
}
