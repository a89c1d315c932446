// What one call tells of an error, held against the source it was thrown in.
import { expect } from '@playwright/test';
import { lineOf, NO_STOCK } from '../pages/apps/app.js';
import type { AiContext, Broken } from '../pages/enrich.js';
import type { Answer } from './server.js';

/** An error of an app, as its source has it. */
export interface Expected {
  /** The source, in `enrich/apps`. */
  file: string;
  /** What of the line that breaks no other line has. */
  code: string;
  function?: string | undefined;
  /** Root first; none where the framework tells none. */
  components: string[];
}

/** An error in full, as far as tests look at it. */
export interface ToldError {
  message: string;
  location?: { file: string; line: number; function?: string };
  _aiContext?: AiContext & {
    sourceSnippets?: { snippet: { text: string; isError?: boolean }[] }[];
  };
  cause?: Record<string, unknown>[];
  action_before?: { type: string; target: string; sure: string };
}

export interface Told {
  text: string;
  error: ToldError;
  /** All of it, to look for what may not be there. */
  answer: Answer;
}

/** What one call says, made as soon as the first error has what follows it by a moment. */
export async function told(app: Broken, has: (error: ToldError) => boolean): Promise<Told> {
  let last: Told | undefined;
  await expect
    .poll(
      async () => {
        const answer = await app.server.tool('get_browser_errors');
        const [error] = answer.structuredContent.errors as ToldError[];
        if (error !== undefined) last = { text: answer.content[0].text, error, answer };
        return error !== undefined && has(error);
      },
      { message: 'waiting for the error to be explained', intervals: [50, 100, 200, 500] },
    )
    .toBe(true);
  if (last === undefined) throw new Error('nothing was told');
  return last;
}

/** Breaks an app, and asserts that one call tells where, in which component, after what and why. */
export async function expectDiagnosed(
  app: Broken,
  name: string,
  expected: Expected,
): Promise<ToldError> {
  await app.press(name);
  const hasComponents = expected.components.length > 0;
  const hasCause = name === 'server';
  // Requests and actions leave in batches of their own, which may come after that of the error.
  const { text, error } = await told(
    app,
    ({ location, cause, action_before, _aiContext: known }) =>
      location !== undefined &&
      action_before !== undefined &&
      (!hasComponents || known?.componentAncestry !== undefined) &&
      (!hasCause || cause !== undefined),
  );
  const line = lineOf(expected.file, expected.code);
  expect(error.location, name).toMatchObject({ file: expected.file, line });
  expect(error.location?.function, name).toBe(expected.function);
  const { _aiContext: context } = error;
  const marked = context?.sourceSnippets?.[0]?.snippet.filter(({ isError }) => isError);
  expect(marked, name).toEqual([
    expect.objectContaining({ text: expect.stringContaining(expected.code) }),
  ]);
  const components = context?.componentAncestry?.components ?? [];
  expect(
    components.map((component) => component.name),
    name,
  ).toEqual(expected.components);
  expect(error.action_before, name).toMatchObject({
    type: 'click',
    target: `click button "${name}"`,
  });
  const place = expected.function ? ` in ${expected.function} on ` : ' on ';
  const said = [
    new RegExp(`at ${escaped(expected.file)}:${line}:\\d+${escaped(place)}`),
    new RegExp(`> +${line} \\| .*${escaped(expected.code)}`),
    `user: click button "${name}" (`,
    ...(hasComponents ? [`component: ${expected.components.join(' > ')} (`] : []),
  ];
  if (hasCause) {
    const url = new URL('/api/order', app.url).href;
    const body = '{"items":[7]}';
    expect(error.cause).toEqual([
      expect.objectContaining({
        method: 'POST',
        url,
        status: NO_STOCK.status,
        requestBody: body,
        responseBody: NO_STOCK.body,
        sure: 'likely',
        because: [
          'its answer has no `receipt`',
          expect.stringMatching(/^sent \d+ ms after the click$/),
          expect.stringMatching(/^answered \d+ ms before$/),
        ],
      }),
    ]);
    expect(error.action_before?.sure).toBe('likely');
    said.push(`cause, likely: POST ${url} → 500`, `request: ${body}`, `response: ${NO_STOCK.body}`);
  } else {
    expect(error, name).not.toHaveProperty('cause');
  }
  for (const part of said) expect(text, name).toMatch(part);
  expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(2000);
  return error;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
