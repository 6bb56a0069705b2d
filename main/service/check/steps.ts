import type { CheckStep } from '../../../preload/contract/environments.ts';
import { Failure } from '../../common/failure.ts';
import { checkMessages } from '../messages/connection-check.ts';
import type { Message } from '../messages/message.ts';

export type StepName = CheckStep['step'];

/** The result of a step: a sentence with optional advice, why there was nothing to check, or why it cannot be known. */
export type StepOutcome =
  | string
  | { passed: string; hint: string }
  | { skipped: string }
  | { unknown: Message }
  | { failed: Message };

/** The order of the steps. */
const order: readonly StepName[] = [
  'settings',
  'proxy',
  'name',
  'tcp',
  'tls',
  'token',
  'media-type',
  'authorisation',
];

/** Runs the steps in order and stops at the first that fails; the others are reported as skipped. */
export async function walk(
  tries: Record<StepName, () => Promise<StepOutcome>>,
  report: (step: CheckStep) => void,
  now: () => number,
): Promise<{ passed: boolean; steps: CheckStep[] }> {
  const steps: CheckStep[] = [];
  const add = (step: CheckStep) => {
    steps.push(step);
    report(step);
  };
  let isStopped = false;
  let isProved = true;
  for (const step of order) {
    if (isStopped) {
      add({ step, state: 'skipped', message: checkMessages.skipped });
      continue;
    }
    report({ step, state: 'running', message: '' });
    const startedAt = now();
    const outcome = await tries[step]().catch(failedStep);
    const ms = Math.max(0, now() - startedAt);
    if (typeof outcome === 'string') {
      add({ step, state: 'passed', message: outcome, ms });
    } else if ('passed' in outcome) {
      add({ step, state: 'passed', message: outcome.passed, hint: outcome.hint, ms });
    } else if ('skipped' in outcome) {
      add({ step, state: 'skipped', message: outcome.skipped, ms });
    } else if ('unknown' in outcome) {
      isProved = false;
      add({ step, state: 'unknown', ...outcome.unknown, ms });
    } else {
      isStopped = true;
      add({ step, state: 'failed', ...outcome.failed, ms });
    }
  }
  return { passed: !isStopped && isProved, steps };
}

/** Returns the step of a failed check; a cancelled one has no result. */
function failedStep(error: unknown): StepOutcome {
  if (!(error instanceof Failure) || error.code === 'cancelled') {
    throw error;
  }
  return { failed: failedWith(error) };
}

/** Returns what a failure says, with its request id. */
export function failedWith({ requestId, message, hint = '' }: Failure): Message {
  return { message: requestId === undefined ? message : `${message} Request id: ${requestId}.`, hint };
}
