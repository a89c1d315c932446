// What the user stored, what the server asks for, and what neither may do.
import { expect, test } from 'vitest';
import { clean, DEFAULTS, frameSettings, merge, serverUrlProblem } from '../src/storage.js';
import { WorkerSettings } from '../src/worker/settings.js';
import { FakeArea } from './fixture.js';

test('at first start everything is on but the state snapshot and most screenshots', () => {
  const off = Object.entries(DEFAULTS).filter(([, value]) => value === false);
  expect(off.map(([key]) => key)).toEqual([
    'aiContextStateSnapshot',
    'screenshotOnNavigation',
    'screenshotOnAction',
    'allSitesEnabled',
    'paused',
  ]);
  expect(frameSettings({ ...DEFAULTS }, true)).toEqual({
    paused: false,
    mode: 'all',
    logLevel: 'all',
    webSocket: 'messages',
    networkBodies: true,
    actions: true,
    enhancedSelectors: true,
    performance: true,
    outlines: true,
    aiContext: true,
    componentTree: true,
    stateSnapshot: false,
    sourceSnippets: true,
  });
});

test('values of the wrong kind and unknown keys count for nothing', () => {
  const kept = clean({
    logLevel: 'loud',
    paused: 'yes',
    domainFilters: ['example.com', 7],
    serverUrl: 'http://evil.example:7890',
    somebodyElses: true,
    webSocketCaptureMode: 'lifecycle',
  });
  expect(kept).toEqual({ webSocketCaptureMode: 'lifecycle' });
});

test('what the server asks for lies over what is stored', () => {
  const held = merge({ logLevel: 'error', paused: true }, { logLevel: 'warn' });
  expect(held.logLevel).toBe('warn');
  expect(held.paused).toBe(true);
});

test('the server cannot send captures elsewhere', () => {
  const held = merge({}, { serverUrl: 'http://127.0.0.1:1' });
  expect(held.serverUrl).toBe(DEFAULTS.serverUrl);
});

test('the server can pause, but cannot end what the user paused', () => {
  expect(merge({}, { paused: true }).paused).toBe(true);
  expect(merge({ paused: true }, { paused: false }).paused).toBe(true);
});

test('the server cannot widen what is captured', () => {
  const asked = {
    allSitesEnabled: true,
    domainFilters: ['a.example'],
    aiContextStateSnapshot: true,
  };
  const held = merge({ domainExcludes: ['localhost'] }, { ...asked, domainExcludes: [] });
  expect(held).toMatchObject({
    allSitesEnabled: false,
    domainFilters: [],
    domainExcludes: ['localhost'],
    aiContextStateSnapshot: false,
  });
});

test('WebSocket capture that is switched off is off in any mode', () => {
  const stored = merge({ webSocketCaptureEnabled: false, webSocketCaptureMode: 'messages' });
  expect(frameSettings(stored, true).webSocket).toBe('off');
});

test('a page that is not captured is paused', () => {
  expect(frameSettings(merge({}), false).paused).toBe(true);
});

test('an override outlives the worker and is not written into what the user stored', async () => {
  const [local, session] = [new FakeArea(), new FakeArea()];
  const settings = new WorkerSettings(local, session);
  await settings.load();
  await settings.override({ logLevel: 'error' });
  const reborn = new WorkerSettings(local, session);
  await reborn.load();

  expect(reborn.current.logLevel).toBe('error');
  expect(local.items).toEqual({});
});

test('an override ends when the server leaves it out', async () => {
  const settings = new WorkerSettings(new FakeArea(), new FakeArea());
  await settings.override({ logLevel: 'error' });
  await settings.override({});

  expect(settings.current.logLevel).toBe('all');
});

test('a change in storage holds at once, and its removal brings the default back', async () => {
  const settings = new WorkerSettings(new FakeArea(), new FakeArea());
  await settings.load();
  expect(settings.storedChanged({ paused: { newValue: true } })).toBe(true);
  expect(settings.current.paused).toBe(true);
  settings.storedChanged({ paused: {} });
  expect(settings.current.paused).toBe(false);
  expect(settings.storedChanged({ pairingSecrets: { newValue: 's' } })).toBe(false);
});

test.each([
  ['http://127.0.0.1:7890', undefined],
  ['http://localhost:1', undefined],
  ['http://[::1]:7890', /another computer/],
  ['https://127.0.0.1:7890', /`https:\/\/` is not spoken/],
  ['http://example.com:7890', /another computer/],
  ['http://127.0.0.1:7890/path', /only host and port/],
  ['seven', /not an address/],
])('the server address %s', (address, problem) => {
  if (problem === undefined) expect(serverUrlProblem(address)).toBeUndefined();
  else expect(serverUrlProblem(address)).toMatch(problem);
});
