//! The fixture file: recorded answers and the function that gives them.

use super::json::{fitting, literal};
use super::quote::{comment, names_operation, quote, regex};
use crate::plan::is_change;
use crate::script::Script;
use crate::step::{Mock, MockAnswer, MockBody};

const SERVE: &str = r#"/** JSON with all members in one order: equal values give equal texts. */
function plain(value) {
  const isObject = (part) => part && typeof part === 'object' && !Array.isArray(part);
  return JSON.stringify(value, (name, part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}

/** The variables of each GraphQL operation in a request. */
function variablesOf(request, searchParams) {
  try {
    const inAddress = `{"variables":${searchParams.get('variables')}}`;
    const sent = JSON.parse(request.postData() ?? inAddress);
    return [sent].flat().map((one) => one.variables ?? null);
  } catch {
    return [];
  }
}

/** Answers the calls above from the recording; everything else goes to the network. */
export async function mock(page) {
  const context = page.context();
  let changes = 0;
  const isKnown = ({ pathname }) => sockets.some(({ path }) => path.test(pathname));
  await context.routeWebSocket(isKnown, (socket) => {
    const { pathname } = new URL(socket.url());
    const said = sockets.find(({ path }) => path.test(pathname))?.messages ?? [];
    for (const message of said) socket.send(message);
  });
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const isCall = ({ method, path, query, operation }) =>
      method === request.method() &&
      path.test(pathname) &&
      query.every(([name, value]) => searchParams.getAll(name).includes(value)) &&
      (!operation || operation.test(request.postData() ?? searchParams.toString()));
    // What was asked for at this very address, with these very variables, with most of this query.
    const nearest = (all, is) => (all.some(is) ? all.filter(is) : all);
    const sent = plain(variablesOf(request, searchParams));
    const here = nearest(answers.filter(isCall), ({ exact }) => exact === pathname);
    const same = nearest(here, ({ variables }) => plain(variables) === sent);
    const most = Math.max(...same.map(({ query }) => query.length));
    const known = same.filter(({ query }) => query.length === most);
    const answer = known.filter(({ after }) => after <= changes).at(-1) ?? known[0];
    if (!answer) return route.fallback();
    if (answer.isChange) changes += 1;
    const headers = {
      'content-type': answer.contentType,
      'access-control-allow-origin': request.headers()['origin'] ?? '*',
      'access-control-allow-credentials': 'true',
    };
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    await route.fulfill({ status: answer.status, headers, body });
  });
}
"#;

/// The whole file.
pub fn print(mock: &Mock, title: &str) -> String {
    let mut script = Script::default();
    script.line(&format!("// Answers of the recording for: {}", comment(title)));
    script.line("// Secrets and personal data are replaced by safe values, long lists are cut.");
    script.gap();
    script.line(
        "/** `after`: how many changing calls were answered before this answer was given. */",
    );
    script.open("export const answers = [");
    for answer in &mock.answers {
        self::answer(&mut script, answer);
    }
    script.close("];");
    script.gap();
    script.line("/** Sockets open by themselves and say these at once. */");
    script.open("export const sockets = [");
    for socket in &mock.sockets {
        script.open("{");
        script.line(&format!("path: {},", regex("^", &socket.path, "$")));
        script.open("messages: [");
        for message in &socket.messages {
            script.line(&format!("{},", quote(message)));
        }
        script.close("],");
        script.close("},");
    }
    script.close("];");
    script.gap();
    format!("{}{SERVE}", script.into_text())
}

/// In a body as in a query: `operationName=Cart`.
fn operation(name: &str) -> String {
    format!("/{}|operationName={}\\b/", names_operation(name), super::quote::literal(name))
}

fn answer(script: &mut Script, answer: &MockAnswer) {
    let call = &answer.call;
    script.open("{");
    script.line(&format!("method: {},", quote(&call.method)));
    script.line(&format!("path: {},", regex("^", &call.path, "$")));
    let exact = answer.exact.as_deref().map_or("null".to_owned(), quote);
    script.line(&format!("exact: {exact},"));
    let query: Vec<String> = call
        .query
        .iter()
        .map(|(name, value)| format!("[{}, {}]", quote(name), quote(value)))
        .collect();
    script.line(&format!("query: [{}],", query.join(", ")));
    match &call.operation {
        Some(operation) => {
            script.line(&format!("operation: {},", self::operation(&operation.name)));
        }
        None => script.line("operation: null,"),
    }
    match &answer.variables {
        Some(variables) => script.block(&format!("variables: {},", fitting(variables, 15))),
        None => script.line("variables: null,"),
    }
    script.line(&format!("isChange: {},", is_change(call)));
    script.line(&format!("after: {},", answer.after));
    script.line(&format!("status: {},", answer.status));
    script.line(&format!("contentType: {},", quote(&answer.content_type)));
    let body = match &answer.body {
        MockBody::Json(value) => literal(value, 0),
        MockBody::Text(text) => quote(text),
    };
    script.block(&format!("body: {body},"));
    script.close("},");
}
