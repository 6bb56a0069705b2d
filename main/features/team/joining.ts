import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { memberId } from '../../../preload/contract/team-roles.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import { Failure } from '../../common/failure.ts';
import { isSignedBy, type MemberKeys, memberKeys, openWith, sealWith, sha256 } from './entries.ts';

/** The time in which an invitation can be used, in milliseconds. */
export const invitationMs = 24 * 60 * 60 * 1000;

const prefix = 'assay-team:';
const maxLine = 20_000;
/** A request is bound to its invitation by its key alone. */
const nothing = Buffer.alloc(0);

/** The parts of an invitation, without a login at the database. */
const invitationShape = z.strictObject({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  database: z.string().min(1).max(63),
  authority: z.string().max(12_000).optional(),
  team: z.uuid(),
  /** The digest of the team's first entry, and the public key of its author. */
  first: memberId,
  founder: z.base64().max(200),
  /** The public key of the admin who invites. */
  admin: z.base64().max(200),
  id: z.string().min(16).max(64),
  secret: z.base64().length(44),
  /** Milliseconds since the epoch. */
  until: z.number().int(),
});
export type Invitation = z.infer<typeof invitationShape>;

export function invitationLine(invitation: Invitation): string {
  return prefix + Buffer.from(JSON.stringify(invitation)).toString('base64url');
}

/** @throws Failure invalid-input */
export function readInvitation(line: string, now: number): Invitation {
  const text = line.trim();
  let invitation: Invitation;
  try {
    if (!text.startsWith(prefix) || text.length > maxLine) {
      throw new Error('not an invitation');
    }
    invitation = invitationShape.parse(
      JSON.parse(Buffer.from(text.slice(prefix.length), 'base64url').toString('utf8')),
    );
  } catch {
    throw new Failure({
      code: 'invalid-input',
      message: 'This is not an invitation, or not all of it.',
      hint: `Copy the whole line. It begins with “${prefix}”.`,
    });
  }
  if (invitation.until < now) {
    throw new Failure({
      code: 'invalid-input',
      message: 'This invitation has ended: it could be used for one day.',
      hint: 'Ask the admin for a new one.',
    });
  }
  return invitation;
}

type Secret = Pick<Invitation, 'secret' | 'team' | 'first' | 'admin' | 'id'>;

/** Returns a request to join, sealed with the invitation's secret, which so authenticates the keys of both sides. */
export function joinRequest(invitation: Secret, member: MemberKeys): Buffer {
  return sealWith(requestKey(invitation), JSON.stringify(member), nothing);
}

/** Returns who asks; undefined where the request was not made with the invitation's secret. */
export function readJoinRequest(invitation: Secret, bytes: Uint8Array): MemberKeys | undefined {
  return attempt(() => {
    const text = openWith(requestKey(invitation), bytes, nothing);
    return memberKeys.parse(JSON.parse(text.toString('utf8')));
  });
}

/** Returns a key for this invitation of this admin alone. */
function requestKey({ secret, team, first, admin, id }: Secret): KeyObject {
  const place = JSON.stringify(['assay-team-join-1', 'request', team, first, admin, id]);
  const key = hkdfSync('sha256', Buffer.from(secret, 'base64'), '', sha256(place), 32);
  return createSecretKey(Buffer.from(key));
}

/** Returns the code that both sides read aloud: 64 bits over their keys, as four words that can be pronounced. */
export function joinCode(invitation: Secret, member: MemberKeys): string {
  const { secret, team, first, admin, id } = invitation;
  const { name, publicKey, recipient } = member;
  const bytes = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(JSON.stringify(['assay-team-join-1', 'code', team, first, admin, id, name, publicKey, recipient]))
    .digest();
  return [0, 2, 4, 6].map((at) => proquint(bytes.readUInt16BE(at))).join('-');
}

/** Returns 16 bits as consonant, vowel, consonant, vowel, consonant (arXiv:0901.4016). */
function proquint(bits: number): string {
  const consonants = 'bdfghjklmnprstvz';
  const vowels = 'aiou';
  const letters = [consonants[bits >> 12], vowels[(bits >> 10) & 3], consonants[(bits >> 6) & 15]];
  return [...letters, vowels[(bits >> 4) & 3], consonants[bits & 15]].join('');
}

/** A team key sealed for one member, as the database keeps it. */
export interface KeyGrant {
  member: string;
  key: number;
  sealed: Uint8Array;
  signature: Uint8Array;
}

const grantShape = z.strictObject({
  team: z.uuid(),
  member: memberId,
  key: z.number(),
  secret: z.base64().length(44),
});

/** Seals a team key for a member, whose keys came from the log or from a request with the invitation's secret. */
export async function grantKey(
  team: string,
  member: { id: string; recipient: string },
  key: { number: number; secret: Uint8Array },
  sign: (bytes: Uint8Array) => Uint8Array,
): Promise<KeyGrant> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(member.recipient);
  const secret = Buffer.from(key.secret).toString('base64');
  const sealed = await encrypter.encrypt(
    JSON.stringify({ team, member: member.id, key: key.number, secret }),
  );
  const granted = { member: member.id, key: key.number, sealed };
  return { ...granted, signature: sign(grantBytes(team, granted)) };
}

/** Returns the key in a grant; undefined where it is not for this member or not signed by one of the admins. */
export async function openGrant(
  team: string,
  grant: KeyGrant,
  identity: string,
  admins: readonly string[],
): Promise<Buffer | undefined> {
  if (!admins.some((admin) => isSignedBy(admin, grantBytes(team, grant), grant.signature))) {
    return undefined;
  }
  try {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const opened = grantShape.parse(JSON.parse(await decrypter.decrypt(grant.sealed, 'text')));
    const isMeant = opened.team === team && opened.member === grant.member && opened.key === grant.key;
    return isMeant ? Buffer.from(opened.secret, 'base64') : undefined;
  } catch {
    return undefined;
  }
}

function grantBytes(team: string, { member, key, sealed }: Omit<KeyGrant, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify(['assay-team-grant-1', team, member, key, sha256(sealed)]));
}
