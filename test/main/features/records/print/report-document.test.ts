import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { ReportDocument } from '../../../../../main/features/records/print/report-document.ts';
import { readReportFonts } from '../../../../../main/features/records/print/report-fonts.ts';

const fontDir = join(import.meta.dirname, '../../../../../node_modules');
const note = '(codes: characters that cannot be printed here)';

interface Printed {
  text: string;
  /** Points from the left. */
  left: number;
  width: number;
  /** Points from the foot of the page. */
  bottom: number;
}

/** Returns the pieces of a text of this width as a reader sees them, by pages and from the top. */
async function print(text: string, width = 400): Promise<Printed[]> {
  const pdf = new ReportDocument({}, 50, await readReportFonts(fontDir, text));
  const whole = buffer(pdf);
  pdf.fontSize(10).text(text, 50, 50, { width });
  pdf.end();
  const document = await getDocument({ data: new Uint8Array(await whole), verbosity: 0 }).promise;
  const printed: Printed[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items) {
      if ('str' in item && item.str.trim() !== '') {
        const [, , , , left, bottom] = item.transform;
        printed.push({ text: item.str, left, bottom, width: item.width });
      }
    }
  }
  return printed;
}

/** The letters of a text in any order and composition, without spaces. */
function lettersOf(text: string): string[] {
  return [...text.normalize('NFKD').replaceAll(/\s/g, '')].toSorted();
}

async function expectPrinted(text: string): Promise<void> {
  const printed = await print(text);
  expect(lettersOf(printed.map((piece) => piece.text).join(''))).toEqual(lettersOf(text));
}

function assigned(...ranges: [number, number][]): string[] {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{L}\p{Nd}]/u.test(letter));
}

