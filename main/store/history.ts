import type { DatabaseSync } from 'node:sqlite';
import type { RecentConversation } from '../../preload/contract/conversations.ts';
import type { Recents } from '../conversations/recents.ts';
import { Failure } from '../failure.ts';
import { DamagedDatabase, databasePath, openDatabase, openInMemoryDatabase, setAside } from './database.ts';
import { createRecents } from './recents.ts';
import { type StoreFault, storeFaultOf } from './sqlite-errors.ts';

/** After a statement failed because another process held the lock, none is tried for this long, in milliseconds. */
const pauseMs = 1_000;

interface HistoryParts {
  dataDir: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a monotonic clock. */
  elapsed(): number;
  /** Called when `notice` changes. */
  onNotice(): void;
  /** Receives defects as text without values. */
  log(error: unknown): void;
}

/**
 * The recently opened conversations, in a database that may fail at any time: a damaged one is set aside and replaced,
 * failed reads and writes are skipped, and a notice describes the problem while it lasts.
 */
export class History implements Recents {
  readonly #parts: HistoryParts;
  #database: DatabaseSync;
  #recents: Recents;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Set until Assay closes. */
  #lasting: string | undefined;
  /** Cleared by the next successful write; a read also succeeds on a full disk. */
  #passing: string | undefined;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#database = this.#open();
    this.#recents = createRecents(this.#database);
  }

  get notice(): string | undefined {
    return [this.#lasting, this.#passing].filter(Boolean).join(' ') || undefined;
  }

  remember(seen: Parameters<Recents['remember']>[0]): void {
    this.#attempt(() => this.#recents.remember(seen), undefined);
  }

  list(environmentId: string): RecentConversation[] {
    return this.#attempt(() => this.#recents.list(environmentId), [], this.#passing);
  }

  forget(environmentId: string, conversationId?: string): void {
    this.#attempt(() => this.#recents.forget(environmentId, conversationId), undefined);
  }

  close(): void {
    this.#database.close();
  }

  #open(): DatabaseSync {
    const { dataDir } = this.#parts;
    try {
      return openDatabase(dataDir);
    } catch (error) {
      if (error instanceof Failure) {
        this.#lasting = `${error.message} Until then recent conversations are not kept. ${error.hint}`;
        return openInMemoryDatabase();
      }
      const damage = damageOf(error);
      if (damage !== undefined) {
        return this.#beginAnew(damage);
      }
      this.#lasting = `Recent conversations are not kept: ${problem(storeFaultOf(error), dataDir)} Then start the console again.`;
      this.#parts.log(error);
      return openInMemoryDatabase();
    }
  }

  #beginAnew(damage: string): DatabaseSync {
    const { dataDir, now } = this.#parts;
    try {
      const aside = setAside(dataDir, new Date(now()));
      const database = openDatabase(dataDir);
      this.#lasting = `The list of recent conversations could not be used (${damage}). It was set aside as ${aside}, and a new one was begun.`;
      return database;
    } catch (error) {
      this.#parts.log(error);
      this.#lasting = `The list of recent conversations cannot be used (${damage}) and could not be set aside: ${problem(storeFaultOf(error), dataDir)}`;
      return openInMemoryDatabase();
    }
  }

  #attempt<T>(act: () => T, otherwise: T, noticeAfter?: string): T {
    if (this.#parts.elapsed() < this.#pausedUntil) {
      return otherwise;
    }
    const before = this.notice;
    try {
      const result = act();
      this.#passing = noticeAfter;
      return result;
    } catch (error) {
      return this.#afterFault(error, act, otherwise);
    } finally {
      if (this.notice !== before) {
        this.#parts.onNotice();
      }
    }
  }

  #afterFault<T>(error: unknown, act: () => T, otherwise: T): T {
    const damage = damageOf(error);
    if (damage !== undefined) {
      this.#database.close();
      this.#database = this.#beginAnew(damage);
      this.#recents = createRecents(this.#database);
      try {
        return act();
      } catch (again) {
        this.#parts.log(again);
        return otherwise;
      }
    }
    const fault = storeFaultOf(error);
    if (fault === 'busy') {
      this.#pausedUntil = this.#parts.elapsed() + pauseMs;
    }
    this.#passing = `Recent conversations are not up to date: ${problem(fault, this.#parts.dataDir)}`;
    this.#parts.log(error);
    return otherwise;
  }
}

function damageOf(error: unknown): string | undefined {
  if (error instanceof DamagedDatabase) {
    return error.message;
  }
  return storeFaultOf(error) === 'damaged' ? 'it is damaged' : undefined;
}

/** What is wrong and what to do. */
function problem(fault: StoreFault, dataDir: string): string {
  const file = databasePath(dataDir);
  switch (fault) {
    case 'busy':
      return `another program has locked ${file}. Close that program.`;
    case 'full':
      return `${file} cannot be written, most likely because the disk is full. Free some space.`;
    case 'unreachable':
      return `the system reported a fault when it read or wrote ${file}. Check the disk or the network share it is on.`;
    case 'not-allowed':
      return `${file} cannot be opened for writing. Check its permissions and those of its folder.`;
    default:
      return `${file} cannot be used. Move it away to begin with an empty list; nothing else is kept in it.`;
  }
}
