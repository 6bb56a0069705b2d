import { isLatin, spellings } from './transliteration.ts';

const maxWords = 6;

/**
 * Returns the first six letters that an Italian tax code can have for a name (Ministerial Decree of 23 December 1976): with and without the middle
 * name, for one of several names, in every Latin spelling. Undefined where the name is not in Latin letters.
 */
export function taxCodeNames(
  last: string,
  first: string,
  middle: string | undefined,
): Set<string> | undefined {
  // A code can have been given for one of several names.
  const words = (name: string) => [
    name,
    ...(name.includes(' ') ? name.split(/[ -]+/).slice(0, maxWords) : []),
  ];
  const firsts = unique([...words(first), ...(middle === undefined ? [] : [`${first} ${middle}`])]);
  if (![last, ...firsts].every(isLatin)) {
    return undefined;
  }
  const lasts = words(last).map(spellings);
  const given = firsts.map(spellings);
  if (lasts.includes(undefined) || given.includes(undefined)) {
    return undefined;
  }
  const firstCodes = given.flatMap((some) => [...(some ?? [])].map(firstNameCode));
  const lastCodes = lasts.flatMap((some) => [...(some ?? [])].map(lastNameCode));
  return new Set(lastCodes.flatMap((name) => unique(firstCodes).map((code) => name + code)));
}

function lastNameCode(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  return `${consonants}${vowels}XXX`.slice(0, 3);
}

/** Returns the three letters of a first name; the second of four or more consonants is left out. */
function firstNameCode(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  const used = consonants.length > 3 ? consonants.charAt(0) + consonants.slice(2) : consonants;
  return `${used}${vowels}XXX`.slice(0, 3);
}

function lettersOf(name: string) {
  const letters = name.replaceAll(' ', '');
  return { consonants: letters.replaceAll(/[AEIOU]/g, ''), vowels: letters.replaceAll(/[^AEIOU]/g, '') };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
