import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CallbackVerification } from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { KeyName, Verification } from '../../../preload/contract/signatures.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { CheckInput } from './verification.ts';

/** The number of callbacks that are remembered, in memory only. */
const maxCallbacks = 2000;

/** The number of checks whose expected signatures are kept. */
const maxChecks = 16;

interface Expectation {
  key: KeyName;
  /** 64 lowercase hexadecimal characters. */
  signature: string;
}

/** Facts remembered of the checks of this session, in memory only. */
export class SessionChecks {
  readonly #expectations = new LRUCache<string, Expectation[]>({ max: maxChecks });
  /** The callbacks, by their own id (interface 6.2: identical on each resend). `firstAt` is ISO 8601. */
  readonly #callbacks = new LRUCache<string, { firstAt: string; deliveries: Set<string> }>({
    max: maxCallbacks,
  });
  readonly #now: () => number;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps the expected signatures of a check, and says whether its callback was checked before. */
  remember(
    { keys, timestamp, signature }: CheckInput,
    digests: readonly Uint8Array[],
    { message, ...verdicts }: CallbackVerification,
  ): Omit<Verification, 'unreadKeys'> {
    const id = randomUUID();
    this.#expectations.set(
      id,
      keys.map(({ name }, index) => ({
        key: name,
        signature: Buffer.from(digests[index] ?? []).toString('hex'),
      })),
    );
    const seen =
      message.callbackId === undefined
        ? undefined
        : this.#seen(message.callbackId, `${timestamp}\n${signature}\n${verdicts.bodyBytes}`);
    return { id, ...verdicts, message: { ...message, ...omitUndefined({ seen }) } };
  }

  /** Records a delivery. Returns undefined for a new callback, otherwise its first check and whether every check was of this same delivery. */
  #seen(callbackId: string, delivery: string): { firstAt: string; sameDelivery: boolean } | undefined {
    const before = this.#callbacks.get(callbackId);
    if (before) {
      const sameDelivery = before.deliveries.size === 1 && before.deliveries.has(delivery);
      before.deliveries.add(delivery);
      return { firstAt: before.firstAt, sameDelivery };
    }
    this.#callbacks.set(callbackId, { firstAt: isoTime(this.#now()), deliveries: new Set([delivery]) });
    return undefined;
  }

  /** Returns the expected signature for each key of a check. @throws Failure reading-expired */
  expectations(verificationId: string): Expectation[] {
    const match = this.#expectations.get(verificationId);
    if (match) {
      return match;
    }
    throw new Failure({
      code: 'reading-expired',
      message:
        'The expected signature is no longer available: only those of the last checks are kept, in memory.',
      hint: 'Verify again.',
    });
  }
}
