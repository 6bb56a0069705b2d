import { expect, test, vi } from 'vitest';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 90_000 });

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
    const response = await fetch(`${harness.baseUrl}/api/conversations`, {
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
    return ((await response.json()) as { id: string }).id;
  };
  const ids = [await create(), await create()];
  return {
    ids,
    control: () => harness.control(`/conversations/${ids[0]}/complete`, { outcome: 'FINISHED' }),
  };
}
