import type { BodyChange } from './body-change.ts';
import { formChanges, htmlChanges } from './body-escaping.ts';
import { jsonChanges, payloadChanges } from './body-json.ts';
import { lineChanges } from './body-lines.ts';
import { mistakenChanges } from './body-mistakes.ts';
import { encodingChanges, normalFormChanges } from './body-text.ts';
import { compressionChanges, wrappingChanges } from './body-wrapping.ts';

/** Every change of a body but the commonest (`likelyJsonChanges`, `newlineChanges`), likeliest first. */
export function otherBodyChanges(): BodyChange[] {
  return [
    ...lineChanges(),
    ...encodingChanges(),
    ...mistakenChanges(),
    ...normalFormChanges(),
    ...wrappingChanges(),
    ...formChanges(),
    ...htmlChanges(),
    ...jsonChanges(),
    ...compressionChanges(),
    ...payloadChanges(),
  ];
}
