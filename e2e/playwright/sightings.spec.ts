// What the page and the driver both see is stored once, and what only the driver sees is not lost.
import { expect, test } from '@playwright/test';
import { Server } from '../browser/support/server/server.js';
import { createProject, runProject, textOf } from './project.js';

interface Row {
  level?: string;
  message?: string;
  method?: string;
  url?: string;
  status?: number;
  seenBy?: string;
  metadata?: { seenBy?: string };
}

test('errors and requests that look alike are told apart by who saw them', async () => {
  const folder = await createProject('plain', 'seen');
  const server = await Server.start();
  try {
    const words = ['-c', 'seen.config.ts', '--reporter=json'];
    const run = await runProject(folder, { port: server.port, shop: 'http://seen.test', words });
    const [attempt] = run.tests.get('sees what its page reports, and more') ?? [];
    if (!attempt) throw new Error(run.said);
    const { logs, network_bodies: requests } = JSON.parse(textOf(attempt, 'gasoline-snapshot')) as {
      logs: Row[];
      network_bodies: Row[];
    };
    const by = (row: Row) => ((row.seenBy ?? row.metadata?.seenBy) ? 'driver' : 'page');
    const errors = logs.filter(({ level }) => level === 'error');
    expect(errors.map((row) => `${by(row)}: ${row.message}`).toSorted(), run.said).toEqual([
      'driver: Error: Boom',
      'driver: no stock',
      'page: Error: Boom, says the page',
      'page: Uncaught Error',
      'page: Uncaught sold out',
      'page: Uncaught {total: 25}',
    ]);
    const failures = requests.map((row) => `${by(row)}: ${row.method} ${row.url} ${row.status}`);
    expect(failures.toSorted()).toEqual([
      'driver: GET http://seen.test/down 503',
      'page: GET http://seen.test/down 503',
    ]);
  } finally {
    await server.stop();
  }
});
