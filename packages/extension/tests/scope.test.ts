// Which pages are captured.
import { expect, test } from 'vitest';
import { chromeExclusion, chromePattern, isCaptured, parsePattern } from '../src/scope.js';
import { merge, type Stored } from '../src/storage.js';
import { isFrameCaptured, registration } from '../src/worker/tabs.js';

function captured(address: string, stored: Partial<Stored> = {}): boolean {
  return isCaptured(address, merge(stored));
}

test.each([
  'http://localhost:3000/',
  'https://localhost/app?x=1',
  'http://127.0.0.1:8080/',
  'http://[::1]:5173/',
  'http://shop.localhost/',
  'https://api.app.test/',
  'http://printer.local/',
])('%s is captured without asking', (address) => {
  expect(captured(address)).toBe(true);
});

test.each([
  'https://example.com/',
  'http://192.168.1.20:3000/',
  'https://localhost.example.com/',
  'https://nottest/',
  'https://mytest/',
  'chrome://extensions/',
  'file:///home/me/index.html',
  'about:blank',
  '',
])('%s is not', (address) => {
  expect(captured(address)).toBe(false);
});

test('a site that was switched on is captured, its neighbours are not', () => {
  const domainFilters = ['example.com', '*.shop.example', '192.168.1.20:3000'];
  expect(captured('https://example.com/a', { domainFilters })).toBe(true);
  expect(captured('https://www.example.com/', { domainFilters })).toBe(false);
  expect(captured('https://eu.shop.example/', { domainFilters })).toBe(true);
  expect(captured('https://shop.example/', { domainFilters })).toBe(true);
  expect(captured('http://192.168.1.20:3000/', { domainFilters })).toBe(true);
  expect(captured('http://192.168.1.20:4000/', { domainFilters })).toBe(false);
});

test('all sites are captured when that is switched on, but never what is excluded', () => {
  const stored = {
    allSitesEnabled: true,
    domainExcludes: ['*.bank.example', 'localhost:3000/admin/*'],
  };
  expect(captured('https://example.com/', stored)).toBe(true);
  expect(captured('https://my.bank.example/', stored)).toBe(false);
  expect(captured('http://localhost:3000/admin/users', stored)).toBe(false);
  expect(captured('http://localhost:3000/shop', stored)).toBe(true);
});

test('pages of the server itself are never captured', () => {
  expect(captured('http://127.0.0.1:7890/')).toBe(false);
  expect(captured('http://localhost:7890/logs')).toBe(false);
});

test.each([
  ['exam ple.com', /not a site/],
  ['', /not a site/],
  ['192.168.*', /stands only for a whole host or at its start/],
  ['www.*.com', /stands only for a whole host/],
  ['ftp://example.com', /not a site/],
  ['exa$mple.com', /not a host name/],
])('the pattern `%s` is refused with a reason', (text, problem) => {
  expect(parsePattern(text)).toEqual({ problem: expect.stringMatching(problem) });
});

test('Chrome gets patterns without ports and paths, and no exclusion wider than was said', () => {
  expect(chromePattern('localhost:3000/admin/*')).toBe('*://localhost/*');
  expect(chromePattern('https://*.example.com')).toBe('https://*.example.com/*');
  expect(chromeExclusion('example.com/admin/*')).toBe('*://example.com/admin/*');
  expect(chromeExclusion('example.com:3000')).toBeUndefined();
});

test('nothing is registered beyond the manifest until a site is switched on', () => {
  expect(registration(merge({}))).toBeUndefined();
  const wanted = registration(merge({ domainFilters: ['example.com'], domainExcludes: ['a.b'] }));
  expect(wanted?.matches).toEqual(['*://example.com/*']);
  expect(wanted?.excludeMatches).toEqual(expect.arrayContaining(['*://localhost/*', '*://a.b/*']));
});

function frame(url: string, origin: string, page: string, stored: Partial<Stored> = {}): boolean {
  const tab = { url: page } as chrome.tabs.Tab;
  return isFrameCaptured({ url, origin, tab, frameId: 7 }, merge(stored));
}

test('a frame is judged by its own address, or by whoever made it', () => {
  const page = 'http://localhost:3000/';
  expect(frame('http://127.0.0.1:3000/f', 'http://127.0.0.1:3000', page)).toBe(true);
  expect(frame('about:blank', 'http://localhost:3000', page)).toBe(true);
  expect(frame('about:srcdoc', 'null', page)).toBe(true);
  expect(frame('https://ads.example/', 'https://ads.example', page)).toBe(false);
  const domainExcludes = ['localhost:3000'];
  expect(frame('http://127.0.0.1:3000/f', 'http://127.0.0.1:3000', page, { domainExcludes })).toBe(
    false,
  );
});

test('what a page says while it is left for an excluded one is still taken, and the reverse is not', () => {
  const settings = merge({ domainExcludes: ['localhost:3000/admin/*'] });
  const [shop, admin] = ['http://localhost:3000/shop', 'http://localhost:3000/admin/'];
  const leaving = (url: string, next: string) =>
    isFrameCaptured({ url, frameId: 0, tab: { url: next } as chrome.tabs.Tab }, settings);
  expect(leaving(shop, admin)).toBe(true);
  expect(leaving(admin, shop)).toBe(false);
});
