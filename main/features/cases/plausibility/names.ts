import { canBeSameName } from './name-words.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { personPath, readable, type Subject } from './subject.ts';
import { isLatin, spellings } from './transliteration.ts';

const path = `${personPath}.name`;
/** First letters that romanisations use for one sound. */
const sameInitials = ['IJYE', 'CKQX', 'VW', 'GH', 'CSTZ'];

/** Checks the names of the record against each other, under transliteration where they are written differently. */
export function checkNames(subject: Subject, findings: PlausibilityFindings): void {
  compareFullName(subject, findings);
  compareTranslatedName(subject, findings);
  compareMiddleInitial(subject, findings);
}

/** Checks that first and last name are in the full name, in any order; the full name may have more. */
function compareFullName({ person: { name = {} } }: Subject, findings: PlausibilityFindings): void {
  const full = readable(name.fullName);
  const parts = ['firstName', 'lastName'].flatMap((member) => {
    const value = readable(name[member]);
    return value === undefined ? [] : [{ value, path: `${path}.${member}` }];
  });
  if (full === undefined || parts.length === 0) {
    return;
  }
  findings.compared();
  const values = parts.map(({ value }) => value);
  if (holds(letters(full), values.map(letters))) {
    return;
  }
  const fields = [`${path}.fullName`, ...parts.map((part) => part.path)];
  const fulls = spellings(full);
  const all = values.map(spellings);
  if (fulls === undefined || all.includes(undefined)) {
    return;
  }
  const matches = (isMatch: (whole: string, part: string) => boolean) =>
    [...fulls].some((whole) =>
      all.every((options) => [...(options ?? [])].some((part) => isMatch(whole, part))),
    );
  if (matches((whole, part) => oneWord(whole).includes(oneWord(part)))) {
    findings.add({ rule: 'name-transliterated', severity: 'note', fields });
  } else if ([full, ...values].every(isLatin) && !matches(isAbbreviated)) {
    // A name in another script has many Latin spellings, so a difference shows nothing.
    const canBeSame = canBeSameName(full, values);
    if (canBeSame === true) {
      findings.add({ rule: 'name-similar', severity: 'note', fields });
    } else if (canBeSame === false) {
      findings.add({ rule: 'name-differs', severity: 'differs', fields });
    }
  }
}

/** Compares a translated name only if it is the same name in other letters; different ones are common. */
function compareTranslatedName({ person: { name = {} } }: Subject, findings: PlausibilityFindings): void {
  const translation = readable(name.spelling?.translatedName);
  const own = [readable(name.firstName), readable(name.lastName)].filter((part) => part !== undefined);
  if (translation === undefined || own.length === 0 || isLatin(own.join('')) === isLatin(translation)) {
    return;
  }
  findings.compared();
  const one = spellings(own.join(' '));
  const other = spellings(translation);
  const isSame = [...(one ?? [])].some((spelling) =>
    [...(other ?? [])].some((option) => sortedWords(option) === sortedWords(spelling)),
  );
  if (isSame) {
    const fields = ['spelling.translatedName', 'firstName', 'lastName'].map((member) => `${path}.${member}`);
    findings.add({ rule: 'name-transliterated', severity: 'note', fields });
  }
}

function compareMiddleInitial({ person: { name = {} } }: Subject, findings: PlausibilityFindings): void {
  const initial = readable(name.middleInitial, 4);
  const middle = readable(name.middleName);
  if (initial === undefined || middle === undefined || !isLatin(initial) || !isLatin(middle)) {
    return;
  }
  findings.compared();
  const first = spellings(initial);
  const whole = spellings(middle);
  // The initial of any of several middle names, in either romanisation.
  const isSame = [...(first ?? [])].some((letter) =>
    [...(whole ?? [])].some((spelling) => spelling.split(' ').some((word) => haveOneInitial(letter, word))),
  );
  if (!isSame && first !== undefined && whole !== undefined) {
    const fields = [`${path}.middleInitial`, `${path}.middleName`];
    findings.add({ rule: 'middle-initial-differs', severity: 'differs', fields });
  }
}

function haveOneInitial(letter: string, word: string): boolean {
  const initials = [letter.charAt(0), word.charAt(0)];
  return (
    initials[0] === initials[1] || sameInitials.some((some) => initials.every((one) => some.includes(one)))
  );
}

/** Machine-readable zones truncate long names, so the beginning of a word is no difference. */
function isAbbreviated(whole: string, part: string): boolean {
  const words = whole.split(' ');
  return part.split(' ').every((word) => words.some((one) => word.startsWith(one) || one.startsWith(word)));
}

function holds(whole: string, parts: readonly string[]): boolean {
  return parts.every((part) => whole.includes(part));
}

/** Keeps only letters and digits in one case, so that hyphens, apostrophes and spaces make no difference. */
function letters(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
}

function oneWord(spelling: string): string {
  return spelling.replaceAll(' ', '');
}

function sortedWords(spelling: string): string {
  return spelling.split(' ').sort().join(' ');
}
