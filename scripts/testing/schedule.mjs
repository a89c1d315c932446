// Runs steps in lanes: a step starts when its lane is free and what it needs has ended. A lane without
// steps of its own takes those of the others.

/**
 * Calls `run` for each step and returns its outcomes by name: 'passed', 'failed', or the reason why
 * it did not run. Steps of one lane run one after another in their order; a step that waits for its
 * needs lets later ones go first. A step that is `alone` starts when nothing else is left.
 *
 * @param {{ name: string, lane: string, needs: string[], alone?: boolean }[]} steps
 * @param {(step: any) => Promise<boolean>} run  whether the step passed
 */
export async function schedule(steps, run) {
  const outcomes = new Map();
  const waiting = [...steps];
  const running = new Map();
  const lanes = new Set(steps.map(({ lane }) => lane));
  const finish = async (step) => {
    outcomes.set(step.name, (await run(step)) ? 'passed' : 'failed');
    running.delete(step);
  };
  while (waiting.length > 0 || running.size > 0) {
    for (const step of waiting.slice()) {
      const needs = step.needs.filter((need) => steps.some(({ name }) => name === need));
      const broken = needs.find((need) => outcomes.has(need) && outcomes.get(need) !== 'passed');
      const take = () => waiting.splice(waiting.indexOf(step), 1);
      if (broken) {
        take();
        outcomes.set(step.name, `not run: it needs ${broken}`);
        continue;
      }
      const now = [...running.keys()];
      const isBusy = (lane) => now.some((other) => other.lane === lane);
      const hasSteps = (lane) => waiting.some((other) => other.lane === lane);
      const isIdle = (lane) => !isBusy(lane) && !hasSteps(lane);
      const hasRoom = now.length < lanes.size && !now.some(({ alone }) => alone);
      const isFree = step.alone
        ? now.length === 0 && waiting.every(({ alone }) => alone)
        : hasRoom && (!isBusy(step.lane) || [...lanes].some(isIdle));
      if (!isFree || !needs.every((need) => outcomes.has(need))) continue;
      take();
      running.set(step, finish(step));
    }
    await Promise.race(running.values());
  }
  return outcomes;
}
