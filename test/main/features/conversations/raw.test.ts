import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexLines, linesOf } from '../../../../main/features/conversations/raw-index.ts';
import type { RawFormat } from '../../../../main/features/conversations/raw-lines.ts';
import { fullTests, fuzzRuns } from '../../../support/full-tests.ts';
import { ThreadWatch } from '../../../support/thread-watch.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function all(raw: Uint8Array, form: RawFormat) {
  const index = await indexLines(raw, form);
  const lines = linesOf(raw, index, 0, index.total);
  expect(lines).toHaveLength(index.total);
  return lines;
}

/** The displayed text, with long lines rejoined. */
async function seen(text: string, form: RawFormat): Promise<string> {
  let shown = '';
  for (const [at, line] of (await all(bytesOf(text), form)).entries()) {
    shown += `${at > 0 && !line.continued ? '\n' : ''}${line.text}`;
  }
  return shown;
}

describe('a raw response, indented', () => {
  test('keeps every number, escape and duplicate member exactly as received', async () => {
    const text = String.raw`{"a":1.0,"a":12345678901234567890.10e+05,"b":"é\n\"{[,:]}","c":[],"d":{ },"e":[1 , -0]}`;
    expect(await seen(text, 'indented')).toBe(
      String.raw`{
  "a": 1.0,
  "a": 12345678901234567890.10e+05,
  "b": "é\n\"{[,:]}",
  "c": [],
  "d": {},
  "e": [
    1,
    -0
  ]
}`,
    );
  });

  test('is formatted exactly as by JSON.stringify, whatever white space was received', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 6 }),
        fc.constantFrom(undefined, 1, '\t', 4),
        async (json, space) => {
          const value: unknown = JSON.parse(json);
          expect(await seen(JSON.stringify(value, null, space), 'indented')).toBe(
            JSON.stringify(value, null, 2),
          );
        },
      ),
      { numRuns: fuzzRuns(300) },
    );
  });

  test('splits a long string into pieces of 2,000 characters without losing any', async () => {
    const long = '😀é"\\ab'.repeat(3000);
    const text = JSON.stringify({ long, after: 1 });
    const lines = await all(bytesOf(text), 'indented');
    expect(lines.length).toBeGreaterThan(9);
    expect(lines.every((line) => [...line.text].length <= 2010)).toBe(true);
    expect(lines.at(-2)).toMatchObject({ text: '  "after": 1', number: 3, continued: false });
    expect(JSON.parse(await seen(text, 'indented'))).toEqual({ long, after: 1 });
  });

  test('terminates on any input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (raw) => {
        await all(raw, 'indented');
        await all(raw, 'received');
      }),
    );
    expect(await seen(']]}{"open', 'indented')).toContain('"open');
  });
});

describe('a raw response, as received', () => {
  test('is split at its own newlines and nothing else', async () => {
    expect(await all(bytesOf('{"a":\r\n 1}\n\n'), 'received')).toMatchObject([
      { text: '{"a":', number: 1, continued: false },
      { text: ' 1}', number: 2, continued: false },
      { text: '', number: 3, continued: false },
    ]);
    expect(await all(bytesOf(''), 'received')).toEqual([]);
  });

  test('returns every character, in pieces of 2,000', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 3000 }),
        async (text, times) => {
          const whole = text.repeat(times).slice(0, 20_000).toWellFormed().replaceAll('\r', '');
          expect(`${await seen(whole, 'received')}`).toBe(whole.endsWith('\n') ? whole.slice(0, -1) : whole);
        },
      ),
      { numRuns: fuzzRuns(60) },
    );
  });
});

describe('a large raw response', () => {
  test('gives the same lines from the middle as from the start', async () => {
    const raw = bytesOf(
      JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ n, s: 'x'.repeat(n % 7) }))),
    );
    const index = await indexLines(raw, 'indented');
    const whole = linesOf(raw, index, 0, index.total);
    for (const from of [0, 1, 127, 128, 129, 9000, index.total - 3]) {
      expect(linesOf(raw, index, from, 100)).toEqual(whole.slice(from, from + 100));
    }
    expect(linesOf(raw, index, index.total, 100)).toEqual([]);
  });

  test('of 20 MB is indexed in many turns of the thread', async () => {
    const entry = { name: 'A member', list: [1, 2.5, 'three'], text: 'lorem ipsum dolor '.repeat(8) };
    const raw = bytesOf(JSON.stringify({ entries: Array.from({ length: 95_000 }, () => entry) }));
    expect(raw.byteLength).toBeGreaterThan(18_000_000);
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const watch = new ThreadWatch();
    const index = await indexLines(raw, 'indented');
    clearImmediate(next);
    expect(index.total).toBeGreaterThan(600_000);
    expect(turns).toBeGreaterThan(10);
    // A turn should take 8 ms; how long it takes depends on what else the machine does.
    const longest = watch.stop();
    if (fullTests) {
      expect(longest).toBeLessThan(50);
    }
  });
});
