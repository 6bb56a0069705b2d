import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnReason } from '../../../preload/contract/case-settings.ts';
import { decisionLabels } from '../../../preload/wording/cases.ts';
import { decisionReasons, decisionVerb } from '../../../preload/wording/decisions.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { expectSelected, openCaseOf, openCases, openedId, rowOf, shownIds } from '../case-list.ts';
import { detailsOf, FakeCases, idOf, newRow } from '../cases.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import type { OpenedWindow } from '../window.tsx';
import { press } from '../window.tsx';

const six = () => new FakeCases(Array.from({ length: 6 }, (_, at) => newRow(at + 1)));
const queue = page.getByRole('region', { name: 'Queue' });
const decision = page.getByRole('region', { name: 'Decision' });
const panel = page.getByRole('complementary', { name: 'Notes and history' });
const reasons = page.getByRole('group', { name: 'Reasons' });
const masked = page.getByRole('button', { name: 'Show personal data' }).first();
const revealed = page.getByRole('button', { name: 'Mask personal data' }).first();
const place = (text: string) => expect.element(queue.getByText(text, { exact: true })).toBeVisible();
const firstReason = (kind: 'clear' | 'escalate' | 'reject') => decisionReasons(kind, [])[0];

/** Presses a key without waiting for a frame after it. */
async function pressAtOnce(key: string, code: string, altKey = false): Promise<void> {
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, altKey, bubbles: true, cancelable: true }),
  );
  await new Promise((done) => setTimeout(done));
}

const queueOfThree = (cases: FakeCases, replies: Replies = {}): Promise<OpenedWindow> =>
  openCaseOf(cases, 1, { replies, queue: [1, 2, 3] });

test('a decision takes a reason, and leads to the next case that is not reviewed', async () => {
  const cases = six();
  const { bridge } = await openCases(cases);
  await press('x');
  await press('Shift+J');
  await press('Shift+J');
  await expectSelected(3);
  await press('q');
  await place('1 of 3');
  expect(openedId()).toBe(idOf(1));
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await press('a');
  await expect.element(reasons).toBeVisible();
  await expectMissing(
    page.getByRole('dialog').getByRole('button', { name: decisionVerb('clear') }),
    'Choose a reason.',
  );
  await expectAccessible(bothSchemes);
  await press('2');
  await press('Control+Enter');
  await place('2 of 3');
  expect(openedId()).toBe(idOf(2));
  expect(bridge.inputs('cases.decide')).toMatchObject([
    {
      selection: { ids: [idOf(1)] },
      decision: { kind: 'clear', reason: decisionReasons('clear', [])[1]?.code },
    },
  ]);
  expect(bridge.inputs('cases.review')).toMatchObject([{ selection: { ids: [idOf(1)] }, reviewed: true }]);

  await press('j');
  await place('3 of 3');
  await press('e');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Asked the second line.');
  await press('Control+Enter');
  // Next goes to the remaining case, even if it comes earlier in the queue.
  await place('2 of 3');
  await expect.poll(() => cases.queue).toMatchObject({ at: 1, reviewed: [idOf(1), idOf(3)] });

  // Back leaves the queue, and the list shows the decisions.
  await press('Alt+ArrowLeft');
  const decided = (number: number) => rowOf(number).querySelector('[data-column=state]')?.textContent;
  await expect.poll(() => decided(1)).toContain(decisionLabels.clear);
  expect(decided(3)).toContain(decisionLabels.escalate);
  await page.viewport(1280, 800);
  const resume = page.getByRole('button', { name: 'Resume queue: 2 of 3 reviewed' });
  // The views have the room of the last word.
  expect(resume.getByText('reviewed').element().clientWidth).toBeLessThan(2);
  await resume.click();
  await place('2 of 3');
  await page.getByRole('button', { name: 'End queue' }).click();
  await expect.poll(shownIds).toHaveLength(6);
  await expect.element(page.getByRole('button', { name: /^Resume queue/ })).not.toBeInTheDocument();
});

test('personal data stays shown in the next case until it is masked, and each case viewed has it in its history', async () => {
  const { bridge } = await queueOfThree(six());
  await expect.element(masked).toBeVisible();
  await press('Control+Shift+s');
  await expect.element(revealed).toBeVisible();
  await expectAccessible(bothSchemes);
  await press('j');
  await place('2 of 3');
  await expect.element(revealed).toBeVisible();
  await expect
    .poll(() => bridge.inputs('cases.revealed').map(({ conversationId }) => conversationId))
    .toEqual([idOf(1), idOf(2)]);
  await press('Control+Shift+m');
  await expect.element(masked).toBeVisible();
});

