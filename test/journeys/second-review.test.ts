import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { createTeam, joinTeam } from '../support/team.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessibleInBothSchemes } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 180_000 });

const to = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
const strip = (page: Page) => page.getByRole('region', { name: 'Team', exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Decision' });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });

/** Opens the windows of three people in a team whose every rejection has a second review, with the same case. */
async function three(stack: AsyncDisposableStack) {
  const postgres = stack.use(await startPostgres());
  const policy = {
    version: 1,
    company: 'Acme',
    secondReview: [{ decision: 'reject', percent: 100 }],
  };
  let admin: Wire | undefined;
  const open = async (name: string): Promise<RunningConsole> =>
    stack.use(
      await startConsole({
        policy,
        viewport: { width: 1280, height: 800 },
        async prepare(wire) {
          await openSamples(wire, 3);
          if (admin === undefined) {
            admin = wire;
            await createTeam(wire.bridge, await postgres.member(), name);
          } else {
            await joinTeam(wire.bridge, admin.bridge, await postgres.member(), name);
          }
        },
        keepWire: admin === undefined,
      }),
    );
  const [anna, ben, carla] = [await open('Anna'), await open('Ben'), await open('Carla')];
  (admin as Wire | undefined)?.close();
  return { anna, ben, carla };
}

async function decide(page: Page, key: 'a' | 'x', comment?: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('group', { name: 'Reasons' }).waitFor();
  await page.keyboard.press('1');
  if (comment !== undefined) {
    await page.getByRole('textbox', { name: 'Comment' }).fill(comment);
  }
  await page.keyboard.press('Control+Enter');
}

test('three people: a rejection is decided again without being known, and settled by the third; a question comes back answered', {
  tags: 'long',
}, async () => {
  await using stack = new AsyncDisposableStack();
  const { anna, ben, carla } = await three(stack);
  await to(anna.page, '#/conversations');
  await anna.page.locator('[role=row][data-conversation]').first().waitFor();
  const [id = '', other = ''] = await anna.page
    .locator('[role=row][data-conversation]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-conversation') ?? ''));

  await to(anna.page, `#/conversations/${id}`);
  await decide(anna.page, 'x', 'The stamp is drawn by hand');
  await bar(anna.page).getByText('Rejected').waitFor();
  await to(anna.page, '#/conversations');

  await to(ben.page, '#/conversations');
  await view(ben.page, 'Second review 1').click();
  await ben.page.locator(`[role=row][data-conversation='${id}']`).getByText('Second review').waitFor();
  await expectAccessibleInBothSchemes(ben.page);
  await to(ben.page, `#/conversations/${id}`);
  await strip(ben.page)
    .getByText(/^Second review: decide without the first decision/)
    .waitFor();
  await ben.page.getByRole('button', { name: 'Notes and history' }).click();
  await ben.page.getByRole('complementary', { name: 'Notes and history' }).waitFor();
  expect(await ben.page.locator('body').innerText()).not.toMatch(/drawn by hand|Anna|Rejected/);
  await ben.page.keyboard.press('Escape');
  await expectAccessibleInBothSchemes(ben.page);
  await decide(ben.page, 'a');
  await strip(ben.page)
    .getByText(
      'Anna (rejected) and you (approved) decided differently in a second review. A third person decides.',
    )
    .waitFor();
  await to(ben.page, '#/conversations');

  await to(carla.page, `#/conversations/${id}`);
  await strip(carla.page)
    .getByText(
      'Anna (rejected) and Ben (approved) decided differently in a second review. Your decision settles it.',
    )
    .waitFor();
  await decide(carla.page, 'x');
  await bar(carla.page).getByText('Rejected').waitFor();
  await strip(carla.page).waitFor({ state: 'detached' });

  await to(anna.page, '#/reports');
  await anna.page
    .getByRole('region', { name: 'Second reviews' })
    .getByRole('row', { name: /^All 1 0 0 %/ })
    .waitFor();
  await expectAccessibleInBothSchemes(anna.page);

  await to(carla.page, `#/conversations/${other}`);
  await bar(carla.page).getByRole('button', { name: 'Escalate' }).waitFor();
  await carla.page.keyboard.press('e');
  await carla.page.getByRole('group', { name: 'Reasons' }).waitFor();
  await carla.page.keyboard.press('1');
  await carla.page.getByRole('combobox', { name: 'To' }).selectOption('Ben');
  await carla.page.getByRole('textbox', { name: 'Question' }).fill('Is this his brother?');
  await carla.page
    .getByRole('dialog', { name: 'Escalate' })
    .getByRole('button', { name: 'Escalate' })
    .click();
  await bar(carla.page).getByText('Escalated').waitFor();
  await to(carla.page, '#/conversations');
  await ben.page.getByRole('navigation', { name: 'Pages' }).getByLabel('1 question or answer').waitFor();
  await view(ben.page, 'Questions 1').click();
  await to(ben.page, `#/conversations/${other}`);
  await strip(ben.page).getByText('Carla asks you: Is this his brother?').waitFor();
  await ben.page.keyboard.press('e');
  await ben.page.getByRole('textbox', { name: 'Answer' }).fill('It is.');
  await ben.page.keyboard.press('Control+Enter');
  await strip(ben.page).waitFor({ state: 'detached' });
  await to(ben.page, '#/conversations');
  await carla.page.getByRole('navigation', { name: 'Pages' }).getByLabel('1 question or answer').waitFor();
  await to(carla.page, `#/conversations/${other}`);
  await strip(carla.page).getByText('Ben answered: It is.').waitFor();
  await decide(carla.page, 'a');
  await strip(carla.page).waitFor({ state: 'detached' });
  expect([...anna.complaints, ...ben.complaints, ...carla.complaints]).toEqual([]);
});
