import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { callLogDefault } from '../preload/contract/application.ts';
import { evidenceOperations } from '../preload/contract/evidence.ts';
import { examineOperations } from '../preload/contract/examine.ts';
import { createDispatch, type Dispatch } from './bridge/dispatch.ts';
import type { EventBus } from './bridge/event-bus.ts';
import { handlersLater } from './bridge/handlers.ts';
import type { ServeMedia } from './bridge/host.ts';
import { nameForAll } from './common/name-for-all.ts';
import { composeApplication } from './features/application/compose.ts';
import { openPreferenceStore } from './features/application/preferences.ts';
import { redactedStack } from './features/application/uncaught-errors.ts';
import { composeCallbacks } from './features/callbacks/compose.ts';
import { composeService } from './features/calls/compose.ts';
import { composeCases, composeTestCases } from './features/cases/compose.ts';
import { LazyPlausibility } from './features/cases/plausibility/lazy.ts';
import type { TestCases } from './features/cases/test-cases.ts';
import { composeConversations } from './features/conversations/compose.ts';
import { composeCreation } from './features/creation/compose.ts';
import { composeDeletion } from './features/deletion/compose.ts';
import { composeHeadless } from './features/headless/compose.ts';
import { composeMedia } from './features/media/compose.ts';
import type { CompanyPolicy } from './features/policy/company-policy.ts';
import { composePolicy } from './features/policy/compose.ts';
import { checkPolicy } from './features/policy/rules.ts';
import { composeJournalAndReceipts } from './features/records/compose.ts';
import { Printer } from './features/records/print/printer.ts';
import { composeSandboxControl } from './features/sandbox-control/compose.ts';
import { signatureHandlers } from './features/signatures/handlers.ts';
import { SignatureWork } from './features/signatures/signature-work.ts';
import { composeTeam } from './features/team/compose.ts';
import { checkMember, signedPolicy } from './features/team/deps.ts';
import { type ComposeOptions, openCore } from './hosts/core.ts';

/** All of main, ready for windows to connect. */
export interface Console {
  dispatch: Dispatch;
  eventBus: EventBus;
  policy: Pick<CompanyPolicy, 'current'>;
  serveMedia: ServeMedia;
  /** Ends the sandbox, every connection and the store. */
  close(): Promise<void>;
}

