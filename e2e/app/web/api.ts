// How the front end asks: REST with a bearer token, and GraphQL by operation.

const TOKEN = 'harbour.token';

export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export function token(): string | null {
  return localStorage.getItem(TOKEN);
}

export function keepToken(value: string | null): void {
  if (value === null) localStorage.removeItem(TOKEN);
  else localStorage.setItem(TOKEN, value);
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  const bearer = token();
  if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`;
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  const answer = await fetch(path, init);
  if (answer.status === 204) return undefined as T;
  const value = await answer.json();
  if (!answer.ok) throw new ApiError(answer.status, value.error ?? answer.statusText);
  return value;
}

export async function graphql<T>(
  operationName: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const { data, errors } = await call<{ data: T; errors?: { message: string }[] }>(
    'POST',
    '/graphql',
    { operationName, query, variables },
  );
  if (errors?.[0]) throw new ApiError(200, errors[0].message);
  return data;
}

/** Tells the statistics where the user is; nobody waits for it. */
export function collect(path: string): void {
  navigator.sendBeacon('/collect', JSON.stringify({ event: 'view', path, at: Date.now() }));
}
