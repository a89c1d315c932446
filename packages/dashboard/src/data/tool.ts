// MCP tools, called as an agent calls them: what the dashboard shows of them is what an agent reads.
import { isObject, list, object, text, type Told } from './read.js';

export interface ToolAnswer {
  readonly text: string;
  readonly content: Told;
  readonly isRefusal: boolean;
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'gasoline-dashboard', version: '0' },
  },
};

/** Calls a tool in a session of its own, which is ended: a dashboard is no editor that stays. */
export async function callTool(name: string, args: Told): Promise<ToolAnswer> {
  const hello = await post(HELLO);
  const id = hello.headers.get('mcp-session-id');
  const session = id === null ? {} : { 'mcp-session-id': id };
  await hello.text();
  try {
    await (await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)).text();
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } };
    return read(await (await post(call, session)).text());
  } finally {
    void fetch('/mcp', { method: 'DELETE', headers: session }).catch(() => {});
  }
}

/** A test of what was done, in a test or in interactive use; a refusal says what is missing. */
export async function writeTest(test: string | undefined): Promise<string> {
  const answer = await callTool('generate_test', test === undefined ? {} : { test_id: test });
  const script = text(answer.content, 'test_script');
  if (answer.isRefusal || script === undefined) throw new Error(answer.text);
  return script;
}

async function post(
  message: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = { ...HEADERS, ...more };
  const answer = await fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer;
}

/** Reads the answer out of a JSON body or the last event of a stream. */
export function read(body: string): ToolAnswer {
  const data = body.split('\n').findLast((line) => line.startsWith('data: {'));
  const message: unknown = JSON.parse(data === undefined ? body : data.slice(6));
  const result = isObject(message) ? object(message, 'result') : {};
  const texts = list(result, 'content').flatMap((block) => text(block, 'text') ?? []);
  if (texts.length === 0) {
    const why = isObject(message) ? object(message, 'error')['message'] : undefined;
    return { text: String(why ?? 'the tool said nothing'), content: {}, isRefusal: true };
  }
  return {
    text: texts.join('\n\n'),
    content: object(result, 'structuredContent'),
    isRefusal: result['isError'] === true,
  };
}
