import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { addDays, localDay } from '../../../preload/shared/calendar.ts';
import { standardWaitingReasons } from '../../../preload/wording/waiting.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { openCaseOf, openCases, rowOf } from '../case-list.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import { failing } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { press } from '../window.tsx';

const bar = page.getByRole('region', { name: 'Decision' });
const [first, second] = standardWaitingReasons;
const withSettings = (more: object) => ({
  'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: [], ...more }),
});

test('a case waits for the user by keys alone, with the text and the link to send', async () => {
  const texts = { en: 'Please send a bill.', pl: 'Prosimy o rachunek.' };
  const own = [...standardWaitingReasons, { code: 'own-bill', label: 'A utility bill', texts }];
  const { bridge } = await openCaseOf(new FakeCases([newRow(1)]), 1, {
    replies: {
      ...withSettings({ waitingReasons: own }),
      'conversations.open': (input) => {
        const opened = finished(input);
        return {
          ...opened,
          conversation: { ...opened.conversation, status: 'IN_PROGRESS', url: 'https://service.example/u/1' },
        };
      },
    },
  });
  await expect.element(bar.getByRole('button', { name: /^Wait/ })).toBeVisible();
  await press('q');
  const form = page.getByRole('dialog', { name: /^Wait/ });
  await expect.element(form.getByRole('radio', { name: second?.label ?? '' })).toBeVisible();
  await press('5');
  await expect.element(form.getByText(texts.en)).toBeVisible();
  await expect.element(form.getByRole('button', { name: 'Copy text and link for the user' })).toBeVisible();
  await expect.element(form.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Polish' }).click();
  await expect.element(form.getByText(texts.pl)).toBeVisible();
  await expectAccessible(bothSchemes);
  await press('Control+Enter');
  await expect.element(bar.getByText('Waiting for the user: A utility bill')).toBeVisible();
  // Not on the button that ends it: Enter would.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await press('q');
  await expect.element(bar.getByRole('button', { name: /^Wait/ })).toBeVisible();
  expect(bridge.inputs('cases.state')).toMatchObject([
    { state: 'waiting', reason: 'own-bill' },
    { state: 'open' },
  ]);
});

test('without a running conversation a new one is prepared for the same user', async () => {
  await openCaseOf(new FakeCases([newRow(1)]), 1, {
    replies: {
      'creation.setup': () => ({ templates: [], defaults: {} }),
      'creation.unsettled': () => ({ unsettled: [] }),
    },
  });
  await expect.element(bar.getByRole('button', { name: /^Wait/ })).toBeVisible();
  await press('q');
  await page.getByRole('dialog').getByRole('button', { name: 'New conversation…' }).click();
  await expect.element(page.getByRole('textbox', { name: 'User key' })).toHaveValue('user-1');
});

test('an entry that failed is said above the case, until it is dismissed or entered', async () => {
  const cases = new FakeCases([newRow(1, { verdict: 'in-progress' })]);
  const watch = failing({ code: 'file-not-written', message: 'Not saved: the disk is full.' });
  const { bridge } = await openCaseOf(cases, 1, { replies: { 'cases.watch': watch } });
  const button = page.getByRole('button', { name: 'Watch', exact: true });
  const said = page.getByText('Not saved: the disk is full.');
  await button.click();
  await expect.element(said).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(said).not.toBeInTheDocument();
  await button.click();
  await expect.element(said).toBeVisible();
  bridge.answer({ 'cases.watch': () => ({ affected: 1 }) });
  await button.click();
  await expect.element(said).not.toBeInTheDocument();
});

test('Ctrl+Z takes nothing back once something else was entered that it does not take back', async () => {
  const { bridge } = await openCaseOf(new FakeCases([newRow(1)]), 1);
  await press('n');
  await page.getByRole('textbox', { name: 'New note' }).fill('Asked by phone.');
  await press('Control+Enter');
  await expect.poll(() => bridge.inputs('cases.note')).toHaveLength(1);
  await press('Escape');
  await press('q');
  await press('Alt+1');
  await expect.element(bar.getByRole('button', { name: 'Stop waiting' })).toBeVisible();
  await press('Control+z');
  await press('q');
  await expect.element(bar.getByRole('button', { name: /^Wait/ })).toBeVisible();
  expect(bridge.inputs('cases.undo')).toEqual([]);
});

test('a double click on Watch enters it once', async () => {
  const { promise, resolve } = Promise.withResolvers<{ affected: number }>();
  const { bridge } = await openCaseOf(new FakeCases([newRow(1, { verdict: 'in-progress' })]), 1, {
    replies: { 'cases.watch': () => promise },
  });
  const button = page.getByRole('button', { name: 'Watch', exact: true });
  await button.dblClick();
  expect(bridge.inputs('cases.watch')).toHaveLength(1);
  resolve({ affected: 1 });
});

test('a case comes back on a day, with a reason', async () => {
  const { bridge } = await openCaseOf(new FakeCases([newRow(1)]), 1);
  await expect.element(bar.getByRole('button', { name: /^Follow up/ })).toBeVisible();
  await press('p');
  const form = page.getByRole('dialog', { name: /follow.up/i });
  const on = addDays(localDay(Date.now()), 10);
  await form.getByLabelText('Comes back on').fill(localDay(Date.now()));
  await expectMissing(form.getByRole('button', { name: 'Follow up' }), 'Choose a day after today.');
  await form.getByLabelText('Comes back on').fill(on);
  await form.getByRole('textbox', { name: 'Reason' }).fill('A new passport is on its way.');
  await expectAccessible(bothSchemes);
  await press('Control+Enter');
  await expect.element(bar.getByText(`Follow-up on ${on}: A new passport is on its way.`)).toBeVisible();
  await bar.getByRole('button', { name: /^Follow up/ }).click();
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect.element(bar.getByRole('button', { name: /^Follow up/ })).toBeVisible();
  expect(bridge.inputs('cases.followUp')).toMatchObject([{ followUp: { on } }, { followUp: null }]);
});

test('a case whose day has come says so beside its state, in whole words, and the day on hovering', async () => {
  const followUp = { on: '2026-01-15', reason: 'A new passport.', isAwaited: false, isDue: true };
  await openCases(new FakeCases([newRow(1, { verdict: 'review', followUp })]));
  const cell = () => rowOf(1).querySelector('[data-column=state]');
  await expect.poll(() => cell()?.textContent).toBe('To reviewdue');
  expect(cell()?.querySelector('[title]')?.getAttribute('title')).toBe(
    'Follow-up on 2026-01-15: A new passport.',
  );
});

test('a list that stays open is read again every ten minutes: a case whose day comes is in To review by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const cases = new FakeCases([newRow(1)]);
  const { bridge } = await openCases(cases);
  await expect.poll(() => rowOf(1)).toBeDefined();
  const read = () => [bridge.inputs('cases.query').length, bridge.inputs('cases.counts').length];
  await expect.element(page.getByRole('button', { name: /^To review \d/ })).toBeVisible();
  const [queries = 0, counts = 0] = read();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await expect.poll(read).toEqual([queries + 1, counts + 1]);
});

