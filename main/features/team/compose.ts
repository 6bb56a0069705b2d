import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyRule } from '../../../preload/contract/operation.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { needsReviewFrom } from '../../../preload/wording/finding-weights.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { type MadeFile, saveContent } from '../../bridge/save-content.ts';
import { nameForAll } from '../../common/name-for-all.ts';
import { noticeOf } from '../../common/notice.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { Selection } from '../cases/index/results.ts';
import { type Act, ApprovedActs } from './approved-acts.ts';
import { schemaSql } from './schema.ts';
import { MemberSecrets } from './secrets.ts';
import { Team } from './team.ts';

/** Builds the console's part in a team. Nothing runs without one. */
export function composeTeam(
  core: Core,
  {
    cases,
    services,
    retryMs = [1_000, 2_000, 5_000, 15_000, 30_000],
    recoveryCost,
    snapshotAfter,
  }: {
    cases: CaseStore;
    services: Services;
    retryMs?: readonly number[] | undefined;
    recoveryCost?: number | undefined;
    snapshotAfter?: number | undefined;
  },
) {
  const { environments, eventBus, opened, redaction, system } = core;
  const log = core.logError('The team');
  const notice = noticeOf(() => eventBus.emit('team.changed', {}));
  const readPolicy = () => core.policy.current().then(() => undefined, log);
  const changeTeam: CaseStore['changeTeam'] = async (name, input) => {
    await cases.changeTeam(name, input);
    // Another policy counts from here on.
    await readPolicy();
  };
  const team = new Team({
    cases,
    changeTeam,
    secrets: new MemberSecrets(core.keychain, () => environments.isSessionOnly()),
    signer: () => core.consoleKey.signer(),
    environments: () =>
      new Map(environments.ids().map((id) => [id, nameForAll(id, environments.settings(id).baseUrl)])),
    now: () => system.now(),
    changed: () => notice.soon(),
    retryMs,
    recoveryCost,
    snapshotAfter,
    secretKnown: (secrets) => redaction.keep('team', secrets),
    log,
  });
  opened.defer(async () => {
    await team.close();
    notice.close();
  });
  eventBus.subscribe(({ name }) => {
    if (name === 'keychain.changed') {
      // The list with the team may be another one once it was opened again.
      void cases.index.keychainChanged().then(() => {
        team.start();
        return readPolicy();
      }, log);
    }
    if (name === 'cases.changed' || name === 'environments.changed') {
      team.wake();
    }
  });
  team.start();
  void readPolicy();
  const acts = new ApprovedActs({
    cases,
    services,
    approvals: team.approvals,
    now: () => system.now(),
    actOf: (rule, input) => actOf(core, cases, rule, input),
  });
  return {
    acts,
    handlers: teamHandlers(core, team, acts),
    claims: team.claims,
    sign: (text: string | undefined) => team.members.setPolicy(text),
    approvals: team.approvals,
  };
}

/** Returns what an operation under a rule would do that a second person must approve; undefined where nobody must. */
async function actOf(
  { environments, policy }: Core,
  cases: Pick<CaseStore, 'request'>,
  rule: PolicyRule,
  given: {
    environmentId?: string;
    conversationId?: string;
    selection?: Selection;
    decision?: { kind?: string };
  },
): Promise<Omit<Act, 'text'> | undefined> {
  const isApproval = rule === 'decide' && given.decision?.kind === 'clear';
  if ((policy.inForce?.approval ?? []).length === 0 || (rule !== 'export' && !isApproval)) {
    return undefined;
  }
  const environmentId = given.environmentId ?? environments.selectedId();
  const { conversationId, selection } = given;
  const ids =
    conversationId !== undefined
      ? [conversationId]
      : selection === undefined
        ? []
        : await cases.request('selectedAtService', { environmentId, selection });
  const rows = isApproval
    ? await cases.request('rowsOf', { environmentId, conversationIds: ids, everyFinding: true })
    : [];
  const heaviest = Math.max(0, ...rows.flatMap(({ findings }) => findings.map(({ weight }) => weight)));
  const act = isApproval
    ? ({ action: 'approve', heaviest, blockingFrom: needsReviewFrom } as const)
    : ({ action: 'export' } as const);
  // An act that names no environment is about all.
  const concerned = given.environmentId === undefined ? environments.ids() : [given.environmentId];
  const isNeeded = concerned.some((id) =>
    needsApproval(policy.inForce, { environmentId: id, kind: environments.settings(id).kind, ...act }),
  );
  return isNeeded ? { environmentId, mode: isApproval ? 'APPROVE' : 'EXPORT', ids } : undefined;
}

/** Returns the operations `team.*`. */
function teamHandlers(
  { environments, host }: Core,
  team: Team,
  acts: ApprovedActs,
): HandlersOf<'team'> &
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
      return {
        earlier: earlier.map((one) => ({ ...one, name: environments.settings(one.environmentId).name })),
      };
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
