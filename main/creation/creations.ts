import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { CreateConversation } from '../../preload/contract/service/create.ts';
import { Failure } from '../failure.ts';
import type { Reading, Services } from '../service/port.ts';

/** How long the same request counts as a repetition, in milliseconds. */
export const repetitionMs = 5 * 60_000;

interface SentCreation {
  /** Milliseconds since 1970. */
  sentAt: number;
  outcome: 'running' | 'created' | 'unknown';
  conversationId?: string;
}

interface CreationDeps {
  services: Pick<Services, 'client'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Creates conversations (interface 4.1). Creating is not idempotent and a second one is billed (field notes): a request is sent
 * once, and the same content again within 5 minutes only when the user says so. What was sent is remembered as a keyed digest, in
 * memory.
 */
export class Creations {
  readonly #deps: CreationDeps;
  readonly #key = randomBytes(32);
  readonly #sent = new LRUCache<string, SentCreation>({ max: 1000 });

  constructor(deps: CreationDeps) {
    this.#deps = deps;
  }

  /** @throws Failure creation-repeated, outcome-unknown, and those of the service client */
  async create(
    environmentId: string,
    request: CreateConversation,
    again: boolean,
    signal: AbortSignal,
  ): Promise<Reading<Conversation>> {
    const digest = this.#digest(environmentId, request);
    const before = this.#sent.get(digest);
    const sentAt = this.#deps.now();
    if (before && (before.outcome === 'running' || (!again && sentAt - before.sentAt < repetitionMs))) {
      throw repeated(before);
    }
    this.#sent.set(digest, { sentAt, outcome: 'running' });
    try {
      const reading = await this.#deps.services.client(environmentId).createConversation(request, { signal });
      const conversationId = reading.value.id;
      this.#sent.set(digest, { sentAt, outcome: 'created', ...omitUndefined({ conversationId }) });
      return reading;
    } catch (error) {
      if (error instanceof Failure && error.code !== 'outcome-unknown') {
        // It is proved that nothing was created by this request; what the one before did still counts.
        if (before) {
          this.#sent.set(digest, before);
        } else {
          this.#sent.delete(digest);
        }
      } else {
        this.#sent.set(digest, { sentAt, outcome: 'unknown' });
      }
      throw error;
    }
  }

  #digest(environmentId: string, request: CreateConversation): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([environmentId, sorted(request)]))
      .digest('base64');
  }
}

/** The value with the members of every object in one order, so that the order in which they were written does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return Object.fromEntries(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function repeated({ sentAt, outcome, conversationId }: SentCreation): Failure {
  const running = outcome === 'running';
  return new Failure({
    code: 'creation-repeated',
    message: running
      ? 'This request is being sent already.'
      : outcome === 'created'
        ? 'The same request was sent less than 5 minutes ago and created a conversation.'
        : 'The same request was sent less than 5 minutes ago, and it is not known whether it created a conversation.',
    hint: running
      ? 'Wait for its result.'
      : 'Creating it again makes a second conversation, which is billed again.',
    retryable: false,
    details: omitUndefined({ sentAt, outcome, conversationId }),
  });
}
