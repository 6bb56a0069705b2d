import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import type { CaseIndex } from '../index/case-index.ts';

const dayMs = 86_400_000;
/** The most cases named. */
const maxNamed = 100;

export interface RetentionToPreview {
  environmentId: string;
  retentionDays: number;
  decisionDays: number | null;
  at: number;
}

/** Returns what the next sweep would delete with these periods. `at` in milliseconds since the epoch. */
export function previewRetention(
  index: CaseIndex,
  input: RetentionToPreview,
): OperationOutput<'cases.retentionPreview'> {
  const { environmentId, retentionDays, decisionDays, at } = input;
  const before = at - retentionDays * dayMs;
  const decisionsBefore = decisionDays === null ? Number.MIN_SAFE_INTEGER : at - decisionDays * dayMs;
  const due = { keepUnfinished: true, withReduced: decisionDays !== null };
  const cases = index.untouchedSince(environmentId, before, maxNamed, due).map((one) => ({
    ...one,
    keepsDecision: one.decision !== undefined && one.touchedAt >= decisionsBefore,
  }));
  return { ...index.countUntouched(environmentId, before, decisionsBefore), cases };
}
