import type { PolicyRule } from '../../../preload/contract/operation.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { needsReviewFrom } from '../../../preload/wording/finding-weights.ts';
import { nameForAll } from '../../common/name-for-all.ts';
import { noticeOf } from '../../common/notice.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { Selection } from '../cases/index/results.ts';
import { type Act, ApprovedActs } from './approved-acts.ts';
import { teamHandlers } from './handlers.ts';
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
  const { environments, eventBus, host, opened, redaction, system } = core;
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
    ...{ cases, services, approvals: team.approvals, now: () => system.now() },
    actOf: (rule, input) => actOf(core, cases, rule, input),
  });
  return {
    acts,
    handlers: teamHandlers({ ...{ team, acts, host }, nameOf: (id) => environments.settings(id).name }),
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
