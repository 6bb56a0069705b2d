import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import type { Wire } from '../support/wire.ts';
import { startConsole } from './console.ts';
import { newDataDir, openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 120_000 });

const sandbox = { environmentId: 'sandbox' };
const rows = (page: Page) => page.locator('[role=row][data-conversation]');
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const place = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true }).waitFor();
const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((all) => all.map((head) => head.textContent?.trim()));
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

test.skipIf(!(await keyringInstalled()))(
  'after a restart the cases, their queue, the columns, the sort and the theme are as they were',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    const wire = Promise.withResolvers<Wire>();
    const first = await startConsole({
      dataDir,
      env,
      keepWire: true,
      async prepare(opened) {
        wire.resolve(opened);
        await openSamples(opened, 4);
      },
    });
    const { page } = first;
    const { bridge, close } = await wire.promise;
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Conversation id' }).check();
    await page.getByRole('textbox', { name: 'Width of Reviewer in pixels' }).fill('144');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Country', exact: true }).click();
    const sorted = (on: Page) =>
      on.getByRole('columnheader', { name: 'Country' }).and(on.locator('[aria-sort=ascending]'));
    await sorted(page).waitFor();
    const before = await heads(page);
    const ids = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getAttribute('data-conversation') ?? ''),
    );

    const [decided = '', second = ''] = ids;
    const selection = { ids: [decided] };
    await bridge.invoke('cases.startQueue', {
      ...sandbox,
      selection: { ids: ids.slice(0, 3) },
      title: 'Three',
    });
    await bridge.invoke('cases.decide', {
      ...sandbox,
      selection,
      decision: { kind: 'clear', reason: 'low-risk' },
    });
    await bridge.invoke('cases.review', { ...sandbox, selection, reviewed: true });
    await bridge.invoke('cases.moveQueue', { ...sandbox, conversationId: second });
    close();
    // Preferences are stored once they rest.
    const stored = async () => JSON.parse(await readFile(`${dataDir}/preferences.json`, 'utf8'));
    await expect.poll(stored).toMatchObject({ theme: 'dark', caseList: { sort: { by: 'country' } } });
    await first.stop();

    await using again = await startConsole({ dataDir, env });
    await rows(again.page).nth(3).waitFor();
    await sorted(again.page).waitFor();
    expect(await scheme(again.page)).toBe('dark');
    expect(await heads(again.page)).toEqual(before);
    const width = (await again.page.getByRole('columnheader', { name: 'Reviewer' }).boundingBox())?.width;
    expect(Math.round(width ?? 0)).toBe(144);
    await again.page.getByRole('button', { name: 'Resume queue: 1 of 3 reviewed' }).click();
    await place(again.page, '2 of 3');
    expect(openedId(again.page)).toBe(second);
    expect(ids).toContain(second);
    expect(again.complaints).toEqual([]);
  },
);
