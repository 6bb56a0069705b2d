import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFrame,
  encodeFrame,
  maxFrameBytes,
  type PageMessage,
  pageMessageBounds,
  readPageMessage,
} from '../../../preload/contract/frames.ts';
import { fullTests, fuzzRuns } from '../../support/full-tests.ts';

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
    const input = { message: null, bytes: [[['message'], 1]], '0': new Uint8Array([1]) };
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
    expect(() => decodeFrame(new Uint8Array(maxFrameBytes + 1))).toThrow('impossible length');
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

  test.each([
    ['no place', [[['input', 'b'], 1]]],
    ['a place that is taken', [[['kind'], 1]]],
    ['a place on the prototype', [[['__proto__', 'polluted'], 1]]],
    [
      'a place twice',
      [
        [['input'], 1],
        [['input'], 0],
      ],
    ],
    ['a negative length', [[['input'], -1]]],
    ['too great a length', [[['input'], 2]]],
    ['too small a length', [[['input'], 0]]],
    ['no path', [[[], 1]]],
  ])('are refused if their bytes have %s', (_, list) => {
    const header = Buffer.from(JSON.stringify({ message: { kind: 'x', input: null }, bytes: list }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length);
    expect(() => decodeFrame(Buffer.concat([length, header, Buffer.from([1])]))).toThrow(/^A frame/);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe("A page's message", () => {
  test.each([
    null,
    [],
    'invoke',
    { kind: 'invoke' },
    { kind: 'invoke', callId: 1, operation: 'x' },
    { kind: 'invoke', callId: '', operation: 'x' },
    { kind: 'invoke', callId: 'a'.repeat(101), operation: 'x' },
    { kind: 'invoke', callId: 'a', operation: 'x'.repeat(101) },
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

describe('An oversized frame', () => {
  const bounds = { bytes: 1000, depth: 4, tokens: 20 };
  /** A frame whose message is this JSON. */
  const frameOf = (message: string) => {
    const header = Buffer.from(`{"message":${message},"bytes":[]}`);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length);
    return Buffer.concat([length, header]);
  };

  test.each([
    ['too deep', '[[[[[]]]]]'],
    ['too many values', `[${'1,'.repeat(20)}1]`],
    ['too many names', `{${Array.from({ length: 11 }, (_, at) => `"${at}":1`).join()}}`],
    ['too long', `"${'x'.repeat(1000)}"`],
  ])('is refused: %s', (_, message) => {
    expect(() => decodeFrame(frameOf(message), bounds)).toThrow('beyond its bounds');
    expect(() => decodeFrame(frameOf(message))).not.toThrow();
  });

  test('is recognised by its JSON, not by the content of its texts', () => {
    const text = JSON.stringify(`[[[[[[${'1,"\\'.repeat(50)}`);
    expect(decodeFrame(frameOf(text), bounds)).toBe(JSON.parse(text));
  });

  test('is refused without being parsed, however deep', () => {
    const deep = frameOf('['.repeat(60 * 1024 * 1024));
    const many = frameOf(`[${'{},'.repeat(2 * 1024 * 1024)}1]`);
    const before = process.memoryUsage().heapUsed;
    expect(() => decodeFrame(deep, pageMessageBounds)).toThrow('beyond its bounds');
    expect(() => decodeFrame(many, pageMessageBounds)).toThrow('beyond its bounds');
    if (fullTests) {
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 * 1024);
    }
  });
});

/** True if the frame was read or refused normally; anything else throws. */
function outcome(frame: Uint8Array): boolean {
  try {
    decodeFrame(frame);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) {
      throw error;
    }
  }
  return true;
}
