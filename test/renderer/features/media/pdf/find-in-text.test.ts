import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInText, searchable } from '../../../../../renderer/features/media/pdf/find-in-text.ts';
import { joinRuns, runAt } from '../../../../../renderer/features/media/pdf/page-text.ts';

const found = (text: string, query: string, most = 100) =>
  findInText(searchable(text), query, most).map(({ from, to }) => text.slice(from, to));

describe('a text is found', () => {
  test.each([
    ['in upper and lower case', 'Anna ANNA anna', 'anna', ['Anna', 'ANNA', 'anna']],
    ['without its accents', 'Gęślą Jaźń', 'gesla jazn', ['Gęślą Jaźń']],
    ['with accents where the text has none', 'Gesla', 'gęśla', ['Gesla']],
    ['with accents written as marks', 'Cafe\u0301 bar', 'café', ['Cafe\u0301']],
    ['over the end of a line and several spaces', 'last\n  name', 'last name', ['last\n  name']],
    ['inside a ligature', 'ﬁrst oﬃce', 'office', ['oﬃce']],
    ['in full-width letters', 'Ｎｏ．１２３', 'no.123', ['Ｎｏ．１２３']],
    ['in Japanese', '氏名 日本太郎', '日本', ['日本']],
    ['more than once, without overlaps', 'aaaa', 'aa', ['aa', 'aa']],
    ['but not a text of spaces', 'a b', '  ', []],
  ])('%s', (_name, text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });

  test('no more often than asked for', () => {
    expect(found('x'.repeat(50), 'x', 3)).toHaveLength(3);
  });

  test('wherever it is, at positions of the original text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        (before, after) => {
          const text = `${before}NEEDLE${after}`;
          expect(found(text, 'needle')).toContain('NEEDLE');
        },
      ),
    );
  });
});

test('a position of the joined text is in the run that holds it', () => {
  const run = { x: 0, y: 0, size: 1, length: 1, angle: 0 };
  const joined = joinRuns({
    runs: [
      { ...run, text: 'First', endsLine: false },
      { ...run, text: '', endsLine: true },
      { ...run, text: 'Second', endsLine: false },
    ],
    isCut: false,
  });
  expect(joined).toEqual({ text: 'First\nSecond', starts: [0, 5, 6] });
  expect([0, 4, 5, 6, 11].map((at) => runAt(joined.starts, at))).toEqual([0, 0, 1, 2, 2]);
});
