import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detailsOf, detailTexts, whyNotText } from '../../../../renderer/features/signatures/body-details.ts';
import { hexRows, runsOf, textRows } from '../../../../renderer/features/signatures/body-rows.ts';
import { changedBytes } from '../../../../renderer/features/signatures/byte-changes.ts';
import { type BodyForm, readForm, writeForm } from '../../../../renderer/features/signatures/bytes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const anyBytes = fc.uint8Array({ maxLength: 2000 });

describe('bytes in text form', () => {
  test.each<BodyForm>(['hexadecimal', 'base64'])('any bytes come back from %s', (form) => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(readForm(form, writeForm(form, bytes))).toEqual({ ok: true, bytes });
      }),
    );
  });

  test('any text is restored, including its byte order mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readForm('text', `\ufeff${text}`);
        expect(read.ok && writeForm('text', read.bytes)).toBe(`\ufeff${text}`);
      }),
    );
  });

  test.each([
    ['hexadecimal', '7B 22 0x7d', [0x7b, 0x22, 0x7d]],
    ['hexadecimal', '7b:22,7d\n', [0x7b, 0x22, 0x7d]],
    ['hexadecimal', '\\x7b\\x22', [0x7b, 0x22]],
    ['base64', 'e3 0\n=', [0x7b, 0x7d]],
    ['base64', '-_8', [0xfb, 0xff]],
    ['base64', '', []],
  ] as const)('%s: %j', (form, text, bytes) => {
    expect(readForm(form, text)).toEqual({ ok: true, bytes: Uint8Array.from(bytes) });
  });

  test.each([
    ['hexadecimal', '7b2', /odd number/],
    ['hexadecimal', '7g', /“g” is not/],
    ['base64', 'e3!0', /“!” is not/],
    ['base64', 'e30=e30=', /“=” is not/],
    ['base64', 'e30e3', /missing or extra/],
    ['text', 'a\ud800', /lone surrogate/],
  ] as const)('%s: %j is refused with a message', (form, text, words) => {
    expect(readForm(form, text)).toEqual({ ok: false, fault: expect.stringMatching(words) });
  });
});

describe('the properties of a body', () => {
  test.each([
    ['a\r\nb\r\n', { crlf: 2, lf: 0, cr: 0, endsLine: true }],
    ['a\rb\n\r', { crlf: 0, lf: 1, cr: 2, endsLine: true }],
    ['\ufeffa\u0000', { mark: true, nul: 1, utf8: true, endsLine: false }],
    ['', { bytes: 0, crlf: 0, lf: 0, cr: 0, utf8: true }],
  ])('%j', (text, facts) => {
    expect(detailsOf(bytesOf(text))).toMatchObject(facts);
  });

  test('report that a text field cannot hold it', () => {
    expect(whyNotText(detailsOf(bytesOf('{\n}')))).toBeUndefined();
    expect(whyNotText(detailsOf(bytesOf('{\r\n}')))).toContain('CRLF');
    expect(whyNotText(detailsOf(bytesOf('{\r}')))).toContain('CR line ends');
    expect(whyNotText(detailsOf(Uint8Array.of(0xff)))).toContain('not UTF-8');
    expect(detailTexts(detailsOf(bytesOf('\ufeff{\r\n}\n')))).toEqual([
      'byte order mark',
      'mixed line ends',
      '1 × CRLF',
      '1 × LF',
      'ends with a line end',
    ]);
  });
});

describe('displayed rows', () => {
  test('contain every byte once, in order, and split no character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (text, end) => {
          const bytes = bytesOf(text + end + text);
          const rows = textRows(bytes);
          let at = 0;
          for (let index = 0; index < rows.total; index += 1) {
            expect(rows.from(index)).toBe(at);
            at = rows.to(index);
            expect(runsOf(bytes.subarray(rows.from(index), at)).some(({ text: t }) => /^\\x/.test(t))).toBe(
              false,
            );
          }
          expect(at).toBe(bytes.length);
        },
      ),
    );
  });

  test('split no character of a long body either, which is cut at equal distances', () => {
    // Each repetition has 25 bytes, so that rows would begin anywhere in it.
    const bytes = bytesOf('zażółć gęślą 🙂!'.repeat(150_000));
    const rows = textRows(bytes);
    let at = 0;
    for (let index = 0; index < 500; index += 1) {
      expect(rows.from(index)).toBe(at);
      at = rows.to(index);
      expect(runsOf(bytes.subarray(rows.from(index), at)).every(({ kind }) => kind !== 'odd')).toBe(true);
    }
    expect(rows.to(rows.total - 1)).toBe(bytes.length);
  });

  test('have sixteen bytes each in hexadecimal', () => {
    const rows = hexRows(new Uint8Array(33));
    expect([rows.total, rows.from(2), rows.to(2)]).toEqual([3, 32, 33]);
  });

  test('show invisible characters as symbols', () => {
    const signs = (text: string) =>
      runsOf(bytesOf(text))
        .filter(({ kind }) => kind !== 'text')
        .map(({ text: sign }) => sign);
    expect(signs('\ufeff a\tb\u00a0\r\n')).toEqual(['BOM', '·', '→', 'NBSP', 'CR', 'LF']);
    expect(signs('a\u200bb\u0007')).toEqual(['U+200B', 'U+0007']);
    expect(runsOf(Uint8Array.of(0x61, 0xff, 0xc3, 0xb3, 0xc3))).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'odd', text: '\\xff' },
      { kind: 'text', text: 'ó' },
      { kind: 'odd', text: '\\xc3' },
    ]);
  });
});

describe('differing bytes', () => {
  test('are exactly those missing from the other side', () => {
    const { one, other } = changedBytes(bytesOf('{\n "a":1}'), bytesOf('{"a":1}'));
    expect(one.map(Number).join('')).toBe('011000000');
    expect(other.some(Boolean)).toBe(false);
  });

  test('leave the same sequence on both sides', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), (a, b) => {
        const { one, other } = changedBytes(a, b);
        expect([...a].filter((_, at) => !one[at])).toEqual([...b].filter((_, at) => !other[at]));
      }),
    );
  });
});
