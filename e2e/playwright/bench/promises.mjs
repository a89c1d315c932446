// What the figures of the benches promise. With `--check` a bench that does not keep it ends with 1.

/** The most that is promised: times and ratios as the docs give them, for a release build. */
export const PROMISED = {
  'snapshot p99 (ms)': 50,
  'clear p99 (ms)': 10,
  'memory (MB)': 100,
  'time of a test, to the bare runner': 1.1,
};

/** Says which figures are over what is promised; asked to check, it also sets the exit code. */
export function judge(figures) {
  for (const [name, figure] of Object.entries(figures)) {
    const most = PROMISED[name];
    if (most === undefined) throw new Error(`nothing is promised of \`${name}\``);
    // A figure that could not be measured keeps no promise.
    if (figure <= most) continue;
    console.log(`over what is promised: ${name} ${figure.toFixed(2)}, at most ${most}`);
    if (process.argv.includes('--check')) process.exitCode = 1;
  }
}