test('a note and a label are added beside the case', async () => {
  await queueOfThree(six());
  await press('n');
  await panel.getByRole('textbox', { name: 'New note' }).fill('Confirmed by phone.');
  await press('Control+Enter');
  await expect
    .element(panel.getByRole('list', { name: 'Notes' }).getByText('Confirmed by phone.'))
    .toBeVisible();
  await panel.getByRole('textbox', { name: 'Label' }).fill('second look');
  await press('Enter');
  await expect
    .element(panel.getByRole('list', { name: 'Labels of the case' }).getByText('second look'))
    .toBeVisible();
});

test('a decision is shown with its reason in the case, and withdrawn with another', async () => {
  const { bridge } = await openCaseOf(six(), 1);
  await decision.getByRole('button', { name: decisionVerb('reject') }).click();
  const reason = firstReason('reject');
  await page.getByRole('checkbox', { name: reason?.label ?? '' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: decisionVerb('reject') })
    .click();
  await expect.element(decision.getByText(decisionLabels.reject)).toBeVisible();
  await expect.element(decision.getByText(reason?.label ?? '')).toBeVisible();
  // Withdrawing takes a reason, and nothing happens before.
  await press('Shift+Z');
  const why = page.getByRole('textbox', { name: 'Why is it withdrawn?' });
  await expect.element(why).toHaveFocus();
  await expectAccessible(bothSchemes);
  await press('Control+Enter');
  await why.fill('It was another person.');
  await press('Control+Enter');
  await expect.element(decision.getByRole('button', { name: decisionVerb('reject') })).toBeVisible();
  expect(bridge.inputs('cases.decide').slice(1)).toMatchObject([
    { decision: { withdrawn: true, comment: 'It was another person.' } },
  ]);
});

test('a digit with Alt decides at once, and changes a decision that was made', async () => {
  const { bridge } = await openCaseOf(six(), 1);
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('Alt+1');
  await expect.element(decision.getByText(decisionLabels.clear)).toBeVisible();
  await press('x');
  await expect.element(reasons).toBeVisible();
  await press('Alt+2');
  await expect.element(decision.getByText(decisionLabels.reject)).toBeVisible();
  const reason = (kind: 'clear' | 'reject', index: number) => decisionReasons(kind, [])[index]?.code;
  expect(bridge.inputs('cases.decide')).toMatchObject([
    { decision: { kind: 'clear', reason: reason('clear', 0) } },
    { decision: { kind: 'reject', reason: reason('reject', 1) } },
  ]);
});

test('the keys of a form act as soon as the key that opens it, and once', async () => {
  const cases = six();
  const { bridge } = await openCaseOf(cases, 1);
  const saved = Promise.withResolvers<void>();
  const decide = cases.replies()['cases.decide'];
  bridge.answer({
    'cases.decide': async (...asked) => {
      await saved.promise;
      return decide?.(...asked) ?? { affected: 0 };
    },
  });
  await pressAtOnce('a', 'KeyA');
  await pressAtOnce('1', 'Digit1', true);
  await pressAtOnce('1', 'Digit1', true);
  saved.resolve();
  await expect.element(decision.getByText(decisionLabels.clear)).toBeVisible();
  expect(bridge.inputs('cases.decide')).toHaveLength(1);
});

test('keys pressed while a decision is saved are for the next case, which is shown meanwhile', async () => {
  const cases = six();
  const { bridge } = await queueOfThree(cases);
  const saved = Promise.withResolvers<void>();
  const decide = cases.replies()['cases.decide'];
  bridge.answer({
    'cases.decide': async (...asked) => {
      await saved.promise;
      return decide?.(...asked) ?? { affected: 0 };
    },
  });
  for (const _ of [1, 2, 3]) {
    await pressAtOnce('a', 'KeyA');
    await pressAtOnce('1', 'Digit1', true);
  }
  saved.resolve();
  await expect.poll(() => cases.queue?.reviewed).toEqual([1, 2, 3].map(idOf));
  expect(bridge.inputs('cases.decide').map(({ selection }) => selection)).toEqual(
    [1, 2, 3].map((number) => ({ ids: [idOf(number)] })),
  );
});

