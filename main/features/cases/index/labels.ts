import type { DatabaseSync } from 'node:sqlite';
import { prepareAll } from '../../../store/prepare-all.ts';
import { readableText, type Sealer } from '../../../store/sealing.ts';
import { keyedHash } from '../assessment.ts';

/** The labels of an environment. Names are free text, so they are sealed and found by a keyed hash. */
export class Labels {
  readonly #sealer: Sealer;
  readonly #lookupKey: Uint8Array;
  readonly #sql;
  /** Cached names by id, per environment. */
  readonly #namesById = new Map<string, Map<number, string>>();

  constructor(database: DatabaseSync, sealer: Sealer, lookupKey: Uint8Array) {
    this.#sealer = sealer;
    this.#lookupKey = lookupKey;
    this.#sql = prepareAll(database, {
      all: 'SELECT id, name_hash, name FROM label WHERE environment_id = ?',
      byHash: 'SELECT id FROM label WHERE name_hash = ?',
      insert: 'INSERT INTO label (environment_id, name_hash, name) VALUES (?, ?, ?)',
    });
  }

  /** Names by id. */
  names(environmentId: string): ReadonlyMap<number, string> {
    const all = this.#namesById.get(environmentId);
    if (all !== undefined) {
      return all;
    }
    const names = new Map<number, string>();
    for (const { id, name_hash, name } of this.#sql.all.all(environmentId)) {
      const place = labelPlace(environmentId, name_hash as Uint8Array);
      const text = readableText(this.#sealer, name as Uint8Array, place);
      if (text !== undefined) {
        names.set(Number(id), text);
      }
    }
    this.#namesById.set(environmentId, names);
    return names;
  }

  /** Returns the ids of the labels with exactly these names; unknown names are left out. */
  ids(environmentId: string, names: readonly string[]): number[] {
    return names.flatMap((name) => {
      const row = this.#sql.byHash.get(this.#hash(environmentId, name));
      return row === undefined ? [] : [Number(row.id)];
    });
  }

  /** Returns the ids of the labels whose name contains the text, ignoring case. */
  containing(environmentId: string, text: string): number[] {
    const part = text.toLowerCase();
    return [...this.names(environmentId)]
      .filter(([, name]) => name.toLowerCase().includes(part))
      .map(([id]) => id);
  }

  /** Returns the id of the label with this name, which is created if necessary. */
  idOf(environmentId: string, name: string): number {
    const [id] = this.ids(environmentId, [name]);
    if (id !== undefined) {
      return id;
    }
    const hash = this.#hash(environmentId, name);
    const content = this.#sealer.seal(name, labelPlace(environmentId, hash));
    this.#namesById.delete(environmentId);
    return Number(this.#sql.insert.run(environmentId, hash, content).lastInsertRowid);
  }

  /** Drops cached labels after they may have been deleted or a transaction was rolled back. */
  reload(): void {
    this.#namesById.clear();
  }

  #hash(environmentId: string, name: string): Buffer {
    return keyedHash(this.#lookupKey, environmentId, 'label', name);
  }
}

/** Binds a sealed name to its hash, so that two names cannot be swapped. */
function labelPlace(environmentId: string, hash: Uint8Array) {
  return { table: 'label', column: 'name', environmentId, row: Buffer.from(hash).toString('hex') };
}
