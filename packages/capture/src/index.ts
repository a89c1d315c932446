// What happens in a page: `installPageHooks` watches its scripts, `installDocumentHooks` its user.
export {
  captureContext,
  type Captured,
  type CaptureContext,
  type ContextOptions,
  type Kind,
  type Page,
  type Sink,
} from './context.js';
export { installDocumentHooks, type DocumentHooks, type SimpleAction } from './document.js';
export { isError, type ErrorFacts, type Facts, type HookPacket, type Packet } from './packet.js';
export { installEnrichment } from './enrich/pipeline.js';
export { takeNatives, type Natives } from './realm/natives.js';
export { installPageHooks } from './page.js';
export type { Uninstall } from './realm/patch.js';
export { defaultSettings, type Settings } from './settings.js';