test('a decision that could not be saved brings its case back, with the reason', async () => {
  const cases = six();
  await queueOfThree(cases, { 'cases.decide': failing({ code: 'internal', retryable: false }) });
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('Alt+1');
  await place('1 of 3');
  await expect.element(page.getByText('It failed.')).toBeVisible();
  await expect.element(decision.getByRole('button', { name: decisionVerb('clear') })).toHaveFocus();
  expect(cases.queue?.reviewed).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('It failed.')).not.toBeInTheDocument();
});

test('failures for one reason, such as a full disk, are said once, until they are dismissed', async () => {
  const full = failing({ code: 'file-not-written' });
  await queueOfThree(six(), { 'cases.decide': full, 'cases.moveQueue': full });
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('Alt+1');
  await place('1 of 3');
  await expect.element(decision.getByRole('button', { name: decisionVerb('clear') })).toHaveFocus();
  await expect.poll(() => page.getByText('It failed.').elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('It failed.')).not.toBeInTheDocument();
});

test('a queue that could not be read is said until it is dismissed, and again when it fails once more', async () => {
  const { bridge } = await openCaseOf(six(), 1, {
    replies: { 'cases.queue': failing({ code: 'internal' }) },
  });
  const failure = page.getByText('It failed.');
  await expect.element(failure).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(failure).not.toBeInTheDocument();
  bridge.send('cases.changed', { environmentId: 'sandbox' });
  await expect.element(failure).toBeVisible();
});

test('Alt with a digit chooses its reason and, if a comment is missing, moves the focus to it', async () => {
  const { bridge } = await openCaseOf(new FakeCases([newRow(1, { verdict: 'in-progress' })]), 1);
  await press('a');
  await press('Alt+2');
  await expect.element(page.getByText('Enter a comment.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Comment' })).toHaveFocus();
  expect(page.getByText('Choose a reason.').query()).toBeNull();
  await userEvent.keyboard('Read twice.');
  await press('Control+Enter');
  await expect.poll(() => bridge.inputs('cases.decide')).toHaveLength(1);
  expect(bridge.inputs('cases.decide')).toMatchObject([
    { decision: { reason: decisionReasons('clear', [])[1]?.code, comment: 'Read twice.' } },
  ]);
});

test('a form that opens closes the one before, which would take the same keys', async () => {
  const { bridge } = await openCaseOf(six(), 1);
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('x');
  await expect.element(page.getByRole('dialog', { name: 'Reject' })).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(1);
  await press('Alt+1');
  await expect.element(decision.getByText(decisionLabels.reject)).toBeVisible();
  expect(bridge.inputs('cases.decide')).toMatchObject([{ decision: { kind: 'reject' } }]);
});

test('a case opened in another way is not worked on in the queue', async () => {
  await queueOfThree(six());
  // A case of the queue, opened by its id.
  await press('Control+k');
  await userEvent.keyboard(idOf(3));
  await press('Enter');
  await expect.poll(openedId).toBe(idOf(3));
  await expect.element(queue).not.toBeInTheDocument();
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await press('Enter');
  await expect.element(decision.getByText(decisionLabels.clear)).toBeVisible();
  expect(openedId()).toBe(idOf(3));
  await press('Alt+ArrowLeft');
  await place('1 of 3');
});

