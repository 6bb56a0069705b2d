import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { ConversationOwners } from '../../../../main/features/deletion/conversation-owners.ts';
import { Deletions } from '../../../../main/features/deletion/deletions.ts';
import { deletionHandlers } from '../../../../main/features/deletion/handlers.ts';
import { LoginDigests } from '../../../../main/features/deletion/login-digests.ts';
import { Runs } from '../../../../main/features/deletion/runs/runs.ts';
import { RunStore } from '../../../../main/features/deletion/runs/store/run-store.ts';
import { SentRequests } from '../../../../main/features/deletion/sent-requests.ts';
import { createServices } from '../../../../main/service/services.ts';
import { systemDeps } from '../../../../main/service/system-deps.ts';
import type { DeletionList, DeletionMode, DeletionView } from '../../../../preload/contract/deletion.ts';
import { environmentSettings } from '../../../../preload/contract/environments.ts';
import { RecordingService } from '../../../support/recording-service.ts';
import { noEarly } from './no-early.ts';
import { sessionKey } from './runs/session-key.ts';

export const environmentId = 'acme';

/** Deletion with the real client, a real HTTP server and a real file; only the pauses between reads are skipped. */
export class DeletionHarness {
  readonly dataDir: string;
  readonly service: RecordingService;
  settings: ReturnType<typeof environmentSettings.parse>;
  /** The total length of the skipped pauses, in milliseconds. */
  pausedMs = 0;
  /** Runs before each pause ends. */
  onPause: () => void = () => undefined;
  systemProxy: () => Promise<string | undefined> = async () => undefined;
  checkSelected: () => void = () => undefined;
  apiKey: { login: string; password: string } | undefined = { login: 'login', password: 'password' };
  owners = new ConversationOwners();
  runs: Runs;
  store: RunStore;
  deletions: Deletions;
  handlers: ReturnType<typeof deletionHandlers>;
  readonly services;
  /** Throws what a request to the store of this name fails with. */
  beforeStore: (name: string) => void = () => undefined;
  readonly #key;
  readonly logged: unknown[] = [];
  /** The list as the windows received it, oldest first. */
  readonly published: DeletionList[] = [];
  report: (error: unknown) => void = (error) => {
    throw error;
  };

  static async start(change: Record<string, unknown> = {}): Promise<DeletionHarness> {
    const harness = new DeletionHarness(await RecordingService.start(), change);
    await harness.#resume();
    return harness;
  }

  constructor(service: RecordingService, change: Record<string, unknown>) {
    this.service = service;
    this.dataDir = mkdtempSync(join(tmpdir(), 'assay-deletion-'));
    this.#key = sessionKey({ dataDir: this.dataDir, isSessionOnly: false });
    this.settings = environmentSettings.parse({
      name: 'Acme',
      kind: 'test',
      baseUrl: service.baseUrl,
      proxy: { mode: 'none' },
      ...change,
    });
    const system = systemDeps(() => this.systemProxy());
    system.redaction.keep('test', ['echoed-secret']);
    this.services = createServices({
      settings: () => this.settings,
      apiKey: async () => this.apiKey,
      // The client's retry delays are skipped too.
      system: { ...system, sleep: () => setImmediate() },
    });
    [this.deletions, this.handlers, this.runs, this.store] = this.#open();
  }

  /** The file of former versions. */
  get file(): string {
    return join(this.dataDir, 'deletions.json');
  }

  /** Everything that is on disk. */
  onDisk(): string {
    return readdirSync(this.dataDir)
      .map((name) => readFileSync(join(this.dataDir, name)).toString('latin1'))
      .join('\n');
  }

  /** The recorded deletions, with their items. */
  async recorded() {
    const runs = await this.store.request('runs', {});
    return Promise.all(
      runs.map(async (run) => ({
        run,
        item: (await this.store.request('itemsOf', { runId: run.runId }))[0],
      })),
    );
  }

