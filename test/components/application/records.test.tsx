import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApprovalRule, OwnReason, WaitingReason } from '../../../preload/contract/case-settings.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { standardWaitingReasons } from '../../../preload/wording/waiting.ts';
import { filesText } from '../../../renderer/features/application/copies-section.tsx';
import { bothSchemes, expectAccessible } from '../access.ts';
import { part, text } from '../environments/fake-environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { openWindow } from '../window.tsx';

const open = (replies: Replies, hash = '#/settings') => openWindow(replies, { hash });

/** Presses a button as the keyboard does. */
async function press(within: ReturnType<typeof part>, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true });
  await expect.element(button).toBeEnabled();
  (await button.element()).focus();
  await userEvent.keyboard('{Enter}');
}

test('a reason of one’s own is added, renamed, retired and offered again', async () => {
  let reasons: OwnReason[] = [];
  const { bridge } = await open({
    'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons }),
    'cases.saveSettings': (changed) => {
      reasons = changed.reasons ?? reasons;
      return { retentionDays: null, decisionDays: null, reasons };
    },
  });
  const section = part('Your own decision reasons');
  await press(section, 'Add a reason');
  await expect.element(section.getByLabelText('Reason', { exact: true })).toHaveFocus();
  await section.getByLabelText('Reason', { exact: true }).fill('Known customer');
  await expectMissing(
    section.getByRole('button', { name: 'Add', exact: true }),
    'Choose for which decisions.',
  );
  await section.getByRole('checkbox', { name: 'Approve' }).click();
  await press(section, 'Add');
  await expect.element(section.getByText('Known customer')).toBeVisible();
  await section.getByRole('button', { name: 'Edit Known customer' }).click();
  await section.getByLabelText('Reason', { exact: true }).fill('Old customer');
  await section.getByRole('button', { name: 'Save reason' }).click();
  await press(section, 'Retire Old customer');
  await expect.element(section.getByText('Old customer (retired)')).toBeVisible();
  await press(section, 'Offer again Old customer');
  await expect.element(section.getByText('Old customer', { exact: true })).toBeVisible();
  expect(reasons).toMatchObject([{ label: 'Old customer', kinds: ['clear'] }]);
  expect(bridge.inputs('cases.saveSettings')).toHaveLength(4);
});

test('settings saved in another window are shown, and a reason entered here is kept', async () => {
  let reasons: OwnReason[] = [];
  const { bridge } = await open({
    'cases.settings': () => ({ retentionDays: null, decisionDays: null, reasons }),
    'cases.saveSettings': (changed) => {
      reasons = changed.reasons ?? reasons;
      return { retentionDays: null, decisionDays: null, reasons };
    },
  });
  const section = part('Your own decision reasons');
  await expect.element(section.getByRole('button', { name: 'Add a reason' })).toBeEnabled();
  reasons = [{ code: 'own-1', label: 'Of the other window', kinds: ['reject'] }];
  // The lists of a company belong to no environment.
  bridge.send('cases.changed', { environmentId: 'another' });
  await expect.element(section.getByText('Of the other window')).toBeVisible();
  await press(section, 'Add a reason');
  await section.getByLabelText('Reason', { exact: true }).fill('Known customer');
  await section.getByRole('checkbox', { name: 'Approve' }).click();
  await press(section, 'Add');
  await expect.element(section.getByText('Known customer')).toBeVisible();
  expect(reasons.map(({ label }) => label)).toEqual(['Of the other window', 'Known customer']);
});

