// The errands a page can do, by name. Every failure is an answer.
import type { ErrandName } from 'gasoline-capture/protocol.generated';
import type { ErrandAnswer } from '../messages.js';
import { audit } from './audit.js';
import { fetchSource } from './fetch-source.js';
import { pageInfo } from './page-info.js';
import { pose } from './pose.js';
import { queryDom } from './query-dom.js';
import { Refusal } from './refusal.js';

const ERRANDS: Record<ErrandName, (given: Record<string, unknown>) => object | Promise<object>> = {
  query_dom: queryDom,
  get_page_info: pageInfo,
  run_accessibility_audit: audit,
  fetch_source: fetchSource,
  capture_screenshot: pose,
};

export async function doErrand(
  name: ErrandName,
  given: Record<string, unknown>,
  isPaused: boolean,
): Promise<ErrandAnswer> {
  try {
    // The worker knows whether a tab is captured; whether a frame of it is, the frame knows.
    if (isPaused && name === 'fetch_source') {
      throw new Refusal('the frame with the error is not captured', 'switch on its site');
    }
    return { result: await ERRANDS[name](given) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused };
    const said = error instanceof Error ? error.message : String(error);
    return {
      refused: {
        what: `\`${name}\` failed in the page: ${said}`,
        hint: 'reload the page and ask again',
      },
    };
  }
}
