import { vi } from 'vitest';
import { cancelledFailure, type FailedRequest, Failure } from '../../../../../main/common/failure.ts';
import { LoginDigests } from '../../../../../main/features/deletion/login-digests.ts';
import type { RunDeps } from '../../../../../main/features/deletion/runs/deps.ts';
import { Run } from '../../../../../main/features/deletion/runs/running/run.ts';
import type {
  ItemRecord,
  StoredItem,
  StoredRun,
} from '../../../../../main/features/deletion/runs/store/records.ts';
import { SentRequests } from '../../../../../main/features/deletion/sent-requests.ts';
import type { Reading, SendOptions, ServiceClient } from '../../../../../main/service/port.ts';
import type { ErrorCode } from '../../../../../preload/contract/envelope.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { MemoryStore, storedRun } from './memory-store.ts';

/** Each digest takes a while by design, so the logins of all tests share them. */
const logins = new LoginDigests();

/** More requests than any of these runs needs: after so many none is answered, so that a run that never ends cannot keep its test. */
const endless = 2000;

/** Every member of the response was valid. */
const notes = {
  flags: [],
  cuts: [],
  duplicates: [],
  inexactNumbers: [],
  receivedAt: '2026-11-22T12:00:00Z',
  bytes: 1,
  ms: 1,
  attempts: 1,
};

/** A service in memory whose conversations are finished, with data, until they are deleted. */
export class MemoryService {
  /** `GET c-1` or `DELETE c-1`, in the order in which they were sent. */
  readonly requests: string[] = [];
  /** When each of them was sent, in milliseconds by the test's clock. */
  readonly times: number[] = [];
  readonly gone = new Set<string>();
  /** Called before a request is carried out, which fails with what this throws. */
  before: (request: string) => void = () => undefined;
  mostInProgress = 0;
  #inProgress = 0;
  readonly #disturbances = new Set<{ start: string; action: () => void | Promise<void> }>();

  /** Keeps requests that begin with this from being answered until the returned function is called. */
  hold(start: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = this.#disturb(start, () => promise);
    return () => {
      end();
      resolve();
    };
  }

  /** Refuses requests that begin with this until the returned function is called. */
  refuse(start: string, failure: Failure): () => void {
    return this.#disturb(start, () => {
      throw failure;
    });
  }

  client(): Pick<ServiceClient, 'readConversation' | 'deleteConversation'> {
    return {
      readConversation: async (id, options): Promise<Reading<Conversation>> => {
        await this.#carriedOut(`GET ${id}`, options);
        if (this.gone.has(id)) {
          throw gone();
        }
        const value = { id, status: 'FINISHED', result: { identity: { user: { name: 'Ann' } } } };
        return { value, notes, raw: new Uint8Array() };
      },
      deleteConversation: async (id, _mode, options) => {
        await this.#carriedOut(`DELETE ${id}`, options);
        this.gone.add(id);
        return { status: 202 };
      },
    };
  }

  #disturb(start: string, action: () => void | Promise<void>): () => void {
    const disturbance = { start, action };
    this.#disturbances.add(disturbance);
    return () => this.#disturbances.delete(disturbance);
  }

  async #answered(request: string): Promise<void> {
    for (const { start, action } of this.#disturbances) {
      if (request.startsWith(start)) {
        await action();
      }
    }
    this.before(request);
  }

  async #carriedOut(request: string, { beforeSend, signal }: SendOptions = {}): Promise<void> {
    beforeSend?.(undefined);
    this.requests.push(request);
    this.times.push(performance.now());
    if (this.requests.length > endless) {
      await new Promise(() => undefined);
    }
    this.#inProgress += 1;
    this.mostInProgress = Math.max(this.mostInProgress, this.#inProgress);
    try {
      const cancelled = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(cancelledFailure()));
      });
      await Promise.race([this.#answered(request), cancelled]);
    } finally {
      this.#inProgress -= 1;
    }
  }
}

export function failed(code: ErrorCode, request: Partial<FailedRequest> = {}): Failure {
  return new Failure({ code, message: 'no', request: { performed: 'no', transient: false, ...request } });
}

/** The service's own 410, with its error object. */
export const gone = (): Failure => failed('gone', { errorObject: { status: 'GONE', message: 'gone' } });

/** An item that waits for its only call and was read just before. */
export function waiting(record: Partial<ItemRecord> = {}): Partial<StoredItem> {
  const read = { attempts: 0, readAt: Date.now(), hadData: true, status: 'FINISHED' };
  return { state: 'waiting', record: { ...read, ...record } };
}

/** An item whose call was accepted. */
export function sent(): Partial<StoredItem> {
  const asked = { attempts: 1, askedAt: Date.now(), answeredAt: Date.now(), answer: 'accepted' as const };
  return { state: 'sent', record: { ...asked, hadData: true } };
}

/** A run on a store and a service in memory. Its clocks are those of vitest, which a test moves. */
export class SingleRun {
  readonly service = new MemoryService();
  readonly owners: RunDeps['owners'] = new Map();
  readonly logged: unknown[] = [];
  readonly store: MemoryStore;
  /** How far the clock of the day is off. */
  clockError = 0;
  changes = 0;
  #run: Run | undefined;

  constructor(items: readonly Partial<StoredItem>[], change: Partial<StoredRun> = {}) {
    this.store = new MemoryStore(items, { ...storedRun, ...change });
  }

  get run(): Run {
    if (this.#run === undefined) {
      throw new Error('The run was not started.');
    }
    return this.#run;
  }

  /** Starts the run, or the one that the console finds when it is started again. */
  async start(given: { heldMs?: number; isInterrupted?: boolean } = {}): Promise<Run> {
    const [stored] = await this.store.request('runs', {});
    if (stored === undefined) {
      throw new Error('There is no run.');
    }
    const { runId } = stored;
    this.#run = new Run({
      stored: given.heldMs === undefined ? stored : { ...stored, state: 'holding' },
      counts: await this.store.request('counts', { runId }),
      store: this.store,
      heldUntil: given.heldMs === undefined ? undefined : this.now() + given.heldMs,
      isInterrupted: given.isInterrupted ?? false,
      elapsed: () => performance.now(),
      later(ms, action) {
        const timer = setTimeout(action, ms);
        return () => clearTimeout(timer);
      },
      checkSendable: () => undefined,
      checkApproved: async () => undefined,
      absent: () => undefined,
      early: { isKept: async () => false },
      now: () => this.now(),
      holdMs: 10_000,
      changed: () => {
        this.changes += 1;
      },
      log: (error) => this.logged.push(error),
      owners: this.owners,
      client: () => this.service.client() as ServiceClient,
      logins,
      sentRequests: new SentRequests(),
      previewedAt: 0,
      newId: () => crypto.randomUUID(),
    });
    this.#run.start(await this.store.request('underWay', { runId }));
    await passed(0);
    return this.#run;
  }

  now(): number {
    return Date.now() + this.clockError;
  }

  get view() {
    return this.run.view();
  }

  /** The state of the run on disk. */
  async onDisk(): Promise<StoredRun | undefined> {
    return (await this.store.request('runs', {}))[0];
  }

  /** How many items have this state on disk. */
  async countOf(state: StoredItem['state']): Promise<number> {
    return (
      await this.store.request('next', { runId: storedRun.runId, states: [state], after: 0, count: 1000 })
    ).length;
  }
}

/** Lets this time pass, and everything happen that it brings about. */
export async function passed(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
