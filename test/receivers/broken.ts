import { createHmac } from 'node:crypto';
import { type Behaviour, correct, hmac, late, type ReadCallback } from './behaviour.ts';
import { receiverKey } from './start.ts';

/** A receiver with one fault, and the rules that show it. */
export interface BrokenReceiver {
  fault: string;
  fails: string[];
  /** Made anew for each receiver: some remember what they received. */
  change(): Partial<Behaviour>;
}

const knownEvents = ['CONVERSATION FINISHED', 'CONVERSATION EXPIRED', 'SUBSCRIPTION NEW_DATA'];
const nameOf = ({ target, event }: ReadCallback) => `${target} ${event}`;
const otherKey = (key: string, timestamp: string | undefined, body: string | Buffer) =>
  createHmac('sha256', key).update(`${timestamp}:`).update(body).digest('hex');
const rewritten = (change: (text: string) => string) => (): Partial<Behaviour> => ({
  signed: (body) => change(body.toString()),
});
/** Accepts a further signature beside the correct one. */
const also =
  (signature: (timestamp: string | undefined, body: string | Buffer) => string) =>
  (): Partial<Behaviour> => ({
    signatures: (timestamp, body) => [...correct.signatures(timestamp, body), signature(timestamp, body)],
  });
const matching = (matches: Behaviour['matches']) => (): Partial<Behaviour> => ({ matches });
const timely = (isTimely: Behaviour['isTimely']) => (): Partial<Behaviour> => ({ isTimely });
const answering = (status: (message: ReadCallback) => number) => (): Partial<Behaviour> => ({ status });

const forgeries = [
  'reject-first-character',
  'reject-last-character',
  'reject-other-key',
  'reject-empty-key',
  'reject-changed-body',
  'reject-added-newline',
  'reject-body-only',
  'reject-timestamp-only',
  'reject-changed-timestamp',
  'reject-invalid-duplicate',
];