test('an action on a selection applies to each of its cases', async () => {
  const cases = six();
  const { bridge } = await openCases(cases);
  const both = { ids: [idOf(1), idOf(2)] };
  const bar = page.getByRole('region', { name: 'Selection' });
  await press('x');
  await press('Shift+J');
  await expectSelected(2);
  await press('l');
  await page.getByRole('textbox', { name: 'Label' }).fill('batch 7');
  await press('Enter');
  await expect.poll(() => cases.rows.filter(({ labels }) => labels.includes('batch 7')).length).toBe(2);
  await press('Escape');
  await bar.getByRole('button', { name: /^State/ }).click();
  await page.getByRole('menuitem', { name: 'In review' }).click();
  await expect
    .poll(() => bridge.inputs('cases.state'))
    .toMatchObject([{ selection: both, state: 'in-review' }]);

  bridge.answer({ 'cases.export': () => ({ kind: 'cancelled' }) });
  await bar.getByRole('button', { name: /^Export/ }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect
    .poll(() => bridge.inputs('cases.export'))
    .toMatchObject([{ selection: both, format: 'csv', withUserKeys: false }]);

  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  await expectAccessible();
  const announced = announcements();
  await page.getByRole('button', { name: `Forget ${counted(2, 'case')}` }).click();
  await expect.poll(shownIds).toEqual([3, 4, 5, 6].map(idOf));
  expect(bridge.inputs('cases.forget')).toMatchObject([{ selection: both, afterMs: 10_000 }]);
  await expectSaid(announced, /Forgotten: 2 cases/);
});

test('Escape closes the menu or form that has opened, also before it has the focus, and the selection stays', async () => {
  await openCases(six());
  await press('x');
  await expectSelected(1);
  const grid = page.getByRole('grid').element() as HTMLElement;
  for (const [key, opened] of [
    ['s', page.getByRole('menu')],
    ['l', page.getByRole('dialog', { name: /^Label/ })],
  ] as const) {
    await press(key);
    await expect.element(opened).toBeVisible();
    // As pressed before the focus has moved.
    grid.focus();
    grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.element(opened).not.toBeInTheDocument();
    await expectSelected(1);
  }
  await press('Escape');
  await expect.element(page.getByText('1 selected', { exact: true })).not.toBeInTheDocument();
});

test('once a case of a queue waits for the user, Enter leads to the next case', async () => {
  await queueOfThree(six());
  await press('q');
  await expect.element(page.getByRole('dialog', { name: /^Wait/ })).toBeVisible();
  await press('1');
  await press('Control+Enter');
  await expect.element(queue.getByRole('button', { name: 'Next' })).toHaveFocus();
  await press('Enter');
  await place('2 of 3');
});

test('cases of a selection are kept on purpose, and no longer', async () => {
  const { bridge } = await openCases(six(), { 'due.hold': () => ({ affected: 2 }) });
  const both = { ids: [idOf(1), idOf(2)] };
  await press('x');
  await press('Shift+J');
  await expectSelected(2);
  const open = page.getByRole('button', { name: 'Hold…' });
  const form = page.getByRole('dialog', { name: /^Hold/ });
  await open.click();
  await form.getByRole('button', { name: 'Keep on purpose' }).click();
  await expect.element(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabelText('Reason').fill('Court case 3 C 17/26');
  await form.getByLabelText('Until (optional)').fill('2020-01-01');
  await form.getByRole('button', { name: 'Keep on purpose' }).click();
  await expect.element(form.getByText('Choose today or a later day.')).toBeVisible();
  await form.getByLabelText('Until (optional)').fill('2999-01-01');
  await expectAccessible(bothSchemes);
  await form.getByRole('button', { name: 'Keep on purpose' }).click();
  await expect.element(form).not.toBeInTheDocument();
  await open.click();
  await form.getByRole('button', { name: 'End the hold' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(bridge.inputs('due.hold')).toMatchObject([
    { selection: both, hold: { reason: 'Court case 3 C 17/26', until: '2999-01-01' } },
    { selection: both, hold: null },
  ]);
});

test('a saved filter becomes a view, which is used and deleted', async () => {
  const { bridge } = await openCases(six());
  const views = page.getByRole('navigation', { name: 'Views' });
  const line = page.getByRole('textbox', { name: 'Filter cases' });
  const text = 'label:"batch 7" state:waiting opened:7d';
  await press('/');
  await userEvent.keyboard(text);
  await press('Enter');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Batch seven');
  await expectAccessible();
  await press('Enter');
  const view = views.getByRole('button', { name: 'Batch seven 6' });
  await expect.element(view).toBeVisible();
  expect(bridge.inputs('cases.saveView')).toMatchObject([{ view: { name: 'Batch seven', line: text } }]);
  await views.getByRole('button', { name: /^All/ }).click();
  await expect.element(line).toHaveValue('');
  await view.click();
  await expect.element(line).toHaveValue(text);
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect.element(view).not.toBeInTheDocument();
});

test('a case is read again when it changed, and not when another did', async () => {
  const cases = six();
  const { bridge } = await openCaseOf(cases, 1);
  // The panel offers the labels.
  await page.getByRole('button', { name: /^Notes/ }).click();
  await expect.poll(() => bridge.inputs('cases.labels').length).toBeGreaterThan(0);
  const [read, labels] = [bridge.inputs('cases.get').length, bridge.inputs('cases.labels').length];
  bridge.send('cases.changed', { environmentId: 'sandbox', conversationIds: [idOf(2)] });
  // The labels may be others with every change, so that they show that the notice has arrived.
  await expect.poll(() => bridge.inputs('cases.labels').length).toBe(labels + 1);
  expect(bridge.inputs('cases.get')).toHaveLength(read);
  bridge.send('cases.changed', { environmentId: 'sandbox', conversationIds: [idOf(2), idOf(1)] });
  await expect.poll(() => bridge.inputs('cases.get').length).toBe(read + 1);
});

test('a case that lacks what the environment asks for is not approved: the button names it', async () => {
  const cases = new FakeCases([newRow(1), newRow(2, { verdict: 'clear', findings: [], findingCount: 0 })]);
  const approval = { settledFrom: 85, finalResults: true, notRejectedBefore: true };
  await openCaseOf(cases, 1, {
    replies: {
      'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: [], approval }),
    },
  });
  const button = page.getByRole('button', { name: /^Approve/ });
  await expect.element(button).toBeDisabled();
  await expect
    .element(button)
    .toHaveAccessibleDescription('Approve needs more: not settled: Face does not match');
  await expect.element(page.getByRole('button', { name: /^Reject/ })).toBeEnabled();
  await expectAccessible(bothSchemes);
});

test('a case seen before names its user key, and who decided it', async () => {
  const cases = new FakeCases([newRow(1)]);
  const other = {
    conversationId: idOf(2),
    by: ['document-number' as const],
    otherUser: true,
    userKey: 'user-9',
    verdict: 'review' as const,
    decision: { kind: 'reject' as const, at: Date.UTC(2026, 0, 10) },
    reviewer: 'ap',
  };
  await openCaseOf(cases, 1, {
    replies: { 'cases.get': () => ({ case: detailsOf(newRow(1), { seenBefore: [other] }) }) },
  });
  const strip = page.getByRole('region', { name: 'Earlier cases and changes' });
  await expect
    .poll(() => strip.query()?.textContent)
    .toMatch(/Seen before, rejected by ap .*, under another user, user-9: same document number\./);
  await expectAccessible(bothSchemes);
});

test('Ctrl+Z takes back the last decision, and shows its case with the focus on the decision', async () => {
  const cases = six();
  const { bridge } = await queueOfThree(cases);
  await press('x');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await press('Enter');
  await place('2 of 3');
  await press('Control+z');
  await place('1 of 3');
  expect(bridge.inputs('cases.undo')).toMatchObject([{ conversationIds: [idOf(1)], of: 'decision' }]);
  await expect.element(decision.getByRole('button', { name: decisionVerb('clear') })).toHaveFocus();
  await expect.poll(() => cases.queue?.reviewed).toEqual([]);
  // Once taken back, there is nothing more to take back.
  await press('Control+z');
  expect(bridge.inputs('cases.undo')).toHaveLength(1);
});

test('Ctrl+Z after the decision before was changed leaves that case reviewed', async () => {
  const cases = six();
  await queueOfThree(cases);
  await press('x');
  await expect.element(reasons).toBeVisible();
  await press('Alt+1');
  await place('2 of 3');
  await press('k');
  await place('1 of 3');
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('Alt+1');
  await place('2 of 3');
  await press('Control+z');
  await place('1 of 3');
  await expect.poll(() => cases.queue?.reviewed).toEqual([idOf(1)]);
});

test('K goes back with the focus on the decision', async () => {
  await queueOfThree(six());
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await press('Enter');
  await place('2 of 3');
  await press('k');
  await place('1 of 3');
  await expect.element(decision.getByRole('button', { name: /^Withdraw/ })).toHaveFocus();
});

test('Ctrl+Z takes back the last note and label, but not in a text field, where it takes back what was typed', async () => {
  const { bridge } = await queueOfThree(six());
  await press('n');
  const note = panel.getByRole('textbox', { name: 'New note' });
  await note.fill('Confirmed by phone.');
  await press('Control+Enter');
  await expect
    .element(panel.getByRole('list', { name: 'Notes' }).getByText('Confirmed by phone.'))
    .toBeVisible();
  await note.click();
  await press('Control+z');
  expect(bridge.inputs('cases.undo')).toEqual([]);
  await panel.getByRole('button', { name: 'Close notes and history' }).click();
  await press('Control+z');
  await expect
    .poll(() => bridge.inputs('cases.undo'))
    .toMatchObject([{ conversationIds: [idOf(1)], of: 'note' }]);
});

test('a forgetting is taken back within ten seconds', async () => {
  let cancelled = false;
  await openCases(six(), {
    'cases.forget': (_, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          cancelled = true;
        });
      }),
  });
  await press('x');
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  await page.getByRole('button', { name: `Forget ${counted(1, 'case')}` }).click();
  await expect.element(page.getByText('Forgetting 1 case in ten seconds.')).toBeVisible();
  await expectAccessible(bothSchemes);
  await press('Control+z');
  await expect.poll(() => cancelled).toBe(true);
  await expect.element(page.getByText('Forgetting 1 case in ten seconds.')).not.toBeInTheDocument();
  expect(shownIds()).toHaveLength(6);
});

test('a decision has several reasons, chosen by digits, and all of them are shown', async () => {
  const { bridge } = await openCaseOf(six(), 1);
  await press('x');
  await expect.element(reasons).toBeVisible();
  for (const digit of ['3', '1', '2', '2']) {
    await press(digit);
  }
  await press('Enter');
  const [one, , third] = decisionReasons('reject', []);
  await expect.element(decision.getByText(`${one?.label}; ${third?.label}`)).toBeVisible();
  expect(bridge.inputs('cases.decide')).toMatchObject([
    { decision: { reason: `${one?.code} ${third?.code}` } },
  ]);
});

test('a chosen reason that another window retires does not decide', async () => {
  let own: OwnReason[] = [{ code: 'own-1', label: 'By the branch', kinds: ['reject'] }];
  const { bridge } = await openCaseOf(six(), 1, {
    replies: { 'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: own }) },
  });
  await press('x');
  await reasons.getByRole('checkbox', { name: 'By the branch' }).click();
  own = [];
  bridge.send('cases.changed', { environmentId: 'sandbox' });
  await expect.element(reasons.getByText('By the branch')).not.toBeInTheDocument();
  const form = page.getByRole('dialog');
  await expectMissing(form.getByRole('button', { name: decisionVerb('reject') }), 'Choose a reason.');
  expect(bridge.inputs('cases.decide')).toEqual([]);
});

test('a note begins with a template, and is listed once', async () => {
  const noteTemplates = [{ code: 'own-1', label: 'Called', text: 'Called the user:' }];
  const noted = { seq: 7, at: 0, actor: 'ap', kind: 'noted', details: { text: 'Known from before.' } };
  const opened = { seq: 6, at: 0, actor: 'ap', kind: 'opened', details: {} };
  const notes = [{ id: 7, at: 0, actor: 'ap', text: 'Known from before.' }];
  await openCaseOf(new FakeCases([newRow(1)]), 1, {
    replies: {
      'cases.get': () => ({ case: detailsOf(newRow(1), { notes, history: [noted, opened] }) }),
      'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: [], noteTemplates }),
    },
  });
  await press('n');
  await expect.element(panel.getByText('Opened', { exact: true })).toBeVisible();
  expect(panel.getByText('Known from before.').elements()).toHaveLength(1);
  await panel.getByRole('button', { name: 'Template' }).click();
  await page.getByRole('menuitem', { name: 'Called' }).click();
  await expect.element(panel.getByRole('textbox', { name: 'New note' })).toHaveValue('Called the user:');
});

test('a file is attached to a note within its size, listed under it, and saved', async () => {
  const cases = new FakeCases([newRow(1)]);
  const { bridge } = await openCaseOf(cases, 1, {
    replies: {
      'cases.saveAttachment': () => ({ kind: 'saved', path: '/exports/letter.pdf', bytes: 12_345 }),
    },
  });
  await press('n');
  const note = panel.getByRole('textbox', { name: 'New note' });
  const give = (type: 'drop' | 'paste', name: string, size: number) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(size)], name));
    const more = { bubbles: true, cancelable: true };
    note
      .element()
      .dispatchEvent(
        type === 'drop'
          ? new DragEvent(type, { dataTransfer: data, ...more })
          : new ClipboardEvent(type, { clipboardData: data, ...more }),
      );
  };
  give('drop', 'video.mp4', 5_100_000);
  await expect
    .element(panel.getByRole('alert'))
    .toHaveTextContent('video.mp4 was not attached: it is 5.1 MB. The limit is 5.0 MB.');
  give('paste', 'empty.txt', 0);
  await expect
    .element(panel.getByRole('alert'))
    .toHaveTextContent('empty.txt was not attached: it is empty or could not be read.');
  give('drop', 'other.pdf', 10);
  await panel.getByRole('button', { name: 'Remove other.pdf from the note' }).click();
  await expect.element(note).toHaveFocus();
  give('paste', 'letter.pdf', 12_345);
  await expect.element(panel.getByText('12.3 kB')).toBeVisible();
  expect(panel.getByRole('alert').elements()).toEqual([]);
  await panel.getByRole('button', { name: 'Save note' }).click();
  const listed = panel.getByRole('list', { name: 'Notes' });
  await expect.element(listed.getByText('letter.pdf')).toBeVisible();
  expect(bridge.inputs('cases.attach')).toMatchObject([
    { conversationId: idOf(1), text: '', name: 'letter.pdf', content: { length: 12_345 } },
  ]);
  expect(panel.getByRole('button', { name: /from the note$/ }).elements()).toEqual([]);
  await listed.getByRole('button', { name: 'Save letter.pdf' }).click();
  await expect
    .poll(() => bridge.inputs('cases.saveAttachment'))
    .toMatchObject([{ conversationId: idOf(1), note: 1 }]);
});

