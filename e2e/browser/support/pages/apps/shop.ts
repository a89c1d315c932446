// What the shop in React breaks with, and where.
import type { Expected } from '../../server/diagnosis.js';
import type { Mode } from './app.js';

/** The components of what was touched: all that a production build knows. */
const TOUCHED = ['App', 'Provider', 'SessionProvider', 'Page', 'ButtonRow'];

const ERRORS: Record<string, { code: string; function: string; below?: string[] }> = {
  handler: { code: "TypeError('cart broken in handler')", function: 'handler' },
  promise: { code: "TypeError('cart broken in promise')", function: 'promise' },
  timer: { code: "TypeError('cart broken in timer')", function: 'timer' },
  server: { code: 'order.receipt.total', function: 'server' },
  effect: { code: "Error('cart broken in effect')", function: 'Counter', below: ['Counter'] },
  render: { code: 'order.lines.length', function: 'Receipt', below: ['Receipt'] },
  boundary: { code: 'order.lines.length', function: 'Receipt', below: ['Boundary', 'Receipt'] },
};

/** The button of each error, and what is to be told of it. */
export function shopErrors(mode: Mode): [string, Expected][] {
  return Object.entries(ERRORS).map(([name, { below = [], ...error }]) => {
    const components = mode === 'development' ? [...TOUCHED, ...below] : TOUCHED;
    return [name, { file: 'react-shop.jsx', ...error, components }];
  });
}
