// Texts that break code, in everything that is captured: the generated files are code all the same, and run.
import { expect, test } from '@playwright/test';
import { transform } from 'esbuild';
import { launch } from '../support/browser/chromium.js';
import { interpret } from '../support/generated/cypress/interpreter.js';
import { complaints } from '../support/generated/cypress/complaints.js';
import { run } from '../support/generated/generated.js';
import { throughHostileTexts } from '../support/pages/hostile.js';
import { Recorder } from '../support/generated/recording.js';

/** What a reader of a file does not see, or sees elsewhere than it stands; line breaks aside. */
const HIDDEN = /(?!\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/u;

test('a page full of hostile texts becomes tests that parse and pass', async () => {
  const recorder = await Recorder.open('extension', 100);
  const recording = await recorder.record(throughHostileTexts);
  const fresh = await throughHostileTexts.start();
  const browser = await launch();
  try {
    const { server } = recording;
    const base_url = fresh.origin;
    const every = { network: true, response_shape: true, no_errors: true, dom_state: true };
    const plain = await server.tool('generate_test', { base_url, assertions: every });
    const mocked = await server.tool('generate_test', { base_url, fixtures: 'mock' });
    const reproduced = await server.tool('get_reproduction_script', { base_url });
    const cypress = await server.tool('get_reproduction_script', { base_url, format: 'cypress' });
    const { fixture_file: fixture } = mocked.structuredContent;
    const files: Record<string, string> = {
      'plain.spec.ts': plain.structuredContent.test_script,
      'mocked.spec.ts': mocked.structuredContent.test_script,
      'reproduced.spec.ts': reproduced.structuredContent.script,
      [fixture.name]: fixture.content,
    };
    const code: string = cypress.structuredContent.script;
    for (const text of [...Object.values(files), code]) {
      await transform(text, { loader: 'ts', logLevel: 'silent' });
      // Nobody who reads the file is shown something else than what runs.
      expect(text).not.toMatch(HIDDEN);
    }
    expect(complaints({ 'hostile.cy.js': code })).toBe('');

    const page = await browser.newPage();
    await interpret(page, code);
    await page.close();

    const ran = await run(files);
    expect(Object.keys(ran)).toHaveLength(3);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      expect.soft(passed, `${file}\n${files[file]?.slice(0, 20_000)}\n${errors}`).toBe(true);
    }
  } finally {
    await browser.close();
    await fresh.stop();
    await recording.close();
    await recorder.close();
  }
});
