import type { KeyName, Verification } from '../../../preload/contract/signatures.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { noSearch } from './cause-search.ts';
import type { MessageVerification } from './message.ts';
import { overallOf, overallText } from './overall.ts';

interface Verdict {
  tone: Tone;
  label: string;
}

const signatures: Record<Verification['signature']['verdict'], Verdict> = {
  match: { tone: 'good', label: 'Match' },
  mismatch: { tone: 'bad', label: 'No match' },
  malformed: { tone: 'bad', label: 'Malformed' },
  unchecked: { tone: 'caution', label: 'Not checked' },
};

const times: Record<Verification['time']['verdict'], Verdict> = {
  good: { tone: 'good', label: 'In time' },
  past: { tone: 'caution', label: 'Too old' },
  future: { tone: 'caution', label: 'In the future' },
  unreadable: { tone: 'bad', label: 'Unreadable' },
};

const messages: Record<Verification['message']['verdict'], Verdict> = {
  complete: { tone: 'good', label: 'Complete' },
  incomplete: { tone: 'bad', label: 'Incomplete' },
  'not-json': { tone: 'bad', label: 'Not JSON' },
  empty: { tone: 'bad', label: 'Empty' },
  'too-large': { tone: 'neutral', label: 'Not read' },
};

/** Returns the three verdicts, each with its label. */
export function verdictLabels({
  signature,
  time,
  message,
}: MessageVerification): Record<'signature' | 'time' | 'message', Verdict> {
  const isUnknown = message.verdict === 'complete' && !message.known;
  return {
    signature: signatures[signature.verdict],
    time: times[time.verdict],
    message: isUnknown ? { tone: 'caution', label: 'Unknown event' } : messages[message.verdict],
  };
}

/** Describes the message in one line; its details say what to do. */
export function messageTexts({ verdict, known, target, event, sentences }: Verification['message']): string {
  if (verdict !== 'complete') {
    return sentences[0] ?? '';
  }
  return known
    ? `${target} ${event}, with everything a callback must have.`
    : `${target} ${event} is not a documented event: accept it and ignore it.`;
}

/** Returns the verdicts for screen readers. */
export function spokenVerdicts(verification: Verification): string {
  const { signature, time, message } = verdictLabels(verification);
  const overall = overallOf(verification, noSearch);
  return `${overallText(overall)} Signature: ${signature.label}. Time: ${time.label}. Message: ${message.label}. ${verification.signature.sentence}`;
}

/** Names a key by its label and environment. */
export function keyTexts({ environmentName, label }: KeyName): string {
  return environmentName === undefined ? label : `“${label}” of ${environmentName}`;
}
