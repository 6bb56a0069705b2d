import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { JournalHead } from '../../../../preload/contract/journal.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { type Target, targetIn } from '../../../common/target.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { randomPart, type Sealer } from '../../../store/sealing.ts';
import { inTransaction } from '../../../store/sqlite-file.ts';
import {
  contentDigest,
  type DraftEntry,
  detailsPlace,
  type EntryContent,
  entryHash,
  firstHash,
  hex,
  type JournalEntry,
  type StoredContent,
  type StoredEntry,
  spansOf,
} from './entry.ts';
import { isNotHeld } from './second-review.ts';
import { TeamLog } from './team-log.ts';

/** An entry with its hashes in hexadecimal. */
export interface ExportedEntry extends JournalEntry {
  hash: string;
  previousHash: string;
}

/** An entry about a conversation, compared with its own hashes. */
export interface CheckedEntry extends JournalEntry {
  content: EntryContent;
  /** True if this console wrote the entry, and neither it nor its content was changed since. */
  isUnchanged: boolean;
}

/** An entry compared with its own hashes, whose content may have been deleted. */
export type FoundEntry = JournalEntry & Pick<CheckedEntry, 'isUnchanged'>;

/** A receipt as its entry names it. */
export interface JournaledReceipt {
  /** The number of the entry. */
  entry: number;
  /** The number of the receipt. */
  number: number;
  digest: string;
}

type SqlRow = Record<string, SQLOutputValue>;
type JoinedRow = StoredEntry & { [N in keyof StoredContent]: StoredContent[N] | null };

const columns = `entry.seq AS seq, at, actor, kind, hash, previous_hash, environment_id, conversation_id, details
  FROM entry LEFT JOIN content ON content.seq = entry.seq`;
const everything = 'entry.*, salt, environment_id, conversation_id, forgotten, details';

/** The journal over one open database. Entries are appended and never changed. */
export class JournalStore {
  readonly #database: DatabaseSync;
  readonly #sealer: Sealer;
  readonly #sql;
  /** The places of entries in the log of a team. */
  readonly team: TeamLog;
  /** Undefined while nothing could be decrypted. */
  #readableFrom: number | undefined;

