import { z } from 'zod';
import { savedName, saveResult } from './application.ts';
import { time } from './cases.ts';
import { environmentId } from './environments.ts';
import { passphrase } from './evidence.ts';
import { omitUndefined } from './objects.ts';
import { bytes, cancelOnSwitch, inAnyEnvironment, operation, runToEnd } from './operation.ts';
import { conversationId } from './service/reading.ts';
import { target } from './target.ts';
import { accessReason, maxAccessHours, memberId, memberName, teamRole } from './team-roles.ts';

const host = z
  .string()
  .trim()
  .min(1, 'Enter the name of the computer')
  .max(255, 'At most 255 characters')
  .regex(/^[a-zA-Z0-9.:_-]+$/, 'Enter the name or the IP address alone');
const name63 = (missing: string) => z.string().trim().min(1, missing).max(63, 'At most 63 characters');

/** The login of a member at the database. */
const login = z.object({ user: name63('Enter the user'), password: z.string().max(1000) });
const databaseAddress = login.extend({
  host,
  port: z.number().int().min(1).max(65_535),
  database: name63('Enter the database'),
  /** The certificates of the company's authority (PEM). */
  authority: z.string().max(12_000, 'At most 12,000 characters').optional(),
});
/** The largest recovery file, in bytes; it has a few keys. */
const maxRecoveryFile = 262_144;
const invitationId = z.string().max(64);

/** The connection to the database. `stopped`: nothing is read or sent until a person did something. */
/** How often a console says in the team that it is connected, in milliseconds. */
export const teamSeenMs = 60_000;

export const teamConnection = z.object({
  state: z.enum(['connecting', 'connected', 'interrupted', 'stopped']),
  message: z.string().optional(),
  hint: z.string().optional(),
});
export type TeamConnection = z.infer<typeof teamConnection>;

/** Something about a place of the log that was not applied, or is not as it should be. */
const teamNotice = z.object({
  seq: z.number().int(),
  kind: z.enum([
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
  ]),
  /** The author that the entry names. */
  author: z.string().optional(),
});
export type TeamNotice = z.infer<typeof teamNotice>;
export type TeamNoticeKind = TeamNotice['kind'];

export const teamView = z.object({
  /** `waiting`: an admin must admit this console. `removed`: an admin removed it. */
  stage: z.enum(['waiting', 'member', 'removed']),
  address: z.object({
    host: z.string(),
    port: z.number(),
    database: z.string(),
    user: z.string(),
    authority: z.string().optional(),
  }),
  me: memberId,
  /** The digest of the team's first entry, by which an export of the log is checked. */
  first: memberId,
  /** True if there is a recovery file that was not used. */
  isRecoverable: z.boolean(),
  /** True if a console that leaves or is removed forgets the cases of the team. */
  forgetsCopies: z.boolean(),
  /** The code that an admin compares, while this console waits. */
  code: z.string().optional(),
  members: z.array(
    z.object({
      id: memberId,
      name: z.string(),
      role: teamRole,
      isRemoved: z.boolean(),
      /** The place of the entry by which they became an admin with the recovery file. */
      recovered: z.number().int().optional(),
      /** The access of an auditor to personal data: when it ends, and what it is for. */
      access: z.object({ until: time, reason: z.string() }).optional(),
      /** The number of entries of the log that their console had read, as it says, and when. */
      read: z.number().int().optional(),
      readAt: time.optional(),
    }),
  ),
  /** Consoles that ask to join with an invitation of this console. */
  requests: z.array(z.object({ invitation: invitationId, name: z.string(), code: z.string() })),
  /** The invitations of this console that can still be used. */
  invitations: z.array(invitationId),
  connection: teamConnection,
  /** Entries of the log that this console has read. */
  entries: z.number().int(),
  /** Entries from before the snapshot that this console began with: those that were read since, of all. Absent once all were. */
  earlier: z.object({ read: z.number().int(), of: z.number().int() }).optional(),
  /** Entries of this console that the team does not have yet; at most 1,000 are counted. */
  unsent: z.number().int(),
  /** Entries about environments that this console does not have. */
  waiting: z.number().int(),
  notices: z.array(teamNotice),
});
export type TeamView = z.infer<typeof teamView>;

const done = z.object({});
const count = z.number().int();

