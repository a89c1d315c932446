// A Chromium with a debugging port, and `gasoline attach` beside it.
//
// Pages are driven by a debugger of their own, each: a driver that attaches to new pages itself, as
// Playwright does, lets them go on before `attach` is ready.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { WebSocket } from 'ws';
import { binary } from '../server/binary.js';
import { EXECUTABLE, FLAGS, makeProfile, removeProfile } from './chromium.js';
import { test as base } from './ci.js';

/** A page of the browser. */
export class Tab {
  #last = 0;

  private constructor(private readonly socket: WebSocket) {}

  /** Opens an empty one and sends it on, as drivers do: Chromium holds no page that it opens with an address. */
  static async open(port: number, url: string): Promise<Tab> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve) => socket.once('open', resolve));
    const tab = new Tab(socket);
    tab.go(url);
    return tab;
  }

  /** Sends a command and does not wait: a page that stands still never answers. */
  send(method: string, params: object): void {
    this.#last += 1;
    this.socket.send(JSON.stringify({ id: this.#last, method, params }));
  }

  run(expression: string): void {
    this.send('Runtime.evaluate', { expression, userGesture: true });
  }

  /** Waits until it is true in the page. */
  async until(condition: string): Promise<void> {
    let is = false;
    // What was asked before may be answered only now.
    const asked = new Set<number>();
    this.socket.on('message', (data) => {
      const { id = 0, result } = JSON.parse(data.toString()) as {
        id?: number;
        result?: { result?: { value?: unknown } };
      };
      is ||= asked.has(id) && result?.result?.value === true;
    });
    await expect
      .poll(() => {
        this.run(condition);
        asked.add(this.#last);
        return is;
      })
      .toBe(true);
  }

  go(url: string): void {
    this.send('Page.navigate', { url });
  }

  close(): void {
    this.socket.terminate();
  }
}

export interface Debugged {
  port: number;
  child: ChildProcess;
  open(url: string): Promise<Tab>;
}

/** One that was attached; `stop` detaches it, and resolves with its exit code. */
export interface Attached {
  /** The line it said when it was ready. */
  said: string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  ended: Promise<number | null>;
}

/** Runs `gasoline attach`, and returns when it has said that it watches. */
export async function attachTo(
  debuggerAddress: string,
  serverPort: number,
  words: string[] = [],
): Promise<Attached> {
  const flags = ['attach', '--cdp', debuggerAddress, '--port', String(serverPort), ...words];
  const child = spawn(binary(), flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  const said = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    void ended.then((code) => reject(new Error(`attach ended (${code}): ${complaints.join('')}`)));
  });
  return {
    said,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

interface Fixtures {
  debugged: Debugged;
  attach: (words?: string[]) => Promise<Attached>;
}

export const test = base.extend<Fixtures>({
  debugged: async ({}, use) => {
    const profile = makeProfile();
    const words = [
      '--headless',
      '--ignore-certificate-errors',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ];
    const child = spawn(EXECUTABLE, [...FLAGS, ...words, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const port = await new Promise<number>((resolve, reject) => {
      createInterface(child.stderr).on('line', (line) => {
        const [, found] = /^DevTools listening on ws:\/\/[^/]+:(\d+)\//.exec(line) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
      void ended.then((code) => reject(new Error(`Chromium ended (${code})`)));
    });
    const tabs: Tab[] = [];
    const open = async (url: string) => {
      const tab = await Tab.open(port, url);
      tabs.push(tab);
      return tab;
    };
    await use({ port, child, open });
    for (const tab of tabs) tab.close();
    child.kill();
    await ended;
    removeProfile(profile);
  },
  attach: async ({ server, debugged }, use) => {
    const all: Attached[] = [];
    await use(async (words) => {
      const attached = await attachTo(String(debugged.port), server.port, words);
      all.push(attached);
      return attached;
    });
    for (const attached of all) await attached.stop();
  },
});

export { expect };
