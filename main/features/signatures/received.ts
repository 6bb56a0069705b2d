import pLimit from 'p-limit';
import type { CallbackVerification } from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import type { MessageVerdict } from './engine/message.ts';
import { type CheckKey, checkKey, type KeyStore } from './keys.ts';
import type { SignatureWork } from './signature-work.ts';
import { verificationOf } from './verification.ts';

/** The time for which keys are used again, in milliseconds: messages may arrive by the thousand. */
const keysMs = 5000;

/** A message as it arrived. */
interface ReceivedMessage {
  timestamp: string;
  signature: string;
  body: Uint8Array;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** The number of bytes that `Content-Length` announced, where fewer may be left. */
  contentLength?: number | undefined;
}

/** The verdicts on a received message, or why there are none, and its content as far as it could be read. */
interface CheckedMessage {
  verification?: CallbackVerification;
  unverified?: string;
  message?: MessageVerdict;
}

/** Larger bodies are checked a few at a time. Bytes. */
const largeBytes = 64 * 1024;
const largeAtOnce = 2;

interface VerifierDeps {
  keys: KeyStore;
  work: SignatureWork;
  /** Milliseconds, as of a clock that is never set. */
  elapsed(): number;
}

/** Verifies received callbacks with the signing keys of one environment (interface 6.4). */
export class ReceivedVerifier {
  readonly #deps: VerifierDeps;
  readonly #environmentKeys = new Map<string, { keys: Promise<CheckKey[]>; until: number }>();
  readonly #large = pLimit(largeAtOnce);

  constructor(deps: VerifierDeps) {
    this.#deps = deps;
  }

  /** Verifies a message. Without a key it is still read, since it belongs to its conversation. */
  async check(environmentId: string, arrival: ReceivedMessage): Promise<CheckedMessage> {
    const { timestamp, signature, body, receivedAt, contentLength } = arrival;
    let unverified: string | undefined;
    const reasonOf = (error: unknown): undefined => {
      assertFailure(error);
      unverified ??= [error.message, error.hint].filter(Boolean).join(' ');
    };
    const keys = await this.#keys(environmentId).catch(reasonOf);
    const values = (keys ?? []).map(({ value }) => value);
    const check = () => this.#deps.work.run('check', [timestamp, values, body]).catch(reasonOf);
    const result = await (body.byteLength > largeBytes ? this.#large(check) : check());
    const message = result?.message;
    if (keys === undefined || result === undefined) {
      return omitUndefined({ unverified, message });
    }
    const input = {
      timestamp,
      signature,
      keys,
      moment: receivedAt,
      ...omitUndefined({ contentLength }),
    };
    return { verification: verificationOf(input, result), ...omitUndefined({ message }) };
  }

  /** Forgets an environment's keys, which changed. */
  forget(environmentId: string): void {
    this.#environmentKeys.delete(environmentId);
  }

  #keys(environmentId: string): Promise<CheckKey[]> {
    const now = this.#deps.elapsed();
    const entry = this.#environmentKeys.get(environmentId);
    if (entry !== undefined && now < entry.until) {
      return entry.keys;
    }
    const keys = this.#read(environmentId);
    this.#environmentKeys.set(environmentId, { keys, until: now + keysMs });
    keys.catch(() => this.#environmentKeys.delete(environmentId));
    return keys;
  }

  async #read(environmentId: string): Promise<CheckKey[]> {
    const { keys } = this.#deps;
    const signingKeys = await keys.signingKeys(environmentId);
    if (signingKeys.length === 0) {
      throw new Failure({
        code: 'credentials-missing',
        message: `There is no signing key in ${keys.settings(environmentId).name}, so the message was not verified.`,
        hint: 'Add the signing key in Settings.',
      });
    }
    return signingKeys.map((key) => checkKey(keys, environmentId, key));
  }
}
