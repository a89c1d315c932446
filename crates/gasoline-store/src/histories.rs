//! The loads of each page by their figures, remembered beyond what the rings hold.

use std::collections::VecDeque;

use gasoline_protocol::Event;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::{Figures, History, Load, Page};

use crate::limits;

/// The histories of the pages loaded most recently, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    pages: VecDeque<History>,
}

impl Histories {
    pub(crate) fn see(&mut self, sample: &PerformanceSnapshot<'_>, event: &Event) {
        let page = Page::of(sample);
        let way = page.way;
        let known = self.pages.iter().position(|known| known.page == page);
        let mut history = known
            .and_then(|index| self.pages.remove(index))
            .unwrap_or_else(|| History { page, loads: Vec::new(), forgotten: 0 });
        see(&mut history, sample, event);
        self.pages.push_back(history);
        if self.pages.iter().filter(|known| known.page.way == way).count() > limits::BASELINES_MAX
            && let Some(oldest) = self.pages.iter().position(|known| known.page.way == way)
        {
            self.pages.remove(oldest);
        }
    }

    pub(crate) fn list(&self) -> Vec<History> {
        self.pages.iter().cloned().collect()
    }

    pub(crate) fn of(&self, page: &Page) -> Option<History> {
        self.pages.iter().find(|known| known.page == *page).cloned()
    }

    pub(crate) fn clear(&mut self) {
        self.pages.clear();
    }
}

fn see(history: &mut History, sample: &PerformanceSnapshot<'_>, event: &Event) {
    let figures = Figures::of(sample);
    let id = sample.id.as_deref();
    // Snapshots of several tabs may come in turns, so the same load need not be the last.
    let same = history.loads.iter_mut().rev().find(|load| id.is_some() && load.id.as_deref() == id);
    if let Some(load) = same {
        load.figures.follow(&figures);
        return;
    }
    history.loads.push(Load {
        id: id.map(Into::into),
        seq: event.seq,
        time: event.time,
        test: event.test.clone(),
        figures,
    });
    if history.loads.len() > limits::PAGE_LOADS_MAX {
        history.loads.remove(0);
        history.forgotten += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gasoline_protocol::loads::{Figure, Way};
    use gasoline_protocol::{Kind, Purpose};
    use serde_json::{Value, json};

    use super::*;
    use crate::clock::{Clock, ManualClock};
    use crate::{Batch, Journal};

    fn histories(journal: &Journal) -> Vec<History> {
        journal.histories().expose(Purpose::Store)
    }

    fn journal() -> Journal {
        Journal::new(Arc::new(ManualClock::at_ms(1_000)) as Arc<dyn Clock>)
    }

    fn load(journal: &Journal, snapshot: &Value) {
        let batch = Batch::read(Kind::Performance, snapshot.to_string().as_bytes());
        journal.accept(batch.expect("a snapshot"));
    }

    #[test]
    fn the_same_load_again_is_one_load_even_when_tabs_take_turns() {
        let journal = journal();
        for (id, load_time) in [("a", 100), ("b", 200), ("a", 300)] {
            load(&journal, &json!({"url": "/", "id": id, "timing": {"load": load_time}}));
        }
        load(&journal, &json!({"url": "/"}));
        load(&journal, &json!({"url": "/"}));
        let histories = histories(&journal);
        let [history] = &histories[..] else { panic!("{histories:?}") };
        assert_eq!(history.loads.len(), 4, "loads without an id are loads of their own");
        assert_eq!(history.loads[0].figures.get(Figure::Load), Some(100.0));
    }

    #[test]
    fn origins_and_ways_are_kept_apart_and_each_way_has_its_own_room() {
        let journal = journal();
        load(&journal, &json!({"url": "/", "origin": "http://localhost:1"}));
        load(&journal, &json!({"url": "/", "origin": "http://localhost:2"}));
        for page in 0..=limits::BASELINES_MAX {
            let url = format!("/{page}");
            load(&journal, &json!({"url": url, "navigationType": "soft-navigation"}));
        }
        let histories = histories(&journal);
        let of = |way: Way| histories.iter().filter(|one| one.page.way == way).count();
        assert_eq!((of(Way::Load), of(Way::Route)), (2, limits::BASELINES_MAX));
        assert!(!histories.iter().any(|one| one.page.url == "/0"), "the oldest made room");
    }

    #[test]
    fn a_page_remembers_its_latest_loads_and_counts_the_others() {
        let journal = journal();
        for number in 0..limits::PAGE_LOADS_MAX + 3 {
            load(&journal, &json!({"url": "/", "timing": {"load": number}}));
        }
        let history = &histories(&journal)[0];
        assert_eq!((history.loads.len(), history.forgotten), (limits::PAGE_LOADS_MAX, 3));
        assert_eq!(history.loads[0].figures.get(Figure::Load), Some(3.0));
    }
}
