import { z } from 'zod';
import type { EntryKind } from './new-entry.ts';

export const teamRoles = ['admin', 'approver', 'reviewer', 'support', 'auditor'] as const;
export const teamRole = z.enum(teamRoles);
export type TeamRole = z.infer<typeof teamRole>;

const visibleWord = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u;

/** The id of a member: SHA-256 of their public key, in hexadecimal. */
export const memberId = z.string().regex(/^[0-9a-f]{64}$/);

/** The name of a member, in which every character can be seen. */
export const memberName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'Enter a name')
  .max(80, 'At most 80 characters')
  .refine(
    (name) => name.split(' ').every((word) => visibleWord.test(word)),
    'Enter only characters that can be seen, with single spaces',
  );

/** The reason for which an auditor may see personal data. */
export const accessReason = z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters');

/** The longest time for which an auditor may see personal data, in hours. */
export const maxAccessHours = 7 * 24;

/** The kinds of entries about what was done at the service: they are entered whatever the role, since it has happened. */
export const deletionKinds = [
  'expired',
  'monitoring-ended',
  'data-deleted',
] as const satisfies readonly EntryKind[];

const support = [
  'noted',
  'note-withdrawn',
  'labelled',
  'unlabelled',
  'state-set',
  'follow-up-set',
  'assigned',
  'answered',
  'ticked',
  ...deletionKinds,
] as const satisfies readonly EntryKind[];

/** The kinds of journal entries that a team shares. */
export const sharedKinds = [
  'decided',
  'tested',
  'settled',
  ...support,
] as const satisfies readonly EntryKind[];
export type SharedKind = (typeof sharedKinds)[number];

/** The kinds that a member may enter, by role. */
export const allowedKinds: Readonly<Record<TeamRole, readonly SharedKind[]>> = {
  admin: sharedKinds,
  approver: sharedKinds,
  reviewer: sharedKinds,
  support,
  auditor: [],
};

/** The roles that may change something at the service, and what is due there: an auditor only reads. */
export const rolesAtService = [
  'admin',
  'approver',
  'reviewer',
  'support',
] as const satisfies readonly TeamRole[];

export function isDeletion(kind: SharedKind): boolean {
  return deletionKinds.some((one) => one === kind);
}

export function isShared(kind: string): kind is SharedKind {
  return sharedKinds.some((one) => one === kind);
}
