import type { DeletionMode, DeletionReason } from '../contract/deletion.ts';
import {
  type DeletionDraft,
  type DeletionRun,
  type ItemOutcome,
  normalPace,
  type PlanStep,
  type PreviewGroup,
  previewGroups,
  type RegisterRow,
  type RunPace,
} from '../contract/deletion-runs.ts';
import type { ListReport } from '../contract/reading.ts';
import { badLineTexts, failureText } from './reading.ts';
import { counted, literalTerm } from './terms.ts';

export const reasonLabels: Readonly<Record<DeletionReason, string>> = {
  'data-subject-request': 'Request of the person (GDPR)',
  'retention-ended': 'Retention period ended',
  'consent-withdrawn': 'Consent withdrawn',
  'opened-by-mistake': 'Started by mistake',
  duplicate: 'Duplicate',
  'test-data': 'Test data',
  other: 'Other',
};

/** Returns the label of a reason that may come from a newer version. */
export function reasonText(reason: string): string {
  return (reasonLabels as Record<string, string>)[reason] ?? literalTerm(reason);
}

export const groupLabels: Readonly<Record<PreviewGroup, string>> = {
  works: 'Will be deleted',
  'expire-first': 'Expired first',
  'expire-only': 'Will be expired',
  refused: 'Cannot yet',
  unclear: 'Not certain',
  missing: 'Not found',
  gone: 'Already deleted',
  unread: 'Not read yet',
};

/** Returns what will happen to how many, such as “Will be deleted: 3, Not found: 1.” */
export function groupsText(groups: DeletionDraft['groups']): string {
  const some = previewGroups.filter((group) => groups[group] > 0);
  return `${some.map((group) => `${groupLabels[group]}: ${groups[group].toLocaleString('en')}`).join(', ')}.`;
}

export const outcomeLabels: Readonly<Record<ItemOutcome, string>> = {
  confirmed: 'Done',
  accepted: 'Accepted, not confirmed',
  refused: 'Refused',
  finished: 'User finished first',
  missing: 'Not found (check the id and the environment)',
  gone: 'Already gone',
  failed: 'Failed, nothing was done',
  unknown: 'Outcome unknown',
  changed: 'Not sent, changed since the preview',
  withdrawn: 'Not sent, cancelled',
  incomplete: 'First step sent, the rest not done',
};

const receiptOutcomes: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed',
  accepted: 'Accepted, not confirmed',
  finished: 'User finished first',
  unknown: 'Outcome unknown',
};

/** Returns the outcome that a receipt gives, which may come from a newer version, and that the request had no response. */
export function receiptOutcomeText({
  outcome,
  acceptedAt,
}: {
  outcome: string;
  acceptedAt?: string | undefined;
}): string {
  const text = receiptOutcomes[outcome] ?? literalTerm(outcome);
  return outcome === 'confirmed' && acceptedAt === undefined ? `${text} by a read, without a response` : text;
}

/** Returns the label of the button that sends it, with the environment's name. */
export function actionLabel(mode: DeletionMode, environmentName: string): string {
  return `${steps[mode]} in ${environmentName}`;
}

const steps: Readonly<Record<PlanStep, string>> = {
  EXPIRE: 'Expire',
  END_MONITORING: 'End AML monitoring',
  DELETE_DATA: 'Delete data',
};

/** Returns the steps of a plan, such as “Expire, then delete data”. */
export function planText(plan: readonly PlanStep[]): string {
  return plan
    .map((step, index) => (index === 0 ? steps[step] : `then ${lowerFirst(steps[step])}`))
    .join(', ');
}

/** Returns a plan as `deletionDraft.plans` names it. */
export function planTextOf(key: string): string {
  return planText(key.split(',').filter((step): step is PlanStep => step in steps));
}

const details: Readonly<Record<string, string>> = {
  ConversationAlreadyFinished: 'It is finished, so it cannot be expired. Its data can be deleted.',
  ConversationNotYetFinished: 'It is still active.',
  ActiveSubscriptionExists: 'AML monitoring is active and must be ended first.',
  'not-documented': 'It was cancelled or has expired. The service decides whether its data can be deleted.',
  'expired-first': 'It is still active: it is expired, then its data is deleted if the service allows that.',
  'no-call': 'It was so already: nothing was sent.',
  'no-reply': 'The request had no response. It is as requested, but something else may have caused that.',
  'first-not-confirmed':
    'The first step was accepted, and no read has confirmed it. The deletion was not sent.',
  'kept-since': 'Since it was confirmed, it is kept on purpose or must still be kept.',
  gone: 'The service no longer has it.',
  'not-found': 'Check the id and the environment. A user key is found only where its case is in your list.',
  'not-found-page': 'The answer did not come from the service, which may know it.',
  'credentials-rejected': 'The API key was refused.',
  'other-login': 'The API key was changed, and the new one may not have access to it.',
  'plan-exhausted': 'The plan of the account is used up, or a payment is missing.',
  forbidden: 'The API key has no permission for it.',
  'server-error': 'It could not be read: the service failed.',
  'other-user-key': 'Its user key differs from the one in the preview. Preview it again.',
  'reply-wrong-type': 'The response was unusable, or about another conversation.',
  'since-approval': 'The case changed after the proposal.',
  'readable-now':
    'It was confirmed without being readable and can be read now. Preview it again to see whose data it is.',
};

