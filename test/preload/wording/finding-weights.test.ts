import { expect, test } from 'vitest';
import type { Finding } from '../../../preload/contract/cases.ts';
import { changesSince } from '../../../preload/wording/console-findings.ts';
import { findingWeights, lowSimilarity, weighed } from '../../../preload/wording/finding-weights.ts';

/** The groups of the guide, from the heaviest: the highest and the lowest weight of each. */
const groups = [
  [100, 100],
  [99, 95],
  [94, 91],
  [89, 88],
  [87, 87],
  [86, 86],
  [82, 76],
  [58, 43],
  [42, 20],
] as const;

const cause = (code: string) => weighed({ kind: 'cause', code });
const similarity = (value: number, code = 'LAST_NAME') => weighed({ kind: 'similarity', code, value });

test('each weight belongs to one kind of finding, in the order and the groups of the guide', () => {
  const weights = Object.values(findingWeights);
  expect(new Set(weights).size).toBe(weights.length);
  expect(weights).toEqual(weights.toSorted((one, other) => other - one));
  expect(weights.filter((weight) => !groups.some(([from, to]) => weight <= from && weight >= to))).toEqual(
    [],
  );
});

test('sanctions, PEP, fraud, document, face, contradictions, similarity, formal: the first speaks most against a case', () => {
  const findings = [
    weighed({ kind: 'aml', code: 'SANCTIONS' }),
    weighed({ kind: 'aml', code: 'PEP' }),
    cause('FRAUD_SUSPICION'),
    weighed({ kind: 'file', code: 'TYPE_MISMATCH' }),
    weighed({ kind: 'document', code: 'idCard' }),
    cause('SCAN_FACE_MISMATCH'),
    weighed({
      kind: 'own-check',
      code: 'mrz-differs',
      check: { rule: 'mrz-differs', severity: 'differs', fields: [] },
    }),
    weighed({ kind: 'check', code: 'CONSISTENCY_CHECK' }),
    similarity(0),
    similarity(0.79),
    weighed({ kind: 'product', code: 'FAILED' }),
    weighed({ kind: 'check', code: 'CONSISTENCY_CHECK' }, true),
    cause('SCAN_DOCUMENT_TOO_BLURRY'),
  ];
  const weights = findings.map(({ weight }) => weight);
  expect(weights).toEqual(weights.toSorted((one, other) => other - one));
  expect(new Set(weights).size).toBe(weights.length);
});

test('a similarity weighs 59 to 75, more the lower it is, and most of the whole', () => {
  expect(similarity(0, 'RELIABILITY').weight).toBe(75);
  expect(similarity(lowSimilarity).weight).toBe(59);
  expect(similarity(0.3, 'RELIABILITY').weight).toBe(similarity(0.3).weight + 1);
});

test('other weights of an earlier version do not bring a decided case back', () => {
  const before = [
    { kind: 'document', product: 'identity', code: 'idCard', weight: 65 },
    { kind: 'check', product: 'identity', code: 'CONSISTENCY_CHECK', weight: 70 },
    { kind: 'similarity', product: 'verify', code: 'LAST_NAME', weight: 58, value: 0.6 },
  ] satisfies Finding[];
  const error: Finding = { kind: 'check', product: 'identity', code: 'LIVENESS_CHECK', weight: 45 };
  const now = before.map((finding) => weighed(finding));
  const products = [{ name: 'identity', status: 'FINISHED' }];
  const decided = { findings: [...before, error], products };
  expect(
    changesSince(decided, { findings: [...now, weighed(error, true)], products }, 'clear'),
  ).toBeUndefined();
  const failed = weighed(error);
  const changed = { findings: [...now, failed], products };
  expect(changesSince(decided, changed, 'clear')?.findings).toEqual([failed]);
});
