import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { startConsole } from './console.ts';
import { currentId, listRows, operateLongList, scrollerOf } from './long-list.ts';
import { newDataDir, openSamples, seedCases } from './seeded-cases.ts';

const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');

test.skipIf(!(await keyringInstalled()))(
  'a list of 100,000 is scrolled, filtered and sorted with few elements in the page, and going back finds its row',
  { timeout: 240_000 },
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    const first = await startConsole({ dataDir, env, prepare: (wire) => openSamples(wire, 1) });
    await listRows(first.page).first().waitFor();
    await first.stop();
    seedCases(dataDir, 100_000);

    await using console = await startConsole({ dataDir, env });
    const { page } = console;
    await page.getByText('100,001 cases', { exact: true }).waitFor();
    const scroller = scrollerOf(page);
    const { last, maxElements } = await operateLongList(page);
    expect(maxElements).toBeLessThan(4000);

    const chosen = await currentId(page);
    expect(chosen).not.toBe(last);
    const scrolled = await scroller.evaluate((element) => element.scrollTop);
    await page.keyboard.press('Enter');
    await expect.poll(() => openedId(page)).toBe(chosen);
    await page.goBack();
    await expect.poll(() => currentId(page)).toBe(chosen);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(scrolled);
    expect(await page.getByRole('textbox', { name: 'Filter cases' }).inputValue()).toBe(
      'assessment:issues,failed',
    );
  },
);
