//! Which request is meant, and which requests a test can rely on.

use gasoline_analysis::timeline::Cause;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::url::Url;
use gasoline_protocol::url::query_pairs;
use serde::Deserialize;

use crate::plan::places::Places;
use crate::plan::session::Called;
use crate::plan::volatile::Volatile;
use crate::step::{Call, Operation};

/// Method and path of a request, with its GraphQL operation.
pub(in crate::plan) fn call(body: &NetworkBody<'_>, volatile: &Volatile) -> Option<Call> {
    let address = Url::absolute(&body.url)?;
    let is_method = body.method.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_method.then(|| Call {
        method: body.method.to_ascii_uppercase(),
        path: volatile.path(address.path),
        query: Vec::new(),
        operation: operation(body),
    })
}

pub(in crate::plan) fn operation(body: &NetworkBody<'_>) -> Option<Operation> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Captured {
        operation_name: Option<String>,
        #[serde(rename = "type")]
        kind: Option<String>,
    }
    let captured: Captured = serde_json::from_str(body.graphql?.get()).ok()?;
    Some(Operation {
        name: captured.operation_name?,
        is_mutation: captured.kind.as_deref() == Some("mutation"),
    })
}

/// Whether a call changes something: then it matters how often it is made.
pub(crate) fn is_change(call: &Call) -> bool {
    match &call.operation {
        Some(operation) => operation.is_mutation,
        None => crate::plan::volatile::is_change(&call.method),
    }
}

/// Whether the page made the request by itself for the user, was answered, and is not somebody
/// else's: only then must it come again.
pub(in crate::plan) fn is_reliable(called: &Called<'_>, places: &Places) -> bool {
    let body = called.request.body;
    let is_scripted = matches!(body.initiator.as_deref(), None | Some("fetch" | "xhr"));
    let is_background = matches!(called.request.cause, Cause::Background(_));
    is_scripted && !is_background && body.status > 0 && places.is_own(&body.url)
}

/// Names and values of the query, decoded.
pub(in crate::plan) fn parameters(body: &NetworkBody<'_>) -> Vec<(String, String)> {
    let pairs = query_pairs(Url::parse(&body.url).query);
    pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

/// Gives calls that look alike the parameters that tell them apart.
pub(in crate::plan) fn tell_apart(
    calls: &mut [(Call, Vec<(String, String)>)],
    volatile: &Volatile,
) {
    for place in 0..calls.len() {
        let (call, own) = &calls[place];
        let alike = calls.iter().filter(|(other, _)| {
            other.method == call.method
                && other.path == call.path
                && other.operation == call.operation
        });
        let others: Vec<&Vec<(String, String)>> = alike.map(|(_, query)| query).collect();
        let tells = |pair: &(String, String)| others.iter().any(|other| !other.contains(pair));
        let is_open = |value: &str| !volatile.is_stable(value) || value.contains("***");
        // A name that is given twice keeps all its values or none: one of them alone would look as
        // if it were the only one.
        let query = own
            .iter()
            .filter(|(name, _)| {
                let mut same = own.iter().filter(|(other, _)| other == name);
                same.clone().any(tells) && !same.any(|(_, value)| is_open(value))
            })
            .cloned()
            .collect();
        calls[place].0.query = query;
    }
}
