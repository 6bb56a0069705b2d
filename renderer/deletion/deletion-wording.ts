import type { DeletionMode, DeletionView } from '../../preload/contract/deletion.ts';
import type { Tone } from '../ui/tone.ts';

export const modeWords: Record<DeletionMode, { label: string; description: string; doing: string }> = {
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

/** The label of the button that sends it, with the environment's name. */
export function actionLabel(mode: DeletionMode, environmentName: string): string {
  return `${modeWords[mode].label} in ${environmentName}`;
}

/** The state of a deletion as a short label with its tone. */
export function standing({ phase, outcome, mode }: DeletionView): { tone: Tone; word: string } {
  if (phase === 'sending') {
    return { tone: 'active', word: 'Sending' };
  }
  switch (outcome) {
    case 'confirmed':
      return { tone: 'good', word: mode === 'EXPIRE' ? 'Expired' : 'Deleted' };
    case 'refused':
      return { tone: 'bad', word: 'Refused' };
    case 'finished':
      return { tone: 'caution', word: 'Not expired' };
    case 'not-done':
      return { tone: 'bad', word: 'Failed' };
    case 'accepted':
      return phase === 'checking'
        ? { tone: 'active', word: 'Accepted, checking' }
        : { tone: 'caution', word: 'Accepted, not confirmed' };
    default:
      return phase === 'checking'
        ? { tone: 'caution', word: 'Unknown, checking' }
        : { tone: 'caution', word: 'Unknown' };
  }
}

/** When the next check is. `ms` is the time until then. */
export function nextCheck(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 0) {
    return 'Checking now';
  }
  return seconds < 90 ? `Next check in ${seconds} s` : `Next check in ${Math.round(seconds / 60)} min`;
}

/** Whether the conversation's data is known to be gone: there is nothing left to open or delete. */
export function isDataDeleted({ mode, outcome }: Pick<DeletionView, 'mode' | 'outcome'>): boolean {
  return mode === 'DELETE_DATA' && outcome === 'confirmed';
}