describe('a report prints', () => {
  test('every Latin, Greek and Cyrillic letter', async () => {
    const all = assigned([0xc0, 0x24f], [0x370, 0x52f], [0x1e00, 0x1fff]).filter(
      // Archaic Greek and Coptic letters, which no name of today has.
      (letter) => !/[\u0370-\u0373\u0376\u0377\u037f\u03cf\u03d2-\u03ff]/.test(letter),
    );
    expect(all.length).toBeGreaterThan(1100);
    await expectPrinted(all.join(' '));
  });

  test.each([
    ['Vietnamese, composed and in parts', `Nguyễn Thị Hồng ${'Đặng Thuỷ'.normalize('NFD')}`],
    ['marks without a composed letter', 'J̌ana Ọ̀ṣun M̄aria'],
    ['Azerbaijani, pinyin, Yoruba, Hausa', 'Əliyev Lǚ Ẹ̀bùn Ɓala Ƙwara'],
    ['romanised Arabic and Sanskrit', 'al-Ḥasan ʿAbd ar-Raḥmān Kṛṣṇa'],
    ['Chinese, simplified and traditional', '李小龙 李小龍 喆堃 㛃'],
    ['Japanese', '山田 たろう ヤマダ 髙橋'],
    ['Korean', '김철수 이영희'],
    ['Thai', 'สมชาย ใจดี'],
    ['Armenian and Georgian', 'Արամ გიორგი'],
    ['Ethiopic', 'አማርኛ'],
  ])('%s', (_, text) => expectPrinted(text));

  test.each([
    ['Devanagari', 'राजेश कुमार क्षत्रिय'],
    ['Bengali', 'শেখ হাসিনা'],
    ['Tamil', 'தமிழ் ராஜா'],
    ['Gujarati', 'નરેન્દ્ર મોદી'],
    ['Gurmukhi', 'ਮਨਮੋਹਨ ਸਿੰਘ'],
    ['Kannada', 'ಸಿದ್ದರಾಮಯ್ಯ'],
    ['Malayalam', 'മോഹൻലാൽ'],
    ['Odia', 'ନବୀନ ପଟ୍ଟନାୟକ'],
    ['Sinhala', 'රනිල් වික්‍රමසිංහ'],
    ['Telugu', 'నరసింహా రావు'],
    ['Khmer', 'ហ៊ុន សែន'],
    ['Lao', 'ທອງລຸນ'],
    ['Burmese', 'အောင်ဆန်းစုကြည်'],
    ['Maldivian', 'އިބްރާހީމް'],
    ['Arabic with digits, signs and Latin letters', 'محمد بن سلمان (١٩٨٥) آل سعود abc'],
    ['Persian with a joiner', 'می‌خواهم'],
    ['Hebrew with vowels', 'שָׁלוֹם כהן-לוי'],
  ])('%s, without codes', async (_, text) => {
    const shown = (await print(text)).map((piece) => piece.text).join('');
    expect(shown).not.toMatch(/u\{|codes/);
    expect(shown.length).toBeGreaterThan(text.length / 2);
  });
});

test.each([
  ['Arabic', 'ﰀەﭹثڪࢤﲇ'],
  ['Thai', 'งฝฬููุี'],
  ['Gurmukhi', 'ਸ਼ਁਖਘਾਰਗ਼ੜ'],
  ['Khmer', 'ង៉កំៅឋើ'],
])('%s with marks for which the font has no place is printed', async (_, text) => {
  const shown = (await print(text)).map((piece) => piece.text).join('');
  expect(shown).not.toMatch(/u\{|codes/);
  expect(shown.length).toBeGreaterThan(0);
});

describe('right-to-left text', () => {
  test('begins at the right, and Latin words and numbers in it keep their order', async () => {
    const printed = (await print('משה 1985 Jan Kowalski לוי')).toSorted(
      (one, other) => one.left - other.left,
    );
    expect(printed.map((piece) => piece.text.trim()).join(' ')).toBe('לוי Jan Kowalski 1985 משה');
  });

  test('in a Latin sentence is in its place, also between isolates', async () => {
    for (const text of ['Name: \u2068محمد سلمان\u2069, born 1985', 'Name: محمد سلمان, born 1985']) {
      const printed = (await print(text)).toSorted((one, other) => one.left - other.left);
      expect(printed[0]?.text).toMatch(/^Name:/);
      expect(printed.at(-1)?.text).toMatch(/born 1985$/);
    }
  });

  test('with brackets has them the right way round', async () => {
    const printed = (await print('משה (בן)')).toSorted((one, other) => one.left - other.left);
    expect(printed.map((piece) => piece.text.trim()).join('')).toBe('(בן)משה');
  });
});

test('long text of any script is broken within its width, over as many pages as it needs', async () => {
  for (const text of ['山'.repeat(2000), 'محمد '.repeat(900), 'สมชาย'.repeat(400), `${'ị'.repeat(900)}李`]) {
    const printed = await print(text, 200);
    expect(Math.max(...printed.map(({ left, width }) => left + width))).toBeLessThanOrEqual(251);
    expect(Math.min(...printed.map(({ bottom }) => bottom))).toBeGreaterThan(45);
    expect(printed.map((piece) => piece.text.replaceAll(/\s/g, '')).join('').length).toBeGreaterThan(890);
  }
});

test.each([
  ['a letter of no font', 'Ana 😀 𐎠', 'Ana \\u{1f600} \\u{103a0}'],
  ['what turns the text around it', 'evil\u202egpj.exe', 'evil\\u{202e}gpj.exe'],
  ['a control character', 'a\u001b[2Jb', 'a\\u{1b}[2Jb'],
])('%s is written by its code, and said beside it', async (_, text, shown) => {
  expect((await print(text)).map((piece) => piece.text).join(' ')).toBe(`${shown} ${note}`);
});

test('only the fonts that are needed are read', async () => {
  expect(Object.keys(await readReportFonts(fontDir, 'Nguyễn · Σωκράτης Иван'))).toEqual(['regular', 'bold']);
  expect(Object.keys(await readReportFonts(fontDir, 'Nguyễn 김철수 משה'))).toEqual([
    'regular',
    'bold',
    'hebrew',
    'hangul',
  ]);
});
