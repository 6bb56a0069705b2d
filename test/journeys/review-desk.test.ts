import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamplesWindow } from './samples-window.ts';

vi.setConfig({ testTimeout: 120_000 });

const data = (page: Page) => page.getByRole('region', { name: 'Findings and data' });
const left = (page: Page) => page.getByRole('region', { name: 'Left picture' });
const right = (page: Page) => page.getByRole('region', { name: 'Right picture' });

async function open(page: Page, title: string): Promise<void> {
  await page.getByText(title).first().click();
  await page.getByRole('heading', { level: 1, name: /^(Finished|In progress)/ }).waitFor();
}

test('data, two pictures and the strip are beside each other, sized and folded by keyboard, and kept over a restart', async () => {
  await using console = await startConsole({ viewport: { width: 1920, height: 1080 } });
  const { page, dataDir } = console;
  await open(page, 'Everything that can be collected');
  await left(page).getByRole('heading', { name: 'Identity card, front' }).waitFor();
  await right(page).getByRole('heading', { name: 'Face' }).waitFor();
  await expectAccessible(page);

  // The desk is filled: nothing beside it, nothing behind it.
  const [desk, first, second] = await Promise.all(
    [data(page), left(page), right(page)].map((one) => one.boundingBox()),
  );
  expect((second?.x ?? 0) + (second?.width ?? 0)).toBeCloseTo(1920, -1);
  expect((desk?.x ?? 0) + (desk?.width ?? 0)).toBeLessThanOrEqual(first?.x ?? 0);

  const width = page.getByRole('separator', { name: 'Width of the data' });
  await width.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(async () => Math.round((await data(page).boundingBox())?.width ?? 0))
    .toBe(Math.round((desk?.width ?? 0) + 80));

  await page.keyboard.press('Shift+B');
  await right(page).getByRole('heading', { name: 'Identity card, back' }).waitFor();
  await page.keyboard.press('Shift+S');
  await page.getByRole('region', { name: 'Strip of files' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+O');
  await data(page).waitFor({ state: 'detached' });
  await right(page).waitFor({ state: 'detached' });
  expect((await left(page).boundingBox())?.width).toBeGreaterThan(1700);
  await page.keyboard.press('Shift+D');
  await data(page).waitFor();
  await page.getByRole('button', { name: 'Data and document', pressed: true }).waitFor();
  expect(console.complaints).toEqual([]);
  await console.stop();

  await using again = await startConsole({ dataDir, viewport: { width: 1920, height: 1080 } });
  await open(again.page, 'Everything that can be collected');
  await again.page.getByRole('button', { name: 'Data and document', pressed: true }).waitFor();
  await left(again.page).waitFor();
  await right(again.page).waitFor({ state: 'detached' });
  expect(await again.page.getByRole('region', { name: 'Strip of files' }).count()).toBe(0);
});

describe('in one console', () => {
  let console: RunningConsole;
  let page: Page;
  beforeAll(async () => {
    console = await startConsole();
    ({ page } = console);
  });
  afterAll(() => console?.[Symbol.asyncDispose]());
  // Each test begins with a new window on the samples, as the first start shows them.
  beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openSamplesWindow(page);
  });

  test('at 1280 px the right picture folds into the strip, and asked for by key it takes the place of the data', async () => {
    await open(page, 'Everything that can be collected');
    await left(page).getByRole('heading', { name: 'Identity card, front' }).waitFor();
    expect(await right(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: /shown right$/ }).count()).toBe(0);
    await page.keyboard.press('Shift+2');
    await right(page).getByRole('heading', { name: 'Identity card, back' }).waitFor();
    expect(await data(page).count()).toBe(0);
    // The list of files is not in the page; the keys for the next file are.
    await page.keyboard.press('Alt+ArrowDown');
    await right(page).getByRole('heading', { name: 'Identity card, back' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+ArrowUp');
    await right(page).getByRole('heading', { name: 'Identity card, back' }).waitFor();
    // Closing it brings the data back.
    await page.keyboard.press('Shift+Escape');
    await data(page).waitFor();
    await right(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+2');
    await right(page).getByRole('heading', { name: 'Identity card, back' }).waitFor();
    await page.keyboard.press('Shift+Q');
    await data(page).waitFor();
    await right(page).waitFor({ state: 'detached' });

    // The button says that it is not shown, and shows it.
    await page.getByRole('button', { name: 'Unfold the right picture', pressed: false }).click();
    await right(page).waitFor();
    await page.getByRole('button', { name: 'Fold the right picture', pressed: true }).click();
    await right(page).waitFor({ state: 'detached' });
    await data(page).waitFor();

    // In an arrangement without a right picture one press of its key shows it, and the next one brings the data back.
    await page.keyboard.press('Shift+D');
    await page.keyboard.press('Shift+P');
    await right(page).waitFor();
    await page.keyboard.press('Shift+P');
    await right(page).waitFor({ state: 'detached' });
    await data(page).waitFor();

    // At 200 % zoom the parts stand below one another in reading order.
    await page.setViewportSize({ width: 640, height: 400 });
    await expect
      .poll(async () => {
        const boxes = await Promise.all(
          [data(page), left(page), page.getByRole('region', { name: 'Strip of files' })].map((one) =>
            one.boundingBox(),
          ),
        );
        const [one = 0, two = 0, three = 0] = boxes.map((box) => box?.y);
        return one < two && two < three;
      })
      .toBe(true);
    await expectAccessible(page);
    expect(console.complaints).toEqual([]);
  });

  test('findings are ranked and lead to their evidence by keyboard: the field, the list, the picture', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, 'Seven products, known in part');
    const findings = page.getByRole('list', { name: 'Findings' }).getByRole('button');
    await findings.first().waitFor();
    expect(await findings.count()).toBe(5);
    await page.getByRole('button', { name: /^2 checks passed$/ }).waitFor();

    await page.getByRole('button', { name: /Last name 0.35/ }).focus();
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /PERSON_NAME_LASTNAME/ }).first();
    await expect.poll(() => row.getAttribute('data-highlighted')).toBe('true');
    expect(await row.boundingBox().then((box) => box && box.y > 0 && box.y < 900)).toBe(true);

    await page.getByRole('button', { name: /Other list hit/ }).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('row', { name: /Other list/ });
    await expect.poll(() => list.getAttribute('data-highlighted')).toBe('true');
    expect(await row.getAttribute('data-highlighted')).toBeNull();
    await page.getByText('The service gives the name of the list only').waitFor();

    // The same words in the list of cases.
    await page.goBack();
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('row').getByText('Other list hit').first().waitFor();
    expect(console.complaints).toEqual([]);
  });

  test('the data provided are beside those found, the least similar first, with number and word', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, 'Similarity details that repeat the data provided');
    await page
      .getByRole('button', { name: /^Show personal data/ })
      .first()
      .click();
    const table = page.getByRole('table', { name: 'Field by field' });
    await expect
      .poll(() => table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent)))
      .toEqual([
        expect.stringMatching(/^City of birth.*Ventspils.*Liepāja.*0.12.*Hardly similar/),
        expect.stringMatching(/^Date of birth.*1991-05-06.*1991-05-05.*0.5/),
        expect.stringMatching(/^Last name.*Berzins.*Bērziņš.*0.86/),
        expect.stringMatching(/^National id.*050591-19998.*050591-19990.*0.91/),
        expect.stringMatching(/^First name.*Kristaps.*Kristaps.*1/),
      ]);
    await expectAccessible(page);
  });

  test('at 1280 px the whole title of a case is read beside its pictures', async () => {
    await open(page, 'Files that are not what they say they are');
    await left(page).waitFor();
    const title = page.getByRole('heading', { level: 1 });
    await expect
      .poll(() =>
        title.evaluate((at) => [at.scrollWidth <= at.clientWidth, at.scrollHeight <= at.clientHeight]),
      )
      .toEqual([true, true]);
    expect(await title.innerText()).toContain('1 failed check');
    // The buttons that show only their icons have kept their names.
    await page.getByRole('button', { name: 'Refresh', exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'New conversation…' }).waitFor();
  });

  test('the raw reply is folded, searched and filtered, and says where a value is', async () => {
    await open(page, 'Members that neither document nor field names');
    await page.keyboard.press('Alt+3');
    await page.getByRole('button', { name: 'Show raw reply' }).click();
    const lines = page.getByRole('region', { name: 'Raw reply' });
    await lines.getByText('"status": "FINISHED"').first().waitFor();
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'JSONPath filter' }).fill('$.result.*.status');
    await page.keyboard.press('Enter');
    const matches = page.getByRole('region', { name: 'Matches' });
    await matches.getByText('$.result.identity.status').click();
    await page
      .locator('code', { hasText: /^\$\.result\.identity\.status$/ })
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Copy value' }).waitFor();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Write permission denied.'));
    });
    await page.getByRole('button', { name: 'Copy path' }).click();
    await page.getByText('Not copied: clipboard access was denied').waitFor({ state: 'attached' });

    await page.getByRole('textbox', { name: 'JSONPath filter' }).fill('$.result[');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();

    const before = await lines.locator('[data-current]').count();
    await page.getByRole('button', { name: 'Fold all' }).click();
    await expect.poll(() => lines.locator('[data-current]').count()).toBeLessThan(before);
    await page.getByRole('textbox', { name: 'Search the raw reply' }).fill('finished');
    await page.keyboard.press('Enter');
    await page.getByText(/^\d+ of \d+ lines$/).waitFor();
    await expect.poll(() => lines.locator('[data-current=true]').textContent()).toContain('FINISHED');

    await page.getByRole('button', { name: /not understood$/ }).click();
    await expect.poll(() => lines.locator('[data-current=true]').getAttribute('data-marked')).toBe('caution');
    await expectAccessible(page);
    expect(console.complaints).toEqual([]);
  });
});
