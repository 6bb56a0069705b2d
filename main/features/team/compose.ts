import { nameForAll } from '../../common/name-for-all.ts';
import type { Core } from '../../hosts/core.ts';
import type { CaseStore } from '../cases/case-store.ts';
import { teamHandlers } from './handlers.ts';
import { MemberSecrets } from './secrets.ts';
import { Team } from './team.ts';

/** The shortest time between two events that the team changed, in milliseconds. */
const reportedMs = 250;

/** Builds the console's part in a team. Nothing runs without one. */
export function composeTeam(core: Core, { cases }: { cases: CaseStore }) {
  const { environments, eventBus, host, opened, redaction, system } = core;
  const log = core.logError('The team');
  let timer: NodeJS.Timeout | undefined;
  const team = new Team({
    store: {
      team: () => cases.request('team', undefined as never),
      view: () => cases.request('teamView', undefined as never),
      save: (kept) => cases.saveTeam(kept),
      keep: (reading) => cases.keepTeam(reading),
      digests: (after, max) => cases.request('teamDigests', { after, max }),
      held: (seqs) => cases.request('heldPlaces', { seqs }),
      goBack: (state, notice) => cases.goBack(state, notice),
      snapshotPart: (asked) => cases.request('snapshotPart', asked),
      keepWaiting: (ids) => cases.keepWaiting(ids),
      unsent: (max) => cases.request('unsentEntries', { max }),
      isDecidedByOther: (environmentId, conversationId, since) =>
        cases.request('isDecidedByOther', { environmentId, conversationId, since }),
      leave: () => cases.request('leaveTeam', undefined as never),
      earlier: () => cases.request('earlierEntries', undefined as never),
      bring: (environmentIds) => cases.request('bringEntries', { environmentIds }),
    },
    secrets: new MemberSecrets(core.keychain, () => environments.isSessionOnly()),
    signer: () => core.consoleKey.signer(),
    environments: () =>
      new Map(environments.ids().map((id) => [id, nameForAll(id, environments.settings(id).baseUrl)])),
    now: () => system.now(),
    changed() {
      timer ??= setTimeout(() => {
        timer = undefined;
        eventBus.emit('team.changed', {});
      }, reportedMs);
    },
    secretKnown: (secrets) => redaction.keep('team', secrets),
    log,
  });
  opened.defer(async () => {
    await team.close();
    clearTimeout(timer);
  });
  eventBus.subscribe(({ name }) => {
    if (name === 'keychain.changed') {
      // The list with the team may be another one once it was opened again.
      void cases.keychainChanged().then(() => team.start(), log);
    }
    if (name === 'cases.changed' || name === 'environments.changed') {
      team.wake();
    }
  });
  team.start();
  return {
    handlers: teamHandlers({ team, host, nameOf: (id) => environments.settings(id).name }),
    claims: team.claims,
    approvals: team.approvals,
  };
}
