import type { Meta } from './meta.ts';
import { metaPlace, readableText, type Sealer } from './sealing.ts';

/** Single values of a file as JSON, sealed, by name; the table `meta`. */
export class SealedMeta {
  readonly #meta: Meta;
  readonly #sealer: Sealer;

  constructor(meta: Meta, sealer: Sealer) {
    this.#meta = meta;
    this.#sealer = sealer;
  }

  /** Returns a value; undefined without one. @throws UnsealFailure */
  read(name: string): unknown {
    const sealed = this.#meta.bytes(name);
    return sealed && JSON.parse(this.#sealer.openText(sealed, metaPlace(name)));
  }

  /** Returns a value; undefined without one, and for one that does not open. */
  readable(name: string): unknown {
    const sealed = this.#meta.bytes(name);
    const text = sealed && readableText(this.#sealer, sealed, metaPlace(name));
    return text && JSON.parse(text);
  }

  /** Saves a value; undefined removes it. */
  write(name: string, value: unknown): void {
    if (value === undefined) {
      this.#meta.delete(name);
    } else {
      this.#meta.set(name, this.#sealer.seal(JSON.stringify(value), metaPlace(name)));
    }
  }
}
