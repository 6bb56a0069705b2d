import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { verdictLabels } from '../../../renderer/features/signatures/verdict-texts.ts';
import { expectAccessible } from '../access.ts';
import { FakeCases, newRow } from '../cases.ts';
import { press, showData } from '../window.tsx';
import {
  conversationId,
  enter,
  fields,
  openSignatures,
  signature,
  signedAt,
  verdict,
  verdicts,
  verified,
  verify,
  wrong,
} from './page.tsx';

const labels = (verification: ReturnType<typeof verified>) =>
  Object.values(verdictLabels(verification)).map(({ label }) => label);

test.each([
  ['a genuine callback', verified(), ['Match', 'In time', 'Complete']],
  [
    'an old one of an unknown event',
    verified({ time: { verdict: 'past' }, message: { known: false } }),
    ['Match', 'Too old', 'Unknown event'],
  ],
  [
    'one that is not yet due, in part',
    verified({ time: { verdict: 'future' }, message: { verdict: 'incomplete' } }),
    ['Match', 'In the future', 'Incomplete'],
  ],
  [
    'text of another kind',
    verified({
      signature: { verdict: 'malformed', code: 'wrong-length' },
      time: { verdict: 'unreadable' },
      message: { verdict: 'not-json' },
    }),
    ['Malformed', 'Unreadable', 'Not JSON'],
  ],
  [
    'a forged one',
    { ...wrong, message: { ...wrong.message, verdict: 'empty' as const } },
    ['No match', 'In time', 'Empty'],
  ],
])('the three verdicts on %s are shown side by side', async (_name, verification, expected) => {
  await openSignatures({ 'signatures.verify': () => verification });
  await enter('{}');
  await verify.click();
  for (const label of expected) {
    await verdict(label);
  }
  expect(labels(verification)).toEqual(expected);
});

