import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deletionRunOperations, holdMs } from '../../../preload/contract/deletion-runs.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { handlersLater } from '../../bridge/handlers.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { removeDamagedWith } from '../../store/damaged-files.ts';
import { runsFile } from '../../store/file-kinds.ts';
import { registerAccount } from '../../store/keys/keychain-head.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { ListReader } from '../cases/reading/list-reader.ts';
import { receiptEntry } from '../records/journal/deletion-entries.ts';
import type { Printer } from '../records/print/printer.ts';
import { RegisterEnd } from '../records/receipts/register-end.ts';
import { EarlyDeletions } from './early-deletions.ts';
import { takeOverFile } from './former-file.ts';
import { LoginDigests } from './login-digests.ts';
import { erasureHandlers } from './requests/handlers.ts';
import type { ApprovalPort } from './runs/deps.ts';
import { approvalHandlers, deletionRunHandlers } from './runs/handlers.ts';
import { Runs } from './runs/runs.ts';
import { RunStore } from './runs/store/run-store.ts';
import { SentRequests } from './sent-requests.ts';

/** Runs of deletions, of one conversation or many, and their receipts. Resumes those of earlier sessions. */
export async function composeDeletion(
  core: Core,
  deps: {
    services: Services;
    cases: CaseStore;
    lists: ListReader;
    printer: Printer;
    approvals: Omit<ApprovalPort, 'isNeeded'>;
  },
) {
  const { actor, background, dataDir, environments, eventBus, host, opened, selection, system } = core;
  const { services, cases, lists } = deps;
  const part = 'The record of deletions';
  const sentRequests = new SentRequests();
  const shared = {
    sentRequests,
    owners: new Map(),
    services,
    settings: (environmentId: string) => environments.settings(environmentId),
    isSelected: (environmentId: string) => environmentId === environments.selectedId(),
    now: () => system.now(),
    sleep: system.sleep,
    newId: randomUUID,
  };
  const approvals: ApprovalPort = {
    ...deps.approvals,
    isNeeded: (act) => needsApproval(core.policy.inForce, act),
  };
  const files = { former: join(dataDir, 'deletions.json'), runs: join(dataDir, runsFile) };
  const registerEnd = new RegisterEnd({
    keychain: core.keychain,
    account: () => (environments.isSessionOnly() ? undefined : registerAccount(dataDir)),
    lastEntered: () => cases.request('lastJournaledReceipt', {}),
    entered: (after, max) => cases.request('journaledReceipts', { after, max }),
    log: core.logError('The register of receipts'),
  });
  const runStore = new RunStore({
    end: registerEnd,
    path: files.runs,
    signer: () => core.consoleKey.signer(),
    keys: (isWriting, other) => cases.index.sealingKeys(isWriting, other),
    journal: (receipts) => cases.append(receipts.map(receiptEntry)),
    now: shared.now,
    log: core.logError(part),
  });
  const early = new EarlyDeletions({
    find: (environmentId, conversations) => cases.request('early', { environmentId, conversations }),
    append: (entries) => cases.append(entries),
  });
  const logins = new LoginDigests();
  const runs = new Runs({
    ...shared,
    store: runStore,
    early,
    approvals,
    keyId: async () => (await core.consoleKey.signer()).keyId,
    absent: (environmentId, conversationId, absence) =>
      background.run(part, cases.markAbsent({ environmentId, conversationId }, absence)),
    logins,
    actor,
    elapsed: () => system.elapsed(),
    later(ms, action) {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    holdMs,
    publish: () => eventBus.emit('deletionRuns.changed', {}),
    log: core.logError('A run of deletions'),
  });
  // The window may open meanwhile: what concerns deletions waits for them.
  const ready = (async () => {
    const lost = await takeOverFile(files.former, runStore, { actor, at: new Date(system.now()) }).catch(
      (error: unknown) => {
        // The file is taken over at the next start.
        core.logError(part)(error);
        return undefined;
      },
    );
    // Runs go on under the policy of the team, too.
    await core.policy.current();
    await runs.open();
    return lost;
  })();
  ready.catch(core.logError(part));
  opened.defer(async () => {
    await runStore.stopOpening();
    await ready.catch(() => undefined);
    await runs.close();
    await runStore.close();
  });
  selection.onSwitch(() => runs.selectionChanged());
  eventBus.subscribe((event) => {
    if (event.name === 'cases.changed') {
      runs.keysChanged();
    }
  });
  environments.onChange((environmentId) => runs.environmentChanged(environmentId));
  return {
    runStore,
    registerEnd,
    /** Describes what was found when the record of runs was opened. */
    async notices() {
      const lost = await ready.catch(() => undefined);
      return [...runStore.notices(), ...(lost === undefined ? [] : [lost])];
    },
    /** Describes what is missing in the register of receipts and not confirmed. */
    async missingReceipts() {
      await registerEnd.compare(runStore.ends);
      return registerEnd.problems.map(({ message }) => message);
    },
    /** Returns those of the conversations whose data was deleted, by their receipts, which stay when a case is forgotten. */
    async deletedAmong(environmentId: string, conversationIds: readonly string[]): Promise<string[]> {
      return runStore.isEmpty ? [] : runStore.request('deletedAmong', { environmentId, conversationIds });
    },
    /** Removes what is settled about cases that were deleted, and damaged files that name them. */
    forget(environmentId: string, conversationIds: readonly string[]) {
      background.run(part, runStore.request('forget', { environmentId, conversationIds }));
      for (const file of Object.values(files)) {
        background.run(part, removeDamagedWith(file, conversationIds));
      }
    },
    /** @throws Failure deletion-running while the outcome of a deletion of one of these conversations is not known */
    async checkForget(environmentId: string, conversationIds: readonly string[]) {
      await ready;
      await runs.checkForget(environmentId, conversationIds);
    },
    handlers: {
      ...erasureHandlers({
        cases,
        host,
        actor,
        printer: deps.printer,
        newId: randomUUID,
        now: shared.now,
        async receipts(environmentId, conversationId) {
          await ready;
          const filter = { environmentId, conversationId, mode: 'DELETE_DATA' };
          return (await runStore.request('receipts', { filter, from: 0, count: 20 })).receipts;
        },
        environmentName: (environmentId) => shared.settings(environmentId).name,
        signer: () => core.consoleKey.signer(),
      }),
      ...approvalHandlers(runs, approvals),
      ...handlersLater(deletionRunOperations, async () => {
        await ready;
        return deletionRunHandlers({
          runs,
          cases,
          lists,
          store: runStore,
          signer: () => core.consoleKey.signer(),
          early,
          printer: deps.printer,
          host,
          now: shared.now,
        });
      }),
    },
  };
}
