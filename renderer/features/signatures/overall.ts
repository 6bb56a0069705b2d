import { durationText } from '../../ui/duration-text.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import type { CauseSearch } from './cause-search.ts';
import { causeText, nothingFoundText } from './cause-texts.ts';
import type { MessageVerification } from './message.ts';

/** One line for the user: what a receiver must do with the callback (interface 6.1, 6.4), or whether it is genuine at all. */
export interface Overall {
  tone: Tone;
  answer: 'Accept' | 'Reject' | 'Genuine' | 'Cannot be checked';
  /** A sentence; it begins in lower case after a colon. */
  reason: string;
  /** For a wrong signature: the proved cause, or the state of the search. */
  cause?: string;
}

/** Returns one answer from the three verdicts; the signature counts before the time, and the time before the message. */
export function overallOf({ signature, time, message }: MessageVerification, search: CauseSearch): Overall {
  if (signature.verdict === 'unchecked' && search.findings.length === 0) {
    return {
      tone: 'caution',
      answer: 'Cannot be checked',
      reason: signature.sentence.replace(/^Cannot be checked: /, ''),
    };
  }
  if (signature.verdict !== 'match') {
    return { tone: 'bad', answer: 'Reject', reason: 'the signature is wrong.', ...causeOf(search) };
  }
  if (time.verdict !== 'good') {
    return { tone: 'caution', answer: 'Genuine', reason: outOfTime(time) };
  }
  if (message.verdict === 'complete' && !message.known) {
    return acceptance('caution', 'genuine and in time, but the event is not known: ignore it.');
  }
  if (message.verdict === 'complete') {
    return message.seen?.sameDelivery === false
      ? acceptance('good', 'genuine and in time. Its callback id was checked before.')
      : acceptance('good', 'genuine and in time.');
  }
  if (message.verdict === 'too-large') {
    return acceptance('good', 'genuine and in time, but the message was not read.');
  }
  if (message.verdict !== 'incomplete') {
    const fault = message.verdict === 'empty' ? 'empty' : 'not JSON';
    return { tone: 'caution', answer: 'Reject', reason: `genuine and in time, but the body is ${fault}.` };
  }
  return acceptance('caution', 'genuine and in time, but the message is not a complete callback.');
}

function outOfTime({ verdict, skewMs = 0, asOf = false, unit }: MessageVerification['time']): string {
  const skewText = durationText(Math.abs(skewMs));
  // A receiver accepts exactly 5 minutes (interface 6.4).
  const away = skewText === '5 minutes' ? 'more than 5 minutes' : skewText;
  if (verdict === 'unreadable') {
    return 'Its timestamp is not a time, so a receiver refuses it.';
  }
  if (unit !== undefined) {
    return `Its timestamp looks like ${unit} instead of milliseconds, so a receiver refuses it.`;
  }
  if (verdict === 'future') {
    return `Its timestamp is ${away} after ${asOf ? 'it arrived' : 'the time of this check'}: compare the clocks.`;
  }
  return asOf
    ? `It was ${away} old when it arrived: a receiver refuses it.`
    : `It was ${away} old when checked.`;
}

function acceptance(tone: Tone, reason: string): Overall {
  return { tone, answer: 'Accept', reason };
}

function causeOf({ busy, findings, explanation }: CauseSearch): { cause?: string } {
  const [first] = findings;
  if (first) {
    return { cause: causeText(first) };
  }
  if (busy) {
    return { cause: 'Looking for the cause…' };
  }
  return explanation && !explanation.matches ? { cause: nothingFoundText(explanation) } : {};
}

/** “Genuine” is a sentence by itself. */
export function separatorAfter(answer: Overall['answer']): ':' | '.' {
  return answer === 'Genuine' ? '.' : ':';
}

/** `Reject: the signature is wrong. The JSON was parsed and written again before the check.` */
export function overallText({ answer, reason, cause }: Overall): string {
  return [`${answer}${separatorAfter(answer)} ${reason}`, cause].filter(Boolean).join(' ');
}
