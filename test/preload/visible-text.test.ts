import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, visibleParts, visibleText } from '../../preload/contract/service/visible-text.ts';

/** Every kind of character that is invisible or reverses its surroundings. */
const unseen = [
  '\u0000',
  '\u0009',
  '\u000a',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u2800',
  '\u3164',
  '\ud800',
  '\ufeff',
  '\u{e0041}',
  '\u2d7f',
  '\ufffc',
  '\uffff',
  '\u{13441}',
  '\u{16fe4}',
  '\u{1d159}',
];

test('a national id with a direction override is shown in received order, with a mark', () => {
  expect(visibleText('\u202e48703142724')).toBe('[U+202E]48703142724');
});

test('a run of one invisible character is one mark, named if it is a common one', () => {
  expect(visibleParts('a\u200b\u200b\u200bb')).toEqual([
    { text: 'a' },
    { code: 'U+200B', name: 'zero width space', count: 3 },
    { text: 'b' },
  ]);
  expect(visibleText('a\u200b\u200b\u200bb')).toBe('a[U+200B ×3]b');
});

test.each(unseen)('%j is never displayed as it is', (character) => {
  const shown = visibleText(`x${character}y`);
  expect(shown).not.toContain(character);
  expect(shown).toMatch(/^x\[U\+[0-9A-F]{4,6}\]y$/);
});

test('ordinary text of any language is displayed unchanged', () => {
  for (const text of ['Zażółć gęślą', '山田　太郎', 'Ђорђе', '+371 2000 0000', '😀']) {
    expect(visibleText(text)).toBe(text);
  }
});

test('right-to-left text is isolated from the text around it', () => {
  expect(visibleText('דוד')).toBe('\u2068דוד\u2069');
});

test.each([
  ['Hebrew', 0x05d0],
  ['Arabic', 0x0627],
  ['Syriac', 0x0710],
  ['Thaana', 0x0780],
  ['N’Ko', 0x07ca],
  ['Samaritan', 0x0800],
  ['Mandaic', 0x0840],
  ['Syriac supplement', 0x0860],
  ['Arabic extended B', 0x0870],
  ['Arabic extended A', 0x08a0],
  ['Hebrew presentation forms', 0xfb1d],
  ['Arabic presentation forms A', 0xfb50],
  ['Arabic presentation forms B', 0xfe70],
  ['Cypriot', 0x10800],
  ['Phoenician', 0x10900],
  ['Hanifi Rohingya', 0x10d00],
  ['Garay', 0x10d4a],
  ['Yezidi', 0x10e80],
  ['Sogdian', 0x10f30],
  ['Mende Kikakui', 0x1e800],
  ['Adlam', 0x1e900],
  ['Indic Siyaq numbers', 0x1ec71],
  ['Arabic mathematical letters', 0x1ee00],
])('a letter of %s is isolated', (_, code) => {
  const letter = String.fromCodePoint(code);
  expect(visibleText(letter)).toBe(`\u2068${letter}\u2069`);
});

test('no text contains an invisible character, and no visible one is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...unseen), fc.string({ unit: 'binary' }))), (parts) => {
      const text = parts.join('');
      const back = visibleParts(text)
        .map((part) =>
          'text' in part
            ? part.text
            : String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).repeat(part.count),
        )
        .join('');
      expect(back).toBe(text);
      for (const part of visibleParts(text)) {
        if ('text' in part) {
          expect(part.text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }
    }),
  );
});

test('a cut never splits a character', () => {
  expect(cutText('ab😀', 3)).toEqual({ text: 'ab', left: 2 });
  expect(visibleText('a'.repeat(400), 10)).toBe(`${'a'.repeat(10)}…`);
});