test('the copies of the list are restored after a question, and the files have their sizes', async () => {
  const bytes = { cases: 1000, journal: 2_000_000, copies: 3000 };
  let copies = [{ name: 'copy-1', at: '2026-01-15T10:00:00Z' }];
  const files = () => ({ storage: 'disk' as const, bytes, copies });
  const { bridge } = await open({
    'cases.files': files,
    'cases.restore': () => {
      copies = [{ name: 'copy-2', at: '2026-01-15T11:00:00Z' }, ...copies];
      return {};
    },
  });
  const section = part('Stored cases and copies');
  await expect.element(section.getByText(filesText(files()))).toBeVisible();
  const restore = section.getByRole('button', { name: 'Restore…' });
  await restore.click();
  await expect.element(section.getByRole('alert')).toBeVisible();
  await expect.element(section.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible(bothSchemes);
  expect(bridge.inputs('cases.restore')).toEqual([]);
  await press(section, 'Restore this copy');
  await expect.poll(() => restore.elements().length).toBe(2);
  expect(bridge.inputs('cases.restore')).toEqual([{ name: 'copy-1' }]);
});

test('without a keychain it is said that nothing is kept, and that it is not copied', async () => {
  await open({ 'cases.files': () => ({ storage: 'memory', copies: [] }) });
  const section = part('Stored cases and copies');
  await expect.element(section.getByText(/kept in memory until the console closes/)).toBeVisible();
  await expectAccessible();
});

test('public keys are saved, and the fingerprint of the current one is copied', async () => {
  const id = '0123456789abcdef'.repeat(4);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open({
    'consoleKey.export': () => ({ kind: 'saved', path: '/exports/keys.pem', bytes: 10 }),
    'consoleKey.list': () => ({ keys: [{ id, pem: '', kept: 'session', since: '2026-01-15T12:00:00Z' }] }),
  });
  const section = part('Public keys for receipts');
  await expect.element(section.getByText(/^0123 4567 /)).toBeVisible();
  await expect.element(section.getByText(/This key is in memory only/)).toBeVisible();
  await press(section, 'Copy fingerprint');
  await expect.poll(() => copied.mock.calls).toEqual([[id]]);
  copied.mockRestore();
  await expectAccessible(bothSchemes);
  await press(part('Public keys for receipts'), 'Export public keys');
  await expect.element(page.getByText('Saved as /exports/keys.pem').first()).toBeInTheDocument();
});

test('how long cases are kept: what would be deleted is shown before it can be saved', async () => {
  let kept: { retentionDays: number | null; decisionDays: number | null } = {
    retentionDays: null,
    decisionDays: null,
  };
  const { bridge } = await open(
    {
      'cases.settings': () => ({ ...kept, reasons: [] }),
      'cases.retentionPreview': ({ retentionDays }) => ({
        reduced: retentionDays < 60 ? 2 : 0,
        removed: 0,
        kept: retentionDays < 60 ? 1 : 0,
        cases: [],
        steps: [
          { what: 'data', counts: [0, 1, 0, 0, 3], firstAt: Date.UTC(2026, 0, 20) },
          { what: 'data', decision: 'reject', counts: [2, 0, 0, 0, 0], firstAt: Date.UTC(2026, 0, 1) },
        ],
        held: { total: 1, conversationIds: ['held-1'] },
      }),
      'cases.saveSettings': ({ retention }) => {
        kept = retention ?? kept;
        return { ...kept, reasons: [] };
      },
    },
    '#/settings/environment/sandbox',
  );
  const retention = part('Retention');
  await expect
    .element(retention.getByText('Cases stay in this console until you forget them.'))
    .toBeVisible();
  const limit = retention.getByRole('switch', { name: 'Delete the data of old cases from this console' });
  await expect.element(limit).toBeEnabled();
  (await limit.element()).focus();
  await userEvent.keyboard(' ');
  await expect.element(retention.getByText('No case is old enough.')).toBeVisible();
  const days = retention.getByLabelText('Delete data after days without activity');
  await days.fill('0');
  await expectMissing(
    retention.getByRole('button', { name: 'Save retention' }),
    'Enter a whole number from 1 to 3,650',
  );
  await days.fill('30');
  await text(
    'Deleted within the hour: the data of 2 cases, but not the decisions. 1 case older but not done yet or kept on purpose.',
  );
  await expect
    .element(retention.getByRole('row', { name: /^Cases without a decision – 1 – – 3/ }))
    .toBeVisible();
  await expect.element(retention.getByRole('row', { name: /^Rejected: data 2 – – – –/ })).toBeVisible();
  await retention.getByText('Kept on purpose: 1 case').click();
  await expect.element(retention.getByText('held-1')).toBeVisible();
  await expectAccessible(bothSchemes);
  await press(retention, 'Save retention');
  await expect.element(page.getByText('Retention saved').first()).toBeInTheDocument();
  expect(bridge.inputs('cases.saveSettings')).toMatchObject([
    { environmentId: 'sandbox', retention: { retentionDays: 30, decisionDays: null } },
  ]);
});

test('the conditions of an approval are set for an environment', async () => {
  let approval: ApprovalRule | undefined;
  let targetHours: number | undefined;
  const settings = () => ({
    retentionDays: null,
    decisionDays: null,
    reasons: [],
    ...omitUndefined({ approval, targetHours }),
  });
  await open(
    {
      'cases.settings': settings,
      'cases.saveSettings': (changed) => {
        approval = changed.approval;
        targetHours = changed.targetHours ?? undefined;
        return settings();
      },
    },
    '#/settings/environment/sandbox',
  );
  const section = part('Before a case is approved');
  await section.getByRole('combobox', { name: 'Findings that must be settled' }).click();
  await page.getByRole('option', { name: /65 and more/ }).click();
  await section.getByRole('switch', { name: 'The results must be final' }).click();
  await section.getByRole('textbox', { name: 'Target: hours from the result to the decision' }).fill('24');
  await press(section, 'Save conditions');
  await expect.element(section.getByRole('button', { name: 'Save conditions' })).toBeDisabled();
  await expect.poll(() => targetHours).toBe(24);
  expect(approval).toEqual({ settledFrom: 65, finalResults: true, notRejectedBefore: false });
});

test('the texts for users are written in the company’s languages', async () => {
  let waitingReasons: WaitingReason[] | undefined;
  const settings = () => ({
    retentionDays: null,
    decisionDays: null,
    reasons: [],
    ...omitUndefined({ waitingReasons }),
  });
  await open({
    'cases.settings': settings,
    'cases.saveSettings': (changed) => {
      waitingReasons = changed.waitingReasons;
      return settings();
    },
  });
  const section = part('Waiting for the user');
  const [first, ...others] = standardWaitingReasons;
  await press(section, `Edit ${first?.label}`);
  // Enter twice within a moment does not press the control that took the place of the first one.
  await section.getByRole('button', { name: 'Add a language' }).click();
  await section.getByRole('textbox', { name: 'Language' }).nth(1).fill('pl');
  await section.getByRole('textbox', { name: 'Text for the user' }).nth(1).fill('Prosimy o nowe zdjęcie.');
  await expectAccessible(bothSchemes);
  await press(section, 'Save waiting reason');
  await expect.element(section.getByText(/pl: Prosimy o nowe zdjęcie\./)).toBeVisible();
  expect(waitingReasons).toEqual([
    { ...first, texts: { ...first?.texts, pl: 'Prosimy o nowe zdjęcie.' } },
    ...others,
  ]);
});
