import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, visibleParts, visibleText } from '../../preload/contract/service/visible-text.ts';

/** Every kind of character that cannot be seen or that turns its surroundings. */
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
];

test('a national id with a direction override is shown in the order it came, with a mark', () => {
  expect(visibleText('\u202e48703142724')).toBe('[U+202E]48703142724');
});

test('a run of one unseen character is one mark, and its name is told where it is a common one', () => {
  expect(visibleParts('a\u200b\u200b\u200bb')).toEqual([
    { text: 'a' },
    { code: 'U+200B', name: 'zero width space', count: 3 },
    { text: 'b' },
  ]);
  expect(visibleText('a\u200b\u200b\u200bb')).toBe('a[U+200B ×3]b');
});

test.each(unseen)('%j is never passed on as it is', (character) => {
  const shown = visibleText(`x${character}y`);
  expect(shown).not.toContain(character);
  expect(shown).toMatch(/^x\[U\+[0-9A-F]{4,6}\]y$/);
});

test('ordinary text of any language is passed on letter by letter', () => {
  for (const text of ['Zażółć gęślą', '山田　太郎', 'Ђорђе', '+371 2000 0000', '😀']) {
    expect(visibleText(text)).toBe(text);
  }
});

test('what is written from right to left is isolated from the text around it', () => {
  expect(visibleText('דוד')).toBe('\u2068דוד\u2069');
});

test('no text gets through with an unseen character, and none of what can be seen is lost', () => {
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
