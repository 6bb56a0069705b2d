import { expect, test } from 'vitest';
import { defaultLimits } from '../../../main/examine/examine.ts';
import { rules } from '../../../main/examine/rules.ts';
import { startReceiver } from '../../receivers/behaviour.ts';
import { brokenReceivers } from '../../receivers/broken.ts';
import { examined, quickRules, rulesThat } from './exam.ts';

const limits = { ...defaultLimits, answerWithinMs: 500 };

test('the receiver that the broken ones are made of passes', async () => {
  const result = await examined(await startReceiver({}), { only: quickRules, limits });
  expect(rulesThat('passed', result)).toHaveLength(quickRules.size);
});

test.each(brokenReceivers)('a receiver that $fault fails exactly its rules', async ({ fails, change }) => {
  const result = await examined(await startReceiver(change()), { only: quickRules, limits });
  expect(rulesThat('failed', result).toSorted()).toEqual(fails.toSorted());
  expect(result.outcome).toBe('failed');
});

test('a receiver that accepts nothing passes no rule, since its rejections show nothing', async () => {
  const result = await examined(await startReceiver({ before: () => 401 }), { only: quickRules });
  expect(rulesThat('passed', result)).toEqual([]);
});

test('every rule has a receiver that fails it', () => {
  const failed = new Set(brokenReceivers.flatMap(({ fails }) => fails));
  const without = rules.map(({ id }) => id).filter((id) => !failed.has(id));
  // Its receivers are in comparison-time.test.ts.
  expect(without).toEqual(['comparison-time']);
});

test('a receiver that fails one rule only passes all others', async () => {
  const result = await examined(await startReceiver({ maxBody: 100_000 }), { only: quickRules, limits });
  expect(rulesThat('passed', result)).toHaveLength(quickRules.size - 1);
});
