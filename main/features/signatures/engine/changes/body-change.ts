import type { BodyView } from './body-view.ts';
import type { Change } from './change.ts';

/** A change of the body: from the received bytes to the bytes that may have been signed. */
export interface BodyChange extends Change {
  /** `message` when the body is intact and only part of it was signed. */
  family: 'body' | 'message';
  /** Returns the changed body, which may be the same bytes; undefined when the change does not apply. */
  make(view: BodyView): Uint8Array | undefined;
  /**
   * The part it changes, to skip useless pairs: `outer` only what surrounds the JSON, `writer` all white space and
   * escapes, `numbers` only numbers.
   */
  reach?: 'outer' | 'writer' | 'numbers';
  /** Slow: not paired with the rarer changes. */
  expensive?: true;
  /** Tried by itself only, not in pairs, because there are many of its kind. */
  alone?: true;
}

/** Returns a change of the body's text; not applied when the body is not UTF-8. */
export function textChange(
  code: string,
  variant: string,
  cause: string,
  change: (text: string) => string | undefined,
  reach?: BodyChange['reach'],
): BodyChange {
  return {
    code,
    variant,
    cause,
    family: 'body',
    ...(reach && { reach }),
    make(view) {
      const text = view.text();
      if (text === undefined) {
        return undefined;
      }
      const result = change(text);
      return result === undefined || result === text ? undefined : Buffer.from(result, 'utf8');
    },
  };
}

/** Returns a change of the body's bytes. */
export function bytesChange(
  code: string,
  variant: string,
  cause: string,
  make: (view: BodyView) => Uint8Array | undefined,
  reach?: BodyChange['reach'],
): BodyChange {
  return { code, variant, cause, family: 'body', make, ...(reach && { reach }) };
}
