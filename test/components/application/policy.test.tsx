import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { part } from '../environments/fake-environments.ts';
import { openWindow } from '../window.tsx';

const inForce: PolicyInForce = {
  ...{ company: 'Acme', file: '/etc/assay/policy.json', problems: [], isBlocked: false, environments: [] },
  ...{ ownEnvironments: ['sandbox', 'test', 'production'], readOnly: false, showPersonalData: true },
  ...{ export: true, delete: true, maskAfterMinutes: 10, integration: true, updates: true },
  ...{ figuresAboutPeople: false, secondReview: [], testCases: [], approval: [] },
};

test('a policy is tried before it is in force: what it would set otherwise, and for how many decisions and deletions', async () => {
  const tried: PolicyInForce = {
    ...{ ...inForce, export: false, secondReview: [{ decision: 'approve', percent: 10 }] },
    problems: [{ line: 5, key: 'exprt', message: 'This version of Assay does not know this key' }],
  };
  const { bridge } = await openWindow(
    {
      'policy.view': () => ({ policy: inForce }),
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
  await expectAccessible(bothSchemes);
  expect(bridge.inputs('policy.try')).toEqual([{ text: '{ "version": 1 }' }]);
});

test('a group of pages that the policy turns off stays as the user chose it', async () => {
  const { bridge } = await openWindow(
    { 'policy.view': () => ({ policy: { ...inForce, integration: false } }) },
    { hash: '#/settings' },
  );
  await part('Pages').getByLabelText('Data protection').click();
  expect(bridge.inputs('application.preferences')).toContainEqual({ hiddenGroups: ['data'] });
});
