// In the page's own world, before its first script: watches what scripts do, tells the isolated world.
import {
  captureContext,
  type CaptureContext,
  installPageHooks,
  takeNatives,
  type Page,
  type Settings,
} from 'gasoline-capture';
import { openPageEnd, type PageEnd } from 'gasoline-transport/message';

/** Looks into errors; comes by a script of its own, once there was one. */
export type Enrich = (context: CaptureContext) => void;

/** Marks a window that is watched already, by us or by the CI script. */
const INSTALLED = Symbol.for('gasoline');

function install(page: Page): void {
  const before: unknown = Reflect.get(page, INSTALLED);
  // Our scripts may run again; after a reload of the extension the hooks stay, their listener is new.
  if (typeof before === 'function') return void before();
  if (before !== undefined) return;
  // The isolated world says what to capture, in its answer to our hello. Without it nobody would hear.
  const settings = { paused: true } as Settings;
  let end: PageEnd | undefined;
  let life = 0;
  const context = captureContext({
    page,
    natives: takeNatives(page),
    settings,
    sink: (packet) => end?.send(packet),
  });
  const open = (enrich?: Enrich): void => {
    if (enrich) return enrich(context);
    const mine = life + 1;
    let isHeard = false;
    const next = openPageEnd(page, {
      settings(changes) {
        // A listener of an earlier life says that it is over; that is nothing to the later one.
        if (mine < life) return;
        isHeard = true;
        Object.assign(settings, changes);
      },
      pending: () => context.pending,
      nextId: context.nextId,
    });
    // A listener answers at once. Without a new one, the one we have is still there.
    if (!isHeard && end !== undefined) return;
    end = next;
    life = mine;
  };
  Object.defineProperty(page, INSTALLED, { value: open });
  open();
  installPageHooks(context);
}

try {
  install(window);
} catch {
  // Whatever it is, the page must not fail by it.
}
