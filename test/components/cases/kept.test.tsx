import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences } from '../../../preload/contract/application.ts';
import { caseCount, currentId, openCases, openedId, shownIds } from '../case-list.ts';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { FakeRuns } from '../deletion-runs.ts';
import { press } from '../window.tsx';

const many = (count: number) => new FakeCases(Array.from({ length: count }, (_, at) => newRow(at + 1)));
const list = page.getByRole('grid', { name: 'Cases' });
const line = page.getByRole('textbox', { name: 'Filter cases' });

test('going back finds filter, scroll, row and focus, from a case, Deletion, Settings and Calls', async () => {
  await openCases(many(60), new FakeRuns([]).replies());
  await press('/');
  await userEvent.keyboard('status:FINISHED');
  await press('Enter');
  const grid = (await list.element()) as HTMLElement;
  await expect.poll(() => grid.getAttribute('aria-busy')).toBe('false');
  grid.focus();
  await press('End');
  for (let at = 0; at < 5; at += 1) {
    await press('k');
  }
  await expect.poll(currentId).toBe(idOf(55));
  const place = () => {
    const now = list.query() as HTMLElement | null;
    return {
      filter: (line.query() as HTMLInputElement | null)?.value,
      row: currentId(),
      scroll: now?.parentElement?.scrollTop,
      hasFocus: now?.contains(document.activeElement),
    };
  };
  const before = place();
  expect(before).toMatchObject({ filter: 'status:FINISHED', hasFocus: true });
  expect(before.scroll).toBeGreaterThan(0);
  const calls = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Calls' });
  const ways = {
    'a case': () => press('Enter'),
    Deletion: () => press('Control+Shift+d'),
    Settings: () => press('Control+,'),
    Calls: () => calls.click(),
  };
  for (const [what, go] of Object.entries(ways)) {
    await go();
    await expect.element(list, { message: what }).not.toBeInTheDocument();
    await press('Alt+ArrowLeft');
    await expect.poll(place, { message: what }).toEqual(before);
  }
});

test('a long list has only the rows near the view in the page, and going back finds the row', async () => {
  await openCases(many(900));
  const grid = (await list.element()) as HTMLElement;
  const scroller = grid.parentElement as HTMLElement;
  for (const share of [0.5, 0.9, 0.2, 1]) {
    // The height of the list may still change with that of its rows.
    const scroll = () => {
      scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight);
      return Number(shownIds()[0]?.slice(-12));
    };
    await expect.poll(scroll).toBeGreaterThan(share * 850 - 20);
    await expect.poll(scroll).toBeLessThanOrEqual(share * 900);
    expect(shownIds().length).toBeLessThan(150);
  }
  expect(document.querySelectorAll('#root *').length).toBeLessThan(4000);
  grid.focus();
  await press('End');
  await press('k');
  await expect.poll(currentId).toBe(idOf(899));
  await press('Enter');
  await expect.poll(openedId).toBe(idOf(899));
  await press('Alt+ArrowLeft');
  await expect.poll(currentId).toBe(idOf(899));
  await caseCount(900);
});

test('columns, their order and widths, and the sort are stored, and used by the next window', async () => {
  const { bridge } = await openCases(many(4));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Labels' }).click();
  await page.getByRole('checkbox', { name: 'Conversation id' }).click();
  await page.getByRole('button', { name: 'Move Country to the left' }).click();
  await page.getByRole('textbox', { name: 'Width of Reviewer in pixels' }).fill('144');
  await press('Tab');
  await press('Escape');
  await page.getByRole('button', { name: 'Country', exact: true }).click();
  const heads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent?.trim());
  const isSorted = () => document.querySelector('[aria-sort=ascending]')?.textContent;
  await expect.poll(isSorted).toContain('Country');
  const before = heads();
  expect(before).toContain('Conversation id');
  expect(before).not.toContain('Labels');
  expect(before.indexOf('Country')).toBeLessThan(before.indexOf('Findings'));
  const stored = () => bridge.inputs('application.preferences').at(-1)?.caseList;
  await expect.poll(stored).toMatchObject({ sort: { by: 'country' } });
  const caseList = stored();
  expect(caseList).toBeDefined();

  const cases = many(4);
  await openCases(cases, {
    'application.preferences': () => ({
      ...defaultPreferences,
      theme: 'light',
      caseList,
    }),
  });
  await expect.poll(heads).toEqual(before);
  await expect.poll(isSorted).toContain('Country');
  const status = (await page.getByRole('columnheader', { name: 'Reviewer' }).element()) as HTMLElement;
  expect(Math.round(status.getBoundingClientRect().width)).toBe(144);
  // Another view has its own order; "All" has the one that was chosen.
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: /^Decided today/ }).click();
  await views.getByRole('button', { name: /^All/ }).click();
  await expect.poll(isSorted).toContain('Country');
});
