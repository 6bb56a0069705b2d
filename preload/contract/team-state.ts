import type { TeamRole } from './team-roles.ts';

/** A member as the log says. */
export interface TeamMember {
  name: string;
  role: TeamRole;
  /** Ed25519, SubjectPublicKeyInfo (DER), base64. */
  publicKey: string;
  /** The X25519 key that team keys are sealed for, as age writes it. */
  recipient: string;
  /** The access of an auditor to personal data: when it ends, in milliseconds since the epoch, and what it is for. */
  access?: { until: number; reason: string } | undefined;
  /** The place of the entry by which they became an admin with the recovery file. */
  recovered?: number | undefined;
  /** The place of the entry that removed them. */
  removed?: number | undefined;
}

/** The public keys of the recovery file: its signature makes one more admin, and nothing else. */
export type RecoveryKeys = Pick<TeamMember, 'publicKey' | 'recipient'>;

/** A text that its author signed with the console's key. */
interface Statement {
  text: string;
  signature: string;
}

/** A proposal to delete or expire, as the log says. */
export interface TeamProposal {
  /** The place of its entry. */
  seq: number;
  statement: Statement;
  answer?: { seq: number; statement: Statement; comment?: string | undefined } | undefined;
  /** The beginning of what was approved. `at`: by the clock of its author. `claim`: what the attempt to begin it is called. */
  claim?: { seq: number; at: number; claim: string } | undefined;
  /** Of an approval of cases, those that were not decided with it yet, as hashes. */
  cases?: string[] | undefined;
}

/** The policy of the company, as an admin signed it or took it back. */
export interface TeamPolicy {
  /** The place of its entry. */
  seq: number;
  /** The member who signed it, and when, by their clock. */
  by: string;
  at: number;
  /** Absent where it was taken back. */
  text?: string | undefined;
}

/** The state of a team after a place of its log. Digests are in hexadecimal. */
export interface TeamState {
  team: string;
  /** The digest of the first entry, and the public key of its author. */
  first: string;
  founder: string;
  /** The last place read, and the digest of the log up to there. */
  seq: number;
  digest: string;
  /** The signed part of the last entry read, base64. */
  lastHead: string;
  members: Record<string, TeamMember>;
  /** The last entry of each author. */
  authors: Record<string, { seq: number; digest: string }>;
  /** The number of the key in use. */
  key: number;
  keyDigests: Record<number, string>;
  /** The place of the entry that began each key. */
  keySince: Record<number, number>;
  /** The invitations that were used. */
  invitations: string[];
  /** The last recovery file; absent before the first, and once it was used. */
  recovery?: RecoveryKeys | undefined;
  /** True if a console that leaves or is removed forgets the cases of the team; absent where it keeps them. */
  forgetsCopies?: boolean | undefined;
  /** Absent where the team has none. */
  policy?: TeamPolicy | undefined;
  /** The latest proposals by their ids; absent before the first. */
  proposals?: Record<string, TeamProposal> | undefined;
}

export const teamNoticeKinds = [
  'missing',
  'missing-of-author',
  'not-signed',
  'repeated',
  'removed-member',
  'content-missing',
  'content-changed',
  'old-key',
  'not-allowed',
  'not-approved',
  'other-log',
  'went-back',
  'snapshot',
] as const;
export type TeamNoticeKind = (typeof teamNoticeKinds)[number];

/** Something about a place of the log that was not applied, or is not as it should be. */
export interface TeamNotice {
  seq: number;
  kind: TeamNoticeKind;
  /** The author that the entry names. */
  author?: string | undefined;
}