test('at 200 % zoom a case keeps more than half of the height, also after the next one', async () => {
  await queueOfThree(six());
  await page.viewport(640, 400);
  const evidence = () => page.getByRole('region', { name: 'Findings and data' }).element();
  const heightLeft = () => 400 - evidence().getBoundingClientRect().top;
  for (const next of ['2 of 3', '3 of 3']) {
    await press('j');
    await place(next);
    await expect.poll(heightLeft).toBeGreaterThan(200);
  }
});

test.each(['a', 'q', 'p'])(
  'at 200 % zoom the form that %s opens is in view and has the focus',
  async (key) => {
    await queueOfThree(six());
    await page.viewport(640, 400);
    await press(key);
    await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy();
    await expect.element(page.getByRole('dialog')).toBeInViewport({ ratio: 1 });
  },
);

test.each([
  { key: 'l', role: 'dialog' },
  { key: 's', role: 'menu' },
] as const)(
  'at 200 % zoom what $key opens for a selection is in view and has the focus',
  async ({ key, role }) => {
    await openCases(six());
    await press('x');
    await press('Shift+J');
    await page.viewport(640, 400);
    await press(key);
    await expect.poll(() => document.activeElement?.closest(`[role=${role}]`)).toBeTruthy();
    await expect.element(page.getByRole(role)).toBeInViewport({ ratio: 1 });
  },
);

