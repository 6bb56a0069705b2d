import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { longResponses, manyMedia, manySources } from '../../hostile/window-responses.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { openWindow } from '../window.tsx';
import { repliesOf } from './read-responses.ts';

// How long the window's tasks take is measured in test/hostile/window.all.test.ts.

/** The most elements in the window for any response. */
const maxElements = 6000;
const elements = () => document.getElementById('root')?.querySelectorAll('*').length;

test.each(Object.entries(longResponses))(
  'a response with %s does not overfill the window',
  async (_, make) => {
    const sent = { conversation: make(), sources: manySources() };
    await openWindow(
      { ...new FakeCases([newRow(1)]).replies(), ...repliesOf(sent) },
      { hash: `#/conversations/${idOf(1)}` },
    );
    await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
    expect(elements()).toBeLessThan(maxElements);
    const reveal = page.getByRole('button', { name: /^Show personal data/ }).first();
    if (reveal.query() !== null) {
      await reveal.click();
      await expect.element(page.getByRole('button', { name: /Mask personal data$/ }).first()).toBeVisible();
      expect(elements()).toBeLessThan(maxElements);
    }
    await page.getByRole('tab', { name: 'Raw response' }).click();
    await expect.element(page.getByRole('region', { name: 'Raw response' })).toBeVisible();
    expect(elements()).toBeLessThan(maxElements);
  },
);

test('a thousand files do not overfill the window', async () => {
  const sent = { conversation: { status: 'FINISHED', result: {} }, metadata: manyMedia() };
  await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...repliesOf(sent) },
    { hash: `#/conversations/${idOf(1)}/media` },
  );
  await expect.element(page.getByText('1,000 files')).toBeVisible();
  expect(elements()).toBeLessThan(maxElements);
});
