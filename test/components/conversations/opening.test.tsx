import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { repliesOf } from '../hostile/read-responses.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { openWindow, showData } from '../window.tsx';

const heading = (name: RegExp) => expect.element(page.getByRole('heading', { level: 1, name }));
const refresh = () => page.getByRole('button', { name: /^Refresh/ }).click();
const visit = (number: number) => {
  location.hash = `#/conversations/${idOf(number)}`;
};
const open = (replies: Replies = {}) =>
  openWindow(
    { ...new FakeCases([newRow(1), newRow(2)]).replies(), ...replies },
    { hash: `#/conversations/${idOf(1)}` },
  );
const person = (firstName: string): Replies => ({
  'conversations.open': (input) => finished(input, { name: { firstName } }),
});
const shown = (text: string) => expect.element(page.getByText(text).first());
const reveal = showData;

test('a case is read once for all that shows it, also when another view of it was open', async () => {
  const { bridge } = await open();
  await heading(/^masked|^No name/).toBeVisible();
  await page.getByRole('tab', { name: /^Calls/ }).click();
  await page.getByRole('tab', { name: /^Result/ }).click();
  await heading(/^masked|^No name/).toBeVisible();
  expect(bridge.inputs('conversations.open')).toHaveLength(1);
});

test('the assessment of a case that is opened for the first time is announced once, with its state', async () => {
  const cases = new FakeCases([newRow(1), newRow(2)]);
  const { bridge } = await open({ ...cases.replies(), 'cases.get': () => ({}) });
  const announced = announcements();
  visit(2);
  await heading(/^masked|^No name/).toBeVisible();
  bridge.answer(cases.replies());
  bridge.send('cases.changed', { environmentId: 'sandbox', conversationIds: [idOf(2)] });
  await expectSaid(announced, /^No issues, To review\s*$/);
});

test.each([
  [
    'has only the common members',
    { status: 'FINISHED', errors: ['CODE'], checks: [{ name: 'A', extra: 1 }] },
    false,
  ],
  ['lists causes that are no text', { status: 'FINISHED', errors: [1] }, true],
  ['has a check whose result is a number', { checks: [{ result: 1 }] }, true],
  ['is a list', [], true],
])('a product without a name of the interface that %s', async (_, nova, isOdd) => {
  await open(repliesOf({ conversation: { status: 'FINISHED', result: { nova } } }));
  await shown('Nova').toBeVisible();
  const odd = page.getByText('Not in the documented form. Shown as received.');
  expect(odd.elements()).toHaveLength(isOdd ? 1 : 0);
});

test('the case before is hidden while the next one is read, and main is told to release what it holds of it', async () => {
  const { bridge } = await open();
  await heading(/^masked|^No name/).toBeVisible();
  const next = Promise.withResolvers<void>();
  bridge.answer({
    'conversations.open': async (input) => {
      await next.promise;
      return finished(input);
    },
  });
  visit(2);
  await heading(/^Opening/).toBeVisible();
  await expect
    .poll(() => bridge.inputs('conversations.leave'))
    .toEqual([{ environmentId: 'sandbox', conversationId: idOf(1) }]);
  next.resolve();
  await heading(/^masked|^No name/).toBeVisible();
});

test('a read is cancelled when its case is left', async () => {
  let cancelled = false;
  await open({
    'conversations.open': (_, { signal }) => {
      signal.addEventListener('abort', () => {
        cancelled = true;
      });
      return new Promise(() => undefined);
    },
  });
  await heading(/^Opening/).toBeVisible();
  location.hash = '#/calls';
  await expect.poll(() => cancelled).toBe(true);
});

test('the last reply stays when reading again fails for a time', async () => {
  const { bridge } = await open(person('Zofia'));
  await heading(/^masked|^No name/).toBeVisible();
  await reveal();
  await shown('Zofia').toBeVisible();
  bridge.answer({ 'conversations.open': failing({ code: 'server-error' }) });
  await refresh();
  await shown('The earlier result is shown below.').toBeVisible();
  await shown('Zofia').toBeVisible();
  bridge.answer(person('Hanna'));
  await refresh();
  await shown('Hanna').toBeVisible();
  await shown('The earlier result is shown below.').not.toBeInTheDocument();
});

test('data that the service no longer gives is not shown any more, also when the next read fails for another reason', async () => {
  const { bridge } = await open(person('Zofia'));
  await heading(/^masked|^No name/).toBeVisible();
  await reveal();
  await shown('Zofia').toBeVisible();
  bridge.answer({ 'conversations.open': failing({ code: 'gone' }) });
  await refresh();
  await heading(/could not be opened/).toBeVisible();
  await shown('Zofia').not.toBeInTheDocument();
  bridge.answer({ 'conversations.open': failing({ code: 'server-error' }) });
  await refresh();
  await expect.element(page.getByText('server-error').first()).toBeInTheDocument();
  await heading(/could not be opened/).toBeVisible();
  await shown('Zofia').not.toBeInTheDocument();
});

test('nothing is said of the files while they are being listed', async () => {
  const { bridge } = await open({ 'media.list': () => new Promise(() => undefined) });
  await heading(/^masked|^No name/).toBeVisible();
  await expect.poll(() => bridge.inputs('media.list').length).toBe(1);
  const picture = page.getByRole('article', { name: 'Left file' });
  await expect.poll(() => picture.query()?.textContent).toBe('');
});

test('the database sources are read when their status allows it, and after each reply of the case', async () => {
  const withStatus = (status: string): Replies => ({
    'conversations.open': (input) => {
      const { conversation, ...opened } = finished(input);
      const result = { ...conversation.result, databaseVerification: { status } };
      return { ...opened, readingId: crypto.randomUUID(), conversation: { ...conversation, result } };
    },
  });
  const { bridge } = await open({
    ...withStatus('IN_PROGRESS'),
    'conversations.databaseSources': (input) => ({
      readingId: 'sources',
      info: { source: [{ sourceName: 'Register' }] },
      notes: finished(input).notes,
    }),
  });
  await shown('Load sources').toBeVisible();
  expect(bridge.inputs('conversations.databaseSources')).toEqual([]);
  bridge.answer(withStatus('FINISHED'));
  await refresh();
  await shown('Register').toBeVisible();
  expect(bridge.inputs('conversations.databaseSources')).toHaveLength(1);
  await refresh();
  await expect.poll(() => bridge.inputs('conversations.databaseSources')).toHaveLength(2);
});
