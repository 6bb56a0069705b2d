import type { BodyChange } from './body-change.ts';
import { dumpChanges } from './body-dumps.ts';
import { formChanges, htmlChanges } from './body-escaping.ts';
import {
  frameworkJsonChanges,
  otherJsonChanges,
  payloadChanges,
  writtenPayloadChanges,
} from './body-json.ts';
import { lineChanges } from './body-lines.ts';
import { lossChanges } from './body-losses.ts';
import { mistakenChanges } from './body-mistakes.ts';
import { encodingChanges, normalFormChanges } from './body-text.ts';
import { toolChanges } from './body-tools.ts';
import { compressionChanges, wrappingChanges } from './body-wrapping.ts';

/** Line ends, what frameworks change in JSON or lose, and only part of it signed. */
export function frameworkBodyChanges(): BodyChange[] {
  return [...lineChanges(), ...frameworkJsonChanges(), ...lossChanges(), ...payloadChanges()];
}

/** Returns all other changes of a body, likeliest first; among the rare ones the slow ones last. */
export function otherBodyChanges(): BodyChange[] {
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
