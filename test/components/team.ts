import { type TeamView, teamView } from '../../preload/contract/team.ts';
import type { TeamRole } from '../../preload/contract/team-roles.ts';
import type { Replies } from './fake-bridge.ts';

const me = 'a'.repeat(64);

/** Returns a team whose only member is this console’s, with a role. An auditor has access to personal data, so that the role alone refuses. */
export function teamOf(role: TeamRole): TeamView {
  return teamView.parse({
    stage: 'member',
    me,
    first: me,
    isRecoverable: false,
    forgetsCopies: false,
    entries: 1,
    unsent: 0,
    waiting: 0,
    notices: [],
    requests: [],
    invitations: [],
    address: { host: 'db.example', port: 5432, database: 'team', user: 'carla' },
    connection: { state: 'connected' },
    members: [
      {
        id: me,
        name: 'Carla',
        role,
        isRemoved: false,
        ...(role === 'auditor' && { access: { until: Date.now() + 3_600_000, reason: 'Audit' } }),
      },
    ],
  });
}

/** The console of an auditor, who only reads. */
export const asAuditor: Replies = { 'team.view': () => ({ team: teamOf('auditor') }) };
