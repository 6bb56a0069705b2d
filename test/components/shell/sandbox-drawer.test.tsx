import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SandboxState } from '../../../preload/contract/sandbox.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { newEnvironment } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { openWindow, press } from '../window.tsx';

const drawer = page.getByRole('dialog', { name: 'Sandbox controls' });
const section = (name: string) => drawer.getByRole('region', { name });
const certificate = { certificate: 'the certificate', key: 'its key', authority: 'the authority' };

/** The drawer on a sandbox that does what it is told. */
async function openDrawer(replies: Replies = {}) {
  let state: SandboxState = {
    conversations: [
      { id: idOf(1), title: 'Created', status: 'CREATED', gone: false, aml: false },
      { id: idOf(2), title: 'In progress', status: 'IN_PROGRESS', gone: false, aml: true },
    ],
    now: Date.UTC(2026, 0, 15, 12),
    aheadMs: 0,
    faults: 0,
    deliveries: [],
  };
  const statusOf = (conversationId: string, status: string) =>
    state.conversations.map((one) => (one.id === conversationId ? { ...one, status } : one));
  const opened = await openWindow({
    ...new FakeCases([newRow(1), newRow(2)]).replies(),
    'sandbox.state': () => state,
    'sandbox.certificate': () => certificate,
    'sandbox.command': ({ command }) => {
      const change: { [K in typeof command.kind]?: () => Partial<SandboxState> } = {
        start: () =>
          'conversationId' in command
            ? { conversations: statusOf(command.conversationId ?? '', 'IN_PROGRESS') }
            : {},
        finish: () =>
          'conversationId' in command
            ? { conversations: statusOf(command.conversationId ?? '', 'FINISHED') }
            : {},
        callback: () => ({
          deliveries: [
            {
              time: '2026-01-15T12:00:00Z',
              attempt: 1,
              conversationId: idOf(2),
              target: 'CONVERSATION',
              event: 'FINISHED',
              url: 'http://127.0.0.1:9/',
              error: 'refused',
              request: 'POST /callback',
            },
          ],
        }),
        fault: () => ({ faults: state.faults + 1 }),
        'clear-faults': () => ({ faults: 0 }),
        clock: () => ({ aheadMs: 24 * 3_600_000 }),
      };
      state = { ...state, ...change[command.kind]?.() };
      return state;
    },
    ...replies,
  });
  await press('Control+Shift+X');
  await expect.element(drawer).toBeVisible();
  const commands = () => opened.bridge.inputs('sandbox.command').map(({ command }) => command);
  return { ...opened, commands };
}

async function choose(title: string): Promise<void> {
  const field = drawer.getByRole('combobox', { name: 'Conversation', exact: true });
  await field.fill(title);
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click();
}

test('the end user begins and ends a conversation, and its case is opened', async () => {
  const { commands } = await openDrawer();
  await choose('Created');
  const endUser = section('End user');
  // No list can have a hit where AML checks were not requested.
  await expect
    .element(endUser.getByText('A PEP hit is not possible: AML checks were not requested.'))
    .toBeVisible();
  await expect
    .element(endUser.getByRole('button', { name: 'Finish with a PEP hit' }))
    .not.toBeInTheDocument();
  await endUser.getByRole('button', { name: 'Begin' }).click();
  await expect.element(endUser.getByText('In progress')).toBeVisible();
  await expectAccessible(bothSchemes);
  await choose('In progress');
  await endUser.getByRole('button', { name: 'Finish with a PEP hit' }).click();
  await expect.element(endUser.getByText(/^Finished\. It has ended/)).toBeVisible();
  expect(commands()).toEqual([
    { kind: 'start', conversationId: idOf(1) },
    { kind: 'finish', conversationId: idOf(2), ending: 'hit' },
  ]);
  await endUser.getByRole('button', { name: 'Open the case' }).click();
  await expect.poll(() => location.hash).toContain(idOf(2));
  await expect.element(drawer).not.toBeInTheDocument();
});

test('a callback is sent to a receiver, its attempt listed and its request copied', async () => {
  const { commands } = await openDrawer();
  await choose('In progress');
  const callback = section('Callback');
  const receiver = callback.getByRole('textbox', { name: 'Receiver on this computer' });
  await receiver.fill('http://127.0.0.1:9/callback');
  await callback.getByRole('button', { name: 'Send' }).click();
  await expect.element(callback.getByText('No answer')).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await callback.getByRole('button', { name: 'Copy request' }).click();
  await expect.poll(() => copied.mock.calls[0]?.[0]).toBe('POST /callback');
  expect(commands()).toEqual([
    { kind: 'callback', conversationId: idOf(2), event: 'FINISHED', url: 'http://127.0.0.1:9/callback' },
  ]);
});

test('the receiver is the console’s own listener where it is on', async () => {
  const url = 'https://127.0.0.1:4000/callback';
  await openDrawer({
    'callbacks.listeners': () => ({
      listeners: [{ environmentId: 'sandbox', url, answer: { kind: 'verify' }, received: 0, refused: 0 }],
    }),
  });
  await choose('In progress');
  await expect
    .element(section('Callback').getByRole('textbox', { name: 'Receiver on this computer' }))
    .toHaveValue(url);
});

test('an input that the sandbox does not accept is said', async () => {
  await openDrawer({
    'sandbox.command': failing({ code: 'invalid-input', message: 'Not accepted: it has ended.' }),
  });
  await choose('In progress');
  await section('End user').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(drawer.getByText('Not accepted: it has ended.')).toBeVisible();
});

test('faults are set and cleared, the clock is put forward, and a certificate issued', async () => {
  const { commands } = await openDrawer();
  const fault = section('Fault');
  await fault.getByRole('combobox', { name: 'What goes wrong' }).click();
  await page.getByRole('option', { name: 'Forbidden (403)' }).click();
  await fault.getByRole('button', { name: 'Set fault' }).click();
  await expect.element(fault.getByText('1 fault waiting')).toBeVisible();
  await fault.getByRole('button', { name: 'Clear' }).click();
  await expect.element(fault.getByText('1 fault waiting')).not.toBeInTheDocument();
  const clock = section('Clock');
  await clock.getByRole('button', { name: 'Forward 1 day' }).click();
  await expect.element(clock.getByText(/1 day ahead of this computer/)).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await section('Certificate').getByRole('button', { name: 'Issue certificate' }).click();
  await section('Certificate').getByRole('button', { name: 'Copy private key' }).click();
  await expect.poll(() => copied.mock.calls[0]?.[0]).toBe(certificate.key);
  expect(commands()).toMatchObject([
    { kind: 'fault', fault: 'forbidden', times: 1 },
    { kind: 'clear-faults' },
    { kind: 'clock', advanceMs: 24 * 3_600_000 },
  ]);
  await expectAccessible(bothSchemes);
});

test('other environments have no sandbox controls', async () => {
  const { bridge } = await openWindow({}, { environments: [newEnvironment('acme', { name: 'Acme test' })] });
  await expect.element(page.getByRole('button', { name: 'Sandbox controls' })).not.toBeInTheDocument();
  await press('Control+Shift+X');
  await press('Control+k');
  await expect.element(page.getByRole('combobox').first()).toHaveFocus();
  await expect.element(drawer).not.toBeInTheDocument();
  expect(bridge.inputs('sandbox.state')).toEqual([]);
});
