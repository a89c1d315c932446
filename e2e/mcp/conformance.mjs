// The official conformance suite: every server scenario, at every revision of the protocol it knows.
//
// The suite is made for the fixture servers of SDKs. What a product has no fixture for is listed
// below with the reason, run all the same (each message is still held against the protocol's
// schema), and reported as not applicable.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, serve } from './gasoline.mjs';
import { command, node } from './packages.mjs';

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

const FIXTURE_TOOL = "it calls a tool that only the suite's fixture server has";
const FIXTURE_RESOURCE = "it reads `test://` resources that only the suite's fixture server has";
const NO_PROMPTS = 'Gasoline has no prompts and does not declare them';
const NO_QUESTIONS = 'no tool of Gasoline asks the client back; the tool it calls is a fixture';
const NO_EXTENSION = 'an optional extension that Gasoline does not declare';

/** Scenario → why it cannot apply. */
const INAPPLICABLE = {
  'tools-call-simple-text': FIXTURE_TOOL,
  'tools-call-image': FIXTURE_TOOL,
  'tools-call-audio': FIXTURE_TOOL,
  'tools-call-embedded-resource': FIXTURE_TOOL,
  'tools-call-mixed-content': FIXTURE_TOOL,
  'tools-call-error': FIXTURE_TOOL,
  'tools-call-with-progress': FIXTURE_TOOL,
  'json-schema-2020-12': FIXTURE_TOOL,
  'http-custom-header-server-validation': 'no tool of Gasoline asks for headers (`x-mcp-header`)',
  'tools-call-with-logging': 'Gasoline does not declare logging',
  'logging-set-level': 'Gasoline does not declare logging',
  'completion-complete': 'Gasoline does not declare completions',
  'resources-read-text': FIXTURE_RESOURCE,
  'resources-read-binary': FIXTURE_RESOURCE,
  'resources-templates-read': FIXTURE_RESOURCE,
  'resources-subscribe': 'Gasoline does not declare subscriptions to resources',
  'resources-unsubscribe': 'Gasoline does not declare subscriptions to resources',
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
  'tools-call-sampling': NO_QUESTIONS,
  'tools-call-elicitation': NO_QUESTIONS,
  'elicitation-sep1034-defaults': NO_QUESTIONS,
  'elicitation-sep1330-enums': NO_QUESTIONS,
  'input-required-result-basic-elicitation': NO_QUESTIONS,
  'input-required-result-basic-sampling': NO_QUESTIONS,
  'input-required-result-basic-list-roots': NO_QUESTIONS,
  'input-required-result-request-state': NO_QUESTIONS,
  'input-required-result-multiple-input-requests': NO_QUESTIONS,
  'input-required-result-multi-round': NO_QUESTIONS,
  'input-required-result-missing-input-response': NO_QUESTIONS,
  'input-required-result-non-tool-request': NO_QUESTIONS,
  'input-required-result-result-type': NO_QUESTIONS,
  'input-required-result-tampered-state': NO_QUESTIONS,
  'input-required-result-capability-check': NO_QUESTIONS,
  'input-required-result-ignore-extra-params': NO_QUESTIONS,
  'input-required-result-validate-input': NO_QUESTIONS,
  'sep-2640-skills-directory': NO_EXTENSION,
  'sep-2640-skills-enumeration': NO_EXTENSION,
  'sep-2640-skills-manifest': NO_EXTENSION,
  'tasks-lifecycle': NO_EXTENSION,
  'tasks-capability-negotiation': NO_EXTENSION,
  'tasks-wire-fields': NO_EXTENSION,
  'tasks-request-state-removal': NO_EXTENSION,
  'tasks-mrtr-input': NO_EXTENSION,
  'tasks-request-headers': NO_EXTENSION,
  'tasks-dispatch-and-envelope': NO_EXTENSION,
  'tasks-status-notifications': NO_EXTENSION,
  'tasks-required-task-error': NO_EXTENSION,
  'tasks-mrtr-composition': NO_EXTENSION,
};

