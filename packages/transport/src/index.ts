// How events leave a page: gathered into batches, and out by one of three ways.
export {
  compose,
  createBatcher,
  createDrops,
  stamp,
  withActions,
  type Batch,
  type Batcher,
  type BatchEnvelope,
  type Counts,
  type Drops,
} from './batch.js';
export { createBinding, takeBinding } from './binding.js';
export { createHttp, takeHttpNatives } from './http.js';
export { path } from './kinds.js';
export { openIsolatedEnd, openPageEnd } from './message.js';
export { createOutbox, type Outbox, type Outcome } from './outbox.js';
export { takeTiming, watchLeaving, type Timing } from './moments.js';
export { openPost } from './post.js';
