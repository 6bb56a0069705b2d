import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CaseNote } from '../../../../preload/contract/cases.ts';
import { normalForm } from '../assessment.ts';
import { type CasePerson, personWords, plainText } from '../person-words.ts';
import { KeptRanks } from './ranks.ts';

/** The sealed columns by which all cases are searched and sorted. */
export interface SealedColumns {
  id: number;
  environment_id: string;
  conversation_id: string;
  user_key: Uint8Array | null;
  person: Uint8Array | null;
}

/** Sealed values of a case as they are searched and sorted; empty where it has none. */
interface UnsealedCase {
  /** The name without case and marks. */
  nameKey: string;
  /** The words of the person for a search, as `personWords` writes them. */
  words: string;
}

/** Opens what is sealed of a case. */
interface Opener {
  userKeyOf(row: SealedColumns): string | undefined;
  personOf(row: SealedColumns): CasePerson | undefined;
  notesOf(row: Omit<SealedColumns, 'user_key' | 'person'>): CaseNote[];
}

/** The values by which cases are found and sorted. They are read for all cases, so they stay unsealed in this worker's memory. */
export class CaseValues {
  readonly #opener: Opener;
  readonly #statement: StatementSync;
  readonly #withUserKey: StatementSync;
  /** The cases of each environment by their user keys, until a case changes. */
  readonly #byUserKey = new Map<string, Map<string, number[]>>();
  readonly #userKeys = new Map<number, string>();
  readonly #values = new Map<number, UnsealedCase>();
  readonly #notes = new Map<number, string>();
  /** The order of the cases by what is sealed. */
  readonly order = {
    userKey: new KeptRanks((id) => this.userKeyOf(id)),
    person: new KeptRanks((id) => this.valuesOf(id).nameKey),
  };

  constructor(database: DatabaseSync, opener: Opener) {
    this.#opener = opener;
    this.#statement = database.prepare(
      'SELECT id, environment_id, conversation_id, user_key, person FROM conversation WHERE id = ?',
    );
    this.#withUserKey = database.prepare(
      'SELECT id FROM conversation WHERE environment_id = ? AND user_key IS NOT NULL ORDER BY id DESC',
    );
  }

  /** Returns the user key; empty without one. Apart from the rest, which takes longer to open: a list may be looked up before that. */
  userKeyOf(id: number): string {
    let userKey = this.#userKeys.get(id);
    if (userKey === undefined) {
      const row = this.#rowOf(id);
      userKey = (row && this.#opener.userKeyOf(row)) ?? '';
      this.#userKeys.set(id, userKey);
    }
    return userKey;
  }

  valuesOf(id: number): UnsealedCase {
    const cache = this.#values.get(id);
    if (cache !== undefined) {
      return cache;
    }
    const row = this.#rowOf(id);
    const person = (row && this.#opener.personOf(row)) ?? {};
    const name = person.listed ?? person.name ?? '';
    const values = {
      nameKey: name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
      words: personWords(person),
    };
    this.#values.set(id, values);
    return values;
  }

  /** Returns the ids of the cases of an environment by user key in its normal form, the newest first. */
  byUserKey(environmentId: string): ReadonlyMap<string, number[]> {
    let ids = this.#byUserKey.get(environmentId);
    if (ids === undefined) {
      const withKey = this.#withUserKey.all(environmentId).map(({ id }) => Number(id));
      ids = Map.groupBy(withKey, (id) => normalForm('user-key', this.userKeyOf(id)));
      // Those whose key cannot be unsealed.
      ids.delete('');
      this.#byUserKey.set(environmentId, ids);
    }
    return ids;
  }

  /** Returns the text of all notes as `plainText` writes it. */
  noteTextOf(id: number): string {
    let text = this.#notes.get(id);
    if (text === undefined) {
      const row = this.#rowOf(id);
      const notes = row === undefined ? [] : this.#opener.notesOf(row);
      text = plainText(notes.map((note) => note.text).join('\n'));
      this.#notes.set(id, text);
    }
    return text;
  }

  /** Drops the values of a case that was written or deleted. */
  changed(id: number): void {
    this.#userKeys.delete(id);
    this.#values.delete(id);
    this.#notes.delete(id);
    this.#byUserKey.clear();
    this.order.userKey.changed(id);
    this.order.person.changed(id);
  }

  #rowOf(id: number): SealedColumns | undefined {
    return this.#statement.get(id) as SealedColumns | undefined;
  }
}