/** Returns why a conversation is in its group, or how it ended. */
export function detailText(detail: string): string {
  return details[detail] ?? `It could not be read or changed: ${failureText(detail)}`;
}

/** Returns whether the service does not know at least half of what was read, as where a list belongs to another environment. */
export function isWrongEnvironment({ groups, read }: Pick<DeletionDraft, 'groups' | 'read'>): boolean {
  return groups.missing > 0 && groups.missing * 2 >= read;
}

/** `4 of 5 conversations were not found in Acme.` */
export function notFoundText(missing: number, read: number, environmentName: string): string {
  const absence = missing === 1 ? 'was not found' : 'were not found';
  return `${missing.toLocaleString('en')} of ${counted(read, 'conversation')} ${absence} in ${environmentName}.`;
}

const unsentTexts: Readonly<Record<string, string>> = {
  ...badLineTexts,
  excluded: 'Left out by hand',
  'not-read': 'Not read',
  'not-found': 'Not found: check the id and the environment',
  duplicate: 'Occurs before in the list',
  'other-environment': 'In another environment, left out',
  cut: 'This line and those after it are beyond the limit',
};

const doneLabels: Readonly<Record<PlanStep, string>> = {
  EXPIRE: 'Expired',
  END_MONITORING: 'AML monitoring ended',
  DELETE_DATA: 'Deleted',
};

/** Returns how a conversation ended, or why nothing was sent for a request. `step`: the last one of its plan. */
export function unsentText(reason: string, step?: PlanStep): string {
  if (reason === 'confirmed' && step !== undefined) {
    return doneLabels[step];
  }
  return (outcomeLabels as Record<string, string>)[reason] ?? unsentTexts[reason] ?? detailText(reason);
}

/** The reasons of a group in a few words. */
const shortDetails: Readonly<Record<string, string>> = {
  ConversationAlreadyFinished: 'already finished',
  ConversationNotYetFinished: 'still active',
  ActiveSubscriptionExists: 'monitored',
  'not-documented': 'cancelled or expired',
};

/** “2 monitored”, … why conversations cannot be deleted yet, in the same order whichever response came first. */
export function detailCounts(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(shortDetails).flatMap(([detail, text]) => {
    const count = counts[detail] ?? 0;
    return count > 0 ? [`${count.toLocaleString('en')} ${text}`] : [];
  });
}

/** `39 lines: 31 with 34 conversations · 4 repeated · 1 in another environment · 3 without an id` */
export function linesText({ unit, lines, conversations, sums, isCut }: ListReport): string {
  const count = (number: number, what: string) =>
    number === 0 ? [] : [`${number.toLocaleString('en')} ${what}`];
  const conversationCount = counted(conversations, 'conversation');
  return `${counted(lines, unit)}: ${[
    sums.useful === conversations
      ? conversationCount
      : `${sums.useful.toLocaleString('en')} with ${conversationCount}`,
    ...count(sums.repeated, 'repeated'),
    ...count(sums.elsewhere, 'in another environment'),
    ...count(sums.useless, 'without an id'),
    ...(isCut ? ['the rest was not read'] : []),
  ].join(' · ')}`;
}

/** Returns how many conversations of a run were deleted, and how many were only expired: `Deleted` and 3, `Expired` and 2. */
export function doneCounts({
  mode,
  outcomes: { confirmed = 0 },
  expired,
}: Pick<RegisterRow, 'mode' | 'outcomes' | 'expired'>): [string, number][] {
  return mode === 'EXPIRE' || expired === 0
    ? [[doneLabels[mode], confirmed]]
    : [
        [doneLabels[mode], confirmed - expired],
        [doneLabels.EXPIRE, expired],
      ];
}

