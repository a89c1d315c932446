// What a `:hover` rule wants to be hovered.
import { expect, test } from 'vitest';
import { alternatives, hoveredPart } from './rules.js';

test.each([
  ['.list li:hover .destroy', '.list li'],
  ['.menu:hover > ul', '.menu'],
  ['.menu:hover>ul', '.menu'],
  ['.trigger:hover + .menu', '.trigger'],
  ['.card:hover:not(.off) .tools', '.card'],
  ['.shown:is(:where(.group):hover *)', ':where(.group)'],
  [':hover .tools', '*'],
  ['li:is(.a, .b):hover .x', 'li:is(.a, .b)'],
  ['.button:hover', undefined],
  ['.button:hover::after', undefined],
  ['.list .button:hover', undefined],
  ['li:not(:hover) .x', undefined],
  ['.plain .x', undefined],
])('%s shows something while %s is hovered', (selector, hovered) => {
  expect(hoveredPart(selector)).toBe(hovered);
});

test('a list is split at its own commas', () => {
  expect(alternatives('a:hover b, c:is(d, e), f')).toEqual(['a:hover b', 'c:is(d, e)', 'f']);
});
