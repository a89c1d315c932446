// Stacks are recorded as they would be without us.
import { expect, test } from 'vitest';
import { membersOf, withoutUs } from './stack.js';

const deep = (frames: number) =>
  `TypeError: x${`\n    at Object.executeDispatchesInOrder (http://localhost:3000/static/js/vendors~main.chunk.js:16040:12)`.repeat(frames)}`;

test('a deep stack of the page stays as it is: an expression that backtracks would not end', () => {
  expect(withoutUs(deep(60))).toBe(deep(60));
});

test('the place of an error is that of its first frame, also in a script called by its path', () => {
  const error = new Error('x');
  error.stack = 'Error: x\n    at run (/home/ada/app.js:3:7)\n    at http://localhost/b.js:1:1';
  expect(membersOf(error)).toMatchObject({ filename: '/home/ada/app.js', lineno: 3, colno: 7 });
});
