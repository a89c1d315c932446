import type { Page } from '@playwright/test';
export interface Taken {
    png: Buffer;
    cropped: boolean;
    note?: string;
}
/** Takes it without moving the page, so that its test does not notice. */
export declare function takePicture(page: Page, given: Record<string, unknown>, timeout: number): Promise<Taken>;
