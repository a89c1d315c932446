// A test of a page's looks: it passes while a clock runs, and fails when a style breaks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '../../app/server/app.js';
import { expect, test } from '../support/browser/ci.js';
import { Png } from '../support/images/png.js';
import { Project, REASON_MIN_MS, stuckMs } from '../support/generated/generated.js';
import type { Server } from '../support/server/server.js';

interface Outline {
  url: string;
  dynamic?: { cssPath: string }[];
}

/** Waits until somebody who looks at the page knows that this changes by itself. */
async function known(server: Server, path: string, node: RegExp): Promise<void> {
  await server.until(({ dom_snapshots }) => {
    const outlines = dom_snapshots as Outline[];
    const here = outlines.filter(({ url }) => new URL(url).pathname === path);
    return here.some(({ dynamic = [] }) => dynamic.some(({ cssPath }) => node.test(cssPath)));
  }, `${node} on ${path}`);
}

/** The same test where the shop's style sheet ends with this. */
function styled(script: string, css: string): string {
  return `${script}
test.beforeEach(({ page }) =>
  page.route('**/assets/shop.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()) + ${JSON.stringify(css)} });
  }),
);
`;
}

/** The same test with baselines of its own, where the clock stands still and nothing comes from the server. */
function stopped(script: string, time: string): string {
  return `${script.replaceAll(/(?=\d-[\w-]+\.png)/g, 'unmasked-')}
test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime('${time}');
  await page.routeWebSocket('**/live', () => {});
});
`;
}

test('looks are asserted: what changes by itself is masked, what breaks is noticed', async ({
  open,
  server,
}) => {
  const app = await App.start();
  try {
    const page = await open({ way: 'binding', config: { mode: 'all' } });
    await page.goto(`${app.origin}/hours`);
    await known(server, '/hours', /clock/);
    await page.getByRole('button', { name: 'Holidays' }).click();
    await page.getByText('Midsummer').waitFor();
    await page.getByRole('link', { name: 'Harbour Goods' }).click();
    await known(server, '/', /ticker/);
    await page.locator('.product').first().waitFor();
    await page.context().close();

    const generate = async (more: Record<string, unknown>) => {
      const answer = await server.tool('generate_test', { assert_visual: true, ...more });
      return answer.structuredContent.test_script as string;
    };
    const masked = await generate({});
    const unmasked = await generate({ assertions: { visual: true }, mask_dynamic: false });
    expect(masked.match(/toHaveScreenshot\(/g)).toHaveLength(3);
    expect(unmasked).not.toContain('mask:');

    const reproduced = await server.tool('get_reproduction_script', { include_screenshots: true });
    const project = new Project();
    const runs = async (files: Record<string, string>, actMs?: number) => {
      project.write(files);
      return project.run({ only: Object.keys(files), ...(actMs && { actMs }) });
    };
    const clock = (time: string) => ({ 'unmasked.spec.ts': stopped(unmasked, time) });

    // Without a baseline nothing can be compared: the first run writes them, and says so.
    const first = await runs({ 'looks.spec.ts': masked, ...clock('2026-03-01T09:00:00') });
    for (const { passed, errors } of Object.values(first)) {
      expect(passed).toBe(false);
      expect(errors).toContain("snapshot doesn't exist");
    }

    // The same sheet with nothing added shows that only the style makes it fail. A reproduction
    // takes its own pictures.
    const healthy = await runs({
      'looks.spec.ts': masked,
      'again.spec.ts': masked,
      'same.spec.ts': styled(masked, ''),
      'reproduction.spec.ts': reproduced.structuredContent.script,
    });
    expect(Object.keys(healthy)).toHaveLength(4);
    for (const [file, { passed, errors }] of Object.entries(healthy)) {
      expect(passed, `${file}\n${masked}\n${errors}`).toBe(true);
    }
    const pictures = [1, 2, 3].map((step) => join(project.folder, `step-${step}.png`));
    const sizes = pictures.map((path) => Png.read(readFileSync(path)).width);
    expect(sizes).toEqual([1280, 1280, 1280]);
    expect(existsSync(join(project.folder, 'step-4.png'))).toBe(false);

    const styles = { 'broken.spec.ts': styled(masked, 'table th { text-align: right }') };
    const actMs = stuckMs(healthy, REASON_MIN_MS);
    const broken = await runs({ ...styles, ...clock('2026-03-01T09:59:58') }, actMs);
    expect(Object.keys(broken)).toHaveLength(2);
    for (const { passed, errors } of Object.values(broken)) {
      expect(passed).toBe(false);
      expect(errors).toContain('1-hours-loaded.png');
      expect(errors).toMatch(/\d+ pixels .* are different/);
    }
  } finally {
    await app.stop();
  }
});
