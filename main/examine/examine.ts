import type { ExamReport } from '../../preload/contract/examine.ts';
import { describeAnswer } from './check-answers.ts';
import { Examination, type ExaminationDeps, type ExamLimits } from './examination.ts';
import type { Rule, RuleResult } from './rule.ts';
import { rules as allRules } from './rules.ts';

export const defaultLimits: ExamLimits = {
  answerWithinMs: 10_000,
  maxBodyBytes: 256 * 1024,
  totalMs: 300_000,
  timingPairs: 600,
};

/** A rule with its result. */
export interface ExaminedRule extends RuleResult {
  rule: Rule;
}

export type Outcome = ExamReport['outcome'];

export interface ExamResult {
  outcome: Outcome;
  /** The receiver's address as it was given. */
  url: string;
  /** ISO 8601 */
  startedAt: string;
  durationMs: number;
  rules: ExaminedRule[];
}

export interface ExamProgress {
  ruleId: string;
  /** Absent when the rule begins. */
  examined?: ExaminedRule;
  done: number;
  total: number;
}

export interface ExamInput extends Omit<ExaminationDeps, 'signal'> {
  /** The ids of the rules to examine; all when absent. */
  only?: ReadonlySet<string> | undefined;
  /** Ends the exam; the rules that are left cannot be judged. */
  signal: AbortSignal;
  onProgress?(progress: ExamProgress): void;
}

/** The receiver cannot be reached, so that there is nothing to examine. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/**
 * Examines a receiver by every rule of interface 6. Bounded by `limits`, also against receivers that answer slowly or without end.
 *
 * @throws UnreachableError when the first message finds no receiver
 */
export async function examine(input: ExamInput): Promise<ExamResult> {
  const startedAt = new Date(input.now()).toISOString();
  const startedMs = performance.now();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), input.limits.totalMs);
  const signal = AbortSignal.any([input.signal, timeout.signal]);
  const rules = allRules.filter(({ id }) => input.only === undefined || input.only.has(id));
  const examination = new Examination({ ...input, signal });
  try {
    await reach(examination);
    const results: ExaminedRule[] = [];
    for (const rule of rules) {
      const progress = { ruleId: rule.id, total: rules.length };
      input.onProgress?.({ ...progress, done: results.length });
      const stop = () => stopReason(examination, signal, timeout.signal);
      const reason = stop();
      const result = reason === undefined ? await rule.run(examination) : cannotTell(reason);
      // An interrupted rule shows nothing.
      const judgement = signal.aborted
        ? { ...cannotTell(stop() ?? ''), exchanges: result.exchanges }
        : result;
      results.push({ rule, ...judgement });
      input.onProgress?.({ ...progress, examined: { rule, ...judgement }, done: results.length });
    }
    return {
      outcome: outcomeOf(results),
      url: input.address.url,
      startedAt,
      durationMs: Math.round(performance.now() - startedMs),
      rules: results,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Sends one message that is not judged, since an exam needs a connection. */
async function reach(examination: Examination): Promise<void> {
  const { answer } = await examination.send(examination.plain());
  if (
    answer.kind === 'unanswered' &&
    answer.reason !== 'no-answer-in-time' &&
    answer.reason !== 'cancelled'
  ) {
    throw new UnreachableError(`The receiver cannot be reached: ${describeAnswer(answer)}.`);
  }
}

/** Returns why no further rule is examined; undefined when the exam goes on. */
function stopReason(examination: Examination, signal: AbortSignal, timeout: AbortSignal): string | undefined {
  if (signal.aborted) {
    return timeout.aborted ? 'The exam ran out of time.' : 'The exam was ended.';
  }
  return examination.isSilent ? 'The receiver no longer answered.' : undefined;
}

function cannotTell(reason: string): RuleResult {
  return { verdict: 'cannot-tell', reason, exchanges: [] };
}

function outcomeOf(results: readonly ExaminedRule[]): Outcome {
  if (results.some(({ verdict }) => verdict === 'failed')) {
    return 'failed';
  }
  return results.some(({ verdict, isNoise }) => verdict === 'cannot-tell' && isNoise !== true)
    ? 'incomplete'
    : 'passed';
}
