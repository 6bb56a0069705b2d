import type { FailureView } from '../../../../../preload/contract/envelope.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { birthDateOf, nameOf } from '../../../../../preload/wording/person.ts';
import { maxProposed, stateDigest } from '../../../../common/approval.ts';
import { assertFailure, Failure } from '../../../../common/failure.ts';
import { type Absence, absenceOf, classifyFailure } from '../../../../service/classify-failure.ts';
import type { ServiceClient } from '../../../../service/port.ts';
import { readTarget } from '../../../../service/read-target.ts';
import { userKeyHash } from '../../../records/receipts/receipt.ts';
import type { LoginDigests } from '../../login-digests.ts';
import { holdsData, subscriptionIsActive } from '../../rules.ts';
import { createdAtOf, type PreviewEntry, type ReadSummary } from './entry.ts';
import { maxShownText } from './identity.ts';

export interface PreviewReaderDeps {
  /** @throws Failure environment-not-found */
  client(): ServiceClient;
  logins: LoginDigests;
  /** The salt of the digests of states, so that those of two proposals differ. */
  salt: string;
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Changes an entry by the result of its read. */
  update(entry: PreviewEntry, result: Partial<Pick<PreviewEntry, 'summary' | 'failure'>>): void;
  changed(): void;
  /** Called when the service has no data of a conversation. */
  absent(conversationId: string, absence: Absence): void;
  log(error: unknown): void;
}

/** Concurrent reads. */
const concurrency = 8;
/** Reads of one conversation before it counts as failed. */
const maxReads = 3;
const firstDelayMs = 500;
const maxWaitMs = 60_000;
/** Files are counted for at most this many conversations, since each needs another read. */
const maxCounted = 500;
/** A preview does not wait longer for the number of files, in milliseconds. */
const maxFilesMs = 5000;

/** Reads the conversations of a preview, several at a time. Their entries receive the results. */
export class PreviewReader {
  readonly #deps: PreviewReaderDeps;
  readonly #entries: readonly PreviewEntry[];
  #reading: AbortController | undefined;
  #failure: FailureView | undefined;
  #next = 0;

  constructor(deps: PreviewReaderDeps, entries: readonly PreviewEntry[]) {
    this.#deps = deps;
    this.#entries = entries;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Returns why it waits, or stopped before the end. */
  get failure(): FailureView | undefined {
    return this.#failure;
  }

  /** Reads the remaining conversations. */
  read(): void {
    if (this.#reading !== undefined) {
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    this.#failure = undefined;
    this.#next = 0;
    const workers = Array.from({ length: concurrency }, () => this.#work(reading.signal));
    Promise.all(workers)
      .catch((error: unknown) => {
        if (reading.signal.aborted) {
          return;
        }
        reading.abort();
        if (error instanceof Failure && error.code !== 'cancelled') {
          this.#failure = error.view();
        } else if (!(error instanceof Failure)) {
          this.#deps.log(error);
        }
      })
      .finally(() => {
        if (this.#reading === reading) {
          this.#reading = undefined;
        }
        this.#deps.changed();
      });
    this.#deps.changed();
  }

  pause(): void {
    if (this.#reading) {
      this.#reading.abort();
      this.#failure = undefined;
    }
    this.#reading = undefined;
    this.#deps.changed();
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const entry = this.#entries[this.#next];
      if (entry === undefined || signal.aborted) {
        return;
      }
      this.#next += 1;
      if (isUnread(entry)) {
        await this.#readOne(entry, signal);
        this.#deps.changed();
      }
    }
  }

  async #readOne(entry: PreviewEntry, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const summary = await this.#summaryOf(entry.conversationId, signal);
        this.#waitFor(undefined, signal);
        this.#deps.update(entry, { summary });
        return;
      } catch (error) {
        signal.throwIfAborted();
        const failureKind = classifyFailure(error);
        if (failureKind.kind === 'pause') {
          throw failureKind.failure;
        }
        if (failureKind.kind === 'wait' && attempt <= 8) {
          const growing = Math.min(maxWaitMs, firstDelayMs * 2 ** attempt);
          this.#waitFor(failureKind.failure.view(), signal);
          this.#deps.changed();
          await this.#deps.sleep(failureKind.afterMs ?? growing, signal);
        } else if (failureKind.kind === 'wait') {
          throw failureKind.failure;
        } else if (failureKind.kind === 'again' && attempt < maxReads) {
          await this.#deps.sleep(firstDelayMs * 2 ** (attempt - 1), signal);
        } else {
          if (!(error instanceof Failure)) {
            this.#deps.log(error);
          }
          this.#waitFor(undefined, signal);
          const absence = absenceOf(error);
          const code = error instanceof Failure ? error.code : 'internal';
          const isOfGateway = absence === undefined && code === 'not-found';
          this.#deps.update(entry, { failure: isOfGateway ? 'not-found-page' : code });
          if (absence !== undefined) {
            this.#deps.absent(entry.conversationId, absence);
          }
          return;
        }
      }
    }
  }

  /** Says for which failure it waits. A failure that stopped it meanwhile stays. */
  #waitFor(failure: FailureView | undefined, signal: AbortSignal): void {
    if (!signal.aborted) {
      this.#failure = failure;
    }
  }

  async #summaryOf(conversationId: string, signal: AbortSignal): Promise<ReadSummary> {
    const { now, logins } = this.#deps;
    const client = this.#deps.client();
    let login: string | undefined;
    const { value } = await readTarget(client, conversationId, {
      signal,
      withoutRetry: true,
      beforeSend: (used) => {
        login = used;
      },
    });
    const isCounted = this.#entries.length <= maxCounted && value.status !== 'CREATED';
    return {
      readAt: now(),
      status: value.status,
      subscriptionActive: subscriptionIsActive(value),
      hadData: holdsData(value),
      ...userKeyOf(value),
      name: nameOf(value),
      birthDate: birthDateOf(value),
      products: Object.keys(value.result ?? {}).slice(0, 12),
      createdAt: createdAtOf(value),
      files: isCounted ? await countFiles(client, conversationId, signal) : undefined,
      loginDigest: login === undefined ? undefined : await logins.of(login),
      // More cannot be proposed at once, and it takes time.
      state: this.#entries.length > maxProposed ? undefined : stateDigest(this.#deps.salt, value),
    };
  }
}

/**
 * Returns how many files a conversation has (interface 4.4); undefined where that cannot be read, which does not prevent a deletion.
 * @throws Failure cancelled
 */
async function countFiles(
  client: Pick<ServiceClient, 'readMetadata'>,
  conversationId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(maxFilesMs)]);
    const { value } = await client.readMetadata(conversationId, { signal: limited });
    return (value.media ?? value.list?.media)?.length;
  } catch (error) {
    signal.throwIfAborted();
    assertFailure(error);
    return undefined;
  }
}

function isUnread({ summary, failure }: PreviewEntry): boolean {
  return summary === undefined && failure === undefined;
}

/** Returns the user key as far as it is shown, and where that is not the whole one, its digest. */
function userKeyOf({ userKey }: Conversation): Pick<ReadSummary, 'userKey' | 'userKeyHash'> {
  if (typeof userKey !== 'string' || userKey.trim() === '') {
    return { userKey: undefined, userKeyHash: undefined };
  }
  const isWhole = userKey.length <= maxShownText;
  return {
    userKey: userKey.slice(0, maxShownText),
    userKeyHash: isWhole ? undefined : userKeyHash(userKey),
  };
}
