// What scripts name as their maps, what is sent of them, and what a server may ask for.
import { describe, expect, it } from 'vitest';
import { readBounded } from '../src/sources/fetch.js';
import { findModuleSource, findScriptSource, type Get, type Wanted } from '../src/sources/find.js';
import { mapReference } from '../src/sources/reference.js';
import { NamedScripts } from '../src/worker/sources.js';

const URL_OF_SCRIPT = 'https://shop.test/js/app.js';

function wanted(changes: Partial<Wanted> = {}): Wanted {
  const page = 'https://shop.test/';
  const bounds = { mostBytes: 1000, timeoutMs: 1000 };
  return { url: URL_OF_SCRIPT, scripts: [], page, known: undefined, ...bounds, ...changes };
}

/** Files by address; asking for any other fails. */
function serving(files: Record<string, { text: string; headers?: HeadersInit }>): Get {
  return async (url) => {
    const file = files[url];
    if (file === undefined) throw new Error(`nobody serves ${url}`);
    return { text: file.text, headers: new Headers(file.headers) };
  };
}

describe('the last lines of a script', () => {
  const cases: [string, string | undefined][] = [
    ['a();\n//# sourceMappingURL=app.js.map\n', 'app.js.map'],
    ['a();\r\n//@ sourceMappingURL=app.js.map', 'app.js.map'],
    ['//# sourceMappingURL=old.map\na();\n//# sourceMappingURL=new.map\n\n', 'new.map'],
    ['a();//# sourceMappingURL=app.js.map', 'app.js.map'],
    ['a();\n/*# sourceMappingURL=app.css.map */', 'app.css.map'],
    ['a();\n//# sourceMappingURL=app.map\n//# debugId=85314830\n', 'app.map'],
    ['//# sourceMappingURL=old.map\nmore();', undefined],
    ['eval("f()//# sourceMappingURL=data:a;base64,e30=\\n//# sourceURL=x")', undefined],
    ['const hint = "//# sourceMappingURL=x";', undefined],
    ['', undefined],
    ['\n\n', undefined],
  ];
  // The same table as in crates/gasoline-analysis/src/sources/find.rs.
  it.each(cases)('%j name %j', (script, expected) => expect(mapReference(script)).toBe(expected));
});

describe('of a script is sent', () => {
  const script = { text: 'a();\n//# sourceMappingURL=../maps/app.map' };
  const map = { text: '{"version":3}' };

  it('the map it names, read from where the script is', async () => {
    const get = serving({ [URL_OF_SCRIPT]: script, 'https://shop.test/maps/app.map': map });
    expect(await findScriptSource(wanted(), get)).toMatchObject({ map: map.text });
  });

  it('the map that a header names rather than a comment', async () => {
    const headers = { SourceMap: '/other.map' };
    const get = serving({
      [URL_OF_SCRIPT]: { ...script, headers },
      'https://shop.test/other.map': map,
    });
    expect(await findScriptSource(wanted(), get)).toMatchObject({ map: map.text });
  });

  it('a data URL as it is, and a script without a map itself', async () => {
    const text = 'a();\n//# sourceMappingURL=data:application/json;base64,e30=';
    const inline = await findScriptSource(wanted(), serving({ [URL_OF_SCRIPT]: { text } }));
    expect(inline).toMatchObject({ map: 'data:application/json;base64,e30=' });
    const headers = { 'content-type': 'text/javascript; charset=utf-8' };
    const plain = { text: 'a();', headers };
    const own = await findScriptSource(wanted(), serving({ [URL_OF_SCRIPT]: plain }));
    expect(own).toMatchObject({ script: 'a();' });
    const page = serving({ [URL_OF_SCRIPT]: { text: '<!doctype html>' } });
    await expect(findScriptSource(wanted(), page)).rejects.toThrow('names no source map');
  });

  it('nothing if it is the build that the server has, by its tag or by its text', async () => {
    for (const headers of [{}, { ETag: '"1"' }]) {
      const get = serving({
        [URL_OF_SCRIPT]: { ...script, headers },
        'https://shop.test/maps/app.map': map,
      });
      const first = await findScriptSource(wanted(), get);
      const known = 'version' in first ? first.version : undefined;
      expect(await findScriptSource(wanted({ known }), get)).toEqual({ same: true });
      const rebuilt = serving({
        [URL_OF_SCRIPT]: { text: `b();${script.text}` },
        'https://shop.test/maps/app.map': map,
      });
      expect(await findScriptSource(wanted({ known }), rebuilt)).toHaveProperty('map');
    }
  });

  it('of a module, the first script that evaluates it', async () => {
    const url = 'webpack-internal:///./src/a.ts';
    const get = serving({
      'https://shop.test/one.js': { text: 'one();' },
      'https://shop.test/two.js': { text: `eval("//# sourceURL=${url}")` },
    });
    const scripts = ['https://shop.test/gone.js', 'https://shop.test/one.js'];
    const loaded = ['https://shop.test/two.js'];
    const found = await findModuleSource(wanted({ url, scripts }), loaded, get);
    expect(found).toMatchObject({ script: `eval("//# sourceURL=${url}")` });
    await expect(findModuleSource(wanted({ url, scripts }), [], get)).rejects.toThrow(
      'is in no script of the page',
    );
  });
});

/** Endless, and counts what was taken of it. */
function endless(headers: HeadersInit = {}) {
  const taken = { chunks: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.chunks += 1;
        controller.enqueue(new TextEncoder().encode('0123456789'));
      },
      cancel: () => void (taken.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { answer: new Response(body, { headers }), taken };
}

describe('an answer is read', () => {
  it('whole, letters that two pieces share included', async () => {
    const text = 'a€😀'.repeat(10);
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readBounded(new Response(body), bytes.length)).toBe(text);
  });

  it('no further than it may be large', async () => {
    const { answer, taken } = endless();
    expect(await readBounded(answer, 35)).toBeUndefined();
    expect(taken).toEqual({ chunks: 4, isCancelled: true });
  });

  it('not at all if it is announced to be too large', async () => {
    const { answer, taken } = endless({ 'content-length': '36' });
    expect(await readBounded(answer, 35)).toBeUndefined();
    expect(taken).toEqual({ chunks: 0, isCancelled: true });
  });
});

describe('a server may ask for', () => {
  it('the scripts that errors of the tab named, and nothing else', () => {
    const named = new NamedScripts();
    named.note(5, ['https://shop.test/app.js', 'webpack-internal:///(app)/./src/a.tsx']);
    named.note(5, ['https://cdn.test/vendor.js']);
    for (const url of [
      'https://shop.test/app.js',
      'webpack-internal:///(app)/./src/a.tsx',
      'https://cdn.test/vendor.js',
    ]) {
      expect(named.has(5, url), url).toBe(true);
      expect(named.has(6, url), url).toBe(false);
    }
    expect(named.has(5, 'https://shop.test/secret')).toBe(false);
    named.forget(5);
    expect(named.has(5, 'https://cdn.test/vendor.js')).toBe(false);
  });

  it('of very many only the newest', () => {
    const named = new NamedScripts();
    for (let at = 0; at <= 50; at++) {
      named.note(5, [`https://shop.test/${at}.js`]);
    }
    expect(named.has(5, 'https://shop.test/0.js')).toBe(false);
    expect(named.has(5, 'https://shop.test/1.js')).toBe(true);
    for (let tab = 6; tab <= 25; tab++) {
      named.note(tab, ['https://shop.test/1.js']);
    }
    expect(named.has(5, 'https://shop.test/1.js')).toBe(false);
    expect(named.has(6, 'https://shop.test/1.js')).toBe(true);
  });
});
