import { createSecretKey, type KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type CaseMatch, identifierKinds } from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { keyedHash, normalForm } from '../assessment.ts';
import { type CasePerson, personMatcher, plainText } from '../person-words.ts';
import type { CaseTable } from './case-table.ts';
import type { Labels } from './labels.ts';
import type { InEnvironment } from './results.ts';

/** The fewest characters that are searched in notes and labels. */
const minNoteText = 3;

/** Finds cases by identifiers, whose keyed hashes are stored, and by the person and notes, whose words are unsealed in this worker's memory only. */
export class CaseSearch {
  readonly #lookupKey: KeyObject;
  readonly #table: CaseTable;
  readonly #labels: Labels;
  readonly #sql;
  /** The cases whose words are to be prepared; undefined before the first were. */
  #remaining: number[] | undefined;

  constructor(database: DatabaseSync, lookupKey: Uint8Array, table: CaseTable, labels: Labels) {
    this.#lookupKey = createSecretKey(lookupKey);
    this.#table = table;
    this.#labels = labels;
    this.#sql = prepareAll(database, {
      identifiers: 'SELECT case_id, kind FROM identifier WHERE hash = ? ORDER BY case_id DESC LIMIT ?',
      named: 'SELECT conversation_id FROM conversation WHERE id = ? AND environment_id = ?',
      people: `SELECT json_group_array(id) AS ids FROM (SELECT id FROM conversation WHERE environment_id = ? AND person IS NOT NULL
       ORDER BY id DESC)`,
      noted: `SELECT json_group_array(id) AS ids FROM (SELECT id FROM conversation WHERE id IN (SELECT case_id FROM note) AND environment_id = ?
       ORDER BY id DESC)`,
      labelled: 'SELECT case_id FROM case_label WHERE label_id = ? ORDER BY case_id DESC LIMIT ?',
      all: 'SELECT json_group_array(id) AS ids FROM conversation WHERE person IS NOT NULL',
    });
  }

  /** Cases with exactly this id or identifier, then those of the person, then those whose notes or labels have the text, each the newest first. */
  search({
    environmentId,
    text,
    max,
    isTyping = false,
  }: InEnvironment & { text: string; max: number; isTyping?: boolean }): CaseMatch[] {
    const matches = new Map<number, CaseMatch['by']>();
    const add = (id: unknown, by: CaseMatch['by'] | undefined) => {
      if (id !== undefined && by !== undefined && !matches.has(Number(id))) {
        matches.set(Number(id), by);
      }
    };
    add(this.#table.idOf(environmentId, text), 'conversation-id');
    for (const hash of this.hashes(environmentId, text)) {
      for (const { case_id, kind } of this.#sql.identifiers.all(hash, max)) {
        add(
          case_id,
          identifierKinds.find((one) => one === kind),
        );
      }
    }
    for (const id of this.people(environmentId, text, isTyping, max)) {
      add(id, 'person');
    }
    for (const id of this.withNote(environmentId, text, max)) {
      add(id, 'note');
    }
    const labels = text.length < minNoteText ? [] : this.#labels.containing(environmentId, text);
    for (const { case_id } of labels.flatMap((label) => this.#sql.labelled.all(label, max))) {
      add(case_id, 'label');
    }
    return [...matches].slice(0, max).flatMap(([id, by]) => {
      const row = this.#table.findById(id);
      if (row === undefined) {
        return [];
      }
      const { name, birthDate }: CasePerson = this.#table.personOf(row) ?? {};
      return [{ by, row: this.#table.view(row), ...omitUndefined({ name, birthDate }) }];
    });
  }

  /** Returns the ids of up to `max` cases whose person the text names, the newest first. */
  people(environmentId: string, text: string, isTyping: boolean, max = Number.POSITIVE_INFINITY): number[] {
    const matches = personMatcher(text, isTyping);
    const ids = matches === undefined ? [] : idsOf(this.#sql.people.get(environmentId));
    return ids
      .values()
      .filter((id) => matches?.(this.#table.values.valuesOf(id).words))
      .take(max)
      .toArray();
  }

  /** Returns the ids of up to `max` cases whose notes have all parts of the text, the newest first. */
  withNote(environmentId: string, text: string, max = Number.POSITIVE_INFINITY): number[] {
    const words = plainText(text)
      .split(/\s+/)
      .filter((part) => part !== '');
    const ids = words.join('').length < minNoteText ? [] : idsOf(this.#sql.noted.get(environmentId));
    const hasAll = (noteText: string) => words.every((part) => noteText.includes(part));
    return ids
      .values()
      .filter((id) => hasAll(this.#table.values.noteTextOf(id)))
      .take(max)
      .toArray();
  }

  /** Returns the conversations with this user key, newest first. */
  withUserKey(environmentId: string, userKey: string, max: number): string[] {
    const ids = this.#table.values.byUserKey(environmentId).get(normalForm('user-key', userKey)) ?? [];
    return ids
      .slice(0, max)
      .flatMap((id) => this.#sql.named.get(id, environmentId)?.conversation_id ?? [])
      .map(String);
  }

  hashes(environmentId: string, text: string): Buffer[] {
    return identifierKinds.flatMap((kind) => {
      const value = normalForm(kind, text);
      return value === '' ? [] : [keyedHash(this.#lookupKey, environmentId, kind, value)];
    });
  }

  /** Unseals what people are found by, for a moment, so that the first search does not have to. Returns true when all is done. */
  prepare(withinMs: number): boolean {
    const end = performance.now() + withinMs;
    this.#remaining ??= idsOf(this.#sql.all.get());
    for (let id = this.#remaining.pop(); id !== undefined; id = this.#remaining.pop()) {
      this.#table.values.userKeyOf(id);
      this.#table.values.valuesOf(id);
      if (performance.now() > end) {
        return false;
      }
    }
    return true;
  }
}

/** Selected as one text: an object per row would cost far more. */
function idsOf(row: Record<string, unknown> | undefined): number[] {
  return JSON.parse(String(row?.ids ?? '[]')) as number[];
}