  /** The receipts, oldest first. */
  async receipts() {
    const { receipts } = await this.store.request('receipts', { filter: {}, from: 0, count: 500 });
    return receipts.reverse().map(({ content = '' }) => JSON.parse(content));
  }

  /** Lets the time of a pause pass at once. */
  readonly #later = (ms: number, action: () => void) => {
    let isStopped = false;
    this.pausedMs += ms;
    void setImmediate().then(() => {
      if (!isStopped) {
        this.onPause();
        action();
      }
    });
    return () => {
      isStopped = true;
    };
  };

  /** Restarts the console on the same data directory. */
  async restart(): Promise<void> {
    await this.#stop();
    [this.deletions, this.handlers, this.runs, this.store] = this.#open();
    await this.#resume();
  }

  preview(conversationId: string, mode: DeletionMode) {
    return this.handlers['deletion.preview']({ environmentId, conversationId, mode }, context());
  }

  run(
    previewId: string,
    given: { confirmation?: string; identity?: string; unread?: boolean; signal?: AbortSignal } = {},
  ) {
    const { signal, ...confirmation } = given;
    return this.handlers['deletion.run']({ environmentId, previewId, ...confirmation }, context(signal));
  }

  /** Previews and runs a deletion and waits until nothing is in progress. */
  async delete(conversationId: string, mode: DeletionMode): Promise<DeletionView> {
    const { previewId } = await this.preview(conversationId, mode);
    await this.run(previewId);
    return this.rested();
  }

  /** The newest deletion, once it is neither being sent nor checked. */
  async rested(): Promise<DeletionView> {
    const isAtRest = () => !['sending', 'checking', undefined].includes(this.newest()?.phase);
    await vi.waitUntil(isAtRest, { interval: 2 });
    return this.newest() as DeletionView;
  }

  newest(): DeletionView | undefined {
    return this.deletions.list().deletions[0];
  }

  changed(): void {
    this.services.changed(environmentId);
    this.runs.environmentChanged(environmentId);
    this.deletions.environmentChanged(environmentId);
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.services.close();
    await this.service.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #resume(): Promise<void> {
    await this.runs.open();
    await this.deletions.resume();
  }

  async #stop(): Promise<void> {
    this.deletions.close();
    await this.runs.close();
    await this.store.close();
  }

  #open() {
    const settings = () => this.settings;
    const store = new RunStore({
      path: join(this.dataDir, 'deletion-runs.sqlite'),
      signer: () => this.#key.signer(),
      journal: async () => undefined,
      now: Date.now,
      log: (error) => this.logged.push(error),
    });
    const request = store.request;
    (store as { request: typeof request }).request = async (name, ...given) => {
      this.beforeStore(name);
      return request(name, ...given);
    };
    this.owners = new ConversationOwners();
    const shared = {
      sentRequests: new SentRequests(),
      owners: this.owners,
      logins: new LoginDigests(),
      services: this.services,
      settings,
      checkSelected: () => this.checkSelected(),
      store,
      actor: 'tester',
      now: Date.now,
      newId: randomUUID,
    };
    const runs = new Runs({
      early: noEarly,
      ...shared,
      elapsed: () => performance.now() + this.pausedMs,
      later: this.#later,
      sleep: async () => setImmediate(),
      holdMs: 0,
      publish: () => undefined,
      log: (error) => this.logged.push(error),
    });
    const deletions = new Deletions({
      ...shared,
      runs,
      formerFile: this.file,
      publish: (list) => this.published.push(list),
      report: (error) => this.report(error),
    });
    const handlers = deletionHandlers({
      early: noEarly,
      services: this.services,
      deletions,
      settings,
      lastOpenedAt: () => '2026-11-20T09:00:00.000Z',
      now: Date.now,
      newId: randomUUID,
    });
    return [deletions, handlers, runs, store] as const;
  }
}

export function context(signal = new AbortController().signal) {
  return { signal, closed: new AbortController().signal, progress: () => undefined as never };
}