test('the form of a decision does not stay above a dialog that a key opens', async () => {
  await queueOfThree(six());
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('Control+/');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect.element(reasons).not.toBeInTheDocument();
  expect(document.activeElement?.closest('[aria-modal=true]')).toBeTruthy();
});

test('an act that could not be taken back is said in the case, until it is dismissed', async () => {
  await queueOfThree(six(), { 'cases.undo': failing({ code: 'invalid-input', retryable: false }) });
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('Alt+1');
  await place('2 of 3');
  await press('Control+z');
  await expect.element(page.getByText('It failed.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('It failed.')).not.toBeInTheDocument();
});

/** The replies of a team in which Anna works on some cases. */
const withAnna = (ids: () => string[]): Replies => ({
  'team.holders': ({ conversationIds }) => ({
    isTeam: true,
    holders: conversationIds
      .filter((id) => ids().includes(id))
      .map((conversationId) => ({ conversationId, name: 'Anna' })),
  }),
});

test('in a team the next case is the first that nobody else has, and list and case say who works on it', async () => {
  const cases = six();
  const { bridge } = await queueOfThree(cases, {
    ...withAnna(() => [idOf(2)]),
    'team.takeNext': ({ conversationIds }) => {
      const conversationId = conversationIds.find((id) => id !== idOf(2));
      return conversationId === undefined ? {} : { conversationId };
    },
  });
  expect(openedId()).toBe(idOf(1));
  await expect.poll(() => bridge.inputs('team.claim')).toMatchObject([{ conversationId: idOf(1) }]);
  await press('j');
  await place('3 of 3');
  expect(openedId()).toBe(idOf(3));
  await expect.poll(() => bridge.inputs('team.release')).toMatchObject([{ conversationId: idOf(1) }]);
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await press('k');
  await place('2 of 3');
  await expect.element(page.getByText('Anna of your team works on this case now.')).toBeVisible();
  await expectAccessible(bothSchemes);
  await page.getByRole('button', { name: 'End queue' }).click();
  await expect.poll(() => bridge.inputs('team.release').at(-1)).toMatchObject({ conversationId: idOf(2) });
  await expect.poll(() => rowOf(2).querySelector('[data-column=assigned]')?.textContent).toContain('Anna');
  expect(rowOf(2).getAttribute('aria-label')).toContain('Anna works on this case');
  expect(rowOf(1).getAttribute('aria-label')).not.toContain('Anna');
});

test('a decision on a case that a colleague works on is refused, and stays as a draft over other cases', async () => {
  const cases = six();
  const refused = { code: 'team-not-allowed', message: 'Anna of your team works on this case now.' } as const;
  await queueOfThree(cases, { ...withAnna(() => []), 'cases.decide': failing(refused) });
  await press('x');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Blurred twice.');
  await press('Control+Enter');
  await expect.element(page.getByText('Anna of your team works on this case now.')).toBeVisible();
  await press('Escape');
  await expect.element(reasons).not.toBeInTheDocument();
  await press('j');
  await place('2 of 3');
  await expect.element(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible();
  await press('k');
  await place('1 of 3');
  await page.getByRole('button', { name: 'Reject (draft)' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Blurred twice.');
  await expect
    .element(reasons.getByRole('checkbox', { name: decisionReasons('reject', [])[0]?.label ?? '' }))
    .toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible();
});

test('without input a case is free for others after half an hour, which is said before, and taken again by going on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { bridge } = await queueOfThree(
    six(),
    withAnna(() => []),
  );
  await expect.poll(() => bridge.inputs('team.claim')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(bridge.inputs('team.claim')).toHaveLength(1);
  await press('Shift');
  await expect.poll(() => bridge.inputs('team.claim')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(25 * 60_000);
  await expect.element(page.getByText(/In 5 minutes this case is free/)).toBeVisible();
  await expectAccessible(bothSchemes);
  expect(bridge.inputs('team.release')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await expect.element(page.getByText(/No input for 30 minutes/)).toBeVisible();
  expect(bridge.inputs('team.release')).toHaveLength(1);
  await press('Shift');
  await expect.element(page.getByText(/No input for/)).not.toBeInTheDocument();
  await expect.poll(() => bridge.inputs('team.claim')).toHaveLength(3);
});

test('a test case is revealed right after the decision, over the next case, and nothing can be undone', async () => {
  const { bridge } = await queueOfThree(six(), {
    'cases.decide': () => ({ affected: 1, tests: ['portrait'] }),
  });
  await press('x');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await press('Control+Enter');
  const reveal = page.getByRole('dialog', { name: 'This was a test case' });
  await expect.element(reveal.getByText(/portrait .* was replaced .* You rejected it\.$/)).toBeVisible();
  await expectAccessible(bothSchemes);
  await expect.poll(() => document.activeElement?.textContent).toBe('Go on');
  await press('Enter');
  await expect.element(reveal).not.toBeInTheDocument();
  await place('2 of 3');
  expect(bridge.inputs('cases.review')).toEqual([]);
  await press('Control+z');
  expect(bridge.inputs('cases.undo')).toEqual([]);
});

test('an approval that needs a second person is proposed from the refusal, which is no failure', async () => {
  const { bridge } = await queueOfThree(six(), {
    'cases.decide': failing({
      code: 'set-by-policy',
      message: 'A second person must approve this.',
      retryable: false,
      hint: 'Propose it.',
      details: { refused: 'r-1', environmentId: 'sandbox' },
    }),
    'approvals.proposeAct': () => ({}),
  });
  await press('a');
  await expect.element(reasons).toBeVisible();
  await press('1');
  await press('Control+Enter');
  const notice = page.getByRole('group', { name: 'Approval by a second person' });
  await expect.element(notice.getByText('A second person must approve this.')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Failure' })).not.toBeInTheDocument();
  expect(notice.element().getBoundingClientRect().height).toBeLessThan(60);
  expect(notice.element().textContent).not.toContain('set-by-policy');
  await notice.getByRole('button', { name: 'Propose…' }).click();
  expect(document.activeElement).toBe(notice.getByLabelText('Why').element());
  await notice.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect.element(notice.getByText('Say why.')).toBeVisible();
  await expectAccessible(bothSchemes);
  await userEvent.keyboard('The hit is a namesake{Enter}');
  await expect.element(notice.getByText(/^Proposed\. /)).toBeVisible();
  expect(bridge.inputs('approvals.proposeAct')).toEqual([
    { environmentId: 'sandbox', refused: 'r-1', reason: 'The hit is a namesake' },
  ]);
});
