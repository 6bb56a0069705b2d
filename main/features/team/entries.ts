import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { maxTeamPolicyText } from '../../../preload/contract/policy.ts';
import { conversationId } from '../../../preload/contract/service/reading.ts';
import {
  accessReason,
  memberId,
  memberName,
  sharedKinds,
  teamRole,
} from '../../../preload/contract/team-roles.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { drawOf } from '../records/journal/second-review.ts';
import { recoveryKeys } from '../records/journal/team-state.ts';
import { approvalContents } from './approval-entries.ts';
import { maxContent } from './schema.ts';

/** The one suite: Ed25519, AES-256-GCM, SHA-256. Nothing about it is read from the database. */
const suite = 'assay-team-1';
const nonceBytes = 12;
const tagBytes = 16;
const noDigest = '0'.repeat(64);

const digestText = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The signed part of an entry, in this order. Digests are in hexadecimal. */
const headShape = z.tuple([
  z.literal(suite),
  /** Team. */
  z.uuid(),
  /** Author. */
  memberId,
  /** The author's own number, from 1. */
  number.min(1),
  /** Digest of the author's previous entry. */
  digestText,
  /** Digest of the sealed content. */
  digestText,
  /** Number of the team's key. */
  number.min(1),
  /** Keyed hash of the case; zeros where it is about none. */
  digestText,
  /** The last number of the log that the author had seen, and the digest of the log up to there. */
  number,
  digestText,
]);

export interface EntryHead {
  team: string;
  author: string;
  authorSeq: number;
  previous: string;
  content: string;
  key: number;
  about: string;
  seen: number;
  seenDigest: string;
}

/** Returns the bytes that are signed. */
export function headBytes(head: EntryHead): Buffer {
  const { team, author, authorSeq, previous, content, key, about, seen, seenDigest } = head;
  return Buffer.from(
    JSON.stringify([suite, team, author, authorSeq, previous, content, key, about, seen, seenDigest]),
  );
}

/** Returns the head in signed bytes; undefined for anything that `headBytes` would not have written. */
export function readHead(bytes: Uint8Array): EntryHead | undefined {
  try {
    const [, team, author, authorSeq, previous, content, key, about, seen, seenDigest] = headShape.parse(
      JSON.parse(Buffer.from(bytes).toString('utf8')),
    );
    const head = { team, author, authorSeq, previous, content, key, about, seen, seenDigest };
    return headBytes(head).equals(bytes) ? head : undefined;
  } catch {
    return undefined;
  }
}

export function sha256(bytes: string | Uint8Array): string {
  return hash('sha256', bytes);
}

/** Returns the digest of a log that ends with an entry, or with a gap in its place. */
export function logDigest(before: string, entry: Uint8Array | 'missing'): string {
  return sha256(before + sha256(entry));
}
export const emptyLog = noDigest;
export const noPrevious = noDigest;
export const aboutNone = noDigest;

/** @param publicKey SubjectPublicKeyInfo (DER), base64 */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  return attempt(() => verify(null, bytes, publicKeyOf(publicKey), signature)) ?? false;
}

/** Keys by their text: reading one takes longer than verifying with it. */
const publicKeys = new LRUCache<string, KeyObject>({ max: 1000 });

function publicKeyOf(spki: string): KeyObject {
  const cachedKey = publicKeys.get(spki);
  if (cachedKey !== undefined) {
    return cachedKey;
  }
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error('not a key of this suite');
  }
  publicKeys.set(spki, key);
  return key;
}

export function idOfKey(spki: string): string {
  return sha256(Buffer.from(spki, 'base64'));
}

/** The reading of contents, for the log: with a key of the team, or from what an export says of them. */
export interface ContentReader {
  digest: string;
  about(environment: string, conversationId: string): string;
  /** Returns undefined for what does not belong to an entry, or is no content. */
  open(sealed: Uint8Array, head: EntryHead): EntryContent | undefined;
  /** Returns the draw of a case for second reviews; absent in what is read without a key. */
  draw?(conversationId: string): number;
}

/** A key of the team, with the keys that are derived from it for each use. */
export class TeamKey implements ContentReader {
  readonly number: number;
  // Given raw bytes, the runtime would create a key object for each entry, which takes longer than opening one.
  readonly #content: KeyObject;
  readonly #about: KeyObject;
  readonly #snapshot: KeyObject;
  readonly #secret: Uint8Array;
  /** The digest in the log, so that all members have the same key. */
  readonly digest: string;

