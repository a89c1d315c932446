// In our own world of every captured frame: watches the user, carries events to the worker, runs errands.
import {
  captureContext,
  defaultSettings,
  installDocumentHooks,
  isError,
  takeNatives,
  type Page,
} from 'gasoline-capture';
import { withActions } from 'gasoline-transport/batch';
import { takeTiming } from 'gasoline-transport/lifecycle';
import { openIsolatedEnd } from 'gasoline-transport/message';
import { openSender } from 'gasoline-transport/sender';
import { doErrand } from './errands/index.js';
import { isPosing } from './errands/pose.js';
import { createFrameCarrier } from './frame/carrier.js';
import { stayInTouch } from './frame/touch.js';
import type { Notice, Request, Taken, Welcome } from './messages.js';

/** Chrome may be asked to run us twice in one frame. */
const INSTALLED = Symbol.for('gasoline');

function install(page: Page): void {
  if (INSTALLED in page) return;
  Object.defineProperty(page, INSTALLED, { value: true });
  const natives = takeNatives(page);
  const settings = defaultSettings();
  const own: string[] = [];
  let isRetired = false;
  let isEnriched = false;

  const ask = async (isNew: boolean): Promise<void> => {
    const welcome = (await say({ type: 'hello', isNew })) as Welcome | undefined;
    if (welcome === undefined) return;
    own[0] = welcome.serverUrl;
    Object.assign(settings, welcome.settings);
    link.tell(welcome.settings);
  };

  /** The extension was reloaded or removed: this world has nobody to speak to. */
  const retire = (): void => {
    isRetired = true;
    settings.paused = true;
    link.tell({ paused: true });
    hooks.uninstall();
  };

  const say = async (request: Request): Promise<unknown> => {
    if (chrome.runtime?.id !== undefined) return chrome.runtime.sendMessage(request);
    if (!isRetired) retire();
    return undefined;
  };

  const send = openSender({
    page,
    natives,
    id: natives.random(),
    timing: takeTiming(page, natives),
    carrier: createFrameCarrier(async (batch) => {
      const response = (await say({ type: 'batch', batch })) as Taken | undefined;
      return response?.taken === true || isRetired;
    }),
    restored: () => void ask(false),
  });
  const link = openIsolatedEnd(page, (packet) => {
    if (packet[0] === 'dialog') return hooks.answered(packet[2]);
    send(withActions(packet, hooks.recentActions));
    // Errors are looked into by a script that comes with the first of them. A frame that may not have
    // it would not get it a second time either.
    if (isEnriched || !settings.aiContext || !isError(packet)) return;
    isEnriched = true;
    void say({ type: 'enrich' });
  });
  // Until the worker has answered, what holds at first start holds.
  link.tell(settings);
  const context = captureContext({
    page,
    natives,
    settings,
    own,
    // Dialogs are the page's: none is reported in this world.
    sink: (packet) => {
      if (packet[0] !== 'dialog') send(packet);
    },
  });
  // The requests of the page are counted in the page's world.
  const pending = {
    get count() {
      return link.pending().count;
    },
    get answeredAt() {
      return link.pending().answeredAt;
    },
  };
  // Which came first, an action or a request, is told by their ids.
  const nextId = (): string => link.nextId() ?? context.nextId();
  const hooks = installDocumentHooks({ ...context, pending, nextId, isScrolledByUs: isPosing });

  chrome.runtime.onMessage.addListener((notice: Notice, _sender, respond) => {
    if (notice.type === 'settings-changed') void ask(false);
    if (notice.type !== 'errand') return false;
    void doErrand(notice.errand, notice.arguments, settings.paused).then(respond);
    return true;
  });
  void ask(true);
  if (page === page.top) stayInTouch();
}

try {
  install(window);
} catch {
  // Whatever it is, the page must not fail by it.
}
