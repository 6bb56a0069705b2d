import { maxPlannedMs, normalPace, type RunPace } from '../../../../preload/contract/deletion-runs.ts';
import { needsTypedName } from '../../../../preload/contract/environments.ts';
import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import { Failure } from '../../../common/failure.ts';
import { readOnlyFailure } from '../../../service/caller.ts';
import { outdated } from '../failures.ts';
import type { RunsDeps } from './deps.ts';
import type { Draft } from './preview/draft.ts';
import { isIdentity } from './preview/identity.ts';
import type { StoredRun } from './store/records.ts';

export type StartRun = ParsedInput<'deletionRuns.start'>;

/**
 * Returns the run to record if its confirmation is exact and the preview still holds.
 * @throws Failure invalid-input, confirmation-mismatch, preview-outdated, environment-not-found, environment-read-only
 */
export function confirmedRun(
  draft: Draft,
  input: Omit<StartRun, 'pace'> & { pace?: RunPace },
  deps: Pick<RunsDeps, 'settings' | 'newId' | 'now'>,
): StoredRun {
  const { environmentId, count = '', environmentName, reason, pace = normalPace, startsAt } = input;
  const settings = deps.settings(environmentId);
  const { baseUrl, name, kind } = draft.settings;
  if (settings.readOnly) {
    throw readOnlyFailure();
  }
  if (settings.baseUrl !== baseUrl || settings.name !== name || settings.kind !== kind) {
    throw outdated('the settings of the environment were changed since the preview');
  }
  const { state, included } = draft.view();
  if (state === 'reading') {
    throw outdated('the preview is not complete yet');
  }
  if (included === 0) {
    throw outdated('nothing is included any more');
  }
  if (included > 1 && count.trim().replaceAll(/[,. \u00a0\u202f']/g, '') !== String(included)) {
    throw mismatch(
      `the number of conversations (${included}) was not typed exactly`,
      'Type the number of conversations.',
    );
  }
  if (needsTypedName({ kind }) && environmentName !== name) {
    throw mismatch(
      `the name of this production environment (“${name}”) was not typed exactly`,
      'Type the name of the environment exactly.',
    );
  }
  const { identity } = draft;
  if (needsTypedName({ kind }) && identity !== undefined && !isIdentity(identity, input.identity)) {
    const whose = identity.of === 'id' ? 'the conversation id' : 'the user key';
    throw mismatch(
      `the last four characters of ${whose} were not typed exactly`,
      'Check that it is the right person, then type them exactly.',
    );
  }
  const now = deps.now();
  if (startsAt !== undefined && (startsAt <= now || startsAt - now > maxPlannedMs)) {
    throw new Failure({
      code: 'invalid-input',
      message: 'Nothing was planned: a run can begin within the next thirty days.',
    });
  }
  return {
    runId: deps.newId(),
    environmentId,
    environmentName: name,
    environmentKind: kind,
    baseUrl,
    mode: draft.mode,
    reason,
    createdAt: now,
    // One conversation needs no time to think again: it was confirmed alone.
    state: startsAt !== undefined ? 'planned' : included > 1 ? 'holding' : 'open',
    startsAt,
    pace,
  };
}

function mismatch(what: string, hint: string): Failure {
  return new Failure({ code: 'confirmation-mismatch', message: `Nothing was sent: ${what}.`, hint });
}
