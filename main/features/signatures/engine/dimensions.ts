import { keyBytes, sameBytes } from './bytes.ts';
import { algorithmChanges } from './changes/algorithms.ts';
import { frameworkBodyChanges, otherBodyChanges } from './changes/body.ts';
import { likelyJsonChanges, numberChoices } from './changes/body-json.ts';
import { lineEndChanges, newlineChanges } from './changes/body-lines.ts';
import { emptyChoices, roundedChoices } from './changes/body-losses.ts';
import { readingChanges } from './changes/body-text.ts';
import type { BodyView } from './changes/body-view.ts';
import {
  apiKeySources,
  copiedKeyForms,
  cutKeyForms,
  decodedKeyForms,
  type KeySource,
  missingKeySources,
  type NamedKey,
  otherKeySources,
} from './changes/keys.ts';
import { messageChanges } from './changes/messages.ts';
import {
  lostMilliseconds,
  otherTimestamps,
  secondsTimestamps,
  type TimestampChange,
} from './changes/timestamps.ts';
import { readMessage } from './message.ts';
import { once } from './once.ts';

/** All dimensions of the search, each list likeliest first and computed when it is reached. */
export type Dimensions = ReturnType<typeof dimensionsOf>;

/** A thousand trials each, so only for bodies up to this many bytes. */
const maxForMilliseconds = 256 * 1024;

export function dimensionsOf(
  timestamp: string,
  view: BodyView,
  key: NamedKey,
  candidates: readonly NamedKey[],
) {
  const message = once(() => readMessage(view.bytes));
  const expected = keyBytes(key.value);
  const differs = (source: KeySource) => !sameBytes(source.bytes, expected);
  const other = ({ text }: TimestampChange) => text !== timestamp;
  return {
    apiKeys: once(() => apiKeySources([...candidates, key]).filter(differs)),
    otherKeys: once(() => otherKeySources(candidates).filter(differs)),
    missingKeys: once(() => missingKeySources().filter(differs)),
    copiedForms: once(copiedKeyForms),
    decodedForms: once(decodedKeyForms),
    cutForms: once(cutKeyForms),
    seconds: once(() => secondsTimestamps(timestamp).filter(other)),
    timestamps: once(() => otherTimestamps(timestamp, message().created).filter(other)),
    lostMilliseconds: once(() =>
      view.bytes.length <= maxForMilliseconds ? lostMilliseconds(timestamp) : [],
    ),
    messages: once(() => messageChanges(message().callbackId)),
    algorithms: once(() => algorithmChanges()),
    lineEndBodies: once(lineEndChanges),
    likelyBodies: once(likelyJsonChanges),
    newlineBodies: once(newlineChanges),
    readingBodies: once(readingChanges),
    frameworkBodies: once(frameworkBodyChanges),
    bodies: once(otherBodyChanges),
    numberBodies: once(() => [...emptyChoices(view), ...roundedChoices(view), ...numberChoices(view)]),
  };
}
