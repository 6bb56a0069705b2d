import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyringInstalled, openKeyring } from '../support/keyring.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { currentId, listRows, operateLongList } from './long-list.ts';
import { newDataDir, openSamples, seedCases } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 90_000 });

/** For conditions that depend on main. */
const patient = { timeout: 30_000 };
const rows = listRows;
const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const caseCount = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('cases are found, previewed and opened with the keyboard only', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 20) });
  const { page } = console;
  await rows(page).first().waitFor();
  await caseCount(page, '20 cases');
  await expectAccessibleInBothSchemes(page);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  const third = await currentId(page);
  expect(third).toBe(await rows(page).nth(2).getAttribute('data-conversation'));

  await page.keyboard.press('Space');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText(String(third)).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('j');
  await preview.getByText(String(await currentId(page))).waitFor();
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });

  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /\.$/ }).waitFor();
  const opened = openedId(page);
  await page.keyboard.press('Alt+ArrowLeft');
  await rows(page).first().waitFor();
  expect(await currentId(page)).toBe(opened);
  // The list has the focus, so keys work at once.
  await page.keyboard.press('ArrowDown');
  expect(await currentId(page)).not.toBe(opened);
  expect(console.complaints).toEqual([]);
});

test('what a key acts on is the row that has the focus, as a screen reader reads it', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 20) });
  const { page } = console;
  await caseCount(page, '20 cases');
  await page.getByRole('grid').focus();
  const focusedId = () => page.evaluate(() => document.activeElement?.getAttribute('data-conversation'));
  expect(await focusedId()).toBe(await rows(page).nth(0).getAttribute('data-conversation'));
  // Reading on by another way than the keys of the list focuses another row.
  const read = await rows(page).nth(7).getAttribute('data-conversation');
  await rows(page).nth(7).focus();
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  expect(await rows(page).nth(7).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await focusedId()).toBe(await rows(page).nth(8).getAttribute('data-conversation'));
  await page.keyboard.press('k');
  expect(await focusedId()).toBe(read);
  // Shift and a click select from the row that was pressed before.
  await rows(page)
    .nth(2)
    .click({ modifiers: ['Control'] });
  await rows(page)
    .nth(4)
    .click({ modifiers: ['Shift'] });
  await page.getByText('4 selected').waitFor();
  await rows(page).nth(7).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => openedId(page)).toBe(read);
  expect(console.complaints).toEqual([]);
});

test('the query line, the chips and the views agree, and a mistake is reported', async () => {
  await using console = await startConsole({ prepare: (wire) => openSamples(wire, 40) });
  const { page } = console;
  await caseCount(page, '40 cases');
  const line = page.getByRole('textbox', { name: 'Filter cases' });
  const chips = page.getByRole('list', { name: 'Filters' });

  await page.keyboard.press('/');
  await page.keyboard.type('verdict:review aml:any');
  await page.keyboard.press('Enter');
  await chips.getByRole('button', { name: 'Verdict Needs review' }).waitFor();
  await expect.poll(() => rows(page).count(), patient).toBeLessThan(35);
  const verdicts = await rows(page)
    .locator('[data-verdict]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-verdict')));
  expect(new Set(verdicts)).toEqual(new Set(['review']));

  // Selecting a value in a chip updates the line.
  await chips.getByRole('button', { name: 'Verdict Needs review' }).click();
  await page.getByRole('checkbox', { name: 'Failed' }).check();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => line.inputValue(), patient).toBe('verdict:review,failed aml:any');
  await chips.getByRole('button', { name: 'Remove AML: Any list' }).click();
  await expect.poll(() => line.inputValue(), patient).toBe('verdict:review,failed');

  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Watching' }).click();
  await page.getByText('No case matches the filter').waitFor();
  expect(await line.inputValue()).toBe('is:watched');
  await page.getByRole('button', { name: 'Clear the filter' }).first().click();
  await caseCount(page, '40 cases');

  await line.fill('verdct:review');
  await page.getByText(/“verdct:” is not a filter/).waitFor();
  await expectAccessible(page);
  expect(console.complaints).toEqual([]);
});

