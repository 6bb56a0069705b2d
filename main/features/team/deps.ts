import type { PolicyRule } from '../../../preload/contract/operation.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import { accessHint, accessRefusal } from '../../../preload/shared/team-access.ts';
import { Failure } from '../../common/failure.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { SignedPolicy } from '../policy/company-policy.ts';
import type { ConsoleSigner } from '../records/console-key/console-key.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { MemberSecrets } from './secrets.ts';

export interface TeamDeps {
  cases: CaseStore;
  /** Changes the team; the policy that counts from there on is read. */
  changeTeam: CaseStore['changeTeam'];
  secrets: MemberSecrets;
  signer(): Promise<ConsoleSigner>;
  /** Returns the names that all consoles use of the environments, by id. */
  environments(): ReadonlyMap<string, string>;
  /** Returns milliseconds since the epoch. */
  now(): number;
  changed(): void;
  /** The waits after failed attempts to connect, in milliseconds. */
  retryMs: readonly number[];
  /** The base-2 logarithm of scrypt's cost for a recovery file, where it is not that of people. */
  recoveryCost: number | undefined;
  /** The number of entries after which a snapshot is written, where it is not that of people. */
  snapshotAfter: number | undefined;
  /** Keeps passwords and keys out of what leaves main. */
  secretKnown(secrets: readonly string[]): void;
  log(error: unknown): void;
}

/** Returns whether this console is a member. */
export function isWorking(record: KeptTeam): boolean {
  return record.joining === undefined && record.log.members[record.me] !== undefined && isPresent(record);
}

/** Returns whether this console was not removed. */
export function isPresent({ log, me }: KeptTeam): boolean {
  return log.members[me]?.removed === undefined;
}

/** Returns the policy that an admin signed for the team, while this console is a member. */
export function signedPolicy(record: KeptTeam | undefined): SignedPolicy | undefined {
  const { by = '', at = 0, text } = record && isWorking(record) ? (record.log.policy ?? {}) : {};
  return text === undefined ? undefined : { text, at, by: record?.log.members[by]?.name ?? '' };
}

export function refused(message: string): Failure {
  return new Failure({ code: 'team-not-allowed', message });
}

/** @throws Failure team-not-allowed where an operation is not for the role of this console in the team, or is about personal data that it has no access to */
export function checkMember(
  record: KeptTeam | undefined,
  { roles, policy }: { roles?: readonly TeamRole[]; policy?: PolicyRule },
  now: number,
): void {
  const member = record && isWorking(record) ? record.log.members[record.me] : undefined;
  if (member !== undefined && roles !== undefined && !roles.includes(member.role)) {
    throw new Failure({
      code: 'team-not-allowed',
      message: `As ${member.role} of the team you may not do that. Nothing was done.`,
      hint: 'An admin of the team can change your role.',
    });
  }
  const refusal = policy === 'show' || policy === 'export' ? accessRefusal(member, now) : undefined;
  if (refusal !== undefined) {
    throw new Failure({
      code: 'team-not-allowed',
      message: `${refusal}. Nothing was done.`,
      hint: `${accessHint}.`,
    });
  }
}

export function signWith(signer: ConsoleSigner): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => Buffer.from(signer.sign(bytes).signature, 'base64');
}

/** @throws Failure team-not-allowed where the console's key is another one than the member's */
export async function signerOf(deps: Pick<TeamDeps, 'signer'>, { me }: KeptTeam): Promise<ConsoleSigner> {
  const signer = await deps.signer();
  if (signer.keyId !== me) {
    throw refused('This console has another key than the one it joined the team with. Nothing is sent.');
  }
  return signer;
}
