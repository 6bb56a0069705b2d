import type { FailureCause } from '../../../preload/contract/callbacks.ts';
import type { SignatureFinding } from '../../../preload/contract/signatures.ts';
import { headerOf } from '../../../preload/shared/header.ts';
import { type CallbackStore, contentOf } from './callback-store.ts';

/** The newest failures that are grouped; each wrong signature among them is searched. */
const maxGrouped = 200;

/** Searches for the likeliest single change that makes a signature match. */
export type CauseSearch = (
  message: { timestamp: string; signature: string; body: Uint8Array },
  signal: AbortSignal,
) => Promise<SignatureFinding | undefined>;

/** Groups the newest failures of the inbox by their cause, the largest group first. */
export async function failureCauses(
  store: CallbackStore,
  environmentId: string,
  search: CauseSearch,
  { signal, progress }: { signal: AbortSignal; progress(step: { done: number; total: number }): void },
): Promise<{ total: number; grouped: number; causes: FailureCause[] }> {
  const { total, rows } = await store.list(environmentId, { show: 'problems' }, 0, maxGrouped);
  const causes = new Map<string, FailureCause>();
  for (const [done, { id, state }] of rows.entries()) {
    signal.throwIfAborted();
    progress({ done, total: rows.length });
    if (state === 'valid') {
      continue;
    }
    const record = state === 'wrong-signature' ? await store.get(environmentId, id) : undefined;
    const finding = record && (await search(signedPartsOf(record), signal));
    const key = `${state} ${finding?.code}`;
    const cause = causes.get(key);
    if (cause) {
      cause.count += 1;
    } else {
      causes.set(key, { state, count: 1, newestId: id, ...(finding && { finding }) });
    }
  }
  return {
    total,
    grouped: rows.length,
    causes: [...causes.values()].sort((one, other) => other.count - one.count),
  };
}

function signedPartsOf(callback: NonNullable<Awaited<ReturnType<CallbackStore['get']>>>) {
  const content = contentOf(callback);
  return {
    timestamp: headerOf(content, 'x-signature-timestamp'),
    signature: headerOf(content, 'x-signature'),
    body: callback.body,
  };
}
