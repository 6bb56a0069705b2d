import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { memberId } from '../../../preload/contract/team-roles.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { canonicalJson } from '../../../preload/shared/canonical-json.ts';
import { type TeamState, teamState } from '../records/journal/team-state.ts';
import { caseEntry, idOfKey, isSignedBy, sha256, type TeamKey } from './entries.ts';

const format = 'assay-team-snapshot-1';
/** The most bytes of a part before it is packed: several times what a console writes. */
const maxUnpacked = 32 * 1024 * 1024;
const number = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The signed part of a snapshot, in this order. */
const headShape = z.tuple([
  z.literal(format),
  /** Team. */
  z.uuid(),
  /** Author. */
  memberId,
  /** Number of the team's key. */
  number.min(1),
  /** The place of the log up to which it goes. */
  number.min(1),
  /** The digests of its sealed parts: the first is the state of the team, the others are entries. */
  z.array(memberId).min(1).max(10_001),
]);

export interface SnapshotHead {
  team: string;
  author: string;
  key: number;
  seq: number;
  parts: string[];
}

export function snapshotBytes({ team, author, key, seq, parts }: SnapshotHead): Buffer {
  return Buffer.from(JSON.stringify([format, team, author, key, seq, parts]));
}

/** Returns the head of a snapshot that a member signed; undefined for anything else. */
export function readSnapshotHead(
  publicKey: string,
  team: string,
  bytes: Uint8Array,
  signature: Uint8Array,
): SnapshotHead | undefined {
  try {
    const [, of, author, key, seq, parts] = headShape.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    const isMeant = of === team && author === idOfKey(publicKey);
    return isMeant && isSignedBy(publicKey, bytes, signature) ? { team, author, key, seq, parts } : undefined;
  } catch {
    return undefined;
  }
}

/** An entry that still counts, as its author wrote it, with its place in the log. */
const snapshotEntry = caseEntry.omit({ kind: true, local: true }).extend({
  seq: number.min(1),
  author: memberId,
  authorSeq: number.min(1),
});
export type SnapshotEntry = z.infer<typeof snapshotEntry>;

/** Returns the digest of a state, by which what was read of the log is compared with what a snapshot says. */
export function stateDigest(state: TeamState): string {
  return sha256(canonicalJson(state));
}

/** The place of a part of a snapshot. */
export type SnapshotPlace = Omit<SnapshotHead, 'key' | 'parts'> & { part: number };

export function sealPart(
  key: TeamKey,
  place: SnapshotPlace,
  value: TeamState | readonly SnapshotEntry[],
): Buffer {
  return key.sealPart(deflateRawSync(JSON.stringify(value), { level: 1 }), nameOf(key, place));
}

/** Returns the state of the team in the first part of a snapshot; undefined for anything else. */
export function openState(key: TeamKey, place: SnapshotPlace, sealed: Uint8Array) {
  const state = teamState.safeParse(open(key, place, sealed)).data;
  const isMeant = state?.team === place.team && state.seq === place.seq;
  return isMeant && state.keyDigests[key.number] === key.digest ? state : undefined;
}

/** Returns the entries in another part of a snapshot; undefined for anything else. */
export function openEntries(
  key: TeamKey,
  place: SnapshotPlace,
  sealed: Uint8Array,
): SnapshotEntry[] | undefined {
  const entries = z.array(snapshotEntry).safeParse(open(key, place, sealed)).data;
  return entries?.every(({ seq }) => seq <= place.seq) === true ? entries : undefined;
}

function open(key: TeamKey, place: SnapshotPlace, sealed: Uint8Array): unknown {
  return attempt(() => {
    const packed = key.openPart(sealed, nameOf(key, place));
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: maxUnpacked }).toString('utf8'));
  });
}

/** Binds a part to its place and key. */
function nameOf(key: TeamKey, { team, author, seq, part }: SnapshotPlace): string {
  return JSON.stringify([format, team, author, key.number, seq, part]);
}
