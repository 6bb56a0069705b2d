import type { ExaminedRule, ExamReport } from '../../../preload/contract/examine.ts';
import { Redaction } from '../../common/redaction.ts';
import { serveTask } from '../../common/workers/serve-task.ts';
import { type ExamInput, examine, UnreachableError } from '../../examine/examine.ts';
import { reportedRule, reportOf } from '../../examine/report/exam-report.ts';
import { contextFor } from '../../service/transport/authorities.ts';

/** An exam that runs beside main's thread. The key comes by message, so that it is never in the environment or an argument. */
export interface ExamTask extends Pick<ExamInput, 'address' | 'limits'> {
  key: string;
  /** Trusted for https, as PEM. */
  authorities: string[];
  /** Removed from what a receiver answered. */
  secrets: string[];
}

export type ExamTaskResult = { kind: 'report'; report: ExamReport } | { kind: 'unreachable'; reason: string };

/** `examined` is absent when the rule begins. */
export interface ExamTaskEvent {
  ruleId: string;
  examined?: ExaminedRule;
}

serveTask<ExamTask, ExamTaskResult, ExamTaskEvent>(async (task, { signal, emit }) => {
  const { address, limits, key, authorities, secrets } = task;
  const redaction = new Redaction();
  redaction.keep('exam', secrets);
  const redact = (text: string) => redaction.text(text);
  try {
    const result = await examine({
      address,
      limits,
      key,
      signal,
      now: Date.now,
      random: Math.random,
      secureContext: address.url.startsWith('https:') ? contextFor(authorities, undefined) : undefined,
      onProgress: ({ ruleId, examined }) =>
        emit(examined === undefined ? { ruleId } : { ruleId, examined: reportedRule(examined, redact) }),
    });
    return { output: { kind: 'report', report: reportOf(result, redact) } };
  } catch (error) {
    if (error instanceof UnreachableError) {
      return { output: { kind: 'unreachable', reason: error.message } };
    }
    throw error;
  }
});
