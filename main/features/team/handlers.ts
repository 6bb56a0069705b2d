import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { type MadeFile, saveContent } from '../../bridge/save-content.ts';
import type { ApprovedActs } from './approved-acts.ts';
import { schemaSql } from './schema.ts';
import type { Team } from './team.ts';

/** Returns the operations `team.*`. */
export function teamHandlers({
  team,
  acts,
  host,
  nameOf,
}: {
  team: Team;
  acts: ApprovedActs;
  /** Returns the name of an environment. */
  nameOf(environmentId: string): string;
  host: Pick<Host, 'saveFile'>;
}): HandlersOf<'team'> &
  Omit<HandlersOf<'approvals'>, 'approvals.propose' | 'approvals.approve' | 'approvals.reject'> {
  const done = async (act: Promise<void>) => {
    await act;
    return {};
  };
  const save = (fileName: string, contentType: string, content: MadeFile['content'], signal: AbortSignal) =>
    saveContent(host, { fileName, contentType, content }, signal);
  return {
    async 'approvals.list'() {
      return { proposals: await acts.list() };
    },
    'approvals.proposeAct': ({ refused, reason, ticket }) => done(acts.propose(refused, reason, ticket)),
    'approvals.readAct': ({ environmentId, id }) => acts.read(environmentId, id),
    'approvals.approveAct': ({ id, comment }) => done(acts.approve(id, comment)),
    async 'team.view'() {
      const view = await team.view();
      return view === undefined ? {} : { team: view };
    },
    'team.saveSql': (_input, { signal }) =>
      save('assay-team.sql', 'application/sql', () => [schemaSql()], signal),
    'team.saveLog': (_input, { signal }) =>
      save('assay-team-log.jsonl', 'application/jsonl', () => team.export(), signal),
    async 'team.saveSample'(sample, { signal }) {
      // Before a file is chosen: an entry that cannot be opened is none of its errors.
      const content = await team.export(sample);
      return save('assay-team-sample.jsonl', 'application/jsonl', () => content, signal);
    },
    async 'team.saveRecovery'({ passphrase }, { signal }) {
      const { entry, file } = await team.members.newRecovery(passphrase);
      const type = 'application/octet-stream';
      const result = await save('assay-team-recovery.age', type, () => file, signal);
      if (result.kind !== 'cancelled') {
        await team.members.setRecovery(entry);
      }
      return result;
    },
    'team.recover': ({ file, passphrase, newMember }) => done(team.recover(file, passphrase, newMember)),
    'team.create': ({ name, ...address }) => done(team.create(address, name)),
    'team.reconnect': (address) => done(team.reconnect(address)),
    'team.invite': () => team.members.invite(),
    'team.join': ({ line, name, ...login }) => done(team.join(line, login, name)),
    'team.admit': ({ invitation, code, role }) => done(team.members.admit(invitation, code, role)),
    'team.refuse': ({ invitation }) => done(team.members.refuse(invitation)),
    'team.setRole': ({ member, role }) => done(team.members.setRole(member, role)),
    'team.remove': ({ member }) => done(team.members.remove(member)),
    'team.grantAccess': ({ member, hours, reason }) => done(team.members.grantAccess(member, hours, reason)),
    'team.setCopies': ({ forget }) => done(team.members.setCopies(forget)),
    'team.leave': async () => omitUndefined({ forgotten: await team.leave() }),
    async 'team.earlier'() {
      const earlier = await team.earlier();
      return { earlier: earlier.map((one) => ({ ...one, name: nameOf(one.environmentId) })) };
    },
    async 'team.bring'({ environmentIds }) {
      return { entries: await team.bring(environmentIds) };
    },
    'team.holders': ({ environmentId, conversationIds }) =>
      team.claims.holders(environmentId, conversationIds),
    'team.claim': (target, { closed }) => team.claims.claim(target, closed),
    'team.release': (target, { closed }) => done(team.claims.release(target, closed)),
    async 'team.takeNext'({ environmentId, conversationIds }, { closed }) {
      const conversationId = await team.claims.takeNext(environmentId, conversationIds, closed);
      return conversationId === undefined ? {} : { conversationId };
    },
  };
}
