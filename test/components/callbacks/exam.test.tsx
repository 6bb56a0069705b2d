import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExaminedRule, ExamReport, ExamRule } from '../../../preload/contract/examine.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { openWindow } from '../window.tsx';
import { button } from './fake-inbox.ts';

const exam = page.getByRole('region', { name: 'Exam', exact: true });
const ruleRow = (name: string | RegExp) => exam.getByRole('button', { name });

const rule = (id: string, group: string, title: string): ExamRule => ({
  id,
  group,
  title,
  section: '6.4, rule 1',
  sends: `What ${id} sends`,
  expects: `What ${id} expects`,
});
const rules = [
  rule('accepts-finished', 'Accepts', 'Accepts CONVERSATION FINISHED'),
  rule('large-bodies', 'Accepts', 'Accepts large bodies'),
  rule('rejects-old', 'Rejects', 'Rejects: timestamp too old'),
];

function examined(id: string, verdict: ExaminedRule['verdict']): ExaminedRule {
  const found = rules.find((one) => one.id === id) as ExamRule;
  return {
    ...found,
    verdict,
    reason: `The reason of ${id}.`,
    ...(verdict === 'passed' ? {} : { fix: `The fix of ${id}.` }),
    exchanges: [
      {
        label: '16 KiB',
        request: {
          method: 'POST',
          url: 'http://127.0.0.1/',
          headers: [['X-Signature-Timestamp', '1']],
          bodyBytes: 16_384,
          bodySha256: 'ab',
          body: '{}',
        },
        answer: { summary: '204', status: 204, accepted: true, ms: 1, headers: [], body: '' },
      },
    ],
  };
}

function report(...verdicts: ExaminedRule['verdict'][]): ExamReport {
  const all = rules.map(({ id }, index) => examined(id, verdicts[index] ?? 'cannot-tell'));
  const count = (verdict: string) => all.filter((one) => one.verdict === verdict).length;
  return {
    format: 'assay-receiver-exam',
    formatVersion: 1,
    url: 'http://127.0.0.1/',
    startedAt: '2026-01-15T12:00:00Z',
    durationMs: 10,
    outcome: count('failed') > 0 ? 'failed' : count('passed') === 3 ? 'passed' : 'incomplete',
    counts: { passed: count('passed'), failed: count('failed'), 'cannot-tell': count('cannot-tell') },
    rules: all,
  };
}

async function openExam(replies: Replies = {}) {
  const ours = newEnvironment('ours', { name: 'Ours' }, { signingKeys: [signingKey('main', 'Main')] });
  const opened = await openWindow(
    { 'examine.rules': () => ({ rules }), ...replies },
    { hash: '#/callbacks/examine', environments: [ours] },
  );
  await expect.element(exam.getByText('3 rules, in this order:')).toBeVisible();
  return opened;
}

const examine = () => button('Examine').click();

test('lists the rules before anything is sent, each with what it sends and expects', async () => {
  const { bridge } = await openExam();
  await ruleRow(/^Rejects: timestamp too old/).click();
  await expect.element(exam.getByText('What rejects-old sends')).toBeVisible();
  await expect.element(exam.getByText('What rejects-old expects')).toBeVisible();
  expect(bridge.inputs('examine.run')).toEqual([]);
  await expectAccessible(bothSchemes);
});

test('a receiver that passes is said to, and its report is saved', async () => {
  const { bridge } = await openExam({
    'examine.run': () => report('passed', 'passed', 'passed'),
    'examine.save': ({ as }) => ({ kind: 'saved', path: `/reports/exam.${as}`, bytes: 100 }),
  });
  await page.getByRole('textbox', { name: 'Receiver' }).fill('http://127.0.0.1:5000/');
  await examine();
  await expect
    .element(exam.getByText('3 passed, 0 failed, 0 inconclusive. The receiver follows every rule.'))
    .toBeVisible();
  for (const as of ['html', 'json'] as const) {
    await button(`Save as ${as.toUpperCase()}`).click();
    await expect.element(exam.getByText(`Saved as /reports/exam.${as}.`)).toBeVisible();
  }
  expect(bridge.inputs('examine.run')).toEqual([
    { environmentId: 'ours', url: 'http://127.0.0.1:5000/', keyId: 'main', answerWithin: 10, maxBody: 256 },
  ]);
});

test('a failed rule comes first and says what was sent, what came back and how to fix it; by keyboard', async () => {
  await openExam({ 'examine.run': () => report('passed', 'failed', 'passed') });
  await examine();
  await expect
    .element(exam.getByText('Open a failed rule to see what came back and how to fix it.'))
    .toBeVisible();
  const failed = exam.getByRole('region', { name: 'Failed' });
  await expect.element(failed.getByText('The reason of large-bodies.')).toBeVisible();
  (await ruleRow(/^Accepts large bodies Failed/).element()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(exam.getByText('The fix of large-bodies.')).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await exam.getByRole('tab', { name: 'Headers' }).click();
  await expect.element(exam.getByText('X-Signature-Timestamp')).toBeVisible();
  await expectAccessible(bothSchemes);
});

test('one reason for many failed rules is said above them, with how to fix it', async () => {
  await openExam({
    'examine.run': () => ({
      ...report('failed', 'failed', 'passed'),
      diagnosis: {
        code: 'changes-body',
        headline: 'The receiver changes the body',
        fix: 'Read the raw body.',
        rules: ['accepts-finished', 'large-bodies'],
      },
    }),
  });
  await examine();
  await expect.element(exam.getByText('The receiver changes the body: 2 rules')).toBeVisible();
  await expect.element(exam.getByText('Read the raw body.')).toBeVisible();
  await expectAccessible(bothSchemes);
});

test('an exam shows how far it is and can be ended; what was found until then stays', async () => {
  await openExam({
    'examine.run': async (_input, { signal, progress }) => {
      progress({ ruleId: 'accepts-finished', examined: examined('accepts-finished', 'passed') });
      progress({ ruleId: 'large-bodies' });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return report('passed');
    },
  });
  await examine();
  await expect.element(exam.getByText('1 of 3 rules. Now: Accepts large bodies')).toBeVisible();
  await expect.element(ruleRow(/^Accepts CONVERSATION FINISHED Passed/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Receiver' })).toBeDisabled();
  await button('End the exam').click();
  await expect.element(button('Examine again')).toBeVisible();
  await expect.element(ruleRow(/^Accepts CONVERSATION FINISHED Passed/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Receiver' })).toBeEnabled();
});

test('no receiver and a public address are said; nothing is sent without a confirmation', async () => {
  const { bridge } = await openExam({
    'examine.run': failing({ code: 'unreachable', message: 'The receiver cannot be reached.' }),
  });
  await examine();
  await expect.element(page.getByRole('alert').getByText('The receiver cannot be reached.')).toBeVisible();
  bridge.answer({
    'examine.run': failing({
      code: 'invalid-input',
      message: 'Nothing was examined.',
      details: { problem: 'public', ip: '192.0.2.7' },
    }),
  });
  await examine();
  bridge.answer({ 'examine.run': () => report('passed') });
  await button('Examine 192.0.2.7 anyway').click();
  await expect.element(exam.getByText('No rule failed, but not every rule could be judged.')).toBeVisible();
  expect(bridge.inputs('examine.run').at(-1)?.confirmedIp).toBe('192.0.2.7');
  await expectAccessible();
});
