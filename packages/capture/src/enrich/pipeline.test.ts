// The error goes first; what follows has its time, its number, and its switches.
import { expect, test } from 'vitest';
import { fixture, type Fixture } from '../fixture.js';
import { moment } from './fixture.js';
import { runSteps, type Step } from './pipeline.js';

const step = (name: Step['name'], make: Step['make'], isOn: Step['isOn'] = () => true): Step => ({
  name,
  budgetMs: 50,
  isOn,
  make,
});

function told(of: Fixture['of']) {
  return of('enrichment').map((event) => event['_aiContext']);
}

function open(steps: Step[]) {
  const made = fixture();
  const { context, pass } = made;
  const see = (id = 'e1', members: object = {}) => {
    const entry = { level: 'error' as const, message: 'x', source: 'exception' as const, id };
    context.moments.waiting.add(moment({ at: context.now(), entry: { ...entry, ...members } }));
    context.moments.heard?.();
  };
  /** Runs everything that was put off to a later task. */
  const settle = () => {
    for (let n = 0; n < 100; n++) pass(0);
  };
  return { ...made, see, settle, start: () => runSteps(context, steps) };
}

test('what finished is sent by the id of the error, in a later task', () => {
  const { start, see, settle, of } = open([
    step('componentAncestry', () => ({ framework: 'react' })),
    step('stateSnapshot', () => undefined),
  ]);
  start();
  see();
  expect(of('enrichment')).toEqual([]);
  settle();
  expect(of('enrichment')).toEqual([
    {
      id: 'e1',
      _aiContext: { componentAncestry: { framework: 'react' } },
      _enrichments: ['aiContext', 'componentAncestry'],
    },
  ]);
});

test('errors that waited for it are looked into, and a second one of it is not installed', () => {
  const { start, see, settle, of } = open([step('stateSnapshot', () => 1)]);
  see('early');
  start();
  start();
  settle();
  expect(of('enrichment').map(({ id }) => id)).toEqual(['early']);
});

test('a step that throws takes nothing from the others', () => {
  const { start, see, settle, of } = open([
    step('componentAncestry', () => {
      throw new Error('ours');
    }),
    step('stateSnapshot', () => 1),
  ]);
  start();
  see();
  settle();
  expect(told(of)).toEqual([{ stateSnapshot: 1 }]);
});

test('a step knows when its time is up, and nothing starts after three seconds', () => {
  const spent: boolean[] = [];
  const { start, see, settle, pass, of } = open([
    step('componentAncestry', (_moment, isSpent) => {
      spent.push(isSpent());
      pass(60);
      spent.push(isSpent());
      pass(3000);
      return 'slow';
    }),
    step('stateSnapshot', () => 'too late'),
  ]);
  start();
  see();
  settle();
  expect(spent).toEqual([false, true]);
  expect(told(of)).toEqual([{ componentAncestry: 'slow' }]);
});

test('five a second, the first of them', () => {
  const { start, see, settle, pass, of } = open([step('stateSnapshot', () => 1)]);
  start();
  for (let n = 0; n < 9; n++) see(`a${n}`);
  settle();
  expect(of('enrichment').map(({ id }) => id)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  pass(1000);
  see('b0');
  settle();
  expect(of('enrichment').at(-1)?.['id']).toBe('b0');
});

test('the switches are asked at each step, and the master at the end too', () => {
  const { start, see, settle, settings, of } = open([
    step(
      'componentAncestry',
      () => 1,
      ({ componentTree }) => componentTree,
    ),
    step(
      'stateSnapshot',
      () => 2,
      ({ stateSnapshot }) => stateSnapshot,
    ),
  ]);
  start();
  see();
  settle();
  settings.stateSnapshot = true;
  settings.componentTree = false;
  see();
  settle();
  settings.aiContext = false;
  see();
  settle();
  expect(told(of)).toEqual([{ componentAncestry: 1 }, { stateSnapshot: 2 }]);
});

test('a lost picture and a broken worker have no component', () => {
  const { start, see, settle, of } = open([step('stateSnapshot', () => 1)]);
  start();
  see('picture', { source: 'resource' });
  see('worker', { metadata: { worker: true } });
  settle();
  expect(of('enrichment')).toEqual([]);
});
