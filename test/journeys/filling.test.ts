import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { openSetting } from './console-harness.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Keeps a picture where `ASSAY_SCREENSHOTS` names a directory, to be looked at. */
async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env.ASSAY_SCREENSHOTS;
  if (directory !== undefined) {
    writeFileSync(join(directory, `${name}.png`), await page.screenshot());
  }
}

const rows = (page: Page) => page.locator('[role=row][data-conversation]');

test.each(['light', 'dark'] as const)(
  'a list of cases is pasted, checked and read: %s',
  async (colorScheme) => {
    const setting = await openSetting();
    try {
      const join = setting.join();
      let known: string[] = [];
      await using console = await startConsole({
        colorScheme,
        async prepare(wire: Wire) {
          const sandbox = { environmentId: 'sandbox' };
          known = (await wire.bridge.invoke('conversations.samples', sandbox)).samples.map(
            ({ title }) => title,
          );
          await join(wire);
        },
      });
      const { page } = console;
      const ids = known.slice(0, 30).map((title) => setting.idOf(title));
      await page.getByRole('button', { name: 'Add cases' }).first().click();
      const dialog = page.getByRole('dialog', { name: /Add cases/ });
      const missing = '00000000-0000-4000-8000-000000000000';
      const text = ['case list of Monday', ...ids, ids[0], missing].join('\n');
      await dialog.getByRole('textbox', { name: 'Conversations' }).fill(text);
      await dialog.getByText('31 conversations · 1 duplicate · 1 line without a conversation').waitFor();
      await dialog
        .getByRole('table', { name: 'Without a conversation' })
        .getByText('case list of Monday')
        .waitFor();
      await expectAccessible(page);
      await picture(page, `add-cases-${colorScheme}`);

      await dialog.getByRole('button', { name: 'Read 31 cases' }).click();
      await dialog.waitFor({ state: 'detached' });
      const run = page.getByRole('region', { name: 'Reading cases' });
      await run.getByText(/^Read 30 of 31 · 30 new · 1 failed$/).waitFor();
      await page.getByText('30 cases', { exact: true }).waitFor();
      expect(await rows(page).count()).toBeGreaterThan(5);
      await run.getByRole('button', { name: 'Show failed' }).click();
      await run.getByText(missing).waitFor();
      await expectAccessible(page);
      await picture(page, `cases-read-${colorScheme}`);
      await run.getByRole('button', { name: 'Retry failed' }).click();
      await run.getByText(/1 failed$/).waitFor();
      await run.getByRole('button', { name: 'Dismiss' }).click();
      await run.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Calls' }).click();
      const grid = page.getByRole('grid', { name: 'Calls' });
      await grid.getByText('404').first().waitFor();
      await page.getByRole('textbox', { name: 'Filter calls' }).fill('00000000-0000 404');
      await page.getByText('2 calls', { exact: true }).waitFor();
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      const details = page.getByRole('complementary', { name: 'Call' });
      await details.getByText('Waiting for the reply').waitFor();
      await expectAccessible(page);
      await picture(page, `calls-${colorScheme}`);
      await details.getByRole('button', { name: 'Copy as cURL' }).click();
      await page.getByRole('menuitem', { name: 'For bash and zsh' }).click();
      await details.getByText('Copied. Fill in the placeholders').waitFor();
      expect(console.complaints).toEqual([]);
    } finally {
      await setting.close();
    }
  },
);

test('the calls of a case are one click away from it', async () => {
  await using console = await startConsole();
  const { page } = console;
  await page.getByRole('button', { name: 'Samples' }).first().waitFor();
  await page
    .getByRole('region', { name: 'In the sandbox' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .click();
  await page.getByRole('main').getByRole('button', { name: 'Calls', exact: true }).click();
  await page.getByRole('button', { name: 'Show the calls of all cases' }).waitFor();
  await page.getByRole('grid', { name: 'Calls' }).getByText('200').first().waitFor();
});
