import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { describeAnswer } from '../check-answers.ts';
import type { Examination } from '../examination.ts';
import { callbackBody } from '../messages/body.ts';
import { type InvalidKind, invalidKinds } from '../messages/invalid.ts';
import { type Exchange, isAccepted } from '../receiver/deliver.ts';
import type { Rule, RuleResult } from '../rule.ts';

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
      const { slowestMs, acceptCount } = examination.speed;
      const limit = examination.limits.answerWithinMs;
      if (acceptCount === 0) {
        return { verdict: 'cannot-tell', reason: 'No message was accepted.', exchanges: [] };
      }
      const sentence = `The slowest of ${acceptCount} answers to valid messages took ${Math.round(slowestMs)} ms`;
      return slowestMs > limit
        ? { verdict: 'failed', reason: `${sentence}, longer than ${limit} ms.`, exchanges: [] }
        : { verdict: 'passed', reason: `${sentence}.`, exchanges: [] };
    },
  },
];

async function compareMismatches(examination: Examination): Promise<RuleResult> {
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = examination.isHttps ? new HttpsAgent(options) : new HttpAgent(options);
  try {
    return await measure(examination, agent);
  } finally {
    agent.destroy();
  }
}

async function measure(examination: Examination, agent: HttpAgent): Promise<RuleResult> {
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
    const early = times['first-character'];
    const late = times['last-character'];
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

/** The result of comparing two interleaved series of times. Times in milliseconds. */
type Comparison =
  | { verdict: 'difference'; medianMs: number; pairs: number }
  | { verdict: 'no-difference'; detectableMs: number; pairs: number }
  | { verdict: 'too-noisy'; detectableMs: number; pairs: number };

/** Blocks that are tested separately; all must show the same, so that one disturbance decides nothing. */
const blocks = 3;
const minPairsPerBlock = 20;
/**
 * The statistic that each block must reach. Under equal times a block reaches it with a probability of about 1 in 30,000, and
 * three blocks do so together with about 1 in 10^13.
 */
const threshold = 4;
/** The distance above the threshold at which a difference is found almost every time, also with the long tails of real times. */
const reserve = 2.5;
/** A comparison that would only find differences above this is useless. */
const tooNoisyMs = 5;
/** The factor from the median absolute deviation to the standard deviation of a normal distribution. */
const normalScale = 1.4826;

/**
 * Compares times that were measured in pairs. `differences` holds, for each pair in the order of measurement, the time of the
 * later mismatch minus the time of the earlier mismatch. Only a later mismatch that takes longer is a finding.
 */
export function compareTimes(differences: readonly number[]): Comparison {
  const pairs = differences.length;
  const size = Math.floor(pairs / blocks);
  const ascending = differences.toSorted((a, b) => a - b);
  const medianMs = middle(ascending);
  const deviation = middle(ascending.map((value) => Math.abs(value - medianMs)).toSorted((a, b) => a - b));
  const detectableMs = (reserve * threshold * normalScale * deviation) / Math.sqrt(Math.max(size, 1));
  if (size < minPairsPerBlock) {
    return { verdict: 'too-noisy', detectableMs, pairs };
  }
  const each = Array.from({ length: blocks }, (_, index) =>
    signedRanks(differences.slice(index * size, (index + 1) * size)),
  );
  if (each.every((statistic) => statistic > threshold)) {
    return { verdict: 'difference', medianMs, pairs };
  }
  return detectableMs > tooNoisyMs
    ? { verdict: 'too-noisy', detectableMs, pairs }
    : { verdict: 'no-difference', detectableMs, pairs };
}

/** Returns the statistic of Wilcoxon's signed rank test, normally distributed for equal times: ranks, so single outliers do not matter. */
function signedRanks(differences: readonly number[]): number {
  const bySize = differences.filter((value) => value !== 0).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const count = bySize.length;
  if (count === 0) {
    return 0;
  }
  const sum = bySize.reduce((total, value, index) => total + Math.sign(value) * (index + 1), 0);
  return sum / Math.sqrt((count * (count + 1) * (2 * count + 1)) / 6);
}

/** Returns the median of sorted values; 0 without any. */
function middle(ascending: readonly number[]): number {
  const half = Math.floor(ascending.length / 2);
  const upper = ascending[half] ?? 0;
  return ascending.length % 2 === 1 ? upper : ((ascending[half - 1] ?? upper) + upper) / 2;
}