export const brokenReceivers: readonly BrokenReceiver[] = [
  { fault: 'answers 203', fails: ['valid-finished'], change: answering(() => 203) },
  { fault: 'redirects', fails: ['valid-finished'], change: () => ({ before: () => 307 }) },
  { fault: 'rejects everything', fails: ['valid-finished'], change: () => ({ before: () => 401 }) },
  {
    fault: 'accepts everything',
    fails: [
      ...forgeries,
      ...['removed-body', 'truncated', 'longer', 'base64', 'sha1', 'empty-signature', 'no-signature'].map(
        (id) => `reject-${id}`,
      ),
      ...['late', 'early', 'seconds', 'text-timestamp', 'empty-timestamp', 'no-timestamp', 'no-headers'].map(
        (id) => `reject-${id}`,
      ),
    ],
    change: () => ({ before: () => 200 }),
  },
  {
    fault: 'refuses failed identities',
    fails: ['valid-failed'],
    change: answering(({ payload }) =>
      payload.conversation?.result.identity?.status === 'FAILED' ? 422 : 204,
    ),
  },
  {
    fault: 'refuses EXPIRED',
    fails: ['valid-expired'],
    change: answering(({ event }) => (event === 'EXPIRED' ? 400 : 204)),
  },
  {
    fault: 'refuses NEW_DATA',
    fails: ['valid-new-data', 'order'],
    change: answering(({ event }) => (event === 'NEW_DATA' ? 400 : 204)),
  },
  {
    fault: 'refuses notifications before the last',
    fails: ['valid-two-notifications', 'order'],
    change: answering(({ payload }) => (payload.conversation?.status === 'IN_PROGRESS' ? 400 : 204)),
  },
  {
    fault: 'refuses a repeated timestamp',
    fails: ['same-timestamp'],
    change() {
      const seen = new Set<string>();
      return timely((timestamp, now) => {
        const isNew = !seen.has(timestamp ?? '');
        seen.add(timestamp ?? '');
        return isNew && correct.isTimely(timestamp, now);
      })();
    },
  },
  {
    fault: 'finds headers only in the case of the document',
    fails: ['header-names'],
    change: () => ({
      header: ({ rawHeaders }, name) => rawHeaders[rawHeaders.indexOf(name) + 1 || rawHeaders.length],
    }),
  },
  {
    fault: 'accepts timestamps within one minute only',
    fails: ['time-tolerance'],
    change: timely(
      (timestamp, now) => correct.isTimely(timestamp, now) && Math.abs(now - Number(timestamp)) < 60_000,
    ),
  },
  {
    fault: 'refuses unknown events',
    fails: ['unknown-event', 'unknown-target'],
    change: answering((message) => (knownEvents.includes(nameOf(message)) ? 204 : 400)),
  },
  {
    fault: 'refuses unknown events of known targets',
    fails: ['unknown-event'],
    change: answering((message) =>
      message.target === 'INVOICE' || knownEvents.includes(nameOf(message)) ? 204 : 400,
    ),
  },
  {
    fault: 'reads the conversation before it looks at the target',
    fails: ['unknown-target'],
    change: answering(({ payload }) => {
      if (payload.conversation === undefined) {
        throw new TypeError('conversation is undefined');
      }
      return 204;
    }),
  },
  {
    fault: 'refuses unknown members',
    fails: ['unknown-members'],
    change: answering((message) => (Object.keys(message).length === 5 ? 204 : 400)),
  },
  {
    fault: 'refuses duplicates',
    fails: ['duplicate', 'duplicate-at-once'],
    change() {
      const seen = new Set<string>();
      return { status: ({ id }) => (seen.size === seen.add(id).size ? 409 : 204) };
    },
  },
  {
    fault: 'fails for duplicates at the same time',
    fails: ['duplicate-at-once'],
    change() {
      const seen = new Set<string>();
      return {
        async status({ id }) {
          if (seen.has(id)) {
            return 204;
          }
          // As a read, then a write that fails for an id that is there.
          await late(20, 204);
          return seen.size === seen.add(id).size ? 500 : 204;
        },
      };
    },
  },
  {
    fault: 'refuses a callback that is older than the last one of its conversation',
    fails: ['order'],
    change() {
      const latest = new Map<string, string>();
      return {
        status({ created, payload }) {
          const id = payload.conversation?.id ?? '';
          const isOlder = created < (latest.get(id) ?? '');
          latest.set(id, isOlder ? (latest.get(id) ?? '') : created);
          return isOlder ? 409 : 204;
        },
      };
    },
  },
  { fault: 'takes bodies up to 100 kB', fails: ['size'], change: () => ({ maxBody: 100_000 }) },
  {
    fault: 'handles three messages at a time',
    fails: ['at-once', 'duplicate-at-once'],
    change() {
      let running = 0;
      return {
        async status() {
          running += 1;
          const status = await late(20, running > 3 ? 503 : 204);
          running -= 1;
          return status;
        },
      };
    },
  },
  {
    fault: 'answers late',
    fails: ['speed'],
    change: () => ({ status: ({ event }) => late(event === 'EXPIRED' ? 600 : 0, 204) }),
  },
  {
    fault: 'does not compare the first character',
    fails: ['reject-first-character'],
    change: matching((given, expected) => given?.length === 64 && given.slice(1) === expected.slice(1)),
  },
  {
    fault: 'does not compare the last character',
    fails: ['reject-last-character'],
    change: matching(
      (given, expected) => given?.length === 64 && given.slice(0, 63) === expected.slice(0, 63),
    ),
  },
  {
    fault: 'looks only at the form of the signature',
    fails: forgeries,
    change: matching((given = '') => /^[0-9a-f]{64}$/.test(given)),
  },
  {
    fault: 'still accepts another key',
    fails: ['reject-other-key', 'reject-invalid-duplicate'],
    change: also((timestamp, body) => otherKey('not-the-signing-key', timestamp, body)),
  },
  {
    fault: 'accepts the empty key',
    fails: ['reject-empty-key'],
    change: also((timestamp, body) => otherKey('', timestamp, body)),
  },
  {
    fault: 'does not sign the callback’s id',
    fails: ['reject-changed-body'],
    change: rewritten((text) => text.replace('"id":"x', '"id":"')),
  },
  {
    fault: 'trims the end of the body',
    fails: ['reject-added-newline', 'raw-ends'],
    change: rewritten((text) => text.trimEnd()),
  },
  {
    fault: 'accepts a signature of the body alone',
    fails: ['reject-body-only'],
    change: also((_timestamp, body) => hmac(body)),
  },
  {
    fault: 'accepts a signature of the timestamp alone',
    fails: ['reject-timestamp-only'],
    change: also((timestamp) => hmac(`${timestamp}:`)),
  },
  {
    fault: 'accepts the signature of a moment before',
    fails: ['reject-changed-timestamp'],
    change: also((timestamp, body) => hmac(`${Number(timestamp) - 1000}:`, body)),
  },
  {
    fault: 'compares as far as the given signature goes',
    fails: ['reject-truncated'],
    change: matching((given = '', expected) => given !== '' && expected.startsWith(given)),
  },
  {
    fault: 'compares as far as the expected signature goes',
    fails: ['reject-longer'],
    change: matching((given = '', expected) => given.startsWith(expected)),
  },
  {
    fault: 'accepts Base64',
    fails: ['reject-base64'],
    change: also((timestamp, body) => Buffer.from(hmac(`${timestamp}:`, body), 'hex').toString('base64')),
  },
  {
    fault: 'accepts SHA-1',
    fails: ['reject-sha1'],
    change: also((timestamp, body) =>
      createHmac('sha1', receiverKey).update(`${timestamp}:`).update(body).digest('hex'),
    ),
  },
  {
    fault: 'accepts an empty signature',
    fails: ['reject-empty-signature'],
    change: matching((given, expected) => given === '' || given === expected),
  },
  {
    fault: 'accepts a message without a signature',
    fails: ['reject-no-signature'],
    change: matching((given, expected) => given === undefined || given === expected),
  },
  {
    fault: 'looks a callback’s id up before the signature is checked',
    fails: ['reject-invalid-duplicate'],
    change() {
      const seen = new Set<string>();
      return {
        before(body) {
          return seen.has(JSON.parse(body.toString()).id) ? 200 : undefined;
        },
        status({ id }) {
          seen.add(id);
          return 204;
        },
      };
    },
  },
  {
    fault: 'accepts old timestamps',
    fails: ['reject-late'],
    change: timely((timestamp = '', now) => /^\d{13}$/.test(timestamp) && Number(timestamp) - now <= 300_000),
  },
  {
    fault: 'accepts timestamps of the future',
    fails: ['reject-early'],
    change: timely((timestamp = '', now) => /^\d{13}$/.test(timestamp) && now - Number(timestamp) <= 300_000),
  },
  {
    fault: 'takes seconds for milliseconds',
    fails: ['reject-seconds'],
    change: timely((timestamp = '', now) =>
      correct.isTimely(timestamp.length === 10 ? `${timestamp}000` : timestamp, now),
    ),
  },
  {
    fault: 'compares with a timestamp that is no number',
    fails: ['reject-text-timestamp'],
    change: timely(
      (timestamp = '', now) => timestamp !== '' && !(Math.abs(now - Number(timestamp)) > 300_000),
    ),
  },
  {
    fault: 'skips the check of an empty timestamp',
    fails: ['reject-empty-timestamp'],
    change: timely((timestamp, now) => timestamp === '' || correct.isTimely(timestamp, now)),
  },
  {
    fault: 'skips the check of a missing timestamp',
    fails: ['reject-no-timestamp'],
    change: () => ({
      isTimely: (timestamp, now) => timestamp === undefined || correct.isTimely(timestamp, now),
      signatures: (timestamp = '', body) => correct.signatures(timestamp, body),
    }),
  },
  {
    fault: 'verifies only messages that have one of the headers',
    fails: ['reject-no-headers'],
    change: () => ({
      isTimely: (timestamp, now) => timestamp === undefined || correct.isTimely(timestamp, now),
      signatures: (timestamp, body) =>
        timestamp === undefined ? ['none'] : correct.signatures(timestamp, body),
      matches: (given = 'none', expected) => given === expected,
    }),
  },
  {
    fault: 'accepts messages without a body',
    fails: ['reject-removed-body'],
    change: () => ({ before: (body) => (body.length === 0 ? 200 : undefined) }),
  },
  {
    fault: 'signs the body after it was parsed and written again',
    fails: [
      'reject-added-newline',
      'raw-escapes',
      'raw-surrogates',
      'raw-key-order',
      'raw-numbers',
      'raw-whitespace',
      'raw-ends',
    ],
    change: rewritten((text) => JSON.stringify(JSON.parse(text))),
  },
  {
    fault: 'reads the body as Latin-1',
    fails: ['raw-letters', 'raw-surrogates', 'raw-normalisation'],
    change: () => ({ signed: (body) => body.toString('latin1') }),
  },
  {
    fault: 'normalises the body',
    fails: ['raw-normalisation'],
    change: rewritten((text) => text.normalize('NFC')),
  },
  {
    fault: 'removes byte order marks',
    fails: ['raw-letters'],
    change: rewritten((text) => text.replaceAll('\ufeff', '')),
  },
  {
    fault: 'replaces characters of 4 bytes',
    fails: ['raw-surrogates'],
    change: rewritten((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    fault: 'removes the escape of slashes',
    fails: ['raw-escapes'],
    change: rewritten((text) => text.replaceAll('\\/', '/')),
  },
  {
    fault: 'sorts the members of the message',
    fails: ['raw-key-order'],
    change: rewritten((text) => {
      const { id, created, target, event, payload, ...others } = JSON.parse(text);
      return text.startsWith('{"payload"')
        ? JSON.stringify({ id, created, target, event, payload, ...others })
        : text;
    }),
  },
  {
    fault: 'writes whole numbers without a fraction',
    fails: ['raw-numbers'],
    change: rewritten((text) => text.replaceAll(':1.0,', ':1,')),
  },
  {
    fault: 'removes tabs',
    fails: ['raw-whitespace'],
    change: rewritten((text) => text.replaceAll('\t', '')),
  },
  {
    fault: 'changes line ends',
    fails: ['raw-ends'],
    change: rewritten((text) => text.replaceAll('\r\n', '\n')),
  },
];

/** Stops at the first difference, and takes long enough for each character that it shows. */
export const leaky: Partial<Behaviour> = {
  matches(given = '', expected) {
    for (let at = 0; at < expected.length; at++) {
      if (given[at] !== expected[at]) {
        return false;
      }
      const until = performance.now() + 0.01;
      while (performance.now() < until) {
        // 10 µs for each equal character, 630 µs in all.
      }
    }
    return given.length === expected.length;
  },
};
