// `run_accessibility_audit`: axe-core, which the worker has put into this world just before.
import type { AxeResults, NodeResult, Result, RunOptions } from 'axe-core';
import { htmlOf } from './elements.js';
import { clip, listArgument, Refusal, selectAll, textArgument } from './refusal.js';

const NODES_MAX = 10;
const HTML_MAX_CHARS = 200;
const SUMMARY_MAX_CHARS = 500;

interface Axe {
  run(context: Document | { include: string[][] }, options: RunOptions): Promise<AxeResults>;
  reset(): void;
}

/** One run at a time: axe refuses a second one while the first is under way. */
let running: Promise<unknown> = Promise.resolve();

export async function audit(given: Record<string, unknown>): Promise<object> {
  const axe = (globalThis as { axe?: Axe }).axe;
  if (axe === undefined) throw new Error('axe-core is not in the page');
  const scope = textArgument(given, 'scope');
  if (scope !== undefined && selectAll(document, scope).length === 0) {
    throw new Refusal(
      `nothing in the page matches \`${scope}\``,
      'leave `scope` out to audit the whole page, or find the element with `query_dom`',
    );
  }
  const tags = listArgument(given, 'tags');
  const options: RunOptions = { resultTypes: ['violations'] };
  if (tags.length > 0) options.runOnly = { type: 'tag', values: tags };
  const run = running.then(() =>
    axe.run(scope === undefined ? document : { include: [[scope]] }, options),
  );
  running = run.catch(() => {});
  return report(await run, given['include_passes'] === true);
}

function report(results: AxeResults, withPasses: boolean): object {
  const { violations, passes, incomplete, inapplicable } = results;
  return {
    url: location.href,
    violations: violations.map(violation),
    ...(withPasses ? { passes: passes.map(({ id, description }) => ({ id, description })) } : {}),
    summary: {
      violations: violations.length,
      passes: passes.length,
      incomplete: incomplete.length,
      inapplicable: inapplicable.length,
    },
  };
}

function violation({ id, impact, description, helpUrl, tags, nodes }: Result): object {
  return {
    id,
    impact: impact ?? null,
    description,
    helpUrl,
    wcag: tags.filter((tag) => /^wcag\d/.test(tag)),
    nodes: nodes.slice(0, NODES_MAX).map(node),
    nodeCount: nodes.length,
  };
}

function node({ target, html, failureSummary }: NodeResult): object {
  const selector = target.flat().join(' ');
  return {
    selector,
    html: find(selector) ?? clip(html.replace(/ value="[^"]*"/g, ''), HTML_MAX_CHARS),
    failureSummary: clip(failureSummary ?? '', SUMMARY_MAX_CHARS),
  };
}

/** The element's HTML by our own hand, which keeps the values of secret fields out of it. */
function find(selector: string): string | undefined {
  try {
    const element = document.querySelector(selector);
    return element === null ? undefined : htmlOf(element, HTML_MAX_CHARS);
  } catch {
    return undefined;
  }
}
