import { isDeepStrictEqual } from 'node:util';
import { dueOperations } from '../../../preload/contract/due.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { rulesIn } from '../../../preload/shared/policy-rules.ts';
import { type Core, sandboxSettings } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { createServices } from '../../service/services.ts';
import { mayCountPeople } from '../policy/rules.ts';
import { CaseStore, type CaseStoreDeps } from './case-store.ts';
import { checkNotHeld, dueHandlers } from './due/handlers.ts';
import { type CaseHandlerDeps, caseHandlers } from './handlers.ts';
import { readingHandlers } from './reading/handlers.ts';
import { ListReader } from './reading/list-reader.ts';
import { ReadingRuns } from './reading/reading-runs.ts';
import { recogniseTexts } from './reading/recognise-texts.ts';
import { reportHandlers } from './reports/handlers.ts';
import { TestCases } from './test-cases.ts';
import { Watches } from './watching/watches.ts';

/** Builds the list of cases, reading many, and watched cases. */
export function composeCases(
  core: Core,
  {
    services,
    plausibility,
    claims,
    tests,
    ...forgetting
  }: { services: Services; claims: CaseHandlerDeps['claims']; tests: TestCases } & Pick<
    CaseStoreDeps,
    'checkForget' | 'forgetCalls' | 'missingReceipts' | 'onForgotten' | 'plausibility'
  >,
) {
  const { dataDir, environments, eventBus, host, opened, system } = core;
  const now = () => system.now();
  const elapsed = () => system.elapsed();
  const log = core.logError('The list of cases');
  const cases = new CaseStore({
    dataDir,
    keychain: core.keychain,
    isSessionOnly: () => environments.isSessionOnly(),
    isEnvironment: (environmentId) => environments.ids().includes(environmentId),
    plausibility,
    now,
    actor: core.actor,
    onChange: (environmentId, conversationIds) => {
      eventBus.emit('cases.changed', { environmentId, ...omitUndefined({ conversationIds }) });
      watches.changed(environmentId, conversationIds).catch(log);
    },
    onWatched: () => void watches.sync().catch(log),
    ...forgetting,
    async checkForget(environmentId, conversationIds) {
      await forgetting.checkForget(environmentId, conversationIds);
      await checkNotHeld(cases, environmentId, conversationIds);
    },
    onForgotten: (environmentId, conversationIds) => {
      runs.forgotten(environmentId);
      forgetting.onForgotten(environmentId, conversationIds);
    },
    log,
  });
  opened.defer(() => cases.close());
  const lists = new ListReader({
    isSecret: (text) => core.redaction.isSecret(text),
    recognise: (environmentId, texts) => recogniseTexts({ cases, environments }, environmentId, texts),
  });
  opened.defer(() => lists.close());
  const runs = new ReadingRuns({
    cases,
    services,
    now,
    elapsed,
    publish: (all) => eventBus.emit('reading.changed', { runs: all }),
    log,
  });
  opened.defer(() => runs.close());
  runs.resume().catch(log);
  const watches = new Watches({
    cases,
    services,
    elapsed,
    onFinal: (count) => host.notify?.(watchedText(count)),
    onChanged: (count) => host.notify?.(changedText(count)),
    onNotFound: () => host.notify?.('The service does not know a watched case: it is no longer watched.'),
    onPause: (environmentId) => eventBus.emit('cases.changed', { environmentId }),
    log,
  });
  opened.defer(() => watches.close());
  watches.sync().catch(log);
  const applyPolicy = () => applyPeriods(core.policy.inForce, environments.ids(), cases);
  applyPolicy().catch(log);
  core.policy.onChange(() => void applyPolicy().catch(log));
  eventBus.subscribe((event) => {
    if (event.name === 'keychain.changed') {
      watches.release();
      cases.index
        .keychainChanged()
        .finally(() => tests.reload())
        .then(() => {
          // The list is now kept in another place, which may contain other cases.
          for (const environmentId of environments.ids()) {
            eventBus.emit('cases.changed', { environmentId });
          }
          return Promise.all([runs.resume(), watches.sync(), applyPolicy()]);
        })
        .catch(log);
    }
  });
  environments.onChange((environmentId) => {
    // One that the policy hides was not deleted.
    if (environments.knownIds().includes(environmentId)) {
      watches.release(environmentId);
      applyPolicy().catch(log);
    } else {
      runs.forget(environmentId);
      cases.forgetEnvironment(environmentId).catch(log);
    }
  });
  return {
    cases,
    lists,
    handlers: {
      ...readingHandlers({ cases, lists, runs }),
      ...dueHandlers({ cases }),
      ...reportHandlers({
        cases,
        host,
        now,
        mayCountPeople: async () =>
          mayCountPeople(core.policy.inForce, (await cases.index.team()) !== undefined),
      }),
      ...caseHandlers({
        cases,
        host,
        now,
        tests,
        claims,
        secondReview: (environmentId) => {
          const { kind } = environments.settings(environmentId);
          return rulesIn(core.policy.inForce?.secondReview ?? [], { environmentId, kind });
        },
        notices: (environmentId) => watches.notices(environmentId),
      }),
    },
    /** Receives errors of the list. */
    log,
  };
}

