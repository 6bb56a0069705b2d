import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { assessmentTerm } from '../../../preload/wording/case-terms.ts';
import { findingText } from '../../../preload/wording/cases.ts';
import { gridRow } from '../../../renderer/ui/table-grid.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { caseCount, currentId, expectSelected, openCases, openedId, rowOf, shownIds } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { newReport } from '../deletion-runs.ts';
import { failing } from '../fake-bridge.ts';
import { dropFile } from '../files.ts';
import { expectMissing } from '../forms.ts';
import { newReading } from '../readings.ts';
import { press, showData } from '../window.tsx';

const twenty = () => Array.from({ length: 20 }, (_, at) => newRow(at + 1));
const line = page.getByRole('textbox', { name: 'Filter cases' });

/** The window on a list, of which main's filter leaves the cases of the verdicts and the marks asked for. */
async function openList(rows = twenty()) {
  const cases = new FakeCases(
    rows,
    (row, { verdicts, watched }) =>
      (verdicts?.includes(row.verdict) ?? true) && (watched === undefined || row.watched === watched),
  );
  return { cases, ...(await openCases(cases)) };
}

test('cases are found, previewed and opened with the keyboard only', async () => {
  await openList();
  for (const key of ['j', 'j', 'ArrowDown', 'k']) {
    await press(key);
  }
  await expect.poll(currentId).toBe(idOf(3));

  await press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect.element(preview.getByText(idOf(3))).toBeVisible();
  await expectAccessible();
  await press('j');
  await expect.element(preview.getByText(idOf(4))).toBeVisible();
  await press('Escape');
  await expect.element(preview).not.toBeInTheDocument();

  await press('Enter');
  await expect.poll(openedId).toBe(idOf(4));
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await press('Alt+ArrowLeft');
  await expect.poll(currentId).toBe(idOf(4));
  // The list has the focus, so keys work at once.
  await press('ArrowDown');
  await expect.poll(currentId).toBe(idOf(5));
});

test('the preview counts a finding only where it is there more than once', async () => {
  const mismatch = { kind: 'cause', product: 'identity', code: 'SCAN_FACE_MISMATCH', weight: 90 } as const;
  const expired = { ...mismatch, code: 'SCAN_DOCUMENT_EXPIRED' };
  await openList([newRow(1, { findings: [mismatch, mismatch, expired] })]);
  await press(' ');
  const findings = page.getByRole('complementary', { name: 'Preview' }).getByRole('list').first();
  await expect
    .poll(() =>
      findings
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([`${findingText(mismatch)} ×2`, findingText(expired)]);
});

test('a row has its first label whole, and says how many others there are and which', async () => {
  await page.viewport(1280, 800);
  await openList([newRow(1, { labels: ['PEP desk', 'second look', 'vip'] })]);
  const first = page.getByTitle('PEP desk');
  const { scrollWidth, clientWidth } = await first.element();
  expect(scrollWidth).toBe(clientWidth);
  await expect.element(page.getByTitle('second look\nvip')).toHaveTextContent('+2');
});

test('each assessment is read whole in a window 1280 wide, also where it changed', async () => {
  await page.viewport(1280, 800);
  await openList([newRow(1, { verdict: 'ended', findings: [], findingCount: 0, changed: true })]);
  const { label } = assessmentTerm({ verdict: 'ended' });
  const { scrollWidth, clientWidth } = page.getByText(label, { exact: true }).element();
  expect(scrollWidth).toBe(clientWidth);
  const last = page.getByRole('columnheader', { name: 'Labels' }).element().getBoundingClientRect();
  expect(last.right).toBeLessThanOrEqual(1280);
});

test('the current case stays the current one out of view, and where the list changes meanwhile', async () => {
  const { cases, bridge } = await openList(Array.from({ length: 1000 }, (_, at) => newRow(at + 1)));
  await press('j');
  await press('j');
  await press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect.element(preview.getByText(idOf(3))).toBeVisible();
  const scroller = (await page.getByRole('grid').element()).parentElement as HTMLElement;
  const scrolled = () => {
    // Until the list has been queried after the preview was opened, it may go back to its place.
    scroller.scrollTop = 600 * gridRow;
    return shownIds();
  };
  await expect.poll(scrolled).toContain(idOf(605));
  cases.rows = [newRow(2000), ...cases.rows];
  bridge.send('cases.changed', { environmentId: 'sandbox' });
  await caseCount(1001);
  await expect.poll(() => scroller.scrollTop).toBe(601 * gridRow);
  await expect.element(preview.getByText(idOf(3))).toBeVisible();
  await press('x');
  await expectSelected(1);
  await press('j');
  await expect.poll(currentId).toBe(idOf(4));
});

test('Escape closes the preview also while the pointer rests where a hint is shown', async () => {
  await openList();
  await press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect.element(preview.getByText(idOf(1))).toBeVisible();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).hover();
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  await press('Escape');
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
});

