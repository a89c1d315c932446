// What a generated test is worth: it passes on the app it was recorded from, and fails when that app breaks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BUGS, type Bug } from '../app/bugs.js';
import { FLOW_NAMES, type FlowName } from '../app/flows.js';
import { App } from '../app/server/app.js';
import { ROOT } from '../browser/support/server/binary.js';
import { run, stuckMs, why, type How, type Ran } from '../browser/support/generated/generated.js';
import { Recorder, throughShop, type Recording } from '../browser/support/generated/recording.js';
import { WITHHELD, withOwnSecrets } from '../browser/support/generated/withheld.js';

/** How often each test must pass on the healthy shop; more where somebody waits for it. */
const ROUNDS = Number(process.env['GENERATED_ROUNDS'] ?? 2);

/** Some of the journeys and bugs, by name with commas between, while one of them is worked on. */
const WANTED = {
  flows: process.env['GENERATED_FLOWS']?.split(','),
  bugs: process.env['GENERATED_BUGS']?.split(','),
};
const TRIED: Bug[] = BUGS.filter((bug) => WANTED.bugs?.includes(bug.name) ?? true);
const TAKEN: FlowName[] = FLOW_NAMES.filter(
  (name) => WANTED.flows?.includes(name) ?? TRIED.some(({ flows }) => flows.includes(name)),
);
const IS_WHOLE = WANTED.flows === undefined && WANTED.bugs === undefined;

/** The part of the bugs that a test with every assertion must notice. */
const LEAST_KILL_RATE = 0.9;

const EVERY_ASSERTION = {
  network: true,
  no_errors: true,
  dom_state: true,
  response_shape: true,
};

/** Journeys that cannot be taken twice in one shop: a cart stays full, an order stays cancelled. */
const ONCE_ONLY: readonly FlowName[] = ['cart-edit', 'orders-graphql', 'admin-create-edit-delete'];

/** Milliseconds people look at a page before they act: what a recording shows of it is seen then. */
const PAUSE_MS = 900;

type Variant = 'every assertion' | 'defaults';

/** The page about it tells the rate of the defaults too, and takes twice as long. */
const IS_WRITTEN = process.env['GENERATED_WRITE'] !== undefined && IS_WHOLE;
const VARIANTS: Variant[] = IS_WRITTEN ? ['every assertion', 'defaults'] : ['every assertion'];

/** How the table names them. */
const TITLES: Record<Variant, { rate: string; column: string }> = {
  'every assertion': { rate: 'With every assertion but `visual`', column: 'Every assertion' },
  defaults: { rate: 'With the defaults', column: 'Defaults' },
};

/** A test of one flow against an instance of its own, broken or not. */
interface Trial {
  file: string;
  script: string;
  variant: Variant;
  flow: FlowName;
  bug?: Bug;
}

