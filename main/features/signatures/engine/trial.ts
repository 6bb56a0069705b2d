import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { sameBytes } from './bytes.ts';
import type { AlgorithmChange } from './changes/algorithms.ts';
import type { Change } from './changes/change.ts';
import type { Frame } from './changes/messages.ts';
import { type SignatureForm, signatureForms } from './changes/signature-forms.ts';
import { type Finding, makeFinding } from './finding.ts';

/** Other ways to the same bytes that are named with a cause. */
const maxAlso = 2;

/** One value of a dimension of the search, with the changes that led to it; none for the received value. */
export interface Attempt<T> {
  value: T;
  changes: readonly Change[];
}

/** A key prepared once for all its trials. */
export interface TriedKey {
  bytes: Uint8Array;
  object: KeyObject;
}

/** The text around the body, as bytes. */
export interface TriedFrame {
  prefix: Buffer;
  suffix: Buffer;
  bodiless: boolean;
}

export function triedKey(bytes: Uint8Array, changes: readonly Change[]): Attempt<TriedKey> {
  return { value: { bytes, object: createSecretKey(bytes) }, changes };
}

export function triedFrame(frame: Frame, changes: readonly Change[]): Attempt<TriedFrame> {
  const [prefix, suffix = '', body] = frame;
  return {
    value: { prefix: Buffer.from(prefix), suffix: Buffer.from(suffix), bodiless: body === 'bodiless' },
    changes,
  };
}

/** Compares one computation after another with the received signature and keeps the matches. */
export class Trial {
  readonly findings: Finding[] = [];
  /** The signature is the expected one: there is nothing to explain. */
  matches = false;
  /** The number of computations. */
  count = 0;
  readonly forms: SignatureForm[];
  readonly #original: { message: Uint8Array; body: Uint8Array };
  readonly #findings = new Map<string, Finding>();
  readonly #bodies: { finding: Finding; body: Uint8Array }[] = [];

  constructor(timestamp: string, body: Uint8Array, signature: string) {
    this.forms = signatureForms(signature);
    this.#original = { body, message: Buffer.concat([Buffer.from(`${timestamp}:`), body]) };
  }

  /** Returns whether a digest of this length, in bytes, could be the signature. */
  wants(length: number): boolean {
    return this.forms.some(({ digest }) => digest.length === length);
  }

  /** HMAC-SHA256; returns the digest, which identifies the message for this key. */
  hmac(key: Attempt<TriedKey>, frame: Attempt<TriedFrame>, body: Attempt<Uint8Array>): Buffer {
    const { prefix, suffix, bodiless } = frame.value;
    const hmac = createHmac('sha256', key.value.object).update(prefix);
    if (!bodiless) {
      hmac.update(body.value);
    }
    if (suffix.length > 0) {
      hmac.update(suffix);
    }
    const digest = hmac.digest();
    this.count++;
    this.#compare(digest, frame, body, [...key.changes, ...frame.changes, ...body.changes], () =>
      createHmac('sha256', key.value.bytes)
        .update(Buffer.concat(pieces(frame, body)))
        .digest(),
    );
    return digest;
  }

  algorithm(
    algorithm: AlgorithmChange,
    key: Attempt<TriedKey>,
    frame: Attempt<TriedFrame>,
    body: Attempt<Uint8Array>,
  ): void {
    if (!this.wants(algorithm.length)) {
      return;
    }
    const compute = () => algorithm.compute(key.value.bytes, pieces(frame, body));
    const changes = [...key.changes, ...frame.changes, ...body.changes, algorithm.change];
    this.count++;
    this.#compare(compute(), frame, body, changes, compute);
  }

  #compare(
    digest: Buffer,
    frame: Attempt<TriedFrame>,
    body: Attempt<Uint8Array>,
    changes: Change[],
    again: () => Buffer,
  ): void {
    for (const form of this.forms) {
      if (digest.length !== form.digest.length || !timingSafeEqual(digest, form.digest)) {
        continue;
      }
      // A finding counts only if the whole computation, repeated from its parts, gives the signature.
      if (!sameBytes(again(), form.digest)) {
        continue;
      }
      const all = form.change ? [...changes, form.change] : changes;
      if (all.length === 0) {
        this.matches = true;
      } else {
        this.#keep(all, frame, body);
      }
    }
  }

  #keep(changes: Change[], frame: Attempt<TriedFrame>, body: Attempt<Uint8Array>): void {
    const kind = changes
      .map(({ family, code, variant }) => (family === 'key' ? `${code}/${variant}` : `${family}/${code}`))
      .sort()
      .join(' ');
    const finding = makeFinding(changes, this.#original, {
      message: Buffer.concat(pieces(frame, body)),
      body: body.value,
    });
    const result = this.#findings.get(kind) ?? this.#sameBody(changes, body);
    if (!result) {
      this.#findings.set(kind, finding);
      this.findings.push(finding);
      this.#bodies.push({ finding, body: body.value });
    } else if (result.sentence !== finding.sentence && result.also.length < maxAlso) {
      result.also.push(finding.sentence);
    }
  }

  /** Returns the simpler cause that has given the same body: a change of the body alone explains no more. */
  #sameBody(changes: Change[], body: Attempt<Uint8Array>): Finding | undefined {
    const isOfBody = ({ family }: Change) => family === 'body';
    if (!changes.every(isOfBody)) {
      return undefined;
    }
    return this.#bodies.find(
      (earlier) => earlier.finding.changes.every(isOfBody) && sameBytes(earlier.body, body.value),
    )?.finding;
  }
}

function pieces(frame: Attempt<TriedFrame>, body: Attempt<Uint8Array>): Uint8Array[] {
  const { prefix, suffix, bodiless } = frame.value;
  return bodiless ? [prefix, suffix] : [prefix, body.value, suffix];
}
