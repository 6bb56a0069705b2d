import type { DeletionMode, DeletionPreview, DeletionView } from '../../../preload/contract/deletion.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { Tone } from '../../ui/tone.ts';

export const modeTexts: Record<DeletionMode, { label: string; description: string; doing: string }> = {
  EXPIRE: {
    label: 'Expire',
    description: 'Blocks a conversation that is still active. Its data is kept.',
    doing: 'Expiring a conversation',
  },
  DELETE_DATA: {
    label: 'Delete data',
    description: 'Deletes the data of a finished conversation.',
    doing: 'Deleting a conversation’s data',
  },
};

/** Returns the label of the button that sends it, with the environment's name. */
export function actionLabel(mode: DeletionMode, environmentName: string): string {
  return `${modeTexts[mode].label} in ${environmentName}`;
}

export const previewVerdicts = {
  accepted: { tone: 'neutral', term: 'Allowed' },
  refused: { tone: 'bad', term: 'Not allowed' },
  unknown: { tone: 'caution', term: 'Up to the service' },
} as const;

/** Returns a preview in one sentence, for screen readers: whether it is allowed, what it does or why not, and the number of files. */
export function previewSentence(
  { expectation, sentences: [first = ''], files, unreadable }: DeletionPreview,
  mode: DeletionMode,
): string {
  const isExplained = expectation === 'refused' || unreadable !== undefined;
  const what = isExplained ? first : `${modeTexts[mode].description} This cannot be undone.`;
  const counted = files === undefined || isExplained ? '' : ` ${files} ${files === 1 ? 'file' : 'files'}.`;
  return `${previewVerdicts[expectation].term}. ${what}${counted}`;
}

/** Returns the state of a deletion as a short label with its tone. */
export function deletionStatus({ phase, outcome, mode, failure }: DeletionView): {
  tone: Tone;
  label: string;
} {
  if (phase === 'sending') {
    return { tone: 'active', label: 'Sending' };
  }
  switch (outcome) {
    case 'confirmed':
      return { tone: 'good', label: mode === 'EXPIRE' ? 'Expired' : 'Deleted' };
    case 'refused':
      return { tone: 'bad', label: 'Refused' };
    case 'finished':
      return { tone: 'caution', label: 'Not expired' };
    case 'not-done':
      return isNothingLeft(failure)
        ? { tone: 'good', label: 'Already gone' }
        : { tone: 'bad', label: 'Failed' };
    case 'accepted':
      return phase === 'checking'
        ? { tone: 'active', label: 'Accepted, checking' }
        : { tone: 'caution', label: 'Accepted, not confirmed' };
    default:
      return phase === 'checking'
        ? { tone: 'caution', label: 'Unknown, checking' }
        : { tone: 'caution', label: 'Unknown' };
  }
}

/** Returns whether a deletion failed only since the service no longer has the data (410), which was to be reached. */
export function isNothingLeft(failure: FailureView | undefined): boolean {
  return failure?.code === 'gone';
}

/** Returns the time of the next check as text. `ms` is the time until then. */
export function nextCheck(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 0) {
    return 'Checking now';
  }
  return seconds < 90 ? `Next check in ${seconds} s` : `Next check in ${Math.round(seconds / 60)} min`;
}

/** Returns whether the conversation's data is known to be gone: there is nothing left to open or delete. */
export function isDataDeleted({ mode, outcome }: Pick<DeletionView, 'mode' | 'outcome'>): boolean {
  return mode === 'DELETE_DATA' && outcome === 'confirmed';
}
