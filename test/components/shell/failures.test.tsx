import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ErrorCode, FailureView } from '../../../preload/contract/envelope.ts';
import { failureText } from '../../../preload/wording/reading.ts';
import { expectAccessible } from '../access.ts';
import { openCases, rowOf } from '../case-list.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import { field, newReport, previewButton } from '../deletion-runs.ts';
import { failing } from '../fake-bridge.ts';
import { newReading } from '../readings.ts';
import { openWindow, press } from '../window.tsx';

const alerts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-code]')].filter((alert) => alert.checkVisibility());
const visit = (hash: string) => {
  location.hash = hash;
};

/** Waits until the failure is shown, and expects its code and its message once on the whole page. */
async function expectOnce({ code, message }: Pick<FailureView, 'code' | 'message'>, place: string) {
  await expect.poll(() => alerts().map((alert) => alert.dataset.code), { message: place }).toEqual([code]);
  expect(document.querySelector('main [aria-busy=true]'), place).toBeNull();
  expect(document.body.innerText.split(message), place).toHaveLength(2);
}

const failure = (code: ErrorCode) => ({ code, message: `The service said ${code}.`, retryable: true });

/** Codes for the ways in which the window treats a failure: most alike, some by removing the case, some by waiting. */
const codes = [
  'server-error',
  'not-found',
  'forbidden',
  'gone',
  'rate-limited',
  'connection-refused',
] as const;

test.each(codes)('%s is shown once, wherever it is met', async (code) => {
  const view = failure(code);
  const { bridge } = await openWindow({
    ...new FakeCases([newRow(1)]).replies(),
    'media.list': failing(view),
  });
  visit(`#/conversations/${idOf(1)}`);
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await press('Alt+2');
  await expectOnce(view, 'its files');

  bridge.answer({ 'conversations.open': failing(view) });
  visit(`#/conversations/${idOf(2)}`);
  await expect.element(page.getByRole('heading', { level: 1, name: /could not be opened/ })).toBeVisible();
  await expectOnce(view, 'the case');
  await press('Alt+2');
  await expectOnce(view, 'the files of a case that could not be read');

  const report = newReport(1);
  bridge.answer({
    'reading.readList': () => ({ listId: 'list', report }),
    'deletionRuns.prepare': failing(view),
  });
  visit('#/deletion');
  await field.fill(idOf(3));
  await previewButton.click();
  await expectOnce(view, 'the preview of a deletion');
});

test('a failure says what happened, what to do, and what support needs, and it can be tried again', async () => {
  const { bridge } = await openWindow(
    {
      ...new FakeCases([newRow(1)]).replies(),
      'conversations.open': failing({
        ...failure('bad-request'),
        hint: 'Check the id.',
        requestId: 'request-77',
        details: { violations: [{ field: 'conversationId', message: 'has no form' }] },
      }),
    },
    { hash: `#/conversations/${idOf(1)}` },
  );
  const alert = page.getByRole('group', { name: 'Failure' });
  for (const text of ['Check the id.', 'conversationId', 'has no form', 'bad-request', 'request-77']) {
    await expect.element(alert.getByText(text).first()).toBeVisible();
  }
  await expectAccessible();
  bridge.answer({ 'conversations.open': (input) => finished(input) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('lines of a list that cannot be read are counted, and shown with their reason once', async () => {
  const { bridge } = await openCases(new FakeCases([newRow(1)]));
  const run = page.getByRole('region', { name: 'Reading cases' });
  bridge.answer({
    'reading.start': () => ({}),
    'reading.failed': () => ({ failed: [{ conversationId: idOf(1), code: 'server-error' }] }),
  });
  await userEvent.click(rowOf(1), { button: 'right' });
  await page.getByRole('menuitem', { name: 'Read again' }).click();
  await expect
    .poll(() => bridge.inputs('reading.start'))
    .toMatchObject([{ from: { selection: { ids: [idOf(1)] } } }]);
  bridge.send('reading.changed', { runs: [newReading({ total: 1, failed: 1, state: 'done' })] });
  await run.getByRole('button', { name: 'Show failed' }).click();
  const row = run.getByRole('row', { name: new RegExp(idOf(1)) });
  await expect.element(row.getByText(failureText('server-error'))).toBeVisible();
  expect(alerts()).toEqual([]);

  // Every further read would meet these.
  const waits = newReading({ total: 1, state: 'waiting', resumesAt: Date.now() + 6000 });
  bridge.send('reading.changed', { runs: [{ ...waits, failure: failure('rate-limited') }] });
  await expect.element(run.getByText(/Reading resumes by itself at .*\d/)).toBeVisible();
  expect(alerts()).toEqual([]);
  const refused = failure('credentials-rejected');
  bridge.send('reading.changed', { runs: [newReading({ total: 1, state: 'paused', failure: refused })] });
  await expectOnce(refused, 'the run');
});

test('a callback’s own id is recognised, and its failure says what it is', async () => {
  const callback = '11111111-2222-4333-8444-555555555555';
  const { bridge } = await openWindow(new FakeCases([newRow(1)]).replies());
  const openField = page.getByRole('combobox', { name: /^Open or search/ });
  const body = { id: callback, event: 'FINISHED', payload: { conversation: { id: idOf(1) } } };
  await openField.fill(JSON.stringify({ created: '2026-01-01T00:00:00Z', target: 'CONVERSATION', ...body }));
  await press('Enter');
  await expect.poll(() => location.hash).toContain(idOf(1));
  bridge.answer({ 'conversations.open': failing(failure('not-found')) });
  await openField.fill(callback);
  await expect.element(page.getByText(/is a callback’s own id/).first()).toBeVisible();
  await page.getByRole('option', { name: /Open anyway/ }).click();
  await expectOnce(failure('not-found'), 'the case');
  await expect.element(page.getByText(/This is a callback’s own/)).toBeVisible();
});
