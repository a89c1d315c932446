// Cypress code over Playwright: commands are queued, then done one after the other, each asked of the
// page again until it holds. A command it does not know fails by its name.
import type { Page } from '@playwright/test';
import { install, type Query, type Wish } from './in-page.js';

interface Command {
  name: string;
  given: unknown[];
}

/** How long elements are waited for. Cypress waits four seconds; this only ends what hangs. */
const PATIENCE_MS = 120_000;

/** Commands that only find something, which must be there. */
const LOOKS = ['get', 'find', 'eq', 'contains', 'focused'];

/** Runs the code of one file, with the variables its owner set; the milliseconds of its slowest command. */
export async function interpret(
  page: Page,
  code: string,
  variables: Record<string, string> = {},
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const chains: Command[][] = [];
  let tests = 0;
  const it = (_title: string, ...given: unknown[]): void => {
    tests += 1;
    // Options may stand in front of it.
    const body = given.at(-1);
    if (typeof body === 'function') body();
  };
  const Cypress = {
    env: (name?: string) => (name === undefined ? variables : variables[name]),
    Buffer: { from: (text: string) => text },
  };
  // oxlint-disable-next-line no-new-func
  new Function('it', 'cy', 'Cypress', code)(it, commands(chains), Cypress);
  if (tests !== 1) throw new Error(`the file has ${tests} tests`);
  const run = new Run(page, patienceMs);
  await page.addInitScript(install);
  let slowestMs = 0;
  for (const chain of chains) {
    const start = performance.now();
    await run.chain(chain);
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  return slowestMs;
}

/** `cy`: each call begins a chain, each call upon that goes on with it. */
function commands(chains: Command[][]): unknown {
  const going = (chain: Command[]): unknown =>
    new Proxy(
      {},
      {
        get: (_target, name) => {
          if (typeof name === 'symbol') return undefined;
          return (...given: unknown[]) => {
            chain.push({ name, given });
            return going(chain);
          };
        },
      },
    );
  return new Proxy(
    {},
    {
      get: (_target, name) => {
        if (typeof name === 'symbol') return undefined;
        return (...given: unknown[]) => {
          const chain = [{ name, given }];
          chains.push(chain);
          return going(chain);
        };
      },
    },
  );
}

/** What a chain has come to: elements still to be looked for, or a value. */
type Subject =
  | { kind: 'nothing' }
  | { kind: 'elements'; queries: Query[] }
  | { kind: 'value'; read: () => Promise<unknown> };

class Run {
  #confirm: (said: string) => boolean = () => true;
  /** Stands for the window of the application where code replaces a part of it. */
  readonly #window: { prompt(said: string): string | null } = { prompt: () => null };
  #uncaught: Error | undefined;
  #isForgiving = false;

  constructor(
    private readonly page: Page,
    private readonly patienceMs: number,
  ) {
    // Cypress fails a test whose application throws.
    page.on('pageerror', (error) => (this.#uncaught ??= error));
    // Cypress accepts what the browser asks, unless somebody says otherwise; prompts are dismissed.
    page.on('dialog', async (dialog) => {
      const said = dialog.message();
      const answer = dialog.type() === 'prompt' ? this.#window.prompt(said) : '';
      const isRefused = dialog.type() === 'confirm' && !this.#confirm(said);
      const answered = answer === null || isRefused ? dialog.dismiss() : dialog.accept(answer);
      // One that comes after the last command goes with its page.
      await answered.catch(() => {});
    });
  }

  async chain(chain: Command[]): Promise<void> {
    let subject: Subject = { kind: 'nothing' };
    const said: string[] = [];
    for (const { name, given } of chain) {
      said.push(`${name}(${given.map(show).join(', ')})`);
      try {
        subject = await this.#command(subject, name, given);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`cy.${said.join('.')}: ${why}`, { cause: error });
      }
    }
    const isOnlyLooking = LOOKS.includes(chain.at(-1)?.name ?? '');
    if (isOnlyLooking && subject.kind === 'elements') {
      await this.#ask(subject.queries, { name: 'exist' });
    }
    // Cypress takes a moment from one command to the next, in which a page starts to leave.
    await this.page.evaluate(nextFrame).catch(() => {});
    if (this.#uncaught && !this.#isForgiving) {
      throw new Error(`the application threw: ${this.#uncaught.message}`, {
        cause: this.#uncaught,
      });
    }
  }

  async #command(subject: Subject, name: string, given: unknown[]): Promise<Subject> {
    const [first, second] = given;
    const queries = subject.kind === 'elements' ? subject.queries : [];
    const options = Object(given.at(-1)) as Record<string, unknown>;
    const look = (query: Query): Subject => ({ kind: 'elements', queries: [...queries, query] });
    const wish = async (wanted: Wish): Promise<Subject> => {
      await this.#ask(queries, wanted);
      return subject;
    };
    switch (name) {
      case 'visit':
        await this.page.goto(String(first));
        return { kind: 'nothing' };
      case 'on':
        if (typeof second !== 'function') throw new Error(`no listener for ${show(first)}`);
        if (first === 'uncaught:exception') this.#isForgiving = second() === false;
        else if (first === 'window:confirm') this.#confirm = (said) => second(said) !== false;
        else if (first === 'window:before:load') second(this.#window);
        else throw new Error(`no event ${show(first)}`);
        return { kind: 'nothing' };
      case 'reload':
        await this.page.reload();
        return { kind: 'nothing' };
      case 'go':
        if (first !== 'back') throw new Error(`no way ${show(first)}`);
        await this.page.goBack();
        return { kind: 'nothing' };
      case 'press':
        await this.page.keyboard.press(String(first));
        return { kind: 'nothing' };
      case 'url':
        return { kind: 'value', read: async () => this.page.url() };
      case 'request': {
        const { method, url, body, form } = options;
        const data = body === undefined ? {} : form ? { form: Object(body) } : { data: body };
        const answer = await this.page.request.fetch(String(url), {
          method: String(method),
          ...data,
        });
        if (!answer.ok()) throw new Error(`it was answered with ${answer.status()}`);
        return { kind: 'value', read: async () => answer };
      }
      case 'get':
        return { kind: 'elements', queries: [{ name: 'get', css: String(first) }] };
      case 'focused':
        return { kind: 'elements', queries: [{ name: 'focused' }] };
      case 'find':
        return look({ name: 'find', css: String(first) });
      case 'eq':
        return look({ name: 'eq', place: Number(first) });
      case 'contains': {
        const text = second ?? first;
        const { source, flags } = text instanceof RegExp ? text : wording(String(text));
        const css = second === undefined ? null : String(first);
        return look({ name: 'contains', css, source, flags });
      }
      case 'its':
        return look({ name: 'its', path: String(first) });
      case 'invoke':
        if (first !== 'text') throw new Error(`no method ${show(first)}`);
        return { kind: 'value', read: () => this.#look(queries, { name: 'text' }) };
      case 'then':
        // Only ever `cy.wrap`, which hands the subject on.
        if (typeof first !== 'function') throw new Error('`then` takes a function');
        return subject;
      case 'should':
        return this.#should(subject, String(first), second);
      case 'click':
      case 'dblclick':
      case 'check':
      case 'uncheck':
      case 'clear':
      case 'submit':
        return wish({ name, force: options['force'] === true });
      case 'trigger':
        return wish({ name, event: String(first) });
      case 'type':
        if (first === '') throw new Error('`type` takes no empty text');
        return wish({
          name,
          text: String(first),
          hasKeys: options['parseSpecialCharSequences'] !== false,
        });
      case 'select':
        return wish({ name, values: [first].flat().map(String) });
      case 'selectFile': {
        const files = [first].flat().map((file) => {
          const { fileName, contents } = Object(file) as Record<string, unknown>;
          return { name: String(fileName), contents: String(contents) };
        });
        return wish({ name, files });
      }
      default:
        throw new Error(`\`${name}\` is no command that is known here`);
    }
  }

  async #should(subject: Subject, chainer: string, wanted: unknown): Promise<Subject> {
    if (subject.kind === 'elements') {
      switch (chainer) {
        case 'be.visible':
        case 'not.be.empty':
        case 'not.exist':
        case 'have.focus':
          await this.#ask(subject.queries, { name: chainer });
          return subject;
        case 'contain.text':
          await this.#ask(subject.queries, { name: chainer, text: String(wanted) });
          return subject;
        default:
          throw new Error(`\`${chainer}\` is no assertion about elements that is known here`);
      }
    }
    if (subject.kind !== 'value') throw new Error('there is nothing to assert');
    const { read } = subject;
    await this.#until(async () => {
      const value = await read();
      if (value instanceof NotYet) return { why: value.why };
      if (chainer !== 'match') {
        throw new Error(`\`${chainer}\` is no assertion about values that is known here`);
      }
      return matches(value, wanted) ? { value } : { why: `it is ${show(value)}` };
    });
    return subject;
  }

  /** Asks until it is granted. */
  async #ask(queries: Query[], wish: Wish): Promise<void> {
    await this.#until(async () => {
      const value = await this.#look(queries, wish);
      return value instanceof NotYet ? { why: value.why } : { value };
    });
  }

  /** Asks once. */
  async #look(queries: Query[], wish: Wish): Promise<string | null | NotYet> {
    try {
      const outcome = await this.page.evaluate(
        ([given, wanted]) =>
          window.interpreterOfCypress?.(given, wanted) ?? { why: 'no page is open' },
        [queries, wish] as const,
      );
      return 'why' in outcome ? new NotYet(outcome.why) : outcome.value;
    } catch (error) {
      // The page was left meanwhile.
      return new NotYet(String(error));
    }
  }

  async #until<T>(look: () => Promise<{ value: T } | { why: string }>): Promise<T> {
    const end = performance.now() + this.patienceMs;
    for (;;) {
      const outcome = await look();
      if ('value' in outcome) return outcome.value;
      if (performance.now() > end) throw new Error(`timed out: ${outcome.why}`);
      await this.page.evaluate(nextFrame).catch(() => {});
    }
  }
}

/** Returns in a task after the next frame; sent to the page. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** What was asked for is not so at the moment. */
class NotYet {
  constructor(readonly why: string) {}
}

/** A text as an expression: white space is any white space. */
function wording(text: string): RegExp {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(words.join('\\s+'));
}

function matches(value: unknown, wanted: unknown): boolean {
  return wanted instanceof RegExp && wanted.test(String(value));
}

function show(value: unknown): string {
  if (value instanceof RegExp || typeof value === 'function') return String(value).slice(0, 80);
  return (JSON.stringify(value) ?? 'undefined').slice(0, 80);
}
