//! What a report says, and what a captured text cannot make it say.

use super::*;

fn report() -> BugReport {
    let step = |says: &str| ReportStep { says: says.to_owned(), ..ReportStep::default() };
    BugReport {
        title: "TypeError: Cannot read properties of undefined (reading 'map')".to_owned(),
        url: Some("http://localhost:3000/dashboard".to_owned()),
        observed: "2026-01-24T10:30:00.000Z".to_owned(),
        severity: "Error (unhandled exception)".to_owned(),
        steps: vec![
            step("Open /dashboard"),
            ReportStep {
                picture: Some(ReportPicture {
                    source: "data:image/png;base64,AAAA".to_owned(),
                    caption: "Step 2".to_owned(),
                }),
                ..step("Click button \"Export\"")
            },
            ReportStep { error: Some("TypeError: `x`".to_owned()), ..step("Error") },
        ],
        actual: vec!["It threw.".to_owned()],
        environment: vec![("Browser".to_owned(), "Chrome 120".to_owned())],
        script: Some("await page.goto('/');\n".to_owned()),
        ..BugReport::default()
    }
}

#[test]
fn a_report_has_the_sections_people_look_for() {
    let text = markdown(&report());
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings,
        [
            "## Bug Report: TypeError: Cannot read properties of undefined (reading 'map')",
            "### Steps to Reproduce",
            "### Expected Behavior",
            "### Actual Behavior",
            "### Environment",
            "### Reproduction Script",
        ]
    );
    assert!(
        text.contains("2. Click button \"Export\"\n\n   ![Step 2](data:image/png;base64,AAAA)\n")
    );
}

#[test]
fn what_should_have_happened_is_never_invented() {
    assert!(markdown(&report()).contains(EXPECTED_UNKNOWN));
    let seen = BugReport { expected: vec!["It worked at 10:00.".to_owned()], ..report() };
    assert!(!markdown(&seen).contains(EXPECTED_UNKNOWN));
    assert!(html(&seen).contains("<p>It worked at 10:00.</p>"));
}

#[test]
fn code_in_a_sentence_is_code_and_a_stray_backtick_a_word() {
    let said = |text: &str| BugReport { actual: vec![text.to_owned()], ..report() };
    let both = |text: &str| (markdown(&said(text)), html(&said(text)));
    let (text, page) = both("It broke at `a[0] *b*` after `x`.");
    assert!(text.contains("\nIt broke at `a[0] *b*` after `x`.\n"), "{text}");
    assert!(
        page.contains("<p>It broke at <code>a[0] *b*</code> after <code>x</code>.</p>"),
        "{page}"
    );
    let (text, page) = both("It said ` and <b>");
    assert!(text.contains("\nIt said \\` and &lt;b>\n"), "{text}");
    assert!(page.contains("<p>It said ` and &lt;b&gt;</p>"), "{page}");
}

/// As a tracker renders it.
fn rendered(markdown: &str) -> String {
    let mut page = String::new();
    pulldown_cmark::html::push_html(&mut page, pulldown_cmark::Parser::new(markdown));
    page
}

#[test]
fn a_captured_text_is_no_markup() {
    let hostile =
        "<img src=x onerror=alert(1)> ](http://evil) **b** @everyone\n# Heading\n```\nend";
    let mut report = report();
    report.title = hostile.to_owned();
    report.console = vec![hostile.to_owned()];
    report.actual = vec![hostile.to_owned(), format!("`{hostile}")];
    report.steps[0].says = hostile.to_owned();
    report.script = Some(hostile.to_owned());
    report.environment = vec![(hostile.to_owned(), hostile.to_owned())];
    report.failed_requests =
        vec![FailedRequest { line: hostile.to_owned(), ..FailedRequest::default() }];

    for page in [rendered(&markdown(&report)), html(&report)] {
        assert!(!page.contains("<img src=x"), "{page}");
        assert!(!page.contains("<a "), "{page}");
        assert!(!page.contains("<strong>b"), "{page}");
        assert!(!page.contains("<h1>Heading"), "{page}");
        assert!(page.contains("Reproduction Script</h"), "nothing swallows what follows: {page}");
    }
}

#[test]
fn markdown_renders_to_steps_with_their_pictures() {
    let page = rendered(&markdown(&report()));
    assert_eq!(page.matches("<ol>").count(), 1, "{page}");
    assert!(page.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"Step 2\""), "{page}");
    assert!(page.contains("<code>TypeError: `x`</code>"), "{page}");
}

#[test]
fn a_page_fetches_nothing_and_runs_nothing() {
    let page = html(&report());
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("<script"));
    assert!(page.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"Step 2\">"));
}
