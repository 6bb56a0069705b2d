import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { FakeCases, newRow } from '../cases.ts';
import { openWindow, press, showData } from '../window.tsx';

const field = page.getByRole('textbox', { name: 'Find text' });
const marks = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(String);

test('text is found on the page match by match, and highlights disappear when the bar is closed', async () => {
  await openWindow(new FakeCases([newRow(1), newRow(2), newRow(3)]).replies());
  await expect.element(page.getByRole('row').nth(3)).toBeVisible();
  await press('Control+f');
  await field.fill('USER');
  await expect.element(page.getByText(/^1 of \d+$/)).toBeVisible();
  const found = marks('find');
  expect(found.length).toBeGreaterThan(1);
  expect(new Set(found.map((text) => text.toLowerCase()))).toEqual(new Set(['user']));
  expect(marks('find-current')).toHaveLength(1);
  await expectAccessible();

  await press('Enter');
  await expect.element(page.getByText(/^2 of \d+$/)).toBeVisible();
  await press('Shift+Enter');
  await press('Shift+Enter');
  await expect.element(page.getByText(`${found.length} of ${found.length}`)).toBeVisible();

  await field.fill('no such text anywhere');
  await expect.element(page.getByText('No matches')).toBeVisible();
  await press('Escape');
  await expect.element(field).not.toBeInTheDocument();
  expect(marks('find')).toEqual([]);
});

test('masked text is not found', async () => {
  await openWindow(new FakeCases([newRow(1, { person: { name: 'Zielińska' } })]).replies());
  await showData();
  await expect.element(page.getByText('Zielińska')).toBeVisible();
  await press('Control+f');
  await field.fill('Zielińska');
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await press('Control+Shift+m');
  await expect.element(page.getByText('Zielińska')).not.toBeInTheDocument();
  await field.fill('Zieli');
  await expect.element(page.getByText('No matches')).toBeVisible();
});

test('diagnostics are copied from the settings', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openWindow({ 'application.diagnostics': () => ({ text: 'Assay 0.1.0, all of it' }) });
  await press('Control+,');
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.element(page.getByText('Copied.').first()).toBeInTheDocument();
  expect(copied).toHaveBeenCalledWith('Assay 0.1.0, all of it');
});

test('going back restores the focus', async () => {
  await openWindow({}, { hash: '#/settings' });
  const add = page.getByRole('main').getByRole('button', { name: /^Add/ }).first();
  await expect.element(add).toBeVisible();
  add.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).not.toBeInTheDocument();
  await press('Alt+ArrowLeft');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(add).toHaveFocus();
});
