import type { DatabaseSync } from 'node:sqlite';
import type { JournalHead, JournalProblem, JournalReport } from '../../../../preload/contract/journal.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { contentDigest, entryHash, firstHash, hex, type StoredContent, type StoredEntry } from './entry.ts';

/** The most problems of one kind that are reported, so that those of another are not left out. */
const maxProblems = 100;

/** Returns whether the console wrote the details of an entry; true for every entry if there is no key, since that cannot be known. */
export type IsGenuine = (content: StoredContent) => boolean;

/** Returns the problem that the key of entries is lost, or was removed. */
export function unreadableProblem({ entries, last }: { entries: number; last: number }): JournalProblem {
  const message =
    entries === 1
      ? `Entry ${last} cannot be decrypted: its key is missing.`
      : `${entries} entries up to entry ${last} cannot be decrypted: their key is missing.`;
  return { kind: 'content-changed', seq: last, message };
}

/**
 * Checks every entry of a journal: none was changed, removed, added or moved, and content is missing only where the journal itself
 * records its deletion. Needs no key. Anyone who can write all files can also write a new journal, which only a copy of the last hash kept
 * elsewhere shows; entries added behind it are only shown with a key.
 * @param heads the last entry as saved elsewhere, which distinguishes a truncated journal from a short one
 */
export function verifyJournal(
  database: DatabaseSync,
  heads: JournalHead | readonly JournalHead[] = [],
  isGenuine?: IsGenuine,
): JournalReport {
  const check = new JournalCheck(database, heads, isGenuine);
  check.step(Number.MAX_SAFE_INTEGER);
  return check.report();
}

/** Checks a journal like `verifyJournal`, some entries at a time. */
export class JournalCheck {
  readonly #database: DatabaseSync;
  readonly #problems: JournalProblem[] = [];
  readonly #counts = new Map<JournalProblem['kind'], number>();
  readonly #content;
  readonly #before;
  readonly #some;
  readonly #isGenuine: IsGenuine;
  #forgottenSpans: ReadonlySet<number>;
  /** True if the deletions were read in the present step. */
  #isFresh = true;
  readonly #heads: readonly JournalHead[];
  #entries = 0;
  #forgottenCount = 0;
  #head: JournalHead | undefined;
  #last: { seq: number; hash: Uint8Array } = { seq: 0, hash: firstHash };

  constructor(
    database: DatabaseSync,
    heads: JournalHead | readonly JournalHead[] = [],
    isGenuine: IsGenuine = () => true,
  ) {
    this.#database = database;
    this.#isGenuine = isGenuine;
    this.#heads = [heads].flat();
    this.#forgottenSpans = forgottenEntries(database, isGenuine);
    this.#content = database.prepare('SELECT * FROM content WHERE seq = ?');
    this.#before = database.prepare('SELECT seq FROM entry WHERE hash = ?');
    this.#some = database.prepare('SELECT * FROM entry WHERE seq > ? ORDER BY seq LIMIT ?');
  }

  /** Checks some more entries. Returns true when all are checked. */
  step(max: number): boolean {
    let count = 0;
    for (const row of this.#some.iterate(this.#last.seq, max)) {
      this.#entry(row as unknown as StoredEntry);
      count += 1;
    }
    this.#isFresh = false;
    if (count === max) {
      return false;
    }
    for (const { seq } of this.#database
      .prepare('SELECT seq FROM content WHERE seq NOT IN (SELECT seq FROM entry) ORDER BY seq')
      .all()) {
      this.#problem('added', Number(seq), 'There is content for an entry that does not exist.');
    }
    this.#end();
    return true;
  }

