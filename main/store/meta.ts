import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Value = string | number | Uint8Array;

/** Single values of a file, by name; the table `meta`. */
export class Meta {
  readonly #get: StatementSync;
  readonly #set: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#delete = database.prepare('DELETE FROM meta WHERE name = ?');
    this.#get = database.prepare('SELECT value FROM meta WHERE name = ?');
    this.#set = database.prepare(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
  }

  text(name: string): string | undefined {
    const value = this.#get.get(name)?.value;
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.#get.get(name)?.value;
    return typeof value === 'number' ? value : undefined;
  }

  bytes(name: string): Uint8Array | undefined {
    const value = this.#get.get(name)?.value;
    return value instanceof Uint8Array ? value : undefined;
  }

  delete(name: string): void {
    this.#delete.run(name);
  }

  set(name: string, value: Value): void {
    this.#set.run(name, value);
  }
}
