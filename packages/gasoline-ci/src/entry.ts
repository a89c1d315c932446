// The CI script: the hooks of the capture core, and a way out of the page.
import {
  captureContext,
  defaultSettings,
  installDocumentHooks,
  installEnrichment,
  installPageHooks,
  takeNatives,
  type DocumentHooks,
  type Page,
} from 'gasoline-capture';
import { withActions } from 'gasoline-transport/batch';
import { createBinding, takeBinding } from 'gasoline-transport/binding';
import { createHttp, takeHttpNatives } from 'gasoline-transport/http';
import { takeTiming } from 'gasoline-transport/lifecycle';
import { openSender } from 'gasoline-transport/sender';
import { createSpool } from 'gasoline-transport/spool';
import { version } from '../package.json';
import { isServer, readConfig } from './config.js';

/** Marks a window that is watched already: the script may be injected and linked as well. */
const INSTALLED = Symbol.for('gasoline');

function install(page: Page, served: unknown): void {
  if (INSTALLED in page) return;
  Object.defineProperty(page, INSTALLED, { value: version });
  const config = readConfig(page, served);
  // The dashboard shows what is captured: captured itself, it would show itself for ever.
  if (isServer(page.location, config)) return;
  const base = `http://${config.host}:${config.port}`;
  const natives = takeNatives(page);
  const binding = takeBinding(page, config.binding);
  const id = natives.random();
  const envelope = {
    client: `gasoline-ci/${version} ${id}`,
    ...(config.testId === undefined ? {} : { test_id: config.testId }),
  };
  const send = openSender({
    page,
    id,
    natives,
    timing: takeTiming(page, natives),
    carrier: binding
      ? createBinding(binding, envelope)
      : createHttp(base, envelope, takeHttpNatives(page)),
    spool: createSpool(page),
  });
  let hooks: DocumentHooks | undefined;
  const recentActions = (): object[] => hooks?.recentActions() ?? [];
  const context = captureContext({
    page,
    natives,
    settings: {
      ...defaultSettings(),
      mode: config.mode,
      stateSnapshot: config.stateSnapshot,
    },
    own: [base],
    sink: (packet) => {
      if (packet[0] === 'dialog') hooks?.answered(packet[2]);
      else send(withActions(packet, recentActions));
    },
  });
  installPageHooks(context);
  installEnrichment(context);
  hooks = installDocumentHooks(context);
}

try {
  // The server replaces this very literal, quotes included, by what it knows.
  install(window, '__GASOLINE_SERVED__');
} catch {
  // Whatever it is, the page under test must not fail by it.
}
