// The official MCP Inspector CLI as a client: both transports, every protocol era it speaks.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservePort } from '../ports.mjs';
import { SECRET, answers, fill, serve } from './gasoline.mjs';
import { command, node } from './packages.mjs';

/** Era of the protocol → the revision that must be agreed on. */
const ERAS = { legacy: '2025-11-25', auto: '2026-07-28', modern: '2026-07-28' };

const TOOLS = [
  'get_browser_errors',
  'get_browser_logs',
  'get_network_bodies',
  'get_websocket_events',
  'get_websocket_status',
  'get_enhanced_actions',
  'get_changes_since',
  'verify_fix',
  'diff_sessions',
  'query_dom',
  'get_page_info',
  'run_accessibility_audit',
  'capture_screenshot',
  'configure_capture',
  'configure_noise',
  'configure_streaming',
  'wait_for_event',
  'clear_browser_logs',
  'get_status',
];

/** Every check is made once a transport; in the other eras, where only the envelope differs, these. */
const FULL_ERA = { stdio: 'legacy', http: 'modern' };
const ENVELOPE = [
  'initialize',
  'tools/list --strict',
  'get_network_bodies {status_min}',
  'an unknown argument',
  'resources/read of a request',
];

/** Exit codes of the Inspector. */
const FAILED = 1;
const TOOL_REFUSED = 5;

const call = (name, args) => [
  ...['--method', 'tools/call', '--tool-name', name],
  ...(args ? ['--tool-args-json', JSON.stringify(args)] : []),
];

/** Each check: its name, the CLI's arguments, and what must be true of the outcome. */
function checks(era, requestUri) {
  return [
    [
      'initialize',
      ['--method', 'initialize'],
      (it) => {
        it.is(it.result.protocolVersion, ERAS[era], 'protocolVersion');
        it.is(it.result.serverInfo.name, 'gasoline', 'serverInfo.name');
        it.is(
          Object.keys(it.result.capabilities).sort().join(),
          'logging,resources,tools',
          'capabilities',
        );
      },
    ],
    [
      'tools/list --strict',
      ['--method', 'tools/list', '--strict'],
      (it) => {
        const names = it.result.tools.map((tool) => tool.name);
        it.is(TOOLS.filter((name) => !names.includes(name)).join(), '', 'missing tools');
        // Strict mode fails on errors only; a warning is a client that drops an argument.
        it.is(it.stderr.match(/^Warning: .*\n.*/gm)?.join('; ') ?? '', '', 'warnings');
      },
    ],
    [
      'get_status',
      call('get_status'),
      (it) => {
        it.is(it.result.structuredContent.captured.logs.held, 2, 'logs held');
      },
    ],
    ['get_browser_errors', call('get_browser_errors'), (it) => it.says('boom')],
    [
      'get_browser_errors {url,limit}',
      call('get_browser_errors', { url: 'orders', limit: 1 }),
      (it) => it.says('500'),
    ],
    [
      'get_browser_logs {level}',
      call('get_browser_logs', { level: 'warn' }),
      (it) => {
        it.says('boom');
        it.is(it.result.structuredContent.count, 1, 'count');
      },
    ],
    [
      'get_browser_logs {since:now}',
      call('get_browser_logs', { since: Date.now() + 60_000 }),
      (it) => it.says('hint: '),
    ],
    [
      'get_network_bodies {status_min}',
      call('get_network_bodies', { status_min: 400 }),
      (it) => {
        it.says('out of stock');
        it.is(it.result.structuredContent.bodies[0].resource, requestUri, 'resource');
      },
    ],
    ['get_websocket_events', call('get_websocket_events'), (it) => it.says('live')],
    ['get_websocket_status', call('get_websocket_status'), (it) => it.says('live')],
    ['get_enhanced_actions', call('get_enhanced_actions'), (it) => it.says('buy')],
    [
      'get_changes_since {checkpoint}',
      call('get_changes_since', { checkpoint: 'c0' }),
      (it) => it.says('boom'),
    ],
    ['verify_fix {action:start}', call('verify_fix', { action: 'start' }), (it) => it.says('boom')],
    [
      'diff_sessions {action:capture}',
      call('diff_sessions', { action: 'capture', name: 'a' }),
      (it) => it.says('captured `a`: 1 console error'),
    ],
    [
      'configure_noise {action:list}',
      call('configure_noise', { action: 'list' }),
      (it) => it.says('builtin'),
    ],
    ['configure_capture', call('configure_capture'), (it) => it.says('nothing is set from here')],
    [
      'query_dom without a browser',
      call('query_dom', { selector: 'body' }),
      (it) => {
        it.is(it.result.isError, true, 'isError');
        it.says('no browser with the Gasoline extension');
      },
      TOOL_REFUSED,
    ],
    [
      'an unknown argument',
      call('get_browser_logs', { nonsense: 1 }),
      (it) => {
        it.is(it.result.isError, true, 'isError');
        it.says('unknown argument `nonsense`');
        it.says('\nhint: ');
      },
      TOOL_REFUSED,
    ],
    [
      'an unknown value',
      call('get_browser_logs', { level: 'loud' }),
      (it) => {
        it.is(it.result.isError, true, 'isError');
        it.says('unknown `level` `loud`; one of `debug`');
      },
      TOOL_REFUSED,
    ],
    [
      'resources/templates/list',
      ['--method', 'resources/templates/list'],
      (it) => {
        const uris = it.result.resourceTemplates.map((template) => template.uriTemplate);
        it.is(uris.includes('gasoline://network/{seq}'), true, 'the template of requests');
      },
    ],
    [
      'resources/list',
      ['--method', 'resources/list'],
      (it) => {
        it.is(it.result.resources[0]?.uri, 'gasoline://screenshot/1', 'the screenshot');
      },
    ],
    [
      'resources/read of a request',
      ['--method', 'resources/read', '--uri', requestUri],
      (it) => {
        const [content] = it.result.contents;
        it.is(content.mimeType, 'application/json', 'mimeType');
        it.is(JSON.parse(content.text).responseBody, '{"error":"out of stock"}', 'responseBody');
      },
    ],
    [
      'resources/read of a screenshot',
      ['--method', 'resources/read', '--uri', 'gasoline://screenshot/1'],
      (it) => {
        const [content] = it.result.contents;
        it.is(content.mimeType, 'image/png', 'mimeType');
        it.is(Buffer.from(content.blob, 'base64').subarray(1, 4).toString(), 'PNG', 'the picture');
      },
    ],
    [
      'resources/read of nothing',
      ['--method', 'resources/read', '--uri', 'gasoline://network/99999'],
      (it) => {
        it.is(it.stderr.includes('nothing is held at'), true, 'the reason');
      },
      FAILED,
    ],
  ];
}

