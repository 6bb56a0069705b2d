import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { describeAnswer } from '../check-answers.ts';
import type { Examination } from '../examination.ts';
import { callbackBody } from '../messages/body.ts';
import { type InvalidKind, invalidKinds } from '../messages/invalid.ts';
import type { Exchange } from '../receiver/deliver.ts';
import { isAccepted } from '../receiver/deliver.ts';
import type { Rule, RuleResult } from '../rule.ts';
import { type Comparison, compareTimes } from '../statistics.ts';

const group = 'Timing';
/** A slow receiver gets fewer pairs. */
const timingMs = 20_000;
/** Pairs before the measurement, which warm the receiver up. */
const warmUpPairs = 10;

/** The signature is wrong in its first character, or in its last one. */
type Mismatch = 'first-character' | 'last-character';

export const timingRules: readonly Rule[] = [
  {
    id: 'comparison-time',
    group,
    title: 'Compares signatures in constant time',
    section: '6.4, rule 3',
    sends: 'Pairs of messages whose signatures differ in the first or in the last character, in random order',
    expects: 'Rejected after the same time, as far as it can be measured from outside',
    fix: 'Use a constant-time comparison: crypto.timingSafeEqual, hmac.compare_digest, hash_equals, MessageDigest.isEqual, hmac.Equal, CryptographicOperations.FixedTimeEquals.',
    run: compareMismatches,
  },
  {
    id: 'speed',
    group,
    title: 'Answers in time',
    section: '6.1, rule 3 (no limit is stated)',
    sends: 'No messages of its own: the slowest answer to the valid messages of the other rules',
    expects: 'An answer within 10 s, or the time that the exam was given',
    fix: 'Store the message, answer, and process it afterwards: a sender that gives up waiting sends it again.',
    async run(examination) {
      const { slowestMs, accepted } = examination.speed;
      const limit = examination.limits.answerWithinMs;
      if (accepted === 0) {
        return { verdict: 'cannot-tell', reason: 'No message was accepted.', exchanges: [] };
      }
      const said = `The slowest of ${accepted} answers to valid messages took ${Math.round(slowestMs)} ms`;
      return slowestMs > limit
        ? { verdict: 'failed', reason: `${said}, longer than ${limit} ms.`, exchanges: [] }
        : { verdict: 'passed', reason: `${said}.`, exchanges: [] };
    },
  },
];

async function compareMismatches(examination: Examination): Promise<RuleResult> {
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = examination.isHttps ? new HttpsAgent(options) : new HttpAgent(options);
  try {
    return await measured(examination, agent);
  } finally {
    agent.destroy();
  }
}

async function measured(examination: Examination, agent: HttpAgent): Promise<RuleResult> {
  const differences: number[] = [];
  const examples: Exchange[] = [];
  const end = performance.now() + timingMs;
  for (let pair = -warmUpPairs; pair < examination.limits.timingPairs && performance.now() < end; pair++) {
    // In random order, so that what depends on the order affects both alike.
    const isFirstFirst = examination.random() < 0.5;
    const order: Mismatch[] = isFirstFirst
      ? ['first-character', 'last-character']
      : ['last-character', 'first-character'];
    const times: Partial<Record<Mismatch, number>> = {};
    for (const mismatch of order) {
      const exchange = await send(examination, mismatch, agent);
      if (isAccepted(exchange.answer)) {
        return { verdict: 'cannot-tell', reason: 'It accepts wrong signatures.', exchanges: [exchange] };
      }
      if (exchange.answer.kind === 'answered') {
        times[mismatch] = exchange.answer.ms;
      } else if (exchange.answer.reason !== 'closed') {
        // A connection that was kept can be closed at the moment of the next message; anything else ends the measurement.
        const reason = `A message was not answered: ${describeAnswer(exchange.answer)}.`;
        return { verdict: 'cannot-tell', reason, exchanges: [exchange] };
      }
      if (examples.length < order.length) {
        examples.push(exchange);
      }
    }
    const [early, late] = [times['first-character'], times['last-character']];
    if (pair >= 0 && early !== undefined && late !== undefined) {
      differences.push(late - early);
    }
  }
  const control = await examination.send(examination.plain());
  if (!isAccepted(control.answer)) {
    const reason =
      'It does not accept an ordinary valid message either, so it may not compare signatures at all.';
    return { verdict: 'cannot-tell', reason, exchanges: [...examples, control] };
  }
  return { ...resultOf(compareTimes(differences)), exchanges: examples };
}

function send(examination: Examination, mismatch: Mismatch, agent: HttpAgent): Promise<Exchange> {
  const content = examination.content('finished');
  const body = callbackBody(content);
  const probe = examination.probe('', content, { body });
  const kind = kindOf(mismatch);
  const message = kind.make({ body, key: examination.key, now: examination.now() });
  return examination.send({ ...probe, label: kind.title, message }, { agent });
}

function kindOf(mismatch: Mismatch): InvalidKind {
  const kind = invalidKinds.find(({ id }) => id === mismatch);
  if (kind === undefined) {
    throw new Error(`No invalid message is called ${mismatch}`);
  }
  return kind;
}

function resultOf(comparison: Comparison): Omit<RuleResult, 'exchanges'> {
  const { pairs } = comparison;
  const microseconds = (ms: number) => `${Math.max(1, Math.round(ms * 1000))} µs`;
  switch (comparison.verdict) {
    case 'difference':
      return {
        verdict: 'failed',
        reason: `Difference found: a signature that is wrong at its end is rejected ${microseconds(comparison.medianMs)} later than one that is wrong at its start (median of ${pairs} pairs).`,
      };
    case 'no-difference':
      return {
        verdict: 'passed',
        reason: `No difference found in ${pairs} pairs; one of ${microseconds(comparison.detectableMs)} or more would have been found.`,
      };
    case 'too-noisy':
      return {
        verdict: 'cannot-tell',
        isNoise: true,
        reason: `Too noisy: in ${pairs} pairs only a difference above ${microseconds(comparison.detectableMs)} would have been found.`,
      };
  }
}
