import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defaultPreferences } from '../../../preload/contract/application.ts';
import { expectAccessible } from '../access.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { openCase, serveMedia } from '../main.ts';
import { newReading } from '../readings.ts';
import { openWindow, press, showData } from '../window.tsx';

const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');
const singleKeys = page.getByRole('switch', { name: 'Single-key shortcuts' });

test('the theme and the single-key setting are stored', async () => {
  const { bridge } = await openWindow();
  await expect.poll(scheme).toBe('light');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await press('Control+/');
  await expect.element(singleKeys).toBeChecked();
  // The dialog takes the focus when it has opened.
  await expect.poll(() => document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
  (await singleKeys.element()).focus();
  await press(' ');
  await expect.element(singleKeys).not.toBeChecked();
  await expect.poll(scheme).toBe('dark');
  expect(bridge.inputs('application.preferences')).toEqual(
    expect.arrayContaining([{ theme: 'dark' }, { singleKeys: false }]),
  );
});

test('the next window has the stored theme, and no single keys where they were turned off', async () => {
  await openWindow({
    'application.preferences': () => ({ ...defaultPreferences, theme: 'dark', singleKeys: false }),
  });
  await expect.poll(scheme).toBe('dark');
  // The system's theme is light; the choice applies to the whole window.
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe('rgb(15, 17, 20)');
  await expectAccessible();
  await press('?');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await press('Control+/');
  await expect.element(singleKeys).not.toBeChecked();
});

test('a lost connection is said, with what to do', async () => {
  const { bridge } = await openWindow();
  bridge.loseConnection();
  const chip = page.getByRole('button', { name: /^Console status: / });
  await expect.element(chip.getByText('Connection lost')).toBeVisible();
  await chip.click();
  const conditions = page.getByRole('dialog', { name: 'Console status' });
  await expect.element(conditions.getByText(/may or may not have completed/)).toBeVisible();
  await expect.element(conditions.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('cases kept in memory are said until the keychain has their key', async () => {
  const keychain = { state: 'available', message: 'The keychain works.', sessionOnly: false } as const;
  const { bridge } = await openWindow({
    'cases.status': () => ({ storage: 'memory', notices: [], total: 0 }),
  });
  const chip = page.getByRole('button', { name: /^Console status: / });
  await expect.element(chip.getByText('Cases in memory')).toBeVisible();
  bridge.answer({ 'cases.status': () => ({ storage: 'disk', notices: [], total: 0 }) });
  bridge.send('keychain.changed', keychain);
  await expect.element(page.getByText('Cases in memory')).not.toBeInTheDocument();
});

test('a revealed value can be copied by keyboard without losing the focus', async () => {
  await openWindow(new FakeCases([newRow(1)]).replies(), { hash: `#/conversations/${idOf(1)}` });
  await showData();
  const copy = page.getByRole('button', { name: 'Copy first name', exact: true });
  await expect.element(copy).toBeVisible();
  (await copy.element()).focus();
  const value = document.activeElement?.parentElement ?? document.body;
  await expect.poll(() => getComputedStyle(value).opacity).toBe('1');
});

test('a long save shows its progress and can be stopped, even from another file', async () => {
  const files = ['a', 'b'].map((id) => ({ id, file: 'photo' }));
  await openCase('media', await serveMedia(files), {
    view: 'media',
    replies: { 'media.save': () => new Promise(() => undefined) },
  });
  await page
    .getByRole('button', { name: /^Save…/ })
    .first()
    .click();
  await expect.element(page.getByText(/^Saving /)).toBeVisible();
  await expectAccessible();
  await press('Alt+ArrowDown');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.element(page.getByText(/^Saving /)).not.toBeInTheDocument();
  await expect.element(page.getByText(/Stopped\./)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText(/Stopped\./)).not.toBeInTheDocument();
});

test('finished work is named for a minute, then goes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await openWindow(
    { 'reading.runs': () => ({ runs: [newReading({ total: 2, done: 2, state: 'done' })] }) },
    { hash: '#/settings' },
  );
  const chip = page.getByRole('button', { name: /^Console status: .*Reading finished/ });
  await expect.element(chip).toBeVisible();
  await vi.advanceTimersByTimeAsync(50_000);
  await expect.element(chip).toBeVisible();
  await vi.advanceTimersByTimeAsync(11_000);
  await expect.element(chip).not.toBeInTheDocument();
});
