import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noMatch } from '../../../renderer/shell/field-entries.ts';
import { expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { failing } from '../fake-bridge.ts';
import { openWindow, press } from '../window.tsx';

const field = page.getByRole('combobox', { name: /^Open or search/ });
const option = (name: RegExp | string) => page.getByRole('option', { name });
const openedId = () => location.hash.split('/')[2];
const rows = [newRow(1, { userKey: 'seed-every-member' }), newRow(2)];

/** The window on a list of two cases, of which one is found by its user key. */
const openOnList = () =>
  openWindow({
    ...new FakeCases(rows).replies(),
    'conversations.recent': () => ({
      recent: [{ environmentId: 'sandbox', conversationId: idOf(2), openedAt: '2026-01-15T12:00:00Z' }],
    }),
    'cases.search': ({ text }) => ({
      matches: rows
        .filter(({ userKey }) => userKey === text)
        .map((row) => ({ by: 'user-key' as const, row })),
    }),
  });

test('an empty field offers recent cases', async () => {
  await openOnList();
  await press('Control+o');
  await expect
    .element(page.getByRole('group', { name: 'Recent cases' }).getByRole('option').first())
    .toBeVisible();
  await expectAccessible();
});

test('text typed right after the shortcut is kept, and Enter waits for the search', async () => {
  await openOnList();
  await press('Control+k');
  await userEvent.keyboard('seed-every-member');
  await userEvent.keyboard('{Enter}');
  await expect.poll(openedId).toBe(idOf(1));
  await expect.element(field).toHaveValue('');
});

test('a case found by a name shows whose it is: the shape while data is masked', async () => {
  const { bridge } = await openOnList();
  bridge.answer({
    'cases.search': () => ({
      matches: [{ by: 'person', row: newRow(1), name: 'Kowalska, Anna', birthDate: '1979-11-02' }],
    }),
  });
  await press('Control+k');
  await userEvent.keyboard('kowal');
  const found = page.getByRole('group', { name: 'Cases' }).getByRole('option');
  await expect
    .element(found)
    .toHaveAccessibleName('masked, begins with K, A, 1979 Person · user-1 · 1 issue · To review');
  expect(found.query()?.textContent).toMatch(/^K•••, A••• 1979/);
  await expectAccessible();
  await press('Control+Shift+s');
  await press('Control+k');
  await expect
    .element(found)
    .toHaveTextContent('Kowalska, Anna, 1979-11-02Person · user-1 · 1 issue · To review');
});

test('unknown text is said to be unknown, and Enter sends nothing', async () => {
  const { bridge } = await openOnList();
  await press('Control+k');
  for (const text of ['user-8765', 'Kowalski']) {
    await press('Control+a');
    await userEvent.keyboard(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(noMatch).first()).toBeVisible();
    await userEvent.keyboard('{Enter}');
  }
  expect(openedId()).toBeUndefined();
  expect(bridge.inputs('conversations.open')).toEqual([]);
});

test('Enter also acts where the search failed', async () => {
  const { bridge } = await openOnList();
  bridge.answer({ 'cases.search': failing({ code: 'internal' }) });
  await press('Control+k');
  await userEvent.keyboard('How long cases are kept{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
});

test('actions are found by other words for them', async () => {
  await openOnList();
  await press('Control+k');
  for (const [typed, name] of [
    ['erase', /^Go to Deletion/],
    ['diagnostics', 'Version and diagnostics'],
    ['backup restore', 'Restore a copy of the stored cases'],
    ['audit', 'Check or export the journal'],
    ['reason list', 'Your own decision reasons'],
    ['retention', 'How long cases are kept'],
  ] as const) {
    await press('Control+a');
    await userEvent.keyboard(typed);
    await expect.element(option(name)).toBeVisible();
  }
});

test('an action leads to its place, and Escape empties the field', async () => {
  await openOnList();
  await press('Control+k');
  await userEvent.keyboard('erase');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('retention');
  await option('How long cases are kept').click();
  await expect.element(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
});

const body = `{"id":"event-9","payload":{"conversation":{"id":"${idOf(9)}"}}}`;
const request = `POST /callback HTTP/1.1\nX-Signature: ${'0'.repeat(64)}\nX-Signature-Timestamp: 1760000000000\n\n${body}`;

async function paste(): Promise<void> {
  const element = await field.element();
  element.focus();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', request);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

test('the conversation of a pasted signed request is deleted or added to the list', async () => {
  const { bridge } = await openOnList();
  bridge.answer({
    'reading.readList': () => ({
      listId: 'list-1',
      report: {
        unit: 'line',
        format: 'lines',
        lines: 1,
        conversations: 1,
        sums: { useful: 1, repeated: 0, elsewhere: 0, useless: 0 },
        callbacks: 0,
        duplicates: [],
        duplicateCount: 0,
        bad: [],
        badCount: 0,
        userKeys: [],
        userKeyCount: 0,
        elsewhere: [],
        elsewhereCount: 0,
        isCut: false,
      },
    }),
  });
  await paste();
  await expect.element(option('Delete data…')).toBeVisible();
  await expect.element(page.getByRole('status').getByText(/\d+ results\.\s*$/)).toBeInTheDocument();
  await option('Add to list…').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => bridge.inputs('reading.readList').at(-1)?.source).toEqual(idOf(9));
});

test('a pasted signed request is taken to the page of signatures, every byte of it', async () => {
  const { bridge } = await openOnList();
  bridge.answer({
    'signatures.import': failing({ code: 'invalid-input' }),
    'signatures.recipes': () => ({ recipes: [] }),
  });
  await paste();
  await option('Verify signature').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Signatures' })).toBeVisible();
  await expect.poll(() => bridge.inputs('signatures.import').at(-1)).toMatchObject({ source: request });
});
