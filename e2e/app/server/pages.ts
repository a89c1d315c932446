// Pages the server writes itself: the shell of the front end, the return forms, the frame, the help window, the opening hours.
import type { Settings } from '../model.js';
import { forAdmin, type Exchange, type Route } from './exchange.js';

const REPORT_MS = 600;

const REASONS = ['Too small', 'Too large', 'Damaged on arrival', 'Changed my mind'];

function page(title: string, body: string, script?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Harbour Goods</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/shop.css">
</head>
<body>${body}${script ? `<script src="/assets/${script}"></script>` : ''}</body>
</html>`;
}

function settings(exchange: Exchange): string {
  const given: Settings = { bugs: exchange.shop.bugs };
  return `<script type="application/json" id="settings">${JSON.stringify(given)}</script>`;
}

/** What every address of the front end is answered with. */
export function shell(exchange: Exchange): void {
  exchange.html(page('Shop', `<div id="root"></div>${settings(exchange)}`, 'main.js'));
}

function paymentFrame(exchange: Exchange): void {
  if (exchange.shop.broken('frame-404')) {
    return exchange.html(page('Not found', '<p>There is nothing here.</p>'), 404);
  }
  const form = `<form class="payment" aria-label="Card">
<label>Card number <input name="card" inputmode="numeric" autocomplete="cc-number" placeholder="0000 0000 0000 0000"></label>
<label>Expires <input name="expires" placeholder="MM/YY" size="6"></label>
<button type="submit">Authorise card</button>
<p class="field-error" role="alert"></p>
</form>`;
  exchange.html(page('Payment', form + settings(exchange), 'payment.js'));
}

function help(exchange: Exchange): void {
  const body = `<main class="plain"><h1>Help</h1>
<p>What is it about?</p>
<ul class="topics">${['Delivery', 'Returns', 'Care and repair']
    .map((topic) => `<li><button type="button" class="topic">${topic}</button></li>`)
    .join('')}</ul>
<p class="answer" role="status"></p></main>`;
  exchange.html(page('Help', body + settings(exchange), 'help.js'));
}

function hours(exchange: Exchange): void {
  const rows = [
    ['Monday to Friday', '9 to 18'],
    ['Saturday', '10 to 14'],
    ['Sunday', 'closed'],
  ].map(([days, open]) => `<tr><th>${days}</th><td>${open}</td></tr>`);
  const body = `<main class="plain"><a href="/">Harbour Goods</a><h1>Opening hours</h1>
<p class="now">In the harbour it is <b class="clock"></b> now.</p>
<table>${rows.join('')}</table>
<button type="button" class="show-holidays">Holidays</button>
<ul class="holidays" hidden><li>New Year</li><li>Midsummer</li></ul></main>`;
  exchange.html(page('Opening hours', body, 'hours.js'));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function returnForm(exchange: Exchange): void {
  const reasons = REASONS.map((reason) => `<option>${reason}</option>`).join('');
  const body = `<main class="plain"><a href="/">Harbour Goods</a><h1>Return an item</h1>
<ol class="steps"><li aria-current="step">What</li><li>Why</li><li>Done</li></ol>
<form method="post" action="/returns">
<label>Order number <input name="order" required></label>
<label>Reason <select name="reason">${reasons}</select></label>
<button>Continue</button>
</form></main>`;
  exchange.html(page('Return an item', body));
}

async function startReturn(exchange: Exchange): Promise<void> {
  const { shop } = exchange;
  const form = new URLSearchParams(await exchange.text());
  if (shop.broken('returns-500')) return exchange.html(page('Error', '<h1>Server error</h1>'), 500);
  const id = shop.id('return');
  const reason = shop.broken('return-reason-lost') ? REASONS[0] : form.get('reason');
  shop.state.returns.set(id, { id, order: form.get('order') ?? '', reason: reason ?? '' });
  exchange.redirect(shop.broken('returns-loop') ? '/returns' : `/returns/${id}`);
}

function returnDetails(exchange: Exchange): void {
  const known = exchange.shop.state.returns.get(exchange.param('id'));
  if (known === undefined) return exchange.html(page('Not found', '<h1>Not found</h1>'), 404);
  const body = `<main class="plain"><a href="/">Harbour Goods</a><h1>Tell us more</h1>
<ol class="steps"><li>What</li><li aria-current="step">Why</li><li>Done</li></ol>
<p>Order <strong>${escaped(known.order)}</strong>, because: <em>${escaped(known.reason)}</em></p>
<form method="post" action="/returns/${known.id}">
<label>Comment <textarea name="comment" rows="4"></textarea></label>
<fieldset><legend>Pick-up</legend>
<label><input type="radio" name="pickup" value="post" checked> I bring it to the post office</label>
<label><input type="radio" name="pickup" value="courier"> Send a courier</label></fieldset>
<button>Send return</button>
</form></main>`;
  exchange.html(page('Tell us more', body));
}

async function finishReturn(exchange: Exchange): Promise<void> {
  const known = exchange.shop.state.returns.get(exchange.param('id'));
  const form = new URLSearchParams(await exchange.text());
  if (known === undefined) return exchange.html(page('Not found', '<h1>Not found</h1>'), 404);
  known.comment = form.get('comment') ?? '';
  exchange.redirect(`/returns/${known.id}/done`);
}

function returnDone(exchange: Exchange): void {
  const known = exchange.shop.state.returns.get(exchange.param('id'));
  if (known === undefined) return exchange.html(page('Not found', '<h1>Not found</h1>'), 404);
  const body = `<main class="plain"><a href="/">Harbour Goods</a><h1>Return registered</h1>
<ol class="steps"><li>What</li><li>Why</li><li aria-current="step">Done</li></ol>
<p>Your reference is <strong class="reference">${known.id}</strong>.</p></main>`;
  exchange.html(page('Return registered', body));
}

/** A picture for each product and view, drawn from its name. */
function picture(exchange: Exchange): void {
  const [slug = '', view = '1'] = exchange
    .param('file')
    .replace('.svg', '')
    .split(/-(?=\d$)/);
  const hue = [...slug].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const tilt = Number(view) * 25;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90">
<rect width="120" height="90" fill="hsl(${hue} 35% 90%)"/>
<g transform="rotate(${tilt} 60 45)"><rect x="38" y="22" width="44" height="46" rx="9" fill="hsl(${hue} 45% 55%)"/>
<circle cx="60" cy="45" r="13" fill="hsl(${(hue + 40) % 360} 60% 75%)"/></g></svg>`;
  exchange.response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg);
}

async function report(exchange: Exchange): Promise<void> {
  if (exchange.param('kind') === 'legacy') return exchange.error(500, 'The old ledger is closed.');
  await exchange.hold(REPORT_MS);
  const { orders } = exchange.shop.state;
  exchange.json(200, {
    orders: orders.length,
    revenue: orders.reduce((sum, it) => sum + it.total, 0),
  });
}

export const PAGE_ROUTES: readonly Route[] = [
  ['GET', '/payment-frame', paymentFrame],
  ['GET', '/help', help],
  ['GET', '/hours', hours],
  ['GET', '/returns', returnForm],
  ['POST', '/returns', startReturn],
  ['GET', '/returns/:id', returnDetails],
  ['POST', '/returns/:id', finishReturn],
  ['GET', '/returns/:id/done', returnDone],
  ['GET', '/media/:file', picture],
  ['GET', '/api/reports/:kind', forAdmin(report)],
];
