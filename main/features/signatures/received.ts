import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Verification } from '../../../preload/contract/signatures.ts';
import { Failure } from '../../common/failure.ts';
import { createExpectations } from './expectations.ts';
import type { CheckKey, KeyStore } from './keys.ts';
import type { SignatureWork } from './signature-work.ts';
import { verificationOf } from './verification.ts';

/** The time for which keys are used again, in milliseconds: messages may arrive by the thousand. */
const keysMs = 5000;

/** A message as it arrived. */
export interface ReceivedMessage {
  timestamp: string;
  signature: string;
  body: Uint8Array;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** The number of bytes that `Content-Length` announced, where fewer may be left. */
  contentLength?: number | undefined;
}

interface VerifierDeps {
  keys: KeyStore;
  work: SignatureWork;
  /** Milliseconds, as of a clock that is never set. */
  elapsed(): number;
}

/** Verifies received callbacks with the signing keys of one environment (interface 6.4). */
export class ReceivedVerifier {
  readonly #deps: VerifierDeps;
  readonly #known = new Map<string, { keys: Promise<CheckKey[]>; until: number }>();
  readonly #session = { expectations: createExpectations(), seen: { register: () => undefined } };

  constructor(deps: VerifierDeps) {
    this.#deps = deps;
  }

  /** Verifies a message; its body is not changed. @throws Failure credentials-missing, keychain-*, busy, limit-exceeded */
  async verify(environmentId: string, message: ReceivedMessage): Promise<Verification> {
    const { timestamp, signature, body, receivedAt, contentLength } = message;
    const keys = await this.#keys(environmentId);
    // A copy, because a large body is transferred to a worker. The slice of a Buffer would share its memory.
    const checked = await this.#deps.work.check(
      timestamp,
      keys.map(({ value }) => value),
      new Uint8Array(body),
    );
    return verificationOf(
      { timestamp, signature, keys, unread: [], moment: receivedAt, ...omitUndefined({ contentLength }) },
      checked,
      this.#session,
    );
  }

  /** Forgets an environment's keys, which changed. */
  forget(environmentId: string): void {
    this.#known.delete(environmentId);
  }

  #keys(environmentId: string): Promise<CheckKey[]> {
    const now = this.#deps.elapsed();
    const known = this.#known.get(environmentId);
    if (known !== undefined && now < known.until) {
      return known.keys;
    }
    const keys = this.#read(environmentId);
    this.#known.set(environmentId, { keys, until: now + keysMs });
    keys.catch(() => this.#known.delete(environmentId));
    return keys;
  }

  async #read(environmentId: string): Promise<CheckKey[]> {
    const { keys } = this.#deps;
    const environmentName = keys.settings(environmentId).name;
    const found = await keys.signingKeys(environmentId);
    if (found.length === 0) {
      throw new Failure({
        code: 'credentials-missing',
        message: `There is no signing key in ${environmentName}, so the message was not verified.`,
        hint: 'Add the signing key in Settings.',
      });
    }
    return found.map(({ label, key }) => ({ value: key, name: { environmentId, environmentName, label } }));
  }
}
