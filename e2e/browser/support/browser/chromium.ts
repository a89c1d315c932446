// Debian's Chromium, plain or with the extension in it.
import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';

export const EXECUTABLE =
  process.env['GASOLINE_CHROMIUM'] ??
  execSync('command -v chromium || command -v google-chrome').toString().trim();

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser without anything of ours in it. */
export function launch(flags: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: [...FLAGS, ...flags] });
}

export function makeProfile(): string {
  return mkdtempSync(join(tmpdir(), 'gasoline-profile-'));
}

export function removeProfile(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A process of a browser that is gone may still write into it; nothing depends on it.
  }
}

/** A profile of its own with an unpacked extension loaded. */
export async function launchWithExtension(
  folder: string,
  flags: string[] = [],
): Promise<BrowserContext> {
  const profile = makeProfile();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    args: [
      ...FLAGS,
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      ...flags,
    ],
  });
  context.once('close', () => removeProfile(profile));
  return context;
}
