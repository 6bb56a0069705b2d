import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CallFailure } from '../../../renderer/bridge/bridge-client.ts';
import { expectAccessible } from '../access.ts';
import { openCase, sampleId } from '../main.ts';
import { press, showData } from '../window.tsx';

const lines = page.getByRole('region', { name: 'Raw response' });
const filter = page.getByRole('textbox', { name: 'JSONPath filter' });
const shownLines = () => [...lines.element().querySelectorAll('[data-current]')];
const currentLine = () => lines.element().querySelector('[data-current=true]');

async function openRaw(title = 'Members that neither document nor field names'): Promise<void> {
  await page.viewport(1280, 800);
  await openCase('sandbox', await sampleId(title));
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await press('Alt+3');
  await showData();
  await expect.element(lines.getByText('"status": "FINISHED"').first()).toBeVisible();
}

test('members that are not understood are marked, objects folded, and a JSONPath query selects values or says what is wrong', async () => {
  await openRaw();
  await page.getByRole('button', { name: /not understood$/ }).click();
  await expect.poll(() => currentLine()?.getAttribute('data-marked')).toBe('caution');
  await expectAccessible();

  // A folded line is unfolded to show a match.
  const before = shownLines().length;
  await page.getByRole('button', { name: 'Fold all' }).click();
  await expect.poll(() => shownLines().length).toBeLessThan(before);
  await press('Control+f');
  await expect.element(page.getByRole('textbox', { name: 'Search the raw response' })).toHaveFocus();
  await userEvent.keyboard('finished{Enter}');
  await expect.element(page.getByText(/^\d+ of \d+ lines$/)).toBeVisible();
  await expect.poll(() => currentLine()?.textContent).toContain('FINISHED');

  await filter.fill('$.result.*.status');
  await press('Enter');
  await page.getByRole('region', { name: 'Matches' }).getByText('$.result.identity.status').click();
  await expect
    .poll(() => [...document.querySelectorAll('code')].map(({ textContent }) => textContent))
    .toContain('$.result.identity.status');
  await expect.element(page.getByRole('button', { name: 'Copy value' })).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  copied.mockRejectedValue(new DOMException('Write permission denied.'));
  await page.getByRole('button', { name: 'Copy path' }).click();
  await expect.element(page.getByText('Not copied: clipboard access was denied').first()).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith('$.result.identity.status');
  copied.mockRestore();

  await filter.fill('$.result[');
  await press('Enter');
  await expect.element(page.getByRole('alert').first()).toBeVisible();
});

test('a long reply is read in parts, wherever one scrolls, also between folded lines', async () => {
  await openRaw('A result of 20 MB');
  await userEvent.click(lines.getByText('"status": "FINISHED"').first());
  await press('End');
  await expect.poll(() => currentLine()?.textContent).toMatch(/^\d+}$/);
  await page.getByRole('button', { name: 'Fold all' }).click();
  await expect.poll(() => shownLines().some((line) => / lines$/.test(line.textContent ?? ''))).toBe(true);
  // No line is empty: those between folded ones are read, too.
  await expect.poll(() => shownLines().filter((line) => /^\d+ ?$/.test(line.textContent ?? ''))).toEqual([]);
});

test('a reply is copied completely as received', async () => {
  await openRaw('Every documented member');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy as received' }).click();
  await expect.poll(() => copied.mock.calls.length).toBe(1);
  const text = copied.mock.calls[0]?.[0] ?? '';
  copied.mockRestore();
  const bytes = new TextEncoder().encode(text).byteLength.toLocaleString('en');
  await expect.element(page.getByText(`· ${bytes} bytes`)).toBeVisible();
  expect(JSON.parse(text)).toMatchObject({ status: 'FINISHED' });
});

test('a reply that main no longer keeps can be read again', async () => {
  const failure = { code: 'reading-expired', message: 'No longer available.', retryable: false } as const;
  await page.viewport(1280, 800);
  await openCase('sandbox', await sampleId('Finished: identity confirmed'), {
    replies: {
      'conversations.raw': () => {
        throw new CallFailure(failure);
      },
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await press('Alt+3');
  await showData();
  await expect.element(page.getByText('No longer available.').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
