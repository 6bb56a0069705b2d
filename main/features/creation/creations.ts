import { LRUCache } from 'lru-cache';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { canonicalJson } from '../../../preload/shared/canonical-json.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Reading, Services } from '../../service/port.ts';

/** The time for which the same request counts as a repetition once it has created a conversation, in milliseconds. */
export const repetitionMs = 5 * 60_000;

interface SentCreation {
  /** Milliseconds since 1970. */
  sentAt: number;
  outcome: 'running' | 'created' | 'unknown';
  conversationId?: string | undefined;
}

/** Keeps what was sent, also for the next start. `content` is the request as canonical JSON; no part of it may be kept in the clear. */
export interface SentCreationStore {
  find(environmentId: string, content: string): Promise<SentCreation | undefined>;
  /** Resolves when it is on disk. Undefined where nothing was created by the request. */
  save(environmentId: string, content: string, creation: SentCreation | undefined): Promise<void>;
}

interface CreationDeps {
  services: Pick<Services, 'client'>;
  store: SentCreationStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Receives errors of the store; a creation goes on without it. */
  log(error: unknown): void;
}

/**
 * Creates conversations (interface 4.1). Creating is not idempotent and a second one is billed (field notes): a request is sent
 * once, and the same content again within 5 minutes, or after an unknown outcome, only when the user says so. The request is kept
 * before it is sent, so that this also holds after the process has ended in the middle.
 */
export class Creations {
  readonly #deps: CreationDeps;
  /** The requests of this process, by environment and content. The store may be in memory, or fail. */
  readonly #creations = new LRUCache<string, SentCreation>({ max: 1000 });

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
    const content = canonicalJson(request);
    const key = JSON.stringify([environmentId, content]);
    this.#refuseRunning(key);
    const before = this.#creations.get(key) ?? (await this.#find(environmentId, content));
    // Another request may have begun while the store was read.
    this.#refuseRunning(key);
    const sentAt = this.#deps.now();
    if (before && !again && isRepetition(before, sentAt)) {
      throw repetitionFailure(before);
    }
    const running: SentCreation = { sentAt, outcome: 'running' };
    this.#creations.set(key, running);
    await this.#save(environmentId, content, running);
    const settle = async (creation: SentCreation | undefined) => {
      if (creation) {
        this.#creations.set(key, creation);
      } else {
        this.#creations.delete(key);
      }
      await this.#save(environmentId, content, creation);
    };
    try {
      const reading = await this.#deps.services.client(environmentId).createConversation(request, { signal });
      await settle({ sentAt, outcome: 'created', ...omitUndefined({ conversationId: reading.value.id }) });
      return reading;
    } catch (error) {
      const isProved = error instanceof Failure && error.code !== 'outcome-unknown';
      // If this request is proved to have created nothing, the one before still counts.
      await settle(isProved ? before : { sentAt, outcome: 'unknown' });
      throw error;
    }
  }

  #refuseRunning(key: string): void {
    const earlier = this.#creations.get(key);
    if (earlier?.outcome === 'running') {
      throw repetitionFailure(earlier);
    }
  }

  /** Returns the request of an earlier process; one that was running when it ended has an unknown outcome. */
  async #find(environmentId: string, content: string): Promise<SentCreation | undefined> {
    try {
      const match = await this.#deps.store.find(environmentId, content);
      return match?.outcome === 'running' ? { ...match, outcome: 'unknown' } : match;
    } catch (error) {
      this.#deps.log(error);
      return undefined;
    }
  }

  async #save(environmentId: string, content: string, creation: SentCreation | undefined): Promise<void> {
    await this.#deps.store.save(environmentId, content, creation).catch(this.#deps.log);
  }
}

/** Returns whether a request is a repetition. An unknown outcome has no end: the conversation may exist however old the request is. */
function isRepetition({ outcome, sentAt }: SentCreation, now: number): boolean {
  return outcome !== 'created' || now - sentAt < repetitionMs;
}

function repetitionFailure({ sentAt, outcome, conversationId }: SentCreation): Failure {
  const running = outcome === 'running';
  return new Failure({
    code: 'creation-repeated',
    message: running
      ? 'This request is already being sent.'
      : outcome === 'created'
        ? 'The same request was sent less than 5 minutes ago and created a conversation.'
        : `The same request was sent before (${isoTime(sentAt)}), and it is not known whether it created a conversation.`,
    hint: running
      ? 'Wait for its result.'
      : outcome === 'created'
        ? 'Creating it again makes a second conversation, which is billed again.'
        : 'Look for a callback, or for the conversation in your own system or in the administration panel. If it exists, creating it again makes a second one, which is billed again.',
    retryable: false,
    details: omitUndefined({ sentAt, outcome, conversationId }),
  });
}
