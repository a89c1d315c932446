//! What a customer does in the shop: the same each time, as far as the shop lets them.

use std::time::Duration;

use super::progress::Progress;
use super::tab::{Stuck, Tab};
use crate::limits::DEMO_MAX_CLICKS;

/// Milliseconds that people look before they act; what the page shows is recorded then. They differ,
/// because calls at a steady pace are taken for polling.
const PAUSES_MS: [u64; 5] = [400, 700, 450, 550, 350];

/// One customer, from the front page to the order.
pub(super) struct Journey<'a> {
    tab: &'a mut Tab,
    progress: &'a Progress,
    pauses: usize,
}

impl<'a> Journey<'a> {
    pub(super) fn new(tab: &'a mut Tab, progress: &'a Progress) -> Self {
        Self { tab, progress, pauses: 0 }
    }

    pub(super) async fn go(&mut self, shop: &str) -> Result<(), Stuck> {
        self.say("opens the shop");
        self.tab.open(shop).await?;
        self.tab.until("document.readyState === 'complete'").await?;
        self.tab.until("document.querySelector('#goods').children.length === 3").await?;
        // The stock feed says something, and may drop.
        self.tab.until("document.querySelector('#stock').textContent !== 'Stock: …'").await?;
        self.pause().await;

        self.add(1, "an espresso cup").await?;
        self.add(2, "a serving bowl").await?;

        self.say("uses a voucher");
        self.fill("#voucher", "SPRING10").await?;
        self.click("#apply").await?;
        self.pause().await;

        self.say("saves the cart for later");
        self.save().await?;

        self.say("places the order");
        self.fill("#email", "ada@example.com").await?;
        self.click("#checkout button").await?;
        self.pause().await;
        self.pause().await;
        Ok(())
    }

    async fn add(&mut self, place: usize, what: &str) -> Result<(), Stuck> {
        self.say(&format!("adds {what}"));
        self.click(&format!("#goods li:nth-child({place}) button")).await?;
        let count = format!("document.querySelector('#count').textContent === '{place}'");
        self.tab.until(&count).await?;
        self.pause().await;
        Ok(())
    }

    /// Clicks until the page says that it is done, as often as people try.
    async fn save(&mut self) -> Result<(), Stuck> {
        for _ in 0..DEMO_MAX_CLICKS {
            self.click("#save-for-later").await?;
            self.pause().await;
            if self.tab.look("document.querySelector('#saved').textContent !== ''").await? == true {
                break;
            }
        }
        Ok(())
    }

    async fn fill(&mut self, selector: &str, text: &str) -> Result<(), Stuck> {
        self.click(selector).await?;
        self.tab.type_text(text).await
    }

    async fn click(&mut self, selector: &str) -> Result<(), Stuck> {
        self.tab.click(&format!("document.querySelector('{selector}')")).await
    }

    async fn pause(&mut self) {
        let pause = PAUSES_MS[self.pauses % PAUSES_MS.len()];
        self.pauses += 1;
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }

    fn say(&self, what: &str) {
        self.progress.step(&format!("a customer {what}"));
    }
}
