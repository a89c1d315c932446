//! The story: what broke, what else is wrong, whether the fix helped, and the test that keeps it so.

use std::sync::Arc;

use serde_json::{Value, json};

use super::Half;
use super::agent::{Agent, Told};
use super::customer::{Customer, Visit};
use super::keep::Place;
use super::progress::Progress;
use super::shop::Shop;
use super::tell::Teller;
use crate::args::Demo;
use crate::invocation::called;
use crate::limits::DEMO_PICTURE_BUDGET_MS;

/// Seconds after which nobody has clicked in vain; it is told within two.
const FRUSTRATION_SECONDS: u32 = 10;

/// Lines of code shown of the test.
const ACT_LINES: usize = 5;

/// How an act of a test begins.
const ACT: &str = "await page.getByRole(";

/// Tells it from beginning to end, and leaves the shop open.
pub(super) async fn tell(
    port: u16,
    options: &Demo,
    place: &Place,
    teller: &mut Teller<'_>,
    stays: bool,
) -> anyhow::Result<Arc<Shop>> {
    let shop = Shop::open().await?;
    let origin = shop.origin();
    let progress = Progress::new();
    let mut customer = Customer::find(port, options, &progress).await?;
    let visit = Visit { port, shop: &origin, record: options.record.clone() };
    let mut agent = Agent::join(port)?;
    // What is told later begins with the first wait.
    agent.call("wait_for_event", &frustration(1))?;
    progress.done();

    teller.head("A web shop with six bugs, and what Gasoline tells an agent about them");
    teller.blank();
    teller.say(&format!("The shop is open at {origin}/."));
    teller.say(&customer.introduce());
    teller.say("What follows are the answers of the tools that an agent has.");

    customer.shops(Half::Broken, &visit, &progress).await?;
    diagnosis(&mut agent, teller)?;
    audit(&mut agent, teller, &origin)?;

    let started = agent.call("verify_fix", &json!({"action": "start"}))?;
    let session = started.structured["session_id"].clone();
    let cursor = last_cursor(&mut agent)?;
    shop.fix();
    agent.call("verify_fix", &json!({"action": "watch", "session_id": session}))?;
    customer.shops(Half::Fixed, &visit, &progress).await?;
    // The browser goes before anybody is asked to look around.
    drop(customer);
    verdict(&mut agent, teller, &session)?;
    test(&mut agent, teller, &cursor, place, &origin)?;
    farewell(teller, port, &origin, stays.then_some(place));
    Ok(shop)
}

fn diagnosis(agent: &mut Agent, teller: &mut Teller<'_>) -> anyhow::Result<()> {
    let told = agent.call("get_browser_errors", &json!({}))?;
    teller.ask("1. What broke in my browser?", "get_browser_errors");
    teller.quote(answer(&told));
    Ok(())
}

/// The bugs that no error tells of.
fn audit(agent: &mut Agent, teller: &mut Teller<'_>, shop: &str) -> anyhow::Result<()> {
    let told = agent.call("security_audit", &json!({"checks": ["credentials"]}))?;
    teller.ask("2. Does it give a secret away?", "security_audit");
    teller.quote(answer(&told));

    let told = agent.call("validate_api", &json!({"action": "analyze"}))?;
    teller.ask("3. Does the API keep its word?", "validate_api");
    teller.quote(answer(&told));

    let budgets = json!({"lcp": DEMO_PICTURE_BUDGET_MS});
    let told = agent.call("check_performance", &json!({"url": shop, "budgets": budgets}))?;
    teller.ask("4. Is it fast enough?", "check_performance");
    let figure = answer(&told).filter(|line| line.starts_with("- LCP"));
    teller.quote(figure.chain(answer(&told).find(|line| line.starts_with("- slow:"))));

    let told = agent.call("wait_for_event", &frustration(FRUSTRATION_SECONDS))?;
    teller.ask("5. Did anybody click in vain?", "wait_for_event");
    teller.quote(answer(&told));
    Ok(())
}

fn verdict(agent: &mut Agent, teller: &mut Teller<'_>, session: &Value) -> anyhow::Result<()> {
    let told = agent.call("verify_fix", &json!({"action": "compare", "session_id": session}))?;
    teller.ask("6. The fixes are in, the customer came again. Did they help?", "verify_fix");
    teller.quote(answer(&told));
    Ok(())
}

