import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { end, start } from './bench-harness.ts';
import { type BenchRow, median } from './row.ts';

const rounds = 7;

/** The time from navigating to the first conversation in the list, compared with an empty page in the same browser. */
export async function benchStartUp(): Promise<BenchRow[]> {
  const empty = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>empty</title><p>empty'),
  );
  const port = await listen(empty);
  const browser = await launchBrowser();
  const times = { empty: [] as number[], console: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      times.empty.push(await shown(browser, `http://127.0.0.1:${port}/`, 'p'));
      times.console.push(await consoleShown(browser));
    }
  } finally {
    await browser.close();
    empty.close();
  }
  const [bare, full] = [median(times.empty), median(times.console)];
  return [
    {
      name: 'start-up to the first conversation shown, beside an empty page',
      value: full / bare,
      unit: '×',
      detail: `medians of ${rounds}, each in a fresh profile: ${bare.toFixed(0)} ms empty, ${full.toFixed(0)} ms the console (${(full - bare).toFixed(0)} ms more)`,
    },
  ];
}

async function consoleShown(browser: Browser): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const host = await start<{ url: string }>([
    'main/browser.ts',
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--no-open',
  ]);
  try {
    return await shown(browser, host.ready.url, 'text=Finished: identity confirmed');
  } finally {
    await end(host.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function shown(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(selector).first().waitFor();
    return performance.now() - began;
  } finally {
    await context.close();
  }
}
