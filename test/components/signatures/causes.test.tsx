import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SignatureFinding } from '../../../preload/contract/signatures.ts';
import { expectAccessible } from '../access.ts';
import type { Replies } from '../fake-bridge.ts';
import {
  enter,
  explained,
  openSignatures,
  reserialized,
  signature,
  verified,
  verify,
  wrong,
} from './page.tsx';

const findings = page.getByRole('article');

/** The page after a check that did not match. */
async function openWrong(replies: Replies = {}) {
  const opened = await openSignatures({ 'signatures.verify': () => wrong, ...replies });
  await enter('{"id":1}');
  await verify.click();
  return opened;
}

const proving = (...proved: SignatureFinding[]): Replies => ({
  'signatures.explain': (_input, { progress }) => {
    for (const finding of proved) {
      progress({ type: 'finding', finding });
    }
    return explained({ findings: proved });
  },
});

const families: [SignatureFinding['family'], string][] = [
  ['key', 'Key'],
  ['body', 'Body'],
  ['timestamp', 'Timestamp'],
  ['message', 'Signed message'],
  ['signature', 'Signature header'],
  ['algorithm', 'Algorithm'],
  ['combined', 'Two causes together'],
];

test('every family of cause is named, proved, with its fix', async () => {
  const proved = families.map(([family]) => ({
    ...reserialized,
    family,
    code: `code-of-${family}`,
    sentence: `The ${family} has another form.`,
  }));
  const { bridge } = await openWrong(proving(...proved));
  for (const [index, [family, name]] of families.entries()) {
    const article = findings.nth(index);
    await expect.element(article.getByText(name, { exact: true })).toBeVisible();
    await expect.element(article.getByText(`The ${family} has another form.`)).toBeVisible();
    await expect.element(article.getByText('Proved', { exact: true })).toBeVisible();
    await expect.element(article.getByText('To fix it:')).toBeVisible();
  }
  await expect.element(page.getByText('7 causes proved', { exact: true })).toBeVisible();
  expect(bridge.inputs('signatures.explain')).toMatchObject([{ signature }]);
  await expectAccessible();
});

test('the differing bytes are shown, with a recipe for the framework', async () => {
  await openWrong(proving(reserialized));
  await page.getByText('Details', { exact: true }).click();
  await expect.element(page.getByText('The first difference is at byte 1 of the body')).toBeVisible();
  const here = page.getByRole('group', { name: /^Received ·/ });
  await expect.element(here).not.toBeInTheDocument();
  await page.getByText('Show the bytes').click();
  await expect.element(here).toBeVisible();
  expect(here.element().querySelector('[data-differs=true]')?.textContent?.trim()).toBe('0a');
  await page.getByLabelText('Framework').selectOptions('django');
  await expect.element(page.getByText('request.body').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy recipe for Django' })).toBeVisible();
});

test('one answer is shown above the verdicts, and the findings are copied without secrets', async () => {
  const { bridge } = await openWrong({
    ...proving(reserialized),
    'signatures.expected': () => ({ expected: [{ key: { label: 'Current' }, signature: 'cd'.repeat(32) }] }),
  });
  await expect.element(page.getByText('Reject: the signature is wrong.')).toBeVisible();
  await expect
    .element(page.getByText('The JSON was parsed and written again before the check.').first())
    .toBeVisible();
  // The advice agrees with it.
  const todo = page.getByRole('tabpanel', { name: 'What to do' });
  await expect.element(todo.getByText(/^Reject it: answer 401/)).toBeVisible();
  await expect.element(todo.getByText(/^The conversation ended/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show the expected signature' }).click();
  await expect.element(page.getByText('cd'.repeat(32))).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy findings' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = copied.mock.calls[0]?.[0] ?? '';
  expect(text).toContain(
    'Reject: the signature is wrong. The JSON was parsed and written again before the check.',
  );
  expect(text).toContain('Cause (reserialized): ');
  expect(text).not.toContain('cd'.repeat(32));
  bridge.answer({ 'signatures.verify': () => verified({ message: { known: false } }) });
  await verify.click();
  await expect
    .element(page.getByText('Accept: genuine and in time, but the event is not known: ignore it.'))
    .toBeVisible();
});

test('while pairs are tried it says so, and Stop keeps what was found', async () => {
  await openWrong({
    'signatures.explain': async (_input, { signal, progress }) => {
      progress({ type: 'finding', finding: reserialized });
      progress({ type: 'progress', stage: 'pairs', tried: 10, total: 100 });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return explained({ findings: [reserialized], stoppedBy: 'cancelled' });
    },
  });
  await expect.element(page.getByText('No single change fits; trying two at once')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(findings.getByText(reserialized.sentence)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Search again' })).toBeVisible();
});

test('without a cause it lists what is ruled out, what was tried and what to collect', async () => {
  await openWrong({
    'signatures.explain': () =>
      explained({
        ruledOut: ['The timestamp in seconds.'],
        attempted: ['Common keys.'],
        leaves: ['The body was changed.'],
        collect: ['The body as the receiver got it.'],
        unreadKeys: ['the keychain is locked.'],
      }),
  });
  await expect.element(page.getByText('No cause found.').first()).toBeVisible();
  await expect.element(page.getByText('Try next')).toBeVisible();
  await expect.element(page.getByText('The body as the receiver got it.')).toBeVisible();
  await expect.element(page.getByText('Not available: the keychain is locked.')).toBeVisible();
  await page.getByText(/^Ruled out/).click();
  await expect.element(page.getByText('The timestamp in seconds.')).toBeVisible();
  await expectAccessible();
});
