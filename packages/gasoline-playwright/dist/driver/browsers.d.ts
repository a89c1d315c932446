import type { BrowserContext, BrowserType } from '@playwright/test';
/** What is told of contexts. Both are waited for; neither may keep the test from going on. */
export interface ContextListener {
    opened(context: BrowserContext): Promise<void>;
    closing(context: BrowserContext): Promise<void>;
}
/** Watches the browsers of these types from here on. Gives the way back. */
export declare function watchBrowsers(types: readonly BrowserType[], listener: ContextListener): () => void;
