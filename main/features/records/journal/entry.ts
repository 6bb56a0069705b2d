import { createHash } from 'node:crypto';
import type { EntryDetails, NewEntry } from '../../../../preload/contract/new-entry.ts';
import type { Target } from '../../../common/target.ts';

/** An entry to be written. */
export interface DraftEntry extends NewEntry {
  /** Milliseconds since the epoch. */
  at: number;
  /** The system user. */
  actor: string;
}

export interface EntryContent extends Target {
  /** Undefined if the details cannot be decrypted because their key is lost. */
  details: EntryDetails | undefined;
}

/** An entry as read from the journal. Its content is missing if it was deleted. */
export interface JournalEntry {
  seq: number;
  at: number;
  actor: string;
  kind: string;
  content: EntryContent | undefined;
}

/** A row of the table `entry`. */
export interface StoredEntry {
  seq: number;
  at: number;
  actor: string;
  kind: string;
  content_digest: Uint8Array;
  previous_hash: Uint8Array;
  hash: Uint8Array;
}

/** A row of the table `content`. */
export interface StoredContent {
  seq: number;
  salt: Uint8Array;
  environment_id: string;
  conversation_id: string;
  /** JSON `[[first, last], …]`: ranges of entries whose content this entry deleted. */
  forgotten: string;
  details: Uint8Array;
}

/** The previous hash of the first entry. */
export const firstHash = Buffer.alloc(32);

/** Binds an entry to all earlier ones: SHA-256 of its members as JSON, including the previous hash. */
export function entryHash(entry: Omit<StoredEntry, 'hash'>): Buffer {
  const { seq, at, actor, kind } = entry;
  const members = [
    'assay-journal-1',
    seq,
    at,
    actor,
    kind,
    hex(entry.content_digest),
    hex(entry.previous_hash),
  ];
  return createHash('sha256').update(JSON.stringify(members)).digest();
}

/** Binds an entry to its content. It covers the sealed bytes, so checking it needs no key. */
export function contentDigest(content: StoredContent): Buffer {
  const { salt, seq, environment_id, conversation_id, forgotten, details } = content;
  const members = [seq, environment_id, conversation_id, forgotten, hex(details)];
  return createHash('sha256').update(salt).update(JSON.stringify(members)).digest();
}

/** Binds sealed details to their entry. */
export function detailsPlace({
  seq,
  environment_id,
  conversation_id,
}: Pick<StoredContent, 'seq' | 'environment_id' | 'conversation_id'>) {
  return {
    table: 'content',
    column: 'details',
    environmentId: environment_id,
    row: `${seq} ${conversation_id}`,
  };
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Numbers as ranges, first and last included. */
export function spansOf(numbers: readonly number[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last !== undefined && number === last[1] + 1) {
      last[1] = number;
    } else {
      spans.push([number, number]);
    }
  }
  return spans;
}
