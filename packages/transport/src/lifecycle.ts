// The life of a page: clocks that nothing has replaced, and its end.
import type { Page } from 'gasoline-capture/context';
import type { Natives } from 'gasoline-capture/realm/natives';

/** Waiting, by clocks that neither the page nor a test's fake clock has replaced. */
export interface Timing {
  /** At the end of the current task. */
  soon(work: () => void): void;
  after(milliseconds: number, work: () => void): void;
}

interface Scheduler {
  postTask(work: () => void, options: { delay: number }): Promise<unknown>;
}

/** `work` must not throw: nobody could catch it but the page. */
export function takeTiming(page: Page, natives: Pick<Natives, 'setTimeout'>): Timing {
  // A fake clock installed before us leaves only a fake `setTimeout`; the scheduler stays real.
  const { scheduler } = page as { scheduler?: Scheduler };
  const postTask = scheduler?.postTask?.bind(scheduler);
  return {
    soon: page.queueMicrotask.bind(page),
    after(delay, work) {
      if (postTask) void postTask(work, { delay });
      else natives.setTimeout(work, delay);
    },
  };
}

export interface LeavingHandlers {
  /** The page may be discarded without another word. */
  hidden(): void;
  /** The page is being left. What is not out after this may never get out. */
  left(): void;
  /** The page is shown, for the first time or from the back/forward cache. */
  restored(): void;
}

/**
 * Watches for the end of a page. What is returned watches again, and is to be called now and then:
 * `document.open()` erases listeners, and adding one that is still there does nothing.
 */
export function watchLeaving(
  page: Page,
  natives: Pick<Natives, 'listen'>,
  handlers: LeavingHandlers,
): () => void {
  const { document } = page;
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') handlers.hidden();
  };
  const watch = (): void => {
    natives.listen(page, 'pagehide', handlers.left, true);
    natives.listen(page, 'pageshow', handlers.restored, true);
    natives.listen(document, 'visibilitychange', hidden, true);
  };
  watch();
  return watch;
}