describe('twelve cases', () => {
  let console: RunningConsole;
  let page: Page;
  beforeAll(async () => {
    console = await startConsole({ prepare: (wire) => openSamples(wire, 12) });
    page = console.page;
  }, 120_000);
  afterAll(() => console?.[Symbol.asyncDispose]());
  // One console for all: each test begins with a new window on the list.
  beforeEach(async () => {
    await page.evaluate(() => {
      window.location.hash = '#/conversations';
    });
    await page.reload();
    await rows(page).first().waitFor();
  });

  test('cases are selected one by one, in ranges and all at once', async () => {
    await rows(page).first().waitFor();
    const selected = (count: number) => page.getByText(`${count} selected`, { exact: true }).waitFor();
    await page.keyboard.press('x');
    await selected(1);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+ArrowDown');
    // The first case, and the range from the third to the fifth.
    await selected(4);
    await page.keyboard.press('Shift+ArrowUp');
    await selected(3);
    await page.keyboard.press('Control+a');
    await selected(12);
    await page.keyboard.press('x');
    await selected(11);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });

    await rows(page)
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] });
    await rows(page)
      .nth(6)
      .click({ modifiers: ['Shift'] });
    await selected(6);
  });

  test('right-clicking a row opens a menu', async () => {
    const row = rows(page).nth(1);
    const id = await row.getAttribute('data-conversation');
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Copy id' }).click();
    // The page may not read the clipboard, so the test pastes.
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: 'Find text' });
    await field.press('Control+v');
    expect(await field.inputValue()).toBe(id);
    await field.press('Escape');
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /\.$/ }).waitFor();
    expect(openedId(page)).toBe(id);
    expect(console.complaints).toEqual([]);
  });

  test('user keys are revealed on request for a limited time and masked at once by a shortcut', async () => {
    const key = rows(page).first().locator('[data-column=userKey]');
    await key.waitFor();
    expect(await key.innerText()).toContain('•••');
    await page.getByRole('button', { name: 'Show user keys' }).click();
    await expect.poll(() => key.innerText(), patient).not.toContain('•••');
    await page.keyboard.press('Control+Shift+M');
    await expect.poll(() => key.innerText(), patient).toContain('•••');
  });
});

test.skipIf(!(await keyringInstalled()))(
  'after a restart what was opened before is in the list',
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    await using first = await startConsole({ dataDir, env });
    await first.page.getByText('Everything that can be collected').click();
    await first.page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    const id = openedId(first.page);
    await first.stop();

    await using second = await startConsole({ dataDir, env });
    await second.page.locator(`[data-conversation="${id}"]`).click();
    await second.page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    expect(openedId(second.page)).toBe(id);
  },
);

test.skipIf(!(await keyringInstalled()))(
  'a list of 100,000 is scrolled, filtered and sorted with few elements in the page, and going back finds its row',
  { timeout: 240_000 },
  async () => {
    const keyring = await openKeyring('present');
    onTestFinished(() => keyring.close());
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const { env } = keyring;
    const first = await startConsole({ dataDir, env, prepare: (wire) => openSamples(wire, 1) });
    await rows(first.page).first().waitFor();
    await first.stop();
    seedCases(dataDir, 100_000);

    await using console = await startConsole({ dataDir, env });
    const { page } = console;
    await caseCount(page, '100,001 cases');
    const grid = page.getByRole('grid');
    const { last, maxElements } = await operateLongList(page);
    expect(maxElements).toBeLessThan(4000);

    const chosen = await currentId(page);
    expect(chosen).not.toBe(last);
    const scrolled = await grid.evaluate((element) => element.scrollTop);
    await page.keyboard.press('Enter');
    await expect.poll(() => openedId(page), patient).toBe(chosen);
    await page.goBack();
    await expect.poll(() => currentId(page), patient).toBe(chosen);
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(scrolled);
    expect(await page.getByRole('textbox', { name: 'Filter cases' }).inputValue()).toBe(
      'verdict:review,failed',
    );
  },
);