  /** @param sealer encrypts and decrypts the details of entries */
  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
    this.#sql = prepareAll(database, {
      insertEntry: `INSERT INTO entry (seq, at, actor, kind, content_digest, previous_hash, hash)
       VALUES (:seq, :at, :actor, :kind, :content_digest, :previous_hash, :hash)`,
      insertContent: `INSERT INTO content (seq, salt, environment_id, conversation_id, forgotten, details)
       VALUES (:seq, :salt, :environment_id, :conversation_id, :forgotten, :details)`,
      last: 'SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1',
      after: `SELECT ${columns} WHERE entry.seq > ? ORDER BY entry.seq LIMIT ?`,
      page: `SELECT ${columns} WHERE entry.seq > ? AND ${isNotHeld} ORDER BY entry.seq LIMIT ?`,
      content: 'SELECT seq, environment_id, conversation_id, details FROM content WHERE seq = ?',
      before: 'SELECT count(*) AS entries, max(seq) AS last FROM content WHERE seq < ?',
      sealed: 'SELECT seq, environment_id, conversation_id, details FROM content ORDER BY seq',
      contents: 'SELECT seq FROM content WHERE environment_id = ? AND conversation_id = ? ORDER BY seq',
      checked: `SELECT ${everything} FROM content CROSS JOIN entry USING (seq)
       WHERE environment_id = ? AND conversation_id = ? ORDER BY seq DESC LIMIT ?`,
      corrections: `SELECT ${everything} FROM entry JOIN content USING (seq) WHERE kind = 'corrected' AND seq > ? ORDER BY seq LIMIT ?`,
      conversations:
        "SELECT DISTINCT conversation_id FROM content WHERE environment_id = ? AND conversation_id <> '' LIMIT ?",
      decisions: `SELECT ${columns} WHERE environment_id = ? AND conversation_id = ? AND kind IN ('decided', 'decision-kept')
       ORDER BY entry.seq`,
      dropContent: 'DELETE FROM content WHERE environment_id = ? AND conversation_id = ?',
    });
    this.team = new TeamLog(database, sealer, this);
  }

  /** Appends entries, all or none, and returns the last one. They are on disk when this returns. */
  append(drafts: readonly DraftEntry[]): JournalHead | undefined {
    if (drafts.length > 0) {
      inTransaction(this.#database, () => {
        for (const draft of drafts) {
          this.#add(draft, []);
        }
      });
    }
    return this.head();
  }

  /** Runs `act` in one transaction, which appends entries one by one; `add` returns the number of each. */
  appendWith(act: (add: (draft: DraftEntry) => number) => void): void {
    inTransaction(this.#database, () => act((draft) => this.#add(draft, [])));
  }

  /** Returns the last entry; undefined if the journal is empty. */
  head(): JournalHead | undefined {
    const last = this.#sql.last.get();
    return last === undefined ? undefined : { seq: Number(last.seq), hash: hex(last.hash as Uint8Array) };
  }

  /** Returns the time of the last entry, in milliseconds since the epoch. */
  lastAt(): number | undefined {
    const row = this.#database.prepare('SELECT at FROM entry ORDER BY seq DESC LIMIT 1').get();
    return row === undefined ? undefined : Number(row.at);
  }

  /** Returns the entries about a conversation, compared with their hashes; those that count last first. */
  checkedAbout(environmentId: string, conversationId: string, max: number): CheckedEntry[] {
    const entries = this.#sql.checked.all(environmentId, conversationId, max).map((row) => this.#check(row));
    return this.team.order.hasPlaces ? this.team.order.inOrder(entries.toReversed()).toReversed() : entries;
  }

  /** Returns the corrections of cases after an entry, in order, up to a limit. */
  corrections(after: number, max: number): CheckedEntry[] {
    return this.#sql.corrections.all(after, max).map((row) => this.#check(row));
  }

  /**
   * The entries of some kinds about conversations, by environment, conversation and number, from after a conversation on. They can be
   * compared with their hashes.
   */
  *checked(kinds: readonly string[], after: Target): Generator<CheckedEntry> {
    const rows = this.#database
      .prepare(
        `SELECT ${everything} FROM content INDEXED BY content_by_conversation CROSS JOIN entry USING (seq)
         WHERE (environment_id, conversation_id) > (?, ?) AND conversation_id <> '' AND kind IN (SELECT value FROM json_each(?)) ORDER BY environment_id, conversation_id, seq`,
      )
      .iterate(after.environmentId, after.conversationId, JSON.stringify(kinds));
    for (const row of rows) {
      yield this.#check(row);
    }
  }

  /** Returns the conversations that entries of some kinds concern. */
  conversationsWith(kinds: readonly string[]): Target[] {
    return this.#database
      .prepare(
        `SELECT DISTINCT environment_id, conversation_id FROM content JOIN entry USING (seq)
         WHERE conversation_id <> '' AND kind IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(kinds))
      .map(targetIn);
  }

  /** Returns the conversations of an environment that entries concern, except deleted ones; at most so many. */
  conversationsOf(environmentId: string, max: number): string[] {
    return this.#sql.conversations.all(environmentId, max).map((row) => String(row.conversation_id));
  }

  /** Returns the number of the last entry with which a user confirmed the findings of a check; 0 where there is none. */
  lastConfirmed(): number {
    return this.lastConfirmation()?.seq ?? 0;
  }

  /** Returns the last entry with which a user confirmed the findings of a check. */
  lastConfirmation(): { seq: number; details: EntryDetails } | undefined {
    return this.#last("kind = 'confirmed'");
  }

  /** Returns the details of the last entry about the settings of an environment. */
  lastSettings(environmentId: string): EntryDetails | undefined {
    return this.#last(
      "environment_id = ? AND conversation_id = '' AND kind = 'settings-changed'",
      environmentId,
    )?.details;
  }

  #last(condition: string, ...values: SQLInputValue[]): { seq: number; details: EntryDetails } | undefined {
    for (const { seq, content, isUnchanged } of this.where(`${condition} ORDER BY seq DESC`, ...values)) {
      if (isUnchanged && content?.details !== undefined) {
        return { seq, details: content.details };
      }
    }
    return undefined;
  }

  /** Returns the receipts that entries after a given one and after the last confirmation are about, in order, up to a limit. */
  journaledReceipts({ after, max }: { after: number; max: number }): JournaledReceipt[] {
    return this.#receipts('seq > ? ORDER BY seq', Math.max(after, this.lastConfirmed()), max);
  }

  /** Returns the receipt that was entered last. */
  lastJournaledReceipt(): JournaledReceipt | undefined {
    return this.#receipts('seq > ? ORDER BY seq DESC', 0, 1)[0];
  }

  /** Entries whose content was deleted or changed are left out. */
  #receipts(condition: string, after: number, max: number): JournaledReceipt[] {
    return this.where(`kind IN ('expired', 'monitoring-ended', 'data-deleted') AND ${condition}`, after)
      .flatMap(({ seq, content, isUnchanged }): JournaledReceipt[] => {
        const { number, digest } = content?.details ?? {};
        const isReadable = typeof number === 'number' && typeof digest === 'string' && isUnchanged;
        return isReadable ? [{ entry: seq, number, digest }] : [];
      })
      .take(max)
      .toArray();
  }

  /** Entries that meet an SQL condition on `entry` and `content`, compared with their hashes. One whose content was deleted has none. */
  *where(condition: string, ...values: SQLInputValue[]): Generator<FoundEntry> {
    const rows = this.#database
      .prepare(`SELECT ${everything} FROM entry LEFT JOIN content USING (seq) WHERE ${condition}`)
      .iterate(...values);
    for (const row of rows) {
      const entry = row as unknown as StoredEntry;
      yield row.salt === null
        ? { ...this.#entryIn(row), isUnchanged: Buffer.compare(entry.hash, entryHash(entry)) === 0 }
        : this.#check(row);
    }
  }

  /** Returns whether this console wrote the details of an entry: they can be decrypted, or the key of all entries up to then is lost. */
  isGenuine(content: StoredContent): boolean {
    return this.#detailsOf(content) !== undefined || content.seq < this.#firstReadable();
  }

  /** Returns whether the details of an entry can be decrypted, which are bound to its number and conversation. */
  opens(seq: number): boolean {
    const row = this.#sql.content.get(seq);
    return row !== undefined && this.#detailsOf(row as unknown as StoredContent) !== undefined;
  }

  /** Returns the hash of an entry in hexadecimal; undefined for an unknown number. */
  hashOf(seq: number): string | undefined {
    const row = this.#database.prepare('SELECT hash FROM entry WHERE seq = ?').get(seq);
    return row === undefined ? undefined : hex(row.hash as Uint8Array);
  }

  /** Entries after a given one, in order, up to a limit. */
  after(seq: number, max: number): JournalEntry[] {
    return this.#sql.after.all(seq, max).map((row) => this.#entryIn(row));
  }

  /** Returns the same as `after`, with the hashes and without what a second review holds back. */
  journalPage({ after, max }: { after: number; max: number }): ExportedEntry[] {
    return this.#sql.page.all(after, max).map((row) => this.#export(row));
  }

  /** Returns the entries that decide a conversation, withdraw a decision or keep one, oldest first. */
  decisions(environmentId: string, conversationId: string): ExportedEntry[] {
    const rows = this.#sql.decisions.all(environmentId, conversationId);
    return [...this.team.order.inOrder(rows.map((row) => this.#export(row)))];
  }

  /**
   * Deletes the content of all entries about the conversations and appends the entry that records it. The hash chain stays valid.
   *
   * @param further entries appended with it that hold what is still known of them
   */
  forget(
    environmentId: string,
    conversationIds: readonly string[],
    draft: DraftEntry,
    further: readonly DraftEntry[] = [],
  ): void {
    inTransaction(this.#database, () => {
      const all: number[] = [];
      for (const conversationId of conversationIds) {
        all.push(...this.#sql.contents.all(environmentId, conversationId).map(({ seq }) => Number(seq)));
        this.#sql.dropContent.run(environmentId, conversationId);
      }
      this.#add(draft, spansOf(all));
      for (const one of further) {
        this.#add(one, []);
      }
    });
  }

  #add(draft: DraftEntry, forgotten: readonly [number, number][]): number {
    const last = this.#sql.last.get();
    const seq = Number(last?.seq ?? 0) + 1;
    const name = {
      seq,
      environment_id: draft.environmentId ?? '',
      conversation_id: draft.conversationId ?? '',
    };
    const content = {
      ...name,
      salt: randomPart(16),
      forgotten: JSON.stringify(forgotten),
      details: this.#sealer.seal(JSON.stringify(draft.details ?? {}), detailsPlace(name)),
    };
    const entry = {
      seq,
      at: draft.at,
      actor: draft.actor,
      kind: draft.kind,
      content_digest: contentDigest(content),
      previous_hash: (last?.hash as Uint8Array | undefined) ?? firstHash,
    };
    this.#sql.insertEntry.run({ ...entry, hash: entryHash(entry) });
    this.#sql.insertContent.run(content);
    return seq;
  }

  #export(row: SqlRow): ExportedEntry {
    const { hash, previous_hash } = row as unknown as JoinedRow;
    return { ...this.#entryIn(row), hash: hex(hash), previousHash: hex(previous_hash) };
  }

  #check(sqlRow: SqlRow): CheckedEntry {
    const row = sqlRow as unknown as StoredEntry & StoredContent;
    const { content, ...entry } = this.#entryIn(sqlRow) as JournalEntry & { content: EntryContent };
    const isGenuine = () => content.details !== undefined || row.seq < this.#firstReadable();
    return {
      ...entry,
      content,
      // Computed on demand: hashing takes longer than decrypting.
      get isUnchanged() {
        return (
          Buffer.compare(row.hash, entryHash(row)) === 0 &&
          Buffer.compare(row.content_digest, contentDigest(row)) === 0 &&
          isGenuine()
        );
      },
    };
  }

  #entryIn(row: SqlRow): JournalEntry {
    const { seq, at, actor, kind, environment_id, conversation_id, details } = row as unknown as JoinedRow;
    if (environment_id === null || conversation_id === null || details === null) {
      return { seq, at, actor, kind, content: undefined };
    }
    const content = {
      environmentId: environment_id,
      conversationId: conversation_id,
      details: this.#detailsOf({ seq, environment_id, conversation_id, details }),
    };
    return { seq, at, actor, kind, content };
  }

  /** Returns the entries before the first one that can be decrypted, without those whose content was deleted. */
  unreadable(): { entries: number; last: number } | undefined {
    const row = this.#sql.before.get(Math.min(this.#firstReadable(), Number.MAX_SAFE_INTEGER));
    return Number(row?.entries) === 0
      ? undefined
      : { entries: Number(row?.entries), last: Number(row?.last) };
  }

  /** Returns the first entry whose details can be decrypted. Keys are lost together with all earlier ones, so every later entry opens, too. */
  #firstReadable(): number {
    this.#readableFrom ??= this.#findReadable();
    return this.#readableFrom ?? Number.POSITIVE_INFINITY;
  }

  #findReadable(): number | undefined {
    for (const row of this.#sql.sealed.iterate()) {
      const content = row as unknown as StoredContent;
      if (this.#detailsOf(content) !== undefined) {
        return content.seq;
      }
    }
    return undefined;
  }

  /** Returns undefined if they cannot be decrypted: the key may be lost, but the entry itself is valid. */
  #detailsOf(
    content: Pick<StoredContent, 'seq' | 'environment_id' | 'conversation_id' | 'details'>,
  ): EntryDetails | undefined {
    return attempt(
      () => JSON.parse(this.#sealer.openText(content.details, detailsPlace(content))) as EntryDetails,
    );
  }
}
