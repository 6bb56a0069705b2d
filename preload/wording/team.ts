import type { TeamConnection, TeamNotice, TeamNoticeKind, TeamView } from '../contract/team.ts';
import type { TeamRole } from '../contract/team-roles.ts';
import { counted, listed } from './terms.ts';

export const teamRoleLabels: Readonly<Record<TeamRole, string>> = {
  admin: 'Admin',
  approver: 'Approver',
  reviewer: 'Reviewer',
  support: 'Support',
  auditor: 'Auditor',
};

/** Says what a role may do. */
export const teamRoleMeanings: Readonly<Record<TeamRole, string>> = {
  admin: 'everything, and who is in the team',
  approver: 'decisions, notes, labels and states; approves what others propose',
  reviewer: 'decisions, notes, labels and states',
  support: 'notes, labels and states; no decisions',
  auditor: 'reads only',
};

export const teamConnectionLabels: Readonly<Record<TeamConnection['state'], string>> = {
  connecting: 'Connecting',
  connected: 'Connected',
  interrupted: 'Interrupted',
  stopped: 'Stopped',
};

const noticeTexts: Readonly<Record<TeamNoticeKind, (who: string) => string>> = {
  missing: () => 'The database has no entry here. Somebody removed it.',
  'missing-of-author': (who) => `Entries of ${who} before this one are missing.`,
  'not-signed': (who) => `This entry was not signed by ${who}, or was changed since.`,
  repeated: (who) => `This entry of ${who} is there twice, or not in its place.`,
  'removed-member': (who) => `${who} wrote this after being removed from the team.`,
  'content-missing': (who) => `The content of this entry of ${who} is missing. Somebody removed it.`,
  'content-changed': (who) => `The content of this entry of ${who} was changed, or belongs elsewhere.`,
  'old-key': (who) => `${who} wrote this with a key that the team does not use any more.`,
  'not-allowed': (who) => `${who} was not allowed to do this.`,
  'not-approved': (who) =>
    `${who} decided a case and named an approval of a second person that the log does not have for it. The decision counts, the approval does not.`,
  'other-log': (who) => `The console of ${who} was shown another log than this one.`,
  'went-back': () =>
    'The database lost what came after this entry. Each console sends again what its user did.',
  snapshot: (who) => `A snapshot by ${who} is not what the log has here, or was changed. The log counts.`,
};

/** Says what is wrong with an entry of the team's log. */
export function teamNoticeText({ seq, kind, author = '' }: TeamNotice, members: TeamView['members']): string {
  const who = members.find(({ id }) => id === author)?.name ?? 'an unknown person';
  const text = noticeTexts[kind](who);
  return `Entry ${seq}: ${text[0]?.toUpperCase()}${text.slice(1)}`;
}

/** Returns how far the console of a member is. */
export function readText({ read }: TeamView['members'][number], entries: number): string {
  if (read === undefined) {
    return 'not connected yet';
  }
  const behind = entries - read;
  return behind <= 0 ? 'up to date' : `${counted(behind, 'entry', 'entries')} behind`;
}

/** Returns what an environment has from before a console joined, such as “12 cases with 3 decisions and 1 note”. */
export function earlierText({
  cases,
  decisions,
  notes,
  labels,
  others,
}: Record<'cases' | 'decisions' | 'notes' | 'labels' | 'others', number>): string {
  const parts = [
    decisions > 0 && counted(decisions, 'decision'),
    notes > 0 && counted(notes, 'note'),
    labels > 0 && counted(labels, 'label'),
    others > 0 && counted(others, 'other entry', 'other entries'),
  ];
  return `${counted(cases, 'case')} with ${listed(parts.filter((part) => part !== false))}`;
}

/** The data that the team's database can show to whoever runs it. */
export const visibleInDatabase =
  'Whoever runs the database sees which login writes when and from where, how much, about how many different cases, and who works on a case at the moment; members and cases have names there that say nothing. They see no person, no case, no text and no decision. An entry that they change, forge or remove is noticed. The newest entries they can withhold: that is noticed once a member writes who had read them.';
