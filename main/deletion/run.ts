import type { DeletionMode, DeletionOutcome, DeletionStep } from '../../preload/contract/deletion.ts';
import { Failure } from '../failure.ts';
import { isoTime } from '../iso-time.ts';
import type { ServiceClient } from '../service/port.ts';
import { pausesMs, settlingPausesMs, type Watching, watchForEffect } from './watch.ts';
import { outcomes, refusal, steps } from './words.ts';

export interface DeletionRun {
  client: ServiceClient;
  conversationId: string;
  mode: DeletionMode;
  /** Aborting stops the watching; a request that was sent cannot be called back. */
  signal: AbortSignal;
  tell(step: DeletionStep): void;
  now(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Reads the conversation, so that the effect can be told from what was before, asks the service once (interface 4.3), then
 * looks for the effect, since 202 is only an acceptance. A refusal (409) is an outcome; a failure that proves nothing was done is
 * thrown; one that leaves it open is settled by reading.
 *
 * @throws Failure every other answer of the service or the network
 */
export async function runDeletion(run: DeletionRun): Promise<DeletionOutcome> {
  const told: DeletionStep[] = [];
  const tell = (step: Omit<DeletionStep, 'at'>) => {
    const timed = { ...step, at: isoTime(run.now()) };
    told.push(timed);
    run.tell(timed);
  };
  const { value: before } = await run.client.readConversation(run.conversationId, { signal: run.signal });
  run.signal.throwIfAborted();
  tell({ step: 'asking', message: steps.asking(run.mode) });
  const watching: Watching = { ...run, before, tell };
  try {
    // Not given the signal: once asked, the answer must be heard.
    const { requestId } = await run.client.deleteConversation(run.conversationId, run.mode);
    tell({ step: 'accepted', message: steps.accepted });
    const effect = await watchForEffect(watching, pausesMs);
    const facts = { steps: told, ...(requestId === undefined ? {} : { requestId }) };
    if (effect === 'seen') return { outcome: 'done', message: outcomes.done[run.mode], ...facts };
    return { outcome: 'accepted-not-seen', ...outcomes.acceptedNotSeen, ...facts };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const facts = {
      steps: told,
      failure: error.view(),
      ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    };
    if (error.code === 'conflict') return { ...refused(error, tell), ...facts };
    if (error.code === 'outcome-unknown') return { ...(await settle(watching)), ...facts };
    throw error;
  }
}

function refused(
  error: Failure,
  tell: Watching['tell'],
): Pick<DeletionOutcome, 'outcome' | 'message' | 'hint' | 'statusDetail'> {
  const detail = error.details?.statusDetail;
  const statusDetail = typeof detail === 'string' ? detail : undefined;
  const { message, wayOut } = refusal(statusDetail);
  tell({ step: 'refused', message });
  return {
    outcome: 'refused',
    message,
    hint: wayOut,
    ...(statusDetail === undefined ? {} : { statusDetail }),
  };
}

async function settle(watching: Watching): Promise<Pick<DeletionOutcome, 'outcome' | 'message' | 'hint'>> {
  watching.tell({ step: 'unknown', message: steps.unknown });
  const effect = await watchForEffect(watching, settlingPausesMs);
  if (effect === 'seen') return { outcome: 'done', message: outcomes.done[watching.mode] };
  if (effect === 'unchanged' && !watching.signal.aborted) return { outcome: 'not-done', ...outcomes.notDone };
  return { outcome: 'unknown', ...outcomes.unknown };
}
