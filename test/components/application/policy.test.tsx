import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import type { TeamView } from '../../../preload/contract/team.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { part } from '../environments/fake-environments.ts';
import { openWindow } from '../window.tsx';

const inForce: PolicyInForce = {
  company: 'Acme',
  file: '/etc/assay/policy.json',
  problems: [],
  isBlocked: false,
  environments: [],
  ownEnvironments: ['sandbox', 'test', 'production'],
  readOnly: false,
  showPersonalData: true,
  export: true,
  delete: true,
  maskAfterMinutes: 10,
  integration: true,
  updates: true,
  figuresAboutPeople: false,
  secondReview: [],
  testCases: [],
  approval: [],
};

const me = 'a'.repeat(64);
const team: TeamView = {
  stage: 'member',
  me,
  first: 'c'.repeat(64),
  isRecoverable: false,
  forgetsCopies: false,
  entries: 12,
  unsent: 0,
  waiting: 0,
  notices: [],
  requests: [],
  invitations: [],
  address: { host: 'db.example', port: 5432, database: 'team', user: 'anna' },
  connection: { state: 'connected' },
  members: [{ id: me, name: 'Anna', role: 'admin', isRemoved: false }],
};

test('a policy is tried before it is in force: what it would set otherwise, and for how many decisions and deletions', async () => {
  const tried: PolicyInForce = {
    ...inForce,
    export: false,
    secondReview: [{ decision: 'approve', percent: 10 }],
    problems: [{ line: 5, key: 'exprt', message: 'This version of Assay does not know this key' }],
  };
  const { bridge } = await openWindow(
    {
      'policy.view': () => ({ policy: inForce, origins: [{ policy: inForce }] }),
      'policy.try': () => ({
        policy: tried,
        decisions: { total: 812, inForce: 81.2, tried: 118.4 },
        deletions: { total: 40, inForce: 12, tried: 12 },
      }),
    },
    { hash: '#/settings' },
  );
  const section = part('Company policy');
  await expect.element(section.getByText('/etc/assay/policy.json')).toBeVisible();
  const file = new File(['{ "version": 1 }'], 'next.json', { type: 'application/json' });
  const input = section.element().querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(page.elementLocator(input as HTMLInputElement), file);
  const effect = section.getByRole('region', { name: 'Effect of the policy' });
  for (const text of [
    'Of the last 812 decisions, 118 would be reviewed by a second person: 37 more than now.',
    'Of the last 40 deletions, 12 would need the approval of a second person: as many as now.',
    'Line 5, “exprt”: This version of Assay does not know this key.',
  ]) {
    await expect.element(effect.getByText(text)).toBeVisible();
  }
  const rows = effect.getByRole('row').elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    'SettingNowWith this policy',
    'Saving data of cases—off',
    'Second review in a team—10 % of approvals',
  ]);
  await expect.element(section.getByText(/signed/)).not.toBeInTheDocument();
  await expectAccessible(bothSchemes);
  expect(bridge.inputs('policy.try')).toEqual([{ text: '{ "version": 1 }' }]);
});

/** Opens Settings of a member of a team. @param tried what the console says of a policy that is tried */
async function openInTeam(role: TeamRole, tried: PolicyInForce = inForce) {
  const signed = { by: 'Anna', at: Date.UTC(2026, 0, 15, 12) };
  const ofTeam = { ...inForce, file: 'The policy of the team', export: false };
  let view: OperationOutput<'policy.view'> = {
    policy: { ...ofTeam, delete: false },
    origins: [{ policy: { ...inForce, delete: false } }, { policy: ofTeam, signed }],
  };
  const none = { total: 0, inForce: 0, tried: 0 };
  const { bridge } = await openWindow(
    {
      'team.view': () => ({ team: { ...team, members: [{ ...team.members[0], role }] } as TeamView }),
      'policy.view': () => view,
      'policy.try': () => ({ policy: tried, decisions: none, deletions: none }),
      'policy.sign': ({ text }) => {
        view = text === undefined ? {} : view;
        return {};
      },
    },
    { hash: '#/settings' },
  );
  const section = part('Company policy');
  const tryOne = async () => {
    await expect.element(section).toBeVisible();
    const file = new File(['{ "version": 1 }'], 'next.json', { type: 'application/json' });
    const input = section.element().querySelector<HTMLInputElement>('input[type=file]');
    await userEvent.upload(page.elementLocator(input as HTMLInputElement), file);
    await expect.element(section.getByRole('region', { name: 'Effect of the policy' })).toBeVisible();
  };
  return { bridge, section, tryOne, sign: section.getByRole('button', { name: 'Sign for the team…' }) };
}

