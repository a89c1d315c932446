// The file of a shard: what the server kept, completed by what failed tests had attached.
import { emptySnapshot, type GasolineSnapshot, type TestRecord } from './snapshot.js';

/** An attempt as the runner reports it. */
export interface ReportedTest {
  record: TestRecord;
  /** What was attached when it failed. */
  snapshot: GasolineSnapshot | undefined;
}

const LISTS = [
  'logs',
  'network_bodies',
  'websocket_events',
  'enhanced_actions',
  'screenshots',
  'performance',
] as const;

/**
 * The server keeps the events of the last tests only, and may have died. Failed attempts of which it
 * has none get theirs from what was attached; attempts it has no record of get the runner's.
 */
export function composeShard(
  kept: GasolineSnapshot | undefined,
  reported: readonly ReportedTest[],
): GasolineSnapshot {
  const shard: GasolineSnapshot = kept ?? emptySnapshot();
  const isKnown = new Set<string | undefined>();
  for (const list of LISTS) for (const event of rows(shard, list)) isKnown.add(event.test_id);
  const records = new Map(shard.tests.map((record) => [record.test_id, record]));
  for (const { record, snapshot } of reported) {
    const id = record.test_id;
    const seen = records.get(id) ?? snapshot?.tests.find((one) => one.test_id === id);
    records.set(id, seen ? judged(seen, record) : record);
    if (!snapshot) continue;
    // A server that lives has told what stacks mean.
    if (!kept) shard.places = [...(shard.places ?? []), ...(snapshot.places ?? [])];
    if (isKnown.has(id)) continue;
    for (const list of LISTS)
      shard[list] = [...rows(shard, list), ...rows(snapshot, list)] as never;
    for (const count of Object.keys(shard.stats) as (keyof GasolineSnapshot['stats'])[]) {
      shard.stats[count] += snapshot.stats[count];
    }
  }
  return { ...shard, tests: [...records.values()] };
}

/**
 * What was seen is the server's to tell, how it ended is the runner's: hooks that run after the
 * fixture was taken down may fail, and workers die before they can tell an end.
 */
function judged(kept: TestRecord, reported: TestRecord): TestRecord {
  const { status, error, duration_ms, retries } = reported;
  const { error: _, ...seen } = kept;
  const ended = later(kept['ended'], reported['ended']);
  const verdict = said({ status, error, duration_ms, retries, ended });
  return { ...reported, ...said(seen), ...verdict } as TestRecord;
}

/** Where two files tell of one attempt, the one that ended later is believed. */
function later(one: unknown, other: unknown): unknown {
  return Date.parse(String(one)) > Date.parse(String(other)) ? one : (other ?? one);
}

/**
 * Jobs of a matrix put their files into one folder, so each needs a name of its own. Elsewhere the
 * next run is to replace the file of the last.
 */
export function shardName(number: number, environment: NodeJS.ProcessEnv, host: string): string {
  if (!environment['CI']) return `shard-${number}.json`;
  // The first that is unlike for each job: of GitLab, GitHub, then any.
  const machine = environment['CI_JOB_ID'] || environment['RUNNER_NAME'] || host;
  const job = environment['GITHUB_JOB'] ?? '';
  const words = [job, process.platform, machine].filter((word) => word !== '').join('-');
  return `shard-${number}-${words.replaceAll(/[^\w.-]+/g, '-')}.json`;
}

interface Row {
  test_id?: string;
}

function rows(snapshot: GasolineSnapshot, list: (typeof LISTS)[number]): Row[] {
  return (snapshot[list] ?? []) as Row[];
}

/** A record that only events opened says nothing of its title or its start. */
function said(members: object): object {
  const entries = Object.entries(members);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}
