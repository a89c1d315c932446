// Screenshots as a model gets them, and as the server keeps them.
import { expect } from '@playwright/test';
import type { Answer, Server } from '../server/server.js';
import { Png } from './png.js';

/** Longest side of a picture in an answer. */
const SHOWN_MAX_SIDE_PX = 2_000;

export interface Captured {
  /** The picture in the answer. */
  png: Png;
  bytes: number;
  /** The picture as it is kept: the same, unless it is too long for a model. */
  whole: Png;
  answer: Answer;
}

const sizes = ({ width, height }: Png, bytes: number) => ({ width, height, bytes });

/** Calls `capture_screenshot`, which must succeed, and looks at the whole of its answer. */
export async function capture(
  server: Server,
  args: Record<string, unknown> = {},
): Promise<Captured> {
  const result = await server.tool('capture_screenshot', args);
  expect(result.isError, result.content[0].text).toBeFalsy();
  const [text, image, link] = result.content;
  const answer = result.structuredContent;
  expect(image).toMatchObject({ type: 'image', mimeType: 'image/png' });
  expect(link).toMatchObject({
    type: 'resource_link',
    uri: `gasoline://screenshot/${answer.id}`,
    mimeType: 'image/png',
  });
  expect(text.text).toContain(`screenshot ${answer.id} of `);
  const file = Buffer.from(image.data, 'base64');
  const png = Png.read(file);
  const kept = await fetchPng(server, `${answer.id}.png`);
  const whole = Png.read(kept);
  expect(answer).toMatchObject(sizes(whole, kept.length));
  expect(whole.width).toBeLessThanOrEqual(1280);
  expect(kept.length).toBeLessThanOrEqual(500_000);
  if (whole.height <= SHOWN_MAX_SIDE_PX) {
    expect(file).toEqual(kept);
    expect(answer).not.toHaveProperty('shown');
  } else {
    expect(answer.shown).toEqual(sizes(png, file.length));
    expect(Math.max(png.width, png.height)).toBeLessThanOrEqual(SHOWN_MAX_SIDE_PX);
    expect(file.length).toBeLessThanOrEqual(500_000);
    expect(answer.note).toContain(`gasoline://screenshot/${answer.id}`);
  }
  return { png, bytes: file.length, whole, answer };
}

/** What `/screenshots/…` has. */
export async function fetchPng(server: Server, path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/screenshots/${path}`);
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Calls it where it must be refused, and gives the words. */
export async function refusal(server: Server, args: Record<string, unknown> = {}): Promise<string> {
  const result = await server.tool('capture_screenshot', args);
  expect(result.isError).toBe(true);
  expect(result.content).toHaveLength(1);
  expect(result.content[0].text).toMatch(/\nhint: \S/);
  return result.content[0].text;
}
