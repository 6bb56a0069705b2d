import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { decisionLabels } from '../../../preload/wording/cases.ts';
import { expectSelected, openCases } from '../case-list.ts';
import { FakeCases, newRow } from '../cases.ts';
import { newEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { openWindow, press } from '../window.tsx';

const place = (text: string) =>
  expect.element(page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true })).toBeVisible();
const decision = page.getByRole('region', { name: 'Decision' });

const focused = () => {
  const { activeElement } = document;
  if (activeElement?.closest('[role=dialog]')) {
    return 'a dialog';
  }
  return activeElement?.closest('#work') ? 'the work area' : activeElement?.tagName;
};

/** Acts, waits for its result, and expects the focus to have stayed in the work area or a dialog, and this announcement. */
async function act(
  work: () => Promise<unknown>,
  result: () => Promise<unknown>,
  [announced, expected]: [() => string, RegExp] = [() => '', /^/],
): Promise<void> {
  announced();
  await work();
  await result();
  await expect.poll(focused).toMatch(/^(the work area|a dialog)$/);
  let all = '';
  await expect
    .poll(() => {
      all += ` | ${announced()}`;
      return all;
    })
    .toMatch(expected);
}

async function decide(key: string): Promise<void> {
  await press(key);
  await expect.element(page.getByRole('group', { name: 'Reasons' })).toBeVisible();
  await press('1');
  await press('Enter');
}

const six = () => new FakeCases(Array.from({ length: 6 }, (_, at) => newRow(at + 1)));

test('after every act in a queue the focus is in the work area, and the result is announced', async () => {
  await openCases(six());
  const said = announcements();
  await press('x');
  await press('Shift+J');
  await press('Shift+J');
  await expectSelected(3);
  await act(
    () => press('q'),
    () => place('1 of 3'),
  );
  await act(
    () => press('j'),
    () => place('2 of 3'),
    [said, /Case 2 of 3/],
  );
  await act(
    () => press('k'),
    () => place('1 of 3'),
    [said, /Case 1 of 3/],
  );
  await act(
    () => decide('x'),
    () => place('2 of 3'),
    [said, /Rejected: .+Case 2 of 3/],
  );
  // The focus is on the title, from where the case is read.
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');

  await act(
    () => press('k'),
    () => expect.element(decision.getByText(decisionLabels.reject)).toBeVisible(),
  );
  await press('Shift+Z');
  await page.getByRole('textbox', { name: 'Why is it withdrawn?' }).fill('Another person.');
  await act(
    () => press('Control+Enter'),
    () => expect.element(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible(),
    [said, /Decision withdrawn/],
  );

  await press('n');
  await page.getByRole('textbox', { name: 'New note' }).fill('Asked by phone.');
  (await page.getByRole('button', { name: 'Save note' }).element()).focus();
  await act(
    () => press('Enter'),
    () =>
      expect.element(page.getByRole('list', { name: 'Notes' }).getByText('Asked by phone.')).toBeVisible(),
    [said, /Note saved/],
  );
  (await page.getByRole('button', { name: 'End queue' }).element()).focus();
  await act(
    () => press('Enter'),
    () => expect.element(page.getByRole('grid')).toBeVisible(),
  );

  // A decision outside of a queue.
  await press('Enter');
  await expect.element(page.getByRole('button', { name: 'Escalate' })).toBeVisible();
  await act(
    () => decide('e'),
    () => expect.element(decision.getByText(decisionLabels.escalate)).toBeVisible(),
    [said, /Escalated: /],
  );
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await press('Control+/');
  await expect.element(shortcuts).toBeVisible();
  await act(
    () => press('Escape'),
    () => expect.element(shortcuts).not.toBeInTheDocument(),
  );
});

test('a button that is disabled while it works has the focus again, and a key pressed twice does not press the one beside it', async () => {
  let answer: (() => void) | undefined;
  const { bridge } = await openWindow(
    {
      'journal.verify': () =>
        new Promise((resolve) => {
          answer = () => resolve({ entries: 3, forgotten: 0, endChecked: true, problems: [] });
        }),
      'journal.export': failing({ code: 'internal' }),
      'journal.find': () => ({ total: 0, last: 0, actors: [], kinds: [] }),
      'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons: [] }),
    },
    { hash: '#/reports/journal' },
  );
  const check = page.getByRole('button', { name: 'Check the journal' });
  await expect.element(check).toBeVisible();
  (await check.element()).focus();
  // Twice within a moment, however long the browser takes.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await press('Enter');
  await press('Enter');
  clock.mockRestore();
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  await expect.element(page.getByText(/entries checked: none was changed/)).toBeVisible();
  await expect.element(check).toHaveFocus();
  expect(bridge.inputs('journal.verify')).toHaveLength(1);
  expect(bridge.inputs('journal.export')).toEqual([]);
});

test('a switch of the environment is announced before what is wrong with it, which is announced once', async () => {
  const sandbox = newEnvironment('sandbox', { name: 'Sandbox', kind: 'sandbox' }, { builtIn: true });
  const live = newEnvironment('acme', { name: 'Acme live', kind: 'production' });
  const { bridge } = await openWindow({}, { hash: '#/settings', environments: [sandbox, live] });
  const button = page.getByRole('button', { name: 'Export public keys' });
  await expect.element(button).toBeVisible();
  (await button.element()).focus();
  const said = announcements();
  await act(
    () => press('Control+Alt+2'),
    () => expect.element(page.getByRole('button', { name: /^Environment: Acme live/ })).toBeVisible(),
    [said, /Production environment: Acme live.*API key/s],
  );
  await act(
    () => press('Control+Alt+1'),
    () => expect.element(page.getByRole('button', { name: /^Environment: Sandbox/ })).toBeVisible(),
    [said, /Sandbox environment: Sandbox/],
  );
  await press('Control+Alt+2');
  await expectSaid(said, /Production environment: Acme live/);
  // The next announcement comes after all that the switch says.
  const locked = { state: 'locked', message: 'It is locked.', sessionOnly: false } as const;
  bridge.answer({ 'keychain.state': () => locked });
  bridge.send('keychain.changed', locked);
  let all = '';
  await expect.poll(() => (all += said())).toMatch(/It is locked/);
  expect(all).not.toMatch(/API key/);
});

test('after a switch of the environment by the first key, the focus is in the work area', async () => {
  const sandbox = newEnvironment('sandbox', { name: 'Sandbox', kind: 'sandbox' }, { builtIn: true });
  const live = newEnvironment('acme', { name: 'Acme live', kind: 'production' });
  await openWindow({}, { hash: '#/settings', environments: [sandbox, live] });
  expect(focused()).toBe('BODY');
  await press('Control+Alt+2');
  await expect.element(page.getByRole('button', { name: /^Environment: Acme live/ })).toBeVisible();
  await expect.poll(focused).toBe('the work area');
});
