import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { pictures } from './picture.ts';
import { openServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 90_000 });

const rows = (page: Page) => page.locator('[role=row][data-conversation]');

test('a list of cases is pasted, checked and read', async () => {
  const harness = await openServiceHarness();
  try {
    const join = harness.join();
    let known: string[] = [];
    await using console = await startConsole({
      async prepare(wire: Wire) {
        const sandbox = { environmentId: 'sandbox' };
        known = (await wire.bridge.invoke('conversations.samples', sandbox)).samples.map(
          ({ title }) => title,
        );
        await join(wire);
      },
    });
    const { page } = console;
    const ids = known.slice(0, 30).map((title) => harness.idOf(title));
    await page.getByRole('button', { name: 'Add cases' }).first().click();
    const dialog = page.getByRole('dialog', { name: /Add cases/ });
    const missing = '00000000-0000-4000-8000-000000000000';
    const text = ['case list of Monday', ...ids, ids[0], missing].join('\n');
    await dialog.getByRole('textbox', { name: 'Conversations' }).fill(text);
    await dialog.getByText('31 conversations · 1 duplicate · 1 line with a problem').waitFor();
    await dialog
      .getByRole('table', { name: 'Not read, or not all of it' })
      .getByText('case list of Monday')
      .waitFor();
    await expectAccessibleInBothSchemes(page);
    await pictures(page, 'add-cases');

    await dialog.getByRole('button', { name: 'Read 31 cases' }).click();
    await dialog.waitFor({ state: 'detached' });
    const run = page.getByRole('region', { name: 'Reading cases' });
    await run.getByText(/^Read 30 of 31 · 30 new · 1 failed$/).waitFor();
    await page.getByText('30 cases', { exact: true }).waitFor();
    expect(await rows(page).count()).toBeGreaterThan(5);
    await run.getByRole('button', { name: 'Show failed' }).click();
    await run.getByText(missing).waitFor();
    await expectAccessibleInBothSchemes(page);
    await pictures(page, 'cases-read');
    await run.getByRole('button', { name: 'Retry failed' }).click();
    await page.getByRole('button', { name: 'Calls' }).click();
    const grid = page.getByRole('grid', { name: 'Calls' });
    await grid.getByText('404').first().waitFor();
    await page.getByRole('textbox', { name: 'Filter calls' }).fill('00000000-0000 404');
    await page.getByText('2 calls', { exact: true }).waitFor();
    await grid.focus();
    await grid.locator('[role=row]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await grid.locator('[role=row][aria-selected=true]:focus').waitFor();
    const details = page.getByRole('complementary', { name: 'Call' });
    await details.getByText('Waiting for the response').waitFor();
    await expectAccessibleInBothSchemes(page);
    await pictures(page, 'calls');
    await details.getByRole('button', { name: 'Copy as cURL' }).click();
    await page.getByRole('menuitem', { name: 'For bash and zsh' }).click();
    await details.getByText('Copied. Fill in the placeholders').waitFor();

    await page.getByRole('button', { name: 'Cases' }).click();
    await run.getByText(/1 failed$/).waitFor();
    await run.getByRole('button', { name: 'Dismiss' }).click();
    await run.waitFor({ state: 'detached' });
    expect(console.complaints).toEqual([]);
  } finally {
    await harness.close();
  }
});
