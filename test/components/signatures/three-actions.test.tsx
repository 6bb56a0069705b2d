import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallEntry } from '../../../preload/contract/calls.ts';
import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { details, FakeInbox, newCallback, row } from '../callbacks/fake-inbox.ts';
import { FakeCases, newRow } from '../cases.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { pasteInto } from '../files.ts';
import { openWindow } from '../window.tsx';
import { bytesOf, explained, reserialized, signature, signedAt, wrong } from './page.tsx';

// The tasks of integrators take at most three actions, as docs/guide/signatures.md and callbacks.md say.

type Action = () => Promise<unknown>;
async function doing(...actions: [Action, Action?, Action?]): Promise<void> {
  for (const action of actions) {
    await action?.();
  }
}

const open = (replies: Replies) =>
  openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...replies },
    {
      hash: '#/cases',
      environments: [newEnvironment('ours', { name: 'Ours' }, { signingKeys: [signingKey('main', 'Main')] })],
    },
  );
const goTo = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
const cause = page.getByText('The JSON was parsed and written again before the check.').first();
const proving: Replies = {
  'signatures.verify': () => wrong,
  'signatures.recipes': () => ({ recipes: [] }),
  'signatures.explain': () => explained({ findings: [reserialized] }),
};
/** Returns whether all of an element is in view without scrolling. */
const isInView = async () => {
  const { top, bottom } = (await cause.element()).getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

test('why does this signature not match: a received message', async () => {
  await page.viewport(1280, 800);
  await open({ ...new FakeInbox([newCallback(1, { state: 'wrong-signature' })]).replies(), ...proving });
  await doing(goTo('Callbacks'), () => row(0).click());
  await expect.element(details.getByText('Reject: the signature is wrong.')).toBeVisible();
  await expect.poll(isInView).toBe(true);
});

test('why does this signature not match: a pasted message', async () => {
  await page.viewport(1280, 800);
  await open({
    ...proving,
    'signatures.import': () => ({
      ok: true,
      source: 'http',
      requests: [{ timestamp: signedAt, signature, body: bytesOf('{"a":1}'), notes: [] }],
    }),
  });
  await doing(goTo('Signatures'), async () => {
    const field = page.getByLabelText('A whole request to import');
    await expect.element(field).toBeVisible();
    pasteInto(await field.element(), 'POST / HTTP/1.1');
  });
  await expect.poll(isInView).toBe(true);
  expect(page.getByRole('button', { name: 'Explain' }).query(), 'it leads to this page').toBeNull();
});

test('send this again with another time', async () => {
  const { bridge } = await open({
    ...new FakeInbox([newCallback(1)]).replies(),
    'callbacks.sendChoices': () => ({ templates: [], encodings: [], faults: [], events: [], retryGaps: [0] }),
    'callbacks.send': ({ url }) => ({ url, ip: '127.0.0.1', body: bytesOf('{}'), attempts: [] }),
  });
  await goTo('Callbacks')();
  await row(0).click();
  await doing(
    () => details.getByRole('button', { name: 'Resend' }).click(),
    () =>
      page
        .getByRole('textbox', { name: 'Headers' })
        .fill(`X-Signature: {signature}\nX-Signature-Timestamp: ${signedAt}`),
    () => page.getByRole('button', { name: 'Send', exact: true }).click(),
  );
  await expect
    .poll(() => bridge.inputs('callbacks.send'))
    .toMatchObject([
      {
        headers: [
          ['X-Signature', '{signature}'],
          ['X-Signature-Timestamp', signedAt],
        ],
      },
    ]);
});

test('yesterday’s failed call', async () => {
  const call = (id: number, change: Partial<CallEntry>): CallEntry => ({
    id,
    revision: id,
    at: Date.now(),
    method: 'GET',
    origin: 'https://verify.example',
    path: `/call-${id}`,
    template: '/x',
    attempt: 1,
    state: 'answered',
    status: 200,
    phases: {},
    totalMs: 12,
    ...change,
  });
  const calls = [
    call(1, { at: startOfDay(Date.now(), -1), state: 'failed', status: 500 }),
    call(2, { at: startOfDay(Date.now(), -1) }),
    call(3, { state: 'failed', status: 500 }),
  ];
  await open({
    'calls.list': () => ({ calls, more: false, revision: 3, ids: [1, 2, 3] }),
    'calls.get': () => ({ headers: [], body: '{}' }),
  });
  await doing(
    goTo('Calls'),
    () => page.getByRole('textbox', { name: 'Filter calls' }).fill('yesterday failed'),
    () => page.getByRole('gridcell', { name: '/call-1' }).click(),
  );
  await expect.element(page.getByText('1 call', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy as cURL' }).first()).toBeVisible();
});
