import { keyBytes, sameBytes } from './bytes.ts';
import { algorithmChanges } from './changes/algorithms.ts';
import type { BodyChange } from './changes/body-change.ts';
import { dumpChanges } from './changes/body-dumps.ts';
import { formChanges, htmlChanges } from './changes/body-escaping.ts';
import {
  frameworkJsonChanges,
  likelyJsonChanges,
  numberChoices,
  otherJsonChanges,
  payloadChanges,
  writtenPayloadChanges,
} from './changes/body-json.ts';
import { lineChanges, lineEndChanges, newlineChanges } from './changes/body-lines.ts';
import { emptyChoices, lossChanges, roundedChoices } from './changes/body-losses.ts';
import { mistakenChanges } from './changes/body-mistakes.ts';
import { encodingChanges, normalFormChanges, readingChanges } from './changes/body-text.ts';
import { toolChanges } from './changes/body-tools.ts';
import type { BodyView } from './changes/body-view.ts';
import { compressionChanges, wrappingChanges } from './changes/body-wrapping.ts';
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
  const bytes = keyBytes(key.value);
  const differs = (source: KeySource) => !sameBytes(source.bytes, bytes);
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

/** Line ends, what frameworks change in JSON or lose, and only part of it signed. */
function frameworkBodyChanges(): BodyChange[] {
  return [...lineChanges(), ...frameworkJsonChanges(), ...lossChanges(), ...payloadChanges()];
}

/** Returns all other changes of a body, likeliest first; among the rare ones the slow ones last. */
function otherBodyChanges(): BodyChange[] {
  return [
    ...mistakenChanges(),
    ...dumpChanges(),
    ...toolChanges(),
    ...encodingChanges(),
    ...normalFormChanges(),
    ...wrappingChanges(),
    ...formChanges(),
    ...htmlChanges(),
    ...otherJsonChanges(),
    ...writtenPayloadChanges(),
    ...compressionChanges(),
  ];
}
