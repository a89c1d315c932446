// What the page writes to its console; an Error among it is reported as an exception.
import type { CaptureContext } from '../context.js';
import { isError } from '../values/exotic.js';
import { together, watchMethod, type Uninstall } from '../realm/patch.js';
import { isString } from '../values/plain.js';
import { ARRAY_MAX_ITEMS, type Level } from '../protocol.generated.js';
import { render } from '../values/render.js';
import { membersOf, withoutUs } from '../values/stack.js';
import type { Draft, Reporter } from '../report.js';
import { serialize } from '../values/serialize.js';
import type { Settings } from '../settings.js';

const LEVELS: readonly Level[] = ['log', 'info', 'warn', 'error', 'debug'];

/** What only prints in another form. */
const FORMS = ['trace', 'dir', 'table'];

/** Reports every console call. The page's own call runs first, whatever happens to ours. */
export function hookConsole(context: CaptureContext, reporter: Reporter): Uninstall {
  const { console } = context.page;
  const hook = (method: string, level: Level) => {
    const isTraced = level === 'error' || level === 'warn' || method === 'trace';
    return watchMethod(console, method, (_self, args) =>
      context.quietly(() => {
        if (!isWanted(level, context.settings)) return;
        const isAssertion = method === 'assert';
        if (isAssertion && args[0]) return;
        const said = isAssertion ? assertion(args) : args;
        report(reporter, level, said, isTraced ? callSite() : undefined);
      }),
    );
  };
  return together([
    ...LEVELS.map((level) => hook(level, level)),
    ...FORMS.map((form) => hook(form, 'log')),
    hook('assert', 'error'),
  ]);
}

function report(reporter: Reporter, level: Level, args: unknown[], site: string | undefined): void {
  const error = site === undefined ? undefined : args.find(isError);
  const isException = level === 'error' && error !== undefined && reporter.isNew(error);
  // The same error again adds nothing, unless something is said about it.
  if (level === 'error' && error && !isException && args.length === 1) return;
  const kept = args.slice(0, ARRAY_MAX_ITEMS).map(serialize);
  const draft: Draft = { level, message: render(kept), args: kept, source: 'console' };
  if (site) draft.stack = site;
  if (error) Object.assign(draft, membersOf(error), isException && { source: 'exception' });
  reporter.report(draft);
}

/** The words the console puts in front of a failed assertion. */
function assertion([, ...args]: unknown[]): unknown[] {
  const [first, ...rest] = args;
  return isString(first) ? [`Assertion failed: ${first}`, ...rest] : ['Assertion failed', ...args];
}

function isWanted(level: Level, { paused, logLevel }: Settings): boolean {
  return !paused && (logLevel === 'all' || level === 'error' || level === logLevel);
}

/**
 * Where the page called. A page that formats stacks itself (`Error.prepareStackTrace`) would notice
 * us asking for one, and gets none.
 */
function callSite(): string {
  const { captureStackTrace, prepareStackTrace } = Error as unknown as StackMaker;
  const holder: { stack?: unknown } = {};
  if (prepareStackTrace === undefined) captureStackTrace?.(holder, callSite);
  return isString(holder.stack) ? withoutUs(holder.stack).replace(/^.*\n/, '') : '';
}

interface StackMaker {
  captureStackTrace?: (holder: object, above: unknown) => void;
  prepareStackTrace?: unknown;
}