test('the list shows the age of a case, marks one over the target, and several are set to wait with a reason', async () => {
  const hour = 3_600_000;
  const rows = [
    newRow(1, { ageFrom: Date.now() - 5 * hour }),
    newRow(2, { ageFrom: Date.now() - 50 * hour }),
    newRow(3, { decision: { kind: 'clear', at: Date.now() } }),
  ];
  const { bridge } = await openCases(new FakeCases(rows), withSettings({ targetHours: 24 }));
  const age = (number: number) => rowOf(number).querySelector('[data-column=age]');
  await expect.poll(() => age(1)?.textContent).toBe('5 h');
  expect(age(2)?.textContent).toBe('2 d');
  expect(age(3)?.textContent).toBe('–');
  await expect.element(page.getByRole('img', { name: 'Over target' })).toBeVisible();
  expect(age(2)?.querySelector('[aria-label="Over target"]')).not.toBeNull();
  await press('x');
  await press('s');
  await page.getByRole('menuitem', { name: `Waiting: ${first?.label}` }).click();
  await expect
    .poll(() => bridge.inputs('cases.state'))
    .toMatchObject([{ selection: { ids: [idOf(1)] }, state: 'waiting', reason: first?.code }]);
});

test('when a case comes back is read at its foot also beside what it lacks for Approve, 1280 wide', async () => {
  await page.viewport(1280, 800);
  const approval = { settledFrom: 85, finalResults: true, notRejectedBefore: true };
  const followUp = { on: '2999-01-05', reason: 'Ask again', isAwaited: true, isDue: false };
  const rows = [newRow(1, { followUp }), newRow(2, { followUp, findings: [], verdict: 'clear' })];
  await openCases(new FakeCases(rows), withSettings({ approval }));
  // In the list the day would be cut off.
  const mark = page.getByRole('img', { name: 'Follow-up on 2999-01-05' }).first();
  await expect.element(mark).toBeVisible();
  const { right } = mark.element().getBoundingClientRect();
  expect(right).toBeLessThan(mark.element().closest('td')?.getBoundingClientRect().right ?? 0);
  await press('j');
  await press('o');
  // Alone, beside the buttons.
  await expect.element(bar.getByTitle('Ask again')).toBeVisible();
  const day = bar.getByText('2999-01-05', { exact: true }).element().getBoundingClientRect();
  expect(day.right).toBeLessThanOrEqual(bar.getByTitle('Ask again').element().getBoundingClientRect().right);
  await press('Alt+ArrowLeft');
  await press('k');
  await press('o');
  await expect.element(bar.getByText(/^Approve needs more/)).toBeVisible();
  const line = bar.getByTitle('Ask again');
  expect(line.element().scrollWidth).toBeLessThanOrEqual(line.element().clientWidth);
  await expectAccessible(bothSchemes);
});
