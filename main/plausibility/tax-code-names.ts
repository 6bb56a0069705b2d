import { isLatin, spellings } from './transliteration.ts';

/**
 * The first six letters that an Italian tax code can have for a name (Ministerial Decree of 23 December 1976): with and without the middle
 * name, in every Latin spelling. Undefined where the name is not in Latin letters.
 */
export function taxCodeNames(
  last: string,
  first: string,
  middle: string | undefined,
): Set<string> | undefined {
  const firsts = unique([first, ...(middle === undefined ? [] : [`${first} ${middle}`])]);
  if (![last, ...firsts].every(isLatin)) {
    return undefined;
  }
  const lasts = spellings(last);
  const given = firsts.map(spellings);
  if (lasts === undefined || given.includes(undefined)) {
    return undefined;
  }
  const firstCodes = given.flatMap((some) => [...(some ?? [])].map(firstNameCode));
  return new Set([...lasts].flatMap((name) => firstCodes.map((code) => lastNameCode(name) + code)));
}

function lastNameCode(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  return `${consonants}${vowels}XXX`.slice(0, 3);
}

/** Of four or more consonants the second is left out. */
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
