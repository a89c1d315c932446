// The steps a locator is made of, each with what it finds.
import { withCaches } from '../aria/cache.js';
import { ariaRole } from '../aria/role.js';
import { LOCATOR_MAX_LEVELS, SELECTOR_TEXT_MAX_CHARS } from '../limits.js';
import { uniqueId } from './css-path.js';
import { candidatesCss, hasRoleAndName, mayHaveRoleAndName, roleOf } from './role.js';
import { parentOf, type Root } from './roots.js';
import { testIdCss, testIdOf } from './test-id.js';
import { normalize } from './text.js';

type Scope = Root | Element;

export interface Step {
  /** As Playwright writes it, without the page in front. */
  code: string;
  find(scopes: Scope[]): Element[];
  /** The same with those that are hidden and may come to light, if that makes a difference. */
  findHidden?(scopes: Scope[]): Element[];
}

/** What an element says of itself, best first. */
export function stepsOf(element: Element): Step[] {
  return [byTestId(element), byRole(element), byId(element)].filter((step) => step !== undefined);
}

/** Elements around this one that can be told from all others, nearest first. */
export function* nearby(
  element: Element,
  roots: Root[],
): Generator<{ element: Element; step: Step }> {
  let around = parentOf(element);
  for (let level = 0; around && level < LOCATOR_MAX_LEVELS; level++) {
    // Names of rows and regions are made of all they contain: only those that were given count.
    const isNamed = around.matches('[aria-label],[aria-labelledby],fieldset,dialog');
    const steps = [
      byTestId(around),
      isNamed ? byRole(around) : undefined,
      byText(around, element, roots),
      byId(around),
    ];
    for (const step of steps) {
      const found = step?.find(roots);
      if (step && found?.length === 1 && found[0] === around) yield { element: around, step };
    }
    around = parentOf(around);
  }
}

function byTestId(element: Element): Step | undefined {
  const testId = testIdOf(element);
  if (!testId) return undefined;
  const css = testIdCss(testId);
  const code = testId.testIdAttribute
    ? `locator(${quote(css)})`
    : `getByTestId(${quote(testId.testId)})`;
  return { code, find: (scopes) => all(scopes, css) };
}

function byRole(element: Element): Step | undefined {
  const wanted = roleOf(element);
  if (!wanted) return undefined;
  const css = candidatesCss(element, wanted.role);
  return {
    code: `getByRole(${quote(wanted.role)}, { name: ${quote(wanted.name)}, exact: true })`,
    find: (scopes) =>
      withCaches(() => all(scopes, css).filter((one) => hasRoleAndName(one, wanted))),
    findHidden: (scopes) =>
      withCaches(() => all(scopes, css).filter((one) => mayHaveRoleAndName(one, wanted))),
  };
}

function byId(element: Element): Step | undefined {
  const id = uniqueId(element);
  if (id === undefined) return undefined;
  const css = `#${CSS.escape(id)}`;
  return { code: `locator(${quote(css)})`, find: (scopes) => all(scopes, css) };
}

/** An entry of a list, by a text in it that the other entries do not have. */
function byText(entry: Element, element: Element, roots: Root[]): Step | undefined {
  // A text inside a shadow root is Playwright's to see, not ours.
  const role = roots.length === 1 ? ariaRole(entry) : null;
  if (role === null || !/^(?:listitem|row|article)$/.test(role)) return undefined;
  const find = (text: string) => (scopes: Scope[]) =>
    all(scopes, candidatesCss(entry, role)).filter(
      (one) => ariaRole(one) === role && lower(one).includes(text.toLowerCase()),
    );
  for (const leaf of entry.querySelectorAll(':not(:has(*))')) {
    const text = normalize(leaf.textContent ?? '');
    if (text === '' || text.length > SELECTOR_TEXT_MAX_CHARS || element.contains(leaf)) continue;
    const step = {
      code: `getByRole(${quote(role)}).filter({ hasText: ${quote(text)} })`,
      find: find(text),
    };
    if (step.find(roots).length === 1) return step;
  }
  return undefined;
}

function lower(element: Element): string {
  return normalize(element.textContent ?? '').toLowerCase();
}

function all(scopes: Scope[], css: string): Element[] {
  return scopes.flatMap((scope) => [...scope.querySelectorAll(css)]);
}

/** A string of JavaScript, in single quotes as Playwright's own generator writes them. */
export function quote(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside}'`;
}
