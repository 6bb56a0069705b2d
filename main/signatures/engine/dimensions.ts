import { keyBytes, sameBytes } from './bytes.ts';
import { type AlgorithmChange, algorithmChanges } from './changes/algorithms.ts';
import { otherBodyChanges } from './changes/body.ts';
import type { BodyChange } from './changes/body-change.ts';
import { likelyJsonChanges, numberChoices } from './changes/body-json.ts';
import { newlineChanges } from './changes/body-lines.ts';
import type { BodyView } from './changes/body-view.ts';
import {
  apiKeySources,
  copiedKeyForms,
  decodedKeyForms,
  type KeyForm,
  type KeySource,
  missingKeySources,
  type NamedKey,
  otherKeySources,
} from './changes/keys.ts';
import { type MessageChange, messageChanges } from './changes/messages.ts';
import {
  lostMilliseconds,
  otherTimestamps,
  secondsTimestamps,
  type TimestampChange,
} from './changes/timestamps.ts';
import { readMessage } from './message.ts';

/** Everything there is to vary, each list likeliest first. */
export interface Dimensions {
  apiKeys: KeySource[];
  otherKeys: KeySource[];
  missingKeys: KeySource[];
  copiedForms: KeyForm[];
  decodedForms: KeyForm[];
  seconds: TimestampChange[];
  timestamps: TimestampChange[];
  lostMilliseconds: TimestampChange[];
  messages: MessageChange[];
  algorithms: AlgorithmChange[];
  likelyBodies: BodyChange[];
  newlineBodies: BodyChange[];
  bodies: BodyChange[];
  numberBodies: BodyChange[];
}

/** A thousand trials each; only for bodies up to this. Bytes. */
const LONGEST_FOR_MILLISECONDS = 256 * 1024;

export function dimensionsOf(
  timestamp: string,
  view: BodyView,
  key: NamedKey,
  candidates: readonly NamedKey[],
): Dimensions {
  const { created, callbackId } = readMessage(view.bytes);
  const expected = keyBytes(key.value);
  const differs = (source: KeySource) => !sameBytes(source.bytes, expected);
  const seconds = secondsTimestamps(timestamp).filter(({ text }) => text !== timestamp);
  return {
    apiKeys: apiKeySources([...candidates, key]).filter(differs),
    otherKeys: otherKeySources(candidates).filter(differs),
    missingKeys: missingKeySources().filter(differs),
    copiedForms: copiedKeyForms(),
    decodedForms: decodedKeyForms(),
    seconds,
    timestamps: otherTimestamps(timestamp, created).filter(({ text }) => text !== timestamp),
    lostMilliseconds: view.bytes.length <= LONGEST_FOR_MILLISECONDS ? lostMilliseconds(timestamp) : [],
    messages: messageChanges(callbackId),
    algorithms: algorithmChanges(),
    likelyBodies: likelyJsonChanges(),
    newlineBodies: newlineChanges(),
    bodies: otherBodyChanges(),
    numberBodies: numberChoices(view),
  };
}
