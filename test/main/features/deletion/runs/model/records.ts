import type { RunStore } from '../../../../../../main/features/deletion/runs/store/run-store.ts';
import type { ReceiptContent } from '../../../../../../main/features/records/receipts/receipt.ts';
import type { PlanStep } from '../../../../../../preload/contract/deletion-runs.ts';
import type { ModelService } from './service.ts';

/** A run as confirmed, and what its user said last. */
export interface ExpectedRun {
  /** Unknown while it is being started. */
  runId: string | undefined;
  plans: Map<string, readonly PlanStep[]>;
  lines: number;
  may: 'send' | 'not-send' | 'never-send' | 'planned';
  /** When a planned run begins, in milliseconds since the epoch. */
  startsAt: number | undefined;
  /** True once a user was told that it is cancelled. */
  isCancelled?: boolean;
  /** True while the cancellation of a planned run may not be on disk: after a restart it then begins at its time, in the environment as it was confirmed. */
  beginsAnyway?: boolean;
}

/** Returns what is wrong with the receipts and outcomes once everything is quiet. */
export async function recordFaults(
  service: ModelService,
  store: Pick<RunStore, 'request'>,
  expected: readonly ExpectedRun[],
): Promise<string[]> {
  const violations: string[] = [];
  const stored = await store.request('receipts', { filter: {}, from: 0, count: 500 });
  const receipts = stored.receipts.map(({ content }) => JSON.parse(content ?? '') as ReceiptContent);
  const proved = new Set<string>();
  for (const { conversationId, mode, outcome, runId } of receipts) {
    const call = `${conversationId} ${mode}`;
    if (proved.has(`${call} ${runId}`)) {
      violations.push(`${call} has two receipts of one run`);
    }
    proved.add(`${call} ${runId}`);
    // After a kill between intent and call, the call is judged by reads, as if it had left.
    if (outcome === 'accepted' && !service.arrived.has(call)) {
      violations.push(`${call} has a receipt (${outcome}) but was not sent`);
    }
    if (outcome === 'confirmed' && !service.isAsAfter(conversationId, mode)) {
      violations.push(`${call} has a receipt of what was not done`);
    }
  }
  for (const call of service.carriedOut) {
    if (!receipts.some(({ conversationId, mode }) => `${conversationId} ${mode}` === call)) {
      violations.push(`${call} was carried out and has no receipt`);
    }
  }
  for (const { runId, plans } of expected) {
    if (runId === undefined) {
      continue;
    }
    const { lines } = await store.request('lines', { runId, from: 0, count: 500 });
    const items = lines.filter((line) => line.plan.length > 0);
    const ids = items.map(({ conversationId }) => conversationId);
    if (ids.toSorted().join() !== [...plans.keys()].toSorted().join()) {
      violations.push(`lines ${[...plans.keys()]} became ${ids}`);
    }
    for (const { conversationId = '', outcome } of items) {
      const isShared = expected.filter((run) => run.plans.has(conversationId)).length > 1;
      const found = outcomeFault(service, conversationId, outcome, plans.get(conversationId) ?? [], isShared);
      violations.push(...(found === undefined ? [] : [found]));
    }
  }
  return violations;
}

/** The outcome of an item says nothing of what was not done, and hides nothing that was. */
function outcomeFault(
  service: ModelService,
  id: string,
  outcome: string | undefined,
  plan: readonly PlanStep[],
  isShared: boolean,
): string | undefined {
  const last = plan.at(-1);
  if (outcome === undefined) {
    return `${id} has no outcome`;
  }
  if (outcome === 'confirmed') {
    return last === undefined || service.isAsAfter(id, last)
      ? undefined
      : `${id} is confirmed although ${last} was not carried out`;
  }
  if (isShared) {
    return undefined;
  }
  const done = [...service.carriedOut].filter((call) => call.startsWith(`${id} `));
  const isNothingDone = ['withdrawn', 'failed', 'changed'].includes(outcome) && done.length > 0;
  const isLastNotDone = ['refused', 'gone', 'missing'].includes(outcome) && done.includes(`${id} ${last}`);
  return isNothingDone || isLastNotDone ? `${id} is ${outcome} although ${done.join()}` : undefined;
}