  constructor(number: number, secret: Uint8Array) {
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, suite, use, 32));
    this.number = number;
    this.#secret = secret;
    this.#content = createSecretKey(derived('content'));
    this.#about = createSecretKey(derived('about'));
    this.#snapshot = createSecretKey(derived('snapshot'));
    this.digest = sha256(derived('digest'));
  }

  /** Returns the keyed hash of a case, by which the database and its administrator cannot tell which case it is. */
  about(environment: string, conversationId: string): string {
    return createHmac('sha256', this.#about)
      .update(JSON.stringify([environment, conversationId]))
      .digest('hex');
  }

  draw(conversationId: string): number {
    return drawOf(this.#secret, conversationId);
  }

  /** Returns the key of one entry: who has it can open that entry, and no other. */
  entryKey(place: Omit<EntryHead, 'content'>): KeyObject {
    return createSecretKey(createHmac('sha256', this.#content).update(associatedData(place)).digest());
  }

  seal(content: EntryContent, place: Omit<EntryHead, 'content'>): Buffer {
    return sealWith(this.entryKey(place), JSON.stringify(content), associatedData(place));
  }

  /** Seals a part of a snapshot for its place. */
  sealPart(bytes: Uint8Array, place: string): Buffer {
    return sealWith(this.#snapshot, bytes, Buffer.from(place));
  }

  /** @throws Error for what was not sealed with this key for this place */
  openPart(sealed: Uint8Array, place: string): Buffer {
    return openWith(this.#snapshot, sealed, Buffer.from(place));
  }

  /** Returns undefined for what was not sealed with this key in this place, or is no content of an entry. */
  open(sealed: Uint8Array, place: EntryHead): EntryContent | undefined {
    return openEntry(this.entryKey(place), sealed, place);
  }
}

/** Opens the content of an entry with its key. Returns undefined for what was not sealed with it in this place, or is no content. */
export function openEntry(key: KeyObject, sealed: Uint8Array, place: EntryHead): EntryContent | undefined {
  try {
    if (sealed.length > maxContent || sha256(sealed) !== place.content) {
      return undefined;
    }
    const text = openWith(key, sealed, associatedData(place));
    return entryContent.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Seals with AES-256-GCM, bound to a place. */
export function sealWith(key: KeyObject, value: string | Uint8Array, bound: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(bound);
  const body = cipher.update(value);
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error for what was not sealed with this key and these bound data */
export function openWith(key: KeyObject, sealed: Uint8Array, bound: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(bound);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

/** Binds sealed content to its team, author, number, key and case. */
function associatedData({ team, author, authorSeq, key, about }: Omit<EntryHead, 'content'>): Buffer {
  return Buffer.from(JSON.stringify([suite, team, author, authorSeq, key, about]));
}

/** A member's name and keys: one signs, for the other a team key is sealed. */
export const memberKeys = z.object({ name: memberName, ...recoveryKeys.shape });
export type MemberKeys = z.infer<typeof memberKeys>;

export const caseEntry = z.object({
  kind: z.literal('case'),
  entry: z.enum(sharedKinds),
  /** Milliseconds since the epoch, by the author's clock; before the year 2100. */
  at: number.max(4_102_444_800_000),
  /** The environment as all consoles name it. */
  environment: z.string().min(1).max(2048),
  conversation: conversationId,
  details: z.record(z.string().max(64), z.union([z.string().max(40_000), z.number(), z.boolean()])),
  /** The number of the entry in the journal of its author. */
  local: number,
  /** The last place of the log that the author of a decision knew when making it. */
  known: number.optional(),
  /** The entry of the note that is withdrawn. */
  note: z.object({ author: memberId, authorSeq: number }).optional(),
});
export type CaseContent = z.infer<typeof caseEntry>;

/** When the author of an entry about members wrote it, by their clock. */
const at = number.max(4_102_444_800_000).optional();

/** The content of an entry, before it is sealed. */
export const entryContent = z.discriminatedUnion('kind', [
  caseEntry,
  z.object({ kind: z.literal('founded'), at, member: memberKeys, keyDigest: digestText }),
  z.object({
    kind: z.literal('admitted'),
    at,
    member: memberKeys,
    role: teamRole,
    invitation: z.string().max(64),
  }),
  z.object({ kind: z.literal('role-set'), at, member: memberId, role: teamRole }),
  z.object({
    kind: z.literal('access-granted'),
    at,
    member: memberId,
    /** When the access to personal data ends, in milliseconds since the epoch; not after `at` where it is ended early. */
    until: number.max(4_102_444_800_000),
    reason: accessReason,
  }),
  z.object({
    kind: z.literal('removed'),
    at,
    member: memberId,
    /** The key from now on, and the members it was sealed for. */
    key: number,
    keyDigest: digestText,
    sealedFor: z.array(memberId).max(1000),
  }),
  /** Sets whether a console that leaves or is removed forgets the cases of the team. */
  z.object({ kind: z.literal('copies-set'), at, forget: z.boolean() }),
  /** Sets the policy of the company for all consoles of the team; without a text there is none. */
  z.object({ kind: z.literal('policy-set'), at, text: z.string().max(maxTeamPolicyText).optional() }),
  /** `key`: the last key of the team that the file has. Later ones are sealed for it. */
  z.object({ kind: z.literal('recovery-set'), at, recovery: recoveryKeys, key: number }),
  /** Signed with the key of the recovery file: who used it is an admin from now on. */
  z.object({ kind: z.literal('recovered'), at, member: memberKeys }),
  ...approvalContents,
]);
export type EntryContent = z.infer<typeof entryContent>;