test('an admin signs a policy that was tried, and takes it back; what is set says by whom', async () => {
  const { bridge, section, tryOne, sign } = await openInTeam('admin');
  for (const text of [
    'off (set by the team)',
    'off (set by the file)',
    /^Signed for the team by Anna, /,
    /^Of each setting the stricter of the two counts/,
  ]) {
    await expect.element(section.getByText(text)).toBeVisible();
  }
  await expect.element(sign).not.toBeInTheDocument();
  await tryOne();
  await sign.click();
  await expectAccessible(bothSchemes);
  await section.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect.element(sign).not.toBeInTheDocument();
  await section.getByRole('button', { name: 'Take back the policy of the team…' }).click();
  await section.getByRole('button', { name: 'Take it back' }).click();
  await expect.element(section.getByText('Neither this computer nor the team has one.')).toBeVisible();
  expect(bridge.inputs('policy.sign')).toEqual([{ text: '{ "version": 1 }' }, {}]);
});

test('a policy with an error is not offered to be signed, and nobody but an admin signs one', async () => {
  const problems = [{ line: 5, key: 'exprt', message: 'This version of Assay does not know this key' }];
  const { section, tryOne, sign } = await openInTeam('admin', { ...inForce, problems });
  await tryOne();
  await expect
    .element(section.getByText('A policy with an error cannot be signed for the team.'))
    .toBeVisible();
  await expect.element(sign).not.toBeInTheDocument();
  for (const role of ['approver', 'reviewer', 'auditor'] as const) {
    const other = await openInTeam(role);
    await other.tryOne();
    await expect.element(other.section.getByRole('button', { name: 'Try a policy…' })).toBeVisible();
    await expect.element(other.sign).not.toBeInTheDocument();
    await expect.element(other.section.getByRole('button', { name: /Take back/ })).not.toBeInTheDocument();
  }
});

test('an error of the team’s policy says who can fix it', async () => {
  const policy = { ...inForce, problems: [{ line: 2, key: 'proxy', message: 'Enter a proxy' }] };
  await openWindow(
    { 'policy.view': () => ({ policy, origins: [{ policy, signed: { by: 'Anna', at: 0 } }] }) },
    { hash: '#/settings' },
  );
  const notice = part('Company policy').getByRole('status');
  await expect
    .element(notice)
    .toHaveTextContent(
      'The policy of the team has an error. Until an admin of the team signs another one, its strictest reading counts.Line 2, “proxy”: Enter a proxy.',
    );
});

test('a group of pages that the policy turns off stays as the user chose it', async () => {
  const { bridge } = await openWindow(
    { 'policy.view': () => ({ policy: { ...inForce, integration: false } }) },
    { hash: '#/settings' },
  );
  await part('Pages').getByLabelText('Data protection').click();
  expect(bridge.inputs('application.preferences')).toContainEqual({ hiddenGroups: ['data'] });
});

test('a policy that counts from now on changes the page that is open', async () => {
  const { bridge } = await openWindow({}, { hash: '#/callbacks' });
  const off = page.getByText('The pages for integration are off.');
  await expect.element(page.getByRole('heading', { name: 'Callbacks' }).first()).toBeVisible();
  await expect.element(off).not.toBeInTheDocument();
  bridge.answer({ 'policy.view': () => ({ policy: { ...inForce, integration: false } }) });
  bridge.send('application.changed', {});
  await expect.element(off).toBeVisible();
});
