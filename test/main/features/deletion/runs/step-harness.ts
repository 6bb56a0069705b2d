import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LoginDigests } from '../../../../../main/features/deletion/login-digests.ts';
import {
  CallSender,
  ItemProgress,
  type StepDeps,
  type StepResult,
} from '../../../../../main/features/deletion/runs/running/call-sender.ts';
import { CallSlots } from '../../../../../main/features/deletion/runs/running/call-slots.ts';
import { ReadAfterCall, ReadBeforeCall } from '../../../../../main/features/deletion/runs/running/reads.ts';
import { hindrance } from '../../../../../main/features/deletion/runs/running/states.ts';
import type {
  ItemRecord,
  StoredItem,
  StoredRun,
} from '../../../../../main/features/deletion/runs/store/records.ts';
import { SentRequests } from '../../../../../main/features/deletion/sent-requests.ts';
import type { RunReceiptDraft } from '../../../../../main/features/records/receipts/receipt.ts';
import { createServices } from '../../../../../main/service/services.ts';
import { systemDeps } from '../../../../../main/service/system-deps.ts';
import { environmentSettings } from '../../../../../preload/contract/environments.ts';
import { RecordingService } from '../../../../support/recording-service.ts';
import { noEarly } from '../no-early.ts';
import { KeptCases } from './kept-cases.ts';

/** Each digest takes a while by design, so the logins of all tests share them. */
const logins = new LoginDigests();

/** The steps of one item with the real client and a real HTTP server; the store is a list, the clock stands still. */
export class StepHarness {
  readonly service: RecordingService;
  readonly kept: KeptCases;
  readonly changes: StoredItem[] = [];
  readonly receipts: RunReceiptDraft[] = [];
  readonly waits: (number | undefined)[] = [];
  /** The conversations recorded as absent. */
  readonly absences: unknown[] = [];
  readonly logins = logins;
  /** The steps as a run performs them. */
  readonly steps: {
    send(item: StoredItem): Promise<StepResult>;
    read(item: StoredItem): Promise<StepResult>;
    end(item: StoredItem): Promise<StepResult>;
  };
  readonly deps: StepDeps;
  apiKey: { login: string; password: string } = { login: 'login', password: 'password' };
  now = Date.parse('2026-11-22T12:00:00Z');
  maySend = true;
  isWaiting = false;
  isCancelled = false;
  readonly closing = new AbortController();
  readonly #services;

  static async start(): Promise<StepHarness> {
    return new StepHarness(await RecordingService.start());
  }

  constructor(service: RecordingService) {
    this.service = service;
    this.kept = new KeptCases(service);
    const settings = environmentSettings.parse({
      name: 'Acme',
      kind: 'test',
      baseUrl: service.baseUrl,
      proxy: { mode: 'none' },
      endMonitoring: true,
    });
    const system = systemDeps(async () => undefined);
    this.#services = createServices({
      settings: () => settings,
      apiKey: async () => this.apiKey,
      system: { ...system, sleep: () => setImmediate() },
    });
    const run: StoredRun = {
      runId: 'run-1',
      environmentId: 'acme',
      environmentName: 'Acme',
      environmentKind: 'test',
      baseUrl: service.baseUrl,
      mode: 'DELETE_DATA',
      reason: 'retention-ended',
      createdAt: this.now,
      state: 'open',
      pace: { concurrency: 1, stopAfter: 10 },
    };
    this.deps = {
      run: () => run,
      store: {
        apply: async (changes, receipts = []) => {
          this.changes.push(...changes);
          this.receipts.push(...receipts);
        },
      },
      client: () => this.#services.client('acme'),
      hindrance: (read) => {
        const state = this.maySend ? 'open' : 'paused';
        return hindrance(
          { state, isExclusive: false, isClosing: false, waitsMs: this.isWaiting ? 1 : 0 },
          read,
        );
      },
      checkApproved: async () => undefined,
      absent: (...given) => this.absences.push(given),
      isCancelled: () => this.isCancelled,
      waitFor: ({ afterMs }) => this.waits.push(afterMs),
      slots: new CallSlots({
        limit: () => 1,
        perSecond: () => undefined,
        elapsed: system.elapsed,
        later: () => () => undefined,
      }),
      signal: this.closing.signal,
      stopping: new AbortController().signal,
      checkSendable: () => undefined,
      early: noEarly,
      sent: () => undefined,
      log: () => undefined,
      logins,
      sentRequests: new SentRequests(),
      previewedAt: 0,
      readLifeMs: 600_000,
      newId: randomUUID,
      now: () => this.now,
    };
    const progress = new ItemProgress(this.deps);
    const before = new ReadBeforeCall(this.deps, progress);
    const sender = new CallSender(this.deps, progress);
    const after = new ReadAfterCall(this.deps, progress);
    this.steps = {
      async send(item) {
        const checked = await before.read(item);
        return checked.kind === 'send' ? sender.send(checked.item) : checked.result;
      },
      read: (item) => after.read(item),
      end: (item) => after.end(item),
    };
  }

  /** An item of the only conversation, `c-1`, that was read just before; `undefined` removes a member of its record. */
  item(record: Partial<ItemRecord> = {}, change: Partial<StoredItem> = {}): StoredItem {
    return {
      itemId: 1,
      conversationId: 'c-1',
      plan: ['DELETE_DATA'],
      step: 0,
      state: 'waiting',
      outcome: undefined,
      record: { attempts: 0, readAt: this.now, hadData: true, status: 'FINISHED', ...record },
      ...change,
    };
  }

  /** The requests that the service received, in order: `GET`, or the mode of a DELETE. */
  get received(): string[] {
    return this.service.requests.map(
      ({ method, url }) =>
        url.split('mode=')[1] ?? (url.includes('/subscriptions/') ? 'END_MONITORING' : method),
    );
  }

  /** True if a request for the conversation counts as sent since `moment`. */
  wasCalled(moment = 0): boolean {
    return this.deps.sentRequests.hasAnyAfter(moment, this.service.baseUrl, 'c-1');
  }

  async close(): Promise<void> {
    await this.#services.close();
    await this.service.close();
  }
}
