import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openCase, samplesOf } from '../main.ts';

const { samples } = await samplesOf();

/** The conversations the service refuses, with the code shown. */
const refused: Record<string, string> = {
  'Gone by retention (410)': 'gone',
  'Strategy no longer permitted (403)': 'forbidden',
  'Plan exhausted (402)': 'plan-exhausted',
  'The service fails on it (500)': 'server-error',
};

/** All of them in `npm run test:all`; otherwise those the service refuses, and some of the others. */
const shown = samples.filter(
  ({ title }, at) => inject('fullTests') || Object.hasOwn(refused, title) || at % 3 === 0,
);

test.each(shown)('$title', async ({ id, title }) => {
  await openCase('sandbox', id);
  const code = refused[title];
  if (code !== undefined) {
    await expect
      .poll(() => document.querySelector(`[data-code="${code}"]`)?.textContent?.length)
      .toBeGreaterThan(40);
  } else {
    await expect.element(page.getByRole('main').getByText(id).first()).toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
    if (title.endsWith('all failed')) {
      expect(document.title).not.toContain('No issues');
    }
  }
  await expectAccessible();
});
