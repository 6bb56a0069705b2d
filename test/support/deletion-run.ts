import { vi } from 'vitest';
import type { DeletionReason } from '../../preload/contract/deletion.ts';
import type { DeletionChoice, DeletionRun } from '../../preload/contract/deletion-runs.ts';
import type { BridgeClient } from '../../renderer/bridge/bridge-client.ts';

interface RunOfOne {
  environmentId: string;
  conversationId: string;
  choice?: DeletionChoice;
  reason?: DeletionReason;
  ticket?: string;
  earlyReason?: string;
}

/** Previews the deletion of one conversation and starts it, as a user does; it is sent at once. */
export async function startDeletion(
  bridge: BridgeClient,
  { environmentId, conversationId, choice = 'delete', reason = 'other', ...more }: RunOfOne,
): Promise<DeletionRun> {
  const from = { ids: [conversationId] };
  const { draftId } = await bridge.invoke('deletionRuns.prepare', { environmentId, from });
  const draft = { environmentId, draftId };
  await vi.waitUntil(
    async () => (await bridge.invoke('deletionRuns.draft', draft)).state === 'ready',
    20_000,
  );
  await bridge.invoke('deletionRuns.choose', { ...draft, change: { choice } });
  const pace = { concurrency: 1, stopAfter: 1 };
  return bridge.invoke('deletionRuns.start', { ...draft, reason, pace, ...more });
}

/** Returns a run of the list. */
export async function runOf(bridge: BridgeClient, runId: string): Promise<DeletionRun | undefined> {
  const { runs } = await bridge.invoke('deletionRuns.list', {});
  return runs.find((run) => run.runId === runId);
}
