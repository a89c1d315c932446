// What a page can find out about its natives. It runs in the page: nothing from outside may be used.
/* oxlint-disable unicorn/consistent-function-scoping, unicorn/prefer-add-event-listener, unicorn/no-invalid-fetch-options, no-new -- what runs in the page is written as pages are. */

/** Every answer is text, so that two runs can be compared. */
export type Findings = Record<string, string>;

export async function probe(server: string): Promise<Findings> {
  const found: Findings = {};
  const w = window as unknown as Record<string, unknown>;
  const say = (value: unknown): string => {
    if (value instanceof Error) return `${value.constructor.name} ${value.name}: ${value.message}`;
    if (typeof value === 'object' && value !== null) return JSON.stringify(value) ?? 'object';
    return String(value);
  };
  const ask = (name: string, question: () => unknown): void => {
    try {
      found[name] = say(question());
    } catch (error) {
      found[name] = `throws ${say(error)}`;
    }
  };
  const askLater = async (name: string, question: () => unknown): Promise<void> => {
    try {
      found[name] = say(await question());
    } catch (error) {
      found[name] = `rejects ${say(error)}`;
    }
  };
  const describe = (owner: object, key: string): unknown => {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
    return { ...rest, type: typeof value };
  };

  const toString = Function.prototype.toString;
  const natives: [string, object, string][] = [
    ['toString', Function.prototype, 'toString'],
    ['fetch', window, 'fetch'],
    ['alert', window, 'alert'],
    ['confirm', window, 'confirm'],
    ['prompt', window, 'prompt'],
    ['WebSocket', window, 'WebSocket'],
    ['EventSource', window, 'EventSource'],
    ['Request', window, 'Request'],
    ['XMLHttpRequest', window, 'XMLHttpRequest'],
    ['ws.send', WebSocket.prototype, 'send'],
    ['ws.close', WebSocket.prototype, 'close'],
    ['es.close', EventSource.prototype, 'close'],
    ['request.clone', Request.prototype, 'clone'],
    ...['clone', 'text', 'json', 'blob', 'arrayBuffer', 'bytes', 'formData'].map(
      (key): [string, object, string] => [`response.${key}`, Response.prototype, key],
    ),
    ...['open', 'send', 'setRequestHeader', 'abort'].map((key): [string, object, string] => [
      `xhr.${key}`,
      XMLHttpRequest.prototype,
      key,
    ]),
    ...['log', 'info', 'warn', 'error', 'debug', 'trace', 'assert', 'dir', 'table'].map(
      (key): [string, object, string] => [`console.${key}`, console, key],
    ),
  ];
  for (const [name, owner, key] of natives) {
    const native = (owner as Record<string, unknown>)[key] as { name: string; length: number };
    ask(`${name} printed`, () => toString.call(native));
    ask(`${name} as text`, () => `${String(native)} ${native as unknown as string}`);
    ask(`${name} name and length`, () => [native.name, native.length]);
    ask(`${name} descriptor`, () => describe(owner, key));
    ask(`${name} own keys`, () => Reflect.ownKeys(native).map(String));
    ask(`${name} own descriptors`, () =>
      Reflect.ownKeys(native).map((own) => describe(native, own as string)),
    );
    ask(`${name} prototype`, () => Object.getPrototypeOf(native) === Function.prototype);
    ask(`${name} tag`, () => Object.prototype.toString.call(native));
    ask(`${name} has a prototype`, () => 'prototype' in native);
    ask(`${name} frozen`, () => [Object.isFrozen(native), Object.isExtensible(native)]);
    ask(`${name} constructs`, () => {
      Reflect.construct(Object, [], native as unknown as new () => unknown);
      return 'yes';
    });
    ask(`${name} twice the same`, () => (owner as Record<string, unknown>)[key] === native);
  }
  for (const name of ['WebSocket', 'EventSource', 'Request', 'XMLHttpRequest']) {
    const native = w[name] as { (): unknown; prototype: { constructor: unknown } };
    ask(`${name} without new`, () => native());
    ask(`${name} prototype.constructor`, () => native.prototype.constructor === native);
    ask(`${name} prototype keys`, () => Reflect.ownKeys(native.prototype).map(String));
    ask(`${name} statics`, () =>
      Object.entries(Object.getOwnPropertyDescriptors(native)).map(([key, d]) => [key, d.writable]),
    );
    ask(`${name} static write`, () => {
      'use strict';
      (native as unknown as Record<string, unknown>)['OPEN'] = 9;
      return (native as unknown as Record<string, unknown>)['OPEN'];
    });
    ask(`${name} with bad new.target`, () =>
      Reflect.construct(native as unknown as new () => object, ['/x'], (() => {}) as never),
    );
  }

  ask('window keys', () => Object.keys(window));
  ask('window for in', () => {
    const keys: string[] = [];
    for (const key in window) keys.push(key);
    return keys;
  });
  ask('window JSON', () => JSON.stringify(Object.keys(Object.getOwnPropertyDescriptors(console))));
  ask('structuredClone of fetch', () => structuredClone(fetch));
  ask('structuredClone of console', () => structuredClone(console));

  // Sockets.
  const socketUrl = server.replace('http', 'ws') + '/socket';
  ask('new WebSocket()', () => Reflect.construct(WebSocket, []));
  ask('new WebSocket(x:)', () => new WebSocket('x:'));
  ask('new WebSocket(bad protocol)', () => new WebSocket(socketUrl, 'a b'));
  ask('ws.send unbound', () => Reflect.apply(WebSocket.prototype.send, {}, ['x']));
  const socket = new WebSocket(socketUrl);
  ask('ws instance', () => [
    socket instanceof WebSocket,
    socket.constructor === WebSocket,
    socket.constructor.name,
    Object.getPrototypeOf(socket) === WebSocket.prototype,
    Reflect.ownKeys(socket).map(String),
    Object.prototype.toString.call(socket),
    socket.url === socketUrl,
    socket.readyState,
  ]);
  ask('ws.send while connecting', () => socket.send('x'));
  ask('ws.send without arguments', () => Reflect.apply(WebSocket.prototype.send, socket, []));
  class Sub extends WebSocket {
    target: unknown;
    constructor(url: string) {
      super(url);
      this.target = new.target;
    }
    extra(): number {
      return 7;
    }
  }
  const sub = new Sub(socketUrl);
  ask('ws subclass', () => [
    sub instanceof Sub,
    sub instanceof WebSocket,
    sub.constructor === Sub,
    sub.extra(),
    sub.target === Sub,
    Object.getPrototypeOf(Sub) === WebSocket,
  ]);
  sub.close();
  const sent: unknown[] = [];
  const ours = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    sent.push(data);
    return Reflect.apply(ours, this, [data]);
  };
  await askLater(
    'ws echo with a patched prototype',
    () =>
      new Promise((resolve) => {
        socket.onopen = () => socket.send('hello');
        socket.onmessage = (event: MessageEvent) => resolve([event.data, sent]);
        socket.onerror = () => resolve('error');
      }),
  );
  WebSocket.prototype.send = ours;
  await askLater(
    'ws close',
    () =>
      new Promise((resolve) => {
        socket.onclose = ({ code, reason, wasClean }) => resolve([code, reason, wasClean]);
        socket.close(3001, 'bye');
      }),
  );

  // Requests.
  ask('new Request()', () => Reflect.construct(Request, []));
  ask('new Request(bad)', () => new Request('http://['));
  ask('new Request body on GET', () => new Request('/x', { body: 'x' }));
  ask('request instance', () => {
    const request = new Request('/x', { method: 'POST', body: 'x' });
    return [
      request instanceof Request,
      request.constructor === Request,
      request.clone() instanceof Request,
      request.bodyUsed,
      Reflect.ownKeys(request).map(String),
    ];
  });
  ask('request subclass', () => {
    class Mine extends Request {}
    return [new Mine('/x') instanceof Mine, new Mine('/x').constructor === Mine];
  });
  ask('request.clone of used', () => Reflect.apply(Request.prototype.clone, {}, []));
  // The driver dismisses what nobody listens to.
  ask('alert()', () => Reflect.apply(alert, undefined, []));
  ask('confirm()', () => confirm('Sure?'));
  ask('prompt()', () => prompt('Name?', 'Ann'));
  ask('confirm.call({})', () => Reflect.apply(confirm, {}, ['Sure?']));
  ask('confirm(symbol)', () => Reflect.apply(confirm, window, [Symbol('s')]));
  ask('alert(what throws)', () =>
    Reflect.apply(alert, window, [
      {
        toString() {
          throw new RangeError('of the page');
        },
      },
    ]),
  );
  let printed = 0;
  ask('alert(what counts)', () => {
    Reflect.apply(alert, window, [{ toString: () => `printed ${++printed}` }]);
    return printed;
  });
  await askLater('fetch()', () => Reflect.apply(fetch, undefined, []));
  await askLater('fetch(bad url)', () => fetch('http://['));
  await askLater('fetch(bad method)', () => fetch('/json', { method: 'a b' }));
  await askLater('fetch(bad header)', () => fetch('/json', { headers: { 'a b': 'c' } }));
  await askLater('fetch.call({})', () => Reflect.apply(fetch, {}, ['/json']));
  await askLater('fetch.call(null)', async () =>
    (await (Reflect.apply(fetch, null, ['/json']) as Promise<Response>)).text(),
  );
  ask('fetch gives a promise', () => {
    const promise = fetch('/json');
    return [promise instanceof Promise, promise.constructor === Promise, Reflect.ownKeys(promise)];
  });
  await askLater('fetch json', async () => {
    const response = await fetch('/json');
    const { status, ok, type, redirected, bodyUsed, url } = response;
    const body: unknown = await response.json();
    return { status, ok, type, redirected, bodyUsed, path: url.slice(-5), body };
  });
  await askLater('fetch body twice', async () => {
    const response = await fetch('/json');
    await response.text();
    return response.text();
  });
  ask('response.body getter', () => {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(Response.prototype, 'body') ?? {};
    return [toString.call(get), get?.name, get?.length, Object.keys(rest), new Response().body];
  });
  ask('response.body of a stranger', () =>
    Reflect.apply(
      Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get ?? (() => {}),
      {},
      [],
    ),
  );
  ask('response.body twice the same', () => {
    const response = new Response('x');
    return [response.body === response.body, response.bodyUsed];
  });
  await askLater('response.text of a stranger', () =>
    Reflect.apply(Response.prototype.text, {}, []),
  );
  await askLater('fetch body looked at, then read', async () => {
    const response = await fetch('/json');
    const { body } = response;
    return [body === response.body, await response.text()];
  });
  await askLater('fetch clone', async () => {
    const response = await fetch('/json');
    return [await response.clone().text(), await response.text()];
  });
  await askLater('fetch body locked', async () => {
    const response = await fetch('/json');
    const reader = response.body?.getReader();
    return [response.bodyUsed, response.body?.locked, (await reader?.read())?.value?.length];
  });
  await askLater('fetch body cancel', async () => {
    const response = await fetch('/json');
    await response.body?.cancel();
    return response.bodyUsed;
  });
  await askLater('fetch 204', async () => {
    const { status, body } = await fetch('/204');
    return [status, body === null];
  });
  await askLater('fetch redirect', async () => {
    const { redirected, status } = await fetch('/redirect');
    return [redirected, status];
  });
  await askLater('fetch manual redirect', async () => {
    const { type, status } = await fetch('/redirect', { redirect: 'manual' });
    return [type, status];
  });
  await askLater('fetch opaque', async () => {
    const { type, status, body } = await fetch(`${server}/json`, { mode: 'no-cors' });
    return [type, status, body === null];
  });
  await askLater('fetch cors failure', () => fetch(`${server}/json`));
  await askLater('fetch abort reason', async () => {
    const reason = { mine: true };
    const controller = new AbortController();
    const promise = fetch('/slow', { signal: controller.signal });
    controller.abort(reason);
    return promise.catch((error: unknown) => error === reason);
  });
  await askLater('fetch aborted before', () => fetch('/json', { signal: AbortSignal.abort() }));
  await askLater('fetch timeout', () => fetch('/slow', { signal: AbortSignal.timeout(20) }));
  await askLater('fetch stream upload keeps its lock', async () => {
    const body = new ReadableStream({ start: (c) => c.close() });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    await fetch('/json', init).catch(() => undefined);
    return body.locked;
  });
  await askLater('bare failing fetch', async () => {
    let count = 0;
    const heard = (event: PromiseRejectionEvent) => {
      count++;
      event.preventDefault();
    };
    window.addEventListener('unhandledrejection', heard);
    void fetch('http://[');
    const controller = new AbortController();
    controller.abort();
    void fetch('/json', { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve));
    // Rejections are told in the order in which they came.
    await new Promise((resolve) => {
      window.addEventListener(
        'unhandledrejection',
        ({ reason }) => reason === 'last' && resolve(0),
      );
      void Promise.reject('last');
    });
    window.removeEventListener('unhandledrejection', heard);
    return count;
  });

  // XMLHttpRequest.
  const xhr = new XMLHttpRequest();
  ask('xhr.open()', () => Reflect.apply(XMLHttpRequest.prototype.open, xhr, []));
  ask('xhr.open(bad method)', () => xhr.open('a b', '/json'));
  ask('xhr.open(bad url)', () => xhr.open('GET', 'http://['));
  ask('xhr.send before open', () => new XMLHttpRequest().send());
  ask('xhr.setRequestHeader before open', () => new XMLHttpRequest().setRequestHeader('a', 'b'));
  ask('xhr.send unbound', () => Reflect.apply(XMLHttpRequest.prototype.send, {}, []));
  ask('xhr instance', () => [
    xhr instanceof XMLHttpRequest,
    xhr.constructor === XMLHttpRequest,
    Reflect.ownKeys(xhr).map(String),
  ]);
  ask('xhr sync', () => {
    const request = new XMLHttpRequest();
    request.open('GET', '/json', false);
    const returned: unknown = request.send();
    return [returned, request.status, request.responseText];
  });
  ask('xhr sync failure', () => {
    const request = new XMLHttpRequest();
    request.open('GET', `${server}/json`, false);
    request.send();
    return request.status;
  });
  await askLater('xhr events', () => {
    const events: string[] = [];
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      for (const type of ['readystatechange', 'loadstart', 'progress', 'load', 'loadend']) {
        request.addEventListener(type, () => events.push(`${type} ${request.readyState}`));
      }
      request.addEventListener('loadend', () => resolve(events));
      request.open('GET', '/json');
      request.send();
    });
  });
  await askLater(
    'xhr json identity',
    () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open('GET', '/json');
        request.responseType = 'json';
        request.onload = () => resolve([request.response === request.response, request.response]);
        request.send();
      }),
  );

  // The console.
  ask('console.log.call(null)', () => Reflect.apply(console.log, null, ['x']));
  ask('console.log unbound', () => {
    const { log } = console;
    return log('x');
  });
  ask('console.log returns', () => console.log());
  ask('console.assert returns', () => console.assert(true));
  ask('console.table of a getter that throws', () =>
    console.log({
      get bad(): never {
        throw new Error('page');
      },
    }),
  );
  ask('new console.log', () => Reflect.construct(console.log, []));
  ask('console keys', () => Object.keys(console));
  ask('toString of a stranger', () => toString.call({}));
  ask('toString of a proxy', () => toString.call(new Proxy(() => {}, {})));
  ask('toString of toString', () => toString.toString());
  ask('toString length of error stack', () => {
    try {
      toString.call({});
    } catch (error) {
      return error instanceof TypeError;
    }
    return 'none';
  });

  // A frame of the page has natives of its own.
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow as unknown as Record<string, (...args: unknown[]) => unknown>;
  ask('frame natives', () =>
    ['fetch', 'WebSocket', 'XMLHttpRequest'].map((name) => [
      toString.call(inner[name]),
      String(inner[name]),
      inner[name] === w[name],
    ]),
  );
  ask('frame prints our fetch', () => {
    const { Function: theirs } = inner as unknown as { Function: FunctionConstructor };
    return theirs.prototype.toString.call(fetch);
  });
  ask('frame prints our WebSocket', () => {
    const { Function: theirs } = inner as unknown as { Function: FunctionConstructor };
    return theirs.prototype.toString.call(WebSocket);
  });
  ask('frame prints our toString', () => {
    const { Function: theirs } = inner as unknown as { Function: FunctionConstructor };
    return theirs.prototype.toString.call(toString);
  });
  frame.remove();
  return found;
}
