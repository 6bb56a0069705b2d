import type { CallbackAnswer, CallbackDetails, CallbackRow } from '../../../preload/contract/callbacks.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { rejectDuty, unverifiedDuty } from '../signatures/message.ts';

export const stateTexts: Record<CallbackRow['state'], { label: string; tone: Tone; explain: string }> = {
  valid: {
    label: 'Genuine',
    tone: 'good',
    explain: 'Signature, time and message follow the interface.',
  },
  'not-a-message': {
    label: 'Incomplete',
    tone: 'caution',
    explain: 'The signature is valid, but the message could not be read as a complete callback.',
  },
  'outside-time': {
    label: 'Too old or early',
    tone: 'caution',
    explain: 'The signature is valid, but the timestamp is more than 5 minutes from the time of receipt.',
  },
  'wrong-signature': {
    label: 'Wrong signature',
    tone: 'bad',
    explain: 'The signature matches no signing key of this environment.',
  },
  'not-verified': {
    label: 'Not verified',
    tone: 'neutral',
    explain: 'It could not be verified: a key or a header was missing.',
  },
};

/** Returns the event as one text, such as `CONVERSATION FINISHED`. */
export function eventText({ target, event }: Pick<CallbackRow, 'target' | 'event'>): string {
  return target === undefined && event === undefined ? 'Not a callback' : `${target ?? '?'} ${event ?? '?'}`;
}

/** Names the delivery among those of its callback. */
export function deliveryText({
  relation,
  attempt,
  source,
}: Pick<CallbackRow, 'relation' | 'attempt' | 'source'>): string {
  switch (relation) {
    case 'first':
      return 'First';
    case 'retry':
      // Nothing is known of how another receiver answered.
      return source === 'listener' ? `Retry ${attempt - 1}` : `Repeated, ${ordinal(attempt)}`;
    case 'duplicate':
      return `Duplicate, ${ordinal(attempt)}`;
  }
}

function ordinal(count: number): string {
  const endings: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
  const isTeen = Math.floor((count % 100) / 10) === 1;
  return `${count}${isTeen ? 'th' : (endings[count % 10] ?? 'th')}`;
}

export function answerText({ answered, source }: Pick<CallbackRow, 'answered' | 'source'>): string {
  if (source !== 'listener') {
    return source === 'file' ? 'From a file' : 'Pasted';
  }
  return answered === undefined ? 'None' : String(answered);
}

export const answerKinds: readonly { value: string; label: string; answer: CallbackAnswer }[] = [
  { value: 'verify', label: 'As a correct receiver', answer: { kind: 'verify' } },
  { value: '200', label: '200 to everything', answer: { kind: 'status', status: 200 } },
  { value: '400', label: '400 to everything', answer: { kind: 'status', status: 400 } },
  { value: '500', label: '500 to everything', answer: { kind: 'status', status: 500 } },
  { value: 'slow-5', label: '200 after 5 seconds', answer: { kind: 'slow', seconds: 5 } },
  { value: 'slow-30', label: '200 after 30 seconds', answer: { kind: 'slow', seconds: 30 } },
  { value: 'never', label: 'Never', answer: { kind: 'never' } },
];

function isJson(verification: CallbackDetails['verification']): boolean {
  const { verdict } = verification?.message ?? {};
  return verdict !== 'not-json' && verdict !== 'empty';
}

/** Returns what a correct receiver does with a message, most important first (interface 6.1, 6.2, 6.4). */
export function duties({ row, verification, unverified }: CallbackDetails): string[] {
  switch (row.state) {
    case 'wrong-signature':
      return [rejectDuty];
    case 'outside-time':
      if (verification?.time.verdict === 'unreadable') {
        return ['Reject it: without a readable timestamp it may be a replay.'];
      }
      return [
        'Reject it: a message that is more than 5 minutes old or ahead may be a replay. The service signs each retry again.',
      ];
    case 'not-verified':
      return [unverified ?? verification?.signature.sentence ?? 'It was not verified.', unverifiedDuty];
    case 'not-a-message':
      return [
        ...(verification?.message.sentences ?? []),
        ...(isJson(verification) ? [] : ['Refuse it: answer 400, for example.']),
      ];
    case 'valid': {
      const sentences = verification?.message.sentences ?? [];
      return row.relation === 'duplicate'
        ? [
            'It was accepted before under this callback id: answer 200, 201, 202 or 204 again and do nothing else.',
            ...sentences.slice(1),
          ]
        : [...sentences];
    }
  }
}
