import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { SealedMeta } from '../../store/sealed-meta.ts';
import { keyedHash } from './assessment.ts';

const prefix = 'sent-creations/';
/** The most kept for an environment: the oldest are removed, those whose outcome is known first. */
const maxKept = 200;
/** The time for which a creation with known outcome is kept, in milliseconds. The others are kept until a user settles them. */
const knownMs = 5 * 60_000;

const creation = z.object({
  id: z.string(),
  /** Keyed hash of the request, in hexadecimal: the request itself is not kept. */
  hash: z.string(),
  /** Milliseconds since the epoch. */
  sentAt: z.number(),
  /** `running`: it was being sent when this was written. */
  outcome: z.enum(['running', 'created', 'unknown']),
  conversationId: z.string().optional(),
});
type Kept = z.infer<typeof creation>;

/** The state of a request for a new conversation (interface 4.1) that was sent. */
export type SentCreation = Pick<Kept, 'sentAt' | 'outcome' | 'conversationId'>;

/** `content` is the request as canonical JSON. */
interface CreationRequest {
  environmentId: string;
  content: string;
}

/**
 * Requests for new conversations that were sent, so that one is not sent twice after a restart. Kept sealed: keyed hashes, times and
 * outcomes, nothing of a request.
 */
export class SentCreations {
  readonly #sealed: SealedMeta;
  readonly #lookupKey: Uint8Array;

  constructor(sealed: SealedMeta, lookupKey: Uint8Array) {
    this.#sealed = sealed;
    this.#lookupKey = lookupKey;
  }

  sentCreation({ environmentId, content }: CreationRequest): SentCreation | undefined {
    const hash = this.#hash(environmentId, content);
    const match = this.#read(environmentId).find((one) => one.hash === hash);
    if (match === undefined) {
      return undefined;
    }
    const { sentAt, outcome, conversationId } = match;
    return { sentAt, outcome, ...omitUndefined({ conversationId }) };
  }

  /** Replaces the state of the request; undefined where nothing was created by it. */
  saveSentCreation({
    environmentId,
    content,
    sent,
    at,
  }: CreationRequest & { sent: SentCreation | undefined; at: number }): void {
    const hash = this.#hash(environmentId, content);
    const all = this.#read(environmentId);
    const before = all.find((one) => one.hash === hash);
    const others = all.filter((one) => one !== before && !isOld(one, at));
    const changed = sent && { id: before?.id ?? randomUUID(), hash, ...sent };
    this.#write(environmentId, changed === undefined ? others : [...others, changed]);
  }

  /** Returns those whose outcome is not known, oldest first. */
  unsettledCreations({ environmentId }: { environmentId: string }): { id: string; sentAt: number }[] {
    return this.#read(environmentId)
      .filter(({ outcome }) => outcome !== 'created')
      .map(({ id, sentAt }) => ({ id, sentAt }));
  }

  /** Records that a user found out the outcome. */
  settleCreation({ environmentId, id }: { environmentId: string; id: string }): void {
    this.#write(
      environmentId,
      this.#read(environmentId).filter((one) => one.id !== id),
    );
  }

  /** Removes deleted cases; all of the environment without ids. */
  drop(environmentId: string, conversationIds?: readonly string[]): void {
    const gone = conversationIds && new Set(conversationIds);
    const all = this.#read(environmentId);
    const left = all.filter(({ conversationId = '' }) => gone && !gone.has(conversationId));
    if (left.length < all.length) {
      this.#write(environmentId, left);
    }
  }

  #hash(environmentId: string, content: string): string {
    return keyedHash(this.#lookupKey, environmentId, 'creation', content).toString('hex');
  }

  #read(environmentId: string): Kept[] {
    return z
      .array(creation)
      .catch([])
      .parse(this.#sealed.readable(prefix + environmentId));
  }

  #write(environmentId: string, all: readonly Kept[]): void {
    this.#sealed.write(prefix + environmentId, all.length === 0 ? undefined : latest(all));
  }
}

function isOld({ outcome, sentAt }: Kept, now: number): boolean {
  return outcome === 'created' && now - sentAt >= knownMs;
}

function latest(all: readonly Kept[]): readonly Kept[] {
  const byImportance = all.toSorted(
    (left, right) => Number(left.outcome !== 'created') - Number(right.outcome !== 'created'),
  );
  const removed = new Set(byImportance.slice(0, Math.max(0, all.length - maxKept)));
  return all.filter((one) => !removed.has(one));
}
