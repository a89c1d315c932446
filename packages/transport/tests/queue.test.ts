// The queue alone: order, bounds and losses, also under thousands of random calls.
import type { Kind } from 'gasoline-capture/context';
import { expect, test } from 'vitest';
import { Queue, sum, type Counts, type Delivery, type Limits, type Outcome } from '../src/queue.js';

const LIMITS: Limits = { deliveries: 100, events: 100, chars: 100 };

function delivery(id: string, more: Partial<Delivery> = {}): Delivery {
  return { id, kind: 'log', count: 1, chars: 1, ...more };
}

function open(...added: Delivery[]) {
  const queue = new Queue<Delivery>(LIMITS);
  added.forEach((it) => queue.add(it));
  const ids = () => queue.unsettled().map(({ id }) => id);
  return { queue, ids };
}

test('deliveries go in the order they came, each once', () => {
  const { queue, ids } = open(delivery('a'), delivery('b'));
  expect([queue.next()?.id, queue.next()?.id, queue.next()]).toEqual(['a', 'b', undefined]);
  expect([ids(), queue.underWay]).toEqual([['a', 'b'], 2]);
});

test('what is to be tried again keeps its place', () => {
  const { queue } = open(delivery('a'), delivery('b'));
  queue.next();
  queue.next();
  queue.settle('b', 'retry');
  queue.settle('a', 'retry');
  expect(queue.next()?.id).toBe('a');
});

test('what is accepted or refused is gone, and only the refused is lost', () => {
  const { queue, ids } = open(delivery('a', { count: 2 }), delivery('b', { count: 3 }));
  queue.next();
  queue.next();
  queue.settle('a', 'accepted');
  queue.settle('b', 'refused');
  expect([ids(), queue.underWay, queue.takeDropped()]).toEqual([[], 0, { log: 3 }]);
  expect(queue.takeDropped()).toBeUndefined();
});

test('an outcome that comes after the connection broke counts as well', () => {
  const { queue, ids } = open(delivery('a'), delivery('b'));
  queue.next();
  queue.next();
  queue.release();
  queue.settle('a', 'accepted');
  queue.settle('nothing of this name', 'refused');
  expect([ids(), queue.underWay, queue.takeDropped()]).toEqual([['b'], 0, undefined]);
});

test('when the connection breaks, all that was under way goes again', () => {
  const { queue } = open(delivery('a'), delivery('b'), delivery('c'));
  queue.next();
  queue.next();
  queue.release();
  expect([queue.next()?.id, queue.next()?.id, queue.next()?.id]).toEqual(['a', 'b', 'c']);
});

test('a delivery that is there already is not added again', () => {
  const { queue, ids } = open(delivery('a', { chars: 7 }));
  queue.add(delivery('a'));
  queue.next();
  queue.settle('a', 'accepted');
  expect(ids()).toEqual([]);
});

test('an enrichment waits for the log entries before it, and nothing else does', () => {
  const enrichment = delivery('e', { kind: 'enrichment' });
  const { queue } = open(delivery('a'), enrichment, delivery('b'));
  expect([queue.next()?.id, queue.next()?.id, queue.next()]).toEqual(['a', 'b', undefined]);
  queue.settle('a', 'accepted');
  expect(queue.next()).toBe(enrichment);
});

const isNotB = ({ id }: Delivery) => id !== 'b';

test('the last chance is for all that is accepted, whatever it would wait for', () => {
  const { queue } = open(delivery('a'), delivery('e', { kind: 'enrichment' }), delivery('b'));
  queue.next();
  expect([queue.next(isNotB)?.id, queue.next(isNotB)]).toEqual(['e', undefined]);
});

test.each<[string, Partial<Delivery>]>([
  ['deliveries', {}],
  ['events', { count: 50 }],
  ['chars', { chars: 50 }],
])('beyond its %s the oldest that waits is lost', (_what, more) => {
  const { queue, ids } = open(delivery('under way', more));
  queue.next();
  for (let n = 0; n < 200; n++) queue.add(delivery(`${n}`, more));
  const left = ids();
  expect([left[0], left.at(-1)]).toEqual(['under way', '199']);
  expect(left).toHaveLength('count' in more || 'chars' in more ? 3 : 101);
  const lost = (201 - left.length) * (more.count ?? 1);
  expect(queue.takeDropped()).toEqual({ log: lost });
});

test('what comes back is bounded too: then it is the oldest', () => {
  const { queue, ids } = open(delivery('a', { chars: 60 }));
  queue.next();
  queue.add(delivery('b', { chars: 60 }));
  queue.settle('a', 'retry');
  expect([ids(), queue.takeDropped()]).toEqual([['b'], { log: 1 }]);
});

test('what hangs does not pile up: no more characters are under way than may wait', () => {
  const { queue } = open();
  for (let n = 0; n < 20; n++) {
    queue.add(delivery(`${n}`, { chars: 30 }));
    queue.next();
  }
  expect([queue.underWay, queue.unsettled().length]).toEqual([4, 7]);
});