test('pasted whole, the keyboard leads from the verdicts to the conversation', async () => {
  const { bridge } = await openSignatures({
    ...new FakeCases([newRow(1)]).replies(),
    'signatures.import': () => ({
      ok: true,
      source: 'http',
      requests: [
        {
          method: 'POST',
          timestamp: signedAt,
          signature,
          body: new TextEncoder().encode('{}'),
          notes: [],
        },
      ],
    }),
  });
  await press('Alt+1');
  await expect.element(fields.import).toHaveFocus();
  await userEvent.keyboard('a request');
  await press('Control+Enter');
  await verdict('Match');
  await expect.element(verdicts.getByText('Key: “Current” of Acme test')).toBeVisible();
  await expect.element(page.getByText(conversationId).first()).toBeVisible();
  expect(bridge.inputs('signatures.import')).toMatchObject([{ source: 'a request' }]);
  expect(bridge.inputs('signatures.verify')).toMatchObject([
    { timestamp: signedAt, signature, key: { kind: 'stored', environmentId: 'acme', keyId: 'current' } },
  ]);
  await expectAccessible();
  await press('Alt+2');
  await expect.element(verdicts).toHaveFocus();
  const open = page.getByRole('button', { name: 'Open case' });
  (await open.element()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toContain(conversationId);
  await press('Control+4');
  await verdict('Match');
  await press('Control+Shift+O');
  await expect.poll(() => location.hash).toContain(conversationId);
});

test('the time is checked as of another moment, and a change drops the verdicts', async () => {
  const { bridge } = await openSignatures();
  await enter('{}');
  await verify.click();
  await verdict('In time');
  await page.getByText('As of…', { exact: true }).click();
  await expect.element(verdicts.getByText('In time')).not.toBeInTheDocument();
  await verify.click();
  await expect.element(page.getByText('Enter a date and time.').first()).toBeVisible();
  await expect.element(page.getByLabelText('Date and time')).toHaveFocus();
  await page.getByRole('button', { name: 'When signed' }).click();
  await verify.click();
  await verdict('In time');
  await page.getByLabelText('Date and time').fill('2026-01-01T12:00:00');
  await page.getByLabelText('Offset from UTC').selectOptions('+00:00');
  await press('Control+Enter');
  await verdict('In time');
  const [now, asSigned, given] = bridge.inputs('signatures.verify').map(({ asOf }) => asOf);
  expect(now).toBeUndefined();
  expect(Date.parse(asSigned ?? '')).toBe(Number(signedAt));
  expect(given).toBe('2026-01-01T12:00:00+00:00');
  await expectAccessible();
});

test('a verdict belongs to one input, and a match is not searched', async () => {
  const { bridge } = await openSignatures();
  const changes = [
    () => fields.signature.fill('1'),
    () => fields.timestamp.fill('1'),
    () => fields.body.fill('{ }'),
    () => fields.key.selectOptions('all'),
  ];
  for (const change of changes) {
    await enter('{}');
    await verify.click();
    await verdict('Match');
    await change();
    await expect.element(verdicts.getByText('Match', { exact: true })).not.toBeInTheDocument();
  }
  expect(bridge.inputs('signatures.explain')).toEqual([]);
});

test('the expected signature is hidden until requested, and hidden again after any change', async () => {
  const expected = 'cd'.repeat(32);
  const { bridge } = await openSignatures({
    'signatures.verify': () => wrong,
    'signatures.expected': () => ({ expected: [{ key: { label: 'Current' }, signature: expected }] }),
  });
  await enter('{}');
  await verify.click();
  await verdict('No match');
  expect(bridge.inputs('signatures.expected')).toEqual([]);
  const show = page.getByRole('button', { name: 'Show the expected signature' });
  await show.click();
  await expect.element(page.getByText(expected)).toBeVisible();
  await expect.element(page.getByText(/can make this body look genuine/)).toBeVisible();
  await expectAccessible();
  (await verdicts.element()).focus();
  await press('Control+Shift+M');
  await expect.element(page.getByText(expected)).not.toBeInTheDocument();
  await show.click();
  await expect.element(page.getByText(expected)).toBeVisible();
  await press('Control+1');
  await expect.element(page.getByRole('heading', { name: 'Cases', level: 1 })).toBeVisible();
  await press('Control+4');
  await verdict('No match');
  await expect.element(page.getByText(expected)).not.toBeInTheDocument();
  await show.click();
  await expect.element(page.getByText(expected)).toBeVisible();
  await fields.signature.fill('1');
  await expect.element(page.getByText(expected)).not.toBeInTheDocument();
  await expect.element(show).not.toBeInTheDocument();
});

test('the current data of the service is shown beside the callback, masked', async () => {
  const body = '{"payload":{"conversation":{"userKey":"another"}}}';
  const { bridge } = await openSignatures({
    'signatures.compare': () => ({
      conversationId,
      environmentName: 'Acme test',
      readAt: '2026-01-15T12:00:00Z',
      differing: 2,
      total: 3,
      members: [
        { path: 'userKey', state: 'changed', first: 'another', second: 'user-1' },
        { path: 'info[0].email', state: 'changed', first: 'one', second: 'other' },
        { path: 'status', state: 'same', first: 'FINISHED', second: 'FINISHED' },
      ],
    }),
  });
  await enter(body);
  await verify.click();
  await page.getByRole('tab', { name: 'At the service' }).click();
  await page.getByRole('button', { name: 'Compare with Acme test' }).click();
  const row = page.getByRole('row', { name: /differs userKey/ });
  // As in the head of a case, a user key is not masked.
  await expect.element(row.getByText('another', { exact: true })).toBeVisible();
  await expect.element(page.getByText('one', { exact: true })).not.toBeInTheDocument();
  await showData();
  await expect.element(page.getByText('one', { exact: true })).toBeVisible();
  expect(bridge.inputs('signatures.compare')).toEqual([
    { environmentId: 'acme', body: new TextEncoder().encode(body) },
  ]);
  await expectAccessible();
});

test('a pasted key is used for the check and cleared on leaving the page; other input stays', async () => {
  const { bridge } = await openSignatures();
  await fields.key.selectOptions('pasted');
  const key = page.getByLabelText('Key for this check');
  await enter('{}');
  await verify.click();
  await expect.element(key).toHaveFocus();
  await key.fill('pasted-for-once');
  await verify.click();
  await verdict('Match');
  expect(bridge.inputs('signatures.verify').at(-1)?.key).toEqual({ kind: 'pasted', key: 'pasted-for-once' });
  await press('Control+1');
  await expect.element(page.getByRole('heading', { name: 'Cases', level: 1 })).toBeVisible();
  await press('Control+4');
  await verdict('Match');
  await expect.element(key).toHaveValue('');
  await expect.element(fields.body).toHaveValue('{}');
});

test('all stored keys are tried, and those that cannot be read are named', async () => {
  const { bridge } = await openSignatures({
    'signatures.verify': () =>
      verified({
        signature: { key: { environmentId: 'acme', environmentName: 'Acme test', label: 'Retired' } },
        unreadKeys: ['the keychain is locked.'],
      }),
  });
  await fields.key.selectOptions('all');
  await enter('{}');
  await verify.click();
  await expect.element(verdicts.getByText('Key: “Retired” of Acme test')).toBeVisible();
  await expect.element(verdicts.getByText('Not tried: the keychain is locked.')).toBeVisible();
  expect(bridge.inputs('signatures.verify').at(-1)?.key).toEqual({ kind: 'all' });
});

test('Clear empties everything that was entered', async () => {
  await openSignatures();
  await enter('{}');
  await verify.click();
  await verdict('Match');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(fields.body).toHaveValue('');
  await expect.element(fields.signature).toHaveValue('');
  await expect.element(verdicts.getByText('Match', { exact: true })).not.toBeInTheDocument();
});
