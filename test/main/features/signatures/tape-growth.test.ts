import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { memberAt, stringAt } from '../../../../main/features/signatures/engine/json/navigate.ts';
import {
  arrayEnd,
  arrayStart,
  literal,
  nameToken,
  numberToken,
  objectEnd,
  objectStart,
  readTape,
  stringToken,
  type Tape,
} from '../../../../main/features/signatures/engine/json/tape.ts';
import { importRequest } from '../../../../main/features/signatures/importers/import-request.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';
import { callback, sign, signingKey, timestamp } from './vectors.ts';

/** The content of a tape, rebuilt by following the end of every bracket, as writers and searches do. */
function contentOf(tape: Tape): unknown {
  const text = Buffer.from(tape.source).toString();
  const read = (index: number): { value: unknown; next: number } => {
    const kind = tape.kinds[index] ?? 0;
    if (kind === objectStart || kind === arrayStart) {
      const end = tape.ends[index] ?? 0;
      if (end <= index) {
        throw new Error(`token ${index} closes at ${end}`);
      }
      if (tape.kinds[end] !== (kind === objectStart ? objectEnd : arrayEnd)) {
        throw new Error(`token ${index} closes at ${end}, which is no closing bracket`);
      }
      if (kind === arrayStart) {
        const items: unknown[] = [];
        for (let at = index + 1; at < end; ) {
          const item = read(at);
          items.push(item.value);
          at = item.next;
        }
        return { value: items, next: end + 1 };
      }
      const members: [string, unknown][] = [];
      for (let at = index + 1; at < end; ) {
        expect(tape.kinds[at]).toBe(nameToken);
        const member = read(at + 1);
        members.push([stringAt(tape, at), member.value]);
        at = member.next;
      }
      return { value: Object.fromEntries(members), next: end + 1 };
    }
    if (kind === stringToken) {
      return { value: stringAt(tape, index), next: index + 1 };
    }
    if (kind !== numberToken && kind !== literal) {
      throw new Error(`token ${index} is of kind ${kind}`);
    }
    return {
      value: JSON.parse(text.slice(tape.starts[index], tape.ends[index])) as unknown,
      next: index + 1,
    };
  };
  const { value, next } = read(0);
  expect(next).toBe(tape.size);
  return value;
}

function check(value: unknown): void {
  const text = JSON.stringify(value);
  const tape = readTape(Buffer.from(text));
  if (!tape) {
    throw new Error(`not read: ${text.slice(0, 80)}`);
  }
  expect(contentOf(tape)).toEqual(JSON.parse(text));
}

/** The first arrays hold 64 tokens (or an eighth of the bytes) and then double. */
const nearGrowth = [64, 128, 256, 512, 1024, 4096].flatMap((size) =>
  Array.from({ length: 9 }, (_, index) => size - 4 + index),
);

describe('the tape when its arrays grow', () => {
  test.each([
    ['a list of numbers', (tokens: number): unknown => Array.from({ length: tokens - 2 }, () => 1)],
    [
      'an object in an object',
      (tokens: number): unknown => ({
        a: Object.fromEntries(Array.from({ length: tokens >> 1 }, (_, at) => [`m${at}`, at])),
        ...(tokens % 2 === 1 ? { b: [1] } : {}),
      }),
    ],
    ['empty objects', (tokens: number): unknown => Array.from({ length: tokens >> 1 }, () => ({}))],
    [
      'deep lists',
      (tokens: number): unknown => {
        let value: unknown = [];
        for (let depth = 2; depth < Math.min(tokens >> 1, 600); depth++) {
          value = [value];
        }
        return value;
      },
    ],
  ])('%s, at every size around a growth', (_, make) => {
    for (const tokens of nearGrowth) {
      check(make(tokens));
    }
  });

  test('reads the same as JSON.parse, whatever comes before the growth', () => {
    const leaf = fc.constantFrom<unknown>(0, '', true, null, {}, [], { a: [] }, [[1]]);
    fc.assert(
      fc.property(
        fc.constantFrom(...nearGrowth.filter((size) => size < 600)),
        fc.array(leaf, { maxLength: 12 }),
        fc.json({ maxDepth: 4 }),
        (filling, tail, text) => {
          check([
            Array.from({ length: Math.max(0, filling - tail.length) }, () => 0),
            ...tail,
            JSON.parse(text),
          ]);
        },
      ),
      { numRuns: fuzzRuns(500) },
    );
  });

  test('explains a callback of 600 bytes with 29 small members', async () => {
    const found = Object.fromEntries(Array.from({ length: 29 }, (_, at) => [`f${at}`, at % 2 ? {} : at]));
    const signed = JSON.stringify({ ...callback, payload: { conversation: { id: 'c', result: { found } } } });
    const tape = readTape(Buffer.from(signed));
    if (!tape) {
      throw new Error('not read');
    }
    expect(memberAt(tape, ['payload', 'conversation', 'result', 'found', 'f28'])).toBeDefined();
    const { findings } = await explainAll({
      body: Buffer.from(JSON.stringify(JSON.parse(signed), null, 2)),
      timestamp,
      signature: sign(signed),
      key: signingKey,
    });
    expect(findings.map(({ code }) => code)).toEqual(['reserialized']);
  });

  test('imports a JSON export with 0 to 40 headers', () => {
    for (let count = 0; count <= 40; count++) {
      const headers = {
        ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-header-${at}`, String(at)])),
        'x-signature': sign('{}'),
        'x-signature-timestamp': timestamp,
      };
      const result = importRequest(JSON.stringify({ headers, body: callback }, null, 1));
      if (!result.ok) {
        throw new Error(result.sentence);
      }
      expect(JSON.parse(Buffer.from(result.request.body ?? []).toString())).toEqual(callback);
    }
  });
});
