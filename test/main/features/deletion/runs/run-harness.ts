import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import { LoginDigests } from '../../../../../main/features/deletion/login-digests.ts';
import type { RunDeps } from '../../../../../main/features/deletion/runs/deps.ts';
import { Runs } from '../../../../../main/features/deletion/runs/runs.ts';
import { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import { SentRequests } from '../../../../../main/features/deletion/sent-requests.ts';
import type { KeptReceipt } from '../../../../../main/features/records/receipts/receipt.ts';
import { createServices } from '../../../../../main/service/services.ts';
import { systemDeps } from '../../../../../main/service/system-deps.ts';
import type { DeletionMode } from '../../../../../preload/contract/deletion.ts';
import type { DeletionDraft, DeletionRun, RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { environmentSettings } from '../../../../../preload/contract/environments.ts';
import { RecordingService } from '../../../../support/recording-service.ts';
import { noApprovals } from '../no-approvals.ts';
import { noEarly } from '../no-early.ts';
import { sessionKey } from './session-key.ts';

export const environmentId = 'acme';
export const pace: RunPace = { concurrency: 4, stopAfter: 10 };

/** Each digest takes a while by design, so all tests share them; a console that is started again has its own. */
const sharedLogins = new LoginDigests();

/** Runs on the real client, a real HTTP server, a real SQLite file in its worker, and a key of the session. */
export class RunHarness {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'assay-runs-'));
  readonly service: RecordingService;
  settings: ReturnType<typeof environmentSettings.parse>;
  selected = environmentId;
  /** True once the environment was deleted. */
  isDeleted = false;
  apiKey: { login: string; password: string } | undefined = { login: 'login', password: 'password' };
  holdMs = 0;
  early = noEarly;
  approvals = noApprovals;
  /** Timers are called after this many milliseconds at the latest. */
  longestWaitMs = Infinity;
  now = () => Date.now();
  readonly journaled: KeptReceipt[] = [];
  readonly logged: unknown[] = [];
  readonly #services;
  sentRequests = new SentRequests();
  owners: RunDeps['owners'] = new Map();
  runs: Runs;
  store: RunStore;

  static async start(change: Record<string, unknown> = {}): Promise<RunHarness> {
    const harness = new RunHarness(await RecordingService.start(), change);
    await harness.runs.open();
    return harness;
  }

  constructor(service: RecordingService, change: Record<string, unknown>) {
    this.service = service;
    this.settings = environmentSettings.parse({
      name: 'Acme',
      kind: 'test',
      baseUrl: service.baseUrl,
      proxy: { mode: 'none' },
      ...change,
    });
    const system = systemDeps(async () => undefined);
    this.#services = createServices({
      settings: () => this.settings,
      apiKey: async () => this.apiKey,
      system: { ...system, sleep: () => setImmediate() },
    });
    [this.runs, this.store] = this.#open(sharedLogins);
  }

  /** As a new start of the console with the same data directory. */
  async restart(): Promise<void> {
    await this.runs.close();
    await this.store.close();
    [this.runs, this.store] = this.#open(new LoginDigests());
    await this.runs.open();
  }

  /** A preview that has read everything. */
  async prepared(ids: readonly string[], mode: DeletionMode): Promise<DeletionDraft> {
    const conversations = ids.map((conversationId) => ({ conversationId }));
    const { draftId } = this.runs.prepare(environmentId, conversations);
    this.runs.draft(environmentId, draftId).choose(mode === 'EXPIRE' ? 'expire' : 'delete');
    await vi.waitUntil(() => this.runs.draft(environmentId, draftId).view().state !== 'reading');
    return this.runs.draft(environmentId, draftId).view();
  }

  begin(
    draft: DeletionDraft,
    given: Partial<RunPace> = {},
    plan: { startsAt?: number; earlyReason?: string } = {},
  ): Promise<DeletionRun> {
    return this.runs.start({
      environmentId,
      draftId: draft.draftId,
      count: String(draft.included),
      reason: 'retention-ended',
      ticket: 'SUP-1',
      pace: { ...pace, ...given },
      ...plan,
      ...(draft.confirmation === undefined ? {} : { environmentName: draft.confirmation }),
    });
  }

  /** Previews all, begins, and waits for the end. */
  async done(ids: readonly string[], mode: DeletionMode, given: Partial<RunPace> = {}): Promise<DeletionRun> {
    const { runId } = await this.begin(await this.prepared(ids, mode), given);
    return this.until(runId, 'done');
  }

  async until(runId: string, ...states: DeletionRun['state'][]): Promise<DeletionRun> {
    await vi.waitUntil(() => states.includes(this.view(runId).state), { interval: 5 });
    return this.view(runId);
  }

  /** As when the environment's key was changed. */
  changed(): void {
    this.#services.renew(environmentId);
    this.runs.environmentChanged(environmentId);
  }

  view(runId: string): DeletionRun {
    const run = this.runs.list().find((one) => one.runId === runId);
    if (run === undefined) {
      throw new Error('There is no such run.');
    }
    return run;
  }

  async items(runId: string) {
    const { lines } = await this.store.request('lines', { runId, from: 0, count: 500 });
    return lines.filter(({ plan }) => plan.length > 0);
  }

  async receipts() {
    return (await this.store.request('receipts', { filter: {}, from: 0, count: 500 })).receipts;
  }

  /** The register, the newest run first. */
  async register() {
    const sort = { by: 'when', descending: true } as const;
    return (await this.store.register({ filter: {}, sort, from: 0, count: 50 })).runs;
  }

  async close(): Promise<void> {
    await this.runs.close();
    await this.store.close();
    await this.#services.close();
    await this.service.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #open(logins: LoginDigests): [Runs, RunStore] {
    const system = systemDeps(async () => undefined);
    this.sentRequests = new SentRequests();
    this.owners = new Map();
    const key = sessionKey({
      dataDir: this.dataDir,
      isSessionOnly: false,
      now: () => this.now(),
      log: (error) => this.logged.push(error),
    });
    const store = new RunStore({
      path: join(this.dataDir, 'deletion-runs.sqlite'),
      signer: () => key.signer(),
      journal: async (receipts) => void this.journaled.push(...receipts),
      now: () => this.now(),
      log: (error) => this.logged.push(error),
    });
    const runs = new Runs({
      approvals: this.approvals,
      keyId: async () => (await key.signer()).keyId,
      early: {
        count: (...given) => this.early.count(...given),
        confirm: (...given) => this.early.confirm(...given),
        isKept: (...given) => this.early.isKept(...given),
        enterPlan: (...given) => this.early.enterPlan(...given),
      },
      store,
      services: this.#services,
      settings: () => {
        if (this.isDeleted) {
          throw new Failure({ code: 'environment-not-found', message: 'deleted' });
        }
        return this.settings;
      },
      isSelected: (id) => id === this.selected,
      absent: () => undefined,
      logins,
      sentRequests: this.sentRequests,
      owners: this.owners,
      actor: 'tester',
      newId: randomUUID,
      now: () => this.now(),
      elapsed: system.elapsed,
      later: (ms, action) => {
        const timer = setTimeout(action, Math.min(ms, this.longestWaitMs));
        return () => clearTimeout(timer);
      },
      sleep: system.sleep,
      holdMs: this.holdMs,
      publish: () => undefined,
      log: (error) => this.logged.push(error),
    });
    return [runs, store];
  }
}
