import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 120_000 });

let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  console = await startConsole({
    async prepare(wire) {
      await openSamples(wire, 6);
      await wire.bridge.invoke('environments.save', {
        settings: {
          name: 'Acme live',
          kind: 'production',
          baseUrl: 'https://acme.invalid',
          proxy: { mode: 'none' },
        },
      });
    },
  });
  ({ page } = console);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const live = document.querySelector('#root [role=status][aria-live=polite]');
    new MutationObserver(() => heard.push(live?.textContent ?? '')).observe(live ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
});
afterAll(() => console?.[Symbol.asyncDispose]());

const rows = () => page.locator('[role=row][data-conversation]');
const inQueue = (text: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true }).waitFor();
const decision = () => page.getByRole('region', { name: 'Decision' });
const title = () => page.getByRole('heading', { level: 1 });

/** What was announced since the last call. */
async function heard(): Promise<string[]> {
  return page.evaluate(() => {
    const { heard: texts } = globalThis as unknown as { heard: string[] };
    return texts.splice(0).filter(Boolean);
  });
}

const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement?.closest('[role=dialog]')) {
      return 'a dialog';
    }
    return activeElement?.closest('#work') ? 'the work area' : (activeElement?.tagName ?? 'nothing');
  });

/** Acts, waits for its result, and expects the focus to have stayed in the work area or a dialog, and this announcement. */
async function act(work: () => Promise<unknown>, result: () => Promise<unknown>, announced?: RegExp) {
  await heard();
  await work();
  await result();
  await expect.poll(focused).toMatch(/^(the work area|a dialog)$/);
  if (announced) {
    const texts: string[] = [];
    await expect
      .poll(async () => {
        texts.push(...(await heard()));
        return texts.join(' | ');
      })
      .toMatch(announced);
  }
}

/** A button that is disabled while it works has the focus again, and a key that is pressed twice does not press the one beside it. */
async function settingsKeepTheFocus() {
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await page.keyboard.press('Control+,');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const check = page.getByRole('button', { name: 'Check the journal' });
  await check.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText(/entries checked: none was changed/).waitFor();
  await expect.poll(() => check.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(downloads).toBe(0);
  const keys = page.getByRole('button', { name: 'Export public keys' });
  const saved = page.waitForEvent('download');
  await act(
    () => keys.press('Enter'),
    () => saved,
    /assay-public-keys\.pem/,
  );
  await expect.poll(() => keys.evaluate((button) => button === document.activeElement)).toBe(true);
}

async function decide(key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('radiogroup', { name: 'Reason' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
}

test('after every act the focus is in the work area or in a dialog, and the result is announced', async () => {
  await rows().first().waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.getByText('3 selected').waitFor();
  await act(
    () => page.keyboard.press('q'),
    () => inQueue('1 of 3'),
  );
  await act(
    () => page.keyboard.press('j'),
    () => inQueue('2 of 3'),
    /Case 2 of 3/,
  );
  await act(
    () => page.keyboard.press('k'),
    () => inQueue('1 of 3'),
    /Case 1 of 3/,
  );
  await act(
    () => decide('x'),
    () => inQueue('2 of 3'),
    /Rejected: .+ \| Case 2 of 3/,
  );
  // The focus is on the title, from where the case is read.
  await expect.poll(() => title().evaluate((h1) => h1 === document.activeElement)).toBe(true);

  await act(
    () => page.keyboard.press('k'),
    () => decision().getByText('Rejected').waitFor(),
  );
  await page.keyboard.press('z');
  const why = page.getByRole('textbox', { name: 'Why is it withdrawn?' });
  await why.fill('Another person.');
  await act(
    () => why.press('Control+Enter'),
    () => page.getByRole('button', { name: 'Reject X' }).waitFor(),
    /Decision withdrawn/,
  );

  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('Asked by phone.');
  await page.getByRole('button', { name: 'Save note' }).focus();
  await act(
    () => page.keyboard.press('Enter'),
    () => page.getByRole('list', { name: 'Notes' }).getByText('Asked by phone.').waitFor(),
    /Note saved/,
  );
  await act(
    () => page.getByRole('button', { name: 'End queue' }).press('Enter'),
    () => rows().first().waitFor(),
  );

  // A decision outside of a queue.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Escalate E' }).waitFor();
  await act(
    () => decide('e'),
    () => decision().getByText('Escalated').waitFor(),
    /Escalated: /,
  );

  await page.keyboard.press('Control+Shift+X');
  await page.getByRole('dialog', { name: 'Sandbox controls' }).waitFor();
  await act(
    () => page.keyboard.press('Escape'),
    () => page.getByRole('dialog', { name: 'Sandbox controls' }).waitFor({ state: 'hidden' }),
  );
  await page.keyboard.press('Control+/');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await act(
    () => page.keyboard.press('Escape'),
    () => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' }),
  );

  await settingsKeepTheFocus();

  await act(
    () => page.keyboard.press('Control+Alt+2'),
    () => page.getByRole('button', { name: /^Environment: Acme live/ }).waitFor(),
    // Before what is wrong with it.
    /Production environment: Acme live.*API key/,
  );
  await act(
    () => page.keyboard.press('Control+Alt+1'),
    () => page.getByRole('button', { name: /^Environment: Sandbox/ }).waitFor(),
    /Sandbox environment: Sandbox/,
  );
  expect(console.complaints).toEqual([]);
});
