// An MCP client over HTTP that stays the same one from call to call.
import type { Answer, Server } from './server.js';
import { Events } from './sse.js';

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export class Editor {
  #next = 1;

  private constructor(
    private readonly url: string,
    private readonly session: string,
  ) {}

  /** Shakes hands with the server. */
  static async join(server: Pick<Server, 'url'>): Promise<Editor> {
    const url = `${server.url}/mcp`;
    const hello = await fetch(url, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'e2e', version: '0' },
        },
      }),
    });
    const session = hello.headers.get('mcp-session-id');
    await hello.text();
    if (session === null) throw new Error('the server gave no session');
    const editor = new Editor(url, session);
    await editor.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return editor;
  }

  /** The result of a tool; a refusal fails the test. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const id = this.#next++;
    const params = { name, arguments: args };
    const text = await this.#post({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const line = text.split('\n').findLast((one) => one.startsWith('data: {'));
    const { result, error } = JSON.parse(line?.slice(6) ?? text) as Answer;
    if (error || result.isError) throw new Error(JSON.stringify(error ?? result.content));
    return result;
  }

  /** What the server sends unasked, from here on. */
  listen(): Promise<Events<Answer>> {
    return Events.open<Answer>(this.url, { 'mcp-session-id': this.session });
  }

  async #post(body: unknown): Promise<string> {
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: { ...HEADERS, 'mcp-session-id': this.session },
      body: JSON.stringify(body),
    });
    return answer.text();
  }
}