/** Builds the test cases: conversations of the console's own sandbox in the list. @param cases returns the list, which is built later */
export function composeTestCases(core: Core, cases: () => CaseStore): TestCases {
  const { environments, opened, policy, sandbox, system } = core;
  const services = createServices({
    settings: () => sandboxSettings(sandbox),
    apiKey: async () => sandbox.apiKey,
    system,
  });
  opened.defer(() => services.close());
  return new TestCases({
    cases,
    plant: (conversationId, plan) => sandbox.control.plant(conversationId, plan),
    sandbox: () => services.client('test-cases'),
    baseUrl: (environmentId) => environments.settings(environmentId).baseUrl,
    percent(environmentId) {
      const { baseUrl, kind } = environments.settings(environmentId);
      if (baseUrl === sandbox.baseUrl) {
        // Its cases are about the same people.
        return 0;
      }
      const rules = rulesIn(policy.inForce?.testCases ?? [], { environmentId, kind });
      return Math.max(0, ...rules.map(({ percent }) => percent));
    },
  });
}

/** Sets the periods of the policy as a user would, so that the journal has them and the list counts no others. */
async function applyPeriods(
  policy: PolicyInForce | undefined,
  environmentIds: readonly string[],
  cases: Pick<CaseStore, 'request' | 'write' | 'append'>,
): Promise<void> {
  const { retention, due, company } = policy ?? {};
  const actor = `Policy of ${company || 'the company'}`;
  for (const environmentId of environmentIds) {
    if (retention !== undefined && retention !== 'unchanged') {
      const { retentionDays, decisionDays } = await cases.request('settings', { environmentId });
      if (retentionDays !== retention.retentionDays || decisionDays !== retention.decisionDays) {
        await cases.write('saveSettings', { environmentId, retention, actor });
      }
    }
    if (due !== undefined && due !== 'unchanged') {
      const { rule } = await cases.request('dueSummary', { environmentId });
      if (!isDeepStrictEqual(rule, due)) {
        const set = { environmentId, rule: due };
        await cases.write('setDueRule', set);
        await cases.append(dueOperations['due.setRule'].entries?.(set, {}) ?? [], actor);
      }
    }
  }
}

/** Names no case and no person, as below. */
function changedText(count: number): string {
  return count === 1
    ? 'A watched case changed after it was decided.'
    : `${count} watched cases changed after they were decided.`;
}

/** Returns the text of a notification, which others near the screen can read: it names no case and no person. */
function watchedText(count: number): string {
  return count === 1 ? 'A watched case has finished.' : `${count} watched cases have finished.`;
}
