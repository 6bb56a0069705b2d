import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeStyles } from '../../../../main/features/signatures/engine/json/escapes.ts';
import { keptLayout, layoutStyles } from '../../../../main/features/signatures/engine/json/layouts.ts';
import { memberAt } from '../../../../main/features/signatures/engine/json/navigate.ts';
import { keptNumbers, numberStyles } from '../../../../main/features/signatures/engine/json/numbers.ts';
import { orders, reorder } from '../../../../main/features/signatures/engine/json/order.ts';
import { readTape } from '../../../../main/features/signatures/engine/json/tape.ts';
import { writeJson } from '../../../../main/features/signatures/engine/json/write.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';

function named<T extends { id: string }>(list: readonly T[], id: string): T {
  const found = list.find((one) => one.id === id);
  if (!found) {
    throw new Error(`no ${id}`);
  }
  return found;
}

function written(
  text: string,
  {
    layout = 'kept',
    escapes = 'kept',
    numbers = 'kept',
    order,
  }: { layout?: string; escapes?: string; numbers?: string; order?: string },
): string {
  const tape = readTape(Buffer.from(text));
  if (!tape) {
    throw new Error('not JSON');
  }
  const ordered = order ? reorder(tape, named(orders, order)) : tape;
  if (!ordered) {
    return text;
  }
  return writeJson(ordered, {
    layout: named([keptLayout, ...layoutStyles], layout),
    escapes: named(escapeStyles, escapes),
    numbers: named([keptNumbers, ...numberStyles], numbers),
  }).toString();
}

const json = fc.json({ maxDepth: 5, stringUnit: 'binary' });

test('a number loses the zeros at its end, and a point with nothing after it', () => {
  expect(written('[1.50, 1.0, 10, -0.0, 1.0e2]', { numbers: 'without-zero' })).toBe(
    '[1.5, 1, 10, -0, 1.0e2]',
  );
});

describe('the tape', () => {
  test('accepts exactly what JSON.parse accepts', () => {
    const parses = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const near = fc.string({
      unit: fc.constantFrom(...'{}[]",:0123456789.eE+-\\unulltrefas \n\t\b'),
      maxLength: 14,
    });
    fc.assert(
      fc.property(
        fc.oneof(json, near),
        (text) => (readTape(Buffer.from(text)) !== undefined) === parses(text),
      ),
      { numRuns: fuzzRuns(5000) },
    );
  });

  test('writes the same as JSON.stringify, compact and indented', () => {
    fc.assert(
      fc.property(
        json,
        fc.constantFrom<[string, number | string]>(
          ['compact', 0],
          ['indent-2', 2],
          ['indent-4', 4],
          ['indent-tab', '\t'],
        ),
        (text, [layout, indent]) => {
          expect(written(JSON.stringify(JSON.parse(text), null, 3), { layout, escapes: 'minimal' })).toBe(
            JSON.stringify(JSON.parse(text), null, indent),
          );
        },
      ),
      { numRuns: fuzzRuns(500) },
    );
  });

  test('keeps the value in every style', () => {
    const style = fc.record({
      layout: fc.constantFrom(keptLayout, ...layoutStyles).map(({ id }) => id),
      escapes: fc.constantFrom(...escapeStyles).map(({ id }) => id),
      numbers: fc.constantFrom(keptNumbers, ...numberStyles).map(({ id }) => id),
    });
    fc.assert(
      fc.property(
        json,
        style,
        fc.constantFrom(undefined, ...orders.map(({ id }) => id)),
        (text, how, order) => {
          expect(JSON.parse(written(text, order ? { ...how, order } : how))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: fuzzRuns(1000) },
    );
  });

  test('keeps number texts, duplicates and order, unlike objects', () => {
    const text = '{ "b": 1.0, "a": 1e2, "b": -0, "10": 12345678901234567890, "2": [1.50] }';
    expect(written(text, { layout: 'compact' })).toBe(
      '{"b":1.0,"a":1e2,"b":-0,"10":12345678901234567890,"2":[1.50]}',
    );
    expect(written(text, { layout: 'compact', order: 'sorted' })).toBe(
      '{"10":12345678901234567890,"2":[1.50],"a":1e2,"b":1.0,"b":-0}',
    );
  });

  test('finds members, the last one of duplicates', () => {
    const tape = readTape(
      Buffer.from('{"a":[{"b":1}],"payload":{"x":1},"payl\\u006fad":{"conversation":7}}'),
    );
    if (!tape) {
      throw new Error('not JSON');
    }
    const index = memberAt(tape, ['payload', 'conversation']);
    expect(index && Buffer.from(tape.source).toString('utf8', tape.starts[index], tape.ends[index])).toBe(
      '7',
    );
    expect(memberAt(tape, ['a', 'b'])).toBeUndefined();
  });
});

describe('serializer styles', () => {
  const text = '{"a":"é/<&>\'+`\\"\\u007f\u2028\\n😀","n":[]}';
  test.each([
    ['python', '{"a":"\\u00e9/<&>\'+`\\"\\u007f\\u2028\\n\\ud83d\\ude00","n":[]}'],
    ['php', '{"a":"\\u00e9\\/<&>\'+`\\"\x7f\\u2028\\n\\ud83d\\ude00","n":[]}'],
    ['php-unicode', '{"a":"é\\/<&>\'+`\\"\x7f\\u2028\\n😀","n":[]}'],
    ['go', '{"a":"é/\\u003c\\u0026\\u003e\'+`\\"\x7f\\u2028\\n😀","n":[]}'],
    [
      'dotnet',
      '{"a":"\\u00E9/\\u003C\\u0026\\u003E\\u0027\\u002B\\u0060\\u0022\\u007F\\u2028\\n\\uD83D\\uDE00","n":[]}',
    ],
    ['minimal', '{"a":"é/<&>\'+`\\"\x7f\u2028\\n😀","n":[]}'],
  ])('%s', (escapes, expected) => {
    expect(written(text, { escapes })).toBe(expected);
  });

  test('Jackson’s pretty printer', () => {
    expect(written('{"a":[1,{"b":2}],"c":{},"d":[],"e":{"f":[[]]}}', { layout: 'jackson' })).toBe(
      '{\n  "a" : [ 1, {\n    "b" : 2\n  } ],\n  "c" : { },\n  "d" : [ ],\n  "e" : {\n    "f" : [ [ ] ]\n  }\n}',
    );
  });
});
