import type { FailureCause } from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { SignatureExplanation } from '../../../preload/contract/signatures.ts';
import { headerOf } from '../../../preload/shared/header.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { IndexRequests } from '../cases/index/index-service.ts';
import { contentOf } from './inbox.ts';

/** The newest failures that are grouped; each wrong signature among them is searched. */
const maxGrouped = 200;

type Searched = Pick<SignatureExplanation, 'findings' | 'matches' | 'tried' | 'stoppedBy'>;

/** Searches for the single changes that make a signature match, likeliest first; undefined without a key. */
export type CauseSearch = (
  message: { timestamp: string; signature: string; body: Uint8Array },
  signal: AbortSignal,
) => Promise<Searched | undefined>;

/** Groups the newest failures of the inbox by their cause, the largest group first. */
export async function failureCauses(
  request: CaseStore['request'],
  environmentId: string,
  search: CauseSearch,
  { signal, progress }: { signal: AbortSignal; progress(step: { done: number; total: number }): void },
): Promise<{ total: number; grouped: number; causes: FailureCause[] }> {
  const { total, rows } = await request('callbacks', {
    environmentId,
    query: { show: 'problems' },
    from: 0,
    count: maxGrouped,
  });
  const causes = new Map<string, FailureCause>();
  for (const [done, { id, state }] of rows.entries()) {
    signal.throwIfAborted();
    progress({ done, total: rows.length });
    if (state === 'valid') {
      continue;
    }
    const record = state === 'wrong-signature' ? await request('callback', { environmentId, id }) : undefined;
    if (state === 'wrong-signature' && record === undefined) {
      // It was deleted meanwhile.
      continue;
    }
    const searched = record && (await search(signedPartsOf(record), signal));
    const finding = searched?.findings[0];
    const end = finding ? undefined : searched && endOf(searched);
    const key = JSON.stringify([state, finding?.code, end && { ...end, tried: end.tried > 0 }]);
    const cause = causes.get(key);
    if (cause) {
      cause.count += 1;
    } else {
      causes.set(key, { state, count: 1, newestId: id, ...omitUndefined({ finding, search: end }) });
    }
  }
  return {
    total,
    grouped: rows.length,
    causes: [...causes.values()].sort((one, other) => other.count - one.count),
  };
}

function endOf({ matches, tried, stoppedBy }: Searched): FailureCause['search'] & object {
  return { matches, tried, ...omitUndefined({ stoppedBy }) };
}

function signedPartsOf(callback: NonNullable<ReturnType<IndexRequests['callback']>>) {
  const content = contentOf(callback);
  return {
    timestamp: headerOf(content, 'x-signature-timestamp'),
    signature: headerOf(content, 'x-signature'),
    body: callback.body,
  };
}
