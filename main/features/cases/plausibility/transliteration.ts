import anyAscii from 'any-ascii';

/**
 * Letters that documents write in more than one way in Latin letters: ICAO Doc 9303-3, section 6, table A, beside the plain letter. The
 * first is what AnyAscii gives or close to it.
 */
const alternatives: ReadonlyMap<string, readonly string[]> = new Map([
  ['Ä', ['A', 'AE']],
  ['Å', ['A', 'AA']],
  ['Æ', ['AE', 'A']],
  ['Ö', ['O', 'OE']],
  ['Ø', ['O', 'OE']],
  ['Œ', ['OE', 'O']],
  // The last three in Chinese passports of different years.
  ['Ü', ['U', 'UE', 'UXX', 'YU', 'V', 'Y']],
  ['Ñ', ['N', 'NXX']],
  ['Þ', ['TH']],
  ['Ð', ['D', 'DH']],
  // Serbian documents write DJ.
  ['Đ', ['D', 'DJ']],
  ['Ə', ['A', 'E']],
  ['Ŋ', ['N', 'NG']],
  ['ẞ', ['SS', 'S']],
  ['Ĳ', ['IJ', 'Y']],
]);
/** The most spellings tried for a text; longer names are not compared. */
const maxSpellings = 256;
const maxWords = 20;

/** Returns whether a text has letters, and all of them are Latin ones. */
export function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && !/[^\p{Script=Latin}\P{L}]/u.test(text);
}

/** Returns the spellings of a text in the letters A to Z, with single spaces between words; undefined where there are too many. */
export function spellings(text: string): Set<string> | undefined {
  let all = [''];
  for (const character of text.normalize('NFC').replaceAll('ß', 'ẞ').toUpperCase().replaceAll('IJ', 'Ĳ')) {
    const next = alternatives.get(character) ?? [ascii(character)];
    all = all.flatMap((start) => next.map((letters) => start + letters));
    if (all.length > maxSpellings) {
      return undefined;
    }
  }
  const words = all
    .map((spelling) => spelling.replaceAll(/ +/g, ' ').trim())
    .filter((spelling) => spelling !== '');
  return words.some((spelling) => spelling.split(' ').length > maxWords) ? undefined : new Set(words);
}

/** Apostrophes are dropped as in machine-readable zones; other characters separate words. */
function ascii(character: string): string {
  if (/['’‘ʼʹʺ`´\p{M}]/u.test(character)) {
    return '';
  }
  return anyAscii(character)
    .toUpperCase()
    .replaceAll(/['`]/g, '')
    .replaceAll(/[^A-Z]+/g, ' ');
}
