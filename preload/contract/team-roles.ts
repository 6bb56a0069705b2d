import { z } from 'zod';
import type { EntryKind } from './new-entry.ts';

export const teamRoles = ['admin', 'approver', 'reviewer', 'support', 'auditor'] as const;
export const teamRole = z.enum(teamRoles);
export type TeamRole = z.infer<typeof teamRole>;

const support = [
  'noted',
  'note-withdrawn',
  'labelled',
  'unlabelled',
  'state-set',
  'follow-up-set',
] as const satisfies readonly EntryKind[];

/** The kinds of journal entries that a team shares. */
export const sharedKinds = ['decided', ...support] as const satisfies readonly EntryKind[];
export type SharedKind = (typeof sharedKinds)[number];

/** The kinds that a member may enter, by role. */
export const allowedKinds: Readonly<Record<TeamRole, readonly SharedKind[]>> = {
  admin: sharedKinds,
  approver: sharedKinds,
  reviewer: sharedKinds,
  support,
  auditor: [],
};
