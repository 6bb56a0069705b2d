import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { CasesStatus } from '../../../../preload/contract/cases.ts';
import { Failure } from '../../../common/failure.ts';
import { within } from '../../../common/within.ts';
import { RequestWorker, type Send } from '../../../common/workers/request-worker.ts';
import { createDataKey, type KeyStore, readDataKeys } from '../../../store/keys/data-keys.ts';
import {
  directoryAccount,
  journalHeadAccount,
  KeychainHead,
  missingIndex,
} from '../../../store/keys/keychain-head.ts';
import type { SealingKeys } from '../../../store/sealing.ts';
import { notSaved } from '../../../store/store-failures.ts';
import type { KeptTeam } from '../../records/journal/team-marks.ts';
import { casesPath } from './case-file.ts';
import type { Act } from './case-list.ts';
import type { IndexRequests } from './index-service.ts';

/** The time limit of one request to the index, in milliseconds: far more than any needs. */
const requestMs = 30_000;
/** Like `requestMs`, for work on the whole file, such as rewriting it. */
export const maintenanceMs = 600_000;
/** The time that closing waits for the current request, in milliseconds. Confirmed changes are already on disk. */
const closeWithinMs = 3000;
/** The interval of trying again files that could not be written, in milliseconds: each time they are copied. */
const retryMs = 5000;
/** In MiB: enough to sort some millions of rows and to hold the largest response. */
const heapMb = 1024;

export interface ConnectionDeps {
  dataDir: string;
  keychain: KeyStore & { state(): Promise<{ state: string; message: string }> };
  /** Returns whether the user chose to keep secrets for this session only. */
  isSessionOnly(): boolean;
  /** Returns the current time and user. */
  act(): Act;
  /** Called when the index was opened on disk. */
  onOpened(): void;
  /** Called with errors; messages contain no personal values. */
  log(error: unknown): void;
}

/**
 * `not-begun`: no index exists yet; it is created on disk, with a new key, when there is something to store. `read-only`: a copy in memory of
 * files that cannot be written. `in-memory`: its key cannot be had. What leads from one to the next is in docs/decisions/0012.
 */
type StoreState = 'not-begun' | 'on-disk' | 'read-only' | 'in-memory';

/** The worker that holds the index: on disk if its key can be stored in the keychain, otherwise in memory. */
export class IndexConnection {
  readonly #parts: ConnectionDeps;
  readonly #worker: RequestWorker<IndexRequests>;
  /** Sends a request to the index. @throws Failure as the index does */
  readonly request: Send<IndexRequests>;
  readonly head: KeychainHead;
  state: StoreState = 'in-memory';
  notices: string[] = [];
  /** Findings that a user has not confirmed yet: the journal does not end where it should, or the directory holds other files. */
  unconfirmedProblems: string[] = [];
  /** Id of the index on disk. */
  indexId: string | undefined;
  /** The keys that the index on disk is sealed with, also while it cannot be written. */
  sealing: SealingKeys | undefined;
  /** Set after something in the files could not be read. */
  #mustCheck = false;
  #reopening: Promise<void> | undefined;
  /** The team of this console, as the index had it last. */
  #team: Promise<KeptTeam | undefined> | undefined;
  /** True if something may have been recorded in the index in memory. */
  #isRecorded = false;
  /** The reason why the files cannot be written, while it is read-only. */
  #unwritable = '';
  /** The time when writing was tried last, in milliseconds since the epoch. */
  #triedAt = 0;

