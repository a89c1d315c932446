// Fills a server as a long session and a run of tests would: every ring full, with hostile text in it.
import { deflateSync } from 'node:zlib';

const HOSTILE = `</script><img src=x onerror=alert(1)> '"\`$(id) \u202e`;

/**
 * How many tests have a set of rings of their own, beside the interactive session, and of how many
 * earlier ones only the records are left. Of more than twenty pictures the first are not held.
 */
export async function fill(url, { tests = 12, records = 0, pictures = 30, now = Date.now() } = {}) {
  const post = async (path, body) => {
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  };
  for (let at = 0; at < records; at += 1) {
    const test_id = `chromium › earlier.spec.ts › earlier test ${at}`;
    const about = { test_id, title: `earlier test ${at}`, file: 'earlier.spec.ts' };
    await post('/test-boundary', { ...about, action: 'start' });
    const start = now - (tests + 2) * 60_000;
    const iso = (ms) => new Date(start + ms).toISOString();
    await post('/logs', { test_id, entries: [log(7, iso(at), 'http://localhost:3000/cart')] });
    await post('/network-bodies', {
      test_id,
      bodies: [request(5, iso(at), 'http://localhost:3000/cart')],
    });
    await post('/test-boundary', { ...about, action: 'end', status: 'passed', duration_ms: at });
  }
  for (let at = 0; at <= tests; at += 1) {
    const test = at === 0 ? undefined : `chromium › shop.spec.ts › test ${at} of the shop`;
    const start = now - (tests - at + 1) * 60_000;
    if (test)
      await post('/test-boundary', {
        test_id: test,
        action: 'start',
        title: `test ${at} of the shop`,
        file: 'shop.spec.ts',
        project: 'chromium',
      });
    await session(post, test, start, test ? 2 : pictures);
    if (test) {
      const status = at % 4 === 1 ? 'failed' : 'passed';
      const error =
        status === 'failed' ? { message: 'expect(locator).toBeVisible() failed' } : undefined;
      await post('/test-boundary', {
        test_id: test,
        action: 'end',
        status,
        duration_ms: 52_000 + at,
        error,
      });
    }
  }
}

async function session(post, test_id, start, pictures) {
  const iso = (ms) => new Date(start + ms).toISOString();
  const page = 'http://localhost:3000/cart';
  await post('/logs', { test_id, entries: spread(1_000, (n, ms) => log(n, iso(ms), page)) });
  await post('/network-bodies', {
    test_id,
    bodies: spread(100, (n, ms) => request(n, iso(ms), page)),
  });
  await post('/websocket-events', { test_id, events: spread(500, (n, ms) => socket(n, iso(ms))) });
  await post('/enhanced-actions', {
    test_id,
    actions: spread(50, (n, ms) => action(n, start + ms, page)),
  });
  for (const [n, url] of ['/', '/cart', '/checkout'].entries()) {
    for (let load = 0; load < 6; load += 1) {
      const lcp = 900 + n * 300 + load * 40 + ((load * 37) % 90);
      await post('/performance-snapshot', {
        test_id,
        url,
        origin: 'http://localhost:3000',
        id: `${test_id}-${n}-${load}`,
        timestamp: start + load * 9_000,
        timing: {
          load: lcp + 200,
          largestContentfulPaint: lcp,
          firstContentfulPaint: lcp / 2,
          timeToFirstByte: 80 + load,
          interactionToNextPaint: 40 + load * 9,
          domContentLoaded: lcp - 90,
        },
        network: { requestCount: 20 + load, transferSize: 340_000 + load * 12_000 },
        longTasks: { count: load, totalBlockingTime: load * 45, longest: 80 },
        cumulativeLayoutShift: 0.02 * load,
      });
    }
  }
  for (let n = 0; n < pictures; n += 1) {
    await post('/screenshots', {
      test_id,
      dataUrl: picture(n),
      url: page,
      trigger: n % 3 ? 'action' : 'error',
      timestamp: start + n * 1_800,
    });
  }
}

/** Things made one after the other, over 55 seconds. */
function spread(count, make) {
  return Array.from({ length: count }, (_, n) => make(n, (n * 55_000) / count));
}

function log(n, timestamp, url) {
  const level = n % 40 === 7 ? 'error' : n % 11 === 3 ? 'warn' : n % 3 === 0 ? 'debug' : 'info';
  const message =
    level === 'error'
      ? `TypeError: cannot read properties of undefined (reading 'total') of order ${n}`
      : `cart line ${n} was rendered ${n % 50 === 0 ? HOSTILE : ''}`;
  const stack =
    level === 'error'
      ? `${message}\n    at total (http://localhost:3000/app.js:${n}:13)\n    at render (http://localhost:3000/app.js:9:2)`
      : undefined;
  return {
    level,
    message,
    stack,
    source: level === 'error' ? 'exception' : 'console',
    url,
    timestamp,
  };
}

function request(n, timestamp, pageUrl) {
  const isBad = n % 14 === 5;
  return {
    method: n % 3 ? 'GET' : 'POST',
    url: `http://localhost:3000/api/products/${n}?page=${n % 7}`,
    status: isBad ? 500 : 200,
    duration: 40 + ((n * 211) % 2_400),
    timestamp,
    pageUrl,
    initiator: 'fetch',
    contentType: 'application/json',
    requestBody: n % 3 ? undefined : JSON.stringify({ id: n, note: 'it\'s "here"' }),
    requestHeaders: { accept: 'application/json', 'x-trace': `t-${n}` },
    responseBody: JSON.stringify({
      items: Array.from({ length: 40 }, (_, at) => ({
        id: at,
        name: `product ${n}-${at}`,
        price: at * 3,
      })),
      error: isBad ? 'null pointer: user.address' : null,
    }),
  };
}

function socket(n, timestamp) {
  const event = n % 100 === 0 ? 'open' : n % 100 === 99 ? 'close' : 'message';
  return {
    event,
    id: `ws-${Math.floor(n / 100)}`,
    url: 'ws://localhost:3000/live',
    timestamp,
    direction: n % 2 ? 'incoming' : 'outgoing',
    data: event === 'message' ? JSON.stringify({ type: 'tick', n }) : undefined,
    code: event === 'close' ? (n > 300 ? 1006 : 1000) : undefined,
  };
}

function action(n, timestamp, url) {
  const type = ['click', 'input', 'click', 'submit'][n % 4];
  return {
    type,
    timestamp,
    url,
    value: type === 'input' ? `pears ${n}` : undefined,
    selectors: {
      role: {
        role: type === 'input' ? 'textbox' : 'button',
        name: type === 'input' ? 'Search' : 'Add to cart',
      },
      testId: `add-${n}`,
    },
  };
}

/** A PNG of stripes, so that pictures can be told apart. */
export function picture(n, width = 640, height = 360) {
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1) {
      const on =
        y < 40
          ? [40, 60 + (n % 20) * 8, 120]
          : Math.floor(x / 160 + y / 90) % 2
            ? [240, 240, 244]
            : [225 - (n % 20) * 4, 226, 230];
      line.set(on, 1 + x * 3);
    }
    return line;
  });
  const head = Buffer.from([
    0,
    0,
    width >> 8,
    width & 255,
    0,
    0,
    height >> 8,
    height & 255,
    8,
    2,
    0,
    0,
    0,
  ]);
  const png = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
