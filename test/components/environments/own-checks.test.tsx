import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnCheckChoices } from '../../../preload/contract/plausibility.ts';
import { ownCheckLabels, plausibilityTitle } from '../../../preload/wording/plausibility.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import type { Replies } from '../fake-bridge.ts';
import { openWindow } from '../window.tsx';
import { part } from './fake-environments.ts';

const settings = (ownChecks: OwnCheckChoices) => ({
  retentionDays: null,
  decisionDays: null,
  reasons: [],
  ownChecks,
});

test('a check is weighed or turned off for an environment, and given its own weight again', async () => {
  let saved: OwnCheckChoices = { 'phone-country': 'off' };
  const { bridge } = await openWindow(
    {
      'cases.settings': () => settings(saved),
      'cases.saveSettings': ({ ownChecks = {} }) => {
        saved = ownChecks;
        return settings(saved);
      },
    },
    { hash: '#/settings/environment/sandbox' },
  );
  const checks = part(plausibilityTitle);
  await checks.getByText('Advanced: 1 not standard').click();
  await checks.getByLabelText(ownCheckLabels['under-eighteen']).selectOptions('high');
  await checks.getByLabelText(ownCheckLabels['phone-country']).selectOptions('');
  await expectAccessible(bothSchemes);
  await checks.getByRole('button', { name: 'Save checks' }).click();
  await expect.element(checks.getByRole('button', { name: 'Save checks' })).toBeDisabled();
  expect(bridge.inputs('cases.saveSettings')).toMatchObject([{ ownChecks: { 'under-eighteen': 'high' } }]);
});

test('an open case follows the weights of its environment', async () => {
  const about = { fields: ['result.identity.user.person.contact.phone'], countries: ['PL'] };
  const replies: Replies = {
    ...new FakeCases([newRow(1)]).replies(),
    'conversations.open': (target) => ({
      ...finished(target),
      plausibility: {
        findings: [
          { rule: 'phone-form', severity: 'invalid', ...about },
          { rule: 'phone-country', severity: 'note', ...about },
        ],
        comparisons: 2,
        complete: true,
      },
    }),
    'cases.settings': () => settings({ 'phone-country': 'low', 'phone-form': 'off' }),
  };
  await openWindow(replies, { hash: `#/conversations/${idOf(1)}` });
  const findings = page.getByRole('list', { name: 'Findings' });
  await expect.element(findings.getByText('Phone: number of Poland')).toBeVisible();
  await expect.element(page.getByText('Phone: not a valid number')).not.toBeInTheDocument();
});
