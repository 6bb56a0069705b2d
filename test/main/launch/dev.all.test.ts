import { expect, onTestFinished, test } from 'vitest';
import { startDev } from '../../support/dev-copy.ts';

test('npm run dev gives the page its sources and the socket for edits, and starts main again when main is edited', async ({
  skip,
}) => {
  const dev = await startDev();
  if (dev === undefined) {
    return skip('The system does not report changed files.');
  }
  onTestFinished(dev.close);
  const page = await fetch(dev.addresses()[0] ?? '');
  expect(await page.text()).toMatch(/<script [^>]*src="\/@vite\/client"/);
  expect(page.headers.get('content-security-policy')).toMatch(/connect-src [^;]*ws:\/\/127\.0\.0\.1:\d+/);
  const source = await fetch(new URL('/shell/shell.tsx', dev.addresses()[0]));
  expect(await source.text()).toContain('Skip to main content');
  await dev.editMain();
}, 120_000);
