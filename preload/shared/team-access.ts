import type { TeamView } from '../contract/team.ts';
import type { TeamRole } from '../contract/team-roles.ts';

/** How an auditor gets access. */
export const accessHint = 'An admin of the team grants access in Settings, Team';

/** A member, as far as their access to personal data goes. */
export interface DataReader {
  role: TeamRole;
  access?: { until: number } | undefined;
}

/** Returns why this member of a team gets no personal data, without a full stop; undefined if they do, and without a team. */
export function accessRefusal(member: DataReader | undefined, now: number): string | undefined {
  return member?.role === 'auditor' && (member.access?.until ?? 0) <= now
    ? 'An auditor needs access to personal data'
    : undefined;
}

/** Returns this console’s member of its team; undefined without a team, and before it is admitted. */
export function ownMember(team: TeamView | undefined): TeamView['members'][number] | undefined {
  return team?.stage === 'member' ? team.members.find(({ id }) => id === team.me) : undefined;
}
