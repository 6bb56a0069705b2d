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
type Creation = z.infer<typeof creation>;

/** The state of a request for a new conversation (interface 4.1) that was sent. */
export type SentCreation = Pick<Creation, 'sentAt' | 'outcome' | 'conversationId'>;

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
  readonly #meta: SealedMeta;
  readonly #lookupKey: Uint8Array;

  constructor(meta: SealedMeta, lookupKey: Uint8Array) {
    this.#meta = meta;
    this.#lookupKey = lookupKey;
  }

  sentCreation({ environmentId, content }: CreationRequest): SentCreation | undefined {
    const hash = this.#hash(environmentId, content);
    const match = this.#creationsOf(environmentId).find((one) => one.hash === hash);
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
    const all = this.#creationsOf(environmentId);
    const before = all.find((one) => one.hash === hash);
    const others = all.filter((one) => one !== before && !isOld(one, at));
    const next = sent && { id: before?.id ?? randomUUID(), hash, ...sent };
    this.#write(environmentId, next === undefined ? others : [...others, next]);
  }

  /** Returns those whose outcome is not known, oldest first. */
  unsettledCreations({ environmentId }: { environmentId: string }): { id: string; sentAt: number }[] {
    return this.#creationsOf(environmentId)
      .filter(({ outcome }) => outcome !== 'created')
      .map(({ id, sentAt }) => ({ id, sentAt }));
  }

  /** Records that a user found out the outcome. */
  settleCreation({ environmentId, id }: { environmentId: string; id: string }): void {
    this.#write(
      environmentId,
      this.#creationsOf(environmentId).filter((one) => one.id !== id),
    );
  }

  /** Removes deleted cases; all of the environment without ids. */
  drop(environmentId: string, conversationIds?: readonly string[]): void {
    const ids = conversationIds && new Set(conversationIds);
    const all = this.#creationsOf(environmentId);
    const rest = all.filter(({ conversationId = '' }) => ids && !ids.has(conversationId));
    if (rest.length < all.length) {
      this.#write(environmentId, rest);
    }
  }

  #hash(environmentId: string, content: string): string {
    return keyedHash(this.#lookupKey, environmentId, 'creation', content).toString('hex');
  }

  #creationsOf(environmentId: string): Creation[] {
    return z
      .array(creation)
      .catch([])
      .parse(this.#meta.readable(prefix + environmentId));
  }

  #write(environmentId: string, all: readonly Creation[]): void {
    this.#meta.write(prefix + environmentId, all.length === 0 ? undefined : latest(all));
  }
}

function isOld({ outcome, sentAt }: Creation, now: number): boolean {
  return outcome === 'created' && now - sentAt >= knownMs;
}

function latest(all: readonly Creation[]): readonly Creation[] {
  const byImportance = all.toSorted(
    (one, other) => Number(one.outcome !== 'created') - Number(other.outcome !== 'created'),
  );
  const excess = new Set(byImportance.slice(0, Math.max(0, all.length - maxKept)));
  return all.filter((one) => !excess.has(one));
}
