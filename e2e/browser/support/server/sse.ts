// Server-sent events, read as they come.

/** Reads a stream until `close`; each event's data is parsed. */
export class Events<T> {
  readonly seen: T[] = [];
  readonly #abort = new AbortController();

  private constructor() {}

  static async open<T>(url: string, headers: Record<string, string> = {}): Promise<Events<T>> {
    const events = new Events<T>();
    const { signal } = events.#abort;
    const answer = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      signal,
    });
    if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`);
    void events.#read(answer.body);
    return events;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        rest += decoder.decode(chunk, { stream: true });
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        const data = lines.filter((line) => line.startsWith('data: {'));
        this.seen.push(...data.map((line) => JSON.parse(line.slice(6)) as T));
      }
    } catch {
      // It was closed, by us or with the server.
    }
  }
}
