// The checks of a step: a line each, their number at the end, and a file for other programs.
//
// GASOLINE_TEST_RESULTS names the file: a line of JSON per check is added, {"name","ok","seconds"}.
import { appendFileSync } from 'node:fs';

let [passed, failed] = [0, 0];
let since = performance.now();

/**
 * Prints one check; `fault` says what is wrong with it, null that nothing is. `seconds` are those
 * since the check before, unless they are given.
 */
export function report(name, fault, seconds = (performance.now() - since) / 1000) {
  since = performance.now();
  const ok = fault === null;
  if (ok) passed += 1;
  else failed += 1;
  console.log(ok ? `ok    ${name}` : `FAIL  ${name}: ${fault}`);
  const file = process.env.GASOLINE_TEST_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify({ name, ok, seconds })}\n`);
}

/** Runs a check, which fails by throwing. */
export async function check(name, look) {
  const start = performance.now();
  const fault = await look().then(
    () => null,
    (error) => error.message,
  );
  report(name, fault, (performance.now() - start) / 1000);
}

/** Prints how many passed; the exit code of the step. */
export function summarize() {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
