import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { approvalAsked, proposalStateLabels, proposeLabel } from '../../preload/wording/approvals.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { createTeam, joinTeam, untilTeam } from '../support/team.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessibleInBothSchemes } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamples } from './seeded-cases.ts';

vi.setConfig({ testTimeout: 180_000 });

const policy = {
  version: 1,
  company: 'Acme',
  approval: [{ environments: ['sandbox'], actions: ['delete'] }],
};

// One team: it is founded in the windows by the first test, and the others depend on that.
const opened = new AsyncDisposableStack();
let postgres: TestPostgres;
let anna: RunningConsole;
let ben: RunningConsole;
let admin: Wire;
beforeAll(async () => {
  postgres = opened.use(await startPostgres());
  anna = opened.use(
    await startConsole({
      prepare(wire) {
        admin = wire;
        return openSamples(wire, 6);
      },
      keepWire: true,
      policy,
    }),
  );
  ben = opened.use(await startConsole({ prepare: (wire) => openSamples(wire, 6), policy }));
});
afterAll(async () => {
  admin?.close();
  await opened.disposeAsync();
});

const openedId = (page: Page) => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
const team = (page: Page) => page.getByRole('region', { name: 'Team', exact: true });
const to = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

async function fillLogin(page: Page, postgres: TestPostgres, name: string) {
  const login = await postgres.member();
  const section = team(page);
  await section.getByLabel('Your name in the team').fill(name);
  await section.getByLabel('Your user at the database').fill(login.user);
  await section.getByLabel('Password', { exact: true }).fill(login.password);
  return login;
}

/** Selects the first three cases of the list and begins a queue of them. */
async function queueOfThree(page: Page): Promise<void> {
  await to(page, '#/conversations');
  await page.locator('[role=row][data-conversation]').first().waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('q');
}

const place = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Queue' }).getByText(text, { exact: true }).waitFor();

test('two people found a team, work through the same queue, and each sees what the other did', async () => {
  await to(anna.page, '#/settings');
  await team(anna.page).getByRole('button', { name: 'Create a team…' }).click();
  const { host, port, database } = await fillLogin(anna.page, postgres, 'Anna');
  await team(anna.page).getByLabel('Computer of the database').fill(host);
  await team(anna.page).getByLabel('Port').fill(String(port));
  await team(anna.page).getByLabel('Database', { exact: true }).fill(database);
  await team(anna.page).getByRole('button', { name: 'Create team' }).click();
  await team(anna.page).getByText('Connected', { exact: true }).waitFor();
  await team(anna.page).getByRole('button', { name: 'Invite somebody' }).click();
  const line = await team(anna.page).getByRole('textbox', { name: 'Invitation' }).inputValue();
  await expectAccessibleInBothSchemes(anna.page);

  await to(ben.page, '#/settings');
  await team(ben.page).getByRole('button', { name: 'Join a team…' }).click();
  await team(ben.page).getByLabel('Invitation').fill(line);
  await fillLogin(ben.page, postgres, 'Ben');
  await team(ben.page).getByRole('button', { name: 'Ask to join' }).click();
  const code = await team(ben.page)
    .getByText(/^([a-z]{5}-){3}[a-z]{5}$/)
    .textContent();
  await team(anna.page)
    .getByText(code ?? 'no code')
    .waitFor();
  await team(anna.page).getByRole('button', { name: 'The code is the same: admit Ben' }).click();
  await team(ben.page).getByText('Ben (this console)').waitFor();
  await team(anna.page).getByText('Reviewer, up to date').waitFor();

  await queueOfThree(anna.page);
  await place(anna.page, '1 of 3');
  const first = openedId(anna.page);
  await queueOfThree(ben.page);
  await ben.page.getByRole('region', { name: 'Queue' }).waitFor();
  // The order of the two lists may differ; the case that Anna has is not the one that Ben gets.
  expect(openedId(ben.page)).not.toBe(first);

  await anna.page.keyboard.press('a');
  await anna.page.getByRole('group', { name: 'Reasons' }).waitFor();
  await anna.page.keyboard.press('2');
  await anna.page.keyboard.press('Control+Enter');
  await vi.waitFor(() => expect(openedId(anna.page)).not.toBe(first));
  expect(openedId(anna.page)).not.toBe(openedId(ben.page));

  const second = openedId(anna.page);
  await to(ben.page, `#/conversations/${second}`);
  await ben.page.getByText('Anna of your team works on this case now.').waitFor();
  await to(ben.page, '#/conversations');
  await ben.page
    .locator(`[role=row][data-conversation='${second}'] [data-column=assigned]`)
    .getByText('Anna')
    .waitFor();
  await to(ben.page, `#/conversations/${first}/history`);
  await ben.page
    .getByText(/^Anna,/)
    .first()
    .waitFor();
  expect([...anna.complaints, ...ben.complaints]).toEqual([]);
});

/** Two consoles of one team with the same cases; the second is that of a reviewer. */
async function twoOfATeam(stack: AsyncDisposableStack) {
  const postgres = stack.use(await startPostgres());
  let admin: Wire | undefined;
  const anna = stack.use(
    await startConsole({
      async prepare(wire) {
        admin = wire;
        await openSamples(wire, 3);
        await createTeam(wire.bridge, await postgres.member(), 'Anna');
      },
      keepWire: true,
    }),
  );
  const ben = stack.use(
    await startConsole({
      async prepare(wire) {
        await openSamples(wire, 3);
        if (admin !== undefined) {
          await joinTeam(wire.bridge, admin.bridge, await postgres.member(), 'Ben');
          admin.close();
        }
      },
    }),
  );
  return { anna, ben };
}

