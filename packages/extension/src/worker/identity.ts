// Who this browser is to a server: an id of its own, and the secret of the pairing with that server.
import type { Area } from './settings.js';

const BROWSER = 'browserId';
const SECRETS = 'pairingSecrets';

/** Servers whose secret is kept; a port tried once is not worth keeping for ever. */
const SERVERS_MAX = 10;

export class Identity {
  #browser = '';
  #secrets: Record<string, string> = {};

  constructor(private readonly local: Area) {}

  async load(): Promise<void> {
    const items = await this.local.get(null);
    const secrets = items[SECRETS];
    if (typeof secrets === 'object' && secrets !== null) this.#secrets = { ...secrets };
    const browser = items[BROWSER];
    if (typeof browser === 'string') {
      this.#browser = browser;
      return;
    }
    this.#browser = crypto.randomUUID();
    await this.local.set({ [BROWSER]: this.#browser });
  }

  get browser(): string {
    return this.#browser;
  }

  secretOf(serverUrl: string): string | null {
    return this.#secrets[serverUrl] ?? null;
  }

  async pair(serverUrl: string, secret: string): Promise<void> {
    if (secret === this.#secrets[serverUrl]) return;
    const { [serverUrl]: _old, ...others } = this.#secrets;
    const kept = Object.entries(others).slice(1 - SERVERS_MAX);
    this.#secrets = { ...Object.fromEntries(kept), [serverUrl]: secret };
    await this.local.set({ [SECRETS]: this.#secrets });
  }
}