export async function inspect(binary, scratch, report) {
  await Promise.all([
    inspectShared(binary, scratch, report),
    inspectAlone(binary, scratch, report),
  ]);
}

/** Every check, with one server for all. */
async function inspectShared(binary, scratch, report) {
  const server = await serve(binary);
  try {
    await fill(server.url);
    const listed = await (await fetch(`${server.url}/network-bodies`)).json();
    const requestUri = `gasoline://network/${listed.bodies[0].seq}`;
    const run = inspector(scratch, {
      stdio: { command: binary, args: ['mcp', '--port', server.port] },
      http: { type: 'streamable-http', url: `${server.url}/mcp` },
    });
    const jobs = [];
    for (const transport of ['stdio', 'http']) {
      for (const era of Object.keys(ERAS)) {
        const isFull = FULL_ERA[transport] === era;
        const due = checks(era, requestUri).filter(([name]) => isFull || ENVELOPE.includes(name));
        for (const [name, args, judge, exit = 0] of due) {
          jobs.push(async () => {
            const start = performance.now();
            const outcome = await run(transport, ['--protocol-era', era, ...args]);
            const seconds = (performance.now() - start) / 1000;
            report(
              `inspector ${transport} ${era}: ${name}`,
              verdict(outcome, judge, exit),
              seconds,
            );
          });
        }
      }
    }
    await twoAtATime(jobs);
  } finally {
    await server.stop();
  }
}

/** `gasoline mcp` with nobody on the port: it starts a server, which ends by itself. */
async function inspectAlone(binary, scratch, report) {
  const port = await reservePort();
  const run = inspector(scratch, {
    alone: {
      command: binary,
      args: ['mcp', '--port', String(port)],
      env: { GASOLINE_IDLE_EXIT_SECONDS: '5' },
    },
  });
  const outcome = await run('alone', call('get_browser_errors'));
  const says = (it) => it.says('no browser has sent anything');
  report('inspector stdio: a server of its own', verdict(outcome, says, 0));
  const deadline = Date.now() + 60_000;
  let isLeft = await answers(port);
  while (isLeft && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 100));
    isLeft = await answers(port);
  }
  report('inspector stdio: nothing is left behind', isLeft ? 'the server is still there' : null);
}

/** A function that runs the Inspector against one of `servers`. */
function inspector(scratch, servers) {
  const config = join(scratch, `${Object.keys(servers).join('-')}.json`);
  writeFileSync(config, JSON.stringify({ mcpServers: servers }));
  const { script } = command('@modelcontextprotocol/inspector', 'mcp-inspector');
  // Its own settings and logins must not come from, or go to, the user's home.
  const env = {
    ...process.env,
    HOME: scratch,
    MCP_INSPECTOR_SECRET_STORE: 'memory',
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
  };
  return (server, args) =>
    new Promise((done) => {
      const all = [script, '--cli', '--config', config, '--server', server, '--format', 'json'];
      const child = spawn(node(), [...all, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const limit = setTimeout(() => child.kill('SIGKILL'), 120_000);
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.on('close', (code) => {
        clearTimeout(limit);
        done({ code, stdout, stderr });
      });
    });
}

/** What is wrong with the outcome, or null. */
function verdict({ code, stdout, stderr }, judge, exit) {
  const noise = /^\[mcp-inspector\].*\n?/gm;
  if (code !== exit)
    return `it ended with ${code}, not ${exit}: ${stderr.replace(noise, '').trim()}`;
  if ((stdout + stderr).includes(SECRET)) return 'it shows the planted secret';
  try {
    const result = stdout ? JSON.parse(stdout).result : undefined;
    judge({
      result,
      stderr,
      is(found, wanted, what) {
        if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
      },
      says(words) {
        const text = result.content[0].text;
        if (!text.includes(words)) throw new Error(`it does not say ${words}: ${text}`);
      },
    });
    return null;
  } catch (error) {
    return error.message;
  }
}

async function twoAtATime(jobs) {
  const lane = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all([lane(), lane()]);
}
