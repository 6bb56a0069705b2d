import { MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { lazyView } from '../../../renderer/ui/lazy-view.tsx';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { openWindow } from '../window.tsx';

test('a page that fails leaves the rest of the window usable, and can be tried again', async () => {
  await openWindow(new FakeCases([newRow(1)]).replies());
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  vi.spyOn(console, 'error').mockReturnValue();
  const planted = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function fail() {
    throw new Error('planted');
  });
  onTestFinished(() => planted.mockRestore());
  const failed = page.getByRole('heading', { name: 'This page cannot be shown' });
  location.hash = `#/conversations/${idOf(1)}`;
  await expect.element(failed).toBeVisible();

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();

  history.back();
  await expect.element(failed).toBeVisible();
  planted.mockRestore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
});

test('a page whose code is gone, as after an update, says to reload', async () => {
  const { View } = lazyView<object>(() => Promise.reject(new TypeError('Failed to fetch')));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <MantineProvider>
      <Suspense>
        <View />
      </Suspense>
    </MantineProvider>,
  );
  const notice = page.getByRole('alert');
  await expect.element(notice.getByText('This page could not be loaded')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
