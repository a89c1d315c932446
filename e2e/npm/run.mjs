// Installs what npm would publish the way its users do, from a registry on loopback, and runs it.
//
// GASOLINE_BINARY names the binary that is packed; otherwise it is the one cargo built last.
// Exit codes: 0 all passed, 1 something failed, 2 could not look.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { check, summarize } from '../checks.mjs';
import { answers, findBinary, root } from '../mcp/gasoline.mjs';
import { tarballs } from '../packs.mjs';
import { reservePort } from '../ports.mjs';
import { serveRegistry } from './registry.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'packages/gasoline-mcp/package.json')));
const scratch = mkdtempSync(join(tmpdir(), 'gasoline-npm-'));
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'newcomer', version: '1' },
  },
};
/** What is still running when this ends, ends with it. */
const running = new Set();
process.once('exit', () => {
  running.forEach(endGroup);
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(2));

function expect(condition, said) {
  if (!condition) throw new Error(String(said));
}

/** An empty folder, as a newcomer has one. */
function folder(name) {
  const path = join(scratch, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), '{"private":true}');
  return path;
}

let registry;
try {
  const packed = tarballs();
  registry = await serveRegistry(packed);
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_cache: join(scratch, 'cache'),
    npm_config_update_notifier: 'false',
    // What is tested is the binary that was packed.
    GASOLINE_BINARY: '',
    // The server that `mcp` leaves for the next editor finds none here.
    GASOLINE_IDLE_EXIT_SECONDS: '5',
  };
  const start = (command, words, name) =>
    begin(command, words, { cwd: folder(name), env, stdio: ['pipe', 'pipe', 'pipe'] });
  const say = (command, words, name, extra = {}) =>
    run(command, words, { cwd: folder(name), env: { ...env, ...extra } });

  const byNpx = async () => {
    await check('npx -y gasoline-mcp: the binary of this machine', async () => {
      const { status, stdout, stderr } = await say(
        'npx',
        ['-y', 'gasoline-mcp', '--version'],
        'by-name',
      );
      expect(status === 0 && stdout.startsWith(`gasoline ${version}`), stdout + stderr);
    });
    await check('npx -y file:TARBALL: the same', async () => {
      const tarball = packed.find((path) => path.endsWith(`gasoline-mcp-${version}.tgz`));
      const { stdout, stderr } = await say(
        'npx',
        ['-y', `file:${tarball}`, '--version'],
        'by-file',
      );
      expect(stdout.startsWith(`gasoline ${version}`), stdout + stderr);
    });
    await check(
      'npx -y gasoline-mcp answers as an editor asks, and ends when it is left',
      async () => {
        const port = String(await reservePort());
        const child = start('npx', ['-y', 'gasoline-mcp', '--port', port], 'editor');
        child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
        const answer = JSON.parse(await line(child));
        expect(answer.result?.serverInfo?.name === 'gasoline', JSON.stringify(answer));
        child.stdin.end();
        expect((await ended(child)) === 0, 'it ended otherwise than with 0');
        // The server waits for the next editor, as long as it was told.
        await until(async () => !(await answers(port)), 'its server is left behind');
      },
    );
  };

  const installed = async () => {
    const home = folder('installed');
    await check(
      'npm install gasoline-mcp: three commands, the extension and the skill',
      async () => {
        const { status, stderr } = await say('npm', ['install', 'gasoline-mcp'], 'installed');
        expect(status === 0, stderr);
        const bins = join(home, 'node_modules/.bin');
        for (const name of ['gasoline', 'gasoline-mcp', 'gasoline-report']) {
          const { status: end, stdout } = await say(join(bins, name), ['--help'], 'installed');
          expect(end === 0 && /Usage: gasoline/.test(stdout), `${name} --help: ${stdout}`);
        }
        const other = ['linux', 'darwin'].find((name) => name !== process.platform);
        expect(
          !existsSync(join(home, `node_modules/gasoline-mcp-${other}-x64`)),
          'a foreign binary',
        );
        const skill = join(home, 'node_modules/gasoline-mcp/skills/gasoline/SKILL.md');
        expect(
          readFileSync(skill, 'utf8').startsWith('---\nname: gasoline\n'),
          'the skill is missing',
        );
      },
    );
    await check('programs find the binary and the extension', async () => {
      const script =
        'import {binaryPath, extensionPath} from "gasoline-mcp"; console.log(binaryPath()); console.log(extensionPath)';
      const { stdout, stderr } = await say(
        'node',
        ['--input-type=module', '-e', script],
        'installed',
      );
      const [binary, extension] = stdout.trim().split('\n');
      expect(binary && existsSync(binary), stdout + stderr);
      const manifest = JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8'));
      expect(manifest.manifest_version === 3, JSON.stringify(manifest));
    });
    await check('a server started through npm ends by the signal its parent gets', async () => {
      const bin = join(home, 'node_modules/.bin/gasoline');
      // Longer than anybody takes to ask it: it must not end by itself.
      const words = ['serve', '--port', '0', '--idle-exit-seconds', '60'];
      const child = start(bin, words, 'installed');
      const port = new URL(await line(child)).port;
      expect(await answers(port), 'it does not answer');
      child.kill('SIGTERM');
      await ended(child);
      expect(!(await answers(port)), 'it still answers');
    });
    await check('exit codes and complaints come through', async () => {
      const bin = join(home, 'node_modules/.bin/gasoline');
      const { status, stderr } = await say(bin, ['snapshot', '--port', '1'], 'installed');
      expect(status === 2 && stderr.includes('hint: '), `${status} ${stderr}`);
    });
    await check('without its platform package it says what to do', async () => {
      rmSync(join(home, `node_modules/gasoline-mcp-${process.platform}-${process.arch}`), {
        recursive: true,
      });
      const bin = join(home, 'node_modules/.bin/gasoline');
      const { status, stderr } = await say(bin, ['--version'], 'installed');
      expect(status === 2 && stderr.includes('hint: install without'), `${status} ${stderr}`);
      const named = await say(bin, ['--version'], 'installed', { GASOLINE_BINARY: findBinary() });
      expect(named.stdout.startsWith('gasoline '), named.stderr);
    });
    for (const [machine, pretend] of [
      ['win32-x64', 'Object.defineProperty(process, "platform", {value: "win32"})'],
      ['linux-x64 with musl', 'process.report.getReport = () => ({header: {}})'],
    ]) {
      await check(`on ${machine}, where there is no binary, it says how to get one`, async () => {
        const arch = 'Object.defineProperty(process, "arch", {value: "x64"})';
        const linux = 'Object.defineProperty(process, "platform", {value: "linux"})';
        const asked = 'import("gasoline-mcp").then((it) => it.binaryPath())';
        const script = `${linux}; ${pretend}; ${arch}; ${asked}`;
        const { status, stderr } = await say('node', ['-e', script], 'installed');
        expect(status !== 0 && stderr.includes(`no Gasoline for \`${machine}\``), stderr);
        expect(/hint: .*`cargo install /.test(stderr), stderr);
      });
    }
  };

  const tested = async () => {
    await check('npm install of all for Playwright', async () => {
      const project = folder('tests');
      cpSync(join(import.meta.dirname, 'project'), project, { recursive: true });
      const words = ['install', 'gasoline-playwright', 'gasoline-mcp', '@playwright/test'];
      const { status, stderr } = await say('npm', [...words, '--ignore-scripts'], 'tests');
      expect(status === 0, stderr);
    });
    for (const named of ['', 'npx gasoline-mcp']) {
      const how = named ? `by \`${named}\`` : 'where npm put it';
      await check(
        `a test of Playwright finds the binary ${how}, and ends what it started`,
        async () => {
          const port = String(await reservePort());
          const { stdout, stderr } = await say(
            'npx',
            ['playwright', 'test', '--reporter=json'],
            'tests',
            {
              NAMED_BINARY: named,
              GASOLINE_PORT: port,
              CHROMIUM: chromium(),
            },
          );
          expect(stdout.startsWith('{'), stdout + stderr);
          const [result] = JSON.parse(stdout).suites[0].specs[0].tests[0].results;
          const attached = new Map(result.attachments.map(({ name, body }) => [name, body]));
          // What the server kept: a report takes npx longer than a busy machine waits for it.
          const summary = Buffer.from(attached.get('gasoline-summary') ?? '', 'base64').toString();
          expect(
            summary.includes('no stock left'),
            `${stderr}\n${[...attached.keys()]}\n${summary}`,
          );
          await until(async () => !(await answers(port)), 'the server still answers');
        },
      );
    }
  };

  // They share nothing but the registry and npm's cache.
  await Promise.all([byNpx(), installed(), tested()]);
  process.exitCode = summarize();
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
} finally {
  registry?.stop();
}

/** Waits for what takes its time; a run that hangs is ended from outside. */
async function until(holds, otherwise) {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await after(100)) {
    if (await holds()) return;
  }
  throw new Error(otherwise);
}

function chromium() {
  if (process.env.GASOLINE_CHROMIUM) return process.env.GASOLINE_CHROMIUM;
  const words = ['-c', 'command -v chromium || command -v google-chrome'];
  return spawnSync('sh', words, { encoding: 'utf8' }).stdout.trim();
}

/** Asynchronous: the registry answers from this process. */
async function run(command, words, options) {
  const child = begin(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (chunk) => (said[name] += chunk));
  return { status: await ended(child), ...said };
}

/** Starts a command as the leader of a group, with which all of it can be ended. */
function begin(command, words, options) {
  const child = spawn(command, words, { ...options, detached: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function ended(child) {
  return new Promise((done, fail) => child.once('close', done).once('error', fail));
}

function line(child) {
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk));
  return new Promise((done, fail) => {
    createInterface(child.stdout).once('line', done);
    child.once('exit', (code) => fail(new Error(`it ended with ${code}: ${complaints}`)));
  });
}
