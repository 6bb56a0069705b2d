import { Failure } from '../failure.ts';
import type { DraftEntry } from '../journal/entry.ts';
import { type IndexConnection, maintenanceMs } from './index/index-connection.ts';
import type { Act } from './index/opened-index.ts';

export interface CaseCopiesDeps {
  index: IndexConnection;
  dataDir: string;
  /** Milliseconds since the epoch. */
  now(): number;
  append(drafts: readonly Omit<DraftEntry, keyof Act>[]): Promise<void>;
  /** Called with each environment whose cases are others now. */
  changed(environmentId: string): void;
}

/** The backups of the list: from before an upgrade, made by a person, or of a file that could not be used. */
export class CaseCopies {
  readonly #parts: CaseCopiesDeps;

  constructor(parts: CaseCopiesDeps) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list() {
    await this.#parts.index.ready();
    return this.#parts.index.request('copies', { directory: this.#parts.dataDir });
  }

  /** @throws Failure not-supported-here if the list is in memory, file-not-written */
  async make(): Promise<void> {
    const { index, dataDir, now } = this.#parts;
    await this.#checkOnDisk('No copy was made');
    await index.request('backUp', { directory: dataDir, at: now() }, { timeoutMs: maintenanceMs });
  }

  /** @throws Failure file-unreadable if there is no such backup */
  async remove(name: string): Promise<void> {
    const { index, dataDir } = this.#parts;
    await index.request('removeCopy', { directory: dataDir, name });
  }

  /**
   * Replaces the list by a backup.
   * @throws Failure file-unreadable, not-supported-here if the list is in memory
   */
  async restore(name: string): Promise<void> {
    const { index, dataDir, now, append, changed } = this.#parts;
    await this.#checkOnDisk('Nothing was restored');
    const input = { directory: dataDir, name, at: now() };
    let environmentIds: string[] = [];
    try {
      ({ environmentIds } = await index.request('restore', input, { timeoutMs: maintenanceMs }));
    } finally {
      // Its notices, and a key that was being replaced.
      await index.reopen(false);
    }
    await append([{ kind: 'restored', details: { name } }]);
    for (const environmentId of environmentIds) {
      changed(environmentId);
    }
  }

  async #checkOnDisk(nothing: string): Promise<void> {
    const { index } = this.#parts;
    await index.begin();
    if (index.indexId === undefined) {
      throw new Failure({
        code: 'not-supported-here',
        message: `${nothing}: cases are kept in memory until the console closes.`,
      });
    }
  }
}