test('the list of a window that was just opened has the focus, so that Enter opens its first case', async () => {
  await openList();
  await expect.poll(() => document.activeElement?.getAttribute('data-conversation')).toBe(idOf(1));
  await press('Enter');
  await expect.poll(openedId).toBe(idOf(1));
});

test('a key acts on the row that has the focus, as a screen reader reads it', async () => {
  await openList();
  const focusedId = () => document.activeElement?.getAttribute('data-conversation');
  (await page.getByRole('grid').element()).focus();
  await expect.poll(focusedId).toBe(idOf(1));
  // Reading on by another way than the keys of the list focuses another row.
  rowOf(8).focus();
  await press('x');
  await expectSelected(1);
  expect(rowOf(8).getAttribute('aria-selected')).toBe('true');
  await press('ArrowDown');
  await expect.poll(focusedId).toBe(idOf(9));
  await press('k');
  await expect.poll(focusedId).toBe(idOf(8));
  // Shift and a click select from the row that was pressed before.
  await userEvent.click(rowOf(3), { modifiers: ['Control'] });
  await userEvent.click(rowOf(5), { modifiers: ['Shift'] });
  await expectSelected(4);
  rowOf(8).focus();
  await press('Enter');
  await expect.poll(openedId).toBe(idOf(8));
});

test('the query line, the chips and the views agree', async () => {
  const rows = twenty().map((row, at) => (at < 5 ? row : newRow(at + 1, { verdict: 'clear' })));
  const { bridge } = await openList(rows);
  const chips = page.getByRole('list', { name: 'Filters' });
  const review = assessmentTerm({ verdict: 'review' }).label;
  const asked = () => bridge.inputs('cases.query').at(-1)?.filter;

  await press('/');
  await userEvent.keyboard('assessment:issues aml:any');
  await press('Enter');
  await expect.poll(asked).toEqual({ verdicts: ['review'], aml: ['*'] });
  await caseCount(5);

  // Selecting a value in a chip updates the line.
  await chips.getByRole('button', { name: `Assessment ${review}` }).click();
  await page.getByRole('checkbox', { name: assessmentTerm({ verdict: 'failed' }).label }).click();
  await expectAccessible();
  await press('Escape');
  await expect.element(line).toHaveValue('assessment:issues,failed aml:any');
  await chips.getByRole('button', { name: 'Remove AML: Any list' }).click();
  await expect.element(line).toHaveValue('assessment:issues,failed');
  await expect.poll(asked).toEqual({ verdicts: ['review', 'failed'] });

  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^Watching/ })
    .click();
  await expect.element(page.getByText('No case matches the filter')).toBeVisible();
  await expect.element(line).toHaveValue('is:watched');
  await page.getByRole('button', { name: 'Clear the filter' }).first().click();
  await caseCount(20);
});

test('a mistake in the query line is reported', async () => {
  await openList();
  await line.fill('verdct:review');
  await expect.element(page.getByText(/“verdct:” is not a filter/)).toBeVisible();
  await expectAccessible();
});

test('cases are selected one by one, in ranges and all at once', async () => {
  await openList(twenty().slice(0, 12));
  // Also while no row has the focus.
  await press('Control+a');
  await expectSelected(12);
  await press('Escape');
  await press('x');
  await expectSelected(1);
  for (const key of ['j', 'j', 'Shift+J', 'Shift+ArrowDown']) {
    await press(key);
  }
  // The first case, and the range from the third to the fifth.
  await expectSelected(4);
  await press('Shift+ArrowUp');
  await expectSelected(3);
  await press('Control+a');
  await expectSelected(12);
  await press('x');
  await expectSelected(11);
  await expectAccessible();
  await press('Escape');
  await expect.element(page.getByRole('region', { name: 'Selection' })).not.toBeInTheDocument();

  await userEvent.click(rowOf(2), { modifiers: ['Control'] });
  await userEvent.click(rowOf(7), { modifiers: ['Shift'] });
  await expectSelected(6);

  const all = page.getByRole('checkbox', { name: 'Select all cases' });
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await expectSelected(12);
  await expect.element(all).toBeChecked();
  await expectAccessible();
  await all.click();
  await expect.element(page.getByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  await expect.element(all).not.toBeChecked();
});

test('right-clicking a row opens a menu', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openList();
  await userEvent.click(rowOf(2), { button: 'right' });
  await expectAccessible();
  await page.getByRole('menuitem', { name: 'Copy id' }).click();
  await expect.poll(() => copied.mock.lastCall).toEqual([idOf(2)]);
  await userEvent.click(rowOf(2), { button: 'right' });
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await expect.poll(openedId).toBe(idOf(2));
});

test('the menu of a row leads to the deletion of its conversation', async () => {
  const { bridge } = await openCases(new FakeCases(twenty()), {
    'deletionRuns.prepare': failing({ code: 'internal' }),
  });
  await userEvent.click(rowOf(3), { button: 'right' });
  await page.getByRole('menuitem', { name: /^Expire or delete/ }).click();
  await expect
    .poll(() => bridge.inputs('deletionRuns.prepare'))
    .toMatchObject([{ from: { ids: [idOf(3)] } }]);
});

