import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Face {
  name: string;
  /** Below the directory of the fonts, or `node_modules`. */
  path: string;
  /** A text with one of these letters needs it; the others are needed by every report. */
  letters?: RegExp;
}

/**
 * The fonts of PDF reports, in the order in which a letter is looked up. Chinese, Japanese and Korean take most of their room: one font has
 * all letters that Chinese and Japanese share, in their Chinese form.
 */
export const reportFaces: readonly Face[] = [
  { name: 'regular', path: '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf' },
  { name: 'bold', path: '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf' },
  small('arabic', /\p{scx=Arabic}/u),
  small('hebrew', /\p{scx=Hebrew}/u),
  small('thai', /\p{scx=Thai}/u),
  small('armenian', /\p{scx=Armenian}/u),
  small('georgian', /\p{scx=Georgian}/u),
  small('bengali', /\p{scx=Bengali}/u),
  small('tamil', /\p{scx=Tamil}/u),
  small('ethiopic', /\p{scx=Ethiopic}/u),
  small('gujarati', /\p{scx=Gujarati}/u),
  small('gurmukhi', /\p{scx=Gurmukhi}/u),
  small('kannada', /\p{scx=Kannada}/u),
  small('malayalam', /\p{scx=Malayalam}/u),
  small('oriya', /\p{scx=Oriya}/u),
  small('sinhala', /\p{scx=Sinhala}/u),
  small('telugu', /\p{scx=Telugu}/u),
  small('khmer', /\p{scx=Khmer}/u),
  small('lao', /\p{scx=Lao}/u),
  small('myanmar', /\p{scx=Myanmar}/u),
  small('thaana', /\p{scx=Thaana}/u),
  {
    name: 'hangul',
    path: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
    letters: /\p{Script=Hangul}/u,
  },
  {
    name: 'han',
    path: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
    letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uff00-\uffef]/u,
  },
];

function small(script: string, letters: RegExp): Face {
  return {
    name: script,
    path: `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`,
    letters,
  };
}

/** The bytes of fonts by name; `regular` and `bold` are always among them. */
export type ReportFonts = Readonly<Record<string, Uint8Array>>;

/**
 * Reads the fonts that a report needs. Main reads them, so that a worker needs no files.
 * @param texts everything that will be printed
 */
export async function readReportFonts(directory: string, texts: string): Promise<ReportFonts> {
  // From Armenian on: the letters before are in the first font, and signs among them, such as ·, count as Chinese and Georgian, too.
  const others = [...new Set(texts.match(/[\u0530-\u{10ffff}]/gu))].join('');
  const faces = reportFaces.filter(({ letters }) => letters?.test(others) ?? true);
  const files = faces.map(async ({ name, path }) => [name, await readFile(join(directory, path))] as const);
  return Object.fromEntries(await Promise.all(files));
}
