import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openCases, rowOf } from '../case-list.ts';
import { FakeCases, newRow } from '../cases.ts';
import { tabTo } from '../keyboard.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { openCase, sampleId } from '../main.ts';
import { press, showData } from '../window.tsx';

const heading = page.getByRole('heading', { level: 1 });

test('a case says its assessment in its heading, itself and its place by one key each, and leads to its evidence and back', async () => {
  await page.viewport(1440, 900);
  const { bridge } = await openCase('sandbox', await sampleId('Seven products, known in part'));
  await expect
    .poll(() => {
      // The list of cases says so in the console.
      bridge.send('cases.changed', { environmentId: 'sandbox' });
      return heading.element().textContent;
    })
    .toMatch(/masked, begins with .*\. .* more, To review/);
  expect(heading.element().querySelector('[aria-hidden]')?.textContent).toContain('•••');
  const announced = announcements();

  await press('F9');
  await expectSaid(announced, /\d findings\. 1: .*2: /);
  await press('F8');
  await expectSaid(announced, /Sandbox environment: Sandbox\. masked, begins with /);

  await tabTo(/Last name 0.35/);
  const finding = document.activeElement;
  await press('F8');
  await expectSaid(announced, /Findings and data\. .*Findings/);
  await press('Enter');
  await expectSaid(announced, /Evidence for finding \d: Last name/);
  await expect.poll(() => document.activeElement?.getAttribute('data-highlighted')).toBe('true');
  await press('Escape');
  expect(document.activeElement).toBe(finding);
});

test('a name in another script carries its language', async () => {
  await page.viewport(1440, 900);
  await openCase('sandbox', await sampleId('On a PEP list, monitoring on'));
  await expect.element(heading).toBeVisible();
  await press('Control+Shift+s');
  await expect.poll(() => heading.element().querySelector('bdi')?.lang).toBe('el');
});

test('the file that is shown is said, and the zoom once it was changed', async () => {
  await page.viewport(1440, 900);
  await openCase('sandbox', await sampleId('Everything that can be collected'));
  await expect.element(heading).toBeVisible();
  const announced = announcements();
  await showData();
  await expectSaid(announced, /Shown left: Identity card, front/);
  expect(announced()).not.toContain('%');
  await page.getByRole('button', { name: 'Actual size' }).first().click();
  await expectSaid(announced, /100 %/);
});

test('a row of the list is read as sentences, and arriving says where one is and takes the arrows', async () => {
  await page.viewport(1440, 900);
  const twoDays = Date.now() - 50 * 3_600_000;
  const cases = new FakeCases([
    newRow(1, { countries: ['FI'], findingCount: 3, ageFrom: twoDays }),
    newRow(2, { verdict: 'clear', decision: { kind: 'clear', at: 1 }, noteCount: 2 }),
    newRow(3, { person: undefined }),
  ]);
  cases.groups = [{ key: 'today', count: 3 }];
  await openCases(cases);
  await expect.element(page.getByRole('rowheader', { name: 'Today 3 cases' })).toBeVisible();
  const name = (number: number) => rowOf(number).getAttribute('aria-label');
  expect(name(1)).toBe(
    'Issues: Face does not match, 2 more. masked, begins with K, A, 1979. Finland. To review, 2 days.',
  );
  expect(name(2)).toBe('No issues. masked, begins with K, A, 1979. Poland. Approved. 2 notes.');
  await expect
    .element(page.getByRole('rowheader', { name: 'masked, begins with K, A, 1979' }).first())
    .toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'No name' })).toBeVisible();
  await showData();
  await expect.poll(() => name(1)).toContain('. Kowalska, Anna, 1979. ');

  rowOf(1).focus();
  await press('Enter');
  await expect.element(page.getByRole('button', { name: 'Escalate' })).toBeVisible();
  const announced = announcements();
  await press('Alt+ArrowLeft');
  await expectSaid(announced, /Case 1 of 3/);
  await press('ArrowDown');
  await expect.poll(() => document.activeElement).toBe(rowOf(2));
});
