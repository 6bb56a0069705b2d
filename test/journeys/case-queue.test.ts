import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { downloadedBytes, startConsole } from './console.ts';
import { newDataDir, openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 120_000 });

/** For conditions that depend on main. */
const patient = { timeout: 30_000 };

const rows = (page: Page) => page.locator('[role=row][data-conversation]');
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const place = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true }).waitFor();
const idsOf = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-conversation')));

async function queueOfThree(page: Page): Promise<(string | null)[]> {
  await rows(page).first().waitFor();
  const ids = await idsOf(page);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('q');
  await place(page, '1 of 3');
  return ids.slice(0, 3);
}

test('a queue is worked through with the keyboard, each case decided with a reason', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 6) });
  const { page } = console;
  const ids = await queueOfThree(page);
  expect(openedId(page)).toBe(ids[0]);
  await page.getByRole('button', { name: 'Clear A' }).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.keyboard.press('a');
  const reasons = page.getByRole('radiogroup', { name: 'Reason' });
  await reasons.waitFor();
  // A decision requires a reason.
  expect(await page.getByRole('button', { name: 'Clear', exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press('2');
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Control+Enter');
  await place(page, '2 of 3');
  expect(openedId(page)).toBe(ids[1]);

  await page.keyboard.press('j');
  await place(page, '3 of 3');
  await page.keyboard.press('k');
  await place(page, '2 of 3');
  await page.keyboard.press('v');
  await page.getByRole('button', { name: /^Mask \( ?(29|30):/ }).waitFor();
  await page.getByRole('button', { name: 'Mask personal data' }).first().waitFor();
  await page.keyboard.press('j');
  await place(page, '3 of 3');
  // Data stays revealed in the next case until it is masked again.
  await page.getByRole('button', { name: 'Mask personal data' }).first().waitFor();
  await page.keyboard.press('Control+Shift+M');
  await page.getByRole('button', { name: 'Show data in the queue V' }).waitFor();
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();

  await page.keyboard.press('e');
  await reasons.waitFor();
  await page.keyboard.press('1');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Asked the second line.');
  await page.keyboard.press('Control+Enter');
  // Next goes to the remaining case, even if it comes earlier in the queue.
  await place(page, '2 of 3');

  await page.keyboard.press('n');
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await panel.getByText('Personal data shown: in a queue').waitFor();
  await panel.getByRole('textbox', { name: 'New note' }).fill('Confirmed by phone.');
  await page.keyboard.press('Control+Enter');
  await panel.getByRole('list', { name: 'Notes' }).getByText('Confirmed by phone.').waitFor();
  await panel.getByRole('textbox', { name: 'Label' }).fill('second look');
  await page.keyboard.press('Enter');
  await panel.getByRole('list', { name: 'Labels of the case' }).getByText('second look').waitFor();
  await expectAccessibleInBothSchemes(page);

  // Back leaves the queue, and the list shows the decisions.
  await page.keyboard.press('Alt+ArrowLeft');
  const decided = (at: number) => rows(page).nth(at).locator('[data-column=decided]');
  await expect.poll(() => decided(0).innerText(), patient).toContain('Cleared');
  await expect.poll(() => decided(2).innerText(), patient).toContain('Escalated');
  await expect.poll(() => rows(page).nth(1).innerText(), patient).toContain('second look');
  // Each decided case has the mark, and the list can be filtered by it.
  await rows(page).nth(0).getByRole('img', { name: 'Reviewed in a queue' }).waitFor();
  expect(await rows(page).nth(1).getByRole('img', { name: 'Reviewed in a queue' }).count()).toBe(0);
  await page.keyboard.press('/');
  await page.keyboard.type('is:reviewed');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count(), patient).toBe(2);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Resume queue 2/3' }).click();
  await place(page, '2 of 3');
  await page.getByRole('button', { name: 'End queue' }).click();
  await rows(page).first().waitFor();
  expect(await page.getByRole('button', { name: /^Resume queue/ }).count()).toBe(0);
  expect(console.complaints).toEqual([]);
});

test('a decision is shown with its reason in the case, and can be withdrawn', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 3) });
  const { page } = console;
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Reject X' }).click();
  await page.getByRole('radio', { name: 'Document not genuine' }).check();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Decision' });
  await bar.getByText('Rejected').waitFor();
  await bar.getByText('Document not genuine').waitFor();
  // Withdrawing takes a reason, and nothing happens before.
  await page.keyboard.press('z');
  const why = page.getByRole('textbox', { name: 'Why is it withdrawn?' });
  await why.press('Control+Enter');
  await expectAccessible(page);
  await why.fill('It was another person.');
  await why.press('Control+Enter');
  await page.getByRole('button', { name: 'Reject X' }).waitFor();
  await page.keyboard.press('n');
  const panel = page.getByRole('complementary', { name: 'Notes and history' });
  await panel.getByText('Decision withdrawn').waitFor();
  await panel.getByText('It was another person.').waitFor();
  await panel.getByText('Rejected: Document not genuine').waitFor();
});

