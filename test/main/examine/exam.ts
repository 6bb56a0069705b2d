import { defaultLimits, type ExamInput, type ExamResult, examine } from '../../../main/examine/examine.ts';
import type { Verdict } from '../../../main/examine/rule.ts';
import { rules } from '../../../main/examine/rules.ts';
import { receiverKey } from '../../receivers/start.ts';

/** Every rule but the long measurement. */
export const quickRules: ReadonlySet<string> = new Set(
  rules.map(({ id }) => id).filter((id) => id !== 'comparison-time'),
);

/** Examines the receiver at an address on this computer. */
export function examined(url: string, more: Partial<ExamInput> = {}): Promise<ExamResult> {
  return examine({
    address: { url, ip: '127.0.0.1' },
    key: receiverKey,
    limits: defaultLimits,
    now: Date.now,
    random: Math.random,
    signal: new AbortController().signal,
    ...more,
  });
}

/** The ids of the rules with a verdict. */
export function rulesThat(verdict: Verdict, { rules: all }: ExamResult): string[] {
  return all.filter((one) => one.verdict === verdict).map(({ rule }) => rule.id);
}
