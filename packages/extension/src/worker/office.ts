// The worker as a whole: what its rooms do when a page, the server or the user says something.
import {
  CONNECTION_WORDS,
  type ConnectionState,
  type ToWorker,
} from 'gasoline-capture/protocol.generated';
import type { Batch } from 'gasoline-transport/batch';
import { STATUS_WAIT_MS } from '../limits.js';
import type { Request, Taken, Welcome, WorkerStatus } from '../messages.js';
import { frameSettings } from '../storage.js';
import { Badge } from './badge.js';
import { Counts } from './counts.js';
import { postTo, ServerCarrier } from './carrier.js';
import { runErrand } from './errands.js';
import { errorsIn } from './facts.js';
import { Identity } from './identity.js';
import type { After } from './environment.js';
import { Pictures } from './pictures/index.js';
import { WorkerSender } from './sender.js';
import { WorkerSettings } from './settings.js';
import { ServerSocket } from './socket.js';
import { NamedScripts } from './sources.js';
import {
  inject,
  injectEnrichment,
  injectEverywhere,
  isFrameCaptured,
  listTabs,
  registerScripts,
  tellFrames,
} from './tabs.js';

type Sender = chrome.runtime.MessageSender;

const after: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

export class Office {
  readonly #version = chrome.runtime.getManifest().version;
  readonly #settings = new WorkerSettings(chrome.storage.local, chrome.storage.session);
  readonly #identity = new Identity(chrome.storage.local);
  readonly #counts = new Counts(chrome.storage.session, after);
  readonly #badge = new Badge(chrome.action);
  readonly #named = new NamedScripts();
  readonly #pictures = new Pictures({
    settings: () => this.#settings.current,
    client: () => this.#client,
    after,
    skipped: () => this.#tellStatusSoon(),
  });
  readonly #socket = new ServerSocket({
    open: (url) => new WebSocket(url),
    probe: isGasoline,
    after,
    hello: () => ({
      type: 'hello',
      version: this.#version,
      browser: this.#identity.browser,
      secret: this.#identity.secretOf(this.#settings.current.serverUrl),
      userAgent: navigator.userAgent,
    }),
    version: this.#version,
    heard: (frame) => void this.#heard(frame),
    changed: (_state, frameTooLarge) => this.#socketChanged(frameTooLarge),
  });
  readonly #carrier = new ServerCarrier(this.#socket, (delivery) =>
    postTo(this.#settings.current.serverUrl, delivery),
  );
  readonly #sender = new WorkerSender(chrome.storage.session, this.#carrier, after);
  /** Nothing is answered before what an earlier life wrote down is read. */
  readonly #ready = this.#start();
  #isStatusDue = false;

  async #start(): Promise<void> {
    const rooms = [this.#settings, this.#identity, this.#sender, this.#counts];
    await Promise.all(rooms.map((room) => room.load()));
    this.#socket.use(this.#settings.current.serverUrl);
  }

  /** Who we are, as every batch says it. */
  get #client(): string {
    return `extension/${this.#version} ${this.#identity.browser}`;
  }

  /** How things stand, as popup and badge say it. */
  get #state(): ConnectionState {
    return this.#settings.current.paused ? 'paused' : this.#socket.state;
  }

  /** Any reason to look after the socket. */
  async wake(): Promise<void> {
    await this.#ready;
    this.#socket.wake();
    this.#sender.pump();
  }

  async installed(): Promise<void> {
    await this.wake();
    await registerScripts(this.#settings.current);
    await injectEverywhere(this.#settings.current);
  }

  async answer(request: Request, sender: Sender): Promise<Welcome | Taken | WorkerStatus> {
    await this.#ready;
    this.#socket.wake();
    switch (request.type) {
      case 'hello':
        if (request.isNew) this.#newDocument(sender);
        return this.#welcome(sender);
      case 'batch':
        return { taken: await this.#take(request.batch, sender) };
      case 'enrich':
        await injectEnrichment(sender);
        return { taken: true };
      case 'capture-tab':
        // Said by the popup, after the user gave the permission; no page may say it.
        if (isOurs(sender)) await inject(request.tabId);
        return this.#status(request.tabId);
      case 'status':
        return this.#status(request.tabId);
    }
  }

  /** What is counted of a tab starts anew with its document. */
  #newDocument({ tab, frameId }: Sender): void {
    if (tab?.id === undefined || frameId !== 0) return;
    this.#counts.restart(tab.id);
    this.#badge.showTab(tab.id, this.#state, 0);
    this.#pictures.newDocument(tab.id);
  }

  #welcome(sender: Sender): Welcome {
    const stored = this.#settings.current;
    const captured = isFrameCaptured(sender, stored);
    return { settings: frameSettings(stored, captured), serverUrl: stored.serverUrl };
  }

  async #take(batch: Batch, sender: Sender): Promise<boolean> {
    const stored = this.#settings.current;
    // Taken, to be forgotten: the user does not want it kept.
    if (stored.paused || !isFrameCaptured(sender, stored)) return true;
    const members: Record<string, number> = {};
    const tab = sender.tab?.id;
    if (tab !== undefined) members['tabId'] = tab;
    if (sender.frameId !== undefined && sender.frameId !== 0) members['frameId'] = sender.frameId;
    if (tab !== undefined && !this.#sender.has(batch.id)) {
      this.#count(tab, batch);
      this.#pictures.received(tab, sender.frameId === 0, batch);
    }
    if (tab !== undefined) {
      for (const [, , , scripts] of errorsIn(batch)) this.#named.note(tab, scripts);
    }
    return this.#sender.add(batch, this.#client, members);
  }

  #count(tab: number, batch: Batch): void {
    const before = this.#counts.of(tab).errors;
    this.#counts.add(tab, batch);
    const { errors } = this.#counts.of(tab);
    if (errors !== before) this.#badge.showTab(tab, this.#state, errors);
  }

  #status(tab: number | undefined): WorkerStatus {
    return {
      connection: this.#state,
      serverUrl: this.#settings.current.serverUrl,
      overrides: this.#settings.overrides,
      tab: tab === undefined ? { counts: {}, errors: 0 } : this.#counts.of(tab),
      waiting: this.#sender.waiting,
    };
  }

  async #heard(frame: ToWorker): Promise<void> {
    switch (frame.type) {
      case 'welcome':
        await this.#identity.pair(this.#settings.current.serverUrl, frame.secret);
        await this.#override(frame.settings);
        break;
      case 'settings':
        await this.#override(frame.settings);
        break;
      case 'receipt':
        this.#carrier.receipt(frame.id, frame.status);
        break;
      case 'errand': {
        const rooms = { named: this.#named, pictures: this.#pictures };
        const answer = await runErrand(frame, this.#settings.current, rooms);
        this.#socket.send({ type: 'answer', id: frame.id, ...answer });
        break;
      }
      case 'ping':
        break;
    }
  }

  #socketChanged(frameTooLarge: boolean): void {
    if (!this.#socket.isOpen) this.#sender.closed(frameTooLarge);
    this.#sender.pump();
    this.#showBadges();
    if (this.#socket.isOpen) this.#tellStatusSoon();
  }

  async #override(overrides: Record<string, unknown>): Promise<void> {
    const before = JSON.stringify(this.#settings.overrides);
    await this.#settings.override(overrides);
    if (JSON.stringify(this.#settings.overrides) !== before) await this.#settingsChanged();
  }

  /** The user changed what is stored. */
  async stored(changes: Record<string, { newValue?: unknown }>): Promise<void> {
    await this.#ready;
    if (this.#settings.storedChanged(changes)) await this.#settingsChanged();
  }

  async #settingsChanged(): Promise<void> {
    const stored = this.#settings.current;
    this.#socket.use(stored.serverUrl);
    this.#showBadges();
    this.#tellStatusSoon();
    await registerScripts(stored);
    await tellFrames({ type: 'settings-changed' });
  }

  /** A site may be read that could not be before, or the reverse. */
  async permissionsChanged(): Promise<void> {
    await this.#ready;
    await injectEverywhere(this.#settings.current);
    this.#tellStatusSoon();
  }

  async tabsChanged(): Promise<void> {
    await this.#ready;
    this.#tellStatusSoon();
  }

  /** The document of a tab is complete. */
  async tabLoaded(tab: number): Promise<void> {
    await this.#ready;
    this.#pictures.loaded(tab);
  }

  async tabRemoved(tab: number): Promise<void> {
    await this.#ready;
    this.#counts.remove(tab);
    this.#named.forget(tab);
    this.#pictures.forget(tab);
    this.#tellStatusSoon();
  }

  #showBadges(): void {
    const state = this.#state;
    this.#badge.showState(state, CONNECTION_WORDS[state].sentence);
    for (const tab of this.#counts.tabs)
      this.#badge.showTab(tab, state, this.#counts.of(tab).errors);
  }

  #tellStatusSoon(): void {
    if (!this.#socket.isOpen || this.#isStatusDue) return;
    this.#isStatusDue = true;
    after(STATUS_WAIT_MS, () => {
      this.#isStatusDue = false;
      void this.#tellStatus();
    });
  }

  async #tellStatus(): Promise<void> {
    const stored = this.#settings.current;
    const [tabs, screenshots] = await Promise.all([listTabs(stored), this.#pictures.leave()]);
    const { paused } = stored;
    this.#socket.send({ type: 'status', paused, tabs, settings: { ...stored }, screenshots });
  }
}

/** Whether it is a page of the extension. */
function isOurs({ url }: Sender): boolean {
  return url?.startsWith(chrome.runtime.getURL('')) === true;
}

/** Whether what answers there is one of ours. */
async function isGasoline(serverUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${serverUrl}/health`, { credentials: 'omit', cache: 'no-store' });
    const health: unknown = await answer.json();
    return (
      typeof health === 'object' &&
      health !== null &&
      'name' in health &&
      health.name === 'gasoline'
    );
  } catch {
    return false;
  }
}
