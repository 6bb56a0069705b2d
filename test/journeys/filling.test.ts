import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { startConsole } from './console.ts';
import { picture, pictures } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

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
    await run.getByText(/1 failed$/).waitFor();
    await run.getByRole('button', { name: 'Dismiss' }).click();
    await run.waitFor({ state: 'detached' });

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
    await details.getByText('Waiting for the reply').waitFor();
    await expectAccessibleInBothSchemes(page);
    await pictures(page, 'calls');
    await details.getByRole('button', { name: 'Copy as cURL' }).click();
    await page.getByRole('menuitem', { name: 'For bash and zsh' }).click();
    await details.getByText('Copied. Fill in the placeholders').waitFor();
    expect(console.complaints).toEqual([]);
  } finally {
    await harness.close();
  }
});

test('a changed case shows what changed, and a case seen before is compared', async () => {
  const harness = await openServiceHarness();
  try {
    const join = harness.join();
    await using console = await startConsole({
      prepare: (wire) => join(wire),
    });
    const { page } = console;
    const { ids, control } = await personTwice(harness);
    await page.getByRole('button', { name: 'Add cases' }).first().waitFor();
    // A file can be dropped anywhere on the list.
    const file = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'monday.csv', { type: 'text/csv' }));
        return transfer;
      },
      `conversationId;name\n${ids.join(';x\n')};x\n`,
    );
    await page.dispatchEvent('#work h1', 'drop', { dataTransfer: file });
    const dialog = page.getByRole('dialog', { name: /Add cases/ });
    await dialog.getByText('monday.csv: 2 conversations').waitFor();
    await dialog.getByRole('button', { name: 'Read 2 cases' }).click();
    const run = page.getByRole('region', { name: 'Reading cases' });
    await run.getByText(/^Read 2 of 2/).waitFor();
    await control();

    // After a second read one of them has changed.
    await page.getByRole('button', { name: 'Add cases' }).first().click();
    await dialog.getByRole('textbox', { name: 'Conversations' }).fill(ids.join(' '));
    await dialog.getByRole('button', { name: 'Read 2 cases' }).click();
    await run.getByText(/1 changed/).waitFor();
    await run.getByRole('button', { name: 'Dismiss' }).click();

    const list = page.getByRole('grid', { name: 'Cases' });
    await list.focus();
    await page.locator(`[role=row][data-conversation="${ids[0]}"]`).waitFor();
    await page.keyboard.press('Space');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    while ((await page.locator('[role=row][data-current]').getAttribute('data-conversation')) !== ids[0]) {
      await page.keyboard.press('ArrowDown');
    }
    const seen = preview.getByRole('region', { name: 'Seen before' });
    await seen.getByText('Same user key').waitFor();
    await preview.getByRole('region', { name: 'Reads' }).getByText('2 kept').waitFor();
    await expectAccessible(page);

    await preview.getByRole('button', { name: 'Show what changed' }).click();
    const reads = page.getByRole('dialog', { name: 'Reads of this case' });
    await reads.getByText('Read 2 of 2').waitFor();
    await reads
      .getByRole('row', { name: /^Conversation status/ })
      .getByText('Different')
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'reads');
    await reads.getByRole('button', { name: 'Older' }).click();
    await reads.getByText('Read 1 of 2').waitFor();
    await page.keyboard.press('Escape');

    await seen.getByRole('button', { name: 'Compare' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare two cases' });
    await compare.getByText(/values differ$/).waitFor();
    await expectAccessible(page);
    await picture(page, 'compare');
    expect(console.complaints).toEqual([]);
  } finally {
    await harness.close();
  }
});

/** Creates two conversations of one user key; `control` finishes the first. */
async function personTwice(harness: ServiceHarness): Promise<{ ids: string[]; control(): Promise<unknown> }> {
  const type = 'application/vnd.service.v1.1+json';
  const { login, password } = harness.apiKey;
  const create = async () => {
    const reply = await fetch(`${harness.baseUrl}/api/conversations`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
        accept: type,
        'content-type': type,
      },
      body: JSON.stringify({
        userKey: 'the-same-person',
        returnUrl: 'https://console.test/',
        query: { identity: { requireOneOf: [['PERSON_NAME_LASTNAME']] } },
      }),
    });
    return ((await reply.json()) as { id: string }).id;
  };
  const ids = [await create(), await create()];
  return {
    ids,
    control: () => harness.control(`/conversations/${ids[0]}/complete`, { outcome: 'FINISHED' }),
  };
}