/** Builds the object graph, without knowledge of a host. When it fails, everything opened so far is closed. */
export async function compose(composition: ComposeOptions): Promise<Console> {
  const opened = new AsyncDisposableStack();
  try {
    return { ...(await build(composition, opened)), close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Builds the object graph. Listeners of an environment's change run in this order, and everything is closed in the reverse order. */
async function build(
  composition: ComposeOptions,
  opened: AsyncDisposableStack,
): Promise<Omit<Console, 'close'>> {
  const core = await openCore(composition, opened);
  const preferences = openPreferenceStore(join(core.dataDir, 'preferences.json'), core.log);
  // Waits for what is being written.
  opened.defer(async () => void (await preferences.change({})));
  const {
    services: atService,
    callLog,
    ...service
  } = composeService(core, () => preferences.current().callLog ?? callLogDefault);
  const tests: TestCases = composeTestCases(core, () => cases);
  const services = tests.over(atService);
  const plausibility = new LazyPlausibility(core.logError('The plausibility checks'));
  const { cases, lists, ...list } = composeCases(core, {
    services,
    plausibility,
    tests,
    claims: () => team.claims,
    checkForget: (environmentId, conversationIds) => deletion.checkForget(environmentId, conversationIds),
    missingReceipts: () => deletion.missingReceipts(),
    forgetCalls: (environmentId, conversationIds) => callLog.forget(environmentId, conversationIds),
    onForgotten: (environmentId, conversationIds) => {
      callLog.forget(environmentId, conversationIds);
      headless.forget(environmentId, conversationIds);
      conversations.forget(environmentId, conversationIds);
      deletion.forget(environmentId, conversationIds);
    },
  });
  core.policy.follow(async () => signedPolicy(await cases.index.team()));
  const session = randomUUID();
  const sinceDays = (days: number) => core.system.now() - days * 86_400_000;
  callLog.keepIn({
    keep: (environmentId, calls, days) =>
      cases.request('keepCalls', { environmentId, session, calls, before: sinceDays(days) }),
    earlier: (environmentId, days) =>
      cases.request('earlierCalls', { environmentId, session, since: sinceDays(days) }),
    forget: (environmentId) => cases.request('forgetCalls', { environmentId }),
    log: list.log,
  });
  opened.defer(() => callLog.flush());
  const printer = new Printer(composition.reportFonts ?? join(import.meta.dirname, '..', 'node_modules'));
  opened.defer(() => printer.close());
  const deletion = await composeDeletion(core, {
    services,
    cases,
    lists,
    printer,
    approvals: {
      nameOf: (environmentId) => nameForAll(environmentId, core.environments.settings(environmentId).baseUrl),
      open: (id) => team.approvals.open(id),
      propose: (proposal) => team.approvals.propose(proposal),
      approve: (...given) => team.approvals.approve(...given),
      reject: (...given) => team.approvals.reject(...given),
      claim: (...given) => team.approvals.claim(...given),
      forgetClaim: (id) => team.approvals.forgetClaim(id),
    },
  });
  // It forgets cases, which deletions must know.
  cases.keepRetention(() => core.environments.knownIds());
  opened.defer(() => cases.forgettings.close());
  const headless = composeHeadless(core, { services, cases });
  const { rawResponses, ...conversations } = composeConversations(core, { services, cases, plausibility });
  const media = composeMedia(core, { services, cases, rawResponses });
  const work = new SignatureWork();
  opened.defer(() => work.close());
  const { teamRetryMs: retryMs, recoveryCost, teamSnapshotAfter: snapshotAfter } = composition;
  const team = composeTeam(core, { cases, services, retryMs, recoveryCost, snapshotAfter });
  const handlers = {
    ...(await composeApplication(core, preferences, deletion.notices)),
    ...composeSandboxControl(core),
    ...composePolicy(core, { cases, sign: team.sign, runStore: deletion.runStore }),
    ...service.handlers,
    ...list.handlers,
    ...deletion.handlers,
    ...conversations.handlers,
    ...media.handlers,
    ...headless.handlers,
    ...signatureHandlers({ keys: core.environments, services, work, now: () => core.system.now() }),
    ...(await composeCallbacks(core, {
      cases,
      services,
      work,
      preferences,
      deletedAmong: (...conversations) => deletion.deletedAmong(...conversations),
    })),
    ...handlersLater(examineOperations, async () => {
      const { composeExamine } = await import('./features/callbacks/compose-exam.ts');
      return composeExamine(core);
    }),
    ...composeCreation(core, { services, cases }),
    ...handlersLater(evidenceOperations, async () => {
      const { composeEvidence } = await import('./features/records/evidence/compose.ts');
      return composeEvidence(core, { services, cases, plausibility, spools: media.spools, printer });
    }),
    ...team.handlers,
    ...composeJournalAndReceipts(core, { cases, printer, ...deletion }),
  };
  const dispatch = createDispatch(
    handlers,
    (operation, error) => core.log(`${operation}: ${redactedStack(error)}`),
    {
      redaction: core.redaction,
      selection: core.selection,
      async permit(rule, input, operation) {
        checkPolicy(await core.policy.current(), rule, input);
        if (rule === 'export' || rule === 'delete') {
          await tests.check(input);
        }
        return team.acts.permit(rule, input, operation);
      },
      permitMember: async (operation) => checkMember(await cases.index.team(), operation, Date.now()),
      enter: (entries) => cases.append(entries).catch(list.log),
    },
  );
  return { dispatch, eventBus: core.eventBus, policy: core.policy, serveMedia: media.serveMedia };
}
