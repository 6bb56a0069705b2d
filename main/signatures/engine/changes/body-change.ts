import type { BodyView } from './body-view.ts';
import type { Change } from './change.ts';

/** A change of the body: from the bytes at hand to the bytes that may have been signed. */
export interface BodyChange extends Change {
  /** `message` where the body is whole and only a part of it was signed. */
  family: 'body' | 'message';
  /** Undefined when the change does not apply to this body; may give the same bytes back. */
  make(view: BodyView): Uint8Array | undefined;
  /**
   * What it touches, by which idle pairs are known: `outer` only what stands around the JSON, `writer` all of its white
   * space and escapes, `numbers` nothing but its numbers.
   */
  reach?: 'outer' | 'writer' | 'numbers';
  /** It takes long: not paired with the rarer changes. */
  dear?: true;
  /** One of so many that it is tried by itself only, not in pairs. */
  alone?: true;
}

/** A change of the body that works on its text; not applied where the body is not UTF-8. */
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
      const changed = change(text);
      return changed === undefined || changed === text ? undefined : Buffer.from(changed, 'utf8');
    },
  };
}

/** A change of the body that works on its bytes. */
export function bytesChange(
  code: string,
  variant: string,
  cause: string,
  make: (view: BodyView) => Uint8Array | undefined,
  reach?: BodyChange['reach'],
): BodyChange {
  return { code, variant, cause, family: 'body', make, ...(reach && { reach }) };
}
