// A page full of texts that break code when they are put into it carelessly, in all that is captured of a page.
import { WebSocketServer } from 'ws';
import type { Flow } from '../../../app/flows/hands.js';
import type { Journey } from '../generated/recording.js';
import { Site } from './site.js';

/** Texts by what is hostile in them. */
export const HOSTILE: Record<string, string> = {
  quotes: `it's "so" \`said\``,
  template: '`${process.exit(1)}` ${0}',
  backslash: 'C:\\new\\u0041\\',
  'line break': 'one\ntwo',
  'carriage return': 'one\rtwo\r\nthree',
  separators: 'one\u2028two\u2029three\u0085four',
  'right to left': 'abc\u202Edef\u2066ghi\u2069\u200F אבג',
  emoji: '👩‍👩‍👧 🏳️‍🌈 \u{1F468}\u{1F3FD}',
  'half a character': 'half \uD83D of \uDE00 it',
  script: '</script><script>throw 1</script><!--',
  comment: '*/ // /* <!-- -->',
  nothing: 'nul\u0000 bell\u0007 escape\u001B[31m',
  expression: '^.*+?(){}[]|/$& \\d+',
  long: `ten kilobytes ${'of name '.repeat(1_280)}end`,
};

/** A row a text: a button of that name, a field by that test id, a place by another that answers. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Hostile</title><link rel="icon" href="data:,">
<style>section{max-height:60px;overflow:hidden}</style><h1>Hostile texts</h1><main></main>
<script type="application/json" id="texts">TEXTS</script>
<script type="module">
const texts = JSON.parse(document.getElementById('texts').textContent);
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
const quiet = (act) => { try { return act(); } catch {} };
for (const [kind, text] of Object.entries(texts)) {
  const row = document.createElement('section');
  const button = document.createElement('button');
  const field = document.createElement('textarea');
  const place = document.createElement('output');
  button.textContent = text;
  field.setAttribute('aria-label', 'about ' + kind);
  field.dataset.testid = 'field ' + text;
  place.dataset.testid = 'place ' + text;
  button.onclick = async () => {
    document.title = text;
    socket.send(text);
    console.error('said', text);
    setTimeout(() => { throw new Error('thrown ' + text); });
    quiet(() => history.pushState(null, '', '/at/' + encodeURIComponent(kind) + '?q=' + encodeURIComponent(text.slice(0, 200))));
    const headers = { 'content-type': 'application/json', 'x-note': text.replace(/[^ -~]/g, '').slice(0, 200) };
    const body = JSON.stringify({ [text]: text });
    const answer = await fetch('/api/echo?kind=' + encodeURIComponent(kind), { method: 'POST', headers, body });
    const value = await answer.json();
    place.textContent = 'answered ' + Object.keys(value)[0];
  };
  row.append(button, field, place);
  document.querySelector('main').append(row);
}
</script>`;

async function start(): Promise<{ origin: string; stop(): Promise<void> }> {
  const texts = JSON.stringify(HOSTILE).replaceAll('<', '\\u003c');
  const page = { type: 'text/html; charset=utf-8', body: PAGE.replace('TEXTS', () => texts) };
  const site = await Site.open({
    '*': page,
    '/api/echo': (request, response) => {
      const note = String(request.headers['x-note'] ?? '');
      response.writeHead(200, { 'content-type': 'application/json', 'x-note': note });
      request.pipe(response);
    },
  });
  const live = new WebSocketServer({ server: site.http, path: '/live' });
  live.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  return {
    origin: site.url('', '127.0.0.1'),
    stop: async () => {
      live.close();
      await site.close();
    },
  };
}

const flow: Flow = async (page, origin) => {
  await page.goto(`${origin}/`);
  for (const [index, text] of Object.values(HOSTILE).entries()) {
    const row = page.locator('section').nth(index);
    await row.locator('textarea').fill(text);
    await row.locator('button').click();
    await row.locator('output').filter({ hasText: 'answered' }).waitFor();
  }
};

export const throughHostileTexts: Journey = { start, flow };