/** Entries of the log to open, and the place and digest of the entry that was fixed before. */
export const logSample = z.strictObject({
  head: z.strictObject({ seq: z.number().int().min(1), digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  numbers: z.array(z.number().int().min(1)).min(1).max(100),
});
export type LogSample = z.infer<typeof logSample>;

export const teamOperations = {
  /** Absent where this console is in no team. */
  'team.view': operation({ input: z.object({}), output: z.object({ team: teamView.optional() }) }),
  /** Saves the SQL that an administrator runs once in the database. */
  'team.saveSql': operation({ input: z.object({}), output: saveResult }),
  /** Saves the whole log without what it says about cases, to be checked elsewhere. @throws team-unreachable, team-refused */
  'team.saveLog': operation({ input: z.object({}), output: saveResult }),
  /**
   * Saves the log with what some of its entries say, in one file that proves that they belong to an entry which was fixed before.
   * @throws invalid-input: the log does not have it, or an entry may not be opened here; team-unreachable, team-refused
   */
  'team.saveSample': operation({
    policy: 'export',
    input: logSample,
    output: saveResult,
    entries: ({ head, numbers }, result) =>
      result.kind === 'cancelled'
        ? []
        : [
            {
              kind: 'exported',
              details: {
                what: `sample of the team’s log up to entry ${head.seq}: ${numbers.join(', ')}`,
                ...savedName(result),
              },
            },
          ],
  }),
  /** Begins a team in a database that was prepared. Its first member is an admin. @throws team-unreachable, team-refused */
  'team.create': operation({
    input: databaseAddress.extend({ name: memberName }),
    output: done,
  }),
  /** Saves a file by which somebody becomes an admin again where all admins are lost. The one before it counts no more. */
  'team.saveRecovery': operation({ input: z.object({ passphrase }), output: saveResult }),
  /**
   * Makes the member of this console an admin with a recovery file, or a console that is in no team a new member, with a name and a login.
   * @throws invalid-input, team-not-allowed: it was used, or is not the last one; team-unreachable, team-refused
   */
  'team.recover': operation({
    input: z.object({
      file: bytes.refine(({ length }) => length <= maxRecoveryFile, 'This is no recovery file'),
      passphrase,
      newMember: databaseAddress.extend({ name: memberName }).optional(),
    }),
    output: done,
  }),
  /** Uses another address or login of the team's database. @throws team-unreachable, team-refused */
  'team.reconnect': operation({ input: databaseAddress, output: done }),
  /** Returns an invitation for one person as one line, which can be used for a day. */
  'team.invite': operation({
    input: z.object({}),
    output: z.object({ invitation: invitationId, line: z.string(), until: time }),
  }),
  /** Asks to join. @throws invalid-input, team-unreachable, team-refused */
  'team.join': operation({
    input: login.extend({ line: z.string().min(1, 'Paste the invitation').max(20_000), name: memberName }),
    output: done,
  }),
  /** Admits who asked with an invitation of this console, if the code is still the one that was compared. */
  'team.admit': operation({
    input: z.object({ invitation: invitationId, code: z.string().max(64), role: teamRole }),
    output: done,
  }),
  'team.refuse': operation({ input: z.object({ invitation: invitationId }), output: done }),
  'team.setRole': operation({ input: z.object({ member: memberId, role: teamRole }), output: done }),
  /** Grants an auditor access to personal data for some hours; 0 ends it. */
  'team.grantAccess': operation({
    input: z.object({
      member: memberId,
      hours: z.number().int().min(0).max(maxAccessHours),
      reason: accessReason,
    }),
    output: done,
  }),
  /** Removes a member; the team gets a new key for those who stay. */
  'team.remove': operation({ input: z.object({ member: memberId }), output: done }),
  /** Sets whether a console that leaves or is removed forgets the cases of the team. */
  'team.setCopies': operation({ input: z.object({ forget: z.boolean() }), output: done }),
  /**
   * Ends the membership of this console, which keeps what it has, or forgets the cases of the team where an admin set so.
   * @throws deletion-running, and as `cases.forget`: it is still a member then
   */
  'team.leave': operation({
    input: z.object({}),
    /** The number of cases that were forgotten; absent where they were kept. */
    output: z.object({ forgotten: count.optional() }),
    entries: (_input, { forgotten }) => [
      { kind: 'team-changed', details: { change: 'left', ...omitUndefined({ cases: forgotten }) } },
    ],
  }),
  /** Returns what this console entered before it joined and has not brought in, by environment. */
  'team.earlier': operation({
    input: z.object({}),
    output: z.object({
      earlier: z.array(
        z.object({
          environmentId,
          name: z.string(),
          cases: count,
          decisions: count,
          notes: count,
          labels: count,
          others: count,
        }),
      ),
    }),
  }),
  /** Sends what this console entered in some environments before it joined to the team. */
  'team.bring': operation({
    input: z.object({ environmentIds: z.array(environmentId).min(1).max(1000) }),
    output: z.object({ entries: count }),
    entries: (_input, { entries }) => [{ kind: 'team-changed', details: { change: 'brought', entries } }],
  }),
  /** Returns the other members who work on some cases. */
  'team.holders': cancelOnSwitch({
    input: z.object({ environmentId, conversationIds: z.array(conversationId).max(10_000) }),
    output: z.object({
      isTeam: z.boolean(),
      holders: z.array(z.object({ conversationId: z.string(), name: z.string() })),
    }),
  }),
  /**
   * Takes a case for the window that shows it, or keeps it for another 30 minutes. Does nothing without a team or a connection, and for a role that does
   * not decide. `name`: another member has it.
   */
  'team.claim': runToEnd({ input: target, output: z.object({ name: z.string().optional() }) }),
  /** Gives up what the window has taken. Closing the window does the same. */
  'team.release': inAnyEnvironment({ input: target, output: done }),
  /**
   * Takes the first of some cases that nobody else of the team has or decided within a day. Without a team or a connection that is the first. Absent
   * where others have all of them.
   */
  'team.takeNext': runToEnd({
    input: z.object({
      environmentId,
      conversationIds: z.array(conversationId).max(10_000),
    }),
    output: z.object({ conversationId: conversationId.optional() }),
  }),
};
