//! Sockets: opened once, heard, and open to the end.

use crate::fact::SocketWatch;
use crate::print::quote::{comment, literal, quote, regex};
use crate::script::Script;

/// Listens before the first page is opened.
pub(super) fn watch(script: &mut Script) {
    script.line("const sockets = new Array();");
    script.open("page.on('websocket', (socket) => {");
    script.line("const opened = { socket, messages: new Array() };");
    script.line("socket.on('framereceived', ({ payload }) => opened.messages.push(payload));");
    script.line("sockets.push(opened);");
    script.close("});");
}

/// Asserts it at the end.
pub(super) fn end(script: &mut Script, watched: &[SocketWatch]) {
    for (place, one) in watched.iter().enumerate() {
        let name = if place == 0 { "live".to_owned() } else { format!("live{}", place + 1) };
        let path = "new URL(socket.url()).pathname";
        let is_it = match one.path.as_text() {
            Some(text) => format!("{path} === {}", quote(text)),
            None => format!("{}.test({path})", regex("^", &one.path, "$")),
        };
        script.gap();
        script.line(&format!(
            "// confidence: medium — the socket to {} was opened once and stayed open",
            comment(&one.path.show())
        ));
        script.line(&format!("const {name} = sockets.filter(({{ socket }}) => {is_it});"));
        script.line(&format!("expect({name}).toHaveLength(1);"));
        if one.tells {
            match &one.word {
                Some((word, said)) => {
                    // Looked for in the text: not every message need be JSON.
                    let told = format!("/\"{}\":\\s*\"{}\"/", literal(word), literal(said));
                    script.line(&format!(
                        "const {name}Tells = (message = '') => {told}.test(message);"
                    ));
                    script.line(&format!(
                        "await expect.poll(() => {name}[0].messages.some({name}Tells)).toBe(true);"
                    ));
                }
                None => script.line(&format!(
                    "await expect.poll(() => {name}[0].messages.length).toBeGreaterThan(0);"
                )),
            }
        }
        script.line(&format!("expect({name}[0].socket.isClosed()).toBe(false);"));
    }
}
