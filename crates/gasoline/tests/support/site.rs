//! A web server of a test's own: a table of paths, and a list of what was asked for.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What a path is answered with.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    is_silent: bool,
}

impl Page {
    pub(crate) fn of(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.into(), is_silent: false }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn redirect(to: &str) -> Self {
        Self { status: 302, ..Self::of("") }.header("Location", to)
    }

    /// A path that is never answered.
    pub(crate) fn silent() -> Self {
        Self { is_silent: true, ..Self::of("") }
    }
}

#[derive(Default)]
struct Shared {
    pages: Vec<(String, Page)>,
    asked: Vec<String>,
}

/// Listens on a port of its own until the test process ends.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) port: u16,
    shared: Arc<Mutex<Shared>>,
}

impl Site {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let site = Self { port, shared: Arc::default() };
        let serving = site.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let site = serving.clone();
                thread::spawn(move || site.answer(&stream));
            }
        });
        site
    }

    pub(crate) fn put(&self, path: &str, page: Page) -> &Self {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.pages.retain(|(known, _)| known != path);
        shared.pages.push((path.to_owned(), page));
        self
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// The paths that were asked for, in order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).asked.clone()
    }

    fn answer(&self, mut stream: &TcpStream) {
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        let Some(first) = lines.next() else { return };
        let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        let page = {
            let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.asked.push(path.clone());
            shared.pages.iter().find(|(known, _)| *known == path).map(|(_, page)| page.clone())
        };
        let page = page.unwrap_or(Page { status: 404, ..Page::of("nothing here") });
        if page.is_silent {
            thread::park();
        }
        let etag = page.headers.iter().find(|(name, _)| name == "ETag").map(|(_, value)| value);
        let is_known =
            etag.is_some_and(|etag| head.iter().any(|line| line.ends_with(etag.as_str())));
        let (status, body) = if is_known { (304, &[][..]) } else { (page.status, &*page.body) };
        let mut answer = format!("HTTP/1.1 {status} x\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in &page.headers {
            answer.push_str(&format!("{name}: {value}\r\n"));
        }
        answer.push_str("Connection: close\r\n\r\n");
        let _ = stream.write_all(answer.as_bytes()).and_then(|()| stream.write_all(body));
    }
}
