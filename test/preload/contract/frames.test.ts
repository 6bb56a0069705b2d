import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFrame,
  encodeFrame,
  maxFrameBytes,
  type PageMessage,
  readPageMessage,
} from '../../../preload/contract/frames.ts';
import { fuzzRuns } from '../../support/full-tests.ts';

const invoke = (input: unknown): PageMessage => ({ kind: 'invoke', callId: 'a', operation: 'x.y', input });
const there = (input: unknown) => (decodeFrame(encodeFrame(invoke(input))) as { input: unknown }).input;

const bytes = fc.uint8Array({ maxLength: 50 }).map((array) => new Uint8Array(array));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    bytes,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), tie('value'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
}));

describe('Frames', () => {
  test('carry any JSON with bytes at any depth, unchanged', () => {
    fc.assert(
      fc.property(value, (input) => isDeepStrictEqual(there(input), input)),
      { numRuns: fuzzRuns(500) },
    );
  });

  test('do not change objects that resemble their own encoding', () => {
    const input = {
      mark: '',
      lengths: [1],
      message: '{"mark":"","lengths":[1]}\n0',
      '0': new Uint8Array([1]),
    };
    expect(there(input)).toStrictEqual(input);
  });

  test('return plain bytes that do not keep the frame in memory', () => {
    const [part] = there([Buffer.from('abc')]) as Uint8Array[];
    expect(part).toStrictEqual(new Uint8Array([97, 98, 99]));
    expect(part?.buffer.byteLength).toBe(3);
  });

  test('are read from the middle of a buffer', () => {
    const frame = encodeFrame(invoke(new Uint8Array([7])));
    const within = Buffer.concat([Buffer.from('before'), frame, Buffer.from('after')]);
    const message = decodeFrame(within.subarray(6, 6 + frame.length));
    expect(message).toStrictEqual(invoke(new Uint8Array([7])));
  });

  test('are never longer than the limit', () => {
    expect(() => encodeFrame(invoke(new Uint8Array(maxFrameBytes)))).toThrow(RangeError);
  });

  test('are refused, never misread, for any input', () => {
    const good = encodeFrame(invoke({ a: [new Uint8Array([1, 2, 3])] }));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => outcome(noise)),
      { numRuns: fuzzRuns(500) },
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const mutated = good.slice();
        mutated[at] = byte;
        return outcome(mutated);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });
});

describe("A page's message", () => {
  test.each([
    null,
    [],
    'invoke',
    { kind: 'invoke' },
    { kind: 'invoke', callId: 1, operation: 'x' },
    { kind: 'invoke', callId: 'a', operation: 1 },
    { kind: 'answer', callId: 'a' },
  ])('is refused if it is %j', (message) => {
    expect(readPageMessage(message)).toBeUndefined();
  });

  test('is accepted without unknown members', () => {
    expect(readPageMessage({ kind: 'cancel', callId: 'a', operation: 'x' })).toEqual({
      kind: 'cancel',
      callId: 'a',
    });
  });
});

/** True if the frame was read or refused normally; anything else throws. */
function outcome(frame: Uint8Array): boolean {
  try {
    decodeFrame(frame);
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error;
    }
  }
  return true;
}