  /** Returns the result so far. */
  report(): JournalReport {
    return {
      entries: this.#entries,
      forgotten: this.#forgottenCount,
      ...omitUndefined({ head: this.#head }),
      endChecked: this.#heads.length > 0,
      problems: this.#problems,
    };
  }

  #problem(kind: JournalProblem['kind'], seq: number, message: string): void {
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    if (count < maxProblems) {
      this.#problems.push({ kind, seq, message });
    }
  }

  #entry(entry: StoredEntry): void {
    const { seq } = entry;
    this.#entries += 1;
    const follows = seq === this.#last.seq + 1;
    if (!follows) {
      const missing =
        seq === this.#last.seq + 2
          ? `Entry ${seq - 1} is`
          : `Entries ${this.#last.seq + 1} to ${seq - 1} are`;
      this.#problem('removed', this.#last.seq + 1, `${missing} missing.`);
    }
    if (!same(entry.hash, entryHash(entry))) {
      const [kind, message] = this.#wasMoved(entry)
        ? (['reordered', `Entry ${seq} was written at another place in the journal.`] as const)
        : (['changed', `Entry ${seq} was changed.`] as const);
      this.#problem(kind, seq, message);
    } else if (follows && !same(entry.previous_hash, this.#last.hash)) {
      this.#problem('unbound', seq, `Entry ${seq} does not follow from the entry before it.`);
    }
    if (this.#heads.some((head) => head.seq === seq && head.hash !== hex(entry.hash))) {
      this.#problem('changed', seq, `Entry ${seq} is not the one saved as the last.`);
    }
    this.#checkContent(entry);
    this.#last = { seq, hash: entry.hash };
    this.#head = { seq, hash: hex(entry.hash) };
  }

  #end(): void {
    const to = Math.max(0, ...this.#heads.map((head) => head.seq));
    if (this.#last.seq < to) {
      const from = this.#last.seq + 1;
      const missing = from === to ? `Entry ${to} is missing` : `Entries ${from} to ${to} are missing`;
      this.#problem('cut', from, `${missing} at the end of the journal.`);
    }
  }

  /** Returns whether only the entry's number changed: its hash is right for the position after its predecessor. */
  #wasMoved(entry: StoredEntry): boolean {
    const before = this.#before.get(entry.previous_hash);
    const seq = before === undefined ? 1 : Number(before.seq) + 1;
    // The previous entry may have been moved as well; its original number is then one next to it.
    return [seq, seq - 1, seq + 1, entry.seq - 1, entry.seq + 1].some((candidate) =>
      same(entry.hash, entryHash({ ...entry, seq: candidate })),
    );
  }

  #wasForgotten(seq: number): boolean {
    if (!this.#forgottenSpans.has(seq) && !this.#isFresh) {
      // The console may have deleted it since the check began.
      this.#forgottenSpans = forgottenEntries(this.#database, this.#isGenuine);
      this.#isFresh = true;
    }
    return this.#forgottenSpans.has(seq);
  }

  #checkContent({ seq, content_digest }: StoredEntry): void {
    const content = this.#content.get(seq) as StoredContent | undefined;
    if (content !== undefined) {
      if (!same(content_digest, contentDigest(content))) {
        this.#problem('content-changed', seq, `The content of entry ${seq} was changed.`);
      } else if (!this.#isGenuine(content)) {
        this.#problem('added', seq, `Entry ${seq} was not written by this console.`);
      }
    } else if (this.#wasForgotten(seq)) {
      this.#forgottenCount += 1;
    } else {
      this.#problem(
        'content-removed',
        seq,
        `The content of entry ${seq} is missing, and no entry records its deletion.`,
      );
    }
  }
}

/** The most entries that a damaged journal may have lost without effect on which deletions are believed. */
const maxLost = 1_000_000;

/**
 * Returns the entries whose content was deleted according to the journal. Rows that were changed or added are not believed. The content of an entry is
 * deleted once, so there are no more than entries: the rest is not believed either.
 */
function forgottenEntries(database: DatabaseSync, isGenuine: IsGenuine): Set<number> {
  const all = new Set<number>();
  const size = database.prepare('SELECT count(*) AS count, max(seq) AS last FROM entry').get();
  let remaining = Math.min(Number(size?.last ?? 0), Number(size?.count ?? 0) + maxLost);
  const rows = database
    .prepare(
      `SELECT entry.*, salt, environment_id, conversation_id, forgotten, details FROM content JOIN entry USING (seq)
       WHERE forgotten <> '[]' ORDER BY seq`,
    )
    .iterate();
  for (const row of rows) {
    const entry = row as unknown as StoredEntry & StoredContent;
    if (
      !same(entry.content_digest, contentDigest(entry)) ||
      !same(entry.hash, entryHash(entry)) ||
      !isGenuine(entry)
    ) {
      continue;
    }
    for (const [first, last] of spansIn(entry.forgotten)) {
      remaining -= last - first + 1;
      if (remaining < 0) {
        return all;
      }
      for (let seq = first; seq <= last; seq += 1) {
        all.add(seq);
      }
    }
  }
  return all;
}

function spansIn(text: string): [number, number][] {
  try {
    const spans = JSON.parse(text) as unknown;
    return Array.isArray(spans)
      ? spans.filter(
          (span): span is [number, number] =>
            Array.isArray(span) &&
            Number.isSafeInteger(span[0]) &&
            Number.isSafeInteger(span[1]) &&
            span[0] <= span[1],
        )
      : [];
  } catch {
    return [];
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
