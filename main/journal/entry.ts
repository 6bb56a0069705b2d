import { createHash } from 'node:crypto';

/** Everything the journal takes note of. */
export type EntryKind =
  | 'opened'
  | 'revealed'
  | 'decided'
  | 'noted'
  | 'labelled'
  | 'unlabelled'
  | 'state-set'
  | 'watched'
  | 'saved'
  | 'expired'
  | 'data-deleted'
  | 'exported'
  | 'forgotten'
  | 'retention'
  | 'credentials-changed'
  | 'environment-changed'
  | 'settings-changed'
  | 'key-rotated'
  | 'restored';

/** What was entered with it. It may hold personal data, such as a comment, and is kept sealed. */
export type EntryDetails = Record<string, string | number | boolean>;

/** What is to be written. */
export interface DraftEntry {
  kind: EntryKind;
  /** Milliseconds since the epoch. */
  at: number;
  /** The system user. */
  actor: string;
  /** Empty where it is about no environment. */
  environmentId?: string;
  /** Empty where it is about no conversation. */
  conversationId?: string;
  details?: EntryDetails;
}

export interface EntryContent {
  environmentId: string;
  conversationId: string;
  /** Undefined where they cannot be opened: their key is lost. */
  details: EntryDetails | undefined;
}

/** An entry as it was read. Its content is absent where it was forgotten. */
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
  /** JSON: the spans of entries whose content this entry's forgetting deleted, `[[first, last], …]`. */
  forgotten: string;
  details: Uint8Array;
}

/** The previous hash of the first entry. */
export const firstHash = Buffer.alloc(32);

/** The hash that binds an entry to all before it: SHA-256 of its members, the one before among them, as JSON. */
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

/** The hash that binds an entry to its content, over the content as it is stored: no key is needed to check it. */
export function contentDigest(content: StoredContent): Buffer {
  const { salt, seq, environment_id, conversation_id, forgotten, details } = content;
  const members = [seq, environment_id, conversation_id, forgotten, hex(details)];
  return createHash('sha256').update(salt).update(JSON.stringify(members)).digest();
}

/** Where the sealed details of an entry belong. */
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
