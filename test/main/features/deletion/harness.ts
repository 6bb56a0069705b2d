import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { ConversationOwners } from '../../../../main/features/deletion/conversation-owners.ts';
import { DeletionFile } from '../../../../main/features/deletion/deletion-file.ts';
import { Deletions } from '../../../../main/features/deletion/deletions.ts';
import { deletionHandlers } from '../../../../main/features/deletion/handlers.ts';
import { SentRequests } from '../../../../main/features/deletion/sent-requests.ts';
import { createServices } from '../../../../main/service/services.ts';
import { systemDeps } from '../../../../main/service/system-deps.ts';
import type { DeletionList, DeletionMode, DeletionView } from '../../../../preload/contract/deletion.ts';
import { environmentSettings } from '../../../../preload/contract/environments.ts';
import { RecordingService } from '../../../support/recording-service.ts';

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
  /** What receipts were asked for. */
  readonly ended: { outcome: string | undefined; read: { found: string } | undefined }[] = [];
  /** Fails to record a receipt, if set. */
  endedError: Error | undefined;
  readonly owners = new ConversationOwners();
  deletions: Deletions;
  handlers: ReturnType<typeof deletionHandlers>;
  readonly services;
  /** The list as the windows received it, oldest first. */
  readonly published: DeletionList[] = [];
  report: (error: unknown) => void = (error) => {
    throw error;
  };

  static async start(change: Record<string, unknown> = {}): Promise<DeletionHarness> {
    return new DeletionHarness(await RecordingService.start(), change);
  }

  constructor(service: RecordingService, change: Record<string, unknown>) {
    this.service = service;
    this.dataDir = mkdtempSync(join(tmpdir(), 'assay-deletion-'));
    this.settings = environmentSettings.parse({
      name: 'Acme',
      kind: 'test',
      baseUrl: service.baseUrl,
      proxy: { mode: 'none' },
      ...change,
    });
    const system = systemDeps(() => this.systemProxy());
    this.services = createServices({
      settings: () => this.settings,
      apiKey: async () => this.apiKey,
      // The client's retry delays are skipped too.
      system: { ...system, sleep: () => setImmediate() },
    });
    [this.deletions, this.handlers] = this.#open();
  }

  get file(): string {
    return join(this.dataDir, 'deletions.json');
  }

  onDisk(): string {
    return readFileSync(this.file, 'utf8');
  }

  /** Restarts the console on the same data directory. */
  async restart(): Promise<void> {
    await this.deletions.close();
    [this.deletions, this.handlers] = this.#open();
    await this.deletions.resume();
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
    this.deletions.environmentChanged(environmentId);
  }

  async close(): Promise<void> {
    await this.deletions.close();
    await this.services.close();
    await this.service.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #open() {
    const settings = () => this.settings;
    const deletions = new Deletions({
      sentRequests: new SentRequests(),
      owners: this.owners,
      services: this.services,
      settings,
      checkSelected: () => this.checkSelected(),
      file: new DeletionFile(this.file),
      now: Date.now,
      sleep: async (ms, signal) => {
        this.pausedMs += ms;
        this.onPause();
        await setImmediate();
        signal.throwIfAborted();
      },
      newId: randomUUID,
      redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('echoed-secret', '•••')),
      ended: async ({ outcome }, read) => {
        if (this.endedError) {
          throw this.endedError;
        }
        this.ended.push({ outcome, read });
      },
      publish: (list) => this.published.push(list),
      report: (error) => this.report(error),
    });
    const handlers = deletionHandlers({
      services: this.services,
      deletions,
      settings,
      lastOpenedAt: () => '2026-11-20T09:00:00.000Z',
      now: Date.now,
      newId: randomUUID,
    });
    return [deletions, handlers] as const;
  }
}

export function context(signal = new AbortController().signal) {
  return { signal, closed: new AbortController().signal, progress: () => undefined as never };
}
