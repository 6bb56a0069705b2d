import { z } from 'zod';
import { maxTeamPolicyText } from '../../../../preload/contract/policy.ts';
import { memberId, memberName, teamRole } from '../../../../preload/contract/team-roles.ts';
import { maxProposed, signedText } from '../../../common/approval.ts';

const number = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** A number as the key of a record. */
const numberKey = z.string().regex(/^\d{1,10}$/);

/** The public keys of the recovery file: its signature makes one more admin, and nothing else. */
export const recoveryKeys = z.object({
  /** Ed25519, SubjectPublicKeyInfo (DER), base64. */
  publicKey: z.base64().max(200),
  /** The X25519 key that team keys are sealed for, as age writes it. */
  recipient: z.string().regex(/^age1[0-9a-z]{58}$/),
});

/** A member as the log says. */
const teamMember = z.strictObject({
  name: memberName,
  role: teamRole,
  /** As those of the recovery file. */
  publicKey: z.base64().max(200),
  recipient: z.string().max(100),
  /** The access of an auditor to personal data: when it ends, in milliseconds since the epoch, and what it is for. */
  access: z.strictObject({ until: number, reason: z.string().max(1000) }).optional(),
  /** The place of the entry by which they became an admin with the recovery file. */
  recovered: number.optional(),
  /** The place of the entry that removed them. */
  removed: number.optional(),
});
export type TeamMember = z.infer<typeof teamMember>;

/** A proposal to delete or expire, as the log says. */
const teamProposal = z.strictObject({
  /** The place of its entry. */
  seq: number,
  statement: signedText,
  answer: z
    .strictObject({ seq: number, statement: signedText, comment: z.string().max(10_000).optional() })
    .optional(),
  /** The beginning of what was approved. `at`: by the clock of its author. `claim`: what the attempt to begin it is called. */
  claim: z.strictObject({ seq: number, at: number, claim: z.uuid() }).optional(),
  /** Hashes of the cases that were not decided with the approval yet; only for an approval of cases. */
  cases: z.array(z.string().max(64)).max(maxProposed).optional(),
});
export type TeamProposal = z.infer<typeof teamProposal>;

/** The policy of the company, as an admin signed it or took it back. */
const teamPolicy = z.strictObject({
  /** The place of its entry. */
  seq: number,
  /** The member who signed it, and when, by their clock. */
  by: memberId,
  at: number,
  /** Absent where it was taken back. */
  text: z.string().max(maxTeamPolicyText).optional(),
});
export type TeamPolicy = z.infer<typeof teamPolicy>;

/** The state of a team after a place of its log. Digests are in hexadecimal. */
export const teamState = z.strictObject({
  team: z.uuid(),
  /** The digest of the first entry, and the public key of its author. */
  first: memberId,
  founder: z.base64().max(200),
  /** The last place read, and the digest of the log up to there. */
  seq: number.min(1),
  digest: memberId,
  /** The signed part of the last entry read, base64. */
  lastHead: z.base64().max(8192),
  members: z.record(memberId, teamMember),
  /** The last entry of each author. */
  authors: z.record(memberId, z.strictObject({ seq: number, digest: memberId })),
  /** The number of the key in use. */
  key: number.min(1),
  keyDigests: z.record(numberKey, memberId),
  /** The place of the entry that began each key. */
  keySince: z.record(numberKey, number),
  /** The invitations that were used. */
  invitations: z.array(z.string().max(64)),
  /** The last recovery file; absent before the first, and once it was used. */
  recovery: recoveryKeys.optional(),
  /** True if a console that leaves or is removed forgets the cases of the team; absent where it keeps them. */
  forgetsCopies: z.boolean().optional(),
  /** Absent where the team has none. */
  policy: teamPolicy.optional(),
  /** The latest proposals by their ids; absent before the first. */
  proposals: z.record(z.uuid(), teamProposal).optional(),
});
export type TeamState = z.infer<typeof teamState>;