/// The test of the fixed shop: one of the broken shop would hold it to its bugs.
fn test(
    agent: &mut Agent,
    teller: &mut Teller<'_>,
    cursor: &Value,
    place: &Place,
    shop: &str,
) -> anyhow::Result<()> {
    let actions = agent.call("get_enhanced_actions", &json!({"since": cursor}))?;
    let asked = json!({
        "test_name": "two things, a voucher, an order",
        "last_n_actions": actions.structured["count"],
    });
    let told = agent.call("generate_test", &asked)?;
    let script = told.structured["test_script"].as_str().unwrap_or_default();
    let file = place.write(script, shop)?;
    teller.ask("7. How does it stay that way?", "generate_test");
    let assertions = &told.structured["assertion_count"];
    teller.say(&format!(
        "A Playwright test of what the customer did, with {assertions} assertions, is written:"
    ));
    teller.path(file);
    teller.quote(outline(script));
    Ok(())
}

/// Where to go on; with what stays open, if it does.
fn farewell(teller: &mut Teller<'_>, port: u16, shop: &str, place: Option<&Place>) {
    let program = called();
    teller.blank();
    teller.head("Go on");
    teller.blank();
    if let Some(place) = place {
        teller.item("dashboard", &format!("http://127.0.0.1:{port}/"));
        teller.item("the shop", &format!("{shop}/"));
        teller.item("a test needs", "npm i -D @playwright/test");
        teller.item("and a browser", "npx playwright install chromium");
        teller.item("the test", &format!("npx playwright test {}", place.folder().display()));
        teller.item("the bugs", &format!("{shop}/bugs switches them (on: the test fails)"));
    } else {
        teller.item("look around", &format!("{program} demo --stay"));
        teller.item("", "(leaves dashboard and shop open)");
    }
    teller.item("your editor", &format!("{program} install cursor --write"));
    teller.item("your browser", &format!("{program} extension"));
    teller.item("then ask", "What broke in my browser?");
    if place.is_some() {
        teller.blank();
        teller.say("Ctrl-C ends the demo.");
    }
}

/// Waits for clicks that led to nothing.
fn frustration(seconds: u32) -> Value {
    json!({"events": ["user_frustration"], "timeout_seconds": seconds})
}

/// What is worth showing of an answer: all but what only an agent can use.
fn answer(told: &Told) -> impl Iterator<Item = &str> {
    let is_for_agents = |line: &&str| line.starts_with("cursor: ") || line.starts_with("hint: ");
    told.text.lines().filter(move |line| !is_for_agents(line) && !line.is_empty())
}

/// The place in the journal that the agent has read up to.
fn last_cursor(agent: &mut Agent) -> anyhow::Result<Value> {
    Ok(agent.call("get_enhanced_actions", &json!({"last_n": 1}))?.structured["cursor"].take())
}

/// The steps of a test, and how it goes on in the last of them.
fn outline(script: &str) -> impl Iterator<Item = &str> {
    let lines: Vec<&str> = script.lines().map(str::trim_start).collect();
    let steps: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| is_step(line)).map(|(at, _)| at).collect();
    let act = lines.iter().rposition(|line| line.starts_with(ACT)).unwrap_or(lines.len());
    let shown: Vec<&str> = steps
        .iter()
        .map(|at| lines[*at])
        .chain(lines.iter().copied().skip(act).take(ACT_LINES))
        .collect();
    shown.into_iter().chain(["…"])
}

/// `// 3. Click …`
fn is_step(line: &str) -> bool {
    let numbered = line.strip_prefix("// ").and_then(|text| text.split_once(". "));
    numbered.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_shown_by_its_steps_and_the_code_of_the_last_one() {
        let script = "test {\n  // 1. Open /\n  await page.goto('/');\n\n  // 2. Click\n  const a = 1;\n  \
                      await page.getByRole('x').click();\n  expect(a);\n\n  // no. step\n}";
        let shown: Vec<&str> = outline(script).take(4).collect();
        let expected =
            ["// 1. Open /", "// 2. Click", "await page.getByRole('x').click();", "expect(a);"];
        assert_eq!(shown, expected);
    }
}