test('two windows side by side: a case is claimed, decided with the other looking on, and another is handed over', {
  tags: 'long',
}, async () => {
  await using stack = new AsyncDisposableStack();
  const { anna, ben } = await twoOfATeam(stack);
  const rows = (page: Page) => page.locator('[role=row][data-conversation]');
  const cell = (page: Page, id: string, column: string) =>
    page.locator(`[role=row][data-conversation='${id}'] [data-column=${column}]`);
  const worksOnIt = (page: Page) =>
    page.getByText('Anna of your team works on this case now.', { exact: true });
  await to(anna.page, '#/conversations');
  await to(ben.page, '#/conversations');
  await rows(ben.page).first().waitFor();
  const [first = '', second = ''] = await rows(ben.page).evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-conversation') ?? ''),
  );

  await to(anna.page, `#/conversations/${first}`);
  await anna.page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await cell(ben.page, first, 'assigned').getByText('Anna').waitFor();
  await to(ben.page, `#/conversations/${first}`);
  await worksOnIt(ben.page).waitFor();
  await ben.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await ben.page.keyboard.press('Alt+1');
  await ben.page.getByText(/Nothing was decided; what you entered is kept as a draft/).waitFor();
  await ben.page.getByRole('button', { name: 'Reject (draft)' }).waitFor();
  await anna.page.keyboard.press('a');
  await anna.page.getByRole('group', { name: 'Reasons' }).waitFor();
  await anna.page.keyboard.press('Alt+1');
  await ben.page.getByRole('region', { name: 'Decision' }).getByText('Approved').waitFor();
  await to(anna.page, `#/conversations/${second}`);
  await worksOnIt(ben.page).waitFor({ state: 'detached' });

  await anna.page.getByRole('button', { name: 'Assign…' }).click();
  await anna.page.getByRole('combobox', { name: 'Assign to' }).selectOption('Ben');
  await anna.page.getByRole('textbox', { name: 'Note for them' }).fill('Look at the stamp.');
  await anna.page.keyboard.press('Control+Enter');
  await anna.page.getByText('Assigned to Ben by you: Look at the stamp.').waitFor();
  await to(ben.page, '#/conversations');
  await ben.page.getByRole('button', { name: 'Assigned to me 1' }).click();
  await cell(ben.page, second, 'assigned').getByText('You').waitFor();
  await to(anna.page, '#/conversations');
  await to(ben.page, `#/conversations/${second}`);
  await ben.page.getByText('Assigned to you by Anna: Look at the stamp.').waitFor();
  await expectAccessibleInBothSchemes(ben.page);

  await to(anna.page, `#/conversations/${second}`);
  await anna.page.getByRole('button', { name: 'Take over…' }).click();
  await anna.page.getByRole('textbox', { name: 'Note for Ben' }).fill('I know him.');
  await anna.page.keyboard.press('Control+Enter');
  await ben.page.getByText('Taken over from you by Anna: I know him.').waitFor();
  await worksOnIt(ben.page).waitFor();
  expect([...anna.complaints, ...ben.complaints]).toEqual([]);
});

test('two windows side by side: one proposes a deletion, the other approves what is read there, and it is carried out once', async () => {
  const member = await untilTeam(admin.bridge, (team) => team.members.find((one) => one.name === 'Ben')?.id);
  await admin.bridge.invoke('team.setRole', { member, role: 'approver' });
  const tab = (page: Page) => page.getByRole('tab', { name: /^Proposals/ });
  const proposals = (page: Page) => page.getByRole('table', { name: 'Proposals' });
  const open = async (page: Page) => {
    await page.getByLabel('1 proposal for you').waitFor();
    await to(page, '#/deletion');
    await tab(page).click();
    await proposals(page)
      .getByRole('button', { name: /^Open “/ })
      .click();
  };
  await to(anna.page, '#/conversations');
  const row = anna.page.locator('[role=row][data-conversation]').filter({ hasText: 'seed-aml-clear' });
  await row.waitFor();
  const id = (await row.getAttribute('data-conversation')) ?? '';
  await to(anna.page, `#/deletion/${id}`);
  await anna.page.getByText(approvalAsked).waitFor();
  expect(await anna.page.getByRole('button', { name: 'Delete data in Sandbox' }).count()).toBe(0);
  await anna.page.getByLabel('Ticket (optional)').fill('SUP-27');
  await anna.page.getByRole('button', { name: proposeLabel }).click();
  await proposals(anna.page).getByText(proposalStateLabels.waiting).waitFor();

  await open(ben.page);
  await ben.page.getByText('SUP-27').waitFor();
  await ben.page.getByRole('region', { name: 'What will happen' }).getByText(id).waitFor();
  await ben.page.getByLabel('Comment (optional)').fill('The period is over.');
  await expectAccessibleInBothSchemes(ben.page);
  await ben.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await proposals(ben.page).getByText(proposalStateLabels.approved).waitFor();

  await open(anna.page);
  await anna.page.getByText('The period is over.').waitFor();
  await anna.page.getByRole('button', { name: 'Delete data in Sandbox' }).click();
  await anna.page
    .getByRole('region', { name: /^Register/ })
    .getByText('SUP-27')
    .waitFor();
  await proposals(ben.page).getByText(proposalStateLabels.begun).waitFor();
  await tab(anna.page).click();
  await proposals(anna.page).getByText(proposalStateLabels.begun).waitFor();
  await expectAccessibleInBothSchemes(anna.page);
  expect([...anna.complaints, ...ben.complaints]).toEqual([]);
});
