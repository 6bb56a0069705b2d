import type { BadLine, ListReport, ReadingRun } from '../contract/reading.ts';
import { counted, literalTerm, waitText } from './terms.ts';

/** The reason why a line of a list gave no conversation, or not all in it. */
export const badLineTexts: Readonly<Record<BadLine['reason'], string>> = {
  'no-id': 'No conversation id, address or callback found',
  'callback-id': 'This is the id of a callback, not of a conversation',
  'no-conversation': 'A callback without payload.conversation.id',
  'too-long': 'Longer than a million characters',
  'unknown-user-key': 'No case in the list has this user key',
  'other-ids': 'These may be ids too and were not read',
  'too-many': 'More than 50 ids: put each on a line of its own',
  'repeated-member': 'A member occurs twice: only its last value was read',
};

/** The texts of failed readings, by their error code. */
const failureTexts: Readonly<Record<string, string>> = {
  'not-found': 'Not found. Check the id and the environment: it may also be the id of a callback.',
  'bad-request': 'The service refused the id',
  forbidden: 'The API key has no permission to read it',
  'server-error': 'The service failed',
  'gateway-failed': 'A gateway in front of the service failed',
  'connection-reset': 'The connection was lost',
  'timeout-headers': 'No response in time',
  'timeout-idle': 'The response stopped',
  'timeout-total': 'The response took too long',
  'reply-not-json': 'The response is not JSON',
  'reply-html': 'The response was a web page',
  'reply-truncated': 'The response was cut off',
  'reply-empty': 'The response was empty',
  'reply-too-large': 'The response is too large',
};

export function failureText(code: string): string {
  return failureTexts[code] ?? literalTerm(code);
}

/** Returns the content of a list, such as `27 conversations · 2 duplicates · 1 line with a problem`. */
export function listSummary(report: ListReport): string {
  const { unit } = report;
  return [
    counted(report.conversations, 'conversation'),
    report.duplicateCount > 0 ? counted(report.duplicateCount, 'duplicate') : '',
    report.userKeyCount > 0 ? `${counted(report.userKeyCount, 'user key')} found in the list of cases` : '',
    report.elsewhereCount > 0 ? `${report.elsewhereCount.toLocaleString('en')} in another environment` : '',
    report.badCount > 0 ? `${counted(report.badCount, unit)} with a problem` : '',
    report.isCut ? `only the first ${report.lines.toLocaleString('en')} ${unit}s were read` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns the progress of a run, such as `Reading 340 of 1,000 · 48 per second · 14 s left · 3 failed`. */
export function runSummary(run: ReadingRun): string {
  const { state, total, done, failed } = run;
  const figure = (count: number) => count.toLocaleString('en');
  const heads: Record<ReadingRun['state'], string> = {
    running: `Reading ${figure(done + failed)} of ${figure(total)}`,
    waiting: `Waiting to read ${figure(total - done - failed)} of ${figure(total)}`,
    paused: `Paused at ${figure(done + failed)} of ${figure(total)}`,
    done: `Read ${figure(done)} of ${figure(total)}`,
  };
  return [
    heads[state],
    run.rate > 0 ? `${run.rate < 10 ? run.rate.toFixed(1) : figure(Math.round(run.rate))} per second` : '',
    run.secondsLeft === undefined ? '' : `${waitText(run.secondsLeft)} left`,
    state === 'done' && run.added > 0 ? `${figure(run.added)} new` : '',
    state === 'done' && run.changed > 0 ? `${figure(run.changed)} changed` : '',
    run.gone > 0 ? `${figure(run.gone)} gone` : '',
    failed > 0 ? `${figure(failed)} failed` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
