import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rotateContentKeys } from '../../store/content-keys.ts';
import { copiesOf } from '../../store/file-copies.ts';
import { kindAt, runsFile } from '../../store/file-kinds.ts';
import { Meta } from '../../store/meta.ts';
import type { Sealer } from '../../store/sealing.ts';
import { removeDeletedBytes } from '../../store/sqlite-file.ts';
import { Resealing, resealMeta, sealedValues } from './reseal.ts';

/** Values of a backup resealed per transaction. */
const copiedAtOnce = 1000;

export interface RotationState {
  /** Values processed so far, of an estimated total. */
  done: number;
  total: number;
  /** Names of the backups that are not readable databases; their values stay sealed with the old key. */
  unreadable: string[];
}

/** How long another worker that writes to the file of runs is waited for, in milliseconds. */
const busyMs = 10_000;

/** Seals everything with the current key: the index, the keys of the journal and of the runs of deletions, and their backups. */
export class Resealer {
  readonly #database: DatabaseSync;
  readonly #journal: DatabaseSync;
  readonly #sealer: Sealer;
  readonly #index: Resealing;
  readonly #unreadable: string[] = [];
  #done = 0;
  #total: number | undefined;
  /** Paths of the backups left to reseal; undefined until the index is done. */
  #copies: string[] | undefined;

  constructor(database: DatabaseSync, journal: DatabaseSync, sealer: Sealer) {
    this.#database = database;
    this.#journal = journal;
    this.#sealer = sealer;
    this.#index = new Resealing(database, sealer);
  }

  get state(): RotationState {
    const total = this.#total ?? 0;
    return { done: Math.min(this.#done, total), total, unreadable: [...this.#unreadable] };
  }

  /** Reseals up to `max` values of the index, or one backup; returns false when nothing is left. */
  slice(max: number): boolean {
    this.#total ??= sealedValues(this.#database);
    if (this.#copies === undefined) {
      if (this.#index.slice(max)) {
        this.#done += max;
        return true;
      }
      resealMeta(this.#database, this.#sealer);
      rotateContentKeys(new Meta(this.#journal), this.#sealer);
      this.#rotateRuns();
      this.#done = this.#total;
      this.#copies = [this.#database, this.#journal]
        .flatMap((one) => one.location() ?? [])
        .flatMap((path) => copiesOf(path).map((copy) => copy.path));
    }
    const next = this.#copies.pop();
    if (next === undefined) {
      this.#copies = undefined;
      return false;
    }
    this.#resealCopy(next);
    return true;
  }

  /** The file is open in another worker, which reads the new keys when the rotation has ended. */
  #rotateRuns(): void {
    const location = this.#database.location();
    const path = location === null ? undefined : join(dirname(location), runsFile);
    if (path === undefined || kindAt(path) !== 'file') {
      return;
    }
    const database = new DatabaseSync(path, { timeout: busyMs });
    try {
      const meta = new Meta(database);
      if (meta.text('index_id') === new Meta(this.#database).text('index_id')) {
        rotateContentKeys(meta, this.#sealer);
      }
    } finally {
      database.close();
    }
  }

  #resealCopy(path: string): void {
    try {
      const database = new DatabaseSync(path);
      try {
        database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;');
        const isJournal = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entry'").get();
        if (isJournal === undefined) {
          const resealing = new Resealing(database, this.#sealer);
          while (resealing.slice(copiedAtOnce)) {
            // Repeated until every value is resealed.
          }
        }
        resealMeta(database, this.#sealer);
        removeDeletedBytes(database, true);
      } finally {
        database.close();
      }
    } catch {
      this.#unreadable.push(basename(path));
    }
  }
}
