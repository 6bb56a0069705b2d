import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type AttachedFile,
  attachedFile,
  type CaseNote,
  maxAttachments,
} from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { Failure } from '../../../common/failure.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { ifReadable, type SealedPlace, type Sealer } from '../../../store/sealing.ts';
import type { JournalStore } from '../../records/journal/journal-store.ts';
import type { StoredCase } from './case-table.ts';

/** The files of notes, sealed. What a file is called and its digest are in the note's entry. Methods that write expect the caller to open the transaction. */
export class Attachments {
  readonly #sealer: Sealer;
  readonly #journal: JournalStore;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer, journal: JournalStore) {
    this.#sealer = sealer;
    this.#journal = journal;
    this.#sql = prepareAll(database, {
      add: 'INSERT INTO attachment (case_id, seq, bytes, content) VALUES (?, ?, ?, ?)',
      content: 'SELECT content FROM attachment WHERE case_id = ? AND seq = ?',
      total: 'SELECT coalesce(sum(bytes), 0) AS bytes FROM attachment WHERE case_id = ?',
      dropLoose: `DELETE FROM attachment WHERE case_id = ?1 AND seq NOT IN (SELECT seq FROM note WHERE case_id = ?1)`,
    });
  }

  /**
   * Stores a file before the entry of its note is written.
   * @throws Failure limit-exceeded
   */
  add(row: StoredCase, seq: number, content: Uint8Array): void {
    this.dropLoose(row);
    if (Number(this.#sql.total.get(row.id)?.bytes) + content.length > maxAttachments) {
      throw new Failure({
        code: 'limit-exceeded',
        message: 'The files of this case would take more than 20 MB together. The note was not saved.',
        hint: 'Save the note without the file, or attach a smaller one.',
      });
    }
    this.#sql.add.run(row.id, seq, content.length, this.#sealer.seal(content, place(row, seq)));
  }

  /** Deletes files whose note was not written. */
  dropLoose({ id }: StoredCase): void {
    this.#sql.dropLoose.run(id);
  }

  /** Returns a note with its file as the journal has it, also where the file itself was lost. */
  withFile(note: CaseNote): CaseNote {
    return { ...note, ...omitUndefined({ file: this.#fileOf(note.id) }) };
  }

  /**
   * Returns the file of a note, and a name to save it under.
   * @throws Failure file-unreadable: it was removed or changed outside the console, or lost with a damaged list
   */
  read(row: StoredCase | undefined, seq: number): { fileName: string; content: Uint8Array } {
    const file = this.#fileOf(seq);
    const content = row && this.#open(row, seq);
    if (file === undefined || content === undefined || sha256(content) !== file.sha256) {
      throw new Failure({
        code: 'file-unreadable',
        message: 'This file is no longer in the list of cases as it was attached. Nothing was saved.',
        hint: 'An older copy of the list may have it: Settings, Stored cases and copies.',
      });
    }
    return { fileName: safeName(file.name), content };
  }

  #fileOf(seq: number): AttachedFile | undefined {
    const [entry] = this.#journal.after(seq - 1, 1);
    return entry?.seq === seq ? attachedFile.safeParse(entry.content?.details).data : undefined;
  }

  #open(row: StoredCase, seq: number): Uint8Array | undefined {
    const content = this.#sql.content.get(row.id, seq)?.content as Uint8Array | undefined;
    return content && ifReadable(() => this.#sealer.open(content, place(row, seq)));
  }
}

/** Returns a name without directories, invisible characters and characters that some systems refuse. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}\\/<>:"|?*]/gu, '_').replace(/^[.\s]+/u, '');
  return safe === '' ? 'file' : safe;
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Binds a sealed file to the entry of its note. */
function place({ environment_id, conversation_id }: StoredCase, seq: number): SealedPlace {
  return {
    table: 'attachment',
    column: 'content',
    environmentId: environment_id,
    row: `${conversation_id} ${seq}`,
  };
}
