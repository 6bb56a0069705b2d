import type {
  SignatureExplanation,
  SignatureFinding,
  Verification,
} from '../../preload/contract/signatures.ts';
import type { Tone } from '../ui/tone.ts';
import { causeText } from './cause-texts.ts';

/** What a receiver must do with the callback (interface 6.1, 6.4), and why, in one line. */
export interface Overall {
  tone: Tone;
  answer: 'Accept' | 'Reject';
  reason: string;
  /** For a wrong signature: the proved cause, or the state of the search. */
  cause?: string;
}

export interface SearchState {
  busy: boolean;
  findings: readonly SignatureFinding[];
  explanation: SignatureExplanation | undefined;
}

/** One answer from the three verdicts; the signature counts before the time, and the time before the message. */
export function overallOf({ signature, time, message }: Verification, search: SearchState): Overall {
  if (signature.verdict !== 'match') {
    return {
      tone: 'bad',
      answer: 'Reject',
      reason: signature.code === 'empty' ? 'there is no signature.' : 'the signature is wrong.',
      ...causeOf(search),
    };
  }
  if (time.verdict !== 'good') {
    return { tone: 'bad', answer: 'Reject', reason: late[time.verdict] };
  }
  if (message.verdict === 'complete' && !message.known) {
    return accepted('caution', 'genuine and in time, but the event is not known: ignore it.');
  }
  if (message.verdict === 'complete') {
    return message.seen?.sameDelivery === false
      ? accepted('good', 'genuine and in time. Its callback id was checked before.')
      : accepted('good', 'genuine and in time.');
  }
  if (message.verdict === 'too-large') {
    return accepted('good', 'genuine and in time. The message was too large to read.');
  }
  return accepted('caution', 'genuine and in time, but the message is not a complete callback.');
}

const late = {
  past: 'the signature is right, but the timestamp is too old.',
  future: 'the signature is right, but the timestamp is in the future.',
  unreadable: 'the signature is right, but the timestamp is not a time.',
};

function accepted(tone: Tone, reason: string): Overall {
  return { tone, answer: 'Accept', reason };
}

function causeOf({ busy, findings, explanation }: SearchState): { cause?: string } {
  const [first] = findings;
  if (first) {
    return { cause: `Cause: ${causeText(first)}.` };
  }
  if (busy) {
    return { cause: 'Looking for the cause…' };
  }
  return explanation && !explanation.matches ? { cause: 'No cause was proved.' } : {};
}

/** `Reject: the signature is wrong. Cause: the body was re-serialised.` */
export function overallText({ answer, reason, cause }: Overall): string {
  return [`${answer}: ${reason}`, cause].filter(Boolean).join(' ');
}
