import type { DeletionMode } from '../../../preload/contract/deletion.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { conflictMessage } from '../../service/messages/conflict.ts';
import type { DeletionRecord } from './record.ts';
import type { Expectation } from './rules.ts';

/** A message about an event, and what to do. */
interface Wording {
  message: string;
  hint?: string;
}

/** The effects of each mode (interface 3.1, 3.3). */
const effects: Readonly<Record<DeletionMode, readonly string[]>> = {
  EXPIRE: [
    'The verification is blocked. A user who opens it is sent to the return address.',
    'The service sends an EXPIRED callback. Data collected so far is kept.',
    'This cannot be undone.',
  ],
  DELETE_DATA: [
    'The service deletes the data of this conversation: user data, documents, photos and reports.',
    'Callbacks that have not been delivered yet may never arrive.',
    'This cannot be undone.',
  ],
};

/** Returns what a deletion will do, or why it will be refused, from a current read. */
export function previewSentences(
  mode: DeletionMode,
  status: string | undefined,
  expected: Expectation,
): string[] {
  if (expected.statusDetail !== undefined) {
    const { message, hint } = conflictMessage(expected.statusDetail);
    return [message, hint];
  }
  if (expected.expectation === 'accepted') {
    return [...effects[mode]];
  }
  const doubt =
    status === 'EXPIRED' && mode === 'EXPIRE'
      ? 'The conversation is already expired.'
      : `The interface does not say whether this is allowed for a conversation that is ${status ?? 'in an unknown state'}. The service decides.`;
  return [doubt, ...effects[mode]];
}

/** Returns what a deletion will do where the conversation could not be read. */
export function unreadSentences(mode: DeletionMode): string[] {
  return [
    'The conversation cannot be read, so neither its status nor whose data it holds could be checked. A deletion may still work.',
    ...effects[mode],
    'Afterwards its effect may not be provable either: the result then stays “accepted, not confirmed”.',
  ];
}

const subjects: Readonly<Record<DeletionMode, string>> = {
  EXPIRE: 'the conversation was expired',
  DELETE_DATA: 'the data was deleted',
};

const keepsChecking = 'Assay keeps checking. You can leave this page.';
const checkLater = 'Check again later. If nothing has changed, give the request id to the service’s support.';
const previewFirst = 'Preview it again before you send another request.';
const checkFirst = 'Check again, and preview it again before you send another request.';

const nothingLeft =
  'Nothing was left to delete: the service no longer has the data of this conversation (410).';

/** Returns the state of a deletion as text. With `hasFailure` a failure is shown below it, which says what to do about reading. */
export function stateText(record: DeletionRecord, isChecking: boolean, hasFailure: boolean): Wording {
  const { mode, outcome } = record;
  switch (outcome) {
    case undefined:
      return { message: 'The request was sent. Waiting for the service to answer.' };
    case 'confirmed':
      return {
        message:
          mode === 'EXPIRE' ? 'The conversation is expired.' : 'The service no longer returns the data.',
      };
    case 'refused':
      return conflictMessage(record.statusDetail ?? '');
    case 'finished':
      return {
        message: 'The user finished the verification first, so it was not expired.',
        hint: 'A finished conversation no longer needs to be expired. To remove its data, delete the data.',
      };
    case 'not-done':
      return { message: record.failedBy === 'gone' ? nothingLeft : 'Nothing was changed.' };
    case 'accepted':
      return {
        message: `The service accepted the request, but it is not confirmed yet that ${subjects[mode]}.`,
        ...omitUndefined({ hint: isChecking ? keepsChecking : hasFailure ? undefined : checkLater }),
      };
    case 'unknown':
      return {
        message: `It is not known whether ${subjects[mode]}.`,
        hint: isChecking
          ? `Assay does not send the request again. ${keepsChecking}`
          : `The service may still carry it out. ${hasFailure ? previewFirst : checkFirst}`,
      };
  }
}

/** Returns the response to the DELETE as the text of a step. */
export function answerText(record: DeletionRecord): string {
  const { outcome, httpStatus, failedBy } = record;
  if (httpStatus === 202) {
    return 'Accepted (202).';
  }
  if (httpStatus !== undefined && httpStatus < 300) {
    return `The service answered ${httpStatus} instead of the documented 202.`;
  }
  if (outcome === 'refused') {
    return 'The service refused (409).';
  }
  if (httpStatus !== undefined) {
    return `The service answered ${httpStatus}.`;
  }
  if (failedBy === 'closed') {
    return 'Assay was closed before the answer came.';
  }
  if (failedBy?.startsWith('timeout-')) {
    return 'No answer came in time.';
  }
  if (failedBy === 'cancelled') {
    return 'The request was stopped before the answer came.';
  }
  if (failedBy === 'internal') {
    return 'Assay failed while it waited for the answer.';
  }
  if (outcome === 'not-done') {
    return 'The request did not reach the service.';
  }
  return 'The connection failed before the answer came.';
}

/** Texts of the steps of a check. */
export const checkTexts = {
  sent: (mode: DeletionMode) => `Request sent: DELETE with mode ${mode}.`,
  unchanged: (reads: number) =>
    reads === 1 ? 'Read once: nothing has changed yet.' : `Read ${reads} times: nothing has changed yet.`,
  unreadable: (reads: number) =>
    reads === 1
      ? 'The conversation could not be read.'
      : `Read ${reads} times; the last time the conversation could not be read.`,
  stopped: 'Checking was stopped.',
  readBack(outcome: 'confirmed' | 'finished', mode: DeletionMode): string {
    if (outcome === 'finished') {
      return 'Read: the conversation is FINISHED.';
    }
    return mode === 'EXPIRE' ? 'Read: the conversation is EXPIRED.' : 'Read: the data is gone.';
  },
};
