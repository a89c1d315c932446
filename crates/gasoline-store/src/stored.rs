//! Events as the tables of the store read them: not redacted, because what the tables hold is
//! `Captured` when it leaves the store.

use gasoline_protocol::event::EventView;
use gasoline_protocol::{Event, Purpose};

pub(crate) fn json(event: &Event) -> &str {
    event.captured().expose(Purpose::Store)
}

pub(crate) fn view<'a, V: EventView<'a>>(event: &'a Event) -> Option<V> {
    Some(event.view::<V>()?.expose(Purpose::Store))
}
