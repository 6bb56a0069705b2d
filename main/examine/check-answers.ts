import type { Examination, Probe } from './examination.ts';
import type { Exchange } from './receiver/deliver.ts';
import { type DeliveryAnswer, isAccepted } from './receiver/deliver.ts';
import type { RuleResult } from './rule.ts';

/** Returns an answer in a few words, such as `401` or `no answer in time`. */
export function describeAnswer(answer: DeliveryAnswer): string {
  if (answer.kind === 'answered') {
    return String(answer.status);
  }
  const reasons = {
    'no-answer-in-time': 'no answer in time',
    refused: 'the connection was refused',
    closed: 'the connection was closed without an answer',
    certificate: 'the certificate is not trusted',
    cancelled: 'the exam was ended',
    other: 'no connection',
  };
  return `${reasons[answer.reason]} (${answer.code})`;
}

/**
 * Sends valid messages one after the other; all must be accepted (interface 6.1, rule 3). When one is not, an ordinary message shows
 * whether that is because of what is special about it.
 */
export async function mustAccept(
  examination: Examination,
  probes: readonly Probe[],
  /** The receiver's fault if it refuses one of them, such as "It refuses unknown events". */
  fault: string,
): Promise<RuleResult> {
  const exchanges: Exchange[] = [];
  for (const probe of probes) {
    exchanges.push(await examination.send(probe));
  }
  return checkAccepted(examination, exchanges, fault);
}

/** Checks like `mustAccept`, for messages that have been sent. */
export async function checkAccepted(
  examination: Examination,
  exchanges: Exchange[],
  fault: string,
): Promise<RuleResult> {
  const refusals = exchanges.filter(({ answer }) => !isAccepted(answer));
  const [first] = refusals;
  if (first === undefined) {
    return { verdict: 'passed', reason: `Accepted: ${answersOf(exchanges)}.`, exchanges };
  }
  const control = await examination.send(examination.plain());
  const description = `“${first.label}” was answered ${describeAnswer(first.answer)}`;
  return isAccepted(control.answer)
    ? {
        verdict: 'failed',
        reason: `${fault}: ${description}, an ordinary message ${describeAnswer(control.answer)}.`,
        exchanges: [...exchanges, control],
      }
    : {
        verdict: 'cannot-tell',
        reason: `${description}, but an ordinary valid message is not accepted either (${describeAnswer(control.answer)}).`,
        exchanges: [...exchanges, control],
      };
}

/**
 * Sends a message that must be rejected, and then the same body as a valid message: only a receiver that accepts the second shows
 * that it rejected the first for what is wrong with it.
 */
export async function mustReject(
  examination: Examination,
  invalid: Probe,
  control: Probe,
): Promise<RuleResult> {
  const rejection = await examination.send(invalid);
  if (isAccepted(rejection.answer)) {
    return {
      verdict: 'failed',
      reason: `It accepts the message: ${describeAnswer(rejection.answer)}.`,
      exchanges: [rejection],
    };
  }
  const acceptance = await examination.send(control);
  const exchanges = [rejection, acceptance];
  const description = describeAnswer(rejection.answer);
  // A refused connection: the receiver had ended before the message.
  const hasArrived = rejection.answer.kind === 'answered' || rejection.answer.reason !== 'refused';
  if (hasArrived && acceptance.answer.kind === 'unanswered' && acceptance.answer.reason !== 'cancelled') {
    return {
      verdict: 'failed',
      reason: `After this message (${description}) it does not answer a valid one: ${describeAnswer(acceptance.answer)}.`,
      exchanges,
    };
  }
  if (!isAccepted(acceptance.answer)) {
    return {
      verdict: 'cannot-tell',
      reason: `It was answered ${description}, but the same body with a valid signature is not accepted either (${describeAnswer(acceptance.answer)}).`,
      exchanges,
    };
  }
  if (rejection.answer.kind === 'unanswered') {
    return { verdict: 'cannot-tell', reason: `There was no answer: ${description}.`, exchanges };
  }
  const remark =
    rejection.answer.status >= 500
      ? ' That status says that the receiver failed; 401 or 400 would be clearer.'
      : '';
  return { verdict: 'passed', reason: `Rejected: ${description}.${remark}`, exchanges };
}

function answersOf(exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const { answer } of exchanges) {
    const description = describeAnswer(answer);
    counts.set(description, (counts.get(description) ?? 0) + 1);
  }
  return [...counts]
    .map(([description, count]) => (count === 1 ? description : `${description} (${count} times)`))
    .join(', ');
}
