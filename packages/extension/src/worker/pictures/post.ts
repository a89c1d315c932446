// A picture on its way to the server, which names it.
import { Refusal } from '../../errands/refusal.js';
import { BUSY_RETRY_MS } from '../../limits.js';

/** What `/screenshots` takes. */
export interface Posted {
  dataUrl: string;
  url: string;
  trigger: string;
  timestamp: string;
  tabId: number;
  client: string;
  selector?: string;
  fullPage?: true;
  cropped?: true;
  actionId?: string;
  errorId?: string;
}

/** Posts it and gives its id. It is sent once more when nobody answers; the server keeps it once. */
export async function postScreenshot(serverUrl: string, posted: Posted): Promise<string> {
  const body = JSON.stringify({ ...posted, batch_id: crypto.randomUUID() });
  const first = await post(serverUrl, body).catch(() => undefined);
  if (first !== undefined && first.status !== 503) return idOf(first);
  await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
  return idOf(await post(serverUrl, body));
}

function post(serverUrl: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'text/plain' };
  return fetch(`${serverUrl}/screenshots`, { method: 'POST', headers, body, credentials: 'omit' });
}

async function idOf(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => undefined);
  if (typeof said === 'object' && said !== null) {
    if (answer.ok && 'id' in said) return String(said.id);
    if ('error' in said && 'hint' in said) {
      throw new Refusal(`the picture is refused: ${String(said.error)}`, String(said.hint));
    }
  }
  throw new Refusal(`the picture is refused (${answer.status})`, 'ask again');
}