test('a case opened in another way is not worked on in the queue, and its data stays masked', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 6) });
  const { page } = console;
  const ids = await queueOfThree(page);
  await page.getByRole('button', { name: 'Clear A' }).waitFor();
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Mask personal data' }).first().waitFor();
  // A case of the queue, opened by its id.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(ids[2] ?? '');
  await page.keyboard.press('Enter');
  await expect.poll(() => openedId(page)).toBe(ids[2]);
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();
  expect(await page.getByRole('region', { name: 'Queue' }).count()).toBe(0);
  await page.keyboard.press('a');
  await page.getByRole('radiogroup', { name: 'Reason' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Decision' }).getByText('Cleared').waitFor();
  expect(openedId(page)).toBe(ids[2]);
  // Back in the queue its data is masked again.
  await page.keyboard.press('Alt+ArrowLeft');
  await place(page, '1 of 3');
  await page.getByRole('button', { name: 'Show data in the queue V' }).waitFor();
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();
  expect(console.complaints).toEqual([]);
});

test('an action on a selection applies to each of its cases', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 6) });
  const { page } = console;
  await rows(page).first().waitFor();
  const ids = await idsOf(page);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('2 selected').waitFor();
  await page.keyboard.press('l');
  await page.getByRole('textbox', { name: 'Label' }).fill('batch 7');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).getByText('batch 7').count(), patient).toBe(2);
  await page.keyboard.press('Escape');
  await bar.getByText('2 selected').waitFor();
  await bar.getByRole('button', { name: 'State' }).click();
  await page.getByRole('menuitem', { name: 'Waiting' }).click();
  const views = page.getByRole('navigation', { name: 'Views' });

  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = (await downloadedBytes(await downloading)).toString();
  expect(file.trim().split('\n')).toHaveLength(3);
  expect(file).toContain(ids[0]);
  expect(file).not.toContain(ids[2]);

  // A saved filter becomes a view.
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('label:"batch 7" state:waiting opened:7d');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count(), patient).toBe(2);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Batch seven');
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'Batch seven 2' }).waitFor();
  await views.getByRole('button', { name: /^All/ }).click();
  await expect.poll(() => rows(page).count(), patient).toBe(6);
  await views.getByRole('button', { name: 'Batch seven 2' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Filter cases' }).inputValue(), patient)
    .toBe('label:"batch 7" state:waiting opened:7d');
  await expectAccessible(page);

  await grabAll(page);
  await bar.getByRole('button', { name: 'Forget…' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Forget 2 cases' }).click();
  await page.getByText('No case matches the filter').waitFor();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await views.getByRole('button', { name: /^All/ }).click();
  await expect.poll(() => idsOf(page), patient).toEqual(ids.slice(2));
  expect(await views.getByRole('button', { name: /^Batch seven/ }).count()).toBe(0);
  expect(console.complaints).toEqual([]);
});

async function grabAll(page: Page): Promise<void> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('2 selected').waitFor();
}

test.skipIf(!(await keyringInstalled()))('a queue goes on where it was after a restart', async () => {
  const keyring = await openKeyring('present');
  onTestFinished(() => keyring.close());
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const { env } = keyring;
  await using first = await startConsole({ dataDir, env, prepare: (wire) => openSamples(wire, 4) });
  const ids = await queueOfThree(first.page);
  await first.page.getByRole('button', { name: 'Clear A' }).waitFor();
  await first.page.keyboard.press('a');
  await first.page.getByRole('radiogroup', { name: 'Reason' }).waitFor();
  await first.page.keyboard.press('1');
  await first.page.keyboard.press('Enter');
  await place(first.page, '2 of 3');
  await first.page.getByText('1 reviewed').waitFor();
  await first.stop();

  await using second = await startConsole({ dataDir, env });
  await second.page.getByRole('button', { name: 'Resume queue 1/3' }).click();
  await place(second.page, '2 of 3');
  expect(openedId(second.page)).toBe(ids[1]);
});