test('reading many cases is paused and resumed', async () => {
  const cases = new FakeCases(twenty());
  const asked: unknown[] = [];
  const { bridge } = await openCases(cases, {
    'reading.control': (input) => {
      asked.push(input);
      return {};
    },
  });
  bridge.send('reading.changed', { runs: [newReading({ total: 9, state: 'running' })] });
  const reading = page.getByRole('region', { name: 'Reading cases' });
  await reading.getByRole('button', { name: 'Pause' }).click();
  bridge.send('reading.changed', { runs: [newReading({ total: 9, state: 'paused' })] });
  await reading.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked).toMatchObject([{ action: 'pause' }, { action: 'resume' }]);
});

test('a run that is read again is not dismissed before it has begun', async () => {
  const begun = Promise.withResolvers<void>();
  const { bridge } = await openCases(new FakeCases(twenty()), {
    'reading.control': async () => {
      await begun.promise;
      return {};
    },
  });
  bridge.send('reading.changed', { runs: [newReading({ total: 9, done: 8, failed: 1, state: 'done' })] });
  const reading = page.getByRole('region', { name: 'Reading cases' });
  await reading.getByRole('button', { name: 'Retry failed' }).click();
  await expect.element(reading.getByRole('button', { name: 'Dismiss' })).toBeDisabled();
  begun.resolve();
  await expect.element(reading.getByRole('button', { name: 'Dismiss' })).toBeEnabled();
});

test('names are revealed on request and masked at once by a shortcut; user keys are pseudonyms', async () => {
  await openList();
  const cell = (column: string) => rowOf(1).querySelector(`[data-column=${column}]`)?.textContent;
  await expect.poll(() => cell('person')).toBe('K•••, A••• 1979');
  expect(cell('userKey')).toBe('user-1');
  await showData();
  await expect.poll(() => cell('person')).toBe('Kowalska, Anna1979-11-02');
  await press('Control+Shift+m');
  await expect.poll(() => cell('person')).toContain('•••');
  expect(shownIds()).toHaveLength(20);
});

test('a file dropped on the page of the list is read to be added to it', async () => {
  const { bridge } = await openList();
  bridge.answer({ 'reading.readList': () => ({ listId: 'list-1', report: newReport(2) }) });
  dropFile(rowOf(1), new File([`${idOf(30)}\n${idOf(31)}\n`], 'list.txt'));
  await expect.element(page.getByRole('dialog', { name: /^Add cases/ })).toBeVisible();
  await expect.poll(() => bridge.inputs('reading.readList')).toHaveLength(1);
});

test('cases that are added are labelled, and a column of the list is kept as a note', async () => {
  const { bridge } = await openList();
  const report = newReport(2, { format: 'csv', columns: ['branch', 'agent'] });
  bridge.answer({
    'reading.readList': () => ({ listId: 'list-1', report }),
    'reading.start': () => ({}),
  });
  dropFile(rowOf(1), new File(['branch,conversation id,agent'], 'list.csv'));
  const dialog = page.getByRole('dialog', { name: /^Add cases/ });
  await dialog.getByLabelText('Column agent').selectOptions('note');
  await dialog.getByLabelText('Label for these cases').fill('batch 7');
  await expectAccessible(bothSchemes);
  await dialog.getByRole('button', { name: 'Read 2 cases' }).click();
  await expect
    .poll(() => bridge.inputs('reading.start').map(({ from }) => from))
    .toEqual([
      { listId: 'list-1', marks: { labels: ['batch 7'], columns: [{ name: 'agent', as: 'note' }] } },
    ]);
});

test('a pack for an auditor is drawn from the selected cases, with a seed', async () => {
  const { bridge } = await openList();
  bridge.answer({
    'evidence.saveAuditPack': () => ({
      result: { kind: 'saved', path: '/exports/audit.zip', bytes: 10 },
      missing: [],
      conversationIds: [idOf(2)],
      unread: [{ conversationId: idOf(2), reason: 'gone' }],
    }),
  });
  await press('x');
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Pack for an auditor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pack for an auditor' });
  await expect
    .element(dialog.getByRole('button', { name: 'Show passphrase' }))
    .toHaveAttribute('tabindex', '0');
  await dialog.getByRole('radio', { name: 'Drawn at random from them' }).click();
  await dialog.getByRole('textbox', { name: 'How many' }).fill('5');
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('not a seed');
  const save = dialog.getByRole('button', { name: 'Save pack' });
  await expectMissing(save, 'Enter letters, digits, - and _ only.');
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('audit-2026');
  await expectAccessible(bothSchemes);
  await save.click();
  await expect.element(dialog.getByText(/^Saved as .*audit.zip. 1 case could not be read/)).toBeVisible();
  expect(bridge.inputs('evidence.saveAuditPack')).toMatchObject([
    { selection: { except: [] }, draw: { count: 5, seed: 'audit-2026' }, unmasked: false, withFiles: true },
  ]);
});
