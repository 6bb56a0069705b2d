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
  const refused = exchanges.filter(({ answer }) => !isAccepted(answer));
  const [first] = refused;
  if (first === undefined) {
    return { verdict: 'passed', reason: `Accepted: ${answersOf(exchanges)}.`, exchanges };
  }
  const control = await examination.send(examination.plain());
  const said = `“${first.label}” was answered ${describeAnswer(first.answer)}`;
  return isAccepted(control.answer)
    ? {
        verdict: 'failed',
        reason: `${fault}: ${said}, an ordinary message ${describeAnswer(control.answer)}.`,
        exchanges: [...exchanges, control],
      }
    : {
        verdict: 'cannot-tell',
        reason: `${said}, but an ordinary valid message is not accepted either (${describeAnswer(control.answer)}).`,
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
  const rejected = await examination.send(invalid);
  if (isAccepted(rejected.answer)) {
    return {
      verdict: 'failed',
      reason: `It accepts the message: ${describeAnswer(rejected.answer)}.`,
      exchanges: [rejected],
    };
  }
  const accepted = await examination.send(control);
  const exchanges = [rejected, accepted];
  const said = describeAnswer(rejected.answer);
  // A refused connection: the receiver had ended before the message.
  const arrived = rejected.answer.kind === 'answered' || rejected.answer.reason !== 'refused';
  if (arrived && accepted.answer.kind === 'unanswered' && accepted.answer.reason !== 'cancelled') {
    return {
      verdict: 'failed',
      reason: `After this message (${said}) it does not answer a valid one: ${describeAnswer(accepted.answer)}.`,
      exchanges,
    };
  }
  if (!isAccepted(accepted.answer)) {
    return {
      verdict: 'cannot-tell',
      reason: `It was answered ${said}, but the same body with a valid signature is not accepted either (${describeAnswer(accepted.answer)}).`,
      exchanges,
    };
  }
  if (rejected.answer.kind === 'unanswered') {
    return { verdict: 'cannot-tell', reason: `There was no answer: ${said}.`, exchanges };
  }
  const remark =
    rejected.answer.status >= 500
      ? ' That status says that the receiver failed; 401 or 400 would be clearer.'
      : '';
  return { verdict: 'passed', reason: `Rejected: ${said}.${remark}`, exchanges };
}

function answersOf(exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const { answer } of exchanges) {
    const said = describeAnswer(answer);
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return [...counts].map(([said, count]) => (count === 1 ? said : `${said} (${count} times)`)).join(', ');
}
