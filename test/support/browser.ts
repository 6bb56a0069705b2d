import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The system's Chromium, which `npm test` installs where it may. */
export function chromiumPath(): string {
  const named = process.env.ASSAY_CHROMIUM;
  const path = [named, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  );
  if (path === undefined) {
    throw new Error('No Chromium found: set ASSAY_CHROMIUM to its path');
  }
  return path;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: flags });
}
