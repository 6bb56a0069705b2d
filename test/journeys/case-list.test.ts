import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { startConsole } from './console.ts';
import { currentId, listRows, operateLongList } from './long-list.ts';
import { newDataDir, openSamples, seedCases } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 90_000 });

/** For conditions that depend on main. */
const patient = { timeout: 30_000 };
const rows = listRows;
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const caseCount = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test.skipIf(!(await keyringInstalled()))(
  'after a restart what was opened before is in the list',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    await using first = await startConsole({ dataDir, env });
    await first.page.getByText('Everything that can be collected').click();
    await first.page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    const id = openedId(first.page);
    await first.stop();

    await using second = await startConsole({ dataDir, env });
    await second.page.locator(`[data-conversation="${id}"]`).click();
    await second.page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    expect(openedId(second.page)).toBe(id);
  },
);

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
    await rows(first.page).first().waitFor();
    await first.stop();
    seedCases(dataDir, 100_000);

    await using console = await startConsole({ dataDir, env });
    const { page } = console;
    await caseCount(page, '100,001 cases');
    const grid = page.getByRole('grid');
    const { last, maxElements } = await operateLongList(page);
    expect(maxElements).toBeLessThan(4000);

    const chosen = await currentId(page);
    expect(chosen).not.toBe(last);
    const scrolled = await grid.evaluate((element) => element.scrollTop);
    await page.keyboard.press('Enter');
    await expect.poll(() => openedId(page), patient).toBe(chosen);
    await page.goBack();
    await expect.poll(() => currentId(page), patient).toBe(chosen);
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(scrolled);
    expect(await page.getByRole('textbox', { name: 'Filter cases' }).inputValue()).toBe(
      'verdict:review,failed',
    );
  },
);
