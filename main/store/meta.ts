import type { DatabaseSync } from 'node:sqlite';
import { prepareAll } from './prepare-all.ts';

type Value = string | number | Uint8Array;

/** Single values of a file, by name; the table `meta`. */
export class Meta {
  readonly #sql;

  constructor(database: DatabaseSync) {
    this.#sql = prepareAll(database, {
      delete: 'DELETE FROM meta WHERE name = ?',
      get: 'SELECT value FROM meta WHERE name = ?',
      set: 'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    });
  }

  text(name: string): string | undefined {
    const value = this.#sql.get.get(name)?.value;
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.#sql.get.get(name)?.value;
    return typeof value === 'number' ? value : undefined;
  }

  bytes(name: string): Uint8Array | undefined {
    const value = this.#sql.get.get(name)?.value;
    return value instanceof Uint8Array ? value : undefined;
  }

  delete(name: string): void {
    this.#sql.delete.run(name);
  }

  set(name: string, value: Value): void {
    this.#sql.set.run(name, value);
  }
}
