import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { cancelledFailure, Failure } from '../../../../../../main/common/failure.ts';
import { LoginDigests } from '../../../../../../main/features/deletion/login-digests.ts';
import { Runs } from '../../../../../../main/features/deletion/runs/runs.ts';
import { RunStore } from '../../../../../../main/features/deletion/runs/store/run-store.ts';
import { SentRequests } from '../../../../../../main/features/deletion/sent-requests.ts';
import type { ConsoleKey } from '../../../../../../main/features/records/console-key/console-key.ts';
import type { SendOptions, ServiceClient } from '../../../../../../main/service/port.ts';
import { createServices } from '../../../../../../main/service/services.ts';
import { systemDeps } from '../../../../../../main/service/system-deps.ts';
import type { PlanStep } from '../../../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentSettings } from '../../../../../../preload/contract/environments.ts';
import { noApprovals } from '../../no-approvals.ts';
import { noEarly } from '../../no-early.ts';

/** The parts of the console that outlive a kill of the engine. */
export interface Surroundings {
  dataDir: string;
  key: ConsoleKey;
  /** @throws Failure environment-not-found */
  settings(): EnvironmentSettings;
  isSelected(): boolean;
  apiKey(): { login: string; password: string };
  /** Called just before a call leaves. */
  leaves(conversationId: string, step: PlanStep): void;
  /** Called with what a run must never do. */
  violated(what: string): void;
  /** Returns whether a preview may be reading. */
  isPreviewing(): boolean;
  /** Called at each border: requests to the store and to the service, before and after. */
  passed(): void;
  log(error: unknown): void;
}

/** Digests that are fast: the real ones are slow by design. */
class FastDigests extends LoginDigests {
  readonly #session = randomUUID();

  override of(login: string): Promise<string> {
    return Promise.resolve(`${this.#session}.${login}`);
  }

  override loginOf(digest: string): string | undefined {
    const [session, login] = digest.split('.');
    return session === this.#session ? login : undefined;
  }

  override matches(digest: string, login: string): Promise<boolean> {
    return Promise.resolve(digest.split('.')[1] === login);
  }
}

const never = new Promise<never>(() => undefined);

/** A clock that tests move; both times begin with it, and the clock of the day can be set. */
export class ModelClock {
  elapsed = 0;
  /** How far the clock of the day is off, in milliseconds. */
  error = 0;
  /** How often it was set. */
  sets = 0;
  #timers = new Set<{ at: number; action: () => void }>();

  now(): number {
    return Date.parse('2026-11-22T12:00:00Z') + this.elapsed + this.error;
  }

