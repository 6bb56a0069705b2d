import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerKinds } from '../../../renderer/features/callbacks/callback-wording.ts';
import { expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { failing } from '../fake-bridge.ts';
import { tabTo } from '../keyboard.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { button, FakeInbox, listener, newCallback, openInbox, row } from './fake-inbox.ts';

const certificate = page.getByRole('textbox', { name: 'Certificate for HTTPS' });
const attempt = page.getByRole('region', { name: 'Sandbox conversation' });

test('it is started with an address and a port, counts, and is stopped', async () => {
  const inbox = new FakeInbox();
  const { bridge } = await openInbox(inbox);
  await expect.element(listener.getByText('Off', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Start the listener and use its address/)).toBeVisible();
  await button('Address').click();
  await page.getByRole('textbox', { name: 'Port' }).fill('4000');
  await expectAccessible();
  await button('Done').click();
  await button('Start listener').click();
  await expect.element(listener.getByText('http://127.0.0.1:4000/callback')).toBeVisible();
  await expect.element(page.getByText(/^The listener is on\. Use its address/)).toBeVisible();
  inbox.receive(newCallback(1));
  await expect.element(listener.getByText('1 callback received')).toBeVisible();
  await expect.element(row(0).getByText('Genuine')).toBeVisible();
  const announced = announcements();
  await button('Stop listener').click();
  await expect.element(listener.getByText('Off', { exact: true })).toBeVisible();
  await expectSaid(announced, /Listener stopped/);
  expect(bridge.inputs('callbacks.start')).toMatchObject([{ settings: { port: 4000 } }]);
});

test('why it cannot be started, and why a callback could not be kept, are said', async () => {
  const inbox = new FakeInbox();
  const { bridge } = await openInbox(inbox, {
    'callbacks.start': failing({ code: 'invalid-input', message: 'The port 4000 is taken.' }),
  });
  await button('Start listener').click();
  await expect.element(page.getByRole('alert').getByText('The port 4000 is taken.')).toBeVisible();
  inbox.state = { ...inbox.state, fault: 'The disk is full.', refused: 2 };
  bridge.send('callbacks.changed', inbox.state);
  await expect.element(listener.getByText('The disk is full.')).toBeVisible();
});

test('how it answers is chosen from all kinds', async () => {
  const { bridge } = await openInbox(new FakeInbox());
  for (const { label, answer } of answerKinds.slice(1)) {
    await listener.getByRole('combobox', { name: 'Answer' }).click();
    await page.getByRole('option', { name: `Answer: ${label}` }).click();
    await expect.poll(() => bridge.inputs('callbacks.answer').at(-1)?.answer).toEqual(answer);
  }
});

test('the listener goes on elsewhere, and is stopped from there', async () => {
  const inbox = new FakeInbox();
  const { bridge } = await openInbox(inbox);
  await button('Start listener').click();
  await expect.element(listener.getByText('Listening')).toBeVisible();
  inbox.receive(newCallback(1));
  location.hash = '#/settings';
  const chip = page.getByRole('button', { name: /Console status/ });
  await expect.element(chip.getByText('Listening: 1 received')).toBeVisible();
  (await chip.element()).focus();
  await userEvent.keyboard('{Enter}');
  const announced = announcements();
  await page.getByRole('button', { name: 'Stop listener' }).click();
  await expect.poll(() => bridge.inputs('callbacks.stop')).toHaveLength(1);
  await expectSaid(announced, /Listener stopped/);
});

test('it is tried with the sandbox in one click: created for the listener, played, received', async () => {
  const { bridge } = await openInbox(new FakeInbox());
  await button('Try it with the sandbox').click();
  await expect.element(attempt.getByText('http://127.0.0.1:8080/conversation/1')).toBeVisible();
  await attempt.getByRole('button', { name: 'Finish' }).click();
  await expect.element(row(0).getByText('Genuine')).toBeVisible();
  await expect.element(attempt.getByText('The conversation has ended.')).toBeVisible();
  expect(bridge.inputs('creation.create')).toMatchObject([
    { request: { callbackUrl: 'http://127.0.0.1:4000/callback/{conversationId}/{target}/{event}' } },
  ]);
  expect(bridge.inputs('sandbox.command').map(({ command }) => command)).toEqual([
    { kind: 'start', conversationId: idOf(1) },
    { kind: 'finish', conversationId: idOf(1), ending: 'well' },
  ]);
});

test('each try with the sandbox is announced, and not when the page is opened again', async () => {
  await openInbox(new FakeInbox());
  const announced = announcements();
  for (let times = 0; times < 2; times += 1) {
    await button('Try it with the sandbox').click();
    await expectSaid(announced, /A conversation was created/);
  }
  await attempt.getByRole('button', { name: 'Finish' }).click();
  await expectSaid(announced, /The conversation has ended/);
  expect(attempt.getByRole('status').elements()).toEqual([]);
});

test.each([
  ['Fail', { ending: 'failed', cause: 'SCAN_DOCUMENT_EXPIRED' }],
  ['Cancel', { ending: 'canceled' }],
])('the user of the sandbox also may %s', async (name, command) => {
  const { bridge } = await openInbox(new FakeInbox());
  await button('Try it with the sandbox').click();
  await attempt.getByRole('button', { name }).click();
  await expect.poll(() => bridge.inputs('sandbox.command').at(-1)?.command).toMatchObject(command);
});

test('over https in one click, also where the listener is on already', async () => {
  const { bridge } = await openInbox(new FakeInbox());
  await button('Start listener').click();
  await expect.element(listener.getByText('http://127.0.0.1:4000')).toBeVisible();
  await button('Try it with the sandbox over HTTPS').click();
  await expect.element(listener.getByText('https://127.0.0.1:4000')).toBeVisible();
  const tls = { certificate: '-----BEGIN CERTIFICATE-----', key: '-----BEGIN PRIVATE KEY-----' };
  expect(bridge.inputs('callbacks.start').map(({ settings }) => settings.tls)).toEqual([undefined, tls]);
});

test('a certificate that is chosen under Address holds for the try too, by keyboard', async () => {
  const { bridge } = await openInbox(new FakeInbox());
  const press = async (name: string) => {
    await tabTo(new RegExp(`^${name}$`));
    await userEvent.keyboard('{Enter}');
  };
  await press('Address');
  // The first field takes the focus when the part is open.
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await press('Use a certificate of the sandbox');
  await expect.element(certificate).toHaveValue('-----BEGIN CERTIFICATE-----');
  await expectAccessible();
  await press('Done');
  await press('Try it with the sandbox');
  await expect.element(listener.getByText('https://127.0.0.1:4000')).toBeVisible();
  expect(bridge.inputs('sandbox.certificate')).toHaveLength(1);
});
