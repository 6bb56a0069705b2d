import { expect, test } from 'vitest';
import { defaultLimits } from '../../../main/examine/examine.ts';
import { reportOf } from '../../../main/examine/report/exam-report.ts';
import { htmlReport } from '../../../main/examine/report/html.ts';
import { textReport } from '../../../main/examine/report/text.ts';
import { rules } from '../../../main/examine/rules.ts';
import { startReceiver } from '../../receivers/behaviour.ts';
import { brokenReceivers } from '../../receivers/broken.ts';
import { examined, quickRules, rulesThat } from './exam.ts';

/** Only a receiver that answers late is given little time: a busy machine delays the others' answers as well. */
const lateLimits = { ...defaultLimits, answerWithinMs: 500 };

test('the receiver that the broken ones are made of passes', async () => {
  const result = await examined(await startReceiver({}), { only: quickRules });
  expect(rulesThat('passed', result)).toHaveLength(quickRules.size);
});

test.each(brokenReceivers)('a receiver that $fault fails exactly its rules', async ({ fails, change }) => {
  const limits = fails.includes('speed') ? lateLimits : defaultLimits;
  const result = await examined(await startReceiver(change()), { only: quickRules, limits });
  expect(rulesThat('failed', result).toSorted()).toEqual(fails.toSorted());
  expect(result.outcome).toBe('failed');
});

test('a receiver that accepts nothing passes no rule, since its rejections show nothing', async () => {
  const result = await examined(await startReceiver({ before: () => 401 }), { only: quickRules });
  expect(rulesThat('passed', result)).toEqual([]);
});

const rewrites = (write: (value: unknown) => string) => ({
  signed: (body: Buffer) => write(JSON.parse(body.toString())),
});
const pythons = (value: unknown): string =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (found) =>
    found.length === 1 ? `${found} ` : found,
  );

test.each<[fault: string, change: Parameters<typeof startReceiver>[0], reason: string, fix: string]>([
  ['writes the JSON again by json.dumps', rewrites(pythons), 'json.dumps', 'bytes of the body'],
  [
    'writes the JSON again by json_encode',
    rewrites((value) => JSON.stringify(value).replaceAll('/', '\\/')),
    'json_encode',
    'bytes of the body',
  ],
  [
    'writes the JSON again with indentation',
    rewrites((value) => JSON.stringify(value, null, 2)),
    'indented by two spaces',
    'bytes of the body',
  ],
  [
    'writes the JSON again as no known writer does',
    rewrites((value) => JSON.stringify(value, null, 1)),
    'So the key is right: it parses the JSON and writes it again',
    'bytes of the body',
  ],
  ['has another key', { signatures: () => ['0'.repeat(64)] }, 'the signing keys may differ', 'HMAC'],
  ['answers 203', { status: () => 203 }, '203 is not one of the statuses', 'Answer 200, 201, 202 or 204'],
])('of a receiver that %s the fault is named', async (_, change, reason, fix) => {
  const only = new Set(['valid-finished']);
  const [found] = reportOf(await examined(await startReceiver(change), { only }), (text) => text).rules;
  expect(found?.reason).toContain(reason);
  expect(found?.fix).toContain(fix);
});

test.each<[fault: string, change: Parameters<typeof startReceiver>[0], code: string | undefined]>([
  ['writes the JSON again by json.dumps', rewrites(pythons), 'writes-json-again'],
  ['writes the JSON again compact', rewrites(JSON.stringify), 'changes-body'],
  ['has another key', { signatures: () => ['0'.repeat(64)] }, 'keys-differ'],
  ['accepts everything', { before: () => 200 }, 'checks-no-signature'],
  ['checks no time', { isTimely: () => true }, 'checks-no-time'],
  ['refuses EXPIRED only', { status: ({ event }) => (event === 'EXPIRED' ? 400 : 204) }, undefined],
])('the diagnosis of a receiver that %s', async (_, change, code) => {
  const report = reportOf(await examined(await startReceiver(change), { only: quickRules }), (text) => text);
  expect(report.diagnosis?.code).toBe(code);
  if (report.diagnosis !== undefined) {
    const { headline, rules: shown } = report.diagnosis;
    expect(textReport(report)).toContain(`${headline}: ${shown.length} rules.`);
    expect(htmlReport(report)).toContain(headline);
    const passed = report.rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
    expect(shown.filter((id) => passed.includes(id))).toEqual([]);
  }
});

test('every rule has a receiver that fails it', () => {
  const failed = new Set(brokenReceivers.flatMap(({ fails }) => fails));
  const without = rules.map(({ id }) => id).filter((id) => !failed.has(id));
  // Its receivers are in comparison-time.test.ts.
  expect(without).toEqual(['comparison-time']);
});

test('a receiver that fails one rule only passes all others', async () => {
  const result = await examined(await startReceiver({ maxBody: 100_000 }), { only: quickRules });
  expect(rulesThat('passed', result)).toHaveLength(quickRules.size - 1);
});