  constructor(parts: ConnectionDeps) {
    this.#parts = parts;
    this.head = new KeychainHead({
      keychain: parts.keychain,
      account: () => (this.indexId === undefined ? undefined : journalHeadAccount(this.indexId)),
      head: () => this.request('head', {}),
      log: parts.log,
    });
    this.#worker = new RequestWorker({
      url: new URL('./index-worker.ts', import.meta.url),
      name: 'case index',
      timeoutMs: requestMs,
      heapMb,
      now: () => parts.act().at,
      prepare: (send) => this.#open(send, false),
      onFailure: async (error) => {
        if (isDamage(error) && !this.#mustCheck) {
          // The next open then reads the whole file, sets it aside and rescues what can be read.
          this.#mustCheck = true;
          await this.reopen(false);
        }
      },
    });
    this.request = this.#worker.request;
  }

  /** Returns the team of this console; undefined without one. The index is asked once after each change. */
  team(): Promise<KeptTeam | undefined> {
    if (this.#team === undefined) {
      const team = this.request('team', undefined as never);
      team.catch(() => this.teamChanged());
      this.#team = team;
    }
    return this.#team;
  }

  teamChanged(): void {
    this.#team = undefined;
  }

  /** Resolves when the index is open. */
  ready(): Promise<void> {
    return this.#worker.ready();
  }

  /**
   * Prepares for a change: creates the index on disk before the first, and tries files again that could not be written.
   * @throws Failure file-not-written while they cannot be
   */
  async begin(): Promise<void> {
    await this.ready();
    do {
      await this.#reopening?.catch(() => undefined);
      if (this.state === 'not-begun') {
        await this.reopen(true);
      }
      const { at } = this.#parts.act();
      if (this.state === 'read-only' && Math.abs(at - this.#triedAt) >= retryMs) {
        this.#triedAt = at;
        await this.reopen(false);
      }
      if (this.state === 'read-only') {
        throw notSaved(this.#unwritable);
      }
      // The index that is being replaced would lose what is written now.
    } while (this.#reopening !== undefined);
    this.#isRecorded = this.state === 'in-memory';
  }

  /**
   * Called when the keychain can be used, or no longer. An index in memory is left for the one on disk unless something was recorded in it. One on disk
   * stays open: its key is known.
   */
  async keychainChanged(): Promise<void> {
    await this.ready();
    await this.#reopening?.catch(() => undefined);
    if (this.state !== 'in-memory') {
      return;
    }
    if (!this.#isRecorded) {
      await this.reopen(false);
    } else if (!this.#parts.isSessionOnly() && (await this.#parts.keychain.state()).state === 'available') {
      this.notices = [`${inMemoryOnly} ${afterRestart}`];
    }
  }

  /** Returns where the list is, for the user; before it is begun, where it will be. */
  get storage(): CasesStatus['storage'] {
    return this.state === 'in-memory' ? 'memory' : 'disk';
  }

  /** Returns whether there is an index that can be changed. */
  get isOpen(): boolean {
    return this.state === 'on-disk' || this.state === 'in-memory';
  }

  /**
   * Returns the keys to seal other files of this data directory with; undefined where there are none. An index that has none yet is begun if asked
   * for.
   * @param other id of an index whose keys are needed as well, where it is not this one
   */
  async sealingKeys(isBeginning: boolean, other: string | undefined): Promise<SealingKeys | undefined> {
    const { keychain, isSessionOnly } = this.#parts;
    await this.ready();
    await this.#reopening?.catch(() => undefined);
    if (this.state === 'not-begun' && isBeginning) {
      await this.reopen(true);
    }
    const { sealing } = this;
    if (other === undefined || other === sealing?.indexId || isSessionOnly()) {
      return sealing;
    }
    const { state } = await keychain.state();
    const keys = state === 'available' ? await readDataKeys(keychain, other) : undefined;
    return sealing === undefined
      ? keys && { indexId: other, keys }
      : { ...sealing, keys: [...sealing.keys, ...(keys ?? [])] };
  }

  /** Returns whether there is a list on disk that cannot be opened now. */
  get isSealed(): boolean {
    return this.state === 'in-memory' && existsSync(casesPath(this.#parts.dataDir));
  }

  /** Single flight: a call during a running one shares its result. */
  reopen(isBeginning: boolean): Promise<void> {
    this.#reopening ??= this.#open(this.request, isBeginning).finally(() => {
      this.#reopening = undefined;
    });
    return this.#reopening;
  }

  /** @param writing resolves when what was begun before is written */
  async close(writing: Promise<unknown>): Promise<void> {
    const closing = writing
      .then(async () => {
        // An index that is still being opened has nothing to write.
        if (!this.#worker.isPreparing) {
          await this.head.flush();
          await this.request('close', {});
        }
      })
      .catch(() => undefined);
    // A long request, such as rewriting a large file, is aborted and finished at the next start.
    await within(closeWithinMs, closing);
    await this.#worker.close();
  }

  async #open(send: Send<IndexRequests>, isBeginning: boolean): Promise<void> {
    const { dataDir: directory } = this.#parts;
    let next: StoreState = 'in-memory';
    this.#isRecorded = false;
    try {
      const { indexId } = await send('identify', { directory });
      const keys = await this.#keys(indexId, isBeginning);
      if (keys === 'not-begun') {
        next = keys;
      } else if (keys !== undefined) {
        const head = await this.head.read(keys.indexId);
        // Opening a long file may include an upgrade, a rescue, or catching up with the journal.
        const { notices, cut, unwritable } = await send(
          'open',
          {
            storage: 'disk',
            directory,
            check: this.#mustCheck,
            ...keys,
            keychainHead: head,
            ...this.#parts.act(),
          },
          { timeoutMs: maintenanceMs },
        );
        this.state = unwritable === undefined ? 'on-disk' : 'read-only';
        this.teamChanged();
        this.#mustCheck = false;
        this.sealing = keys;
        if (unwritable !== undefined) {
          this.#unwritable = unwritable;
          this.indexId = undefined;
          this.notices = [
            `Nothing can be recorded, because ${unwritable}: decisions, notes and labels are not saved, nor is what is opened. Cases are shown as they were last saved.`,
          ];
          return;
        }
        this.indexId = keys.indexId;
        this.notices = notices;
        if (cut !== undefined) {
          this.unconfirmedProblems.push(`The journal does not end where it should. ${cut}`);
          this.head.hold();
        }
        await this.#compareDirectory(keys.indexId);
        this.head.changed();
        this.#parts.onOpened();
        return;
      }
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.#parts.log(error);
      }
      const reason = error instanceof Failure ? error.message : 'Its file could not be opened.';
      this.notices = [`${inMemoryOnly} ${reason}`];
    }
    this.indexId = undefined;
    this.sealing = undefined;
    await send('open', { storage: 'memory', ...this.#parts.act() });
    this.state = next;
    this.teamChanged();
  }

  /** Records that a user has confirmed what is missing: the present files and the present end of the journal count. */
  async confirm(): Promise<void> {
    this.unconfirmedProblems = [];
    if (this.indexId !== undefined) {
      await this.#parts.keychain.set(directoryAccount(this.#parts.dataDir), this.indexId);
    }
    this.head.release();
  }

  /** Compares the index with the one that this directory had, which the keychain names. Both files may have been deleted or replaced. */
  async #compareDirectory(indexId: string | undefined): Promise<void> {
    const { keychain, dataDir } = this.#parts;
    const missing = await missingIndex(keychain, dataDir, indexId);
    if (missing !== undefined) {
      this.unconfirmedProblems.push(missing);
    } else if (indexId !== undefined) {
      await keychain.set(directoryAccount(dataDir), indexId);
    }
  }

  /** Returns the keys; undefined if none is available, for which `notices` gives the reason. */
  async #keys(
    existingId: string | undefined,
    isBeginning: boolean,
  ): Promise<SealingKeys | 'not-begun' | undefined> {
    const { keychain, isSessionOnly } = this.#parts;
    this.notices = [];
    this.unconfirmedProblems = [];
    if (isSessionOnly()) {
      this.notices = [inMemoryOnly];
      return undefined;
    }
    const { state, message } = await keychain.state();
    if (state !== 'available') {
      this.notices = [`${inMemoryOnly} ${message}`];
      return undefined;
    }
    if (existingId === undefined && !isBeginning) {
      await this.#compareDirectory(undefined);
      return 'not-begun';
    }
    const indexId = existingId ?? randomUUID();
    const keys = (await readDataKeys(keychain, indexId)) ?? (await createDataKey(keychain, indexId));
    return { indexId, keys };
  }
}

const inMemoryOnly = 'Cases are kept in memory until the console closes.';
const afterRestart =
  'The keychain can be used now: restart Assay to use the list on this computer. Export first what you recorded since the start; it is not added to that list.';

/** Errors lose their codes on the way from the worker, so SQLite's messages are compared. */
function isDamage(error: unknown): boolean {
  return (
    error instanceof Error && /database disk image is malformed|file is not a database/.test(error.message)
  );
}
