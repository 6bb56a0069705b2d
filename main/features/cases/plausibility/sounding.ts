/**
 * Letters that romanisations use for one sound, with the sounds they can stand for: S for every hissing one, K for those of the throat, V
 * for those of the lips, I and O for the vowels next to them. The empty text is a letter that others leave out.
 */
const letters: Readonly<Record<string, readonly string[]>> = {
  SCHTSCH: ['S'],
  SHCH: ['S'],
  SZCZ: ['S'],
  TSCH: ['S'],
  DSCH: ['S'],
  SCH: ['S'],
  TCH: ['S'],
  TSH: ['S'],
  DSH: ['S'],
  SH: ['S'],
  SZ: ['S'],
  ZH: ['S'],
  CZ: ['S'],
  CS: ['S'],
  TS: ['S'],
  TZ: ['S'],
  DZ: ['S'],
  HS: ['S'],
  DJ: ['S', 'D'],
  DH: ['D', 'S'],
  TH: ['T', 'S'],
  KH: ['K', ''],
  GH: ['K', ''],
  CH: ['S', 'K'],
  CK: ['K'],
  KS: ['KS'],
  PH: ['V', 'P'],
  RZ: ['RS', 'R'],
  EU: ['IO', 'IV'],
  AU: ['AO', 'AV'],
  OU: ['O', 'OV'],
  A: ['A'],
  B: ['B', 'V'],
  C: ['K', 'S'],
  D: ['D'],
  E: ['I'],
  F: ['V'],
  G: ['K', 'S'],
  H: ['', 'K'],
  I: ['I'],
  J: ['I', 'S'],
  K: ['K'],
  L: ['L'],
  M: ['M'],
  N: ['N'],
  O: ['O'],
  P: ['P'],
  Q: ['K'],
  R: ['R'],
  S: ['S'],
  T: ['T'],
  U: ['O'],
  V: ['V'],
  W: ['V', 'O'],
  X: ['KS', 'S', ''],
  Y: ['I'],
  Z: ['S'],
};
const keysByLength = Object.keys(letters).sort((one, other) => other.length - one.length);
const vowels = /[AIO]/g;
const maxLength = 30;
const minLong = 8;
/** The most readings of a word; of a word with more the rest is left out. */
const maxReadings = 32;

/** A way to read a word, without doubled sounds, and its consonants. */
export interface Reading {
  sounds: string;
  consonants: string;
}

/** Returns the ways in which a word in the letters A to Z can be read; none for a long one. */
export function readingsOf(word: string): readonly Reading[] {
  if (word.length > maxLength) {
    return [];
  }
  let starts = [''];
  for (let at = 0; at < word.length; ) {
    const prefix = keysByLength.find((key) => word.startsWith(key, at));
    const options = prefix === undefined ? [''] : (letters[prefix] ?? ['']);
    starts = options.flatMap((sound) => starts.map((sounds) => sounds + sound)).slice(0, maxReadings);
    at += prefix?.length ?? 1;
  }
  return [...new Set(starts.map(withoutDoubles))].map((sounds) => ({
    sounds,
    consonants: withoutDoubles(sounds.replaceAll(vowels, '')),
  }));
}

/** Returns whether two readings can be of one word: the same consonants and mostly the same vowels, as far as they are written. */
export function soundAlike(one: Reading, other: Reading): boolean {
  if (one.consonants !== other.consonants) {
    return false;
  }
  if ([one, other].some(({ sounds }) => sounds.replaceAll(vowels, '').length < 2)) {
    return one.sounds === other.sounds;
  }
  const shorter = Math.min(one.sounds.length, other.sounds.length);
  return (
    [one, other].some(({ sounds, consonants }) => sounds === consonants) ||
    distance(one.sounds, other.sounds) <= Math.max(1, Math.floor(shorter / 3))
  );
}

/** Returns whether two long words differ in one letter. */
export function differInOne(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other].sort((first, second) => first.length - second.length);
  return shorter.length >= minLong && longer.length <= maxLength && distance(one, other) <= 1;
}

function withoutDoubles(text: string): string {
  return text.replaceAll(/(.)\1+/g, '$1');
}

/** Returns the fewest letters to add, leave out or exchange to make one text the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, own] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, letter] of [...other].entries()) {
      const replacement = (row[at] ?? 0) + (own === letter ? 0 : 1);
      next.push(Math.min(replacement, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
