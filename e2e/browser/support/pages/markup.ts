// Pages of random markup, the same for the same seed: elements, attributes and styles that decide roles and names.

const TAGS =
  'a area article aside b blockquote br button code dd del details dialog div dl dt em fieldset figure footer form h1 h2 header hr iframe img input input input ins label label li main mark menu meter nav ol output p progress search section select slot span span strong sub summary sup svg table textarea time ul x-box'.split(
    ' ',
  );
const ROLES =
  'alert button none presentation link list listitem heading checkbox textbox combobox listbox option row cell grid region img group generic menu menuitem tab slider progressbar dialog unknown form banner switch tooltip term paragraph columnheader table radio status searchbox'.split(
    ' ',
  );
const INPUT_TYPES =
  'text email search tel url password number range checkbox radio button submit reset image file hidden color date'.split(
    ' ',
  );
const STYLES =
  'display:none visibility:hidden display:contents display:block display:inline-block opacity:0 content-visibility:hidden'.split(
    ' ',
  );
const WORDS = 'Save Delete Milk Price one two three ★'.split(' ');
const CLASSES = ['before', 'attribute', 'spoken', 'block'];
const STYLE = `.before::before { content: "B\\"q" } .attribute::before { content: attr(data-mark) "x" }
.spoken::after { content: url(data:,) / "aloud" } .block::after { content: "last"; display: block }`;

/** What may be inside, where not everything may. */
const CHILDREN: Record<string, string[]> = {
  table: ['caption', 'thead', 'tbody', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tr: ['td', 'td', 'th'],
  ul: ['li'],
  ol: ['li'],
  dl: ['dt', 'dd'],
  select: ['option', 'option'],
  fieldset: ['legend', 'label', 'input'],
  figure: ['figcaption', 'img', 'span'],
  details: ['summary', 'p'],
  svg: ['title', 'g', 'text'],
};
const EMPTY = /^(?:area|br|hr|img|input)$/;
const WITHOUT_CHILDREN = /^(?:iframe|option|svg|text|textarea|title)$/;
const IDS = 40;

export function randomPage(seed: number): string {
  let state = seed;
  /** Between 0 and 1 (mulberry32). */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? '';
  const often = (share: number) => random() < share;
  const id = () => `i${Math.floor(random() * IDS)}`;
  const text = () => (often(0.7) ? `${pick(WORDS)}${often(0.3) ? ' ' : ''}` : '\n');
  let elements = 0;

  const attributes = (tag: string): string => {
    const given: string[] = [];
    const add = (share: number, attribute: () => string) => {
      if (often(share)) given.push(attribute());
    };
    if (elements++ < IDS) given.push(`id="i${elements}"`);
    add(0.12, () => `role="${pick(ROLES)}${often(0.1) ? ` ${pick(ROLES)}` : ''}"`);
    add(0.07, () => `aria-label="${often(0.2) ? '  ' : `${pick(WORDS)} label`}"`);
    add(0.06, () => `aria-labelledby="${id()}${often(0.3) ? ` ${id()}` : ''}"`);
    add(0.08, () => `title="${often(0.1) ? '' : `${pick(WORDS)} title`}"`);
    add(0.04, () => `aria-hidden="${pick(['true', 'false', ''])}"`);
    add(0.05, () => `style="${pick(STYLES)}"`);
    add(0.05, () => `class="${pick(CLASSES)}" data-mark="mark"`);
    add(0.04, () => `tabindex="${pick(['0', '-1', 'x', ''])}"`);
    add(0.03, () => `aria-owns="${id()}"`);
    add(0.04, () => `aria-${pick(['live', 'roledescription', 'expanded', 'valuetext'])}="some"`);
    add(0.03, () => pick(['hidden', 'disabled', 'aria-selected="true"', 'aria-valuenow="5"']));
    if (tag === 'a' || tag === 'area') add(0.6, () => 'href="#there"');
    if (tag === 'input') {
      given.push(`type="${pick(INPUT_TYPES)}"`);
      add(0.4, () => `value="value ${pick(WORDS)}"`);
    }
    if (tag === 'input' || tag === 'textarea') add(0.3, () => `placeholder="hint ${pick(WORDS)}"`);
    if (/^(?:area|img|input)$/.test(tag)) {
      add(0.6, () => `alt="${often(0.3) ? '' : `${pick(WORDS)} alt`}"`);
    }
    if (tag === 'label') add(0.6, () => `for="${id()}"`);
    if (tag === 'select') add(0.3, () => pick(['multiple', 'size="3"']));
    if (tag === 'th') add(0.4, () => `scope="${pick(['col', 'row', 'colgroup', 'unknown'])}"`);
    if (tag === 'details' || tag === 'dialog') add(0.6, () => 'open');
    if (tag === 'meter' || tag === 'progress') given.push('value="0.5"');
    return given.join(' ');
  };

  const element = (depth: number, tag: string): string => {
    const start = `<${tag} ${attributes(tag)}>`;
    if (EMPTY.test(tag)) return start;
    const parts = [start];
    if (tag === 'x-box') {
      const inside = depth > 0 ? element(depth - 1, pick(TAGS)) : '';
      const slot = often(0.6) ? `<slot>${text()}</slot>` : '';
      parts.push(`<template shadowrootmode="open">${text()}${inside}${slot}</template>`);
    }
    const children = CHILDREN[tag];
    if (!children) parts.push(text());
    const isLeaf = depth === 0 || (WITHOUT_CHILDREN.test(tag) && !children);
    for (let left = isLeaf ? 0 : Math.floor(random() * 4); left > 0; left--) {
      parts.push(element(depth - 1, pick(children ?? TAGS)));
      if (!children) parts.push(text());
    }
    return `${parts.join('')}</${tag}>`;
  };

  const body = Array.from({ length: 25 }, () => element(4, pick(TAGS))).join('\n');
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><body>${body}`;
}