/** Checks that cannot apply, of scenarios that do. */
const INAPPLICABLE_CHECKS = {
  caching: { 'sep-2549-prompts-list-caching-hints': NO_PROMPTS },
  'server-sse-polling': { 'server-sse-disconnect-resume': FIXTURE_TOOL },
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': FIXTURE_TOOL,
    'sep-2575-missing-capability-http-400': FIXTURE_TOOL,
    'sep-2575-http-server-no-independent-requests-on-stream': FIXTURE_TOOL,
    'sep-2575-server-no-log-without-loglevel': FIXTURE_TOOL,
  },
};

/** Must be among those that ran, whatever a newer suite calls its scenarios. */
const INDISPENSABLE = [
  'dns-rebinding-protection',
  'server-initialize',
  'server-stateless',
  'tools-list',
  'resources-list',
];

export async function conform(binary, scratch, report) {
  const server = await serve(binary);
  const ran = new Set();
  try {
    await fill(server.url);
    for (const revision of REVISIONS) {
      const results = join(scratch, revision);
      const start = performance.now();
      await suite([
        'server',
        '--url',
        `${server.url}/mcp`,
        '--suite',
        'all',
        '--spec-version',
        revision,
        '-o',
        results,
      ]);
      const found = [...outcomes(results)];
      // The suite does not say how long each scenario took.
      const seconds = (performance.now() - start) / 1000 / found.length;
      for (const [scenario, checks] of found) {
        ran.add(scenario);
        judge(`conformance ${revision} ${scenario}`, scenario, checks, report, seconds);
      }
    }
  } finally {
    await server.stop();
  }
  const known = (await suite(['list', '--server'])).match(/(?<=^ {2}- )\S+/gm) ?? [];
  const isExtension = (scenario) => INAPPLICABLE[scenario] === NO_EXTENSION;
  for (const scenario of known.filter(isExtension)) {
    report.inapplicable(`conformance ${scenario}`, NO_EXTENSION);
  }
  const forgotten = known.filter((scenario) => !ran.has(scenario) && !isExtension(scenario));
  const unknown = Object.keys(INAPPLICABLE).filter((scenario) => !known.includes(scenario));
  const missing = INDISPENSABLE.filter((scenario) => !ran.has(scenario));
  report('conformance: every scenario was run', forgotten.concat(missing).join(', ') || null);
  report('conformance: every exception is a scenario', unknown.join(', ') || null);
}

function judge(name, scenario, checks, report, seconds) {
  const excused = INAPPLICABLE_CHECKS[scenario] ?? {};
  const isOnTheWire = (check) => check.id.startsWith('wire-schema');
  const reason = INAPPLICABLE[scenario];
  const judged = checks.filter((check) => (reason ? isOnTheWire(check) : !(check.id in excused)));
  const bad = judged.filter((check) => ['FAILURE', 'WARNING'].includes(check.status));
  const said = bad.map((check) => `${check.id}: ${check.errorMessage ?? check.status}`).join('; ');
  if (reason && !said) {
    report.inapplicable(name, reason);
    return;
  }
  const good = judged.filter((check) => check.status === 'SUCCESS').length;
  report(`${name} (${good} checks)`, said || (good === 0 ? 'nothing was checked' : null), seconds);
  for (const check of checks) {
    if (check.id in excused) report.inapplicable(`${name} ${check.id}`, excused[check.id]);
    if (check.status === 'SKIPPED') {
      report.inapplicable(`${name} ${check.id}`, check.details?.note ?? check.errorMessage);
    }
  }
}

/** Scenario and checks, as the suite wrote them to `results`. */
function* outcomes(results) {
  if (!existsSync(results)) throw new Error('the conformance suite left no results');
  for (const folder of readdirSync(results).sort()) {
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    yield [scenario, JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))];
  }
}

/** Runs the suite; its exit code counts scenarios that cannot apply, so only its results matter. */
function suite(args) {
  const { script } = command('@modelcontextprotocol/conformance', 'conformance');
  return new Promise((done) => {
    const child = spawn(node(), [script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), 300_000);
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.on('close', () => {
      clearTimeout(limit);
      done(stdout);
    });
  });
}