test('generated tests pass on the healthy shop and fail when it breaks', async () => {
  const recorder = await Recorder.open('extension', PAUSE_MS);
  const recordings = new Map<FlowName, Recording>();
  const apps: App[] = [];
  /** Shops that grow: each round of a journey finds what the rounds before it left there. */
  const lasting = new Map<string, App>();
  const shop = async (variant: Variant, flow: FlowName, bug?: Bug): Promise<App> => {
    const name = `${variant} ${flow}`;
    const known = bug ? undefined : lasting.get(name);
    if (known) return known;
    const app = await App.start({ bugs: bug ? [bug.name] : [] });
    if (bug || ONCE_ONLY.includes(flow)) apps.push(app);
    else lasting.set(name, app);
    return app;
  };
  const trial = async (variant: Variant, flow: FlowName, bug?: Bug, round = 0): Promise<Trial> => {
    const app = await shop(variant, flow, bug);
    const answer = await recordings.get(flow)?.server.tool('generate_test', {
      base_url: app.origin,
      test_name: `${flow}, ${bug?.name ?? 'healthy'}`,
      ...(variant === 'every assertion' && { assertions: EVERY_ASSERTION }),
    });
    expect(answer?.isError, JSON.stringify(answer?.content)).toBeFalsy();
    const file = `${variant}-${flow}-${bug?.name ?? `healthy-${round}`}.spec.ts`.replace(' ', '-');
    const script = withOwnSecrets(answer.structuredContent.test_script, flow);
    return { file, script, variant, flow, ...(bug && { bug }) };
  };
  /** Runs them, and stops the shops they ran against. */
  const outcomes = async (trials: Trial[], how: How = {}): Promise<Record<string, Ran>> => {
    const files = Object.fromEntries(trials.map(({ file, script }) => [file, script]));
    const ran = await run(files, { env: WITHHELD, ...how });
    await Promise.all(apps.splice(0).map((app) => app.stop()));
    return ran;
  };
  try {
    for (const name of TAKEN) recordings.set(name, await recorder.record(throughShop(name)));

    let actMs = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const healthy: Trial[] = [];
      for (const variant of VARIANTS) {
        for (const flow of TAKEN) healthy.push(await trial(variant, flow, undefined, round));
      }
      const ran = await outcomes(healthy);
      actMs = Math.max(actMs, stuckMs(ran));
      const failed = healthy.filter(({ file }) => !ran[file]?.passed);
      expect(
        failed.map(({ file }) => `${file}: ${why(ran[file])}`),
        `round ${round} on the healthy shop`,
      ).toEqual([]);
    }

    const rows: Row[] = [];
    for (const variant of VARIANTS) {
      const broken: Trial[] = [];
      for (const bug of TRIED) {
        const flows = bug.flows.filter((flow) => TAKEN.includes(flow));
        for (const flow of flows) broken.push(await trial(variant, flow, bug));
      }
      const ran = await outcomes(broken, { actMs });
      for (const { file, flow, bug } of broken) {
        if (bug) rows.push({ variant, flow, bug, ran: ran[file] });
      }
    }
    const table = markdown(rows);
    if (IS_WRITTEN) writeFileSync(join(ROOT, 'docs/kill-rate.md'), table);
    console.log(table);
    if (IS_WHOLE) {
      expect(rate(rows, 'every assertion')).toBeGreaterThanOrEqual(LEAST_KILL_RATE);
    }
  } finally {
    for (const recording of recordings.values()) await recording.close();
    for (const app of [...apps, ...lasting.values()]) await app.stop();
    await recorder.close();
  }
});

interface Row {
  variant: Variant;
  flow: FlowName;
  bug: Bug;
  ran: Ran | undefined;
}

/** A bug is killed if a test of one of the flows it touches fails. */
function isKilled(rows: Row[], bug: Bug, variant: Variant): boolean {
  return rows.some(
    (row) => row.bug === bug && row.variant === variant && row.ran?.passed === false,
  );
}

function rate(rows: Row[], variant: Variant): number {
  const bugs = [...new Set(rows.map(({ bug }) => bug))];
  return bugs.filter((bug) => isKilled(rows, bug, variant)).length / bugs.length;
}

function markdown(rows: Row[]): string {
  const bugs = [...new Set(rows.map(({ bug }) => bug))];
  const word = (bug: Bug, variant: Variant) =>
    isKilled(rows, bug, variant) ? 'killed' : '**survived**';
  const percent = (variant: Variant) => `${Math.round(rate(rows, variant) * 100)} %`;
  const rates = VARIANTS.map((variant) => `${TITLES[variant].rate}: ${percent(variant)}.`);
  const columns = VARIANTS.map((variant) => TITLES[variant].column).join(' | ');
  const words = (bug: Bug) => VARIANTS.map((variant) => word(bug, variant)).join(' | ');
  const by = (bug: Bug) => {
    const row = rows.find((one) => one.bug === bug && one.ran?.passed === false);
    return row ? `${row.flow}: ${why(row.ran).replaceAll('|', '\\|')}` : '';
  };
  return [
    '# What generated tests notice',
    '',
    'Sessions in the shop of `e2e/app` are recorded through the extension, `generate_test` makes a test of each, and each test is run against the shop with one bug switched on.',
    'A bug is killed if a test of a flow that it touches fails.',
    'Made by `GENERATED_WRITE=1 npx playwright test -c e2e/generated`.',
    '',
    rates.join(' '),
    '',
    `| Bug | What it breaks | ${columns} | Noticed by |`,
    `|---|---|${'---|'.repeat(VARIANTS.length)}---|`,
    ...bugs.map((bug) => `| \`${bug.name}\` | ${bug.breaks} | ${words(bug)} | ${by(bug)} |`),
    '',
  ].join('\n');
}
