import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { CaseSettings, CasesStatus } from '../../preload/contract/cases.ts';
import type { ConversationReading, RecentConversation } from '../../preload/contract/conversations.ts';
import type { JournalReport } from '../../preload/contract/journal.ts';
import { Failure } from '../failure.ts';
import { isoTime } from '../iso-time.ts';
import type { DraftEntry } from '../journal/entry.ts';
import { RequestWorker, type Send } from '../workers/request-worker.ts';
import type { Selection } from './case-index.ts';
import type { Recorded } from './case-recorder.ts';
import { ChangeReports } from './change-reports.ts';
import {
  addDataKey,
  createDataKey,
  type DataKeys,
  type KeyStore,
  readDataKeys,
  saveDataKeys,
} from './data-keys.ts';
import type { CaseEntry } from './entries.ts';
import { recentsPath } from './import-recents.ts';
import { casesPath } from './index-file.ts';
import type { IndexRequests } from './index-requests.ts';
import type { Act } from './opened-index.ts';
import type { ReadingOutcome } from './reading/reading-queue.ts';
import { Retention } from './retention.ts';

/** How long one request to the index may take, in milliseconds: far more than any needs. */
const requestMs = 30_000;
/** Like `requestMs`, for work on the whole file, such as rewriting it. */
const maintenanceMs = 600_000;
/** The most conversations returned as recently opened. */
const maxRecent = 200;
/** Values resealed per request. */
const resealedAtOnce = 500;
/** Cases deleted per request, so that other requests are answered in between. */
const sweptAtOnce = 500;
/** In MiB: enough to sort some millions of rows and to hold the largest reply. */
const heapMb = 1024;

export interface CaseStoreParts {
  dataDir: string;
  keychain: KeyStore & { state(): Promise<{ state: string; message: string }> };
  /** The person chose to keep secrets for this session only. */
  isSessionOnly(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The system user, recorded in the journal. */
  actor: string;
  /** Called when cases of an environment changed, at most four times a second. */
  onChange(environmentId: string): void;
  /** @throws Failure if one of the cases must not be deleted from this console yet */
  checkForget(environmentId: string, conversationIds: readonly string[]): void;
  /** Called with the cases that were deleted, by a person or by the retention period. */
  onForgotten(environmentId: string, conversationIds: readonly string[]): void;
  /** Called with errors; messages contain no personal values. */
  log(error: unknown): void;
}

/** The requests that change cases of one environment. */
type WriteName = {
  [N in keyof IndexRequests]: Parameters<IndexRequests[N]>[0] extends { environmentId: string } ? N : never;
}[keyof IndexRequests];

/**
 * The list of cases for the rest of main. A worker holds the index: on disk if its key can be stored in the keychain, otherwise in
 * memory.
 */
export class CaseStore {
  readonly #parts: CaseStoreParts;
  readonly #worker: RequestWorker<IndexRequests>;
  readonly #changes: ChangeReports;
  #storage: CasesStatus['storage'] = 'memory';
  /** No index exists yet. It is created on disk, with a new key, when there is something to store. */
  #isUnbegun = false;
  #notices: string[] = [];
  #writeFault: string | undefined;
  /** Resolves when the conversations opened so far are recorded. */
  #recording: Promise<void> = Promise.resolve();
  #reopening: Promise<void> | undefined;
  #retention: Retention | undefined;
  #rotating: Promise<void> | undefined;
  /** Set after something in the files could not be read. */
  #mustCheck = false;
  /** Id of the index on disk. */
  #indexId: string | undefined;