/** `3 of 5 deleted, 2 expired` */
function doneText(run: Pick<RegisterRow, 'mode' | 'outcomes' | 'expired' | 'total'>): string {
  return doneCounts(run)
    .map(([label, count], index) => {
      const of = index === 0 ? ` of ${run.total.toLocaleString('en')}` : '';
      return `${count.toLocaleString('en')}${of} ${label.toLowerCase()}`;
    })
    .join(', ');
}

/** `26 of 26 deleted`, `Cancelled, 3 of 5 deleted`, with what else became of them. */
export function runOutcome(run: RegisterRow): string {
  const { outcomes, leftOut } = run;
  const { confirmed: _, withdrawn = 0, ...others } = outcomes;
  const rest = Object.entries(others).filter(([, count]) => count > 0);
  return [
    `${withdrawn > 0 ? 'Cancelled, ' : ''}${doneText(run)}`,
    ...rest.map(([outcome, count]) => {
      const label = outcomeLabels[outcome as ItemOutcome];
      return `${label.toLowerCase()}: ${count.toLocaleString('en')}`;
    }),
    leftOut > 0 ? `left out: ${leftOut.toLocaleString('en')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

export const runStateLabels: Readonly<Record<DeletionRun['state'], string>> = {
  planned: 'Planned',
  missed: 'Missed',
  holding: 'Starts soon',
  running: 'Running',
  waiting: 'Waiting',
  settling: 'Confirming',
  paused: 'Paused',
  interrupted: 'Interrupted',
  done: 'Finished',
};

/** Returns whether a run ended because it was cancelled, by a user or by a switch of the environment, before everything was sent. */
export function isCancelled({ state, outcomes }: Pick<DeletionRun, 'state' | 'outcomes'>): boolean {
  return state === 'done' && outcomes.withdrawn > 0;
}

/** Returns the state of a run, that it was cancelled, and that it cannot go on reading or be cancelled. */
export function runStateText(run: Pick<DeletionRun, 'state' | 'failure' | 'outcomes' | 'waiting'>): string {
  const { state, failure, waiting } = run;
  if (isCancelled(run)) {
    return 'Cancelled';
  }
  const blocked = waiting > 0 ? 'Cancellation not recorded' : 'Cannot confirm';
  return state === 'settling' && failure !== undefined ? blocked : runStateLabels[state];
}

/** Returns how many have ended, with any outcome. */
export function settledCount({ outcomes }: Pick<DeletionRun, 'outcomes'>): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

/** `14 of 22 · 3.1/s · 3 s left`, and of a run that ended `3 of 5 deleted` */
export function runProgress(run: DeletionRun): string {
  const { total, rate, secondsLeft, state, failure } = run;
  if (state === 'done') {
    return doneText(run);
  }
  const parts = [`${settledCount(run).toLocaleString('en')} of ${total.toLocaleString('en')}`];
  if (rate > 0 && (state === 'running' || (state === 'settling' && failure === undefined))) {
    parts.push(`${rate.toFixed(rate < 10 ? 1 : 0)}/s`);
    if (secondsLeft !== undefined) {
      parts.push(`${durationText(secondsLeft)} left`);
    }
  }
  return parts.join(' · ');
}

/** `Pace: normal`, `1 at once · at most 10 per second · pauses after 10 failures in a row` */
export function paceText({ concurrency, perSecond, stopAfter }: RunPace): string {
  if (
    concurrency === normalPace.concurrency &&
    perSecond === undefined &&
    stopAfter === normalPace.stopAfter
  ) {
    return 'Pace: normal';
  }
  const failures = stopAfter === 1 ? 'one failure' : `${stopAfter.toLocaleString('en')} failures in a row`;
  return [
    `${concurrency} at once`,
    perSecond === undefined ? 'no rate limit' : `at most ${perSecond.toLocaleString('en')} per second`,
    `pauses after ${failures}`,
  ].join(' · ');
}

/** Explains that some conversations of a run are in use by other runs or deletions. */
export function heldText(count: number): string {
  return count === 1
    ? 'One conversation is still in another run or deletion. It continues once that has ended or was cancelled.'
    : `${count.toLocaleString('en')} conversations are still in other runs or deletions. They continue once those have ended or were cancelled.`;
}

/** A note about a run that begins later. */
export const plannedHint =
  'It begins only while this console is open; otherwise you are asked. Each conversation is read again before, and what has changed is left out.';

/** `in 16 h 20 min`, `in 12 days`, `in 40 s` */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) {
    return `in ${seconds} s`;
  }
  return minutes < 90
    ? `in ${minutes} min`
    : minutes < 2 * 1440
      ? `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`
      : `in ${Math.floor(minutes / 1440)} days`;
}

function durationText(seconds: number): string {
  if (seconds < 90) {
    return `${Math.ceil(seconds)} s`;
  }
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
