import type { BodyChange } from './body-change.ts';
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
import { compressionChanges, wrappingChanges } from './body-wrapping.ts';

/** Line ends, what frameworks do to JSON and lose of it, and only a part of it signed. */
export function frameworkBodyChanges(): BodyChange[] {
  return [...lineChanges(), ...frameworkJsonChanges(), ...lossChanges(), ...payloadChanges()];
}

/** Every other change of a body, likeliest first, and of the rare ones the dear ones last. */
export function otherBodyChanges(): BodyChange[] {
  return [
    ...mistakenChanges(),
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