  constructor(parts: CaseStoreParts) {
    this.#parts = parts;
    this.#changes = new ChangeReports(parts.onChange);
    this.#worker = new RequestWorker({
      url: new URL('./index-worker.ts', import.meta.url),
      name: 'case index',
      timeoutMs: requestMs,
      heapMb,
      prepare: (send) => this.#open(send, false),
    });
  }

  /**
   * Sends a request to the index.
   * @throws Failure as the index does
   */
  readonly request: Send<IndexRequests> = async (name, input, options) => {
    try {
      return await this.#worker.request(name, input, options);
    } catch (error) {
      if (isDamage(error) && !this.#mustCheck) {
        // The next open then reads the whole file, sets it aside and rescues what can be read.
        this.#mustCheck = true;
        await this.#reopen(false);
      }
      throw error;
    }
  };

  async status(environmentId: string): Promise<CasesStatus> {
    const total = await this.request('count', { environmentId });
    const notices = this.#writeFault === undefined ? this.#notices : [...this.#notices, this.#writeFault];
    return { storage: this.#isUnbegun ? 'disk' : this.#storage, notices, total };
  }

  /**
   * Records a conversation that was just read.
   * @param opened true if a person opened it
   */
  async record(reading: ConversationReading, conversationId: string, opened: boolean): Promise<Recorded> {
    const { environmentId, conversation, notes } = reading;
    return this.write('record', {
      environmentId,
      conversationId,
      ...this.#act(),
      opened,
      conversation,
      notes: { flags: notes.flags, duplicates: notes.duplicates },
    });
  }

  /**
   * Sends a request that changes cases, and notifies the windows.
   * @throws Failure as the index does
   */
  async write<N extends WriteName>(
    name: N,
    input: Parameters<IndexRequests[N]>[0],
  ): Promise<ReturnType<IndexRequests[N]>> {
    await this.#begin();
    // A change may concern all cases, which takes longer than any read.
    const options = { timeoutMs: maintenanceMs };
    const output = await (this.request as Send<Pick<IndexRequests, N>>)(name, input as never, options);
    this.#changes.changed(input.environmentId);
    return output as ReturnType<IndexRequests[N]>;
  }

  /** Writes an entry about each selected case to the journal and applies it. Resolves when it is on disk. */
  async act(
    environmentId: string,
    selection: Selection,
    entries: readonly CaseEntry[],
  ): Promise<{ affected: number }> {
    return { affected: await this.write('act', { environmentId, selection, entries, ...this.#act() }) };
  }

  /** Checks every entry of the journal. */
  verifyJournal(): Promise<JournalReport> {
    return this.request('verifyJournal', {}, { timeoutMs: maintenanceMs });
  }

  /** Writes entries to the journal. */
  async append(drafts: readonly Omit<DraftEntry, keyof Act>[]): Promise<void> {
    await this.#begin();
    await this.request('append', { drafts: drafts.map((draft) => ({ ...draft, ...this.#act() })) });
    for (const environmentId of new Set(drafts.flatMap((draft) => draft.environmentId ?? []))) {
      this.#changes.changed(environmentId);
    }
  }

  /**
   * Deletes every trace of the cases from this console.
   * @throws Failure not-supported-here if the list on disk cannot be opened, since it would still contain them; as `checkForget`
   */
  async forget(environmentId: string, selection: Selection): Promise<{ affected: number }> {
    const ids =
      'ids' in selection ? selection.ids : await this.request('selected', { environmentId, selection });
    this.#parts.checkForget(environmentId, ids);
    if (this.#storage === 'memory' && existsSync(casesPath(this.#parts.dataDir))) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'Nothing was forgotten: the list on disk is sealed, and its key cannot be read now.',
        hint: 'Unlock the keychain, or turn off “for this session only” in Settings, and try again.',
      });
    }
    const affected = await this.write('forget', { environmentId, selection: { ids }, ...this.#act() });
    this.#parts.onForgotten(environmentId, ids);
    return { affected };
  }

  /** Deletes every trace of a deleted environment. */
  async forgetEnvironment(environmentId: string): Promise<void> {
    await this.#worker.ready();
    if (!this.#isUnbegun) {
      const input = { environmentId, ...this.#act() };
      await this.request('forgetEnvironment', input, { timeoutMs: maintenanceMs });
    }
  }

  /** Deletes cases older than the retention period of their environment: soon after the start, then every hour until closed. */
  keepRetention(environmentIds: () => readonly string[]): void {
    this.#retention = new Retention({
      sweep: () => this.#sweep(environmentIds()),
      report: this.#parts.log,
    });
  }

  async #sweep(environmentIds: readonly string[]): Promise<boolean> {
    await this.#worker.ready();
    if (this.#isUnbegun) {
      return false;
    }
    const input = { environmentIds, most: sweptAtOnce, ...this.#act() };
    const { cases, more } = await this.request('sweep', input, { timeoutMs: maintenanceMs });
    for (const { environmentId, conversationIds } of cases) {
      this.#parts.onForgotten(environmentId, conversationIds);
      this.#changes.changed(environmentId);
    }
    return more;
  }

  saveSettings(input: Omit<Parameters<IndexRequests['saveSettings']>[0], keyof Act>): Promise<CaseSettings> {
    return this.write('saveSettings', { ...input, ...this.#act() });
  }

  /** Records what a reading run has read and removes it from the run. */
  finishReadings(environmentId: string, outcomes: readonly ReadingOutcome[]) {
    return this.write('finishReadings', { environmentId, outcomes, ...this.#act() });
  }

  /**
   * Creates a new data key, reseals everything with it and deletes the old one. An interrupted rotation is finished at the next start.
   * @throws Failure not-supported-here if the index is in memory; as the keychain
   */
  async rotateKey(): Promise<void> {
    await this.#begin();
    const indexId = this.#indexId;
    const { keychain } = this.#parts;
    const keys = indexId === undefined ? undefined : await readDataKeys(keychain, indexId);
    if (indexId === undefined || keys === undefined) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'There is no key to replace: cases are kept in memory until the console closes.',
      });
    }
    if (keys.length === 1) {
      await addDataKey(keychain, indexId, keys);
      await this.#reopen(false);
    }
    await this.#finishRotation();
  }

  /** The backups of the list, newest first. */
  backups() {
    return this.request('copies', { directory: this.#parts.dataDir });
  }

  /**
   * Replaces the list by a backup.
   * @throws Failure file-unreadable, not-supported-here if the list is in memory
   */
  async restore(name: string): Promise<void> {
    await this.#begin();
    if (this.#indexId === undefined) {
      throw new Failure({
        code: 'not-supported-here',
        message: 'Nothing was restored: cases are kept in memory until the console closes.',
      });
    }
    try {
      await this.request('restore', { directory: this.#parts.dataDir, name, at: this.#parts.now() });
    } finally {
      await this.#reopen(false);
    }
    await this.append([{ kind: 'restored', details: { name } }]);
  }

  /** Reseals what is not sealed with the current key, then removes the other keys from the keychain. Does nothing with a single key. */
  #finishRotation(): Promise<void> {
    this.#rotating ??= this.#resealAll().finally(() => {
      this.#rotating = undefined;
    });
    return this.#rotating;
  }

  async #resealAll(): Promise<void> {
    const indexId = this.#indexId;
    const { keychain } = this.#parts;
    const keys = indexId === undefined ? undefined : await readDataKeys(keychain, indexId);
    if (indexId === undefined || keys === undefined || keys.length === 1) {
      return;
    }
    const input = { most: resealedAtOnce, indexId, keyId: keys[0].id };
    while (await this.request('reseal', input, { timeoutMs: maintenanceMs })) {
      // One slice per request, so that other requests are answered in between.
    }
    await saveDataKeys(keychain, indexId, [keys[0]]);
    await this.#reopen(false);
    await this.append([{ kind: 'key-rotated' }]);
  }

  /** Like `record`, for callers that must not wait: an error is logged and reported in the status. */
  recordLater(reading: ConversationReading, conversationId: string): void {
    const before = this.#recording;
    this.#recording = new Promise((resolve) => {
      setImmediate(() => resolve(before.then(() => this.#recordOpened(reading, conversationId))));
    });
  }

  async #recordOpened(reading: ConversationReading, conversationId: string): Promise<void> {
    try {
      await this.record(reading, conversationId, true);
      this.#writeFault = undefined;
    } catch (error) {
      if (error instanceof Failure && error.code === 'cancelled') {
        return;
      }
      this.#writeFault = 'The conversation opened last could not be added to the list of cases.';
      this.#parts.log(error);
    }
  }

  /** The most recently opened conversations, newest first, including those still being recorded. */
  async recent(environmentId: string): Promise<RecentConversation[]> {
    await this.#recording;
    const recent = await this.request('recent', { environmentId, most: maxRecent });
    return recent.map(({ openedAt, ...one }) => ({ environmentId, ...one, openedAt: isoTime(openedAt) }));
  }

  /**
   * Deletes one conversation, or the recently opened ones, except cases with a decision, a note or a label: only `forget` removes those.
   */
  async forgetRecent(environmentId: string, conversationId?: string): Promise<void> {
    const all = conversationId === undefined ? await this.recent(environmentId) : [{ conversationId }];
    const conversationIds = all.map((one) => one.conversationId);
    const ids = (await this.request('rowsOf', { environmentId, conversationIds }))
      .filter((row) => row.decision === undefined && row.noteCount === 0 && row.labels.length === 0)
      .map((row) => row.conversationId);
    if (ids.length > 0) {
      await this.forget(environmentId, { ids });
    }
  }

  /** When a conversation was last opened, in ISO 8601. */
  async lastOpenedAt(environmentId: string, conversationId: string): Promise<string | undefined> {
    await this.#recording;
    const [row] = await this.request('rowsOf', { environmentId, conversationIds: [conversationId] });
    return row?.openedAt === undefined ? undefined : isoTime(row.openedAt);
  }

  /** Called when the keychain or the choice to use it changed: moves the index to disk or to memory accordingly. */
  async keychainChanged(): Promise<void> {
    await this.#worker.ready();
    const isOnDisk = this.#storage === 'disk';
    if (isOnDisk === this.#parts.isSessionOnly() || (!isOnDisk && !this.#isUnbegun)) {
      await this.#reopen(false);
    }
  }

  async close(): Promise<void> {
    this.#retention?.close();
    this.#changes.close();
    await this.request('close', {}).catch(() => undefined);
    await this.#worker.close();
  }

  #act(): Act {
    return { at: this.#parts.now(), actor: this.#parts.actor };
  }

  /** Creates the index on disk before the first write. */
  async #begin(): Promise<void> {
    await this.#worker.ready();
    if (this.#isUnbegun) {
      await this.#reopen(true);
    }
  }

  /** Single flight: a call during a running one shares its result. */
  #reopen(isBeginning: boolean): Promise<void> {
    this.#reopening ??= this.#open(this.request, isBeginning).finally(() => {
      this.#reopening = undefined;
    });
    return this.#reopening;
  }

  async #open(send: Send<IndexRequests>, isBeginning: boolean): Promise<void> {
    const { dataDir: directory } = this.#parts;
    try {
      const { indexId } = await send('identify', { directory });
      const keys = await this.#keys(indexId, isBeginning);
      if (keys !== undefined) {
        // Opening a long file may include an upgrade, a rescue, or catching up with the journal.
        const { notices } = await send(
          'open',
          { storage: 'disk', directory, check: this.#mustCheck, ...keys, ...this.#act() },
          { timeoutMs: maintenanceMs },
        );
        this.#storage = 'disk';
        this.#mustCheck = false;
        this.#indexId = keys.indexId;
        if (keys.keys.length > 1) {
          // Finishes an interrupted rotation.
          setImmediate(() => void this.#finishRotation().catch(this.#parts.log));
        }
        this.#notices = notices;
        return;
      }
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.#parts.log(error);
      }
      const reason = error instanceof Failure ? error.message : 'Its file could not be opened.';
      this.#notices = [`${inMemoryOnly} ${reason}`];
    }
    this.#indexId = undefined;
    await send('open', { storage: 'memory', ...this.#act() });
    this.#storage = 'memory';
  }

  /** Undefined if no key is available or needed yet; `#notices` then says why. */
  async #keys(
    known: string | undefined,
    isBeginning: boolean,
  ): Promise<{ indexId: string; keys: DataKeys } | undefined> {
    const { keychain, isSessionOnly } = this.#parts;
    this.#notices = [];
    this.#isUnbegun = false;
    if (isSessionOnly()) {
      this.#notices = [inMemoryOnly];
      return undefined;
    }
    const { state, message } = await keychain.state();
    if (state !== 'available') {
      this.#notices = [`${inMemoryOnly} ${message}`];
      return undefined;
    }
    const isNothingKept = known === undefined && !existsSync(recentsPath(this.#parts.dataDir));
    if (isNothingKept && !isBeginning) {
      this.#isUnbegun = true;
      return undefined;
    }
    const indexId = known ?? randomUUID();
    const keys = (await readDataKeys(keychain, indexId)) ?? (await createDataKey(keychain, indexId));
    return { indexId, keys };
  }
}

const inMemoryOnly = 'Cases are kept in memory until the console closes.';

/** Errors lose their codes on the way from the worker, so SQLite's messages are compared. */
function isDamage(error: unknown): boolean {
  return (
    error instanceof Error && /database disk image is malformed|file is not a database/.test(error.message)
  );
}
