import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { test, vi } from 'vitest';
import { browserFlags, chromiumPath } from '../support/browser.ts';
import { missingForOrca, type OrcaSession, openOrca } from '../support/orca.ts';
import { openWire } from '../support/wire.ts';
import { startHost } from './console.ts';
import { openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 1_200_000 });

interface Step {
  part: string;
  keys: string;
  isRepeated: boolean;
  /** In this order, other texts may be between them. */
  spoken: string[];
}

/** Returns the steps of the transcript. */
function stepsOf(transcript: string): Step[] {
  let part = '';
  const steps: Step[] = [];
  for (const line of transcript.split('\n')) {
    const [, keys, repeat] = /^`(.+)`( until heard)?$/.exec(line) ?? [];
    if (line.startsWith('## ')) {
      part = line.slice(3);
    } else if (keys !== undefined) {
      steps.push({ part, keys, isRepeated: repeat !== undefined, spoken: [] });
    } else if (line.startsWith('> ')) {
      steps.at(-1)?.spoken.push(line.slice(2));
    }
  }
  return steps;
}

/** Returns the first of the expected texts that is not among those heard, in this order. */
function firstMissing(expected: readonly string[], heard: readonly string[]): string | undefined {
  let from = 0;
  return expected.find((text) => {
    const pattern = text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()[\]\\]/g, '\\$&'))
      .join('.*')
      .replaceAll(' | ', '|');
    const at = heard.slice(from).findIndex((line) => new RegExp(pattern).test(line));
    from += at + 1;
    return at < 0;
  });
}

async function take(orca: OrcaSession, { part, keys, isRepeated, spoken }: Step): Promise<void> {
  const before = orca.heard().length;
  const heard = () => orca.heard().slice(before);
  const press = () => (keys.startsWith('type ') ? orca.type(keys.slice(5)) : orca.press(...keys.split(' ')));
  const spoke = (timeout: number, done: () => boolean) => vi.waitUntil(done, { timeout, interval: 100 });
  try {
    await press();
    for (let stops = 0; isRepeated && firstMissing(spoken.slice(0, 1), heard()) !== undefined; stops += 1) {
      const count = heard().length;
      // A stop without a name is silent.
      await spoke(5000, () => heard().length > count).catch(() => undefined);
      if (stops > 40) {
        throw new Error('too many stops');
      }
      if (firstMissing(spoken.slice(0, 1), heard()) !== undefined) {
        await press();
      }
    }
    await spoke(60_000, () => firstMissing(spoken, heard()) === undefined);
  } catch (cause) {
    const missing = firstMissing(spoken, heard());
    throw new Error(`${part}, ${keys}: “${missing}” was not spoken, but:\n  ${heard().join('\n  ')}`, {
      cause,
    });
  }
}

test('list, case, finding, decision, queue, deletion and signature are heard as the transcript says', async ({
  skip,
}) => {
  const missing = missingForOrca();
  if (missing.length > 0) {
    console.warn(`1 journey not tried, under a screen reader: missing ${missing.join(', ')}`);
    return skip(`Missing: ${missing.join(', ')}`);
  }
  const steps = stepsOf(readFileSync(join(import.meta.dirname, 'orca-transcript.md'), 'utf8'));
  await using orca = await openOrca();
  const directory = mkdtempSync(join(tmpdir(), 'assay-orca-data-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(directory, { recursive: true, force: true }));
  const host = await startHost(join(directory, 'data'), {});
  closing.defer(host.stop);
  // As a window of its own, as the console opens it: the keys of the browser's own interface are not in the way.
  const window = await chromium.launchPersistentContext(join(directory, 'profile'), {
    headless: false,
    executablePath: chromiumPath(),
    args: [...browserFlags, '--force-renderer-accessibility', '--test-type', `--app=${host.url}`],
    ignoreDefaultArgs: ['about:blank'],
    env: { ...process.env, ...orca.env },
    viewport: null,
    reducedMotion: 'reduce',
  });
  closing.defer(() => window.close());
  const page = window.pages()[0] ?? (await window.waitForEvent('page'));
  await page.locator('#root > *').first().waitFor({ state: 'attached', timeout: 60_000 });
  const entry = await page.evaluate(() => sessionStorage.getItem('assay-session'));
  const wire = await openWire(host.url, JSON.parse(String(entry)));
  await openSamples(wire, 8);
  wire.close();
  // The list begins with its first row.
  await page.reload();
  await page.getByRole('grid').waitFor();
  await orca.start();
  try {
    for (const step of steps) {
      await take(orca, step);
    }
    if (process.env.ASSAY_SCREENSHOTS) {
      writeFileSync(join(process.env.ASSAY_SCREENSHOTS, 'orca-heard.txt'), orca.heard().join('\n'));
    }
  } catch (error) {
    await page.screenshot({ path: join(process.env.ASSAY_SCREENSHOTS ?? tmpdir(), 'orca.png') });
    throw error;
  }
});