  later(ms: number, action: () => void): () => void {
    const timer = { at: this.elapsed + ms, action };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Sets the clock of the day by this many milliseconds. */
  set(ms: number): void {
    this.error += ms;
    this.sets += 1;
  }

  /** Forgets the timers, as a kill does. */
  clear(): void {
    this.#timers = new Set();
  }

  /** Goes on to the next timer and calls it; false if there is none until then. */
  next(until: number): boolean {
    const [first] = [...this.#timers].sort((one, other) => one.at - other.at);
    if (first === undefined || first.at > until) {
      this.elapsed = Math.max(this.elapsed, until);
      return false;
    }
    this.#timers.delete(first);
    this.elapsed = Math.max(this.elapsed, first.at);
    first.action();
    return true;
  }
}

/**
 * One life of the engine: the real runs, store, thread, SQLite file and HTTP client. `kill` leaves the file as it is at that moment: what has not
 * reached the thread or the network never does, and what was asked is never answered.
 */
export class EngineLife {
  readonly runs: Runs;
  readonly store: RunStore;
  readonly clock: ModelClock;
  isDead = false;
  /** Requests to the store and the service in progress. */
  busy = 0;
  /** Writes that fail from now on, as on a full disk. */
  failingWrites = 0;
  hasFailedWrites = false;
  readonly #around: Surroundings;
  readonly #services;
  /** The conversations with a request of a run in progress. */
  readonly #requested = new Set<string>();
  #thread: Worker | undefined;

  constructor(around: Surroundings, clock: ModelClock) {
    this.#around = around;
    this.clock = clock;
    const system = systemDeps(async () => undefined);
    this.#services = createServices({
      settings: () => around.settings(),
      apiKey: async () => around.apiKey(),
      system: { ...system, sleep: () => setImmediate() },
    });
    const now = () => clock.now();
    const log = (error: unknown) => void (this.isDead || around.log(error));
    this.store = new RunStore({
      path: join(around.dataDir, 'deletion-runs.sqlite'),
      signer: () => around.key.signer(),
      journal: async () => undefined,
      now,
      log,
    });
    const { request } = this.store;
    const guarded: RunStore['request'] = (name, input, options) =>
      name === 'notJournaled' || name === 'setJournaled'
        ? this.#unlessDead(() => request(name, input, options))
        : this.#atBorder(() => {
            if (this.failingWrites > 0 && (name === 'apply' || name === 'setRun' || name === 'withdraw')) {
              this.failingWrites -= 1;
              this.hasFailedWrites = true;
              throw new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
            }
            return request(name, input, options);
          });
    Object.assign(this.store, { request: guarded });
    const sleep = (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const stop = clock.later(ms, resolve);
        signal?.addEventListener('abort', () => {
          stop();
          reject(cancelledFailure());
        });
      });
    this.runs = new Runs({
      absent: () => undefined,
      early: noEarly,
      approvals: noApprovals,
      keyId: async () => '',
      store: this.store,
      services: { client: (id) => this.#client(this.#services.client(id)) },
      settings: () => around.settings(),
      isSelected: () => around.isSelected(),
      logins: new FastDigests(),
      sentRequests: new SentRequests(),
      owners: new Map(),
      actor: 'tester',
      newId: randomUUID,
      now,
      elapsed: () => clock.elapsed,
      later: (ms, action) => clock.later(ms, action),
      sleep,
      holdMs: 10_000,
      publish: () => undefined,
      log,
    });
  }

  async open(): Promise<void> {
    const keep = (thread: Worker) => {
      this.#thread ??= thread;
    };
    process.on('worker', keep);
    try {
      await this.runs.open();
    } finally {
      process.off('worker', keep);
    }
  }

  /** As when settings or the key were changed. */
  environmentChanged(id: string): void {
    this.#services.renew(id);
    this.runs.environmentChanged(id);
  }

  async kill(): Promise<void> {
    this.die();
    await this.#thread?.terminate();
    await this.#services.close();
  }

  /** From now on nothing leaves, and nothing is answered. */
  die(): void {
    this.isDead = true;
    this.clock.clear();
  }

  async #unlessDead<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDead) {
      return never;
    }
    try {
      const result = await work();
      return this.isDead ? await never : result;
    } catch (error) {
      return this.isDead ? never : Promise.reject(error);
    }
  }

  /** Works at the border of the engine: it may die before, during and after. */
  async #atBorder<T>(work: () => Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      this.#around.passed();
      const result = await this.#unlessDead(work);
      this.#around.passed();
      return this.isDead ? await never : result;
    } finally {
      this.busy -= 1;
    }
  }

  #client(client: ServiceClient): ServiceClient {
    const watched = (options: SendOptions | undefined, leaves?: () => void): SendOptions => ({
      ...options,
      beforeSend: (login) => {
        if (this.isDead) {
          throw cancelledFailure();
        }
        options?.beforeSend?.(login);
        leaves?.();
      },
    });
    const { leaves, violated, isPreviewing } = this.#around;
    /** Runs have one request at once for a conversation; previews may read at the same time. */
    const alone = async <T>(id: string, request: (sent: () => void) => Promise<T>): Promise<T> => {
      let isSent = false;
      try {
        return await request(() => {
          if (!isSent && this.#requested.has(id)) {
            violated(`${id} has two requests of runs at once`);
          }
          isSent = true;
          this.#requested.add(id);
        });
      } finally {
        if (isSent) {
          this.#requested.delete(id);
        }
      }
    };
    return {
      ...client,
      readConversation: (id, options) =>
        !isPreviewing()
          ? alone(id, (sent) => this.#atBorder(() => client.readConversation(id, watched(options, sent))))
          : this.#atBorder(() => client.readConversation(id, watched(options))),
      readMetadata: (id, options) => this.#atBorder(() => client.readMetadata(id, options)),
      deleteConversation: (id, mode, options) =>
        alone(id, (sent) => {
          const left = () => {
            sent();
            leaves(id, mode);
          };
          return this.#atBorder(() => client.deleteConversation(id, mode, watched(options, left)));
        }),
      endMonitoring: (id, options) =>
        alone(id, (sent) => {
          const left = () => {
            sent();
            leaves(id, 'END_MONITORING');
          };
          return this.#atBorder(() => client.endMonitoring(id, watched(options, left)));
        }),
    };
  }
}