test('losses that a lost delivery would have reported are reported again', () => {
  const { queue } = open(delivery('a', { count: 2, dropped: { websocket: 7, log: 1 } }));
  queue.next();
  queue.settle('a', 'refused');
  queue.addDropped({ network: 1 });
  expect(queue.dropped).toEqual({ websocket: 7, log: 3, network: 1 });
  expect(queue.takeDropped()).toEqual({ websocket: 7, log: 3, network: 1 });
});

test('kinds of which nothing was lost are not counted', () => {
  expect(sum({ log: 1 }, { log: 2, network: 0 })).toEqual({ log: 3 });
});

/** Numbers that look random and are the same in every run (xorshift). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The queue as a list, without a thought of speed. */
class Model {
  items: { it: Delivery; isUnderWay: boolean }[] = [];
  dropped: Counts = {};

  lose(item: Model['items'][number] | undefined): void {
    if (!item) return;
    this.items = this.items.filter((other) => other !== item);
    const { kind, count, dropped = {} } = item.it;
    this.dropped = sum(sum(this.dropped, dropped), { [kind]: count });
  }

  bound(): void {
    const waiting = () => this.items.filter(({ isUnderWay }) => !isUnderWay);
    const total = (of: (it: Delivery) => number) => waiting().reduce((n, { it }) => n + of(it), 0);
    while (
      total(() => 1) > 8 ||
      total(({ count }) => count) > 20 ||
      total(({ chars }) => chars) > 50
    )
      this.lose(waiting()[0]);
  }

  next(): Delivery | undefined {
    const chars = this.items.reduce((n, { it, isUnderWay }) => n + (isUnderWay ? it.chars : 0), 0);
    if (chars > 50) return undefined;
    const found = this.items.find(({ it, isUnderWay }, index) => {
      const isAfterLog = this.items.slice(0, index).some((before) => before.it.kind === 'log');
      return !isUnderWay && !(it.kind === 'enrichment' && isAfterLog);
    });
    if (found) found.isUnderWay = true;
    return found?.it;
  }
}

test.each([1, 2, 3, 4, 5])(
  'it does what a plain list would do, in 2,000 random calls (%i)',
  (seed) => {
    const below = random(seed * 7919);
    const queue = new Queue<Delivery>({ deliveries: 8, events: 20, chars: 50 });
    const model = new Model();
    const kinds: Kind[] = ['log', 'log', 'network', 'enrichment'];
    const outcomes: Outcome[] = ['accepted', 'refused', 'retry'];
    let made = 0;
    let seen: Counts = {};
    for (let call = 0; call < 2000; call++) {
      const which = below(10);
      if (which < 5) {
        const dropped = below(10) === 0 ? { websocket: 1 + below(3) } : undefined;
        const kind = kinds[below(4)] ?? 'log';
        const it = delivery(`${made++}`, { kind, count: below(6), chars: below(20), dropped });
        queue.add(it);
        model.items.push({ it, isUnderWay: false });
        seen = sum(sum(seen, { [kind]: it.count }), dropped ?? {});
      } else if (which < 7) {
        expect(queue.next()).toBe(model.next());
      } else if (which < 9) {
        const item = model.items[below(model.items.length + 1)];
        const outcome = outcomes[below(3)] ?? 'retry';
        queue.settle(item?.it.id ?? 'none', outcome);
        if (item && outcome === 'retry') item.isUnderWay = false;
        else if (item && outcome === 'refused') model.lose(item);
        else if (item) {
          model.items = model.items.filter((other) => other !== item);
          seen = minus(seen, sum({ [item.it.kind]: item.it.count }, item.it.dropped ?? {}));
        }
      } else if (below(5) === 0) {
        queue.release();
        for (const item of model.items) item.isUnderWay = false;
      }
      model.bound();
      expect(queue.unsettled()).toEqual(model.items.map(({ it }) => it));
      expect(queue.underWay).toBe(model.items.filter(({ isUnderWay }) => isUnderWay).length);
      expect(queue.dropped).toEqual(model.dropped);
      // Nothing vanishes: what is neither waiting nor counted as lost was accepted.
      const left = queue
        .unsettled()
        .map(({ kind, count, dropped = {} }) => sum({ [kind]: count }, dropped));
      expect(left.reduce(sum, queue.dropped)).toEqual(seen);
    }
    expect(made).toBeGreaterThan(900);
    expect(Object.keys(queue.takeDropped() ?? {}).length).toBeGreaterThan(2);
  },
);

function minus(one: Counts, other: Counts): Counts {
  const left = { ...one };
  for (const [kind, count] of Object.entries(other)) {
    left[kind as Kind] = (left[kind as Kind] ?? 0) - count;
    if (left[kind as Kind] === 0) delete left[kind as Kind];
  }
  return left;
}
