//! What a customer does in the shop: the same each time, as far as the shop lets them.

use super::Half;
use super::progress::Progress;
use super::tab::{Stuck, Tab};
use crate::limits::{DEMO_DEAD_CLICK_PAUSE_MS, DEMO_DEAD_CLICKS};

/// Milliseconds of the page that people look before they act; what it shows is recorded then. They
/// differ, because calls at a steady pace are taken for polling.
const PAUSES_MS: [u32; 5] = [400, 700, 450, 550, 350];

/// One customer, from the front page to the order.
pub(super) struct Journey<'a> {
    tab: &'a mut Tab,
    progress: &'a Progress,
    half: Half,
    pauses: usize,
}

impl<'a> Journey<'a> {
    pub(super) fn new(tab: &'a mut Tab, progress: &'a Progress, half: Half) -> Self {
        Self { tab, progress, half, pauses: 0 }
    }

    pub(super) async fn go(&mut self, shop: &str) -> Result<(), Stuck> {
        self.say("opens the shop");
        self.tab.open(shop).await?;
        self.tab.until("document.readyState === 'complete'").await?;
        self.tab.until("document.querySelector('#goods').children.length === 3").await?;
        // The stock feed says something, and may drop.
        self.tab.until("document.querySelector('#stock').textContent !== 'Stock: …'").await?;
        self.pause().await?;

        self.add(1, "an espresso cup").await?;
        self.add(2, "a serving bowl").await?;

        self.say("uses a voucher");
        self.fill("#voucher", "SPRING10").await?;
        self.click("#apply").await?;
        // The cart is fetched at the start, with each thing and with the voucher; nothing shows it.
        self.tab.until(&loaded("/api/cart", 6)).await?;
        self.pause().await?;

        self.say("saves the cart for later");
        self.save().await?;

        self.say("places the order");
        self.fill("#email", "ada@example.com").await?;
        self.click("#checkout button").await?;
        if self.half == Half::Fixed {
            self.tab.until("document.querySelector('#thanks').textContent !== ''").await?;
        }
        self.pause().await?;
        self.pause().await
    }

    async fn add(&mut self, place: usize, what: &str) -> Result<(), Stuck> {
        self.say(&format!("adds {what}"));
        self.click(&format!("#goods li:nth-child({place}) button")).await?;
        let count = format!("document.querySelector('#count').textContent === '{place}'");
        self.tab.until(&count).await?;
        self.pause().await
    }

    /// Clicks a button that works once, and a dead one as often as people try.
    async fn save(&mut self) -> Result<(), Stuck> {
        const BUTTON: &str = "#save-for-later";
        if self.half == Half::Fixed {
            self.click(BUTTON).await?;
            self.tab.until("document.querySelector('#saved').textContent !== ''").await?;
            return self.pause().await;
        }
        for _ in 0..DEMO_DEAD_CLICKS {
            self.click(BUTTON).await?;
            self.tab.rest(DEMO_DEAD_CLICK_PAUSE_MS).await?;
        }
        self.pause().await
    }

    async fn fill(&mut self, selector: &str, text: &str) -> Result<(), Stuck> {
        self.click(selector).await?;
        self.tab.type_text(text).await
    }

    async fn click(&mut self, selector: &str) -> Result<(), Stuck> {
        self.tab.click(&format!("document.querySelector('{selector}')")).await
    }

    async fn pause(&mut self) -> Result<(), Stuck> {
        let pause = PAUSES_MS[self.pauses % PAUSES_MS.len()];
        self.pauses += 1;
        self.tab.rest(pause).await
    }

    fn say(&self, what: &str) {
        self.progress.step(&format!("a customer {what}"));
    }
}

/// Whether the page has received so many responses from a path.
fn loaded(path: &str, count: usize) -> String {
    format!(
        "performance.getEntriesByType('resource').filter(({{ name }}) => \
         new URL(name).pathname === '{path}').length >= {count}"
    )
}
